"""Touching pieces into single pieces.

Everything that stands out of the empty tray is cut into patches: first along colours, then, where one
colour covers more than a piece, into as many compact parts of a piece's size as fit it best.
"""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import ColourTable
from vision.patch import Cutting, Patch, patches_of
from vision.pixels import Evidence, Mask
from vision.seams import FRINGE, PART, WHOLE, blobs, by_colour, grow, most_of_one_label
from vision.shape import Form, Split, form_of, split

Box = tuple[slice, slice]
Outline = cv2.typing.MatLike

# A patch that is plainly one piece: at most this big, this much of it of one label, and without dents.
MOST_OF_ONE, ONE_COLOUR, BULGING = 1.3, 0.92, 0.94
RAGGED = 6.0
CLEARLY = 4.0
# A disc this big against a piece is its round part. At least so much of it has to be seen, with most of what
# is seen of the patch, and at most so much of it may be plain background.
ROUND_PART, DISC_SHOWS, MOST_OF_IT, DISC_LACKS = 0.7, 0.2, 0.8, 0.25
# Pixels with less sight than this are hardly seen for the ring's reflection.
HARDLY_SEEN = 7.0
# How much of a piece's side is seen at the tray's corner, as a share of its face.
SIDE_SHOWS = 0.45
_THREAD = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))


def fill_hidden(foreground: Mask, hidden: Mask) -> Mask:
    """Under a dot of glare nothing can be seen: there each pixel goes with the nearest one that can."""
    left, top, width, height = cv2.boundingRect(hidden)
    if width == 0:
        return foreground
    box = np.s_[max(0, top - 1) : top + height + 1, max(0, left - 1) : left + width + 1]
    value = np.where(hidden[box] > 0, 0, foreground[box] + 1).astype(np.int32)
    filled = foreground.copy()
    filled[box] = (grow(value, None) - 1).astype(np.uint8)
    return filled


class Separator:
    """Cuts the foreground of one photo into pieces."""

    def __init__(self, table: ColourTable, piece_area: float) -> None:
        self.table = table
        self.piece_area = piece_area

    def separate(self, evidence: Evidence) -> list[Patch]:
        """All pieces that stand out in one photo."""
        outlines, _ = cv2.findContours(evidence.foreground, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        cuttings: list[Cutting] = []
        for outline in reversed(outlines):
            left, top, width, height = cv2.boundingRect(outline)
            if width * height < PART * self.piece_area:
                continue
            box = np.s_[top : top + height, left : left + width]
            mask = np.zeros((height, width), np.uint8)
            cv2.drawContours(mask, [outline], 0, 1, cv2.FILLED, offset=(-left, -top))
            mask &= evidence.foreground[box]
            one = self._is_one_piece(outline, mask, evidence.labels[box])
            if one:
                splits = self._split(mask, left, top, evidence)
                if not any(_is_ragged(piece) for piece in splits):
                    cuttings += self._cuttings(splits, left, top, evidence)
                    continue
            cuttings += self._touching(mask, left, top, evidence, one=one)
        return patches_of(cuttings, evidence, self.table)

    def _touching(self, mask: Mask, left: int, top: int, evidence: Evidence, *, one: bool) -> list[Cutting]:
        """The pieces of a patch that may be several; `one` is whether it looked like a single one."""
        found = blobs(mask, PART * self.piece_area)
        if len(found) == 1 and found[0] is mask:
            return self._all_of(mask, left, top, evidence, one=one)
        cuttings: list[Cutting] = []
        for blob in found:
            x, y, width, height = cv2.boundingRect(blob)
            part = np.ascontiguousarray(blob[y : y + height, x : x + width])
            labels = evidence.labels[top + y : top + y + height, left + x : left + x + width]
            one = self._is_one_piece(_outline(part), part, labels)
            cuttings += self._all_of(part, left + x, top + y, evidence, one=one)
        return cuttings

    def _all_of(self, mask: Mask, left: int, top: int, evidence: Evidence, *, one: bool) -> list[Cutting]:
        """The pieces of one connected patch."""
        height, width = mask.shape
        part = evidence.part(np.s_[top : top + height, left : left + width])
        splits = self._split(mask, left, top, evidence) if one else self._cut(mask, part, evidence)
        ragged = [piece for piece in splits if _is_ragged(piece)]
        if not all(self._under_dots(piece, left, top, evidence) for piece in ragged):
            splits = self._recut(mask, part, splits, evidence)
        return self._cuttings(splits, left, top, evidence)

    def _split(self, mask: Mask, left: int, top: int, evidence: Evidence) -> list[Split]:
        form = form_of(mask)
        return split(mask, form, self.piece_area, _stretch(form, left, top, evidence))

    def _cuttings(self, splits: list[Split], left: int, top: int, evidence: Evidence) -> list[Cutting]:
        neighbours = len(splits) - 1
        return [
            Cutting(piece, left, top, neighbours, self._under_dots(piece, left, top, evidence))
            for piece in splits
        ]

    def _under_dots(self, piece: Split, x: int, y: int, evidence: Evidence) -> bool:
        """Whether dots could hide what it lacks to be a round piece."""
        if evidence.sight is None or piece.form.area > WHOLE * self.piece_area:
            return False
        radius = round(math.sqrt(ROUND_PART * self.piece_area / math.pi))
        height, width = piece.mask.shape
        left, top = max(0, x - radius), max(0, y - radius)
        dots = evidence.sight[top : y + height + radius, left : x + width + radius] < HARDLY_SEEN
        if not dots.any():
            return False
        own = np.zeros(dots.shape, np.bool_)
        own[y - top : y - top + height, x - left : x - left + width] = piece.mask
        seen = own & ~dots
        enough = max(DISC_SHOWS, MOST_OF_IT * np.count_nonzero(seen) / (math.pi * radius**2))
        shows = _inside_discs(seen, radius) >= enough
        return bool(shows.any() and (_inside_discs(~own & ~dots, radius) <= DISC_LACKS)[shows].any())

    def _recut(self, mask: Mask, part: Evidence, splits: list[Split], evidence: Evidence) -> list[Split]:
        """A ragged patch may be pieces with shadows between them: look again at what stands out clearly."""
        clear = ((cv2.blur(part.ratio, (5, 5)) > CLEARLY) & (mask > 0)).astype(np.uint8)
        clear = np.asarray(cv2.morphologyEx(clear, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), np.uint8)
        again: list[Split] = []
        for blob in blobs(clear, PART * self.piece_area):
            if self._is_one_piece(_outline(blob), blob, part.labels):
                again += self._split(blob, *part.origin, evidence)
            else:
                again += self._cut(blob, part, evidence)
        return again if again and _raggedness(again) <= _raggedness(splits) else splits

    def _cut(self, mask: Mask, part: Evidence, evidence: Evidence) -> list[Split]:
        pieces: list[Split] = []
        for one in by_colour(mask, part, self.table, self.piece_area):
            for whole in self._trimmed(one):
                pieces += self._split(whole, *part.origin, evidence)
        return pieces

    def _is_one_piece(self, outline: Outline, mask: Mask, labels: Mask) -> bool:
        """Most patches are one piece of one colour, lying free: they need no cutting."""
        if not WHOLE * self.piece_area <= cv2.countNonZero(mask) <= MOST_OF_ONE * self.piece_area:
            return False
        if cv2.contourArea(outline) < BULGING * cv2.contourArea(cv2.convexHull(outline)):
            return False
        inside = np.asarray(cv2.erode(mask, FRINGE, borderValue=0), np.uint8)
        area = cv2.countNonZero(inside)
        return area >= PART * self.piece_area and most_of_one_label(labels, inside) >= ONE_COLOUR * area

    def _trimmed(self, part: Mask) -> list[Mask]:
        """A part without the bars, threads and slivers that hang on to it."""
        opened = np.zeros_like(part)
        box = _box_around(part, len(_THREAD) // 2)
        opened[box] = cv2.morphologyEx(part[box], cv2.MORPH_OPEN, _THREAD)
        return blobs(opened, PART * self.piece_area) or [part]


def _outline(mask: Mask) -> Outline:
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return outlines[0]


def _inside_discs(mask: npt.NDArray[np.bool_], radius: int) -> npt.NDArray[np.float32]:
    """How much of a disc around each pixel a mask fills."""
    share = cv2.filter2D(mask.astype(np.float32), -1, _disc(radius), borderType=cv2.BORDER_CONSTANT)
    return np.asarray(share, np.float32)


@cache
def _disc(radius: int) -> npt.NDArray[np.float32]:
    width = 2 * radius + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)).astype(np.float32)
    return np.asarray(disc / disc.sum(), np.float32)


def _is_ragged(piece: Split) -> bool:
    return piece.misfit > RAGGED * piece.parts


def _raggedness(splits: list[Split]) -> float:
    return sum(min(piece.misfit / piece.parts, 9.0) / piece.parts for piece in splits)


def _stretch(form: Form, left: int, top: int, evidence: Evidence) -> float:
    """How much longer a piece may look here: away from the middle the camera sees its side as well."""
    height, width = evidence.labels.shape
    x = (left + form.x) / width - 0.5
    y = (top + form.y) / height - 0.5
    return 1 + SIDE_SHOWS * math.hypot(x, y)


def _box_around(mask: Mask, margin: int) -> Box:
    left, top, width, height = cv2.boundingRect(mask)
    return np.s_[max(0, top - margin) : top + height + margin, max(0, left - margin) : left + width + margin]
