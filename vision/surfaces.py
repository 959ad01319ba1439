"""The surfaces seen through the empty tray: ceiling, walls, the faces of the tower's foot.

Light changes gently across a surface and suddenly at its edges, so a surface is a patch of the empty tray
without edges in it. The ring's reflection lies over everything and is no edge of the room's.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.light import Image, as_bytes
from vision.pixels import Numbers
from vision.rectify import Raster

# Neighbouring pixels that differ by so many bytes belong to different surfaces.
EDGE_BYTES = 5
SMALLEST_MM2 = 18.0
# What differs from the ceiling by fewer bytes is ceiling: by the ring's light, and by four times the room's.
GAP_RING, GAP_ROOM = 8.0, 14.0
# Light of the reflection (white paper has 40 000) that hides what lies behind it.
HIDING_GLARE = 1200.0
# More than so many are no surfaces but a pattern; four more may come of the last.
MOST_SURFACES = 200
# A surface this wide and high runs around the tray: its four sides face different ways.
AROUND = 0.9
# A single face fills this much of its hull.
ONE_FACE = 0.65
_NEIGHBOURS = np.ones((3, 3), np.uint8)


def find_surfaces(ring: Image, glare: Image, room: Image | None, raster: Raster) -> Numbers:
    """Number the surfaces from 0 by their looks: what the ring lights, and (with a pair) what the room
    lights.
    """
    edges = _edges(ring)
    edges[cv2.dilate(_strong(glare), _NEIGHBOURS) > 0] = 0
    if room is not None:
        edges = np.maximum(edges, _edges(room))
    seeds = _seeds((edges < EDGE_BYTES).astype(np.uint8), raster)
    if seeds.max() == 0:
        return np.zeros(seeds.shape, np.int32)
    steep = np.clip(edges * 3, 0, 255).astype(np.uint8)
    flooded = cv2.watershed(cv2.merge([steep, steep, steep]), seeds.copy())
    numbers = nearest_number(np.maximum(flooded, 0))
    if room is not None:
        numbers = _through_gaps(numbers, ring, glare, room)
    return without_gaps(numbers)


def _through_gaps(numbers: Numbers, ring: Image, glare: Image, room: Image) -> Numbers:
    """The ceiling also shows in slits of the tower too narrow for a surface of their own: whatever looks
    like it by the ring's light and by the room's is part of it.
    """
    ceiling = int(np.bincount(numbers.ravel()).argmax())
    clear = _strong(glare) == 0
    own = (numbers == ceiling) & clear
    if not own.any():
        return numbers
    alike = clear.copy()
    for light, most in ((ring, GAP_RING), (room, GAP_ROOM)):
        look = as_bytes(np.asarray(cv2.blur(light, (3, 3)), np.float32)).astype(np.float32)
        usual = np.median(look[own], axis=0)
        alike &= np.abs(look - usual).max(axis=2) < most
    # A pixel or two are noise; and the rim of what stands before the ceiling has its look from both.
    wide = cv2.morphologyEx(alike.view(np.uint8), cv2.MORPH_OPEN, _NEIGHBOURS)
    _, groups = cv2.connectedComponents(np.where(numbers == ceiling, 0, wide).astype(np.uint8))
    rim = cv2.dilate((numbers == ceiling).view(np.uint8), _NEIGHBOURS) > 0
    apart = (groups > 0) & ~np.isin(groups, np.unique(groups[rim]))
    return np.where(apart, np.int32(ceiling), numbers)


def without_gaps(numbers: Numbers) -> Numbers:
    """The surfaces numbered from 0: flooding or shifting may have left nothing of one."""
    _, again = np.unique(numbers, return_inverse=True)
    return np.asarray(again.reshape(numbers.shape), np.int32)


def nearest_number(numbers: Numbers) -> Numbers:
    """Every pixel without a number (0) gets its nearest neighbour's."""
    numbered = numbers > 0
    _, nearest = cv2.distanceTransformWithLabels(
        (~numbered).view(np.uint8), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
    )
    owner = np.zeros(np.count_nonzero(numbered) + 1, np.int32)
    owner[nearest[numbered]] = numbers[numbered]
    return np.asarray(owner.take(np.asarray(nearest, np.int32)), np.int32)


def convex(mask: npt.NDArray[np.bool_]) -> bool:
    """Whether a surface is one face: one that is not convex is several, taken for one."""
    points = np.argwhere(mask).astype(np.int32)
    return len(points) >= ONE_FACE * max(1.0, cv2.contourArea(cv2.convexHull(points)))


def _strong(glare: Image) -> npt.NDArray[np.uint8]:
    return np.asarray(glare.max(axis=2) > HIDING_GLARE, np.uint8)


def _edges(light: Image) -> npt.NDArray[np.int32]:
    """How much neighbouring pixels differ, in bytes; medians take out noise and keep edges."""
    calm = as_bytes(np.asarray(cv2.blur(light, (3, 3)), np.float32))
    for _ in range(2):
        calm = np.asarray(cv2.medianBlur(calm, 5), np.uint8)
    steps = cv2.subtract(cv2.dilate(calm, _NEIGHBOURS), cv2.erode(calm, _NEIGHBOURS))
    return np.asarray(steps.max(axis=2), np.int32)


def _seeds(calm: npt.NDArray[np.uint8], raster: Raster) -> Numbers:
    """The middles of all surfaces, numbered from 1."""
    height, width = calm.shape
    count, groups, stats, _ = cv2.connectedComponentsWithStats(calm, connectivity=4)
    smallest = SMALLEST_MM2 * raster.pixels_a_mm**2
    y, x = np.mgrid[0:height, 0:width]
    side = (x * height > y * width) * 2 + (x * height > (height - y) * width)
    seeds = np.zeros(calm.shape, np.int32)
    found = 0
    for group in sorted(range(1, count), key=lambda number: -stats[number, cv2.CC_STAT_AREA]):
        if stats[group, cv2.CC_STAT_AREA] < smallest or found >= MOST_SURFACES:
            break
        mask = groups == group
        around = stats[group, cv2.CC_STAT_WIDTH] > AROUND * width
        around &= stats[group, cv2.CC_STAT_HEIGHT] > AROUND * height
        # The largest of all is the ceiling or the floor, flat even where it reaches around.
        parts = [mask & (side == number) for number in range(4)] if around and found else [mask]
        for part in parts:
            if np.count_nonzero(part) >= smallest:
                found += 1
                seeds[part] = found
    return seeds
