"""A USB webcam under (or over) the tray, through OpenCV and V4L2.

    camera = Webcam(0, light=ring)      # /dev/video0

Most webcams obey exposure, gain, white balance and focus; those that do not are used as they are, and the
paper frame's gray strip takes out what their automatics do. A thread reads all the time, so that `watch` and
`capture` get the newest frame and a camera that hangs is noticed in time.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

import cv2
import numpy as np

from companion.words import N_
from hardware.camera import FULL_SIZE, WATCH_SIZE, FlashPair, Making, OpenedAndClosed, pair_with_ring
from hardware.camera_kinds import no_such
from hardware.clock import Clock, WallClock
from hardware.errors import CameraError, CameraMissing, CameraStalled
from hardware.frames import Frame, shrunk
from hardware.lights import Light, NoLight

log = logging.getLogger(__name__)

# A webcam does not say when a frame was exposed; this many frames after the ring was switched it is safe.
FRAMES_AFTER_SWITCHING = 4
FAILED_READS_UNTIL_GONE = 5
WARM_UP_FRAMES = 20
FIRST_FRAME_SECONDS = 10.0
ANSWER_SECONDS = 2.0
_MANUAL_EXPOSURE, _AUTOMATIC_EXPOSURE = 1, 3  # of V4L2
_V4L2_EXPOSURE_MICROSECONDS = 100


T = TypeVar("T")


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name

    def read(self) -> tuple[bool, Any]: ...

    def set(self, prop: int, value: float) -> bool: ...

    def get(self, prop: int) -> float: ...

    def release(self) -> None: ...


def open_v4l2(number: int) -> Capture:
    """/dev/videoN by OpenCV."""
    capture: Capture = cv2.VideoCapture(number, cv2.CAP_V4L2)
    return capture


def camera(rest: str, making: Making) -> "Webcam":
    """The camera that `webcam` or `webcam:2` names."""
    return Webcam(
        int(rest or 0),
        light=making.light,
        clock=making.clock,
        full_size=making.wishes.full_size,
        watch_size=making.wishes.watch_size,
    )


class Webcam(OpenedAndClosed):
    """One USB camera.

    number:
        N of /dev/videoN.
    opener:
        gives an open device; V4L2's unless a test brings its own.
    """

    live = True

    def __init__(
        self,
        number: int = 0,
        *,
        light: Light | None = None,
        clock: Clock | None = None,
        full_size: tuple[int, int] = FULL_SIZE,
        watch_size: tuple[int, int] = WATCH_SIZE,
        opener: Callable[[int], Capture] = open_v4l2,
    ) -> None:
        self.name = f"webcam /dev/video{number}"
        self.light: Light = light or NoLight()
        self._number = number
        self._clock = clock or WallClock()
        self._full_size, self._watch_size = full_size, watch_size
        self._opener = opener
        self._settings: dict[str, object] = {}
        self._reader: _Reader | None = None

    def open(self) -> None:
        if self._reader is not None:
            return
        capture = self._opener(self._number)
        if not capture.isOpened():
            capture.release()
            raise CameraMissing(no_such(self.name))
        # Uncompressed, most webcams manage a full frame only a few times a second.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._full_size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._full_size[1])
        self._reader = _Reader(capture, self.name)
        try:
            self._warm_up(self._reader)
        except CameraError:
            self.close()
            raise

    def _warm_up(self, reader: "_Reader") -> None:
        """Let the automatics settle with the ring on, then hold on to what they found."""
        if not self._settings:
            before = self.light.level
            self.light.on()
            try:
                # Settings are taken between two frames, and the first one may be seconds in coming.
                reader.newer_than(0, FIRST_FRAME_SECONDS)
                reader.ask(_free)
                reader.newer_than(reader.frames_read + WARM_UP_FRAMES, FIRST_FRAME_SECONDS)
            finally:
                self.light.switch(before)
            self._settings = reader.ask(_found)
        settings = self._settings
        reader.newer_than(0, FIRST_FRAME_SECONDS)
        reader.ask(lambda device: _fix(device, settings))
        reader.newer_than(reader.frames_read, 5.0)

    def close(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.stop()

    def watch(self, timeout_seconds: float = 2.0) -> Frame:
        return shrunk(self._next(1, timeout_seconds), self._watch_size)

    def capture(self, timeout_seconds: float = 5.0) -> FlashPair:
        if not self.light.switchable:
            taken_at = self._clock.now()
            return FlashPair(self._next(1, timeout_seconds), None, taken_at)
        return pair_with_ring(
            self.light, self._clock, lambda: self._next(FRAMES_AFTER_SWITCHING, timeout_seconds)
        )

    def settings(self) -> dict[str, object]:
        return dict(self._settings)

    def lock(self, settings: Mapping[str, object]) -> None:
        self._settings.update({name: settings[name] for name in _PROPERTIES if name in settings})
        if self._reader is not None:
            settings = self._settings
            self._reader.ask(lambda device: _fix(device, settings))

    def unlock(self) -> None:
        self._settings = {}

    def _next(self, frames: int, timeout_seconds: float) -> Frame:
        """The frame that comes this many frames from now."""
        if self._reader is None:
            raise CameraMissing(N_("The {name} is closed; open it first.", name=self.name))
        return self._reader.newer_than(self._reader.frames_read + frames - 1, timeout_seconds)


_PROPERTIES: Mapping[str, int] = {
    "exposure_microseconds": cv2.CAP_PROP_EXPOSURE,
    "gain": cv2.CAP_PROP_GAIN,
    "white_balance_kelvin": cv2.CAP_PROP_WB_TEMPERATURE,
    "focus": cv2.CAP_PROP_FOCUS,
}


# For each of them who decides: the property, its value by hand, its value by itself.
_AUTOMATICS: Mapping[str, tuple[int, int, int]] = {
    "exposure_microseconds": (cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE, _AUTOMATIC_EXPOSURE),
    "white_balance_kelvin": (cv2.CAP_PROP_AUTO_WB, 0, 1),
    "focus": (cv2.CAP_PROP_AUTOFOCUS, 0, 1),
}


def _found(capture: Capture) -> dict[str, object]:
    """What the camera's automatics have settled on; a property it does not have reads as 0 or -1."""
    found: dict[str, object] = {}
    for name, prop in _PROPERTIES.items():
        value = capture.get(prop)
        if value > 0:
            found[name] = value * _V4L2_EXPOSURE_MICROSECONDS if prop == cv2.CAP_PROP_EXPOSURE else value
    return found


def _free(capture: Capture) -> None:
    """Automatics on: a webcam keeps what was fixed even when it is closed."""
    for prop, _, automatic in _AUTOMATICS.values():
        capture.set(prop, automatic)


def _fix(capture: Capture, settings: Mapping[str, object]) -> None:
    """Automatics off, then the values; a webcam that has no such property answers False, and that is all."""
    for name, prop in _PROPERTIES.items():
        value = settings.get(name)
        if not isinstance(value, int | float):
            continue
        if name in _AUTOMATICS:
            automatics, manual, _ = _AUTOMATICS[name]
            capture.set(automatics, manual)
        scale = _V4L2_EXPOSURE_MICROSECONDS if name == "exposure_microseconds" else 1
        capture.set(prop, float(value) / scale)


class _Reader:
    """Reads a device all the time and keeps the newest frame; nobody else touches the device."""

    def __init__(self, capture: Capture, name: str) -> None:
        self.frames_read = 0
        self._capture = capture
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._name = name
        self._frame: Frame | None = None
        self._gone = False
        self._stopping = False
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name=f"reads {name}", daemon=True)
        self._thread.start()

    def newer_than(self, count: int, timeout_seconds: float) -> Frame:
        """The newest frame once more than `count` were read.

        A slow camera may take its time for many; one that gives none for `timeout_seconds` has stalled.
        """
        with self._news:
            while not self._gone and self.frames_read <= count:
                self._wait_for_one(timeout_seconds)
            if self._gone or self._frame is None:
                raise CameraMissing(N_("The {name} was unplugged.", name=self._name))
            return self._frame.copy()

    def _wait_for_one(self, timeout_seconds: float) -> None:
        seen = self.frames_read
        if not self._news.wait_for(lambda: self._gone or self.frames_read > seen, timeout_seconds):
            raise CameraStalled(
                N_(
                    "The {name} gave no frame within {seconds} seconds.",
                    name=self._name,
                    seconds=round(timeout_seconds, 1),
                )
            )

    def ask(self, order: Callable[[Capture], T]) -> T:
        """Do something with the device between two reads."""
        answer: Future[T] = Future()
        self._orders.put(lambda: answer.set_result(order(self._capture)))
        try:
            return answer.result(ANSWER_SECONDS)
        except TimeoutError as error:
            raise CameraStalled(
                N_("The {name} takes no settings; unplug it and plug it in again.", name=self._name)
            ) from error

    def stop(self) -> None:
        self._stopping = True
        # A device that hangs in a read cannot be waited for; it is released when its read returns.
        self._thread.join(1.0)

    def _run(self) -> None:
        try:
            self._read_on()
        except Exception:  # whatever a driver throws: the device is given back, and tried anew
            log.exception("the %s could not be read", self._name)
        finally:
            with self._news:
                self._gone = not self._stopping
                self._news.notify_all()
            self._capture.release()

    def _read_on(self) -> None:
        failed_reads = 0
        while not self._stopping and failed_reads < FAILED_READS_UNTIL_GONE:
            with suppress(Empty):
                while True:
                    self._orders.get_nowait()()
            good, frame = self._capture.read()
            with self._news:
                if good and frame is not None:
                    failed_reads = 0
                    self._frame = np.asarray(frame, np.uint8)
                    self.frames_read += 1
                else:
                    failed_reads += 1
                self._news.notify_all()
