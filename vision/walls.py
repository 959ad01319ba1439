"""Walls and tower behind the pieces: how unlike them a pixel is.

Shade takes the same part of every colour and reaches further than a piece is wide. So a pixel of another
tint than its wall, or a dark spot that a piece could cover, is no wall.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.light import FAINT_BYTE, Image
from vision.photo import Frame
from vision.rectify import Raster

Floats = npt.NDArray[np.float32]

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
ENOUGH, EVERY = 20, 16


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
        self._counts = np.bincount(owners, minlength=256)
        self._counts = self._counts[self._counts > 0]
        self._ends = np.concatenate([[0], np.cumsum(self._counts)])
        rows, columns = np.divmod(self.at, numbers.shape[1])
        # Shade is soft: half the size is plenty for it.
        self._half = ((numbers.shape[0] + 1) // 2, (numbers.shape[1] + 1) // 2)
        self._half_at = rows // 2 * self._half[1] + columns // 2
        side = round(SHADE_MM * raster.pixels_a_mm / 2) | 1
        self._shade = np.ones((side, side), np.uint8)

    def off(self, seen: Frame, expected: Frame, slack: Image) -> Floats:
        """How unlike its wall each wall pixel is; `slack` (squared bytes) is what else may be off."""
        shown = np.take(seen.reshape(-1, 3), self.at, axis=0).astype(np.float32)
        known = np.take(expected.reshape(-1, 3), self.at, axis=0).astype(np.float32)
        shown -= FAINT_BYTE
        known -= FAINT_BYTE
        np.maximum(known, 1, out=known)
        square = np.einsum("ij,ij->i", known, known)
        share = np.einsum("ij,ij->i", shown, known) / square
        np.clip(share, DARKEST, BRIGHTEST, out=share)
        shown -= known * share[:, None]
        tint = np.einsum("ij,ij->i", shown, shown)
        noise = self._noise(tint)
        soft = self._soft(np.where(tint < SAME_TINT * noise, share, 0))
        bright = np.sqrt(square / 3)
        darker = np.maximum(soft - share, 0) * bright / (DEEPER[0] + np.float32(DEEPER[1]) * bright)
        lighter = np.maximum(share - 1, 0) * bright / (LIGHTER[0] + np.float32(LIGHTER[1]) * bright)
        tint /= noise + np.take(slack.ravel(), self.at)
        return np.asarray(tint + darker * darker + lighter * lighter, np.float32)

    def _noise(self, tint: Floats) -> Floats:
        """The usual tint of every surface, from its quieter pixels: pieces may cover half of it."""
        usual = np.full(len(self._counts), LEAST_NOISE, np.float32)
        for number in range(len(usual)):
            own = tint[self._ends[number] : self._ends[number + 1] : EVERY]
            if len(own) >= ENOUGH:
                at = int(QUIET * len(own))
                usual[number] = max(LEAST_NOISE, FROM_QUIET * float(np.partition(own, at)[at]))
        return np.repeat(usual, self._counts)

    def _soft(self, share: Floats) -> Floats:
        """The soft shade around each pixel: dark spots smaller than shade reaches are filled."""
        shade = np.zeros(self._half, np.uint8)
        # Of the pixels that share a half-size one, the last wins: shade is the same for all of them.
        shade.ravel()[self._half_at] = np.minimum(share, 1) * 200
        filled = cv2.morphologyEx(shade, cv2.MORPH_CLOSE, self._shade)
        return np.asarray(np.take(filled.ravel(), self._half_at) * np.float32(1 / 200), np.float32)
