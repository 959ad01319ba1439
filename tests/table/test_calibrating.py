"""The wizard's other side: a tray, a camera and a judge that a test drives by hand."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.problems import Problem
from calibration.quick import Throw
from calibration.session import Offer
from calibration.sets import KESHIS
from calibration.steps import LEARNING, CalibrationStep, quick_steps, steps
from calibration.verdict import Verdict
from companion.table.calibrating import LiveCalibration
from companion.table.pictures_taken import CapturedPair, PictureBytes
from companion.table.reports import Report
from companion.table.watched_tray import WatchedTray
from companion.table.watcher import NOT_CALIBRATED
from companion.words import Text
from hardware.camera import FlashPair
from vision.errors import ProfileError
from vision.observation import Piece
from vision.photo import Photo

ALL_STEPS = len(steps(KESHIS.labels)) - 1
"""So many pictures are taken: all but one of the paper frame."""
UNPLUGGED = "The webcam was unplugged."


class Tray:
    """WatchedTray and watcher in one: it notes what it is told, and answers when the test says so."""

    live = None
    camera = None

    def __init__(self) -> None:
        self.watcher = self
        self.orders: list[str] = []
        self.purpose = ""
        self.metered: list[bool] = []
        self.laid_out: list[dict[str, int]] = []

    def lay_out(self, counts: Mapping[str, int]) -> None:
        self.laid_out.append(dict(counts))

    def look_on(self) -> None:
        self.orders.append("look on")

    def pause(self) -> None:
        self.orders.append("pause")

    def use(self, profile: object) -> None:
        self.orders.append("use")

    def capture(self, purpose: str, *, meter: bool) -> None:
        self.orders.append("capture")
        self.metered.append(meter)
        self.purpose = purpose

    def picture(self) -> Report:
        frame = np.zeros((2, 2, 3), np.uint8)
        captured = CapturedPair(self.purpose, FlashPair(frame, None, 0.0), PictureBytes((2, 2), bytes(12)))
        return Report("captured", captured=captured)


class Session:
    """Takes every photo, but not before the test lets it."""

    plan = steps(KESHIS.labels)

    def __init__(self) -> None:
        self.taken = 0
        self.judging = 0
        self.may_judge = threading.Event()
        self.may_judge.set()
        self.refusal: CalibrationError | None = None
        self.verdict_good = True
        self.again: list[str] = []
        self.trouble: Exception | None = None

    @property
    def step(self) -> CalibrationStep:
        if self.again:
            return next(step for step in self.plan if step.label == self.again[0])
        return self.plan[self.taken + 1] if self.taken < len(self.plan) - 1 else LEARNING

    def remember_camera(self, camera: object) -> None:
        """There is none."""

    def offer(self, photo: Photo) -> Offer:
        self.judging += 1
        assert self.may_judge.wait(10)
        return Offer(self.step, photo)

    def accept(self) -> CalibrationStep:
        if self.refusal is not None:
            raise self.refusal
        if self.again:
            self.again.pop(0)
        else:
            self.taken += 1
        return self.step

    def redo(self, *labels: str) -> CalibrationStep:
        self.again = list(labels)
        return self.step

    def back(self) -> CalibrationStep:
        self.taken -= 1
        return self.step

    def finish(self) -> None:
        if self.trouble is not None:
            raise self.trouble

    def verdict(self) -> Verdict:
        refused = (
            () if self.verdict_good else (Problem("refused", {"sentence": Text("nothing was learned")}),)
        )
        return Verdict(refused, (), ())


@pytest.fixture
def tray() -> Tray:
    return Tray()


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch) -> list[Session]:
    begun: list[Session] = []

    def begin() -> Session:
        begun.append(Session())
        return begun[-1]

    monkeypatch.setattr("calibration.session.CalibrationSession", begin)
    return begun


@pytest.fixture
def wizard(tray: Tray, sessions: list[Session]) -> LiveCalibration:
    """Past the paper frame: the empty tray is asked for."""
    wizard = LiveCalibration(cast("WatchedTray", tray), lambda event: None)
    wizard.begin()
    wizard.shoot()
    return wizard


def judged() -> None:
    """Wait until nobody judges a picture any more."""
    for thread in threading.enumerate():
        if thread.name == "calibration":
            thread.join(10)


def fault(kind: str = "camera", sentence: str = UNPLUGGED) -> Report:
    return Report("fault", fault=kind, sentence=Text(sentence))


def test_one_back_leads_to_the_step_before_and_from_behind_the_empty_tray_to_a_new_beginning(
    tray: Tray, wizard: LiveCalibration, sessions: list[Session]
) -> None:
    for _picture in range(3):
        wizard.shoot()
        wizard.hear(tray.picture())
        judged()
    told = []
    for _tap in range(5):
        wizard.back()
        told.append((len(sessions), wizard.view().step))
    assert told == [(1, 3), (1, 2), (2, 1), (2, 0), (2, 0)]


def test_while_the_wizard_is_open_nothing_is_counted(tray: Tray, wizard: LiveCalibration) -> None:
    assert tray.orders == ["look on"]


def test_that_nothing_is_calibrated_yet_does_not_stop_the_first_calibration(
    tray: Tray, wizard: LiveCalibration, sessions: list[Session]
) -> None:
    wizard.shoot()
    wizard.hear(fault("not calibrated", str(NOT_CALIBRATED)))
    assert wizard.view().busy
    assert not str(wizard.view().says)
    wizard.hear(tray.picture())
    judged()
    assert sessions[0].taken == 1
    assert not wizard.view().busy


def test_the_light_is_measured_for_the_empty_tray_alone(
    tray: Tray, wizard: LiveCalibration, sessions: list[Session]
) -> None:
    """Not when the wizard opens: a hand may be in the tray then. Nor for a colour that is taken again."""
    sessions[0].refusal = CalibrationError(Text("this picture shows a hand"))
    for refusal in (sessions[0].refusal, None, None):
        sessions[0].refusal = refusal
        wizard.shoot()
        wizard.hear(tray.picture())
        judged()
    sessions[0].taken = ALL_STEPS
    wizard.again(("red",))
    wizard.shoot()
    assert tray.metered == [True, True, False, False]
    third = sessions[0].plan[2].lying
    assert tray.laid_out == [{}, {}, third, {"red": 3}], "by a simulated tower"


def test_an_impatient_second_tap_takes_no_second_picture(
    tray: Tray, wizard: LiveCalibration, sessions: list[Session]
) -> None:
    sessions[0].may_judge.clear()
    wizard.shoot()
    wizard.hear(tray.picture())
    wizard.hear(fault())  # the picture is there already: only the next one has to wait for the camera
    wizard.shoot()
    assert tray.orders.count("capture") == 1
    sessions[0].may_judge.set()
    judged()
    assert (sessions[0].judging, sessions[0].taken) == (1, 1)


def test_a_refused_photo_is_said_and_not_thrown(
    tray: Tray, wizard: LiveCalibration, sessions: list[Session]
) -> None:
    sessions[0].refusal = CalibrationError(Text("this photo was taken for another step"))
    wizard.shoot()
    wizard.hear(tray.picture())
    judged()
    assert str(wizard.view().says) == "this photo was taken for another step"
    assert not wizard.view().busy


def test_what_an_abandoned_calibration_still_finds_out_is_dropped(
    tray: Tray, wizard: LiveCalibration, sessions: list[Session]
) -> None:
    sessions[0].taken, sessions[0].verdict_good = ALL_STEPS - 1, False
    sessions[0].may_judge.clear()
    wizard.shoot()
    wizard.hear(tray.picture())
    wizard.cancel()
    wizard.begin()
    wizard.shoot()
    wizard.shoot()
    sessions[0].may_judge.set()
    judged()
    assert (wizard.view().kind, str(wizard.view().says), wizard.view().busy) == ("empty", "", True)


def test_a_picture_asked_for_by_an_abandoned_calibration_is_dropped(
    tray: Tray, wizard: LiveCalibration, sessions: list[Session]
) -> None:
    wizard.shoot()
    late = tray.picture()
    wizard.cancel()
    wizard.begin()
    wizard.shoot()
    wizard.shoot()
    wizard.hear(late)
    judged()
    assert sessions[1].judging == 0
    wizard.hear(tray.picture())
    judged()
    assert sessions[1].taken == 1


def test_after_the_last_colour_comes_the_verdict(
    tray: Tray, wizard: LiveCalibration, sessions: list[Session]
) -> None:
    sessions[0].taken = ALL_STEPS - 1
    wizard.shoot()
    wizard.hear(tray.picture())
    judged()
    assert (wizard.view().kind, wizard.view().usable) == ("verdict", True)


def test_weak_colours_are_taken_again_one_after_the_other(
    tray: Tray, wizard: LiveCalibration, sessions: list[Session]
) -> None:
    sessions[0].taken = ALL_STEPS
    wizard.again(("red", "orange"))
    for colour in ("red", "orange"):
        assert (wizard.view().kind, wizard.view().colour) == ("pieces", colour)
        wizard.shoot()
        wizard.hear(tray.picture())
        judged()
    assert wizard.view().kind == "verdict"


@pytest.mark.parametrize(
    ("refusal", "says"),
    [
        (CalibrationError(Text("nothing was learned")), "This calibration cannot be kept."),
        (ProfileError(Text("calibration.json cannot be written: No space left.")), "could not be saved"),
        (OSError("the stick was pulled out"), "could not be saved"),
    ],
)
def test_a_calibration_that_cannot_be_kept_says_so(
    tray: Tray, wizard: LiveCalibration, sessions: list[Session], refusal: Exception, says: str
) -> None:
    assert str(wizard.keep()) == ""
    assert tray.orders[-1] == "use"
    sessions[0].trouble = refusal
    assert says in str(wizard.keep())


def test_a_camera_that_fails_is_told_before_and_after_the_tap_and_forgotten_when_it_is_back(
    tray: Tray, wizard: LiveCalibration, sessions: list[Session]
) -> None:
    wizard.hear(fault())
    assert str(wizard.view().says) == UNPLUGGED
    wizard.shoot()
    assert wizard.view().busy
    wizard.hear(fault())
    assert (str(wizard.view().says), wizard.view().busy) == (UNPLUGGED, False)
    wizard.hear(Report("live"))
    assert str(wizard.view().says) == UNPLUGGED
    wizard.hear(Report("waiting"))
    assert (str(wizard.view().says), wizard.view().busy) == ("", False)
    wizard.shoot()
    wizard.hear(tray.picture())
    judged()
    assert sessions[0].taken == 1


def test_a_camera_that_fails_while_nobody_calibrates_is_not_the_wizards(
    tray: Tray, wizard: LiveCalibration
) -> None:
    wizard.cancel()
    wizard.hear(fault())
    wizard.begin()
    assert str(wizard.view().says) == ""


def test_a_toss_is_named_at_the_table_before_it_is_learned(
    tray: Tray, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Tossed(Session):
        plan = quick_steps(KESHIS.labels)
        throws: tuple[Throw, ...] = ()
        unnamed: tuple[str, ...] = ("beige",)

        def name(self, number: int, label: str) -> None:
            self.throws = (replace(self.throws[0], names=(label,)),)
            self.unnamed = ()

        def offer(self, photo: Photo) -> Offer:
            piece = Piece("white", 1.0, 1.0, 0.9)
            self.throws = (Throw(photo, (), (piece,), ("white",)),)
            return Offer(self.step, photo)

        def confirm(self) -> CalibrationStep:
            self.taken += 0 if self.unnamed else 1
            return self.step

    def begin(*, quick: bool = False) -> Session:
        return Tossed() if quick else Session()

    monkeypatch.setattr("calibration.session.CalibrationSession", begin)
    wizard = LiveCalibration(cast("WatchedTray", tray), lambda event: None)
    wizard.begin()
    assert wizard.view().kind == "frame"
    wizard.begin(quick=True)
    for kind in ("empty", "throw"):
        assert wizard.view().kind == kind
        wizard.shoot()
        wizard.hear(tray.picture())
        judged()
    assert tray.laid_out[-1] == dict.fromkeys(KESHIS.labels, 1), "by a simulated tower"
    shown = wizard.view()
    assert shown.kind == "names"
    assert shown.thrown is not None
    assert (shown.thrown.names, shown.thrown.unnamed) == (("white",), ("beige",))
    wizard.confirm()
    judged()
    assert wizard.view().kind == "names"
    wizard.name(0, "beige")
    wizard.confirm()
    judged()
    assert wizard.view().kind == "verdict"


def test_one_back_from_the_quick_empty_tray_leads_to_the_choice(
    tray: Tray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calibration.session.CalibrationSession", lambda **_how: Session())
    wizard = LiveCalibration(cast("WatchedTray", tray), lambda event: None)
    wizard.begin(quick=True)
    assert wizard.view().kind == "empty"
    wizard.back()
    assert wizard.view().kind == "frame"
