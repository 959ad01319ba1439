"""Pieces half under the ring's dots: in a single photo only a crescent of them sticks out.

A sum over the whole disc says little there, because most of it is hidden. But something that plainly stands
out right beside a dot, and fits into a disc whose hidden part the dot explains, is worth a look of its own.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.pixels import Evidence, Mask
from vision.place import LEAST_SEEN

Spot = tuple[float, float]

# A pixel of a crescent speaks for a piece by this much (a cost); a crescent is at least this part of a piece,
# and at least this part of its rim lies under dots.
PLAINLY, CRESCENT, UNDER_DOTS = 4.0, 0.08, 0.2
# This much of it has to fit into the disc.
FITS = 0.85
_RIM, _SPECK = np.ones((5, 5), np.uint8), np.ones((3, 3), np.uint8)


def crescents(
    evidence: Evidence, open_: Mask, under: Mask, disc: npt.NDArray[np.float32], piece_area: float
) -> list[Spot]:
    """The middles of discs that explain what sticks out beside dots.

    `open_` is where no piece explains what is seen, `under` where dots hide all; `disc` adds up to one.
    """
    speaks = (evidence.ratio > np.float32(PLAINLY)).view(np.uint8) & open_
    if cv2.countNonZero(speaks) < CRESCENT * piece_area:
        return []
    speaks = np.asarray(cv2.morphologyEx(speaks, cv2.MORPH_OPEN, _SPECK), np.uint8)
    count, groups, stats, _ = cv2.connectedComponentsWithStats(speaks)
    reach = len(disc)
    spots = []
    for group in range(1, count):
        left, top, width, height, area = stats[group].tolist()
        if area < CRESCENT * piece_area:
            continue
        box = np.s_[max(0, top - reach) : top + height + reach, max(0, left - reach) : left + width + reach]
        own = (groups[box] == group).view(np.uint8)
        rim = (np.asarray(cv2.dilate(own, _RIM), np.uint8) > own).view(np.uint8)
        if cv2.countNonZero(rim & under[box]) < UNDER_DOTS * cv2.countNonZero(rim):
            continue
        spot = _best_disc(np.clip(evidence.ratio[box], -PLAINLY, PLAINLY), open_[box], own, disc)
        if spot is not None:
            spots.append((spot[0] + box[1].start, spot[1] + box[0].start))
    return spots


def _best_disc(
    says: npt.NDArray[np.float32], open_: Mask, own: Mask, disc: npt.NDArray[np.float32]
) -> Spot | None:
    """Where a disc holds nearly all of a crescent, and what is seen of it speaks for a piece most."""
    said, seen, held = (
        cv2.filter2D(part.astype(np.float32), -1, disc, borderType=cv2.BORDER_CONSTANT)
        for part in (says * open_, open_, own)
    )
    size = 1 / float(disc.max())
    fits = (held * size >= FITS * cv2.countNonZero(own)) & (seen >= LEAST_SEEN)
    if not fits.any():
        return None
    score = np.where(fits, said / np.maximum(seen, np.float32(LEAST_SEEN)), -np.inf)
    y, x = np.unravel_index(int(score.argmax()), score.shape)
    return float(x), float(y)
