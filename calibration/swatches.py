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
from vision.background import empty_look, sheen
from vision.light import FAINT_BYTE, as_bytes, ring_light, todays_field
from vision.photo import Frame, Photo
from vision.profile import EmptyTray, Place
from vision.tray import FramedTray

# Bytes by which a piece differs from the empty tray behind it.
DIFFERS = 12
# Light of the ring's reflection (white paper has 40 000) that spoils a colour.
GLARE = 2000.0
# Until pieces are seen nobody knows their size: the smallest thing worth looking at.
SMALLEST_MM2 = 30.0
# Pixels that mirror less than this of the ring show their colour alone; that is enough if it is this part.
FAINT_MIRROR, ENOUGH = 1 / 6, 0.3
# Shade keeps this much of a wall's brightness and, to so many bytes, its tint; the wall has to be lit this
# brightly (in bytes) to tell. A piece of which this part is something else is cut out without it.
DEEPEST_SHADE, SAME_TINT, BRIGHT_ENOUGH, NOT_SHADE = 0.4, 9.0, 20.0, 0.5
_SPECK = np.ones((5, 5), np.uint8)


@dataclass(frozen=True)
class SwatchPiece:
    """One piece of a photo: the light of its pixels (n × 3) without the reflection in the floor, how much of
    the ring each would mirror (0 to 1), and how many square millimetres it covers.
    """

    light: npt.NDArray[np.float32]
    mirrors: npt.NDArray[np.float32]
    area: float


@dataclass(frozen=True)
class Swatch:
    """The pieces of one photo."""

    pieces: tuple[SwatchPiece, ...]

    def colours(self, sheen: float) -> npt.NDArray[np.float64]:
        """The colours of their pixels (n × 3), without the sheen of the paint."""
        light = np.concatenate([piece.light for piece in self.pieces])
        mirrors = np.concatenate([piece.mirrors for piece in self.pieces])
        # Far from the ring's reflection faces and sides show their colour alone.
        plain = mirrors < FAINT_MIRROR
        if np.count_nonzero(plain) >= ENOUGH * len(plain):
            light, mirrors = light[plain], mirrors[plain]
        bare = np.maximum(light - np.float32(sheen) * mirrors[:, None], 0).astype(np.float32)
        return np.asarray(as_bytes(bare[None])[0], np.float64)


class SwatchCutter:
    """Cuts pieces out of photos of one tray with the paper frame."""

    def __init__(self, place: Place, empty: Photo) -> None:
        self._place = place
        self._tray = FramedTray(place)
        flat = self._tray.lay_flat(empty.frame, empty.unlit)
        single = self._tray.lay_flat(empty.frame, None)
        if flat.paper is None or single.paper is None:
            raise CalibrationError(Problem("no_frame", {"photo": empty.name or "empty.jpg"}).said)
        self.empty = EmptyTray(
            lit=flat.lit,
            unlit=flat.unlit,
            paper_lit=single.paper,
            paper_ring=None if flat.unlit is None else flat.paper,
        )
        look = empty_look(self.empty, place, self._tray.raster, pair=flat.unlit is not None)
        self._look = look.blurred(3)
        self._mirrors = sheen(look.glare, self._tray.raster.pixels_a_mm)

    def cut(self, label: str, photo: Photo) -> Swatch:
        """The pieces in one photo of a label."""
        flat = self._tray.lay_flat(photo.frame, None if self.empty.unlit is None else photo.unlit)
        look = self._look
        gain = np.ones(3) if flat.paper is None else look.paper.gain(flat.paper)
        field = todays_field(gain, look.inverse_field)
        light = ring_light(flat.lit, field)
        if flat.unlit is not None:
            light -= ring_light(flat.unlit, field)
        light = np.asarray(cv2.blur(light, (3, 3)), np.float32)
        seen = as_bytes(np.asarray(cv2.subtract(light, look.glare), np.float32))
        differs = cv2.absdiff(seen, look.plain_bytes).max(axis=2)
        mask = cv2.morphologyEx((differs > DIFFERS).astype(np.uint8), cv2.MORPH_OPEN, _SPECK)
        mask[look.glare.max(axis=2) > GLARE] = 0
        _, groups, stats, _ = cv2.connectedComponentsWithStats(mask)
        scale = self._place.pixels_a_mm**2
        chosen = np.nonzero(stats[1:, cv2.CC_STAT_AREA] >= SMALLEST_MM2 * scale)[0] + 1
        bare = light - look.glare
        in_shade = shaded(seen, look.plain_bytes)
        pieces = []
        for group in chosen:
            core = cv2.erode((groups == group).astype(np.uint8), _SPECK) > 0
            # A gray piece may look like a shaded gray wall all over.
            if np.count_nonzero(core & ~in_shade) >= NOT_SHADE * np.count_nonzero(core):
                core &= ~in_shade
            area = float(stats[group, cv2.CC_STAT_AREA]) / scale
            if core.any():
                pieces.append(SwatchPiece(bare[core], self._mirrors[core], area))
        if not pieces:
            raise CalibrationError(Problem("no_pieces", {"photo": photo.name or label, "label": label}).said)
        return Swatch(tuple(pieces))


def shaded(seen: Frame, empty: Frame) -> npt.NDArray[np.bool_]:
    """Where a photo shows the empty tray's own tint, only darker: a piece's shadow beside it."""
    shown, known = (picture.astype(np.float32) - np.float32(FAINT_BYTE) for picture in (seen, empty))
    square = (known * known).sum(axis=2)
    share = (shown * known).sum(axis=2) / np.maximum(square, 1)
    off = ((shown - share[..., None] * known) ** 2).sum(axis=2)
    lit = square > 3 * BRIGHT_ENOUGH**2
    return np.asarray(lit & (share > DEEPEST_SHADE) & (share < 1) & (off < SAME_TINT**2), np.bool_)
