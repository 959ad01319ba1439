"""The camera's sensor: light in, an 8-bit frame out, with grain, softness and drifting whites."""

import cv2
import numpy as np
import numpy.typing as npt

from hardware.frames import Frame
from hardware.simulated.paints import Linear, tinted

_STEPS = 4096


def _tone_curve() -> Frame:
    linear = np.arange(_STEPS) / (_STEPS - 1)
    srgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.round(255 * srgb).astype(np.uint8)


TONE_CURVE = _tone_curve()


class Film:
    """Turns linear light into frames of one size.

    grain:
        the standard deviation of the noise, in steps of 255.
    jpeg_quality:
        frames go through JPEG like a photo would; 0 leaves it out (for the watching stream).
    """

    def __init__(
        self, size: tuple[int, int], dice: np.random.Generator, grain: float, jpeg_quality: int
    ) -> None:
        width, height = size
        self._size = size
        self._dice = dice
        self._jpeg_quality = jpeg_quality
        self._softness = 0.55 * width / 1024
        # One sheet of grain, larger than a frame and laid on anew each time, costs less than fresh grain.
        sheet = dice.normal(0.0, grain, (height + 64, width + 64, 3))
        self._grain = np.round(sheet).astype(np.int8)

    def develop(self, light: Linear, gains: npt.ArrayLike) -> Frame:
        """A frame; `gains` are what the sensor makes of blue, green and red just now."""
        if self._softness > 0.2:
            light = np.asarray(cv2.GaussianBlur(light, (3, 3), self._softness), np.float32)
        exposed = tinted(light, np.asarray(gains, np.float32) * np.float32(_STEPS - 1))
        steps = np.clip(exposed, 0, _STEPS - 1, out=exposed).astype(np.uint16)
        frame = TONE_CURVE.take(steps)
        width, height = self._size
        top, left = self._dice.integers(64, size=2)
        grain = self._grain[top : top + height, left : left + width]
        frame = np.asarray(cv2.add(frame, grain, dtype=cv2.CV_8U), np.uint8)
        if self._jpeg_quality:
            _, packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, self._jpeg_quality])
            frame = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return frame
