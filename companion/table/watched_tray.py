"""The tray under the tower, its camera opened after the first picture is on the screen.

Finding a camera and loading what counts takes a moment, so it happens in a thread of its own. Until then, and
when there is no camera at all, the table simply enters by hand.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.config.settings import CountingSettings
from companion.play.decision import Decision
from companion.table.reports import CameraState, Photo, Report
from companion.words import NOTHING, Text
from hardware.camera_kinds import NONE

if TYPE_CHECKING:
    from companion.table.found_tray import FoundTray, Hands
    from companion.table.watcher import TrayWatcher
    from hardware.lights import Light
    from hardware.simulated import SimulatedTower
    from vision.profile import Profile

    LendHands: TypeAlias = Callable[[SimulatedTower], Hands | None]

log = logging.getLogger(__name__)

OPENING_SECONDS = 3.0
"""What closing waits for a camera that is being opened."""

PROOFS = ("moving", "hand", "counted", "captured")
"""Reports that only a working camera makes."""


@dataclass(frozen=True)
class CameraNews:
    """Posted when the camera stands otherwise than before."""

    state: CameraState


class WatchedTray:
    """The camera's watcher, as soon as it is there; until then the last order waits.

    spec        as `--camera` takes it; "none" for a table that enters everything by hand
    find        finds the tray, given the light ring
    post        hands news to the frame loop
    ring        the light ring, found by whoever looked at the pins
    sure_above  the chance of being right from which a count is not asked about
    """

    def __init__(
        self,
        spec: str,
        find: Callable[[Light | None], FoundTray],
        post: Callable[[object], None],
        *,
        ring: Callable[[], Light | None] = lambda: None,
        sure_above: float = CountingSettings.sure_above,
    ) -> None:
        self.spec = spec
        self.state = CameraState("missing" if spec == NONE else "opening")
        self.found: FoundTray | None = None
        self.watcher: TrayWatcher | None = None
        self._find = find
        self._post = post
        self._ring = ring
        self._sure_above = sure_above
        self._wish: Callable[[TrayWatcher], None] | None = None
        self._lock = threading.Lock()
        self._opening: threading.Thread | None = None
        self._closed = False
        self._lend_hands: LendHands = lambda tower: None
        self._follows: tuple[Any, Decision | None] | None = None
        self.hands: Hands | None = None  # whoever moves the pieces of a simulated tower

    # -- the tray, as the session gives it orders ---------------------------------------------------------

    @property
    def live(self) -> Photo | None:
        return self.watcher.live if self.watcher is not None else None

    def watch(self, *, count_empty: bool = False) -> None:
        self._order(lambda watcher: watcher.watch(count_empty=count_empty))

    def look_on(self) -> None:
        self._order(lambda watcher: watcher.look_on())

    def pause(self) -> None:
        self._order(lambda watcher: watcher.pause())

    def count_now(self) -> None:
        self._order(lambda watcher: watcher.count_now())

    def _order(self, order: Callable[[TrayWatcher], None]) -> None:
        with self._lock:
            if self.watcher is None:
                self._wish = order  # only the last word counts once the camera is there
            else:
                order(self.watcher)

    def use(self, profile: Profile) -> None:
        """Count with a new calibration from now on, and keep it."""
        from vision.count import TrayCounter

        if self.found is not None:
            self.found.keep(profile)
            self._stand(self.found.works)
        self._order(lambda watcher: watcher.use(TrayCounter(profile, sure_above=self._sure_above)))

    # -- a simulated tower, where somebody has to move the pieces ------------------------------------------

    def begin(self, lend_hands: LendHands) -> None:
        """Another game comes to the table; its hands know what becomes of the pieces."""
        with self._lock:
            self._lend_hands, self._follows, self.hands = lend_hands, None, None

    def follow(self, state: Any, pending: Decision | None) -> None:
        """The game has changed."""
        with self._lock:
            self._follows = (state, pending)
            self._move()

    def _move(self) -> None:
        tower = self.found.tower if self.found is not None else None
        if tower is None or self._follows is None:
            return
        if self.hands is None:
            tower.clear()
            self.hands = self._lend_hands(tower)
        if self.hands is not None:
            self.hands.follow(*self._follows)

    def lay_out(self, counts: Mapping[str, int]) -> None:
        """Clear the tray and lay these into it, as calibrating asks for."""
        with self._lock:
            tower = self.found.tower if self.found is not None else None
            if self.hands is not None:
                self.hands.lay_out(counts)
            elif tower is not None:
                tower.clear()
                tower.place(counts)

    # -- how the camera stands ----------------------------------------------------------------------------

    def look_after(self) -> None:
        """Now and then, while nothing is watched: a camera that was missing may be there, and the other way
        round. Only what is missing is opened; the other is seen without.
        """
        if self.found is not None and (self.state.kind == "missing" or self.found.unplugged):
            self._order(lambda watcher: watcher.try_camera(self._tried))

    def _hear(self, report: Report) -> None:
        """In the watcher's thread: what it reports tells how the camera stands."""
        if report.fault == "camera":
            self._tried(report.sentence)
        elif report.state in PROOFS:
            self._tried(NOTHING)
        self._post(report)

    def _tried(self, wrong: Text) -> None:
        if wrong:
            self._stand(CameraState("missing", wrong))
        elif self.found is not None:
            self._stand(self.found.works)

    def _stand(self, state: CameraState) -> None:
        if state != self.state:
            self.state = state
            self._post(CameraNews(state))

    # -- opening and closing ------------------------------------------------------------------------------

    def open_soon(self) -> None:
        """Begin to open, in a thread of its own."""
        if self.spec != NONE:
            self._opening = threading.Thread(target=self._open, name="opening the tray", daemon=True)
            self._opening.start()

    @property
    def opening(self) -> bool:
        """Whether the camera is still being looked for, or its driver hangs."""
        return self._opening is not None and self._opening.is_alive()

    def _open(self) -> None:
        from hardware.errors import HardwareError

        try:
            self._start(self._find(self._ring()))
        except HardwareError as error:
            log.warning("camera: %s", error.said)
            self._stand(CameraState("missing", error.said))
        except Exception:  # whatever a driver throws: the table can always enter by hand
            log.exception("the camera could not be opened")
            self._stand(CameraState("missing"))

    def _start(self, found: FoundTray) -> None:
        from companion.table.watcher import TrayWatcher
        from vision.count import TrayCounter

        counter = None
        if found.profile is not None:
            counter = TrayCounter(found.profile, sure_above=self._sure_above)
        watcher = TrayWatcher(found.camera, counter, post=self._hear)
        with self._lock:
            if self._closed:
                return
            self.found, self.watcher = found, watcher
            watcher.start()
            self._move()
            # Home says "ready" only of a camera that gave a picture.
            watcher.try_camera(self._tried)
            if self._wish is not None:
                self._wish(watcher)

    def close(self) -> None:
        """Let the camera go and darken the ring.

        A camera that is only just being opened is waited for a little: torn out of OpenCV at the end of
        Python, the thread would take the whole process down with it.
        """
        with self._lock:
            self._closed = True
            watcher, self.watcher = self.watcher, None
        if watcher is not None:
            watcher.stop()
        if self._opening is not None:
            self._opening.join(OPENING_SECONDS)
