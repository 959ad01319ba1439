"""How large pieces are in a photo without a paper frame: the size around which nothing changes.

The net knows pieces of one size. At a wrong one it splits them or takes several for one, and a step nearer or
farther it sees something else again; around the right one it sees the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.pieces import LIKELY

if TYPE_CHECKING:
    from vision.sight import Sight

# From one size to the next.
STEP = 1.2
# A piece is the same if its middle moved by less than this share of its radius, and its area by no more
# than so many times.
SAME_PLACE, SAME_AREA = 0.6, 2.0


def steadiest(look: Callable[[int], Sight], farthest: int) -> Sight:
    """The look that those a step nearer and farther agree with most.

    look        at a photo so many steps nearer than usual; what is usual is tried first, and taken if nothing
                changes around it
    """
    sights: dict[int, Sight] = {}

    def at(step: int) -> Sight:
        if step not in sights:
            sights[step] = look(step)
        return sights[step]

    best, most = at(0), -math.inf
    for step in sorted(range(-farthest, farthest + 1), key=abs):
        agreed = agreement(at(step), at(step - 1)) + agreement(at(step), at(step + 1))
        if agreed > most:
            best, most = at(step), agreed
        if step == 0 and agreed == 2 * len(_places(best)):
            break
    return best


def agreement(one: Sight, other: Sight) -> int:
    """How many pieces both see, less those that only one of them sees."""
    mine, its = _places(one), _places(other)
    free = np.ones(len(its), np.bool_)
    both = 0
    for x, y, area in mine:
        if not len(its):
            break
        away = np.hypot(its[:, 0] - x, its[:, 1] - y)
        times = np.maximum(its[:, 2] / area, area / its[:, 2])
        same = free & (away < SAME_PLACE * math.sqrt(area / math.pi)) & (times < SAME_AREA)
        if same.any():
            free[np.where(same, away, np.inf).argmin()] = False
            both += 1
    return both - (len(mine) - both) - (len(its) - both)


def _places(sight: Sight) -> npt.NDArray[np.float64]:
    """Where in the photo pieces are seen, and how much of it each covers."""
    seen = [spot for spot in sight.spots if spot.likely > LIKELY]
    outlines = [sight.outline(spot) for spot in seen]
    rows = [(*each.mean(axis=0), max(cv2.contourArea(each.astype(np.float32)), 1.0)) for each in outlines]
    return np.array(rows, np.float64).reshape(-1, 3)
