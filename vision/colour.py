"""From light-corrected colours to labels: a table with the cost of every label for every colour.

A label is not a range but the set of colours its faces and sides showed when calibrated. Each of them may
also turn up darker (a side in the shade) or a little brighter (facing the ring), at a price that grows with
the change. The costs are worked out once for a coarse cube of colours, so that telling a pixel's label is
one look-up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.light import FAINT_LIGHT, PAPER_LIGHT, from_bytes
from vision.photo import Frame
from vision.profile import LabelLook

Costs = npt.NDArray[np.float32]
Cells: TypeAlias = npt.NDArray[np.uint16]

BITS = 5
STEPS = 1 << BITS
CELL = 256 // STEPS
# What it costs to take a pixel for a tilted face, which mirrors none of the ring.
TILT_PRICE = 1.0
# Colours this far apart (in bytes of √reflectance) are one unit of cost apart: noise, JPEG and print
# together.
SPREAD = 9.0
# A shaded side is as dark as this; each factor has its price.
SHADES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.08, 1.16)
# A glossy face mirrors a little of the ring: white light on top of its colour, as a share of the paper's.
LIGHTINGS = (*((shade, 0.0) for shade in SHADES), (1.0, 0.02), (1.0, 0.05), (1.0, 0.09), (0.8, 0.04))
GLOSS_PRICE = 0.05
SHADE_PRICE_DARKER = 0.22
SHADE_PRICE_BRIGHTER = 0.09
MOST_COST = 40.0
FACE_QUANTILE = 0.6
MOST_HIGHLIGHT_PRICE = 1.5
KEPT_COLOURS = 14
# So many costs are worked out at once: more do not fit into the processor's cache, and numpy would give some
# of them to another core, which takes many times as long.
ROWS_AT_ONCE, CELLS_AT_ONCE = 24, 2048
# A cost and its label as one number: so many steps to a unit of cost, and the label in the last byte.
COST_STEPS, LABEL_BITS = 1000, 8


def price(shade: float, gloss: float) -> float:
    width = SHADE_PRICE_DARKER if shade < 1 else SHADE_PRICE_BRIGHTER
    return ((shade - 1) / width) ** 2 + (gloss / GLOSS_PRICE) ** 2


def summarise(colours: npt.NDArray[np.float64], keep: int = KEPT_COLOURS) -> npt.NDArray[np.float64]:
    """A few colours that stand for all pixels of a label: its faces, its sides, its highlights."""
    points = np.ascontiguousarray(colours, np.float32)
    if len(points) <= keep:
        return points.astype(np.float64)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    cv2.setRNGSeed(1)
    _, groups, centres = cv2.kmeans(points, keep, np.empty(0, np.int32), ends, 2, cv2.KMEANS_PP_CENTERS)
    share = np.bincount(groups.ravel(), minlength=keep) / len(points)
    # A handful of stray pixels at the rim is no colour of the piece.
    return np.asarray(centres[share >= 0.25 / keep], np.float64)


def cell_index(picture: Frame) -> Cells:
    """Which cell of the colour cube each pixel falls into: five bits a channel, as old screens had them."""
    packed = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2BGR555), np.uint8)
    return packed.view(np.uint16)[..., 0]


def cube_cells() -> npt.NDArray[np.float32]:
    """The colour in the middle of every cell of the cube, in the order of `cell_index`."""
    axis = np.arange(STEPS) * CELL + (CELL - 1) / 2
    blue, green, red = np.meshgrid(axis, axis, axis, indexing="ij")
    return np.stack([blue, green, red], axis=-1).reshape(-1, 3).astype(np.float32)


def label_costs(colours: npt.NDArray[np.float32], look: npt.NDArray[np.float64]) -> Costs:
    """The cost of one label for each of some colours (both n × 3, blue green red)."""
    best = np.full(len(colours), MOST_COST, np.float32)
    light = from_bytes(look)
    standing = _standing(look)
    # All of a label's colours under all lightings are one matrix product: |c - p|² = |c|² - 2 c·p + |p|².
    rows = []
    for shade, gloss in LIGHTINGS:
        points = np.sqrt(np.maximum(light * shade**2 + gloss * PAPER_LIGHT, 0) + FAINT_LIGHT)
        offset = (points**2).sum(axis=1) / SPREAD**2 + standing + price(shade, gloss)
        rows.append(np.column_stack([points * (-2 / SPREAD**2), offset]))
    lookup = np.concatenate(rows).astype(np.float32)
    with_one = np.concatenate([colours.T, np.ones((1, len(colours)), np.float32)])
    squares = (colours**2).sum(axis=1) / np.float32(SPREAD**2)
    for start in range(0, len(colours), CELLS_AT_ONCE):
        cells = slice(start, start + CELLS_AT_ONCE)
        # Long rows and a minimum down the columns: numpy is many times slower the other way round.
        for row in range(0, len(lookup), ROWS_AT_ONCE):
            away = (lookup[row : row + ROWS_AT_ONCE] @ with_one[:, cells]).min(axis=0) + squares[cells]
            np.minimum(best[cells], away, out=best[cells])
    return best


def _standing(look: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """What each colour of a label costs by itself: its faces nothing, its shaded sides and highlights a
    little.

    Without this a gray piece would be as good a white one seen from its dark side all over.
    """
    brightness = np.sqrt(np.maximum(from_bytes(look), 1).mean(axis=1))
    face = float(np.quantile(brightness, FACE_QUANTILE))
    darker = [price(min(1.0, value / face), 0.0) for value in brightness]
    brighter = [
        min(MOST_HIGHLIGHT_PRICE, price(1.0, max(0.0, (value**2 - face**2) / PAPER_LIGHT)))
        for value in brightness
    ]
    return np.maximum(darker, brighter).astype(np.float32)


class ColourTable:
    """The costs of all labels over the colour cube, and the cheapest label of each cell."""

    def __init__(self, looks: Mapping[str, LabelLook]) -> None:
        self.labels: Sequence[str] = tuple(looks)
        cells = cube_cells()
        columns = [label_costs(cells, look.colours) for look in looks.values()]
        self.costs: Costs = np.stack(columns, axis=1)
        self.best: npt.NDArray[np.uint8] = self.costs.argmin(axis=1).astype(np.uint8)
        self.least: Costs = self.costs.min(axis=1)
        # What each label usually costs more than a label's own where that one's pieces are seen.
        self.apart: Costs = np.stack([self._usual_costs(look) for look in looks.values()])
        self.apart -= np.diag(self.apart)[:, None]
        self._packed = self._with_labels(0.0)
        self._packed_tilted = self._with_labels(TILT_PRICE)

    def _usual_costs(self, look: LabelLook) -> Costs:
        """What every label costs for a label's own colours."""
        colours = np.clip(np.rint(look.colours), 0, 255).astype(np.uint8)
        return np.asarray(np.median(self.costs[cell_index(colours[None])[0]], axis=0), np.float32)

    def _with_labels(self, price: float) -> npt.NDArray[np.int32]:
        steps = np.rint((self.least + price) * COST_STEPS).astype(np.int32)
        return np.asarray((steps << LABEL_BITS) | self.best, np.int32)

    def cheapest(self, cells: Cells, tilted: Cells) -> tuple[npt.NDArray[np.uint8], Costs]:
        """The label that explains each pixel best, and its cost: as a face on the floor, or as a tilted one,
        at a price.
        """
        packed = np.minimum(self._packed.take(cells), self._packed_tilted.take(tilted))
        labels = packed.astype(np.uint8)  # of the number only its last byte
        costs = packed.astype(np.float32)
        costs *= np.float32(1 / (COST_STEPS << LABEL_BITS))
        return labels, costs
