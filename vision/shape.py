"""One colour's patch into single pieces, by size and roundness alone.

A piece is compact: about as long as wide, bulging, and of a size known from calibrating. A patch is cut into
the number of parts that look most like that.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]
Line = npt.NDArray[np.float32]
Owners = npt.NDArray[np.int32]
Outline = cv2.typing.MatLike

# Sizes a piece may show, as shares of its usual area: its side adds to its face, another piece may cover
# some.
SMALLEST, LARGEST = 0.68, 1.3
# Bigger than usual is less likely: so far beyond (a logarithm) costs one unit of misfit.
UNUSUAL = 0.3
# The longest and the narrowest a piece looks: its spread along and across, as a share of its usual area.
LONGEST, NARROWEST = 0.112, 0.045
# The same against its own area: two thirds of a row of pieces are as big as one, but longer.
SLIMMEST = 0.108
ROUNDEST_DENT = 0.945
ROUND_ENOUGH = 0.9
# Pixels that lie hardly wider about their middle than those of a disc, in a patch without deep dents: it is
# round enough, and how round need not be counted.
COMPACT, COMPACT_SOLID = 1.03, 0.9
PART_PRICE = 1.2
MOST_PARTS = 14
# A patch of more than so many pieces with room for a disc this big (in pieces' widths) is no crowd of pieces
# but a hand: pieces leave gaps between them.
CROWD, THICKEST = 3.5, 1.02
FEWEST_POINTS, ENOUGH_POINTS = 6, 700
# Another number of parts that fits nearly as well as the best: worth a question.
CLOSE_SPLIT = 1.5
# The parts' middles settle in a few rounds; a third of a pixel is near enough.
SETTLED = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.3)
NOBODY = -1


class Form(NamedTuple):
    """What a part looks like: its size and middle, and how long, narrow, round and whole it is.

    `along` and `across` are the mean squared distances of its pixels from its middle, along its long axis and
    across it. `roundness` is how much of it lies within a disc of its own area: bars, corners and crescents
    have little; what is plainly compact has 1. `solidity` is the share of its own hull it fills: dents and
    holes lower it. What is `compact` lies about its middle as a disc does.
    """

    area: int
    x: float
    y: float
    along: float
    across: float
    roundness: float
    solidity: float
    compact: bool


class Usual(NamedTuple):
    """What a piece usually looks like: its area, how much longer it may look where it lies (far from the
    middle its side shows too), and how much longer than round its kind is (a bean: 2).
    """

    area: float
    stretch: float = 1.0
    length: float = 1.0

    @property
    def roundness(self) -> float:
        """How much of an ellipse this long lies within a disc of its own area."""
        return 4 / math.pi * math.atan(1 / math.sqrt(self.length))


class Split(NamedTuple):
    """One part of a patch. `rival` is how much worse the next-best number of parts would have been."""

    mask: Mask
    form: Form
    parts: int
    misfit: float
    rival: float
    rival_parts: int


class _Attempt(NamedTuple):
    """A patch taken for so many pieces."""

    misfit: float
    centres: Points
    masks: list[Mask]
    forms: list[Form]

    @property
    def parts(self) -> int:
        return len(self.masks)


def form_of(mask: Mask, outline: Outline | None = None) -> Form:
    """The form of what a mask shows, whose outline may be known already."""
    left, top = 0, 0
    if outline is None:
        left, top, width, height = cv2.boundingRect(mask)
        mask = mask[top : top + height, left : left + width]
        outline = outline_of(mask)
    moments = cv2.moments(mask, binaryImage=True)
    area = int(moments["m00"])
    x, y = moments["m10"] / area, moments["m01"] / area
    xx, xy, yy = moments["mu20"] / area, moments["mu11"] / area, moments["mu02"] / area
    half, root = (xx + yy) / 2, math.hypot((xx - yy) / 2, xy)
    solidity = area / _hull_area(outline)
    compact = 4 * math.pi * half <= COMPACT * area and solidity >= COMPACT_SOLID
    roundness = 1.0 if compact else _roundness(mask, area, x, y)
    return Form(area, left + x, top + y, half + root, half - root, roundness, solidity, compact)


def _roundness(mask: Mask, area: int, x: float, y: float) -> float:
    """How much of a mask lies within a disc of its own area around its middle."""
    height, width = mask.shape
    across, down = np.arange(width) - x, np.arange(height) - y
    disc = np.add.outer(down * down, across * across) <= area / math.pi
    return np.count_nonzero(disc & mask.view(np.bool_)) / area


def outline_of(mask: Mask) -> Outline:
    """The outline of a mask; if it has several parts, the points of all of their outlines."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return outlines[0] if len(outlines) == 1 else np.concatenate(outlines)


def _hull_area(outline: Outline) -> float:
    hull = cv2.convexHull(outline)
    # Pixels are squares, the hull runs through their middles: half a pixel all round is added.
    return max(1.0, cv2.contourArea(hull) + 0.5 * cv2.arcLength(hull, True) + 1)


def split(mask: Mask, form: Form, usual: Usual) -> list[Split]:
    """Cut a patch of some form into the number of parts like usual pieces that explains it best."""
    ratio = form.area / usual.area
    fewest, most = max(1, int(ratio / 1.8)), max(1, math.ceil(ratio / 0.8))
    if ratio < 2 * SMALLEST:
        most = 1
    if fewest > MOST_PARTS or (ratio > CROWD and thickness(mask) > THICKEST * math.sqrt(usual.area)):
        return [Split(mask, form, 1, np.inf, np.inf, 1)]
    if most == 1:
        return [Split(mask, form, 1, PART_PRICE + _oddness(form, usual), np.inf, 1)]
    stride = max(1, int(math.sqrt(form.area / ENOUGH_POINTS)))
    few = mask if stride == 1 else np.ascontiguousarray(mask[::stride, ::stride])
    smaller = usual._replace(area=usual.area / stride**2)
    best, *others = _attempts(few, range(fewest, min(most, MOST_PARTS) + 1), smaller)
    rival, rival_parts = (others[0].misfit - best.misfit, others[0].parts) if others else (np.inf, best.parts)
    masks, forms = best.masks, best.forms
    if stride > 1:
        masks = _shared_out(mask, _nearest(points_of(mask), best.centres * np.float32(stride)), best.parts)
        forms = [form_of(part) for part in masks]
    return [
        Split(part, form, best.parts, best.misfit, rival, rival_parts)
        for part, form in zip(masks, forms, strict=True)
    ]


def points_of(mask: Mask) -> Points:
    """The pixels of a mask row by row, across and down."""
    return np.asarray(cv2.findNonZero(mask)[:, 0], np.float32)


def _shared_out(mask: Mask, owner: Owners, count: int) -> list[Mask]:
    """The parts of a patch, by the number of the part that each of its pixels belongs to."""
    numbers = np.full(mask.shape, NOBODY, np.int32)
    numbers[mask.view(np.bool_)] = owner
    return [(numbers == part).view(np.uint8) for part in range(count)]


def _attempts(mask: Mask, counts: range, usual: Usual) -> list[_Attempt]:
    """The patch taken for each of some numbers of pieces, the best first.

    Numbers that cannot come near the best, because their parts would be too small or too big, are left out.
    """
    points = points_of(mask)
    ratio = len(points) / usual.area
    bounds = {count: count * (PART_PRICE + _size_price(ratio / count, usual.stretch)) for count in counts}
    starts = _far_apart(points, max(counts))
    attempts: list[_Attempt] = []
    limit = np.inf
    for count in sorted(counts, key=lambda number: bounds[number]):
        if bounds[count] > limit:
            break
        _, owner, centres = cv2.kmeans(
            points, count, starts[count - 1], SETTLED, 1, cv2.KMEANS_USE_INITIAL_LABELS
        )
        parts = _shared_out(mask, np.asarray(owner.ravel(), np.int32), count) if count > 1 else [mask]
        attempts.append(_attempt(parts, np.asarray(centres, np.float32), usual, limit))
        limit = min(limit, attempts[-1].misfit + CLOSE_SPLIT)
    return sorted(attempts, key=lambda attempt: (attempt.misfit, attempt.parts))


def _attempt(masks: list[Mask], centres: Points, usual: Usual, limit: float) -> _Attempt:
    """The parts together; beyond the limit nobody asks by how much they do not fit."""
    misfit = PART_PRICE * len(masks)
    forms: list[Form] = []
    for mask in masks:
        if misfit > limit:
            return _Attempt(np.inf, centres, masks, [])
        form = form_of(mask)
        forms.append(form)
        misfit += _oddness(form, usual)
    return _Attempt(misfit, centres, masks, forms)


def _nearest(points: Points, centres: Points) -> Owners:
    far = -2 * points @ centres.T + (centres**2).sum(axis=1)
    return np.asarray(far.argmin(axis=1), np.int32)


def _far_apart(points: Points, most: int) -> list[Owners]:
    """The pixels shared out among one, two, three … starting points: the ends of the patch first."""
    # One array for each axis: numpy is several times quicker with rows than with pairs.
    x, y = np.ascontiguousarray(points.T)
    gap = _squared_gap(x, y, x.mean(), y.mean())
    gap = _squared_gap(x, y, *points[gap.argmax()])
    owners = [np.zeros(len(points), np.int32)]
    for number in range(1, most):
        far = _squared_gap(x, y, *points[gap.argmax()])
        owners.append(np.where(far < gap, np.int32(number), owners[-1]))
        np.minimum(gap, far, out=gap)
    return owners


def _squared_gap(x: Line, y: Line, across: np.float32, down: np.float32) -> Line:
    right, below = x - across, y - down
    right *= right
    below *= below
    right += below
    return right


def _oddness(form: Form, usual: Usual) -> float:
    """How unlike a piece a part is: too small, too big, too long or dented."""
    if form.area < FEWEST_POINTS:
        return np.inf
    odd = _size_price(form.area / usual.area, usual.stretch)
    round_enough = ROUND_ENOUGH * usual.roundness
    if form.roundness < round_enough:
        odd += ((round_enough - form.roundness) / 0.035) ** 2
    # Most parts are none of these, and a comparison costs less than a logarithm.
    too_long = form.along / (LONGEST * usual.area * usual.stretch * usual.length)
    too_narrow = NARROWEST * usual.area / (max(form.across, 0.01) * usual.length)
    if too_long > 1 or too_narrow > 1:
        odd += (math.log(max(too_long, too_narrow)) / 0.12) ** 2
    too_slim = form.along / (SLIMMEST * form.area * usual.length)
    if too_slim > 1:
        odd += (math.log(too_slim) / 0.1) ** 2
    if form.solidity < ROUNDEST_DENT:
        odd += ((ROUNDEST_DENT - form.solidity) / 0.03) ** 2
    return odd


def _size_price(ratio: float, stretch: float) -> float:
    if SMALLEST <= ratio <= 1:
        return 0.0
    too_far = math.log(max(1.0, SMALLEST / ratio, ratio / LARGEST / stretch)) / 0.12
    big = math.log(max(1.0, ratio)) / UNUSUAL
    return too_far * too_far + big * big


def thickness(mask: Mask) -> float:
    """The radius of the largest disc that fits in."""
    framed = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    return cv2.minMaxLoc(cv2.distanceTransform(framed, cv2.DIST_L2, 3))[1]
