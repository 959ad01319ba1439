"""One colour's patch into single pieces, by size and roundness alone.

A piece is compact: about as long as wide, bulging, and of a size known from calibrating. A patch is cut into
the number of parts that look most like that.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]

# Sizes a piece may show, as shares of its usual area: its side adds to its face, another piece may cover
# some.
SMALLEST, LARGEST = 0.68, 1.3
# The longest and the narrowest a piece looks: its spread along and across, as a share of its usual area.
LONGEST, NARROWEST = 0.112, 0.045
# The same against its own area: two thirds of a row of pieces are as big as one, but longer.
SLIMMEST = 0.108
ROUNDEST_DENT = 0.945
ROUND_ENOUGH = 0.9
PART_PRICE = 1.2
MOST_PARTS = 14
# A patch of more than so many pieces with room for a disc this big (in pieces' widths) is no crowd of pieces
# but a hand: pieces leave gaps between them.
CROWD, THICKEST = 3.5, 1.02
ENOUGH_POINTS = 700


@dataclass(frozen=True)
class Split:
    """One part of a patch. `rival` is how much worse the next-best number of parts would have been."""

    mask: Mask
    parts: int
    misfit: float
    rival: float
    rival_parts: int


def split(mask: Mask, piece_area: float, stretch: float = 1.0) -> list[Split]:
    """Cut a patch into the number of compact parts of a piece's size that explains it best.

    `stretch` is how much longer than usual a piece may look here: far from the middle its side shows too.
    """
    rows, columns = np.nonzero(mask)
    points = np.stack([columns, rows], axis=1).astype(np.float32)
    ratio = len(points) / piece_area
    fewest, most = max(1, int(ratio / 1.8)), max(1, int(np.ceil(ratio / 0.8)))
    if ratio < 1.25:
        most = 1
    if fewest > MOST_PARTS or (ratio > CROWD and thickness(mask) > THICKEST * np.sqrt(piece_area)):
        return [Split(mask, 1, np.inf, np.inf, 1)]
    stride = max(1, int(np.sqrt(len(points) / ENOUGH_POINTS)))
    few = points[(columns % stride == 0) & (rows % stride == 0)] / stride if stride > 1 else points
    tries = []
    for count in range(fewest, min(most, MOST_PARTS) + 1):
        centres = _spread_out(few, count)
        tries.append(
            (misfit(few, _nearest(few, centres), count, piece_area / stride**2, stretch), count, centres)
        )
    tries.sort(key=lambda entry: entry[0])
    least, count, centres = tries[0]
    rival, rival_parts = (tries[1][0] - least, tries[1][1]) if len(tries) > 1 else (np.inf, count)
    if count == 1:
        return [Split(mask, 1, least, rival, rival_parts)]
    owner = _nearest(points, centres * stride)
    pieces = []
    for part in range(count):
        piece = np.zeros(mask.shape, np.uint8)
        piece[rows[owner == part], columns[owner == part]] = 1
        pieces.append(Split(piece, count, least, rival, rival_parts))
    return pieces


def _nearest(points: Points, centres: Points) -> npt.NDArray[np.int64]:
    far = -2 * points @ centres.T + (centres**2).sum(axis=1)
    return np.asarray(far.argmin(axis=1), np.int64)


def _spread_out(points: Points, count: int) -> Points:
    """Centres of that many parts: the ends of the patch first, then settled each in its part's middle."""
    middle = points.mean(axis=0)
    if count == 1:
        return np.asarray(middle[None], np.float32)
    far = ((points - middle) ** 2).sum(axis=1)
    chosen = [points[int(far.argmax())]]
    gap = ((points - chosen[0]) ** 2).sum(axis=1)
    for _ in range(count - 1):
        chosen.append(points[int(gap.argmax())])
        gap = np.minimum(gap, ((points - chosen[-1]) ** 2).sum(axis=1))
    centres = np.array(chosen, np.float32)
    for _ in range(12):
        owner = _nearest(points, centres)
        weight = np.bincount(owner, minlength=count).astype(np.float32)
        sums = np.stack([np.bincount(owner, points[:, axis], count) for axis in (0, 1)], axis=1)
        settled = np.where(weight[:, None] > 0, sums / np.maximum(weight, 1)[:, None], centres).astype(
            np.float32
        )
        if np.abs(settled - centres).max() < 0.3:
            break
        centres = settled
    return centres


def misfit(
    points: Points, owner: npt.NDArray[np.int64], count: int, piece_area: float, stretch: float = 1.0
) -> float:
    """How unlike pieces the parts are: too small, too big, too long or dented; more parts cost more."""
    total = PART_PRICE * count
    for part in range(count):
        own = points[owner == part]
        if len(own) < 6:
            return float("inf")
        ratio = len(own) / piece_area
        total += (max(0.0, np.log(SMALLEST / ratio), np.log(ratio / LARGEST / stretch)) / 0.12) ** 2
        along, across = spreads(own)
        total += (max(0.0, ROUND_ENOUGH - roundness_of(own)) / 0.035) ** 2
        total += (
            max(
                0.0,
                np.log(along / piece_area / LONGEST / stretch),
                np.log(NARROWEST * piece_area / max(across, 0.01)),
            )
            / 0.12
        ) ** 2
        total += (max(0.0, np.log(along / len(own) / SLIMMEST)) / 0.1) ** 2
        total += (max(0.0, ROUNDEST_DENT - solidity(own)) / 0.03) ** 2
    return float(total)


def spreads(points: Points) -> tuple[float, float]:
    """The mean squared distance of a part's pixels from its middle, along and across its long axis."""
    centred = points - points.mean(axis=0)
    (xx, xy), (_, yy) = centred.T @ centred / len(points)
    half, root = (xx + yy) / 2, float(np.sqrt(max(((xx - yy) / 2) ** 2 + xy**2, 0)))
    return float(half + root), float(half - root)


def solidity(points: Points) -> float:
    """The share of its own hull a part fills: dents and holes lower it."""
    hull = cv2.convexHull(points)
    # Pixels are squares, the hull runs through their middles: half a pixel all round is added.
    return len(points) / max(1.0, cv2.contourArea(hull) + 0.5 * cv2.arcLength(hull, True) + 1)


def thickness(mask: Mask) -> float:
    """The radius of the largest disc that fits in."""
    return float(cv2.distanceTransform(np.pad(mask, 1), cv2.DIST_L2, 3).max())


def roundness(mask: Mask) -> float:
    """How much of a part lies within a disc of its own area: bars, corners and crescents have little."""
    return roundness_of(np.argwhere(mask).astype(np.float32))


def roundness_of(points: Points) -> float:
    """The same for a part given by its pixels."""
    far = ((points - points.mean(axis=0)) ** 2).sum(axis=1)
    return float(np.count_nonzero(far <= len(points) / np.pi)) / len(points)
