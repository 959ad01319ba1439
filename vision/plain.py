"""Counting without a paper frame: any pieces, on any table, in the whole picture or a region of it.

Nothing tells where the tray is or what white looks like, and the empty table may have been photographed from
elsewhere. So the background is known by its colours alone, not place by place: a pixel belongs to a piece
when one of the labels explains it better than the empty table's colours do, a little darker or brighter.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import ColourTable, cell_index, cube_cells, summarise
from vision.light import FAINT_LIGHT, Image, as_bytes, from_bytes, ring_light
from vision.photo import Frame
from vision.pixels import Evidence, Mask
from vision.profile import EmptyTray, Place, Profile
from vision.rectify import Lens, Raster, View
from vision.tray import FlatPhoto

# How many colours stand for a table top: wood has grain, a cloth has a pattern.
TABLE_COLOURS = 40
SAMPLED_PIXELS = 20_000
# A table may be lit less in one corner, or lie in a piece's shadow: each factor has its price.
SHADES = (0.72, 0.8, 0.88, 0.94, 1.0, 1.06, 1.12)
SHADE_WIDTH = 0.16
# How far, in bytes, a pixel of the table may lie from the table's colours: noise, and a coarse pattern.
SPREAD_BETWEEN = (4.5, 9.0)
SPREADS_OF_REST = 3.0
MOST_COST = 40.0
STANDS_OUT = 1.5
BACK_MOST, LABEL_MOST = 12.0, 6.0
# The light may be this much stronger or weaker than when calibrated before it is another table altogether.
GAIN_BETWEEN = (0.2, 4.0)
MOST_TINT = 3.5
TABLE_LIKE = 2.0
UNCHANGED_BONUS = 0.08
COMMON_COLOURS = 8
SMOOTH = (5, 5)


class PlainTray:
    """The picture, or a region of it, at the raster's scale; a "millimetre" is a pixel of the picture."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.raster = _raster(place, place.picture_size)

    def lay_flat(self, frame: Frame, unlit: Frame | None) -> FlatPhoto:
        size = (frame.shape[1], frame.shape[0])
        raster = _raster(self.place, size)
        return FlatPhoto(
            lit=self._cut(frame, raster),
            unlit=None if unlit is None else self._cut(unlit, raster),
            view=View.from_region(Lens(size), self.place.region),
            raster=raster,
            paper=None,
            registered=True,
            moved=False,
        )

    def _cut(self, frame: Frame, raster: Raster) -> Frame:
        height, width = frame.shape[:2]
        left, top, right, bottom = self.place.region
        part = frame[
            int(top * height) : max(int(top * height) + 1, round(bottom * height)),
            int(left * width) : max(int(left * width) + 1, round(right * width)),
        ]
        method = cv2.INTER_AREA if raster.pixels_a_mm < 1 else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(part, (raster.width, raster.height), interpolation=method), np.uint8)


def _raster(place: Place, size: tuple[int, int]) -> Raster:
    left, top, right, bottom = place.region
    return Raster.over(((right - left) * size[0], (bottom - top) * size[1]), place.pixels_a_mm)


def plain_light(lit: Frame, unlit: Frame | None, gain: npt.NDArray[np.float64] | None = None) -> Image:
    """The light of a flat picture against a full byte of it, the room taken off where there is a twin."""
    even = np.ones((*lit.shape[:2], 3), np.float32)
    light = ring_light(lit, unlit, np.ones(3) if gain is None else gain, even)
    return np.maximum(np.asarray(cv2.blur(light, (3, 3)), np.float32), np.float32(0))


class TableTop:
    """The colours of the empty table, and what it costs to take any colour for one of them."""

    def __init__(self, empty: EmptyTray, *, pair: bool) -> None:
        seen = as_bytes(plain_light(empty.lit, empty.unlit if pair else None)).reshape(-1, 3)
        step = max(1, len(seen) // SAMPLED_PIXELS)
        self.colours = summarise(seen[::step].astype(np.float64), TABLE_COLOURS)
        self.middle = from_bytes(np.median(seen, axis=0))
        few = seen[:: max(1, len(seen) // 2000)].astype(np.float64)
        rest = np.sqrt(((few[:, None] - self.colours[None]) ** 2).sum(axis=2).min(axis=1))
        spread = float(np.clip(SPREADS_OF_REST * np.quantile(rest, 0.9), *SPREAD_BETWEEN))
        self.costs = table_costs(cube_cells(), self.colours, spread)

    def gain(self, light: Image, label_costs: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """How much stronger each channel of the light is than when the empty table was taken.

        Whatever covers a good part of the picture may be the table in another light. The guess is believed
        under which table and labels together explain the picture best; that nothing changed is the first
        guess.
        """
        few = light[:: max(1, light.shape[0] // 90), :: max(1, light.shape[1] // 90)].reshape(-1, 3)
        best = np.ones(3)
        most = self._explained(few, best, label_costs) + UNCHANGED_BONUS
        for guess in self._guesses(few):
            for gain in (guess, self._sharpened(few, guess)):
                if _possible(gain) and (explained := self._explained(few, gain, label_costs)) > most:
                    best, most = gain, explained
        return np.asarray(best, np.float64)

    def _guesses(self, light: npt.NDArray[np.float32]) -> list[npt.NDArray[np.float64]]:
        """Each common colour of the picture as the table's own."""
        seen = np.sqrt(np.maximum(light, 0) + FAINT_LIGHT).astype(np.float64)
        common = summarise(seen, COMMON_COLOURS)
        return [from_bytes(colour) / np.maximum(self.middle, 1.0) for colour in common]

    def _sharpened(
        self, light: npt.NDArray[np.float32], gain: npt.NDArray[np.float64]
    ) -> npt.NDArray[np.float64]:
        """The guess corrected by what looks like table under it, each pixel by the table colour next
        to it.
        """
        evened = light / np.maximum(gain, 1e-3)
        likely = evened[self._cost(evened) < TABLE_LIKE]
        if len(likely) < 20:
            return gain
        seen = np.sqrt(np.maximum(likely, 0) + FAINT_LIGHT)
        nearest = ((seen[:, None, :] - self.colours[None]) ** 2).sum(axis=2).argmin(axis=1)
        off = np.median(likely / np.maximum(from_bytes(self.colours)[nearest], 1.0), axis=0)
        return np.asarray(gain * off, np.float64)

    def _explained(
        self,
        light: npt.NDArray[np.float32],
        gain: npt.NDArray[np.float64],
        label_costs: npt.NDArray[np.float32],
    ) -> float:
        """Which part of the picture is table under this gain; what is plainly a piece counts half."""
        cells = cell_index(as_bytes((light / gain).reshape(-1, 1, 3).astype(np.float32)))
        table = self.costs[cells] < TABLE_LIKE
        return float(table.mean() + 0.5 * (~table & (label_costs[cells] < TABLE_LIKE)).mean())

    def _cost(self, light: npt.NDArray[np.floating]) -> npt.NDArray[np.float32]:
        seen = as_bytes(light.reshape(-1, 1, 3).astype(np.float32))
        return np.asarray(self.costs[cell_index(seen)].ravel(), np.float32)


def _possible(gain: npt.NDArray[np.float64]) -> bool:
    """Lamps differ in strength and tint, but not without bounds: a red table is no lamp."""
    least, most = float(gain.min()), float(gain.max())
    return bool(GAIN_BETWEEN[0] <= least and most <= GAIN_BETWEEN[1] and most <= MOST_TINT * least)


def table_costs(
    colours: npt.NDArray[np.float32], table: npt.NDArray[np.float64], spread: float
) -> npt.NDArray[np.float32]:
    """The cost of each of some colours as the table's, in whatever shade is cheapest."""
    best = np.full(len(colours), MOST_COST, np.float32)
    light = from_bytes(table)
    squares = (colours**2).sum(axis=1)
    for shade in SHADES:
        points = np.sqrt(np.maximum(light * shade**2, 0) + FAINT_LIGHT).astype(np.float32)
        away = (points**2).sum(axis=1)[:, None] - 2 * (points @ colours.T)
        cost = (away.min(axis=0) + squares) / np.float32(spread**2) + np.float32(
            ((shade - 1) / SHADE_WIDTH) ** 2
        )
        np.minimum(best, cost, out=best)
    return best


class PlainExaminer:
    """Weighs the pixels of photos without a frame: a label's colour against the table's."""

    def __init__(self, profile: Profile, table: ColourTable) -> None:
        self.table = table
        self.pairs = profile.empty.unlit is not None
        self._tops = {pair: TableTop(profile.empty, pair=pair) for pair in {False, self.pairs}}

    def examine(self, photo: FlatPhoto) -> Evidence:
        pair = photo.unlit is not None and self.pairs
        top = self._tops[pair]
        light = plain_light(photo.lit, photo.unlit if pair else None)
        seen = as_bytes((light / top.gain(light, self.table.least)).astype(np.float32))
        cells = cell_index(seen)
        ratio = np.minimum(top.costs[cells], BACK_MOST) - np.minimum(self.table.least[cells], LABEL_MOST)
        foreground = stands_out(np.asarray(ratio, np.float32), STANDS_OUT)
        labels = self.table.best[cells]
        return Evidence(seen, cells, labels, foreground, ratio, np.zeros(ratio.shape, np.float32))


def stands_out(ratio: Image, limit: float) -> Mask:
    """The pixels whose surroundings are no table; specks and threads are opened away."""
    found = (cv2.blur(ratio, SMOOTH) > limit).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones(SMOOTH, np.uint8)), np.uint8)
