"""A second look at what the pieces that lie free do not explain.

A piece before a wall of its own colour, under dots of the reflection, behind other pieces or in the dark does
not show its outline. But it covers a disc: everything the photo says for and against a piece there can be
added up, whatever hides the rest. Each place that still speaks for a piece is taken as one, with the label
that explains it best, if enough speaks for it and little against; the table is asked about it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.beside_dots import crescents
from vision.colour import ColourTable
from vision.judge import Verdict
from vision.light import Image, brightest
from vision.patch import NO_SHADE, Patch
from vision.pixels import Evidence, Mask
from vision.place import (
    AGAINST,
    DISC,
    FOR,
    HARDLY_SEEN,
    RING_FROM,
    WHOLLY_SEEN,
    Place,
    is_disguised,
    kind_of,
    patch_of,
    place_at,
)

Flags = npt.NDArray[np.bool_]

# What is known by pieces found already: their own pixels, and a rim of shade and blur around them.
_RIM = np.ones((5, 5), np.uint8)
# Places looked at in one photo, and how much has to speak for a piece (over a whole disc) to be looked at.
MOST_PLACES, WORTH_A_LOOK = 12, 0.5
# A disc before a wall of its own colour could be either, by this much at the least. Shade is dark.
COULD_BE_EITHER = -0.9
# Two pieces' middles are farther apart than this share of their width.
SAME_PIECE = 0.5


class SecondLook:
    """Looks for pieces of one size in what other pieces leave unexplained."""

    def __init__(self, table: ColourTable, piece_area: float) -> None:
        self.table = table
        self.width = math.sqrt(piece_area)
        self.piece_area = piece_area
        self._half_disc = _disc(max(1, round(DISC * self.width / 2)))

    def find(self, evidence: Evidence, found: Sequence[Patch]) -> list[Verdict]:
        """Pieces beside those found already, as verdicts to ask the table about."""
        free = self._free(evidence, found)
        verdicts: list[Verdict] = []
        open_ = free.view(np.uint8)
        if self._may_hold_a_piece(evidence, free):
            middles = [patch.middle for patch in found]
            if evidence.sight is not None:
                free &= evidence.sight > HARDLY_SEEN
            if self._says(evidence, open_, 1.0) >= 0.5 * WORTH_A_LOOK / FOR * self.piece_area:
                verdicts = self._unexplained_pieces(evidence, open_, middles)
            # A crescent says as much as a faint disc does: where nothing else is worth a look, there is none.
            if evidence.sight is not None:
                verdicts += self._half_under_dots(evidence, open_, evidence.sight, middles)
        if evidence.sight is None:
            verdicts += self._disguised_pieces(evidence, open_)
        return verdicts

    def _may_hold_a_piece(self, evidence: Evidence, free: Flags) -> bool:
        """Whether enough speaks for a piece anywhere, whatever speaks against it. Most often hardly a pixel
        does, and adding up those few in squares is many times quicker than all of them in discs.
        """
        needed = WORTH_A_LOOK * 4 / float(self._half_disc.max())
        loud = np.flatnonzero((evidence.ratio > 0) & free)
        says = np.minimum(evidence.ratio.ravel().take(loud), np.float32(FOR))
        if evidence.sight is not None:
            says *= evidence.sight.ravel().take(loud) > HARDLY_SEEN
        if says.sum() < needed:
            return False
        # A disc is as wide as two squares, so it lies in three by three of them.
        side = len(self._half_disc)
        height, width = free.shape
        rows, columns = height // side + 1, width // side + 1
        squares = loud // width // side * columns + loud % width // side
        sums = np.bincount(squares, says, rows * columns).reshape(rows, columns)
        most = cv2.boxFilter(sums, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT).max()
        return bool(most >= needed)

    @staticmethod
    def _says(evidence: Evidence, open_: Mask, least: float) -> int:
        """How many pixels that are open speak for a piece by more than so much."""
        return int(np.count_nonzero((evidence.ratio > np.float32(least)) & open_.view(np.bool_)))

    def _unexplained_pieces(
        self, evidence: Evidence, open_: Mask, middles: list[tuple[float, float]]
    ) -> list[Verdict]:
        """Pieces in what is left to be explained, the plainest first. What they explain is no longer open."""
        pair = evidence.sight is None
        left = np.asarray(cv2.copyTo(_limited(evidence.ratio), open_), np.float32)
        half = (left.shape[1] // 2, left.shape[0] // 2)
        small = np.asarray(cv2.resize(left, half, interpolation=cv2.INTER_AREA), np.float32)
        disc = self._half_disc
        sums = cv2.filter2D(small, -1, disc, borderType=cv2.BORDER_CONSTANT)
        verdicts: list[Verdict] = []
        for _ in range(MOST_PLACES):
            _, most, _, (x, y) = cv2.minMaxLoc(sums)
            if most < WORTH_A_LOOK:
                break
            place = place_at(evidence, open_, self.table, self.width, 2 * x + 0.5, 2 * y + 0.5)
            kind = None if place is None else kind_of(place, pair=pair)
            if place is None or kind is None or self._same(place, middles):
                cv2.circle(sums, (x, y), round(0.25 * self.width), -AGAINST, -1)
                continue
            middles.append((place.x, place.y))
            verdicts.append(Verdict(patch_of(place, pair=pair), kind, place.seen))
            cv2.circle(open_, (round(place.x), round(place.y)), round(RING_FROM * self.width), 0, -1)
            cv2.circle(small, (x, y), round(RING_FROM * self.width / 2), 0, -1)
            sums = np.minimum(sums, cv2.filter2D(small, -1, disc, borderType=cv2.BORDER_CONSTANT))
        return verdicts

    def _disguised_pieces(self, evidence: Evidence, open_: Mask) -> list[Verdict]:
        """Pieces of a pair before walls of their own colour."""
        unsure = self._says(evidence, open_, -AGAINST / 2)
        if unsure < WHOLLY_SEEN * math.pi * (DISC * self.width) ** 2 / 2:
            return []
        either = _limited(evidence.ratio[::2, ::2])
        # What is explained already, dark or plainly wall is no part of one.
        either[open_[::2, ::2] == 0] = -AGAINST
        # The square in the disc is enough to find such places, and quicker to add up.
        side = max(1, round(DISC * self.width / math.sqrt(2)))
        if cv2.minMaxLoc(cv2.blur(either, (side, side)))[1] < COULD_BE_EITHER:
            return []
        either[brightest(evidence.seen[::2, ::2]) < NO_SHADE] = -AGAINST
        sums = cv2.blur(either, (side, side))
        verdicts: list[Verdict] = []
        for _ in range(MOST_PLACES):
            _, most, _, (x, y) = cv2.minMaxLoc(sums)
            if most < COULD_BE_EITHER:
                break
            place = place_at(evidence, open_, self.table, self.width, 2 * x, 2 * y)
            if place is not None and is_disguised(place):
                verdicts.append(Verdict(patch_of(place, pair=True), "hidden", place.seen))
            cv2.circle(sums, (x, y), round(0.5 * self.width), -AGAINST, -1)
        return verdicts

    def _half_under_dots(
        self, evidence: Evidence, open_: Mask, sight: Image, middles: list[tuple[float, float]]
    ) -> list[Verdict]:
        """Pieces of a single photo of which only a crescent sticks out beside the ring's dots."""
        under = (sight <= HARDLY_SEEN).view(np.uint8)
        verdicts: list[Verdict] = []
        for x, y in crescents(evidence, open_, under, _disc(round(DISC * self.width)), self.piece_area):
            place = place_at(evidence, open_, self.table, self.width, x, y)
            kind = None if place is None else kind_of(place, pair=False)
            if place is not None and kind is not None and not self._same(place, middles):
                verdicts.append(Verdict(patch_of(place, pair=False), kind, place.seen))
                middles.append((x, y))
        return verdicts

    def _same(self, place: Place, middles: list[tuple[float, float]]) -> bool:
        """Whether it is the rest of a piece that was found already."""
        apart = (math.hypot(place.x - x, place.y - y) for x, y in middles)
        return min(apart, default=math.inf) < SAME_PIECE * self.width

    def _free(self, evidence: Evidence, found: Sequence[Patch]) -> Flags:
        """Where no piece explains what is seen, as far as the tray's window is open."""
        taken = np.zeros(evidence.labels.shape, np.uint8)
        for patch in found:
            height, width = patch.mask.shape
            taken[patch.top : patch.top + height, patch.left : patch.left + width] |= patch.mask
        free: Flags = np.asarray(cv2.dilate(taken, _RIM), np.uint8) == 0
        if evidence.window is not None:
            free &= evidence.window
        return free


def _limited(ratio: Image) -> Image:
    """What pixels say against a piece and for it, none of them more than one can."""
    return np.asarray(np.clip(ratio, np.float32(-AGAINST), np.float32(FOR)), np.float32)


@cache
def _disc(radius: int) -> npt.NDArray[np.float32]:
    width = 2 * radius + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)).astype(np.float32)
    return np.asarray(disc / disc.sum(), np.float32)
