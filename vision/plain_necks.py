"""A heap of touching pieces, cut where it is narrow.

By size alone, nobody can tell twenty coins in one heap from twenty-one. But round pieces touch in necks, and
where a heap is far narrower than a piece one of them ends and the next begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.light import Image
from vision.pixels import Mask, Numbers, Value, under
from vision.plain_table import fill_highlights
from vision.seams import components, grow

# What is left of a heap where it is wider than this share of a piece's width are the middles of its pieces.
NECK = 0.6
# A middle of fewer pixels is a bump of the outline.
FEWEST_PIXELS = 4
# What is so much rather a piece, or table, is plainly that.
PLAIN = 1.5
# How far what stands out reaches beyond a piece.
_RIM = np.ones((5, 5), np.uint8)


class Part(NamedTuple):
    """A part of a heap: its mask, no bigger than it has to be, and where on the heap's that begins."""

    mask: Mask
    left: int
    top: int

    def on(self, picture: npt.NDArray[Value]) -> npt.NDArray[Value]:
        """What lies under its mask in a picture of the heap."""
        return under(self.mask, self.left, self.top, picture)


def cut_at_necks(mask: Mask, half_width: float, within: Mask | None = None) -> list[Part]:
    """The parts of a heap between its necks, for pieces this wide; of all that lies `within`, if given."""
    filled = mask.copy()
    fill_highlights(filled, np.pi * half_width**2)
    whole = filled if within is None else filled | within
    framed = cv2.copyMakeBorder(filled, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    deep = np.asarray(cv2.distanceTransform(framed, cv2.DIST_L2, 5)[1:-1, 1:-1], np.float32)
    middles, stats = components((deep > NECK * half_width).astype(np.uint8))
    real = stats[:, cv2.CC_STAT_AREA] >= FEWEST_PIXELS
    real[0] = False
    if np.count_nonzero(real) < 2:
        return [Part(whole, 0, 0)]
    return list(_parts(grow(np.where(real[middles], middles, 0).astype(np.int32)), whole))


def _parts(owners: Numbers, whole: Mask) -> Iterator[Part]:
    """What every owner has of a heap. There may be thousands, so none is looked for all over it."""
    at = np.flatnonzero(whole)
    at = at[np.argsort(owners.ravel()[at], kind="stable")]
    ends = np.flatnonzero(np.diff(owners.ravel()[at])) + 1
    for own in np.split(at, ends):
        rows, columns = np.divmod(own, whole.shape[1])
        top, left = int(rows.min()), int(columns.min())
        mask = np.zeros((int(rows.max()) - top + 1, int(columns.max()) - left + 1), np.uint8)
        mask[rows - top, columns - left] = 1
        yield Part(mask, left, top)


def without_table(mask: Mask, ratio: Image) -> tuple[Mask, Mask]:
    """A heap without what is rather table, and the same with the rim that smoothing gives a patch: smoothed
    as widely as what stands out is, the gaps between pieces are gone.
    """
    # Each pixel has one vote: a piece that is far from table would outvote the gap beside it.
    piece = np.asarray(cv2.blur(np.clip(ratio, -PLAIN, PLAIN), (3, 3)) > 0, np.uint8)
    plain = np.asarray(mask & piece, np.uint8)
    if not plain.any():
        return mask, mask
    return plain, np.asarray(cv2.dilate(plain, _RIM), np.uint8) & mask


def half_width(mask: Mask) -> float:
    """Half the width of the widest place of a heap: that of a piece, if its pieces are alike."""
    framed = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    return float(cv2.minMaxLoc(cv2.distanceTransform(framed, cv2.DIST_L2, 5))[1])
