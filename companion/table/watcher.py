"""Watches the tray from a thread of its own and posts what it makes of it.

Camera and vision are slow and may fail; the table must not wait for them. So they work here, and the frame
loop only reads what was posted. The watcher never touches game or screen.

    watcher = TrayWatcher(TrayCamera(camera, light=ring), counter, post=app.post)
    watcher.start()
    watcher.watch()                       # now pieces may fall; reports are posted as things happen
    watcher.pause()                       # ring and camera rest

Its states: "paused", "waiting" (nothing has moved since the last count), "moving", "hand", "counting",
"counted", "fault" (with a sentence; it keeps trying). A test needs no thread: it winds the clock and calls
`step()`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Protocol

from companion.table.pictures_taken import CapturedPair, CountedLook, picture_of
from companion.table.reports import Photo, Report
from companion.table.stillness import ARRIVED_AFTER_SECONDS, LEFT_AFTER_SECONDS, Stillness
from companion.table.vote import Vote
from companion.words import N_, NOTHING, Text
from hardware.camera import FlashPair, Frame
from hardware.clock import Clock, WallClock
from hardware.errors import CameraError
from hardware.tray_camera import TrayCamera
from vision.errors import VisionError
from vision.observation import Observation
from vision.profile import Profile

log = logging.getLogger(__name__)

FRAMES_A_SECOND = 12.0
FRAMES_A_SECOND_AT_REST = 5.0
AT_REST_AFTER_SECONDS = 4.0
NOT_CALIBRATED = N_("The tray is not calibrated yet: enter the count by hand, or calibrate from the menu.")
SOMETHING_STAYS = N_(
    "Something that is no piece stays in the tray. "
    "Take it out; if there is nothing, calibrate this tray again."
)
STUMBLED = N_("Counting stopped unexpectedly and is tried again. Enter the count by hand meanwhile.")


class Counter(Protocol):
    """What counts a frame: `vision.count.TrayCounter`."""

    @property
    def profile(self) -> Profile | None: ...

    def count(self, frame: Frame, unlit: Frame | None = None) -> Observation: ...


class TrayWatcher:
    """Watches one camera.

    counter     None while the tray is not calibrated: it still watches, and says so when it should count
    post        takes each report, in the watcher's thread; without it they wait in `news()`
    """

    def __init__(
        self,
        camera: TrayCamera,
        counter: Counter | None,
        *,
        clock: Clock | None = None,
        post: Callable[[Report], None] | None = None,
    ) -> None:
        self.camera = camera
        self.live: Photo | None = None
        self._counter = counter
        self._clock = clock or WallClock()
        self._posted: SimpleQueue[Report] = SimpleQueue()
        self._post = post or self._posted.put
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._ordered = threading.Event()
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._state = "paused"
        self._watching = False
        self._count_empty = False
        self._counting = True
        self._told_of_stay = False  # that something which is no piece stays in the tray, until that is over
        self._doubted = False  # after a fault, until a picture was taken and worked with
        self._blind = False  # after a fault, until the next frame: what happened meanwhile nobody saw
        self._stillness = self._look_anew()
        self._lock_camera()

    # -- from the frame loop ------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to work in a thread of its own."""
        self._thread = threading.Thread(target=self._run, name="tray watcher", daemon=True)
        self._thread.start()

    def stop(self, timeout_seconds: float = 6.0) -> None:
        """Let the camera go, darken the ring, end the thread."""
        self._stopping = True
        self._ordered.set()
        if self._thread is not None:
            self._thread.join(timeout_seconds)
            self._thread = None
        else:
            self.camera.let_go()

    def watch(self, *, count_empty: bool = False) -> None:
        """Watch from now on and count whenever the tray comes to rest.

        count_empty     an empty tray is news: where pieces leave it is, where they arrive it is not
        """
        self._order(lambda: self._do_watch(count_empty))

    def look_on(self) -> None:
        """Show the tray, metered for whatever lies there, and count nothing: it is for the calibration."""
        self._order(self._do_look_on)

    def pause(self) -> None:
        """Look away: no frames, no light, no processor time."""
        self._order(self._do_pause)

    def count_now(self) -> None:
        """Count what lies there, settled or not."""
        self._order(self._do_count_now)

    def try_camera(self, tell: Callable[[Text], None]) -> None:
        """See whether the camera gives a picture, and let it go again; `tell` is told what is wrong, or
        nothing. A camera at work is left alone: its reports tell.
        """
        self._order(lambda: self._do_try_camera(tell))

    def capture(self, purpose: str = "", *, meter: bool = False) -> None:
        """Take one flash pair and post it as it is; calibration asks for these.

        meter       measure the light and the focus first, and hold on to them until the next time
        """
        self._order(lambda: self._do_capture(purpose, meter))

    def use(self, counter: Counter | None) -> None:
        """Count with another calibration."""
        self._order(lambda: self._do_use(counter))

    def news(self) -> list[Report]:
        """What was posted since the last time, in order."""
        reports = []
        with suppress(Empty):
            while True:
                reports.append(self._posted.get_nowait())
        return reports

    def _order(self, order: Callable[[], None]) -> None:
        self._orders.put(order)
        self._ordered.set()

    # -- in the thread ------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping:
            self.step()
            if not self._watching and self._orders.empty() and not self._stopping:
                self._ordered.wait()
            self._ordered.clear()
        self.camera.let_go()

    def step(self) -> None:
        """Do what was ordered, then look once. The thread does this over and over; a test does it by hand."""
        began, asked = self._clock.now(), True
        try:
            with suppress(Empty):
                while True:
                    self._orders.get_nowait()()
            asked = False
            if self._watching:
                self._look_once()
        except CameraError as error:
            self._fault(error.said, asked)
        except VisionError as error:
            self._stillness.counted()  # the same picture would only say the same again
            self._trust()
            self._state, self._told_of_stay = "fault", False
            self._post(Report("fault", fault="counting", sentence=error.said))
        except Exception:  # the table plays on by hand; the next look may work again
            log.exception("the watcher stumbled")
            self.camera.fail(STUMBLED)
            self._fault(STUMBLED, asked)
        if self._watching:
            self._pace(began)

    def _look_once(self) -> None:
        frame = self.camera.watch()
        if self._blind:
            self._blind = False
            self._stillness = self._look_anew()
        self.live = picture_of(frame, brighten=True)
        if self._thread is not None:
            self._post(Report("live"))
        patience = LEFT_AFTER_SECONDS if self._count_empty else ARRIVED_AFTER_SECONDS
        rest = self._stillness.see(frame, self._clock.now(), patience)
        if rest == "settled" and self._counting:
            self._count()
        elif rest == "settled":
            if self._doubted:
                self._flash()
                self._trust()
            self._stillness.counted()
            self._change_to("waiting")
        elif self._doubted:
            return  # frames alone are no proof: the table would hear of one fault over and over
        elif rest in ("moving", "hand"):
            self._change_to(rest)
        elif rest == "quiet" and self._state in ("moving", "hand"):
            self._change_to("waiting")

    def _count(self, *, asked: bool = False) -> None:
        """Take flash pairs until enough of them agree, and post the verdict.

        asked       somebody waits for it, and is told at once why it does not come
        """
        if self._counter is None:
            self._stillness.counted()
            self._trust()
            self._state = "fault"
            self._post(Report("fault", fault="not calibrated", sentence=NOT_CALIBRATED))
            return
        if not self._doubted and not self._told_of_stay:
            self._change_to("counting")
        vote = Vote()
        while not vote.decided:
            if self._stopping:
                return  # a slow look must not keep the camera open when the table goes home
            pair = self._flash()
            observation = self._counter.count(pair.lit, pair.unlit)
            self._trust()
            if observation.hand:
                self._stillness.hand_counted(self._clock.now(), came=len(vote) > 0)
                self._tell_of_hand(asked)
                return
            self._change_to("counting")
            vote.add(observation, pair)
        verdict, pair = vote.verdict()
        hands = self._stillness.hands
        self._stillness.counted()
        if verdict.total == 0 and not self._count_empty:
            self._change_to("waiting")
            return
        self._count_empty = True  # once pieces lay there, their leaving is news
        self._state = "counted"
        self._post(Report("counted", look=CountedLook(verdict, picture_of(pair.lit), pair, hands)))

    def _tell_of_hand(self, asked: bool) -> None:
        """A hand goes again. Something that neither moves nor goes is no hand, or this is another tray."""
        if not asked and not self._stillness.hand_stays_long:
            self._change_to("hand")
        elif asked or not self._told_of_stay:
            self._state, self._told_of_stay = "fault", True
            self._post(Report("fault", fault="covered", sentence=SOMETHING_STAYS))

    def _flash(self) -> FlashPair:
        try:
            return self.camera.flash()
        finally:
            self._stillness.flashed(self._clock.now())

    def _pace(self, began: float) -> None:
        """Not more frames than are of use: fewer when nothing has moved for a while."""
        now = self._clock.now()
        lazy = self.camera.waits or self._stillness.quiet_seconds(now) > AT_REST_AFTER_SECONDS
        rate = FRAMES_A_SECOND_AT_REST if lazy else FRAMES_A_SECOND
        self._clock.sleep(max(0.0, began + 1.0 / rate - now))

    # -- orders -------------------------------------------------------------------------------------------

    def _do_watch(self, count_empty: bool) -> None:
        if not self._counting:
            self.camera.let_go()  # opened again it is locked again
        self._watching = self._counting = True
        self._count_empty = count_empty
        self._lock_camera()
        self._stillness = self._look_anew()
        if self._state != "fault":
            self._change_to("waiting")

    def _do_look_on(self) -> None:
        self._watching, self._counting = True, False
        self._doubted = False  # whoever calibrates has heard of no fault yet
        self.camera.meter_anew()  # else the old calibration's exposure would be the new one's
        self._stillness = self._look_anew()
        self._change_to("waiting")

    def _do_pause(self) -> None:
        self._watching, self._counting = False, True
        self.live = None
        self._doubted = self._blind = False
        self.camera.let_go()
        self._lock_camera()
        self._change_to("paused")

    def _do_try_camera(self, tell: Callable[[Text], None]) -> None:
        if self._watching:
            return
        wrong = NOTHING
        try:
            self.camera.watch()
        except CameraError as error:
            wrong = error.said
        except Exception:  # whatever a driver throws
            log.exception("the camera could not be tried")
            self.camera.fail(STUMBLED)
            wrong = STUMBLED
        self.camera.let_go()
        tell(wrong)

    def _do_count_now(self) -> None:
        if self._counter is not None:
            self._change_to("counting")  # whoever asked sees that it is tried
        self._count_empty = True
        self.camera.hurry()
        self._count(asked=True)

    def _do_capture(self, purpose: str, meter: bool) -> None:
        if meter and self.camera.live:  # opened anew, photos in a folder would only begin again
            self.camera.meter_anew()
        self.camera.hurry()
        pair = self._flash()
        if self._doubted:
            self._trust()
            self._change_to("waiting" if self._watching else "paused")
        captured = CapturedPair(purpose, pair, picture_of(pair.lit))
        self._post(Report("captured", captured=captured))

    def _do_use(self, counter: Counter | None) -> None:
        self._counter = counter
        self._stillness = self._look_anew()
        self._lock_camera()

    def _look_anew(self) -> Stillness:
        return Stillness(self._clock.now())

    # -- the camera's ups and downs -----------------------------------------------------------------------

    def _lock_camera(self) -> None:
        """Exposure, gain and colour as they were when the colours were learned. While they are being learned,
        they hold on to what was metered.
        """
        profile = self._counter.profile if self._counter is not None else None
        if self._counting and profile is not None and profile.camera:
            self.camera.lock(profile.camera)

    def _fault(self, sentence: Text, asked: bool) -> None:
        """Say it once; the camera tries again by itself.

        asked       somebody waits for what was ordered, and is told again why it does not come
        """
        self.live = None
        new = not self._doubted or self._state != "fault" or asked
        self._doubted = self._blind = True
        self._told_of_stay = False
        if new:
            self._state = "fault"
            self._post(Report("fault", fault="camera", sentence=sentence))

    def _trust(self) -> None:
        """A picture was taken and worked with: only this ends a fault."""
        self._doubted = False
        self.camera.worked()

    def _change_to(self, state: str) -> None:
        if state != self._state:
            self._state, self._told_of_stay = state, False
            self._post(Report(state))
