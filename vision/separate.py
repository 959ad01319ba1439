"""Touching pieces into single pieces.

Everything that stands out of the empty tray is cut into patches: first along colours, then, where one
colour covers more than a piece, into as many compact parts of a piece's size as fit it best.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import ColourTable
from vision.pixels import NOTHING, TILT_PRICE, Evidence, Mask, Numbers
from vision.shape import Split, split

# Shares of a piece's area: less than a speck is dust, less than a part is no piece of its own.
SPECK = 0.06
PART = 0.18
WHOLE = 0.62
MOST_COST = 12.0
# A patch that is plainly one piece: at most this big, this much of it of one label, and without dents.
MOST_OF_ONE, ONE_COLOUR, BULGING = 1.3, 0.92, 0.94
RAGGED = 6.0
CLEARLY = 4.0
# A disc this big against a piece is its round part. At least so much of it has to be seen, with most of what
# is seen of the patch, and at most so much of it may be plain background.
# Pixels with less of an alibi than this are hardly seen for the ring's reflection.
HARDLY_SEEN = 7.0
ROUND_PART, DISC_SHOWS, MOST_OF_IT, DISC_LACKS = 0.7, 0.2, 0.8, 0.25
_NEIGHBOURS = np.ones((3, 3), np.uint8)
# Where two colours meet, or a piece ends, their mixture makes a fringe of a third: thinner than this.
_FRINGE = np.ones((5, 5), np.uint8)
_THREAD = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))


@dataclass(frozen=True)
class Patch:
    """One piece as found on the raster: where, which pixels, how well each label explains it."""

    left: int
    top: int
    mask: Mask
    area: float
    costs: npt.NDArray[np.float64]
    strength: float
    split: Split
    neighbours: int
    alibi: float
    # Whether it may be a whole piece of which the rest lies under dots of the reflection.
    under_dots: bool = False

    @property
    def label(self) -> int:
        return int(self.costs.argmin())

    @property
    def margin(self) -> float:
        """By how much the second-best label explains it worse."""
        best, second = np.partition(self.costs, 1)[:2] if len(self.costs) > 1 else (self.costs[0], MOST_COST)
        return float(second - best)

    def centre(self) -> tuple[float, float]:
        moments = cv2.moments(self.mask, binaryImage=True)
        return self.left + moments["m10"] / moments["m00"], self.top + moments["m01"] / moments["m00"]

    def outline(self) -> npt.NDArray[np.float64]:
        """The corners of its outline on the raster, n × 2."""
        contours, _ = cv2.findContours(self.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_TC89_KCOS)
        longest = max(contours, key=len)
        return np.asarray(longest[:, 0] + (self.left, self.top), np.float64)


def components(mask: Mask) -> tuple[Numbers, Numbers]:
    _, groups, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4, ltype=cv2.CV_32S)
    return np.asarray(groups, np.int32), np.asarray(stats, np.int32)


def fill_hidden(foreground: Mask, hidden: Mask) -> Mask:
    """Under a dot of glare nothing can be seen: there each pixel goes with the nearest one that can."""
    left, top, width, height = cv2.boundingRect(hidden)
    if width == 0:
        return foreground
    box = np.s_[max(0, top - 1) : top + height + 1, max(0, left - 1) : left + width + 1]
    value = np.where(hidden[box] > 0, 0, foreground[box] + 1).astype(np.int32)
    filled = foreground.copy()
    filled[box] = (grow(value, None) - 1).astype(np.uint8)
    return filled


def grow(seeds: Numbers, within: Mask | None) -> Numbers:
    """Give every pixel (of a mask) the number of its nearest numbered pixel."""
    _, nearest = cv2.distanceTransformWithLabels(
        (seeds == 0).astype(np.uint8), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
    )
    owner = np.zeros(int(nearest.max()) + 1, np.int32)
    owner[nearest[seeds > 0]] = seeds[seeds > 0]
    grown = owner[nearest]
    return np.asarray(grown if within is None else np.where(within > 0, grown, 0), np.int32)


class Separator:
    """Cuts the foreground of one photo into pieces."""

    def __init__(self, table: ColourTable, piece_area: float) -> None:
        self.table = table
        self.piece_area = piece_area

    def separate(self, evidence: Evidence) -> list[Patch]:
        """All pieces that stand out in one photo."""
        groups, stats = components(evidence.foreground)
        patches: list[Patch] = []
        for group in range(1, len(stats)):
            left, top, width, height, area = (int(v) for v in stats[group])
            if area < PART * self.piece_area:
                continue
            part = evidence.part(np.s_[top : top + height, left : left + width])
            mask = (groups[top : top + height, left : left + width] == group).astype(np.uint8)
            splits = self._cut(mask, part)
            found = self._patches(splits, part, evidence)
            ragged = [each for each in found if each.split.misfit > RAGGED * each.split.parts]
            if not all(each.under_dots for each in ragged):
                found = self._patches(self._recut(mask, part, splits), part, evidence)
            patches += found
        return patches

    def _patches(self, splits: list[Split], part: Evidence, evidence: Evidence) -> list[Patch]:
        left, top = part.origin
        found = [self._patch(piece, part, left, top, len(splits) - 1) for piece in splits]
        return [self._completed(patch, evidence) for patch in found]

    def _patch(self, piece: Split, part: Evidence, left: int, top: int, neighbours: int) -> Patch:
        inside = _core(piece.mask) & clear_of_glare(piece.mask, part.glare)
        if not inside.any():
            inside = piece.mask > 0
        costs = np.minimum(self._costs(part, inside), MOST_COST).mean(axis=0).astype(np.float64)
        strength = float(part.ratio[inside].mean())
        alibi = np.inf if part.alibi is None else float(part.alibi[piece.mask > 0].mean())
        return Patch(
            left, top, piece.mask, float(piece.mask.sum()), costs, strength, piece, neighbours, alibi
        )

    def _completed(self, patch: Patch, evidence: Evidence) -> Patch:
        """The patch, noting whether dots could hide what it lacks to be a round piece."""
        if evidence.alibi is None or patch.area > WHOLE * self.piece_area:
            return patch
        radius = round(float(np.sqrt(ROUND_PART * self.piece_area / np.pi)))
        height, width = patch.mask.shape
        top, left = max(0, patch.top - radius), max(0, patch.left - radius)
        box = np.s_[top : patch.top + height + radius, left : patch.left + width + radius]
        dots = evidence.alibi[box] < HARDLY_SEEN
        if not dots.any():
            return patch
        own = np.zeros(dots.shape, np.bool_)
        down, across = patch.top - top, patch.left - left
        own[down : down + height, across : across + width] = patch.mask
        seen = own & ~dots
        shows, lacks = _inside_discs(seen, radius), _inside_discs(~own & ~dots, radius)
        enough = max(DISC_SHOWS, MOST_OF_IT * np.count_nonzero(seen) / (np.pi * radius**2))
        return replace(patch, under_dots=bool(((shows >= enough) & (lacks <= DISC_LACKS)).any()))

    def _costs(self, part: Evidence, where: npt.NDArray[np.bool_]) -> npt.NDArray[np.float32]:
        """What every label costs at some pixels, as faces on the floor or as tilted ones."""
        costs = self.table.costs[part.cells[where]]
        if part.tilted is None:
            return costs
        tilted = self.table.costs[part.tilted[where]] + np.float32(TILT_PRICE)
        return np.asarray(np.minimum(costs, tilted), np.float32)

    def _recut(self, mask: Mask, part: Evidence, splits: list[Split]) -> list[Split]:
        """A ragged patch may be pieces with shadows between them: look again at what stands out clearly."""
        clear = ((cv2.blur(part.ratio, (5, 5)) > CLEARLY) & (mask > 0)).astype(np.uint8)
        clear = np.asarray(cv2.morphologyEx(clear, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), np.uint8)
        groups, stats = components(clear)
        again: list[Split] = []
        for group in np.nonzero(stats[1:, cv2.CC_STAT_AREA] >= PART * self.piece_area)[0] + 1:
            again += self._cut((groups == group).astype(np.uint8), part)
        return again if again and _raggedness(again) <= _raggedness(splits) else splits

    def _cut(self, mask: Mask, part: Evidence) -> list[Split]:
        if self._is_one_piece(mask, part.labels):
            return split(mask, self.piece_area, part.stretch(mask))
        pieces: list[Split] = []
        for one in self._by_colour(mask, np.where(mask > 0, part.labels, NOTHING), part):
            for whole in self._trimmed(one):
                pieces += split(whole, self.piece_area, part.stretch(whole))
        return pieces

    def _is_one_piece(self, mask: Mask, labels: Mask) -> bool:
        """Most patches are one piece of one colour, lying free: they need no cutting."""
        if not WHOLE * self.piece_area <= np.count_nonzero(mask) <= MOST_OF_ONE * self.piece_area:
            return False
        inside = labels[cv2.erode(mask, _FRINGE, borderValue=0) > 0]
        if len(inside) < PART * self.piece_area or np.bincount(inside).max() < ONE_COLOUR * len(inside):
            return False
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        hull = cv2.convexHull(contours[0])
        return len(contours) == 1 and cv2.contourArea(contours[0]) >= BULGING * cv2.contourArea(hull)

    def _trimmed(self, part: Mask) -> list[Mask]:
        """A part without the bars, threads and slivers that hang on to it."""
        opened = np.asarray(cv2.morphologyEx(part, cv2.MORPH_OPEN, _THREAD), np.uint8)
        groups, stats = components(opened)
        large = np.nonzero(stats[1:, cv2.CC_STAT_AREA] >= PART * self.piece_area)[0] + 1
        return [(groups == group).astype(np.uint8) for group in large] or [part]

    def _by_colour(self, mask: Mask, labels: Mask, part: Evidence) -> list[Mask]:
        """Cut one patch of foreground along its colours; slivers go to the neighbour they fit best."""
        present = np.bincount(labels[mask > 0], minlength=256)
        if np.count_nonzero(present[:NOTHING] >= SPECK * self.piece_area) <= 1:
            return [mask]
        seeds = np.zeros(mask.shape, np.int32)
        owners: list[int] = []
        for label in np.nonzero(present[:NOTHING] >= SPECK * self.piece_area)[0].tolist():
            opened = cv2.morphologyEx((labels == label).astype(np.uint8), cv2.MORPH_OPEN, _FRINGE)
            groups, stats = components(np.asarray(opened, np.uint8))
            for group in np.nonzero(stats[1:, cv2.CC_STAT_AREA] >= SPECK * self.piece_area)[0] + 1:
                owners.append(label)
                seeds[groups == group] = len(owners)
        if len(owners) <= 1:
            return [mask]
        seeds = grow(seeds, mask)
        costs = self._costs(part, np.ones(mask.shape, np.bool_)).reshape(*mask.shape, -1)
        self._merge(seeds, owners, np.minimum(costs, MOST_COST))
        return [(seeds == seed).astype(np.uint8) for seed in np.unique(seeds[seeds > 0])]

    def _merge(self, seeds: Numbers, owners: list[int], costs: npt.NDArray[np.float32]) -> None:
        """Join a part too small for a piece with the neighbour whose label explains it: its shaded side,
        say.
        """
        areas = np.bincount(seeds.ravel(), minlength=len(owners) + 1).astype(float)
        for seed in sorted(range(1, len(owners) + 1), key=lambda number: areas[number]):
            part = seeds == seed
            area = areas[seed]
            if area == 0 or area > WHOLE * self.piece_area:
                continue
            rim = (cv2.dilate(part.astype(np.uint8), _NEIGHBOURS) > 0) & ~part & (seeds > 0)
            touching = np.bincount(seeds[rim], minlength=len(owners) + 1)
            mean_costs = costs[part].mean(axis=0)
            own = float(mean_costs.min())
            best, best_cost = 0, np.inf
            for other in np.nonzero(touching >= 3)[0].tolist():
                cost = float(mean_costs[owners[other - 1]])
                room = areas[other] + area <= 1.35 * self.piece_area
                limit = MOST_COST if area < PART * self.piece_area else own + (4.5 if room else 0.8)
                rank = cost - 0.02 * float(touching[other])
                if cost <= limit and rank < best_cost:
                    best, best_cost = other, rank
            if best:
                seeds[part] = best
                areas[best] += area
                areas[seed] = 0


def _inside_discs(mask: npt.NDArray[np.bool_], radius: int) -> npt.NDArray[np.float32]:
    """How much of a disc around each pixel a mask fills."""
    width = 2 * radius + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)).astype(np.float32)
    share = cv2.filter2D(mask.astype(np.float32), -1, disc / disc.sum(), borderType=cv2.BORDER_CONSTANT)
    return np.asarray(share, np.float32)


def _raggedness(splits: list[Split]) -> float:
    return sum(min(piece.misfit / piece.parts, 9.0) / piece.parts for piece in splits)


def _core(mask: Mask) -> npt.NDArray[np.bool_]:
    core = cv2.erode(mask, _NEIGHBOURS, borderValue=0)
    return np.asarray((core if core.sum() >= 12 else mask) > 0, np.bool_)


def clear_of_glare(mask: Mask, glare: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """The pixels of a piece least covered by the ring's reflection: their colour is the most honest."""
    covered = glare[mask > 0]
    limit = max(400.0, float(np.quantile(covered, 0.4))) if covered.max() > 400 else np.inf
    return np.asarray((mask > 0) & (glare <= limit), np.bool_)
