"""A flat photo as light against white paper's, by the ring alone in a pair: the same numbers in any room.

Without a paper frame the table stands in for the paper: what it looks like today against what it looked like
when calibrated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import roots
from vision.light import LINEAR, Gain, Image, PaperLight, paper_points_mm
from vision.net import PIECE, TRAY, Maps
from vision.net_input import PIXELS_A_MM
from vision.photo import Frame
from vision.profile import EmptyTray, Place
from vision.rectify import MARGIN_MM, Raster
from vision.tray import FlatPhoto

Light: TypeAlias = npt.NDArray[np.float64]

# A dot of the ring's reflection in the floor is shorter than this in every direction, and so much brighter
# than what lies behind it; paper is 1. With so few such pixels there is no ring.
DOT_MM, DOT_LIGHT, FEWEST_DOT_PIXELS = 8.0, 0.1, 20
# Noise is averaged over so many pixels.
SMOOTH = (3, 3)
# Along the rim of the tray the bright paper begins, which is no dot.
PAPER_RIM_MM = 12.0
# Painted faces mirror the ring as softly as this, most around the middle of its dots.
VEIL_MM = 19.0
# The ring is off, or on in the twin, where the paper shows less than this of the calibrated light.
HARDLY_LIT = 0.25
# Without a frame a table so many times brighter or darker is another one, and says nothing about the light;
# of fewer pixels nothing is told.
OTHER_TABLE, FEWEST_OF_TABLE = 12.0, 100


@dataclass(frozen=True, eq=False)
class Normalised:
    """A photo's light, where white paper is 1.

    dots    light that the floor's reflection of the ring lays over everything
    veil    how much of the ring a face lying flat mirrors, 0–1
    lit     whether there is any light at all
    bare    roots of what the empty tray shows (`vision.colour.roots`); without a frame of the table's usual
            colour, if that is seen
    framed  whether `bare` is a photo of the empty tray
    """

    light: Image
    dots: Image
    veil: Image
    lit: bool
    bare: Image | None = None
    framed: bool = True


class Normaliser:
    """Takes the light out of the photos of one tray."""

    def __init__(self, place: Place, empty: EmptyTray) -> None:
        self._place, self._empty = place, empty
        self._references: dict[bool, _Reference] = {}

    def normalise(self, flat: FlatPhoto, maps: Maps) -> Normalised:
        """What a photo shows without its light; `maps` tell where the table is seen."""
        light = difference(flat.lit, flat.unlit)
        if flat.paper is None:
            nothing = np.zeros(light.shape[:2], np.float32)
            seen = np.asarray(light / self._table_gain(light, maps), np.float32)
            bare = self._bare_table(seen, maps)
            return Normalised(seen, nothing, nothing, lit=True, bare=bare, framed=False)
        known = self._reference(pair=flat.unlit is not None)
        gain = known.paper.gain(flat.paper)
        field = np.asarray(known.inverse_field / gain, np.float32)
        smooth = np.asarray(cv2.blur(cv2.multiply(light, field), SMOOTH), np.float32)
        return Normalised(smooth, known.dots, known.veil, float(gain.min()) > HARDLY_LIT, known.bare)

    def empty_light(self, *, pair: bool) -> Image:
        """The same of the empty tray, where a paper frame is around it."""
        return self._reference(pair=pair).light

    def _reference(self, *, pair: bool) -> _Reference:
        if pair not in self._references:
            self._references[pair] = _Reference(self._place, self._empty, pair=pair)
        return self._references[pair]

    def _bare_table(self, light: Image, maps: Maps) -> Image | None:
        """The photo's own table everywhere: without a frame nobody knows more of it than its usual colour."""
        table = table_light(light, maps)
        return None if table is None else np.broadcast_to(roots(table), light.shape)

    def _table_gain(self, light: Image, maps: Maps) -> Gain:
        """How much brighter the table is than when calibrated; 1 if it seems to be another one."""
        now = table_light(light, maps)
        if now is None:
            return np.ones(3)
        then = LINEAR[self._empty.lit].reshape(-1, 3).mean(axis=0)
        gain = np.maximum(now, LINEAR[1]) / np.maximum(then, LINEAR[1])
        return gain if (abs(np.log(gain)) < np.log(OTHER_TABLE)).all() else np.ones(3)


class _Reference:
    """The empty tray by one kind of light: how bright paper is, and where the floor mirrors dots."""

    def __init__(self, place: Place, empty: EmptyTray, *, pair: bool) -> None:
        raster = Raster.over(place.tray_mm, place.pixels_a_mm, MARGIN_MM)
        white = empty.paper_ring if pair and empty.paper_ring is not None else empty.paper_lit
        self.paper = PaperLight(paper_points_mm(place.tray_mm), white)
        self.inverse_field = np.asarray(1 / self.paper.field(raster), np.float32)
        self.light = difference(empty.lit, empty.unlit if pair else None) * self.inverse_field
        self.bare = roots(np.asarray(cv2.blur(self.light, SMOOTH), np.float32))
        self.dots = _dots(self.light, place.pixels_a_mm)
        self.veil = _veil(self.dots, place.pixels_a_mm)


def difference(lit: Frame, unlit: Frame | None) -> Image:
    """The light of a photo, or of a pair what the ring adds."""
    light = cv2.LUT(lit, LINEAR)
    return np.asarray(light if unlit is None else cv2.subtract(light, cv2.LUT(unlit, LINEAR)), np.float32)


def table_light(light: Image, maps: Maps) -> Light | None:
    """The middle of what is neither piece nor foreign; nothing where that is hardly anything."""
    step = int(PIXELS_A_MM)
    shown = maps.kinds[TRAY] > maps.kinds[PIECE]
    small = light[::step, ::step][: shown.shape[0], : shown.shape[1]]
    table = small[shown[: small.shape[0], : small.shape[1]]]
    return np.asarray(np.median(table, axis=0), np.float64) if len(table) >= FEWEST_OF_TABLE else None


def _dots(light: Image, pixels_a_mm: float) -> Image:
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (int(DOT_MM * pixels_a_mm) | 1,) * 2)
    gray = np.asarray(light.mean(axis=2), np.float32)
    dots = gray - cv2.morphologyEx(gray, cv2.MORPH_OPEN, around)
    near = cv2.dilate((dots > DOT_LIGHT).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    rim = int(PAPER_RIM_MM * pixels_a_mm)
    inner = np.zeros_like(near)
    inner[rim:-rim, rim:-rim] = near[rim:-rim, rim:-rim]
    return np.asarray(np.where(inner, dots, 0), np.float32)


def _veil(dots: Image, pixels_a_mm: float) -> Image:
    """1 in the ring's middle, less around it; nothing where no dots show where that is."""
    rows, columns = np.nonzero(dots > DOT_LIGHT)
    if len(rows) < FEWEST_DOT_PIXELS:
        return np.zeros(dots.shape, np.float32)
    y, x = np.ogrid[0 : dots.shape[0], 0 : dots.shape[1]]
    square = (x - columns.mean()) ** 2 + (y - rows.mean()) ** 2
    return np.asarray(np.exp(-square / (2 * (VEIL_MM * pixels_a_mm) ** 2)), np.float32)
