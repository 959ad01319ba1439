"""Cutting the pieces out of a calibration photo: what stands out of the empty tray, and the colours
it has.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.errors import CalibrationError
from calibration.problems import Problem
from vision.background import SHEEN, empty_look, sheen
from vision.light import as_bytes, ring_light
from vision.photo import Photo
from vision.profile import EmptyTray, Place
from vision.tray import FramedTray

# Bytes by which a piece differs from the empty tray behind it.
DIFFERS = 12
# Light of the ring's reflection (white paper has 40 000) that spoils a colour.
GLARE = 2000.0
# Until pieces are seen nobody knows their size: the smallest thing worth looking at.
SMALLEST_MM2 = 30.0
FAINT_SHEEN, ENOUGH = 800.0, 0.3
_SPECK = np.ones((5, 5), np.uint8)


@dataclass(frozen=True)
class Swatch:
    """The pieces of one photo: the colours of their pixels, and how many square millimetres each covers."""

    colours: npt.NDArray[np.float64]
    areas: tuple[float, ...]


class SwatchCutter:
    """Cuts pieces out of photos of one tray with the paper frame."""

    def __init__(self, place: Place, empty: Photo) -> None:
        self._place = place
        self._tray = FramedTray(place)
        flat = self._tray.lay_flat(empty.frame, empty.unlit)
        single = self._tray.lay_flat(empty.frame, None)
        if flat.paper is None or single.paper is None:
            raise CalibrationError(Problem("no_frame", {"photo": empty.name or "empty.jpg"}).sentence())
        self.empty = EmptyTray(
            lit=flat.lit,
            unlit=flat.unlit,
            paper_lit=single.paper,
            paper_ring=None if flat.unlit is None else flat.paper,
        )
        look = empty_look(self.empty, place, self._tray.raster, pair=flat.unlit is not None)
        self._look = look.blurred(3)
        self._sheen = SHEEN * sheen(look.glare, self._tray.raster.pixels_a_mm)

    def cut(self, label: str, photo: Photo) -> Swatch:
        """The pieces in one photo of a label."""
        flat = self._tray.lay_flat(photo.frame, None if self.empty.unlit is None else photo.unlit)
        look = self._look
        gain = np.ones(3) if flat.paper is None else look.paper.gain(flat.paper)
        light = ring_light(flat.lit, gain, look.inverse_field)
        if flat.unlit is not None:
            light -= ring_light(flat.unlit, gain, look.inverse_field)
        light = np.asarray(cv2.blur(light, (3, 3)), np.float32)
        seen = as_bytes(np.asarray(cv2.subtract(light, look.glare), np.float32))
        differs = cv2.absdiff(seen, look.plain_bytes).max(axis=2)
        mask = cv2.morphologyEx((differs > DIFFERS).astype(np.uint8), cv2.MORPH_OPEN, _SPECK)
        mask[look.glare.max(axis=2) > GLARE] = 0
        _, groups, stats, _ = cv2.connectedComponentsWithStats(mask)
        scale = self._place.pixels_a_mm**2
        chosen = np.nonzero(stats[1:, cv2.CC_STAT_AREA] >= SMALLEST_MM2 * scale)[0] + 1
        if len(chosen) == 0:
            raise CalibrationError(
                Problem("no_pieces", {"photo": photo.name or label, "label": label}).sentence()
            )
        cores = [cv2.erode((groups == group).astype(np.uint8), _SPECK) > 0 for group in chosen]
        bare = as_bytes(np.maximum(light - look.glare - self._sheen[..., None], 0).astype(np.float32))
        inside = np.logical_or.reduce(cores)
        # Far from the ring's reflection faces and sides show their colour alone.
        plain = inside & (self._sheen < FAINT_SHEEN)
        colours = (bare[plain] if plain.sum() >= ENOUGH * inside.sum() else bare[inside]).astype(np.float64)
        return Swatch(colours, tuple((stats[chosen, cv2.CC_STAT_AREA] / scale).tolist()))
