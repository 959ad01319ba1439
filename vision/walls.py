"""Walls and tower behind the pieces: how unlike them a pixel is.

Shade takes the same part of every colour and reaches further than a piece is wide. So a pixel of another
tint than its wall, or a dark spot that a piece could cover, is no wall.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.light import FAINT_BYTE, Image
from vision.photo import Frame
from vision.rectify import Raster

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]

# What a place behind other pieces keeps of its light at the least, and what it shows at the most.
DARKEST, BRIGHTEST = 0.6, 1.5
# Shade reaches at least this far.
SHADE_MM = 13.0
# Tints (squared bytes) that noise makes: at the least, and against a surface's quieter pixels. So many times
# that is still the wall's own tint.
LEAST_NOISE, QUIET, FROM_QUIET, SAME_TINT = 2.5, 0.3, 2.8, 9.0
# How deep shade may be beyond the soft shade around it, and how bright a wall may be beyond its light: in
# bytes, and as a share of its brightness.
DEEPER = (3.0, 0.12)
LIGHTER = (2.5, 0.05)
# Of every surface so many pixels tell how noisy it is; with fewer than enough nothing does.
ENOUGH, ASKED = 320, 128


@dataclass(frozen=True)
class Unlike:
    """How unlike their walls the wall pixels of one photo are, squared: by `tint`, and by brightness."""

    tint: Floats
    brightness: Floats

    @property
    def total(self) -> Floats:
        return self.tint + self.brightness


class Walls:
    """The pixels of one view that are walls or tower, by surface."""

    def __init__(
        self, numbers: Frame, wall: npt.NDArray[Any], seams: npt.NDArray[np.bool_], raster: Raster
    ) -> None:
        self.shape = numbers.shape
        at = np.flatnonzero(wall)
        owners = numbers.ravel()[at]
        order = np.argsort(owners, kind="stable")
        self.at = at[order]
        # Which of them lie where surfaces meet.
        self.seams = np.flatnonzero(seams.ravel()[self.at])
        counts = np.bincount(owners, minlength=256)
        self.numbers = np.flatnonzero(counts)
        self._counts = counts[self.numbers]
        ends = np.concatenate([[0], np.cumsum(self._counts)])
        self._asked = np.array(
            [
                start + np.arange(ASKED) * size // ASKED
                for start, size in zip(ends[:-1], self._counts, strict=True)
            ]
        ).reshape(-1, ASKED)
        self._loud = self._counts >= ENOUGH
        rows, columns = np.divmod(self.at, numbers.shape[1])
        # Shade is soft: half the size is plenty for it.
        self._half = ((numbers.shape[0] + 1) // 2, (numbers.shape[1] + 1) // 2)
        self._half_at = rows // 2 * self._half[1] + columns // 2
        side = round(SHADE_MM * raster.pixels_a_mm / 2) | 1
        self._shade = np.ones((side, side), np.uint8)

    def by_surface(self, values: Floats) -> Floats:
        """A number for every surface (of all surfaces), for each wall pixel."""
        return np.repeat(values[self.numbers], self._counts)

    def look(self, picture: Frame) -> Floats:
        """A picture's wall pixels above the dark, channels × pixels."""
        planes = [np.take(plane.ravel(), self.at) for plane in cv2.split(picture)]
        return np.stack(planes).astype(np.float32) - np.float32(FAINT_BYTE)

    def off(self, seen: Frame, expected: Frame, slack: Image) -> Unlike:
        """How unlike its wall each wall pixel is; `slack` (squared bytes) is what else may be off."""
        shown, known = self.look(seen), self.look(expected)
        np.maximum(known, 1, out=known)
        square = known[0] * known[0] + known[1] * known[1] + known[2] * known[2]
        share = (shown[0] * known[0] + shown[1] * known[1] + shown[2] * known[2]) / square
        np.clip(share, DARKEST, BRIGHTEST, out=share)
        shown -= known * share
        tint = shown[0] * shown[0] + shown[1] * shown[1] + shown[2] * shown[2]
        noise = self._noise(tint)
        soft = self._soft(np.where(tint < SAME_TINT * noise, share, 0))
        bright = np.sqrt(square * np.float32(1 / 3))
        darker = np.maximum(soft - share, 0) * bright / (DEEPER[0] + np.float32(DEEPER[1]) * bright)
        lighter = np.maximum(share - 1, 0) * bright / (LIGHTER[0] + np.float32(LIGHTER[1]) * bright)
        tint /= noise + np.take(slack.ravel(), self.at)
        return Unlike(tint, darker * darker + lighter * lighter)

    def _noise(self, tint: Floats) -> Floats:
        """The usual tint of every surface, from its quieter pixels: pieces may cover half of it."""
        at = int(QUIET * ASKED)
        quiet = np.partition(tint[self._asked], at, axis=1)[:, at]
        usual = np.where(self._loud, np.maximum(LEAST_NOISE, FROM_QUIET * quiet), LEAST_NOISE)
        return np.repeat(usual.astype(np.float32), self._counts)

    def _soft(self, share: Floats) -> Floats:
        """The soft shade around each pixel: dark spots smaller than shade reaches are filled."""
        shade = np.zeros(self._half, np.uint8)
        # Of the pixels that share a half-size one, the last wins: shade is the same for all of them.
        shade.ravel()[self._half_at] = (np.minimum(share, 1) * 200).astype(np.uint8)
        filled = cv2.morphologyEx(shade, cv2.MORPH_CLOSE, self._shade)
        return np.asarray(np.take(filled.ravel(), self._half_at) * np.float32(1 / 200), np.float32)
