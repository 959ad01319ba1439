"""Cutting a patch of foreground along its colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import ColourTable
from vision.patch import MOST_COST, pixel_costs
from vision.pixels import Evidence, Mask, Numbers, Value, under
from vision.shape import Outline, outline_of

# Shares of a piece's area: less than a speck is dust, less than a part is no piece of its own, and what is
# more than this may be a whole one.
SPECK = 0.06
PART = 0.18
WHOLE = 0.62
# Parts touch where so many pixels do; two of them may be one piece up to this share of a piece's area.
LEAST_CONTACT, ROOM_FOR_MORE = 3, 1.35
NOBODY = np.zeros(1, np.int32)
_NEIGHBOURS = np.ones((3, 3), np.uint8)
# Where two colours meet, or a piece ends, their mixture makes a fringe of a third: thinner than this.
FRINGE = np.ones((5, 5), np.uint8)
# What is left free around a part, so that its rim wears off like any other.
AROUND = 5


def components(mask: Mask) -> tuple[Numbers, Numbers]:
    _, groups, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4, ltype=cv2.CV_32S)
    return np.asarray(groups, np.int32), np.asarray(stats, np.int32)


class Blob(NamedTuple):
    """A connected patch: a mask, where on the raster that begins, and the patch's outline, wherever that
    lies.
    """

    mask: Mask
    left: int
    top: int
    outline: Outline

    def on(self, picture: npt.NDArray[Value]) -> npt.NDArray[Value]:
        """The part of a picture of the raster over which its mask lies."""
        return under(self.mask, self.left, self.top, picture)

    def cropped(self) -> Blob:
        """The same in a mask of its own, no bigger than it has to be: the whole one may be let go."""
        x, y, width, height = cv2.boundingRect(self.mask)
        return Blob(
            self.mask[y : y + height, x : x + width].copy(), self.left + x, self.top + y, self.outline
        )


def blobs(mask: Mask, least: float, left: int = 0, top: int = 0) -> list[Blob]:
    """The connected parts, at least this big, of a mask that begins there."""
    if cv2.countNonZero(mask) < least:
        return []
    outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    if len(outlines) == 1:
        return [Blob(mask, left, top, outlines[0])]
    groups, stats = components(mask)
    found = []
    for number, (x, y, width, height, area) in enumerate(stats.tolist()):
        if number and area >= least:
            # Hardly bigger than it has to be: a noisy picture may have thousands of them.
            x0, y0 = max(0, x - AROUND), max(0, y - AROUND)
            part = (groups[y0 : y + height + AROUND, x0 : x + width + AROUND] == number).view(np.uint8)
            found.append(Blob(part, left + x0, top + y0, outline_of(part)))
    return found


def grow(seeds: Numbers) -> Numbers:
    """Give every pixel the number of its nearest numbered pixel."""
    numbered = seeds != 0
    _, nearest = cv2.distanceTransformWithLabels(
        (~numbered).view(np.uint8), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
    )
    # The numbered pixels are called 1, 2, 3 … row by row.
    owners = np.concatenate([NOBODY, seeds[numbered]])
    return np.asarray(owners.take(np.asarray(nearest, np.int32)), np.int32)


def by_colour(blob: Blob, evidence: Evidence, table: ColourTable, piece_area: float) -> Iterator[Mask]:
    """Cut one patch of foreground along its colours; slivers go to the neighbour they fit best. One part
    after the other: all of a big heap's, each as big as the heap, would not fit into the memory.
    """
    speck = SPECK * piece_area
    mask = blob.mask
    plain = _plain_colours(blob.on(evidence.labels), mask)
    owners: list[int] = []
    found: list[Blob] = []
    for label, pixels in enumerate(np.bincount(plain.ravel()).tolist()[1:]):
        if pixels >= speck:
            found += blobs((plain == label + 1).view(np.uint8), speck)
            owners += [label] * (len(found) - len(owners))
    if len(owners) <= 1:
        yield mask
        return
    seeds = np.zeros(mask.shape, np.int32)
    for number, seed in enumerate(found, start=1):
        seed.on(seeds)[seed.mask.view(np.bool_)] = number
    seeds = np.multiply(grow(seeds), mask, dtype=np.int32)
    areas = _merge(seeds, owners, blob, evidence, table, piece_area)
    for number, area in enumerate(areas):
        if number and area:
            yield (seeds == number).view(np.uint8)


def _plain_colours(labels: Mask, mask: Mask) -> Mask:
    """Where a patch has one colour in more than a fringe: its label and one, elsewhere nothing.

    That is every label's pixels, opened; but whatever is of one colour all around lies apart from what is
    of another, so all labels can be opened at once.
    """
    shown = labels | (mask - 1)
    pure = np.asarray(cv2.compare(cv2.erode(shown, FRINGE), cv2.dilate(shown, FRINGE), cv2.CMP_EQ), np.uint8)
    # `NOTHING` is the last of bytes: one more makes it nothing here too.
    return np.asarray(cv2.dilate((shown + np.uint8(1)) & pure, FRINGE), np.uint8)


def _merge(
    seeds: Numbers,
    owners: list[int],
    blob: Blob,
    evidence: Evidence,
    table: ColourTable,
    piece_area: float,
) -> list[int]:
    """Join a part too small for a piece with the neighbour whose label explains it: its shaded side, say.
    Then, the area of each part.
    """
    areas: list[int] = np.bincount(seeds.ravel(), minlength=len(owners) + 1).tolist()
    for seed in sorted(range(1, len(owners) + 1), key=areas.__getitem__):
        area = areas[seed]
        if area == 0 or area > WHOLE * piece_area:
            continue
        own = seeds == seed
        rim = cv2.dilate(own.view(np.uint8), _NEIGHBOURS).view(np.bool_) & ~own
        touching = np.bincount(seeds[rim], minlength=len(owners) + 1).tolist()
        tilted = None if evidence.tilted is None else blob.on(evidence.tilted)[own]
        costs = pixel_costs(table, blob.on(evidence.cells)[own], tilted).mean(axis=0).tolist()
        best, best_cost = 0, np.inf
        for other in range(1, len(owners) + 1):
            if touching[other] < LEAST_CONTACT:
                continue
            cost = costs[owners[other - 1]]
            room = areas[other] + area <= ROOM_FOR_MORE * piece_area
            limit = MOST_COST if area < PART * piece_area else min(costs) + (4.5 if room else 0.8)
            rank = cost - 0.02 * touching[other]
            if cost <= limit and rank < best_cost:
                best, best_cost = other, rank
        if best:
            seeds[own] = best
            areas[best] += area
            areas[seed] = 0
    return areas
