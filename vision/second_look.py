"""A second look at what the pieces that lie free do not explain.

A piece before a wall of its own colour, under dots of the reflection, behind other pieces or in the dark does
not show its outline. But it covers a disc: everything the photo says for and against a piece there can be
added up, whatever hides the rest. Each place that still speaks for a piece is taken as one, with the label
that explains it best, if enough speaks for it and little against; the table is asked about it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.beside_dots import crescents
from vision.colour import TILT_PRICE, ColourTable
from vision.judge import FAINT, Kind, Verdict
from vision.light import Image, brightest
from vision.patch import MOST_COST, NO_SHADE, Patch, best_label
from vision.pixels import Evidence, Mask
from vision.shape import Split, form_of

Flags = npt.NDArray[np.bool_]

# The disc a piece covers whichever way it lies, against the root of its usual area, and the ring around it
# that it leaves free.
DISC, RING_FROM, RING_TO = 0.48, 0.62, 0.76
# What one pixel can say against a piece and for it, in costs.
AGAINST, FOR = 3.0, 6.0
# Pixels with less sight than this are hardly seen for the ring's reflection.
HARDLY_SEEN = 7.0
# What is known by pieces found already: their own pixels, and a rim of shade and blur around them.
_RIM = np.ones((5, 5), np.uint8)
# Places looked at in one photo, and how much has to speak for a piece (over a whole disc) to be looked at.
MOST_PLACES, WORTH_A_LOOK = 12, 0.5
# A piece stands out of its surroundings: how much more speaks for one inside the disc than around it. By
# this: worth a question (in a pair, in a single photo), a piece if its colour is right, a piece if its colour
# is a little strange, a piece beyond doubt if most of it is seen.
AROUND_COUNTS, AROUND_LEAST = 0.8, -1.2
WORTH_ASKING_PAIR, WORTH_ASKING, ENOUGH_PAIR, ENOUGH, ENOUGH_IF_STRANGE = 1.85, 1.5, 2.1, 1.85, 2.5
BEYOND_DOUBT_PAIR, BEYOND_DOUBT = 2.2, 2.5
# However empty its surroundings look, a place itself has to speak for a piece by this.
LEAST_SCORE = 1.0
# Its colour (a cost): right, a little strange, and stranger but like no other label by so much.
RIGHT, STRANGE, STRANGER, LIKE_NO_OTHER = 1.8, 2.6, 5.5, 4.0
# A piece before a wall of its own colour hardly speaks for itself. But in a pair that wall, where nothing
# stands before it, looks just as it did empty: a disc of a label's colour (a cost) that could be either,
# while all around it (in costs, down to the last) is plainly wall, is a piece. Shade is dark.
COULD_BE_EITHER, RIGHT_IN_DISGUISE, PLAINLY_WALL, MOST_PLAINLY = -0.9, 1.3, -5.0, 8.0
WHOLLY_SEEN = 0.85
# Of a piece so much of which lies under dots little is left to speak for it, in colours that are a little
# strange: what is worth asking about is counted.
UNDER_DOTS = 0.2
# Two pieces' middles are farther apart than this share of their width.
SAME_PIECE = 0.5
# With less of a disc in sight nothing is told, with more nothing is left to guess.
LEAST_SEEN, MOSTLY_SEEN = 0.2, 0.6


@dataclass(frozen=True)
class _Place:
    """One disc: what speaks for the likeliest label there, averaged over what is seen of it."""

    x: float
    y: float
    mask: Mask
    left: int
    top: int
    seen: float
    # The part of it that dots of the ring's reflection hide.
    under_dots: float
    costs: list[float]
    label: int
    score: float
    around: float
    # The same as `around` for what is seen there, and however plainly it speaks against a piece.
    beside: float

    @property
    def stands_out(self) -> float:
        """How much more speaks for a piece inside the disc than around it."""
        return self.score * min(1.0, self.seen) - AROUND_COUNTS * max(self.around, AROUND_LEAST)


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
            place = self._place(evidence, open_, 2 * x + 0.5, 2 * y + 0.5)
            kind = None if place is None else self._kind(place, pair=pair)
            if place is None or kind is None or self._same(place, middles):
                cv2.circle(sums, (x, y), round(0.25 * self.width), -AGAINST, -1)
                continue
            middles.append((place.x, place.y))
            verdicts.append(Verdict(self._patch(place, evidence), kind, place.seen))
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
            place = self._place(evidence, open_, 2 * x, 2 * y)
            if place is not None and _is_disguised(place):
                verdicts.append(Verdict(self._patch(place, evidence), "hidden", place.seen))
            cv2.circle(sums, (x, y), round(0.5 * self.width), -AGAINST, -1)
        return verdicts

    def _half_under_dots(
        self, evidence: Evidence, open_: Mask, sight: Image, middles: list[tuple[float, float]]
    ) -> list[Verdict]:
        """Pieces of a single photo of which only a crescent sticks out beside the ring's dots."""
        under = (sight <= HARDLY_SEEN).view(np.uint8)
        verdicts: list[Verdict] = []
        for x, y in crescents(evidence, open_, under, _disc(round(DISC * self.width)), self.piece_area):
            place = self._place(evidence, open_, x, y)
            kind = None if place is None else self._kind(place, pair=False)
            if place is not None and kind is not None and not self._same(place, middles):
                verdicts.append(Verdict(self._patch(place, evidence), kind, place.seen))
                middles.append((x, y))
        return verdicts

    def _same(self, place: _Place, middles: list[tuple[float, float]]) -> bool:
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

    def _place(self, evidence: Evidence, open_: Mask, x: float, y: float) -> _Place | None:
        """What speaks for a piece around a place; nothing if hardly any of it is seen."""
        reach = math.ceil(RING_TO * self.width)
        left, top = max(0, int(x) - reach), max(0, int(y) - reach)
        box = np.s_[top : int(y) + reach + 2, left : int(x) + reach + 2]
        free = open_[box].view(np.bool_)
        rows, columns = np.ogrid[top : top + free.shape[0], left : left + free.shape[1]]
        square = (columns - x) ** 2 + (rows - y) ** 2
        inside = (square <= (DISC * self.width) ** 2) & free
        size = math.pi * (DISC * self.width) ** 2
        seen = np.count_nonzero(inside) / size
        if seen < LEAST_SEEN:
            return None
        under_dots = 0.0
        if evidence.sight is not None:
            hidden = (square <= (DISC * self.width) ** 2) & (evidence.sight[box] <= HARDLY_SEEN)
            under_dots = np.count_nonzero(hidden) / size
        costs = self.table.costs.take(evidence.cells[box][inside], axis=0)
        if evidence.tilted is not None:
            tilted = self.table.costs.take(evidence.tilted[box][inside], axis=0) + np.float32(TILT_PRICE)
            costs = np.minimum(costs, tilted)
        costs = np.minimum(costs, np.float32(MOST_COST))
        ratio = evidence.ratio[box]
        # A pixel's ratio holds its own cheapest label: each label gets what it costs more.
        least = np.minimum(costs.min(axis=1), np.float32(FOR))
        for_label = np.clip((ratio[inside] + least)[:, None] - costs, -AGAINST, FOR)
        means = costs.mean(axis=0).tolist()
        label = means.index(min(means))
        ring = (square <= (RING_TO * self.width) ** 2) & (square > (RING_FROM * self.width) ** 2)
        beside = ratio[ring & free]
        around = np.clip(beside, -AGAINST, FOR).sum() / max(1, np.count_nonzero(ring))
        return _Place(
            x=x,
            y=y,
            mask=inside.view(np.uint8),
            left=left,
            top=top,
            seen=seen,
            under_dots=under_dots,
            costs=means,
            label=label,
            score=float(for_label[:, label].mean()),
            around=float(around),
            beside=float(np.clip(beside, -MOST_PLAINLY, FOR).mean()) if len(beside) else 0.0,
        )

    def _kind(self, place: _Place, *, pair: bool) -> Kind | None:
        """What to make of a place: a piece, one to ask about, something to ask about, or nothing."""
        out, cost = place.stands_out, place.costs[place.label]
        second = sorted([*place.costs, MOST_COST])[1]
        if out < (WORTH_ASKING_PAIR if pair else WORTH_ASKING) or place.score < LEAST_SCORE:
            return None
        unmistakable = second - cost >= LIKE_NO_OTHER
        right = cost <= (STRANGE if unmistakable else RIGHT)
        if out < ((ENOUGH_PAIR if pair else ENOUGH) if right else ENOUGH_IF_STRANGE):
            return "hidden" if place.under_dots >= UNDER_DOTS and cost <= STRANGE else "odd"
        if cost > (STRANGER if unmistakable else STRANGE):
            return "odd"
        if pair:
            clear = out >= BEYOND_DOUBT_PAIR and cost <= RIGHT
        else:
            clear = out >= BEYOND_DOUBT and cost <= STRANGE and place.seen >= MOSTLY_SEEN
        return "piece" if clear else "hidden"

    def _patch(self, place: _Place, evidence: Evidence) -> Patch:
        form = form_of(place.mask)
        pair = evidence.sight is None
        label, cost, margin = best_label(place.costs)
        return Patch(
            left=place.left,
            top=place.top,
            mask=place.mask,
            area=float(form.area),
            costs=place.costs,
            # On the scale of pieces that lie free.
            strength=place.stands_out / (BEYOND_DOUBT_PAIR if pair else BEYOND_DOUBT) * FAINT,
            middle=(place.x, place.y),
            split=Split(place.mask, form, 1, 0.0, np.inf, 1),
            neighbours=0,
            label=label,
            cost=cost,
            margin=margin,
        )


def _limited(ratio: Image) -> Image:
    """What pixels say against a piece and for it, none of them more than one can."""
    return np.asarray(np.clip(ratio, np.float32(-AGAINST), np.float32(FOR)), np.float32)


def _is_disguised(place: _Place) -> bool:
    """Whether a place in a pair that could as well be empty is a piece before a wall of its own colour."""
    right = place.costs[place.label] <= RIGHT_IN_DISGUISE and place.seen >= WHOLLY_SEEN
    return right and place.beside <= PLAINLY_WALL


@cache
def _disc(radius: int) -> npt.NDArray[np.float32]:
    width = 2 * radius + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)).astype(np.float32)
    return np.asarray(disc / disc.sum(), np.float32)
