"""The Raspberry Pi's own camera under the clear floor, through picamera2.

Wiring: the ribbon cable into CAM0 (Pi 5: the 22-way cable), silver contacts towards the board's metal pins on
a Pi 5, towards the HDMI sockets on a Pi 4. `rpicam-hello --list-cameras` must name it. picamera2 comes with
Raspberry Pi OS (`sudo apt install python3-picamera2`) and is imported only here, when a camera is opened.

One configuration serves both streams, because switching modes changes the colours (and takes a second): small
frames for watching, full ones for counting. Exposure, gain, colour gains and focus are fixed, all together:
leaving out one keeps the metering at work.
"""

import contextlib
import importlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.words import N_
from hardware.camera import FULL_SIZE, WATCH_SIZE, FlashPair, Making, OpenedAndClosed, pair_with_ring
from hardware.clock import Clock, WallClock
from hardware.errors import CameraError, CameraMissing, CameraRefused, CameraStalled
from hardware.frames import Frame, as_bgr, shrunk
from hardware.lights import Light, NoLight

WARM_UP_SECONDS = 1.2
LIGHT_RISE_SECONDS = 0.025  # lgpio begins to pulse a dimmed ring up to 21 ms late; the LEDs are there at once
BLIND_FRAMES = 4  # to let pass when the camera does not say when a frame was exposed
_MANUAL_FOCUS = 0  # libcamera.controls.AfModeEnum.Manual

# What the calibration keeps, by the name libcamera has for it.
_CONTROLS = {
    "exposure_microseconds": "ExposureTime",
    "analogue_gain": "AnalogueGain",
    "colour_gains": "ColourGains",
    "lens_position": "LensPosition",
}


def import_picamera2() -> Any:
    """The Picamera2 class, or a sentence on how to get it."""
    try:
        return importlib.import_module("picamera2").Picamera2
    except ImportError as error:
        raise CameraMissing(
            N_("picamera2 is not installed here; on a Raspberry Pi run: sudo apt install python3-picamera2")
        ) from error
    except Exception as error:
        # Its compiled parts raise anything when they and NumPy do not fit: a webcam may work all the same.
        raise CameraMissing(
            N_("picamera2 does not load ({error}); install the companion again", error=str(error))
        ) from error


def camera(rest: str, making: Making) -> "PiCamera":
    """The camera that `picamera` or `picamera:1` names."""
    return PiCamera(
        number=int(rest or 0),
        light=making.light,
        clock=making.clock,
        full_size=making.wishes.full_size,
        watch_size=making.wishes.watch_size,
    )


class PiCamera(OpenedAndClosed):
    """A camera on the Pi's ribbon connector.

    number:
        which one, when two are connected.
    light:
        the ring, switched between the two frames of a flash pair.
    driver:
        gives the Picamera2 class; picamera2's own unless a test brings a stand-in.
    """

    live = True

    def __init__(
        self,
        *,
        number: int = 0,
        light: Light | None = None,
        clock: Clock | None = None,
        full_size: tuple[int, int] = FULL_SIZE,
        watch_size: tuple[int, int] = WATCH_SIZE,
        driver: Callable[[], Any] = import_picamera2,
    ) -> None:
        self.name = "Raspberry Pi camera"
        self.light: Light = light or NoLight()
        self._number = number
        self._clock = clock or WallClock()
        self._full_size, self._watch_size = full_size, watch_size
        self._driver = driver
        self._camera: Any = None
        self._streams: dict[str, Any] = {}
        self._settings: dict[str, object] = {}

    def open(self) -> None:
        if self._camera is not None:
            return
        driver = self._driver()
        known = driver.global_camera_info()
        if self._number >= len(known):
            raise CameraMissing(
                N_(
                    "No camera answers on the ribbon connector; "
                    "switch the Pi off and check both ends of the cable."
                )
            )
        self.name = f"Raspberry Pi camera {known[self._number].get('Model', '')}".strip()
        try:
            self._camera = driver(self._number)
            self._configure()
            self._fix(self._settings)
            self._camera.start()
            self._warm_up()
        except CameraError:
            self.close()
            raise
        except (RuntimeError, OSError, IndexError) as error:
            self.close()
            raise CameraMissing(
                N_(
                    "The {name} does not start ({error}); is another program using it?",
                    name=self.name,
                    error=str(error),
                )
            ) from error

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            # A camera that stalled may refuse to be stopped; it has to be let go all the same.
            with contextlib.suppress(RuntimeError, OSError):
                camera.stop()
            with contextlib.suppress(RuntimeError, OSError):
                camera.close()

    def watch(self, timeout_seconds: float = 2.0) -> Frame:
        stream = "lores" if "lores" in self._streams else "main"
        with self._lent(timeout_seconds) as request:
            frame = self._copied(request, stream)
        return shrunk(frame, self._watch_size)

    def capture(self, timeout_seconds: float = 5.0) -> FlashPair:
        if not self.light.switchable:
            taken_at = self._clock.now()
            return FlashPair(self._frame_after(taken_at, timeout_seconds), None, taken_at)
        return pair_with_ring(
            self.light,
            self._clock,
            lambda: self._frame_after(self._clock.now() + LIGHT_RISE_SECONDS, timeout_seconds),
        )

    def settings(self) -> dict[str, object]:
        return dict(self._settings)

    def lock(self, settings: Mapping[str, object]) -> None:
        self._settings.update({name: settings[name] for name in _CONTROLS if name in settings})
        if self._camera is not None:
            self._fix(self._settings)

    def unlock(self) -> None:
        self._settings = {}

    def _configure(self) -> None:
        main = {"size": self._full_size, "format": "RGB888"}  # which picamera2 lays out as B, G, R
        lores = {"size": self._watch_size, "format": "YUV420"}
        try:
            self._camera.configure(
                self._camera.create_video_configuration(main=main, lores=lores, buffer_count=4)
            )
        except RuntimeError:  # a camera with one stream only: watching then shrinks the full frames
            self._camera.configure(self._camera.create_video_configuration(main=main, buffer_count=4))
        # What was asked for is not always what one gets: only the read-back tells size, format and stride.
        given = self._camera.camera_configuration()
        self._streams = {name: given[name] for name in ("main", "lores") if given.get(name)}

    def _warm_up(self) -> None:
        """Let the metering settle with the ring on, then hold on to what it found."""
        if {"exposure_microseconds", "analogue_gain", "colour_gains"} <= self._settings.keys():
            with self._lent(5.0):
                return
        before = self.light.level
        self.light.on()
        try:
            self._meter()
            if "AfMode" in self._camera.camera_controls and "lens_position" not in self._settings:
                self._camera.autofocus_cycle(wait=5.0)
            until = self._clock.now() + WARM_UP_SECONDS
            while True:
                with self._lent(5.0) as request:
                    metadata = request.get_metadata()
                if self._clock.now() >= until:
                    break
        except TimeoutError as error:
            raise CameraStalled(N_("The {name} starts, but gives no frames.", name=self.name)) from error
        finally:
            self.light.switch(before)
        found = {
            name: _plain(metadata[control]) for name, control in _CONTROLS.items() if control in metadata
        }
        self._settings = {**found, **self._settings}
        self._fix(self._settings)

    def _meter(self) -> None:
        """Automatics on where nothing is fixed: what was fixed last time need not have gone with it."""
        free = {"AeEnable": ("exposure_microseconds", "analogue_gain"), "AwbEnable": ("colour_gains",)}
        has = self._camera.camera_controls
        self._camera.set_controls(
            {
                control: True
                for control, names in free.items()
                if control in has and not self._settings.keys() & names
            }
        )

    def _fix(self, settings: Mapping[str, object]) -> None:
        """Hand the fixed values over, as far as this camera has such controls."""
        wanted: dict[str, object] = {}
        for name, control in _CONTROLS.items():
            if name in settings:
                value = settings[name]
                wanted[control] = tuple(value) if isinstance(value, list) else value
        if "ExposureTime" in wanted or "AnalogueGain" in wanted:
            wanted["AeEnable"] = False
        if "ColourGains" in wanted:
            wanted["AwbEnable"] = False
        if "LensPosition" in wanted:
            wanted["AfMode"] = _MANUAL_FOCUS
        has = self._camera.camera_controls
        try:
            self._camera.set_controls({name: value for name, value in wanted.items() if name in has})
        except (RuntimeError, ValueError, TypeError) as error:
            raise CameraRefused(
                N_("The {name} does not take these settings: {error}", name=self.name, error=str(error))
            ) from error

    def _frame_after(self, moment: float, timeout_seconds: float) -> Frame:
        """The first full frame whose exposure began after a moment."""
        frames_passed = 0
        deadline = self._clock.now() + timeout_seconds
        # Each frame has the whole time: what is left of it may be less than a slow camera needs.
        while self._clock.now() <= deadline:
            with self._lent(timeout_seconds) as request:
                began = _exposure_began(request.get_metadata())
                frames_passed += 1
                if frames_passed > BLIND_FRAMES if began is None else began >= moment:
                    return self._copied(request, "main")
        raise self._late(timeout_seconds)

    def _late(self, seconds: float) -> CameraStalled:
        return CameraStalled(
            N_(
                "The {name} gave no frame within {seconds} seconds.",
                name=self.name,
                seconds=round(seconds, 1),
            )
        )

    @contextlib.contextmanager
    def _lent(self, timeout_seconds: float) -> Iterator[Any]:
        """One completed request, given back to the camera afterwards whatever happens."""
        if self._camera is None:
            raise CameraMissing(N_("The {name} is closed; open it first.", name=self.name))
        try:
            request = self._camera.capture_request(wait=max(0.05, timeout_seconds))
        except TimeoutError as error:
            # The job would stay queued and swallow a later frame.
            self._camera.cancel_all_and_flush()
            raise self._late(timeout_seconds) from error
        except RuntimeError as error:
            raise CameraStalled(
                N_("The {name} stopped: {error}", name=self.name, error=str(error))
            ) from error
        try:
            yield request
        finally:
            request.release()

    def _copied(self, request: Any, stream: str) -> Frame:
        given = self._streams[stream]
        return as_bgr(request.make_array(stream), given["format"], given["size"])


def _exposure_began(metadata: Mapping[str, Any]) -> float | None:
    """When a frame's first row began to gather light, in seconds of the monotonic clock.

    The sensor's timestamp is taken when that row is read out, an exposure time later.
    """
    if "SensorTimestamp" not in metadata or "ExposureTime" not in metadata:
        return None
    return float(metadata["SensorTimestamp"] / 1e9 - metadata["ExposureTime"] / 1e6)


def _plain(value: Any) -> object:
    return [float(part) for part in value] if isinstance(value, tuple | list) else value
