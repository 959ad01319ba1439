"""How big the pieces of a photo are, told by the photo itself: the size most of what lies apart agrees on."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.pixels import Mask
from vision.separate import components
from vision.shape import form_of

# What may be one piece lying apart: bulging all round and about as long as wide. Two that touch are neither.
SOLID, ROUND = 0.92, 0.84
LEAST_PIXELS = 30
# Areas within this factor of each other are one size: pieces lie, stand, and are nearer or farther.
ALIKE = 1.35
MOST_PATCHES = 400


def lone_areas(foreground: Mask) -> list[float]:
    """The areas of all patches that look like single pieces, those at the picture's edge left out."""
    groups, stats = components(foreground)
    height, width = foreground.shape
    areas = []
    order = np.argsort(-stats[1:, cv2.CC_STAT_AREA])[:MOST_PATCHES] + 1
    for group in order.tolist():
        left, top, wide, high, area = (int(value) for value in stats[group])
        at_edge = left == 0 or top == 0 or left + wide == width or top + high == height
        if at_edge or area < LEAST_PIXELS:
            continue
        form = form_of((groups[top : top + high, left : left + wide] == group).astype(np.uint8))
        if form.solidity >= SOLID and form.roundness >= ROUND:
            areas.append(float(area))
    return areas


def agreed_area(areas: Sequence[float], fewest: int) -> float | None:
    """The area that most patches share, wide ones counting for more: specks agree by chance."""
    best: list[float] = []
    for area in areas:
        alike = [other for other in areas if area / ALIKE <= other <= area * ALIKE]
        if sum(np.sqrt(alike)) > sum(np.sqrt(best)):
            best = alike
    return float(np.median(best)) if len(best) >= max(1, fewest) else None
