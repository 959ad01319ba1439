"""How likely a count is right: every place that may be a piece is weighed, and all of them together.

A place is a piece with a chance that grows with the net's likelihood, with how well some label explains its
colours, and with how far it differs from the empty tray; it shrinks the more its size differs from a piece's.
A count is right if every counted place is a piece, its label is right, and no other place is one. The weights
were fitted on tuning tables (`python -m companion.dev.fit_chances`, which prints them); they belong to the
net's weights.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

# A place counts if it is more likely a piece than not.
COUNTED = 0.5
# Likelihoods are never wholly 0 or 1.
CLOSE_TO_CERTAIN = 1e-3
# Explained less well by its label than this a piece's colours are strange.
ORDINARY = -9.0
# From here on the net has hardly a doubt; what differs from the empty tray by so many roots plainly differs.
PLAIN, DIFFERENT, HARDLY_DIFFERENT = 0.7, 20.0, 0.5


@dataclass(frozen=True)
class Evidence:
    """What is known of a place that may be a piece.

    likely      what the net says, 0–1
    score       how well the best label explains its colours (`vision.colour.ColourModel.scores`)
    size        how many times as large as a usual piece it shows
    foreign     how likely the net calls its middle neither tray nor piece
    changed     how far it is from the empty tray's light, in roots, if that is known
    overlooked  the net saw no piece there
    """

    likely: float
    score: float
    size: float
    foreign: float
    changed: float | None = None
    overlooked: bool = False

    @property
    def terms(self) -> tuple[float, ...]:
        """What is weighed. More than usual of anything tells something else than less: a place larger than
        a piece is not one as surely as a smaller one may be covered.
        """
        odds = log_odds(self.likely)
        explained = self.score - ORDINARY
        times = math.log(max(self.size, CLOSE_TO_CERTAIN))
        changed = DIFFERENT if self.changed is None else max(self.changed, HARDLY_DIFFERENT)
        changed = math.log(changed / DIFFERENT)
        return (
            1.0,
            odds,
            max(0.0, odds - log_odds(PLAIN)),
            min(0.0, explained),
            max(0.0, explained),
            max(0.0, times),
            max(0.0, -times),
            self.foreign,
            min(0.0, changed),
            max(0.0, changed),
            float(self.overlooked),
        )


@dataclass(frozen=True)
class Weights:
    """What the logarithm of the odds that a place is a piece is made of, in the order of `Evidence.terms`."""

    always: float
    likely: float
    plain: float
    strange: float
    ordinary: float
    larger: float
    smaller: float
    foreign: float
    unchanged: float
    changed: float
    overlooked: float
    # The logarithm of the odds of a whole count, from the product of its parts.
    whole: float
    whole_always: float

    @property
    def of_a_place(self) -> tuple[float, ...]:
        """As they go with the terms of a place."""
        return tuple(getattr(self, each.name) for each in fields(self))[:-2]


# As fitted: around a paper frame, and on a bare table, which nobody saw empty.
FRAMED = Weights(
    always=-1.208,
    likely=1.482,
    plain=1.008,
    strange=0.928,
    ordinary=0.871,
    larger=-1.427,
    smaller=-0.739,
    foreign=-1.02,
    unchanged=1.149,
    changed=0.143,
    overlooked=2.447,
    whole=1.266,
    whole_always=-0.002,
)
WITHOUT_FRAME = Weights(
    always=-1.662,
    likely=0.876,
    plain=0.192,
    strange=-0.544,
    ordinary=0.689,
    larger=0.921,
    smaller=-0.542,
    foreign=-0.671,
    unchanged=1.332,
    changed=0.405,
    overlooked=0.0,
    whole=0.645,
    whole_always=1.815,
)


def piece_chance(known: Evidence, weights: Weights = FRAMED) -> float:
    """The chance that a place is a piece."""
    return _chance(sum(part * each for part, each in zip(known.terms, weights.of_a_place, strict=True)))


def whole_chance(parts: float, weights: Weights = FRAMED) -> float:
    """The chance that all counts are right, from the product of the chances of all their parts."""
    return _chance(weights.whole_always + weights.whole * log_odds(parts))


def log_odds(chance: float) -> float:
    chance = min(max(chance, CLOSE_TO_CERTAIN), 1 - CLOSE_TO_CERTAIN)
    return math.log(chance / (1 - chance))


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, odds))))
