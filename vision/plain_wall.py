"""The walls of a tray, and what lies beyond them: no pieces, though they stand out of the tray's floor.

What goes round all the rest, or along the picture's edge, and leaves a bulging opening is a wall or the end
of the table. Pieces that touch it reach into the opening as dents, and stay.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.doubts import AT_THE_WALL, Doubt
from vision.pixels import Evidence, Mask
from vision.seams import components

# A wall is at least so many pieces big. What covers so much of the picture's edge goes on beyond it.
LEAST_PIECES, OF_THE_EDGE = 4.0, 0.2
# The opening is at least so much of the picture, and fills so much of its hull: a heap of pieces leaves
# hollow gaps.
LEAST_OPENING, BULGING = 0.3, 0.94
# What reaches into the opening by so much of a piece may be one.
DENT = 0.15
_SLIVER = np.ones((5, 5), np.uint8)


def without_walls(evidence: Evidence, piece_area: float) -> tuple[Evidence, tuple[Doubt, ...]]:
    """The evidence without walls and what is beyond them, and what to ask about them."""
    groups, stats = components(evidence.foreground)
    big = np.nonzero(stats[1:, cv2.CC_STAT_AREA] >= LEAST_PIECES * piece_area)[0] + 1
    foreground = evidence.foreground.copy()
    dented = False
    for group in big.tolist():
        wall = (groups == group).astype(np.uint8)
        opening = _opening(wall)
        if opening is None:
            continue
        dents = np.asarray(cv2.morphologyEx(wall & opening, cv2.MORPH_OPEN, _SLIVER), np.uint8)
        dented |= bool((components(dents)[1][1:, cv2.CC_STAT_AREA] >= DENT * piece_area).any())
        foreground[(wall > 0) & (dents == 0)] = 0
    return (
        replace(evidence, foreground=foreground),
        (AT_THE_WALL,) if dented else (),
    )


def _opening(wall: Mask) -> Mask | None:
    """The hull of the opening that a wall leaves; nothing if what it leaves is none."""
    closed = wall.copy()
    edge = np.concatenate([wall[0], wall[-1], wall[1:-1, 0], wall[1:-1, -1]])
    if edge.mean() >= OF_THE_EDGE:
        closed[[0, -1], :] = closed[:, [0, -1]] = 1
    groups, stats = components((closed == 0).astype(np.uint8))
    # What is open to the picture's edge is around something, not within it.
    outside = np.unique(np.concatenate([groups[0], groups[-1], groups[:, 0], groups[:, -1]]))
    stats[outside, cv2.CC_STAT_AREA] = 0
    for group in np.nonzero(stats[1:, cv2.CC_STAT_AREA] >= LEAST_OPENING * wall.size)[0] + 1:
        inside = (groups == group).astype(np.uint8)
        outlines, _ = cv2.findContours(inside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        outline = max(outlines, key=cv2.contourArea)
        hull = cv2.convexHull(outline)
        if cv2.contourArea(outline) >= BULGING * cv2.contourArea(hull):
            filled = np.zeros_like(wall)
            cv2.drawContours(filled, [hull], -1, 1, cv2.FILLED)
            return filled
    return None
