"""What a perfect net would say of a table: the maps it is trained towards, one pixel a millimetre."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.net_input import PIXELS_A_MM
from vision.pieces import FURTHEST, RAYS, directions
from vision.training.random_tables import Mask
from vision.training.scene import Map

Floats: TypeAlias = npt.NDArray[np.float32]

STEP = int(PIXELS_A_MM)
# As likely a middle is at most where the piece's own middle is out of sight.
UNSEEN = 0.3
# Square millimetres of a piece in full sight, and how much more a place of a smaller one counts at most.
USUAL_AREA, MOST_WEIGHT = 80.0, 3.0


@dataclass(frozen=True)
class Maps:
    """How likely a middle is (1 in a piece's middle, 0 at its edge), the rays in millimetres, and where
    both count.
    """

    likely: Floats
    rays: Floats
    pieces: Map


def perfect_maps(pieces: Map, rays: int = RAYS) -> Maps:
    """The maps of a table whose pieces are numbered at 2 pixels a millimetre."""
    small = np.ascontiguousarray(pieces[::STEP, ::STEP])
    reach = _rays(pieces, small, rays)
    return Maps(_one_hill(_likely(pieces)[::STEP, ::STEP].copy(), reach, small), reach, small)


def _likely(pieces: Map) -> Floats:
    """How far it is to a piece's edge against its middle."""
    likely = np.zeros(pieces.shape, np.float32)
    for number in range(1, int(pieces.max(initial=0)) + 1):
        mask = pieces == number
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        if not len(rows):
            continue
        box = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        # The picture's own edge hides the rest of a piece: it is an edge like any other.
        mine = np.pad(mask[box].astype(np.uint8), 1)
        away = cv2.distanceTransform(mine, cv2.DIST_L2, 5)[1:-1, 1:-1]
        # Only every second pixel is kept: the highest of those is the middle.
        kept = np.zeros_like(mask)
        kept[::STEP, ::STEP] = True
        most = float((away * kept[box]).max()) or float(away.max())
        likely[box] = np.where(mask[box], np.minimum(away / most, 1), likely[box])
    return likely


def _one_hill(likely: Floats, reach: Floats, small: Map) -> Floats:
    """A piece that is half covered may have two wide parts: what its middle does not see is no middle."""
    ways = directions(len(reach))
    for number in range(1, int(small.max(initial=0)) + 1):
        mine = small == number
        y, x = np.unravel_index(int(np.argmax(np.where(mine, likely, -1.0))), small.shape)
        outline = np.array([x, y]) + reach[:, y, x, None] * ways
        seen = np.zeros(small.shape, np.uint8)
        cv2.fillPoly(seen, [np.round(outline).astype(np.int32)], 1)
        hidden = mine & (seen == 0)
        likely[hidden] = np.minimum(likely[hidden], UNSEEN)
    return likely


def _rays(pieces: Map, small: Map, rays: int) -> Floats:
    """From every pixel in a piece along each ray until the piece ends, half a millimetre a step."""
    reach = np.zeros((rays, *small.shape), np.float32)
    rows, columns = np.nonzero(small)
    if not len(rows):
        return reach
    own = small[rows, columns]
    wide = int(FURTHEST)
    around = np.pad(pieces, wide)
    width = around.shape[1]
    start = (rows * STEP + wide) * width + columns * STEP + wide
    flat = around.ravel()
    for ray, (x, y) in enumerate(directions(rays)):
        inside = np.arange(len(rows))
        length = np.zeros(len(rows), np.float32)
        for step in range(1, wide):
            shift = round(y * step) * width + round(x * step)
            inside = inside[flat[start[inside] + shift] == own[inside]]
            if not len(inside):
                break
            length[inside] = step
        reach[ray, rows, columns] = (length + 0.5) / STEP
    return reach


def counted(maps: Maps, unclear: Mask) -> Mask:
    """Where a middle may be judged right or wrong."""
    return np.asarray(~unclear[::STEP, ::STEP] | (maps.pieces > 0), np.bool_)


def weights(maps: Maps) -> Floats:
    """How much each place counts: little is seen of a covered piece, and counts as much as a whole one."""
    sizes = np.bincount(maps.pieces.ravel()).astype(np.float32)
    share = np.clip(USUAL_AREA / np.maximum(sizes, 1), 1, MOST_WEIGHT)
    share[0] = 1
    return np.asarray(share[maps.pieces], np.float32)
