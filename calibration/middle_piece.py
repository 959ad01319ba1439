"""Which piece a cutting is about: the one in its middle. Neighbours may reach into it, even touch that piece.

Photos of a label's pieces alone have nothing unlike in them and stay as they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import cell_index, cube_cells, label_costs, summarise
from vision.light import Image
from vision.photo import Frame
from vision.plain_necks import cut_at_necks, half_width, without_table
from vision.shape import form_of

Mask = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]

# The middle of a cutting: so far around its centre, as a share of its shorter side.
MIDDLE = 0.18
FEWEST_PIXELS = 12
# What costs the middle colours less than this may be the same piece; with less of it a patch is another,
# with more it is nothing but that one.
ALIKE, ANOTHER, NOTHING_ELSE = 7.0, 0.2, 0.85
# A patch that bulges all round is one piece of several colours, unless most of it is a lighter bit of table.
SOLID, ROUND, MOSTLY = 0.93, 0.84, 0.55
_SPECK = np.ones((5, 5), np.uint8)


def of_middle_piece(masks: Sequence[Mask], seen: Frame, ratio: Image) -> list[Mask]:
    """What stands out in a cutting, without other pieces than those like the one in its middle; `ratio` is
    how much rather than table each pixel is a piece.
    """
    middle = _middle_colours(masks, seen)
    if middle is None or len(masks) == 0:
        return list(masks)
    alike = label_costs(cube_cells(), summarise(middle))[cell_index(seen)] < ALIKE
    own = [one for one in (_own_part(mask, alike) for mask in masks) if one is not None]
    parts = [_without_twins(mask, ratio) for mask in own or masks]
    # What the sides cut off is a neighbour, or the gap between two boards; it tells no size.
    return [part for part in parts if not at_side(part)] or parts


def _middle_colours(masks: Sequence[Mask], seen: Frame) -> npt.NDArray[np.float64] | None:
    """The colours around the centre of a cutting; nothing if no piece lies there."""
    height, width = seen.shape[:2]
    rows, columns = np.ogrid[:height, :width]
    reach = MIDDLE * min(height, width)
    near = (rows - height / 2) ** 2 + (columns - width / 2) ** 2 <= reach**2
    inside = near & np.any([mask > 0 for mask in masks], axis=0) if masks else near
    # A piece beside the centre is not the one that was cut out.
    if np.count_nonzero(inside) < max(FEWEST_PIXELS, 0.5 * np.count_nonzero(near)):
        return None
    return np.asarray(seen[inside], np.float64)


def _own_part(mask: Mask, alike: Flags) -> Mask | None:
    """A patch, or the part of it that has the middle's colours; nothing if it has none of them."""
    inside = mask > 0
    share = float(alike[inside].mean())
    if share < ANOTHER:
        return None
    if share > NOTHING_ELSE or (share > MOSTLY and _is_one(mask)):
        return mask
    part = np.asarray(cv2.morphologyEx((alike & inside).astype(np.uint8), cv2.MORPH_CLOSE, _SPECK), np.uint8)
    part = np.asarray(cv2.morphologyEx(part & mask, cv2.MORPH_OPEN, _SPECK), np.uint8)
    return part if part.any() else mask


def _without_twins(mask: Mask, ratio: Image) -> Mask:
    """A patch without what reaches into it from the cutting's sides by a neck: pieces of the same label, told
    from the middle one by nothing but their outlines.
    """
    plain, rimmed = without_table(mask, ratio)
    width = half_width(plain)
    # Only slivers of them may show: carried on beyond the sides, they are as wide as pieces.
    side = max(1, math.ceil(width))
    wide = [cv2.copyMakeBorder(one, *(side,) * 4, cv2.BORDER_REPLICATE) for one in (plain, rimmed)]
    around = np.asarray(wide[0], np.uint8), np.asarray(wide[1], np.uint8)
    parts = []
    for part in cut_at_necks(around[0], width, around[1]):
        alone = np.zeros_like(around[0])
        part.on(alone)[:] = part.mask
        parts.append(alone[side:-side, side:-side])
    middle = [part for part in parts if part[mask.shape[0] // 2, mask.shape[1] // 2]]
    if len(parts) == 1 or not middle or at_side(middle[0]):
        return mask
    return np.asarray(np.max([part for part in parts if not at_side(part)], axis=0), np.uint8)


def at_side(mask: Mask) -> bool:
    """Whether a mask reaches the sides of its cutting."""
    return bool(mask[[0, -1], :].any() or mask[:, [0, -1]].any())


def _is_one(mask: Mask) -> bool:
    form = form_of(mask)
    return form.solidity >= SOLID and form.roundness >= ROUND
