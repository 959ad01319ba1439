"""The camera's sensor: light in, an 8-bit frame out, with grain, softness and drifting whites."""

import cv2
import numpy as np
import numpy.typing as npt

from hardware.frames import Frame
from hardware.simulated.paints import Linear, tinted

_STEPS = 4096
_BAND_ROWS = 64  # developed in bands, a frame needs a tenth of the memory and stays in the cache


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
        self._grain = np.empty((height + 64, width + 64, 3), np.int8)
        for row in self._grain:
            row[:] = np.round(dice.normal(0.0, grain, row.shape))

    def develop(self, light: Linear, gains: npt.ArrayLike) -> Frame:
        """A frame; `gains` are what the sensor makes of blue, green and red just now."""
        width, height = self._size
        frame = np.empty((height, width, 3), np.uint8)
        exposure = np.asarray(gains, np.float32) * np.float32(_STEPS - 1)
        for top in range(0, height, _BAND_ROWS):
            self._develop_band(light, exposure, frame, top, min(height, top + _BAND_ROWS))
        return self._packed(self._grained(frame))

    def _develop_band(self, light: Linear, exposure: Linear, frame: Frame, top: int, bottom: int) -> None:
        above = min(top, 1)  # the blur needs a row of its neighbours
        band = light[top - above : bottom + 1]
        if self._softness > 0.2:
            band = np.asarray(cv2.GaussianBlur(band, (3, 3), self._softness), np.float32)
        exposed = tinted(band[above : above + bottom - top], exposure)
        steps = np.clip(exposed, 0, _STEPS - 1, out=exposed).astype(np.uint16)
        TONE_CURVE.take(steps, out=frame[top:bottom], mode="clip")

    def _grained(self, frame: Frame) -> Frame:
        width, height = self._size
        top, left = self._dice.integers(64, size=2)
        grain = self._grain[top : top + height, left : left + width]
        return np.asarray(cv2.add(frame, grain, dtype=cv2.CV_8U), np.uint8)

    def _packed(self, frame: Frame) -> Frame:
        """As a photo comes back from a file."""
        if not self._jpeg_quality:
            return frame
        _, packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, self._jpeg_quality])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
