"""A webcam without USB: what cv2.VideoCapture would give, some frames late, lit as the ring was."""

import threading
import time
from collections import deque
from typing import Any

import cv2
import numpy as np

from hardware.lights import Light

FRAME_SECONDS = 0.004
FRAMES_LATE = 2
AUTOMATIC_EXPOSURE = 3
EXPOSURE = 156.0


class FakeCapture:
    """One /dev/videoN; `unplug` and `hang` play the outside world.

    As with V4L2, what was set by hand outlives closing, until the automatics are switched on again.
    """

    def __init__(self, light: Light, *, has_device: bool = True, size: tuple[int, int] = (1024, 768)) -> None:
        self._light = light
        self._open = has_device
        self._size = size
        self._frames = 0
        self._levels: deque[float] = deque([0.0] * FRAMES_LATE)
        self._hanging = threading.Event()
        self.frame_seconds = FRAME_SECONDS
        self.first_frame_seconds = FRAME_SECONDS
        self.unplugged = False
        self.scene = EXPOSURE  # what its automatics find
        self.released = False
        self.properties: dict[int, float] = {
            cv2.CAP_PROP_EXPOSURE: EXPOSURE,
            cv2.CAP_PROP_GAIN: 20.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
            cv2.CAP_PROP_FOCUS: -1.0,
        }
        self.set_calls: list[tuple[int, float]] = []

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self._open

    def read(self) -> tuple[bool, Any]:
        while self._hanging.is_set():
            time.sleep(FRAME_SECONDS)
        time.sleep(self.frame_seconds if self._frames else self.first_frame_seconds)
        if self.unplugged:
            return False, None
        self._frames += 1
        self._levels.append(self._light.level)
        level = self._levels.popleft()
        width, height = self._size
        frame = np.full((height, width, 3), 20 + round(180 * level), np.uint8)
        frame[0, 0] = self._frames % 251  # no two frames of a sensor are the same
        return True, frame

    def hang(self, hanging: bool) -> None:
        if hanging:
            self._hanging.set()
        else:
            self._hanging.clear()

    def set(self, prop: int, value: float) -> bool:
        self.set_calls.append((prop, value))
        self.properties[prop] = value
        if prop == cv2.CAP_PROP_AUTO_EXPOSURE and value == AUTOMATIC_EXPOSURE:
            self.properties |= {cv2.CAP_PROP_EXPOSURE: self.scene, cv2.CAP_PROP_GAIN: 20.0}
        elif prop == cv2.CAP_PROP_AUTO_WB and value:
            self.properties[cv2.CAP_PROP_WB_TEMPERATURE] = 4600.0
        return True

    def get(self, prop: int) -> float:
        return self.properties.get(prop, 0.0)

    def release(self) -> None:
        self.released = True
