"""What stands behind the tray: a real camera with the calibration it was given, or a simulated tower.

Finding one loads OpenCV and may take a while: it is done in a thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from companion.config import Settings as Config
from companion.config.settings import size_of
from companion.play.decision import Decision
from companion.table.reports import CameraState
from companion.words import NOTHING
from hardware.camera_kinds import AUTO, device_of

if TYPE_CHECKING:
    from hardware.camera import CameraWishes
    from hardware.lights import Light
    from hardware.simulated import SimulatedTower
    from hardware.tray_camera import TrayCamera
    from vision.profile import Profile

CALIBRATION_NAME = "calibration.json"
SIMULATED = "simulated"


class Hands(Protocol):
    """Hands for a table that has none: what the players tap is done to the simulated pieces."""

    @property
    def tower(self) -> SimulatedTower: ...

    def follow(self, state: Any, pending: Decision | None) -> None:
        """Bring the simulated table to where the game is; at first nothing lies in the tray."""
        ...

    def take(self, colours: Mapping[str, int]) -> None:
        """Somebody takes pieces before saying so: the camera has to notice."""
        ...

    def lay_out(self, counts: Mapping[str, int]) -> None:
        """Clear the tray and lay these into it, as calibration asks for."""
        ...


class FoundTray(Protocol):
    """A tray that was found.

    camera      its camera, not opened yet
    profile     the colours it was calibrated with, if it was
    tower       where the pieces are simulated
    real        its photos are worth keeping
    """

    camera: TrayCamera
    profile: Profile | None
    tower: SimulatedTower | None
    real: bool

    @property
    def works(self) -> CameraState:
        """How it stands once its camera gives pictures."""

    @property
    def unplugged(self) -> bool:
        """Whether the camera is seen to be gone, without opening it."""

    def keep(self, profile: Profile) -> None:
        """A new calibration, for this evening and the next ones."""


class RealTray:
    """A camera under a real tower; its calibration lies in the data folder."""

    real = True
    tower: SimulatedTower | None = None

    def __init__(self, camera: TrayCamera, spec: Callable[[], str], data: Path) -> None:
        from vision.errors import VisionError
        from vision.profile import Profile

        self.camera = camera
        self.profile: Profile | None = None
        self._file = data / CALIBRATION_NAME
        self._spec = spec
        self._unreadable = NOTHING
        if self._file.exists():
            try:
                self.profile = Profile.load(self._file)
            except VisionError as error:
                self._unreadable = error.said

    @property
    def works(self) -> CameraState:
        return CameraState("uncalibrated", self._unreadable) if self.profile is None else CameraState("ready")

    @property
    def unplugged(self) -> bool:
        device = device_of(self._spec())
        return device is not None and not device.exists()

    def keep(self, profile: Profile) -> None:
        profile.save(self._file)
        self.profile = profile


class SimulatedTray:
    """A simulated tower. Nobody calibrates it by hand: its colours are learned from its own photos."""

    real = False
    unplugged = False

    def __init__(self, camera: TrayCamera, tower: SimulatedTower) -> None:
        self.camera = camera
        self.tower: SimulatedTower | None = tower
        self.profile: Profile | None = learn_simulated(tower)

    @property
    def works(self) -> CameraState:
        return CameraState(SIMULATED)

    def keep(self, profile: Profile) -> None:
        """For this evening only: the next tower is another one."""
        self.profile = profile


def find_tray(
    spec: str,
    config: Config,
    data: Path,
    *,
    light: Light | None,
    seed: int | None,
) -> FoundTray:
    """The tray whose camera a spec names. With "auto" and no camera anywhere it is a simulated one; but a Pi
    without its camera says so (`CameraMissing`) instead of making pieces up.
    """
    from hardware.camera import CameraWishes, Making, WhicheverIsThere, name_camera, whichever_is_there
    from hardware.simulated import SimulatedTower
    from hardware.tray_camera import TrayCamera

    wishes: CameraWishes = CameraWishes(
        full_size=size_of(config.camera.full_size),
        watch_size=size_of(config.camera.watch_size),
        seed=seed,
    )
    if spec == AUTO and (there := whichever_is_there()):
        whichever = WhicheverIsThere(there, Making(light, wishes))
        return RealTray(TrayCamera(whichever, light=light), lambda: whichever.spec, data)
    spec = SIMULATED if spec == AUTO else spec
    camera = name_camera(spec, light=light, wishes=wishes)
    if isinstance(camera, SimulatedTower):
        # A black picture is a fault only while the ring is on: here it is the tower's own.
        return SimulatedTray(TrayCamera(camera, light=camera.light), camera)
    return RealTray(TrayCamera(camera, light=light), lambda: spec, data)


def learn_simulated(tower: SimulatedTower) -> Profile:
    """What a calibration of this tower would find."""
    from calibration.learn import learn
    from vision.photo import Photo

    photos = {name: Photo(pair.lit, pair.unlit, name) for name, pair in tower.calibration_photos().items()}
    empty = photos.pop("empty")
    return learn({name: [photo] for name, photo in photos.items()}, empty=empty)
