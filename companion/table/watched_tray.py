"""The tray under the tower, its camera opened after the first picture is on the screen.

Loading OpenCV, finding the camera and learning the simulated tower's colours takes a moment, so it happens in
a thread of its own. Until then, and when there is no camera at all, the table simply enters by hand.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from companion.config import Settings as Config
from companion.config.settings import size_of
from companion.ui.ports import CameraState

if TYPE_CHECKING:
    from companion.play.decision import Decision
    from companion.table.reports import Photo
    from companion.table.watcher import TrayWatcher
    from hardware.lights import Light
    from hardware.simulated import SimulatedTower
    from hardware.tray_camera import TrayCamera
    from vision.profile import Profile

log = logging.getLogger(__name__)

CALIBRATION_NAME = "calibration.json"
OPENING_SECONDS = 3.0
"""What closing waits for a camera that is being opened."""


@dataclass(frozen=True)
class TrayOpened:
    """Posted when the camera has been found, or has not."""

    state: CameraState


class Hands(Protocol):
    """Hands for a table that has none: what the players tap is done to the simulated pieces."""

    @property
    def tower(self) -> SimulatedTower: ...

    def follow(self, state: Any, pending: Decision | None) -> None:
        """Bring the simulated table to where the game is."""
        ...

    def take(self, colours: Mapping[str, int]) -> None:
        """Somebody takes pieces before saying so: the camera has to notice."""
        ...

    def lay_out(self, counts: Mapping[str, int]) -> None:
        """Clear the tray and lay these into it, as calibration asks for."""
        ...


class WatchedTray:
    """Camera, light, counter and watcher, as soon as they are there.

    spec        as `--camera` takes it; "none" for a table that enters everything by hand
    data        the folder with the calibration and the photo log
    post        hands news to the frame loop
    ring        the light ring, found by whoever looked at the pins
    hands       whoever moves the pieces of a simulated tower, as the game goes on
    """

    def __init__(
        self,
        spec: str,
        config: Config,
        data: Path,
        post: Callable[[object], None],
        *,
        ring: Callable[[], Light | None] = lambda: None,
        seed: int | None = None,
        hands: Callable[[SimulatedTower], Hands | None] = lambda tower: None,
    ) -> None:
        self.spec = spec
        self.config = config
        self.data = data
        self.state = CameraState("missing" if spec == "none" else "opening")
        self.watcher: TrayWatcher | None = None
        self.hands: Hands | None = None
        self.profile: Profile | None = None
        self._post = post
        self._ring = ring
        self._seed = seed
        self._hands = hands
        self._wish: Callable[[TrayWatcher], None] | None = None
        self._lock = threading.Lock()
        self._opening: threading.Thread | None = None
        self._closed = False
        self._follows: tuple[Any, Decision | None] | None = None

    # --- the tray, as the game's screens give it orders --------------------------------------------

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
                self._wish = order  # only the last word counts once the camera is open
            else:
                order(self.watcher)

    def follow(self, state: Any, pending: Decision | None) -> None:
        """After a change of the game: with a simulated tower somebody has to move the keshis."""
        with self._lock:
            self._follows = (state, pending)
            if self.hands is not None:
                self.hands.follow(state, pending)

    # --- opening and closing -----------------------------------------------------------------------

    def open_soon(self) -> None:
        """Begin to open, in a thread of its own."""
        if self.spec != "none":
            self._opening = threading.Thread(target=self._open, name="opening the tray", daemon=True)
            self._opening.start()

    @property
    def opening(self) -> bool:
        """Whether the camera is still being looked for, or its driver hangs."""
        return self._opening is not None and self._opening.is_alive()

    def _open(self) -> None:
        from hardware.errors import HardwareError

        try:
            self._find()
        except HardwareError as error:
            self.state = CameraState("missing", error.said)
        except Exception:  # whatever a driver throws: the table can always enter by hand
            log.exception("the camera could not be opened")
            self.state = CameraState("missing")
        self._post(TrayOpened(self.state))

    def _find(self) -> None:
        from companion.table.watcher import TrayWatcher
        from vision.count import TrayCounter

        light = self._ring()
        camera, hands = self._camera(light)
        self.profile = learn_simulated(hands.tower) if hands is not None else self._load()
        counter = TrayCounter(self.profile) if self.profile is not None else None
        watcher = TrayWatcher(camera, counter, post=self._post)
        if hands is not None:
            self.state = CameraState("simulated")
        elif counter is None:
            self.state = CameraState("uncalibrated", self.state.says)
        else:
            self.state = CameraState("ready")
        with self._lock:
            if self._closed:
                return
            self.watcher, self.hands = watcher, hands
            watcher.start()
            if hands is not None and self._follows is not None:
                hands.follow(*self._follows)
            if self._wish is not None:
                self._wish(watcher)

    def _camera(self, light: Light | None) -> tuple[TrayCamera, Hands | None]:
        """The camera, watched over; with a simulated tower also the hands that move its keshis."""
        from hardware.board import find_board
        from hardware.camera import CameraWishes, name_camera
        from hardware.errors import CameraMissing
        from hardware.tray_camera import TrayCamera

        wishes = CameraWishes(
            full_size=size_of(self.config.camera.full_size),
            watch_size=size_of(self.config.camera.watch_size),
            seed=self._seed,
        )
        spec = self.spec
        if spec == "auto":
            try:
                return TrayCamera(name_camera("auto", light=light, wishes=wishes), light=light), None
            except CameraMissing:
                if find_board():
                    raise  # a Pi without its camera says so instead of making keshis up
                spec = "simulated"
        camera = name_camera(spec, light=light, wishes=wishes)
        hands = None
        if spec == "simulated":
            from hardware.simulated import SimulatedTower

            assert isinstance(camera, SimulatedTower)
            hands = self._hands(camera)
            light = camera.light  # a black picture is a fault only while its ring is on
        return TrayCamera(camera, light=light), hands

    def _load(self) -> Profile | None:
        from vision.errors import VisionError
        from vision.profile import Profile

        path = self.data / CALIBRATION_NAME
        if not path.exists():
            return None
        try:
            return Profile.load(path)
        except VisionError as error:
            self.state = CameraState("uncalibrated", error.said)
            return None

    def use(self, profile: Profile) -> None:
        """Count with a new calibration from now on, and keep it."""
        from vision.count import TrayCounter

        if self.hands is None:
            profile.save(self.data / CALIBRATION_NAME)
            self.state = CameraState("ready")
        self.profile = profile
        self._order(lambda watcher: watcher.use(TrayCounter(profile)))

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

    # --- the photo log -----------------------------------------------------------------------------

    def keep_photo(self, look: object, confirmed: Mapping[str, int], *, on: bool) -> None:
        """Keep a confirmed throw, in a thread of its own: writing photos takes a card a while."""
        from companion.table.pictures_taken import CountedLook

        if not on or self.hands is not None or not isinstance(look, CountedLook):
            return
        from companion.photolog.log import FOLDER_NAME, PhotoLogKeeper

        keeper = PhotoLogKeeper(self.data / FOLDER_NAME, limit_mb=self.config.photo_log.limit_mb)
        calibration = self.profile.id if self.profile is not None else ""

        def keep() -> None:
            keeper.keep(
                look.pair.lit,
                look.pair.unlit,
                confirmed=confirmed,
                counted=look.observation,
                calibration=calibration,
            )

        threading.Thread(target=keep, name="photo log").start()


def learn_simulated(tower: SimulatedTower) -> Profile:
    """Nobody calibrates a simulation by hand: its colours are learned from its own photos."""
    from calibration.learn import learn
    from vision.photo import Photo

    photos = {name: Photo(pair.lit, pair.unlit, name) for name, pair in tower.calibration_photos().items()}
    empty = photos.pop("empty")
    return learn({name: [photo] for name, photo in photos.items()}, empty=empty)
