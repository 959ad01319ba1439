"""Touching pieces into single pieces.

Everything that stands out of the empty tray is cut into patches: first along colours, then, where one
colour covers more than a piece, into as many compact parts of a piece's size as fit it best.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.colour import ColourTable
from vision.patch import Cutting, Patch, patches_of
from vision.pixels import Evidence, Mask
from vision.seams import FRINGE, PART, WHOLE, Blob, blobs, by_colour, grow
from vision.shape import Form, Usual, form_of, outline_of, split

# A patch that is plainly one piece: at most this big, this much of it of one label, and without dents.
MOST_OF_ONE, ONE_COLOUR, BULGING = 1.3, 0.92, 0.95
RAGGED = 6.0
CLEARLY = 4.0
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
    filled[box] = (grow(value) - 1).astype(np.uint8)
    return filled


class Separator:
    """Cuts the foreground of one photo into pieces."""

    def __init__(self, table: ColourTable, usual: Usual) -> None:
        self.table = table
        self.piece_area = usual.area
        self._usual = usual

    def separate(self, evidence: Evidence) -> list[Patch]:
        """All pieces that stand out in one photo."""
        outlines, tree = cv2.findContours(evidence.foreground, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
        cuttings: list[Cutting] = []
        nested = [] if tree is None else tree[0].tolist()
        for outline, (_, _, hole, parent) in zip(reversed(outlines), reversed(nested), strict=True):
            left, top, width, height = cv2.boundingRect(outline)
            if parent >= 0 or width * height < PART * self.piece_area:
                continue
            mask = np.zeros((height, width), np.uint8)
            cv2.drawContours(mask, [outline], 0, 1, cv2.FILLED, offset=(-left, -top))
            if hole >= 0:
                mask &= evidence.foreground[top : top + height, left : left + width]
            if cv2.countNonZero(mask) < PART * self.piece_area:
                continue
            blob = Blob(mask, left, top, outline)
            form = self._form_of_one(blob, evidence)
            if form is not None:
                pieces = self._split(blob, form, evidence)
                if not any(map(_is_ragged, pieces)):
                    cuttings += _together(pieces)
                    continue
            # What has holes may have islands in them.
            apart = [blob] if hole < 0 else blobs(mask, PART * self.piece_area, left, top)
            for one in apart:
                cuttings += self._touching(one if one is blob else one.cropped(), evidence)
        return patches_of(cuttings, evidence, self.table)

    def _touching(self, blob: Blob, evidence: Evidence) -> list[Cutting]:
        """The pieces of a connected patch that may be several."""
        pieces = self._cut(blob, evidence)
        if any(_is_ragged(piece) for piece in pieces):
            pieces = self._recut(blob, pieces, evidence)
        return _together(pieces)

    def _cut(self, blob: Blob, evidence: Evidence) -> list[Cutting]:
        form = self._form_of_one(blob, evidence)
        if form is not None:
            return self._split(blob, form, evidence)
        pieces: list[Cutting] = []
        for part in by_colour(blob, evidence, self.table, self.piece_area):
            for one in self._trimmed(part, blob):
                pieces += self._split(one, form_of(one.mask, one.outline), evidence)
        return pieces

    def _recut(self, blob: Blob, pieces: list[Cutting], evidence: Evidence) -> list[Cutting]:
        """A ragged patch may be pieces with shadows between them: look again at what stands out clearly."""
        clear = ((cv2.blur(blob.on(evidence.ratio), (5, 5)) > CLEARLY) & (blob.mask > 0)).astype(np.uint8)
        clear = np.asarray(cv2.morphologyEx(clear, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), np.uint8)
        again: list[Cutting] = []
        for one in blobs(clear, PART * self.piece_area, blob.left, blob.top):
            again += self._cut(one, evidence)
        return again if again and _raggedness(again) <= _raggedness(pieces) else pieces

    def _split(self, blob: Blob, form: Form, evidence: Evidence) -> list[Cutting]:
        known = self._usual_of(blob, evidence)
        usual = Usual(known.area, _stretch(form, blob, evidence), known.length)
        parts = split(blob.mask, form, usual)
        return [Cutting(part, blob.left, blob.top) for part in parts]

    def _usual_of(self, blob: Blob, evidence: Evidence) -> Usual:
        """What a piece of such a patch usually looks like."""
        return self._usual

    def _form_of_one(self, blob: Blob, evidence: Evidence) -> Form | None:
        """The form of a patch that is plainly one piece of one colour, lying free. Most are: they need no
        cutting.
        """
        piece_area = self._usual_of(blob, evidence).area
        if not WHOLE * piece_area <= cv2.countNonZero(blob.mask) <= MOST_OF_ONE * piece_area:
            return None
        form = form_of(blob.mask, blob.outline)
        if form.solidity < BULGING:
            return None
        inside = np.asarray(cv2.erode(blob.mask, FRINGE, borderValue=0), np.uint8)
        area = cv2.countNonZero(inside)
        if area < PART * piece_area:
            return None
        labels = blob.on(evidence.labels)
        # The label in the middle of a patch nearly always tells whether the patch has one colour.
        of_middle = (labels == labels[len(labels) // 2, len(labels[0]) // 2]).view(np.uint8)
        own = cv2.countNonZero(of_middle & inside)
        if own <= (1 - ONE_COLOUR) * area:
            own = int(np.bincount(labels[inside.view(np.bool_)]).max())
        return form if own >= ONE_COLOUR * area else None

    def _trimmed(self, part: Mask, blob: Blob) -> list[Blob]:
        """A part of a patch without the bars, threads and slivers that hang on to it."""
        x, y, width, height = cv2.boundingRect(part)
        margin = len(_THREAD) // 2
        left, top = max(0, x - margin), max(0, y - margin)
        around = part[top : y + height + margin, left : x + width + margin]
        opened = np.asarray(cv2.morphologyEx(around, cv2.MORPH_OPEN, _THREAD), np.uint8)
        found = blobs(opened, PART * self.piece_area, blob.left + left, blob.top + top)
        return [one.cropped() for one in found or [Blob(part, blob.left, blob.top, outline_of(part))]]


def _together(pieces: list[Cutting]) -> list[Cutting]:
    """The pieces of one patch, each knowing of the others."""
    if len(pieces) == 1:
        return pieces
    return [Cutting(piece.split, piece.left, piece.top, len(pieces) - 1) for piece in pieces]


def _is_ragged(piece: Cutting) -> bool:
    return piece.split.misfit > RAGGED * piece.split.parts


def _raggedness(pieces: list[Cutting]) -> float:
    splits = [piece.split for piece in pieces]
    return sum(min(piece.misfit / piece.parts, 9.0) / piece.parts for piece in splits)


def _stretch(form: Form, blob: Blob, evidence: Evidence) -> float:
    """How much longer a piece may look here: away from the middle the camera sees its side as well."""
    height, width = evidence.labels.shape
    x = (blob.left + form.x) / width - 0.5
    y = (blob.top + form.y) / height - 0.5
    return 1 + SIDE_SHOWS * math.hypot(x, y)
