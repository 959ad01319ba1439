"""What one disc of a photo says: how much speaks for a piece in it and around it, and what to make of that.

Everything the photo says for and against a piece is added up over the disc that one would cover, whatever
hides the rest; what is as strong around it is no piece but a wall in another light.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.colour import TILT_PRICE, ColourTable
from vision.judge import FAINT, Kind
from vision.patch import MOST_COST, Patch, best_label
from vision.pixels import NOTHING, Evidence, Mask
from vision.shape import Split, form_of

# The disc a piece covers whichever way it lies, against the root of its usual area, and the ring around it
# that it leaves free.
DISC, RING_FROM, RING_TO = 0.48, 0.62, 0.76
# What one pixel can say against a piece and for it, in costs.
AGAINST, FOR = 3.0, 6.0
# Pixels with less sight than this are hardly seen for the ring's reflection.
HARDLY_SEEN = 7.0
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
# What stands out by far is there, even if its colour is strange; it only has to be nearer to one label by so
# much.
BY_FAR, NEARER = 3.5, 2.5
# In a single photo what is this many times as bright as the wall behind it may be a lamp's light on the wall:
# a faint place that is brighter at all is nothing to ask about, and one that is much brighter is asked about.
BRIGHTER, MUCH_BRIGHTER = 1.1, 1.32
# A piece before a wall of its own colour hardly speaks for itself. But in a pair that wall, where nothing
# stands before it, looks just as it did empty: a disc of a label's colour (a cost), while all around it (in
# costs, down to the last) is plainly wall, is a piece.
RIGHT_IN_DISGUISE, PLAINLY_WALL, MOST_PLAINLY = 1.3, -5.0, 8.0
WHOLLY_SEEN = 0.85
# Of a piece so much of which lies under dots little is left to speak for it, in colours that are a little
# strange: what is worth asking about is counted.
UNDER_DOTS = 0.2
# With less of a disc in sight nothing is told, with more nothing is left to guess.
LEAST_SEEN, MOSTLY_SEEN = 0.2, 0.6


@dataclass(frozen=True)
class Place:
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
    # How many times as bright as what lies behind it, where that is known.
    bright: float

    @property
    def stands_out(self) -> float:
        """How much more speaks for a piece inside the disc than around it."""
        return self.score * min(1.0, self.seen) - AROUND_COUNTS * max(self.around, AROUND_LEAST)


def place_at(
    evidence: Evidence, open_: Mask, table: ColourTable, width: float, x: float, y: float
) -> Place | None:
    """What speaks for a piece so wide around a place; nothing if hardly any of it is seen. `open_` is where
    no piece explains what is seen.
    """
    reach = math.ceil(RING_TO * width)
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    box = np.s_[top : int(y) + reach + 2, left : int(x) + reach + 2]
    free = open_[box].view(np.bool_)
    rows, columns = np.ogrid[top : top + free.shape[0], left : left + free.shape[1]]
    square = (columns - x) ** 2 + (rows - y) ** 2
    inside = (square <= (DISC * width) ** 2) & free
    size = math.pi * (DISC * width) ** 2
    seen = np.count_nonzero(inside) / size
    if seen < LEAST_SEEN:
        return None
    under_dots = 0.0
    if evidence.sight is not None:
        hidden = (square <= (DISC * width) ** 2) & (evidence.sight[box] <= HARDLY_SEEN)
        under_dots = np.count_nonzero(hidden) / size
    costs = table.costs.take(evidence.cells[box][inside], axis=0)
    if evidence.tilted is not None:
        tilted = table.costs.take(evidence.tilted[box][inside], axis=0) + np.float32(TILT_PRICE)
        costs = np.minimum(costs, tilted)
    costs = np.minimum(costs, np.float32(MOST_COST))
    # Of what looks empty the colour is the wall's own.
    costs[evidence.labels[box][inside] == NOTHING] = MOST_COST
    ratio = evidence.ratio[box]
    # A pixel's ratio holds its own cheapest label: each label gets what it costs more.
    least = np.minimum(costs.min(axis=1), np.float32(FOR))
    for_label = np.clip((ratio[inside] + least)[:, None] - costs, -AGAINST, FOR)
    means = costs.mean(axis=0).tolist()
    label = means.index(min(means))
    ring = (square <= (RING_TO * width) ** 2) & (square > (RING_FROM * width) ** 2)
    beside = ratio[ring & free]
    around = np.clip(beside, -AGAINST, FOR).sum() / max(1, np.count_nonzero(ring))
    return Place(
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
        bright=1.0
        if evidence.faces is None
        else evidence.faces.times_as_bright(evidence.seen, inside.view(np.uint8), left, top),
    )


def kind_of(place: Place, *, pair: bool) -> Kind | None:
    """What to make of a place: a piece, one to ask about, something to ask about, or nothing."""
    out, cost = place.stands_out, place.costs[place.label]
    second = sorted([*place.costs, MOST_COST])[1]
    if out < (WORTH_ASKING_PAIR if pair else WORTH_ASKING) or place.score < LEAST_SCORE:
        return None
    unmistakable = second - cost >= LIKE_NO_OTHER
    right = cost <= (STRANGE if unmistakable else RIGHT)
    if out < ((ENOUGH_PAIR if pair else ENOUGH) if right else ENOUGH_IF_STRANGE):
        if place.under_dots >= UNDER_DOTS and cost <= STRANGE:
            return "hidden"
        return "odd" if place.bright < BRIGHTER else None
    if cost > (STRANGER if unmistakable else STRANGE):
        by_far = out >= BY_FAR and second - cost >= NEARER and cost <= STRANGER
        return "hidden" if by_far else "odd"
    if pair:
        clear = out >= BEYOND_DOUBT_PAIR and cost <= RIGHT
    else:
        clear = out >= BEYOND_DOUBT and cost <= STRANGE and place.seen >= MOSTLY_SEEN
        clear &= place.bright < MUCH_BRIGHTER
    return "piece" if clear else "hidden"


def patch_of(place: Place, *, pair: bool) -> Patch:
    """A place as a patch, its strength on the scale of pieces that lie free."""
    form = form_of(place.mask)
    label, cost, margin = best_label(place.costs)
    return Patch(
        left=place.left,
        top=place.top,
        mask=place.mask,
        area=float(form.area),
        costs=place.costs,
        strength=place.stands_out / (BEYOND_DOUBT_PAIR if pair else BEYOND_DOUBT) * FAINT,
        middle=(place.x, place.y),
        split=Split(place.mask, form, 1, 0.0, np.inf, 1),
        neighbours=0,
        label=label,
        cost=cost,
        margin=margin,
    )


def is_disguised(place: Place) -> bool:
    """Whether a place in a pair that could as well be empty is a piece before a wall of its own colour."""
    right = place.costs[place.label] <= RIGHT_IN_DISGUISE and place.seen >= WHOLLY_SEEN
    return right and place.beside <= PLAINLY_WALL
