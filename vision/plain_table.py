"""The table without a paper frame: its colours, and what it costs to take any colour for one of them.

How strong the light is today, what tint it has and how it falls off is read from the table itself: it covers
most of the picture.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import cell_index, cube_cells, summarise
from vision.light import FAINT_LIGHT, LINEAR, PAPER_LIGHT, Image, as_bytes, from_bytes
from vision.photo import Frame
from vision.pixels import Mask
from vision.profile import EmptyTray

Costs = npt.NDArray[np.float32]
Gain = npt.NDArray[np.float64]

# How many colours stand for a table top: wood has grain, a cloth has a pattern.
TABLE_COLOURS = 40
SAMPLED_PIXELS = 20_000
# A table may lie in a piece's shadow, or be lit less in one corner: each factor has its price.
SHADES = (0.36, 0.43, 0.5, 0.58, 0.66, 0.74, 0.82, 0.91, 1.0, 1.06, 1.12)
DARKER, BRIGHTER = 0.18, 0.12
# How far, in bytes, a pixel of the table may lie from the table's colours: noise, and a coarse pattern.
SPREAD_BETWEEN = (4.5, 9.0)
SPREADS_OF_REST = 3.0
MOST_COST = 40.0
STANDS_OUT = 1.5
# What neither the table nor a label explains stands out just enough to be asked about.
BACK_MOST, LABEL_MOST = 12.0, 9.5
CLAIMED, SHADOW_TIMES = 1.0, 2.0
# The light may be this much stronger or weaker than when calibrated before it is another table altogether.
GAIN_BETWEEN = (0.06, 5.0)
MOST_TINT = 7.0
TABLE_LIKE = 2.0
TONE_LIKE = 4.0
SAME_TONE = 3.0
UNCHANGED_BONUS, PLAINLY_UNCHANGED = 0.08, 0.95
COMMON_COLOURS = 6
# The light is judged by about this many pixels across the picture.
ACROSS = 44
# The light's fall-off: how many times it is fitted, what it may leave over, and when it is worth taking out.
FITS, LEFT_OVER, UNEVEN = 3, 0.5, 0.1
FLATNESS = 1.0
# A channel of which the table returns less than this part of its brightest says nothing about the light: a
# few counts of noise in the red of a green cloth look like another lamp.
DIM = 0.1
HILL_BETWEEN = (0.25, 4.0)
FEWEST_OF_TABLE = 0.25
SMOOTH = (5, 5)
# How big a piece is on the raster. A hole of up to this share of it is a highlight. In a heap, at least so
# many pieces big, it has to fill this much of its hull: the gaps that round pieces leave have hollow sides.
PIECE_PIXELS, HIGHLIGHT, HEAP, BULGING = 676.0, 0.22, 3.0, 0.8


def plain_light(lit: Frame, unlit: Frame | None) -> Image:
    """The light of a flat picture against a full byte of it, the room taken off where there is a twin."""
    curve = (LINEAR * PAPER_LIGHT).astype(np.float32)
    light = cv2.LUT(cv2.blur(lit, (3, 3)), curve)
    if unlit is not None:
        light = np.maximum(cv2.subtract(light, cv2.LUT(cv2.blur(unlit, (3, 3)), curve)), np.float32(0))
    return np.asarray(light, np.float32)


class TableTop:
    """The colours of the empty table, and what it costs to take any colour for one of them."""

    def __init__(self, empty: EmptyTray, *, pair: bool) -> None:
        seen = as_bytes(plain_light(empty.lit, empty.unlit if pair else None)).reshape(-1, 3)
        step = max(1, len(seen) // SAMPLED_PIXELS)
        self.colours = summarise(seen[::step].astype(np.float64), TABLE_COLOURS)
        self.middle = from_bytes(np.median(seen, axis=0))
        self._dim = self.middle < DIM * self.middle.max()
        few = seen[:: max(1, len(seen) // 2000)].astype(np.float64)
        rest = np.sqrt(((few[:, None] - self.colours[None]) ** 2).sum(axis=2).min(axis=1))
        self.spread = float(np.clip(SPREADS_OF_REST * np.quantile(rest, 0.9), *SPREAD_BETWEEN))
        self.costs, self.tones, self._nearest, self._usual = table_costs(
            cube_cells(), self.colours, self.spread
        )

    def evened(self, light: Image, label_costs: Costs) -> Image:
        """A picture's light as if it lay in the light of the empty table's photo, all of it equally."""
        few = _few(light)
        gain = self.gain(few.reshape(-1, 3), label_costs)
        hill = self._hill((few / gain).astype(np.float32), label_costs)
        if hill is None:
            return (
                light if (gain == 1).all() else np.asarray(light * (1 / gain).astype(np.float32), np.float32)
            )
        flattened = (1 / (hill * gain)).astype(np.float32)
        return np.asarray(light * cv2.resize(flattened, (light.shape[1], light.shape[0])), np.float32)

    def explained(self, light: Image, label_costs: Costs) -> float:
        """Which part of a picture is this table, in the light it is known in, or plainly a piece."""
        return self._explained(_few(light).reshape(-1, 3), np.ones(3), label_costs, 1.0)

    def brightness(self, light: npt.NDArray[np.float32]) -> tuple[float, float]:
        """Which part of some light (n × 3) has the table's tone, and how bright that is for the table, as a
        logarithm.
        """
        cells = cell_index(as_bytes(light[None]))[0]
        table = self.tones[cells] < TABLE_LIKE
        if not table.any():
            return 0.0, 0.0
        over = self._told(np.log(np.maximum(light[table], 1)) - self._usual[cells[table]])
        return float(table.mean()), float(np.median(over.mean(axis=1)))

    def gain(self, few: npt.NDArray[np.float32], label_costs: Costs) -> Gain:
        """How much stronger each channel of the light is than when the empty table was taken.

        Whatever covers a good part of the picture may be the table in another light. The guess is believed
        under which table and labels together explain the picture best; that nothing changed is the first
        guess.
        """
        best = np.ones(3)
        most = self._explained(few, best, label_costs) + UNCHANGED_BONUS
        guesses = [best] if most > PLAINLY_UNCHANGED else [best, *self._guesses(few)]
        for guess in guesses:
            for gain in (guess, self._sharpened(few, guess)):
                if lamp_possible(gain) and (explained := self._explained(few, gain, label_costs)) > most:
                    best, most = gain, explained
        return np.asarray(best, np.float64)

    def _guesses(self, few: npt.NDArray[np.float32]) -> list[Gain]:
        """Each common colour of the picture as the table's own."""
        coarse = as_bytes(few.reshape(-1, 1, 3))[:, 0].astype(np.int32) >> 4
        kind = (coarse[:, 0] << 8) | (coarse[:, 1] << 4) | coarse[:, 2]
        common = np.argsort(-np.bincount(kind, minlength=4096))[:COMMON_COLOURS]
        seen = [few[kind == one].mean(axis=0, dtype=np.float64) for one in common if (kind == one).any()]
        gains = [np.log(np.maximum(colour, 1.0) / np.maximum(self.middle, 1.0)) for colour in seen]
        return [np.exp(self._told(gain)) for gain in gains]

    def _sharpened(self, few: npt.NDArray[np.float32], gain: Gain) -> Gain:
        """The guess corrected by what looks like table under it, each pixel by the table colour next
        to it.
        """
        even = few / np.maximum(gain, 1e-3)
        cells = cell_index(as_bytes(even.reshape(-1, 1, 3).astype(np.float32))).ravel()
        likely = self.costs[cells] < TABLE_LIKE
        if np.count_nonzero(likely) < 20:
            return gain
        near = from_bytes(self.colours)[self._nearest[cells[likely]]]
        more = np.median(even[likely] / np.maximum(near, 1.0), axis=0)
        return np.asarray(gain * np.exp(self._told(np.log(np.maximum(more, 1e-3)))), np.float64)

    def _explained(
        self, few: npt.NDArray[np.float32], gain: Gain, label_costs: Costs, piece_counts: float = 0.5
    ) -> float:
        """Which part of the picture is table under this gain; what is plainly a piece counts half."""
        cells = cell_index(as_bytes((few / gain).reshape(-1, 1, 3).astype(np.float32)))
        table = self.costs[cells] < TABLE_LIKE
        return float(table.mean() + piece_counts * (~table & (label_costs[cells] < TABLE_LIKE)).mean())

    def _told(self, over: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.float64]:
        """How much brighter than the table some light is, a logarithm a channel: channels the table hardly
        returns go with the others.
        """
        told = np.asarray(over, np.float64).copy()
        told[..., self._dim] = told[..., ~self._dim].mean(axis=-1, keepdims=True)
        return told

    def _hill(self, few: Image, label_costs: Costs) -> npt.NDArray[np.float64] | None:
        """How the light falls off across the picture: a gentle hill through what has the table's tone.

        Nothing where the light is even, or too little of the table is to be seen.
        """
        y, x = np.meshgrid(np.linspace(-1, 1, few.shape[0]), np.linspace(-1, 1, few.shape[1]), indexing="ij")
        terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
        hill = np.zeros(few.shape)
        for _ in range(FITS):
            cells = cell_index(as_bytes((few / np.exp(hill)).astype(np.float32)))
            piece = (label_costs[cells] < TABLE_LIKE) & (self.costs[cells] > TABLE_LIKE)
            table = (self.tones[cells] < TONE_LIKE) & ~piece
            if table.mean() < FEWEST_OF_TABLE:
                return None
            over = self._told(np.log(np.maximum(few, 1)) - self._usual[cells])
            rest = (over - hill).mean(axis=2)
            table &= np.abs(rest - np.median(rest[table])) < LEFT_OVER
            known = terms[table]
            shape = np.linalg.solve(known.T @ known + FLATNESS * np.eye(6), known.T @ over[table])
            hill = np.clip(terms @ shape, *np.log(HILL_BETWEEN))
        return np.exp(hill) if np.ptp(hill, axis=(0, 1)).max() > UNEVEN else None


def _few(light: Image) -> Image:
    """Pixels from all over a picture, still in rows and columns."""
    rows = np.linspace(0, light.shape[0] - 1, min(light.shape[0], ACROSS)).astype(int)
    columns = np.linspace(0, light.shape[1] - 1, min(light.shape[1], ACROSS)).astype(int)
    return np.asarray(light[rows[:, None], columns], np.float32)


def lamp_possible(gain: Gain) -> bool:
    """Lamps differ in strength and tint, but not without bounds: a red table is no lamp."""
    least, most = float(gain.min()), float(gain.max())
    return bool(GAIN_BETWEEN[0] <= least and most <= GAIN_BETWEEN[1] and most <= MOST_TINT * least)


def table_costs(
    colours: npt.NDArray[np.float32], table: npt.NDArray[np.float64], spread: float
) -> tuple[Costs, Costs, npt.NDArray[np.intp], npt.NDArray[np.float64]]:
    """What each of some colours is to the table: its cost in whatever shade is cheapest, the same where
    shade costs nothing, which of the table's colours is next to it, and how much light (its logarithm) those
    of the table's colours have that it is a shade of.
    """
    best = np.full(len(colours), MOST_COST, np.float32)
    tones = np.full((len(table), len(colours)), np.inf, np.float32)
    nearest = np.zeros(len(colours), np.intp)
    light = from_bytes(table)
    squares = (colours**2).sum(axis=1)
    for shade in SHADES:
        points = np.sqrt(np.maximum(light * shade**2, 0) + FAINT_LIGHT).astype(np.float32)
        away = (points**2).sum(axis=1)[:, None] - 2 * (points @ colours.T)
        if shade == 1:
            nearest = away.argmin(axis=0)
        np.minimum(tones, away, out=tones)
        price = ((shade - 1) / (DARKER if shade < 1 else BRIGHTER)) ** 2
        cost = (away.min(axis=0) + squares) / np.float32(spread**2)
        np.minimum(best, cost + np.float32(price), out=best)
    least = tones.min(axis=0)
    alike = (tones <= least + SAME_TONE * spread**2).astype(np.float32)
    logs = np.log(np.maximum(light, 1)).astype(np.float32)
    usual = (alike.T @ logs) / alike.sum(axis=0)[:, None]
    return best, np.minimum((least + squares) / np.float32(spread**2), MOST_COST), nearest, usual


def weighed(top: TableTop, label: Costs) -> Costs:
    """By how much a label explains each colour better than the table does.

    Where a label has that very colour, a piece is likelier than a deep shadow.
    """
    back = np.where(label < CLAIMED, top.tones + SHADOW_TIMES * (top.costs - top.tones), top.costs)
    return np.asarray(np.minimum(back, BACK_MOST) - np.minimum(label, LABEL_MOST), np.float32)


def stands_out(ratio: Image, limit: float) -> Mask:
    """The pixels whose surroundings are no table; specks and threads are opened away, highlights filled."""
    found = (cv2.blur(ratio, SMOOTH) > limit).astype(np.uint8)
    found = np.asarray(cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones(SMOOTH, np.uint8)), np.uint8)
    fill_highlights(found, PIECE_PIXELS)
    return found


def fill_highlights(found: Mask, piece_area: float) -> None:
    """Fill the holes of a mask that are highlights or print on a piece, and no gaps between pieces."""
    outlines, nesting = cv2.findContours(found, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    for hole, (_, _, _, parent) in zip(outlines, nesting[0] if nesting is not None else (), strict=True):
        area = cv2.contourArea(hole)
        if parent < 0 or area > HIGHLIGHT * piece_area:
            continue
        in_heap = cv2.contourArea(outlines[parent]) >= HEAP * piece_area
        if not in_heap or area >= BULGING * cv2.contourArea(cv2.convexHull(hole)):
            cv2.drawContours(found, [hole], -1, 1, cv2.FILLED)
