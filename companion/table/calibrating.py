"""The calibration wizard's other side: takes the pictures, judges them in a thread, keeps the result."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from calibration.steps import EMPTY, FRAME, LEARNING, NAMES
from companion.table.calibration_view import Advice, CalibrationView, Thrown
from companion.table.watched_tray import WatchedTray
from companion.words import N_, NOTHING, Text

if TYPE_CHECKING:
    from calibration.problems import Problem
    from calibration.session import CalibrationSession
    from calibration.verdict import Verdict
    from companion.table.pictures_taken import CapturedPair
    from companion.table.reports import Photo, Report

log = logging.getLogger(__name__)

PURPOSE = "calibration"
NO_CAMERA = N_("There is no camera to calibrate. Connect one, or play on by entering counts by hand.")


@dataclass(frozen=True)
class CalibrationNews:
    """Posted when the wizard has something new to show."""


class LiveCalibration:
    """One calibration at a time, with the pictures of `tray`."""

    def __init__(self, tray: WatchedTray, post: Callable[[object], None]) -> None:
        self._tray = tray
        self._post = post
        self._session: CalibrationSession | None = None
        self._changing = threading.Lock()  # a judge may finish just when the table leaves
        self._framed = self._quick = False
        self._thrown: Photo | None = None
        self._shots = 0
        self._awaited = ""  # the purpose of the picture that was asked for and has not come yet
        self._judging = False
        self._says = NOTHING
        self._trouble = NOTHING  # what is wrong with the camera, until it is over
        self._advice: tuple[Advice, ...] | None = None
        self._usable = True

    # --- what the wizard asks ----------------------------------------------------------------------

    def begin(self, *, quick: bool = False) -> None:
        session = self._new_session(quick=quick) if self._tray.watcher is not None else None
        with self._changing:
            self._session, self._quick = session, quick
            self._framed, self._advice = quick, None  # what is quick is chosen when the frame lies there
            self._awaited, self._judging, self._says, self._trouble = "", False, NOTHING, NOTHING
        if session is not None:
            self._tray.look_on()

    @staticmethod
    def _new_session(*, quick: bool) -> CalibrationSession:
        from calibration.session import CalibrationSession  # OpenCV comes with it

        return CalibrationSession(quick=True) if quick else CalibrationSession()

    def cancel(self) -> None:
        with self._changing:
            self._session = None
        self._tray.pause()

    @property
    def _busy(self) -> bool:
        return bool(self._awaited) or self._judging

    def view(self) -> CalibrationView:
        session = self._session
        if session is None or self._tray.watcher is None:
            return CalibrationView("failed", says=NO_CAMERA)
        if self._advice is not None:
            return CalibrationView("verdict", advice=self._advice, usable=self._usable)
        plan, step = session.plan, session.step if self._framed else FRAME
        return CalibrationView(
            step.kind,
            plan.index(step) if step in plan else len(plan),
            len(plan),
            title=step.title,
            words=step.words,
            colour=step.label,
            live=self._tray.live,
            says=self._trouble or self._says,
            busy=self._busy,
            thrown=self._named(session) if step == NAMES else None,
        )

    def _named(self, session: CalibrationSession) -> Thrown | None:
        if self._thrown is None or not session.throws:
            return None
        last = session.throws[-1]
        return Thrown(self._thrown, last.pieces, last.names, session.unnamed)

    def name(self, number: int, colour: str) -> None:
        """The table says what a thrown piece is."""
        if self._session is not None and not self._busy:
            self._session.name(number, colour)

    def toss_again(self) -> None:
        if self._session is not None and not self._busy:
            self._session.toss_again()

    def confirm(self) -> None:
        """All names are right: learn."""
        session = self._session
        if session is not None and not self._busy and session.confirm() == LEARNING:
            self._judging = True
            threading.Thread(target=self._learn, args=(session,), name="calibration").start()

    def _learn(self, session: CalibrationSession) -> None:
        from calibration.errors import CalibrationError

        says, verdict = NOTHING, None
        try:
            verdict = session.verdict()
        except CalibrationError as error:
            says = error.said
            session.back()
        finally:
            self._conclude(session, says, verdict)

    def shoot(self) -> None:
        if self._busy or self._session is None:
            return
        self._says = NOTHING
        if not self._framed:
            self._framed = True
            return
        watcher = self._tray.watcher
        if watcher is None:
            return
        self._shots += 1
        self._awaited = f"{PURPOSE} {self._shots}"
        step = self._session.step
        self._tray.lay_out(step.lying)
        # Exposure and colours are held as the empty tray needs them: when the wizard was opened, a hand may
        # have been in it, or the lid over it.
        watcher.capture(self._awaited, meter=step == EMPTY)

    def back(self) -> None:
        session = self._session
        if session is None or self._busy:
            return
        self._says = NOTHING
        if self._quick and session.step == EMPTY:
            self.begin()
        elif not self._framed or session.step == EMPTY:
            self._framed = False
        elif session.back() == EMPTY:
            self.begin(quick=self._quick)  # everything was judged beside the old picture of the empty tray
            self._framed = True

    def again(self, colours: Sequence[str]) -> None:
        if self._session is not None and colours:
            self._session.redo(*colours)
            self._advice = None

    def keep(self) -> Text:
        from calibration.errors import CalibrationError
        from vision.errors import VisionError

        if self._session is None:
            return NO_CAMERA
        try:
            self._tray.use(self._session.finish())
        except CalibrationError:
            log.exception("a calibration that is of no use was to be kept")
            return N_("This calibration cannot be kept.")
        except (OSError, VisionError):
            log.exception("the calibration was not saved")
            return N_("The calibration could not be saved. Make room on the disk and try again.")
        return NOTHING

    # --- what the camera brings --------------------------------------------------------------------

    def hear(self, report: Report) -> None:
        """News from the tray: the picture that was asked for, or why it does not come."""
        if self._session is None or report.state == "live":
            return
        from companion.table.pictures_taken import CapturedPair

        if isinstance(report.captured, CapturedPair):
            self._take(self._session, report.captured)
        elif report.fault == "camera":
            self._awaited, self._trouble = "", report.sentence
        elif report.state != "fault":
            self._trouble = NOTHING

    def _take(self, session: CalibrationSession, captured: CapturedPair) -> None:
        """Judge the picture beside the frame loop, which must not wait; one asked for earlier is dropped."""
        if captured.purpose == self._awaited:
            self._awaited, self._judging = "", True
            threading.Thread(target=self._judge, args=(session, captured), name="calibration").start()

    def _judge(self, session: CalibrationSession, captured: CapturedPair) -> None:
        from calibration.errors import CalibrationError
        from vision.photo import Photo as TrayPhoto

        says, verdict = NOTHING, None
        try:
            watcher = self._tray.watcher
            if watcher is not None and session.step == EMPTY and session is self._session:
                session.remember_camera(watcher.camera)
            offer = session.offer(TrayPhoto(captured.pair.lit, captured.pair.unlit, N_("This picture")))
            if offer.ok:
                self._thrown = captured.photo
                if session.accept() == LEARNING:
                    verdict = session.verdict()
            elif offer.problem is not None:
                says = offer.problem.said
        except CalibrationError as error:
            says = error.said
        finally:
            self._conclude(session, says, verdict)

    def _conclude(self, session: CalibrationSession, says: Text, verdict: Verdict | None) -> None:
        """Show what was found, unless the table has left this calibration or begun another meanwhile."""
        with self._changing:
            if session is not self._session:
                return
            self._judging, self._says = False, says
            if verdict is not None:
                self._usable = verdict.good
                advice = [_advice("bad", problem) for problem in verdict.refused]
                advice += [_advice("warn", problem) for problem in verdict.warnings]
                self._advice = tuple(advice) or (Advice("good", N_("Every colour stands well apart.")),)
        self._post(CalibrationNews())


def _advice(state: str, problem: Problem) -> Advice:
    colours = tuple(str(problem.params[key]) for key in ("label", "other") if key in problem.params)
    return Advice(state, problem.said, colours)
