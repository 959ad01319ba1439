"""What stands before a lamp: of a pale piece hardly more is to be seen than a hole in the lamp's light."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.doubts import BEFORE_A_LAMP, Doubt
from vision.patch import Patch
from vision.pixels import Mask, under

# So much (in pieces) of a lamp that is not clipped is no speck; a piece that covers this part explains it.
HOLE, EXPLAINED = 0.15, 0.2
# What stands before a lamp has a rim that is washed out.
_RIM = np.ones((5, 5), np.uint8)


def lamp_doubts(clipped: Mask, counted: Sequence[Patch], piece_area: float) -> list[Doubt]:
    """What to ask about holes in the clipped light of a lamp that no counted piece explains."""
    # Only what the lamp's light surrounds: its outline may be the tower's, or dots may touch it.
    outlines, _ = cv2.findContours(clipped, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    whole = np.zeros_like(clipped)
    cv2.drawContours(whole, outlines, -1, 1, cv2.FILLED)
    hole = whole & (1 - clipped)
    if cv2.countNonZero(hole) < HOLE * piece_area:
        return []
    taken = np.zeros_like(hole)
    for patch in counted:
        below = under(patch.mask, patch.left, patch.top, taken)
        below |= patch.mask
    taken = np.asarray(cv2.dilate(taken, _RIM), np.uint8)
    count, groups, stats, _ = cv2.connectedComponentsWithStats(hole)
    for group in range(1, count):
        area = int(stats[group, cv2.CC_STAT_AREA])
        if area >= HOLE * piece_area and np.count_nonzero(taken[groups == group]) < EXPLAINED * area:
            return [BEFORE_A_LAMP]
    return []
