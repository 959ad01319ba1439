"""What was cut out of one photo, measured: which label explains it, how clearly it stands out.

The colours of all patches are looked up at once: for twelve small arrays numpy takes ten times as long as for
one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import TILT_PRICE, Cells, ColourTable
from vision.light import brightest, capped
from vision.pixels import NOTHING, Evidence, Flags, Mask, Numbers, Value, under
from vision.shape import Split

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

    def on(self, picture: npt.NDArray[Value]) -> npt.NDArray[Value]:
        """The part of a picture of the raster over which its mask lies."""
        return under(self.split.mask, self.left, self.top, picture)


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


class _Cores:
    """The pixels of all patches of one photo without their rims, one patch after the other."""

    def __init__(self, cuttings: Sequence[Cutting], evidence: Evidence, table: ColourTable) -> None:
        numbers = _numbers(*evidence.labels.shape)
        self.evidence = evidence
        self.masks: list[Flags] = []
        pixels = []
        for cutting in cuttings:
            mask, box = cutting.split.mask, cutting.on(numbers)
            inside = _flags(cv2.erode(mask, _NEIGHBOURS, borderValue=0))
            own = box[inside]
            if len(own) < LEAST_CORE:
                inside = mask.view(np.bool_)
                own = box[inside]
            self.masks.append(inside)
            pixels.append(own)
        self.sizes = [len(own) for own in pixels]
        ends = list(accumulate(self.sizes))
        self.starts = [0, *ends[:-1]]
        self.slices = list(map(slice, self.starts, ends))
        self.pixels = np.concatenate(pixels)
        # What every label costs at each of them.
        tilted = None if evidence.tilted is None else evidence.tilted.ravel().take(self.pixels)
        self.costs = pixel_costs(table, evidence.cells.ravel().take(self.pixels), tilted)

    def counts(self, which: Flags) -> list[int]:
        """How many of some pixels each patch has."""
        counts: list[int] = np.add.reduceat(which, self.starts, dtype=np.intp).tolist()
        return counts


def patches_of(cuttings: Sequence[Cutting], evidence: Evidence, table: ColourTable) -> list[Patch]:
    """All that was cut out of one photo, measured."""
    if not cuttings:
        return []
    cores = _Cores(cuttings, evidence, table)
    honest = _honest(cores, cuttings)
    trusted = np.add.reduceat(honest, cores.starts)
    ratio = evidence.ratio.ravel().take(cores.pixels) * honest
    strengths = (np.add.reduceat(ratio, cores.starts) / trusted).tolist()
    # A product with ones and zeros is the quickest way to add up the rows of some pixels.
    sums = [honest[own] @ cores.costs[own] for own in cores.slices]
    costs = (np.array(sums) / trusted[:, None]).tolist()
    bests = [best_label(own) for own in costs]
    foreign = _foreign(cores, cuttings, [label for label, _, _ in bests])
    return [
        Patch(
            left=left,
            top=top,
            mask=split.mask,
            area=float(split.form.area),
            costs=costs[number],
            strength=strengths[number],
            middle=(left + split.form.x, top + split.form.y),
            split=split,
            neighbours=neighbours,
            label=bests[number][0],
            cost=bests[number][1],
            margin=bests[number][2],
            foreign=foreign[number],
        )
        for number, (split, left, top, neighbours) in enumerate(cuttings)
    ]


def best_label(costs: list[float]) -> tuple[int, float, float]:
    """The label that costs least, what it costs, and by how much the next one costs more."""
    ranked = sorted(costs)
    best, second = ranked[0], ranked[1] if len(ranked) > 1 else MOST_COST
    return costs.index(best), best, second - best


def _foreign(cores: _Cores, cuttings: Sequence[Cutting], labels: list[int]) -> list[float]:
    """The share of each patch that another label explains, and the patch's own label plainly does not."""
    shown = cores.evidence.labels.ravel().take(cores.pixels)
    others = (shown != np.repeat(np.array(labels, np.uint8), cores.sizes)) & (shown != NOTHING)
    foreign = [0.0] * len(labels)
    for number, (count, cutting) in enumerate(zip(cores.counts(others), cuttings, strict=True)):
        # Most patches have too little of other labels to be worth a closer look.
        if count >= FOREIGN * cutting.split.form.area:
            foreign[number] = _plainly_another(cores, number, cutting, labels[number])
    return foreign


def _plainly_another(cores: _Cores, number: int, cutting: Cutting, label: int) -> float:
    """Which share of one patch is plainly of other colours, if enough of it is."""
    least = FOREIGN * cutting.split.form.area
    costs = cores.costs[cores.slices[number]]
    # Along rows numpy is many times quicker than down the columns of so narrow a table.
    cheapest = np.ascontiguousarray(costs.T).min(axis=0)
    another = (costs[:, label] - cheapest >= PLAINLY_ANOTHER) & (cheapest <= EXPLAINED)
    if np.count_nonzero(another) < least:
        return 0.0
    # Gaps between pieces are dark as well.
    inside = cores.masks[number]
    where = np.zeros(inside.shape, np.uint8)
    another &= brightest(cutting.on(cores.evidence.seen))[inside] >= NO_SHADE
    where[inside] = another
    return cv2.countNonZero(cv2.morphologyEx(where, cv2.MORPH_OPEN, _NEIGHBOURS)) / cutting.split.form.area


@lru_cache(maxsize=2)
def _numbers(height: int, width: int) -> Numbers:
    """Every pixel's number, row by row."""
    return np.arange(height * width, dtype=np.int32).reshape(height, width)


def pixel_costs(table: ColourTable, cells: Cells, tilted: Cells | None) -> npt.NDArray[np.float32]:
    """What every label costs at some pixels, as faces on the floor or (where these are given) as tilted
    ones: one row a pixel.
    """
    costs = table.costs.take(cells, axis=0)
    if tilted is not None:
        as_tilted = table.costs.take(tilted, axis=0)
        as_tilted += np.float32(TILT_PRICE)
        np.minimum(costs, as_tilted, out=costs)
    return capped(costs, MOST_COST)


def _honest(cores: _Cores, cuttings: Sequence[Cutting]) -> npt.NDArray[np.float32]:
    """The pixels whose colour can be trusted, as ones: those least covered by the ring's reflection."""
    glare = cores.evidence.glare.ravel().take(cores.pixels)
    clear = glare <= GLARING
    honest = clear.astype(np.float32)
    for number, count in enumerate(cores.counts(clear)):
        # Where the core is clear enough, so is the patch.
        if count < min(cores.sizes[number], CLEAR_ENOUGH * cuttings[number].split.form.area + 1):
            own = cores.slices[number]
            honest[own] = glare[own] <= _limit(cores, cuttings[number], glare[own])
            if not honest[own].any():
                honest[own] = 1
    return honest


def _limit(cores: _Cores, cutting: Cutting, core_glare: npt.NDArray[np.float32]) -> float:
    """How much of the ring's reflection may lie over a pixel of a patch that it covers most of."""
    split = cutting.split
    glare = cutting.on(cores.evidence.glare)[split.mask.view(np.bool_)]
    if np.count_nonzero(glare <= GLARING) >= CLEAR_ENOUGH * split.form.area + 1:
        return GLARING
    limit = max(GLARING, _quantile(glare, CLEAR_ENOUGH))
    if limit > DAZZLING and np.count_nonzero(core_glare <= DAZZLING) >= FEW_CLEAR:
        return DAZZLING
    return limit


def _quantile(values: npt.NDArray[np.float32], share: float) -> float:
    """As numpy has it, without its general case."""
    place = share * (len(values) - 1)
    below = min(int(place), len(values) - 2) if len(values) > 1 else 0
    above = min(below + 1, len(values) - 1)
    ordered = np.sort(values)
    return float(ordered[below] + (ordered[above] - ordered[below]) * (place - below))


def _flags(mask: cv2.typing.MatLike) -> Flags:
    return mask.view(np.bool_)
