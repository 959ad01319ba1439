"""Taking the light out: how bright a thing looks against white paper lying in its place.

The paper around the window is white everywhere, so it tells how strong the light is today, what tint it has,
and how it falls off from the middle to the edge. Divided by it, a red keshi has the same numbers at noon and
at midnight. Where there is no paper the table itself stands in for it (`vision.sight`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.photo import Frame
from vision.rectify import Points, Raster

Image: TypeAlias = npt.NDArray[np.float32]
Gain: TypeAlias = npt.NDArray[np.float64]

# Paper outside of these tells nothing: it drowns in noise, or it is clipped.
FAINT, CLIPPED = 0.02, 0.97
# So many of its spots must be in sight to tell how the light falls off; it has six terms.
FEWEST_SPOTS = 12
LEAST_GAIN = 0.01


def _linear_table() -> npt.NDArray[np.float32]:
    value = np.arange(256) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).astype(np.float32)


LINEAR = _linear_table()
"""A photo's byte without its gamma curve: light as the sensor met it, 0–1."""


def paper_points_mm(tray_mm: tuple[float, float]) -> Points:
    """Places on the paper that are plain white: beside the window, clear of markers, title and gray strip."""
    half_wide, half_high = tray_mm[0] / 2, tray_mm[1] / 2
    along_sides = np.linspace(-half_high + 8, half_high - 8, 19)
    along_edges = np.linspace(-half_wide + 5, half_wide - 5, 27)
    points = [(side * (half_wide + 7), y) for side in (-1, 1) for y in along_sides]
    points += [(x, side * (half_high + 4)) for side in (-1, 1) for x in along_edges]
    return np.array(points, np.float64)


def paper_white(spots: Frame, *, pair: bool) -> npt.NDArray[np.float64]:
    """The light of spots on the paper, n × 3; of a pair, whose unlit twin's spots follow the lit ones, only
    the ring's part of it.
    """
    white = LINEAR[spots].astype(np.float64)
    return white[: len(white) // 2] - white[len(white) // 2 :] if pair else white


@dataclass(frozen=True)
class PaperLight:
    """The light as calibrated: what the paper showed around the window, for pairs or for single photos."""

    points_mm: Points
    white: npt.NDArray[np.float64]

    def field(self, raster: Raster) -> Image:
        """How bright white paper would look everywhere in the flat tray: a gentle hill through the spots."""
        scale = float(np.abs(self.points_mm).max())
        usable = (self.white > FAINT).all(axis=1) & (self.white < CLIPPED).all(axis=1)
        if usable.sum() < FEWEST_SPOTS:
            return np.ones((raster.height, raster.width, 3), np.float32)
        shape, *_ = np.linalg.lstsq(
            _terms(self.points_mm[usable], scale), np.log(self.white[usable]), rcond=None
        )
        x, y = np.meshgrid(np.arange(raster.width), np.arange(raster.height))
        places = raster.to_mm(np.stack([x, y], axis=-1).reshape(-1, 2).astype(np.float64))
        light = np.exp(_terms(places, scale) @ shape).astype(np.float32)
        return light.reshape(raster.height, raster.width, 3)

    @cached_property
    def _known(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
        return self.white.min(axis=1) > FAINT, np.maximum(self.white, FAINT)

    def gain(self, white: npt.NDArray[np.float64]) -> Gain:
        """How much stronger each channel is today than when calibrated; a hand over some of the paper is
        outvoted.
        """
        bright_enough, known = self._known
        usable = bright_enough & (white.max(axis=1) < CLIPPED)
        if np.count_nonzero(usable) < FEWEST_SPOTS:
            usable = bright_enough  # where the paper is clipped it is at least that bright
        if np.count_nonzero(usable) < FEWEST_SPOTS:
            return np.ones(3)
        gain = np.median((white / known)[usable], axis=0)
        return np.asarray(np.maximum(gain, LEAST_GAIN), np.float64)


def _terms(points: Points, scale_mm: float) -> npt.NDArray[np.float64]:
    x, y = points[:, 0] / scale_mm, points[:, 1] / scale_mm
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
