"""What was cut out of one photo, measured: which label explains it, how clearly it stands out.

The colours of all patches are looked up at once: for twelve small arrays numpy takes ten times as long as for
one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import TILT_PRICE, Cells, ColourTable
from vision.pixels import NOTHING, Evidence, Mask, Numbers
from vision.shape import Split

Box = tuple[slice, slice]

MOST_COST = 12.0
# A piece's colour is told without its rim if that leaves so many pixels, and where the ring's reflection is
# weaker than this if that leaves so much of it, or else in the clearest pixels, as many as that.
LEAST_CORE, GLARING, CLEAR_ENOUGH = 12, 400.0, 0.4
# Beyond this a black piece looks gray: so few clearer pixels tell more than many such.
DAZZLING, FEW_CLEAR = 7000.0, 20
_NEIGHBOURS = np.ones((3, 3), np.uint8)
# So much of a patch in other colours (a share of it) may be another piece. A pixel is of another colour if
# the patch's own label costs so much more there than the best one, and that explains it.
FOREIGN, PLAINLY_ANOTHER, EXPLAINED = 0.11, 5.0, 6.0
# A pixel this bright (a byte) in one channel at least is not merely in the shade.
NO_SHADE = 60


class Cutting(NamedTuple):
    """A part that may be a piece: how it was cut, where on the raster its mask begins, and how many others it
    touches.
    """

    split: Split
    left: int
    top: int
    neighbours: int = 0


class Patch(NamedTuple):
    """One piece as found on the raster: where, which pixels, how well each label explains it."""

    left: int
    top: int
    mask: Mask
    area: float
    costs: Sequence[float]
    strength: float
    middle: tuple[float, float]
    split: Split
    neighbours: int
    # The best label, what it costs, and by how much the second-best explains the piece worse.
    label: int
    cost: float
    margin: float
    # Which share of it is plainly of other colours.
    foreign: float = 0.0

    def outline(self) -> npt.NDArray[np.int32]:
        """The corners of its outline on the raster, n × 2."""
        contours, _ = cv2.findContours(
            self.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_TC89_KCOS, offset=(self.left, self.top)
        )
        return np.asarray(max(contours, key=len)[:, 0], np.int32)


class _Cut(NamedTuple):
    """A cutting in a mask no bigger than it, where that lies, the same without its rim, and the numbers of
    its pixels whose colour can be trusted.
    """

    cutting: Cutting
    mask: Mask
    box: Box
    core: Mask
    pixels: Numbers


def patches_of(cuttings: Sequence[Cutting], evidence: Evidence, table: ColourTable) -> list[Patch]:
    """All that was cut out of one photo, measured."""
    if not cuttings:
        return []
    numbers = _numbers(*evidence.labels.shape)
    cuts = [_cut_out(cutting, evidence, numbers) for cutting in cuttings]
    pixels = np.concatenate([cut.pixels for cut in cuts])
    sizes = [len(cut.pixels) for cut in cuts]
    cells = evidence.cells.ravel().take(pixels)
    tilted = None if evidence.tilted is None else evidence.tilted.ravel().take(pixels)
    costs = mean_costs(table, cells, tilted, sizes).tolist()
    strengths = _means(evidence.ratio.ravel().take(pixels), sizes).tolist()
    patches = [_patch(*found) for found in zip(cuts, costs, strengths, strict=True)]
    for number, cut in enumerate(cuts):
        if _may_be_two(patches[number], cut, evidence):
            foreign = _foreign(patches[number], cut, evidence, table)
            patches[number] = patches[number]._replace(foreign=foreign)
    return patches


def best_label(costs: list[float]) -> tuple[int, float, float]:
    """The label that costs least, what it costs, and by how much the next one costs more."""
    best, second, *_ = *sorted(costs), MOST_COST
    return costs.index(best), best, second - best


def _cut_out(cutting: Cutting, evidence: Evidence, numbers: Numbers) -> _Cut:
    x, y, width, height = cv2.boundingRect(cutting.split.mask)
    left, top = cutting.left + x, cutting.top + y
    box = np.s_[top : top + height, left : left + width]
    mask = cutting.split.mask[y : y + height, x : x + width]
    core = np.asarray(cv2.erode(mask, _NEIGHBOURS, borderValue=0), np.uint8)
    inside = _honest(mask, core, evidence.glare[box], cutting.split.form.area)
    return _Cut(cutting, mask, box, core, numbers[box][inside.view(np.bool_)])


def _may_be_two(patch: Patch, cut: _Cut, evidence: Evidence) -> bool:
    """Whether enough of a patch has another label than the patch to be worth a closer look."""
    labels = evidence.labels[cut.box]
    others = labels != patch.label
    others &= cut.core.view(np.bool_)
    if np.count_nonzero(others) < FOREIGN * patch.area:
        return False
    others &= labels != NOTHING
    return int(np.count_nonzero(others)) >= FOREIGN * patch.area


def _foreign(patch: Patch, cut: _Cut, evidence: Evidence, table: ColourTable) -> float:
    """The share of a patch that another label explains, and the patch's own label plainly does not."""
    inside = cut.core.view(np.bool_)
    own, least = _own_and_least(table, evidence.cells[cut.box][inside], patch.label)
    if evidence.tilted is not None:
        for known, tilted in zip(
            (own, least),
            _own_and_least(table, evidence.tilted[cut.box][inside], patch.label),
            strict=True,
        ):
            np.minimum(known, tilted + np.float32(TILT_PRICE), out=known)
    another = (np.minimum(own, np.float32(MOST_COST)) - least >= PLAINLY_ANOTHER) & (least <= EXPLAINED)
    if np.count_nonzero(another) < FOREIGN * patch.area:
        return 0.0
    # Gaps between pieces are dark as well.
    another &= evidence.seen[cut.box][inside].max(axis=1) >= NO_SHADE
    where = np.zeros(cut.mask.shape, np.uint8)
    where[inside] = another
    return cv2.countNonZero(cv2.morphologyEx(where, cv2.MORPH_OPEN, _NEIGHBOURS)) / patch.area


def _own_and_least(
    table: ColourTable, cells: Cells, label: int
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """What one label costs at some pixels, and what the cheapest one does."""
    return table.costs[cells, label], table.least.take(cells, mode="clip")


def _patch(cut: _Cut, costs: list[float], strength: float) -> Patch:
    split, left, top, neighbours = cut.cutting
    rows, columns = cut.box
    label, cost, margin = best_label(costs)
    return Patch(
        left=columns.start,
        top=rows.start,
        mask=cut.mask,
        area=float(split.form.area),
        costs=costs,
        strength=strength,
        middle=(left + split.form.x, top + split.form.y),
        split=split,
        neighbours=neighbours,
        label=label,
        cost=cost,
        margin=margin,
    )


@lru_cache(maxsize=2)
def _numbers(height: int, width: int) -> Numbers:
    """Every pixel's number, row by row."""
    return np.arange(height * width, dtype=np.int32).reshape(height, width)


def mean_costs(
    table: ColourTable, cells: Cells, tilted: Cells | None, sizes: Sequence[int]
) -> npt.NDArray[np.float32]:
    """What every label costs on average at the pixels of some patches, as faces on the floor or (where these
    are given) as tilted ones: one row a patch. The first of the cells belong to the first patch, as many as
    its size says, and so on.
    """
    costs = table.costs.take(cells, axis=0)
    if tilted is not None:
        as_tilted = table.costs.take(tilted, axis=0)
        as_tilted += np.float32(TILT_PRICE)
        np.minimum(costs, as_tilted, out=costs)
    np.minimum(costs, np.float32(MOST_COST), out=costs)
    return _means(costs, sizes)


def _means(values: npt.NDArray[np.float32], sizes: Sequence[int]) -> npt.NDArray[np.float32]:
    """The means of so many values, of so many after them, and so on."""
    counts = np.array(sizes)
    sums = np.add.reduceat(values, np.cumsum(counts) - counts, axis=0)
    return np.asarray((sums.T / counts).T, np.float32)


def _honest(mask: Mask, core: Mask, glare: npt.NDArray[np.float32], area: int) -> Mask:
    """The pixels of a piece whose colour can be trusted: off its rim, and least covered by the ring's
    reflection.
    """
    inside = core if cv2.countNonZero(core) >= LEAST_CORE else mask
    if cv2.minMaxLoc(glare, mask)[1] > GLARING:
        clear = (glare <= GLARING).view(np.uint8)
        if cv2.countNonZero(clear & mask) < CLEAR_ENOUGH * area + 1:
            limit = max(GLARING, _quantile(glare[mask.view(np.bool_)], CLEAR_ENOUGH))
            if (
                limit > DAZZLING
                and cv2.countNonZero((glare <= DAZZLING).view(np.uint8) & inside) >= FEW_CLEAR
            ):
                limit = DAZZLING
            clear = (glare <= limit).view(np.uint8)
        inside = inside & clear
        inside = inside if cv2.countNonZero(inside) else mask
    return inside


def _quantile(values: npt.NDArray[np.float32], share: float) -> float:
    """As numpy has it, without its general case."""
    place = share * (len(values) - 1)
    below = min(int(place), len(values) - 2) if len(values) > 1 else 0
    above = min(below + 1, len(values) - 1)
    ordered = np.sort(values)
    return float(ordered[below] + (ordered[above] - ordered[below]) * (place - below))
