"""The camera at the tray: what every camera can do, whichever hangs there.

    with open_camera("auto", light=ring) as camera:
        camera.lock(profile_settings)       # exposure, gain, colour gains and focus of the calibration
        while not still(camera.watch()):    # small frames, about fifteen a second
            ...
        pair = camera.capture()             # a full frame with the ring on, one with it off

A camera returns frames and knows nothing of keshis. Frames are BGR, as OpenCV reads them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol, Self

from companion.words import N_
from hardware.camera_kinds import AUTO, kind_of, spelled
from hardware.clock import Clock, WallClock
from hardware.errors import CameraMissing, CameraRefused
from hardware.frames import Frame
from hardware.lights import Light

__all__ = [
    "Camera",
    "CameraWishes",
    "FlashPair",
    "Frame",
    "OpenedAndClosed",
    "WhicheverIsThere",
    "WithSettings",
    "name_camera",
    "open_camera",
    "pair_with_ring",
]

FULL_SIZE = (1024, 768)
WATCH_SIZE = (320, 240)


@dataclass(frozen=True)
class FlashPair:
    """One moment of the tray, with the light ring on and, where the ring can be switched, with it off."""

    lit: Frame
    unlit: Frame | None
    taken_at: float  # monotonic seconds


class Camera(Protocol):
    """What the watcher may ask of any camera.

    `open` and `close` may be called again and again: after a stall, closing and opening is how it is
    picked up again. `watch` and `capture` raise `CameraStalled` when no frame comes in time and
    `CameraMissing` when the camera has gone.
    """

    @property
    def live(self) -> bool:
        """Whether it looks at a real or simulated tray, so that two frames are never quite the same."""

    @property
    def name(self) -> str:
        """How a person would tell it from another: "Raspberry Pi camera imx708", "photos in evening/"."""

    def open(self) -> None:
        """Start it, warm it up; nothing happens when it is open already."""

    def close(self) -> None:
        """Let it go, for other programs too; nothing happens when it is closed already."""

    def watch(self, timeout_seconds: float = 2.0) -> Frame:
        """The next low-resolution frame, about 320 × 240."""

    def capture(self, timeout_seconds: float = 5.0) -> FlashPair:
        """A full frame with the ring on and, where the ring can be switched, one with it off.

        timeout_seconds: how long the camera may give no frame; a slow one may take longer over all it needs.
        """

    def settings(self) -> dict[str, object]:
        """What is fixed, as `lock` takes it, in plain JSON values.

        exposure_microseconds, analogue_gain, colour_gains (red, blue), lens_position (1 / metre) on a Pi;
        exposure_microseconds, gain, white_balance_kelvin, focus on a webcam.
        """

    def lock(self, settings: Mapping[str, object]) -> None:
        """Fix exposure, gain, colour gains and focus. What this camera does not have is passed over."""

    def unlock(self) -> None:
        """Forget what is fixed: the next `open` meters anew, as a new calibration needs it."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class WithSettings(Protocol):
    """Whatever holds a camera's exposure, gain, colour and focus: `Camera.settings` and `Camera.lock`."""

    def settings(self) -> dict[str, object]: ...

    def lock(self, settings: Mapping[str, object]) -> None: ...


class OpenedAndClosed:
    """`with camera:` for every camera that has `open` and `close`."""

    def open(self) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def pair_with_ring(light: Light, clock: Clock, photo: Callable[[], Frame]) -> FlashPair:
    """One photo with the ring on and one with it off; the ring is left as it was.

    photo       takes one that shows the light as it was switched last
    """
    taken_at, before = clock.now(), light.level
    try:
        light.switch(1.0)
        lit = photo()
        light.switch(0.0)
        unlit = photo()
    finally:
        light.switch(before)
    return FlashPair(lit, unlit, taken_at)


@dataclass(frozen=True)
class CameraWishes:
    """What the config says about the camera, whichever it turns out to be."""

    full_size: tuple[int, int] = FULL_SIZE
    watch_size: tuple[int, int] = WATCH_SIZE
    settings: Mapping[str, object] = field(default_factory=dict)
    seed: int | None = None  # of the simulated tower
    layer: str = "B1"  # of the simulated tower


@dataclass(frozen=True)
class Making:
    """What a camera is made with: its ring, what the config wishes, and a clock."""

    light: Light | None = None
    wishes: CameraWishes = field(default_factory=CameraWishes)
    clock: Clock = field(default_factory=WallClock)


def open_camera(
    spec: str,
    *,
    light: Light | None = None,
    wishes: CameraWishes | None = None,
    clock: Clock | None = None,
) -> Camera:
    """The camera a spec names, opened and its settings fixed; see `name_camera`."""
    camera = name_camera(spec, light=light, wishes=wishes, clock=clock)
    camera.open()
    if wishes is not None and wishes.settings:
        camera.lock(wishes.settings)
    return camera


def name_camera(
    spec: str,
    *,
    light: Light | None = None,
    wishes: CameraWishes | None = None,
    clock: Clock | None = None,
) -> Camera:
    """The camera a spec names, not yet opened.

    spec:
        "auto" (the Pi's camera, else a webcam), or as `hardware.camera_kinds` has it.
    light:
        the ring that `capture` switches; without one there is no unlit frame.
    Raises `CameraMissing` when there is none, `CameraRefused` when the spec is not one of these.
    """
    making = Making(light, wishes or CameraWishes(), clock or WallClock())
    if spec == AUTO and not (spec := whichever_is_there()):
        raise CameraMissing(
            N_(
                "No camera was found, neither on the Pi's ribbon connector nor on USB; "
                "plug one in, or start with --camera simulated."
            )
        )
    return _of(spec, making)


class WhicheverIsThere(OpenedAndClosed):
    """What "auto" names: one that is plugged in late, or comes back on another port, is found without a
    restart.

    spec    the one it is at first; it stays this one as long as that is there
    find    the specs of those that are there
    """

    def __init__(self, spec: str, making: Making, find: Callable[[], Sequence[str]] | None = None) -> None:
        self.spec = spec
        self._making = making
        self._find = find or cameras_there
        self._fixed: dict[str, object] = {}
        self._camera = _of(spec, making)
        self._opened = False

    @property
    def live(self) -> bool:
        return self._camera.live

    @property
    def name(self) -> str:
        return self._camera.name

    def open(self) -> None:
        if self._opened:
            return
        there = self._find()
        if there and self.spec not in there:
            self.spec = there[0]
            self._camera = _of(self.spec, self._making)
            self._camera.lock(self._fixed)
        self._camera.open()
        self._opened = True

    def close(self) -> None:
        self._opened = False
        self._camera.close()

    def watch(self, timeout_seconds: float = 2.0) -> Frame:
        return self._camera.watch(timeout_seconds)

    def capture(self, timeout_seconds: float = 5.0) -> FlashPair:
        return self._camera.capture(timeout_seconds)

    def settings(self) -> dict[str, object]:
        return self._camera.settings()

    def lock(self, settings: Mapping[str, object]) -> None:
        self._fixed |= settings
        self._camera.lock(settings)

    def unlock(self) -> None:
        self._fixed = {}
        self._camera.unlock()


def _of(spec: str, making: Making) -> Camera:
    kind = kind_of(spec)
    if kind is None:
        raise CameraRefused(
            N_("There is no camera called “{spec}”. Say {names}.", spec=spec, names=spelled())
        )
    return kind.open(spec, making)


def whichever_is_there() -> str:
    """The spec of the first camera found; on a Pi without any its own, which may be plugged in later; else
    nothing.
    """
    from hardware.board import find_board

    there = cameras_there()
    if there:
        return there[0]
    return "picamera" if find_board() else ""


def cameras_there() -> Sequence[str]:
    """The specs of the cameras that are plugged in, the Pi's own first."""
    from hardware.probe import find_cameras

    return [camera.spec for camera in find_cameras()]
