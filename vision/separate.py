"""Touching pieces into single pieces.

Everything that stands out of the empty tray is cut into patches: first along colours, then, where one
colour covers more than a piece, into as many compact parts of a piece's size as fit it best.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import ColourTable
from vision.pixels import NOTHING, TILT_PRICE, Evidence, Mask, Numbers
from vision.shape import Form, Split, form_of, split
from vision.surfaces import nearest_number

Box = tuple[slice, slice]
Outline = cv2.typing.MatLike

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
ROUND_PART, DISC_SHOWS, MOST_OF_IT, DISC_LACKS = 0.7, 0.2, 0.8, 0.25
# Pixels with less sight than this are hardly seen for the ring's reflection.
HARDLY_SEEN = 7.0
# Parts touch where so many pixels do; two of them may be one piece up to this share of a piece's area.
LEAST_CONTACT, ROOM_FOR_MORE = 3, 1.35
# A piece's colour is told without its rim if that leaves so many pixels, and where the ring's reflection is
# weaker than this if there are such.
LEAST_CORE, GLARING = 12, 400.0
# How much of a piece's side is seen at the tray's corner, as a share of its face.
SIDE_SHOWS = 0.45
EVERYWHERE = np.s_[:, :]
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
    middle: tuple[float, float]
    split: Split
    neighbours: int
    # How well its pixels are seen in a single photo (0 to 10); of a pair without bounds.
    sight: float
    # Whether it may be a whole piece of which the rest lies under dots of the reflection.
    under_dots: bool

    @property
    def single(self) -> bool:
        """Whether it was found in a single photo."""
        return not math.isinf(self.sight)

    @property
    def label(self) -> int:
        return int(self.costs.argmin())

    @property
    def margin(self) -> float:
        """By how much the second-best label explains it worse."""
        best, second = np.partition(self.costs, 1)[:2] if len(self.costs) > 1 else (self.costs[0], MOST_COST)
        return float(second - best)

    def outline(self) -> npt.NDArray[np.float64]:
        """The corners of its outline on the raster, n × 2."""
        contours, _ = cv2.findContours(
            self.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_TC89_KCOS, offset=(self.left, self.top)
        )
        return np.asarray(max(contours, key=len)[:, 0], np.float64)


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
    grown = nearest_number(seeds)
    return grown if within is None else np.asarray(np.where(within > 0, grown, 0), np.int32)


class Separator:
    """Cuts the foreground of one photo into pieces."""

    def __init__(self, table: ColourTable, piece_area: float) -> None:
        self.table = table
        self.piece_area = piece_area

    def separate(self, evidence: Evidence) -> list[Patch]:
        """All pieces that stand out in one photo."""
        outlines, _ = cv2.findContours(evidence.foreground, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        patches: list[Patch] = []
        for outline in reversed(outlines):
            left, top, width, height = cv2.boundingRect(outline)
            if width * height < PART * self.piece_area:
                continue
            part = evidence.part(np.s_[top : top + height, left : left + width])
            mask = np.zeros((height, width), np.uint8)
            cv2.drawContours(mask, [outline], 0, 1, cv2.FILLED, offset=(-left, -top))
            mask &= part.foreground
            if self._is_one_piece(outline, mask, part.labels):
                splits = self._split(mask, part)
                if not any(_is_ragged(piece) for piece in splits):
                    patches += self._patches(splits, part, evidence)
                    continue
            patches += self._touching(mask, left, top, evidence)
        return patches

    def _touching(self, mask: Mask, left: int, top: int, evidence: Evidence) -> list[Patch]:
        """The pieces of a patch that may be several."""
        patches: list[Patch] = []
        for blob in _blobs(mask, PART * self.piece_area):
            x, y, width, height = cv2.boundingRect(blob)
            part = evidence.part(np.s_[top + y : top + y + height, left + x : left + x + width])
            one = np.ascontiguousarray(blob[y : y + height, x : x + width])
            splits = self._cut(one, part)
            ragged = [piece for piece in splits if _is_ragged(piece)]
            if not all(self._under_dots(piece, part, evidence) for piece in ragged):
                splits = self._recut(one, part, splits)
            patches += self._patches(splits, part, evidence)
        return patches

    def _split(self, mask: Mask, part: Evidence) -> list[Split]:
        form = form_of(mask)
        return split(mask, form, self.piece_area, _stretch(form, part))

    def _patches(self, splits: list[Split], part: Evidence, evidence: Evidence) -> list[Patch]:
        neighbours = len(splits) - 1
        return [
            self._patch(piece, part, neighbours, self._under_dots(piece, part, evidence)) for piece in splits
        ]

    def _patch(self, piece: Split, part: Evidence, neighbours: int, under_dots: bool) -> Patch:
        x, y, width, height = cv2.boundingRect(piece.mask)
        box = np.s_[y : y + height, x : x + width]
        mask, ratio, left, top = piece.mask[box], part.ratio[box], part.origin[0] + x, part.origin[1] + y
        inside = _honest(mask, part.glare[box])
        sight = np.inf if part.sight is None else cv2.mean(part.sight[box], mask)[0]
        return Patch(
            left=left,
            top=top,
            mask=mask,
            area=float(piece.form.area),
            middle=(part.origin[0] + piece.form.x, part.origin[1] + piece.form.y),
            costs=self._mean_costs(part, box, inside),
            strength=cv2.mean(ratio, inside)[0],
            split=piece,
            neighbours=neighbours,
            sight=sight,
            under_dots=under_dots,
        )

    def _under_dots(self, piece: Split, part: Evidence, evidence: Evidence) -> bool:
        """Whether dots could hide what it lacks to be a round piece."""
        if evidence.sight is None or piece.form.area > WHOLE * self.piece_area:
            return False
        radius = round(math.sqrt(ROUND_PART * self.piece_area / math.pi))
        height, width = piece.mask.shape
        x, y = part.origin
        left, top = max(0, x - radius), max(0, y - radius)
        dots = evidence.sight[top : y + height + radius, left : x + width + radius] < HARDLY_SEEN
        if not dots.any():
            return False
        own = np.zeros(dots.shape, np.bool_)
        own[y - top : y - top + height, x - left : x - left + width] = piece.mask
        seen = own & ~dots
        enough = max(DISC_SHOWS, MOST_OF_IT * np.count_nonzero(seen) / (math.pi * radius**2))
        shows = _inside_discs(seen, radius) >= enough
        return bool(shows.any() and (_inside_discs(~own & ~dots, radius) <= DISC_LACKS)[shows].any())

    def _mean_costs(self, part: Evidence, box: Box, inside: Mask) -> npt.NDArray[np.float64]:
        """What every label costs on average at some pixels, as faces on the floor or as tilted ones."""
        where = inside.view(np.bool_)
        costs = self.table.costs.take(part.cells[box][where], axis=0)
        if part.tilted is not None:
            tilted = self.table.costs.take(part.tilted[box][where], axis=0)
            tilted += np.float32(TILT_PRICE)
            np.minimum(costs, tilted, out=costs)
        np.minimum(costs, np.float32(MOST_COST), out=costs)
        return np.asarray(cv2.reduce(costs, 0, cv2.REDUCE_AVG)[0], np.float64)

    def _recut(self, mask: Mask, part: Evidence, splits: list[Split]) -> list[Split]:
        """A ragged patch may be pieces with shadows between them: look again at what stands out clearly."""
        clear = ((cv2.blur(part.ratio, (5, 5)) > CLEARLY) & (mask > 0)).astype(np.uint8)
        clear = np.asarray(cv2.morphologyEx(clear, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), np.uint8)
        again: list[Split] = []
        for blob in _blobs(clear, PART * self.piece_area):
            again += self._cut(blob, part)
        return again if again and _raggedness(again) <= _raggedness(splits) else splits

    def _cut(self, mask: Mask, part: Evidence) -> list[Split]:
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        if self._is_one_piece(outlines[0], mask, part.labels):
            return self._split(mask, part)
        pieces: list[Split] = []
        for one in self._by_colour(mask, part):
            for whole in self._trimmed(one):
                pieces += self._split(whole, part)
        return pieces

    def _is_one_piece(self, outline: Outline, mask: Mask, labels: Mask) -> bool:
        """Most patches are one piece of one colour, lying free: they need no cutting."""
        if not WHOLE * self.piece_area <= cv2.countNonZero(mask) <= MOST_OF_ONE * self.piece_area:
            return False
        if cv2.contourArea(outline) < BULGING * cv2.contourArea(cv2.convexHull(outline)):
            return False
        inside = np.asarray(cv2.erode(mask, _FRINGE, borderValue=0), np.uint8)
        area = cv2.countNonZero(inside)
        return area >= PART * self.piece_area and max(_histogram(labels, inside)) >= ONE_COLOUR * area

    def _trimmed(self, part: Mask) -> list[Mask]:
        """A part without the bars, threads and slivers that hang on to it."""
        opened = np.zeros_like(part)
        box = _box_around(part, len(_THREAD) // 2)
        opened[box] = cv2.morphologyEx(part[box], cv2.MORPH_OPEN, _THREAD)
        return _blobs(opened, PART * self.piece_area) or [part]

    def _by_colour(self, mask: Mask, part: Evidence) -> list[Mask]:
        """Cut one patch of foreground along its colours; slivers go to the neighbour they fit best."""
        speck = SPECK * self.piece_area
        present = _histogram(part.labels, mask)
        common = [label for label, pixels in enumerate(present[:NOTHING]) if pixels >= speck]
        if len(common) <= 1:
            return [mask]
        seeds = np.zeros(mask.shape, np.int32)
        owners: list[int] = []
        for label in common:
            own = (part.labels == label).view(np.uint8) & mask
            for blob in _blobs(np.asarray(cv2.morphologyEx(own, cv2.MORPH_OPEN, _FRINGE), np.uint8), speck):
                owners.append(label)
                seeds[blob.view(np.bool_)] = len(owners)
        if len(owners) <= 1:
            return [mask]
        seeds = grow(seeds, mask)
        self._merge(seeds, owners, part)
        left = np.flatnonzero(np.bincount(seeds.ravel())[1:]) + 1
        return [(seeds == seed).view(np.uint8) for seed in left.tolist()]

    def _merge(self, seeds: Numbers, owners: list[int], part: Evidence) -> None:
        """Join a part too small for a piece with the neighbour whose label explains it: its shaded side,
        say.
        """
        areas = np.bincount(seeds.ravel(), minlength=len(owners) + 1).tolist()
        for seed in sorted(range(1, len(owners) + 1), key=areas.__getitem__):
            area = areas[seed]
            if area == 0 or area > WHOLE * self.piece_area:
                continue
            own = seeds == seed
            rim = cv2.dilate(own.view(np.uint8), _NEIGHBOURS).view(np.bool_) & ~own
            touching = np.bincount(seeds[rim], minlength=len(owners) + 1).tolist()
            costs = self._mean_costs(part, EVERYWHERE, own.view(np.uint8)).tolist()
            best, best_cost = 0, np.inf
            for other in range(1, len(owners) + 1):
                if touching[other] < LEAST_CONTACT:
                    continue
                cost = costs[owners[other - 1]]
                room = areas[other] + area <= ROOM_FOR_MORE * self.piece_area
                limit = MOST_COST if area < PART * self.piece_area else min(costs) + (4.5 if room else 0.8)
                rank = cost - 0.02 * touching[other]
                if cost <= limit and rank < best_cost:
                    best, best_cost = other, rank
            if best:
                seeds[own] = best
                areas[best] += area
                areas[seed] = 0


def _inside_discs(mask: npt.NDArray[np.bool_], radius: int) -> npt.NDArray[np.float32]:
    """How much of a disc around each pixel a mask fills."""
    share = cv2.filter2D(mask.astype(np.float32), -1, _disc(radius), borderType=cv2.BORDER_CONSTANT)
    return np.asarray(share, np.float32)


@cache
def _disc(radius: int) -> npt.NDArray[np.float32]:
    width = 2 * radius + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)).astype(np.float32)
    return np.asarray(disc / disc.sum(), np.float32)


def _is_ragged(piece: Split) -> bool:
    return piece.misfit > RAGGED * piece.parts


def _raggedness(splits: list[Split]) -> float:
    return sum(min(piece.misfit / piece.parts, 9.0) / piece.parts for piece in splits)


def _blobs(mask: Mask, least: float) -> list[Mask]:
    """The connected parts of a mask that are at least this big."""
    if cv2.countNonZero(mask) < least:
        return []
    outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    if len(outlines) == 1:
        return [mask]
    groups, stats = components(mask)
    areas = stats[:, cv2.CC_STAT_AREA].tolist()
    return [(groups == n).view(np.uint8) for n in range(1, len(areas)) if areas[n] >= least]


def _histogram(labels: Mask, where: Mask) -> list[float]:
    """How many of some pixels have each label."""
    counted = cv2.calcHist([labels], [0], where, [NOTHING + 1], [0, NOTHING + 1])
    return list(counted.ravel().tolist())


def _stretch(form: Form, part: Evidence) -> float:
    """How much longer a piece may look here: away from the middle the camera sees its side as well."""
    x = (part.origin[0] + form.x) / max(1, part.whole[0]) - 0.5
    y = (part.origin[1] + form.y) / max(1, part.whole[1]) - 0.5
    return 1 + SIDE_SHOWS * math.hypot(x, y)


def _box_around(mask: Mask, margin: int) -> Box:
    left, top, width, height = cv2.boundingRect(mask)
    return np.s_[max(0, top - margin) : top + height + margin, max(0, left - margin) : left + width + margin]


def _honest(mask: Mask, glare: npt.NDArray[np.float32]) -> Mask:
    """The pixels of a piece whose colour can be trusted: off its rim, and least covered by the ring's
    reflection.
    """
    core = cv2.erode(mask, _NEIGHBOURS, borderValue=0)
    inside = core if cv2.countNonZero(core) >= LEAST_CORE else mask
    if cv2.minMaxLoc(glare, mask)[1] > GLARING:
        limit = max(GLARING, _quantile(glare[mask.view(np.bool_)], 0.4))
        inside = inside & (glare <= limit).view(np.uint8)
        inside = inside if cv2.countNonZero(inside) else mask
    return np.asarray(inside, np.uint8)


def _quantile(values: npt.NDArray[np.float32], share: float) -> float:
    """As numpy has it, without its general case."""
    place = share * (len(values) - 1)
    below = min(int(place), len(values) - 2) if len(values) > 1 else 0
    above = min(below + 1, len(values) - 1)
    ordered = np.partition(values, (below, above))
    return float(ordered[below] + (ordered[above] - ordered[below]) * (place - below))
