"""How likely a count is right: every place that may be a piece is weighed, and all of them together.

A place is a piece with a chance that grows with the net's likelihood, with how well some label explains its
colours, and shrinks the more its size differs from a piece's. A count is right if every counted place is a
piece, its label is right, and no other place is one. The weights were fitted on tuning tables
(`python -m companion.dev.fit_chances`, which prints them); they belong to the net's weights.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

# A place counts if it is more likely a piece than not.
COUNTED = 0.5
# Likelihoods are never wholly 0 or 1.
CLOSE_TO_CERTAIN = 1e-3
# Explained so well by its label a piece's colours are ordinary; better says nothing more.
ORDINARY = -9.0


@dataclass(frozen=True)
class Weights:
    """What the logarithm of the odds that a place is a piece is made of."""

    always: float = 2.355
    likely: float = 2.365
    colours: float = 0.697
    larger: float = -0.263
    smaller: float = -1.282
    foreign: float = -0.208
    # The logarithm of the odds of a whole count, from the product of its parts.
    whole: float = 1.184
    whole_always: float = -0.33

    @property
    def of_a_place(self) -> tuple[float, ...]:
        """As they go with `terms`."""
        return self.always, self.likely, self.colours, self.larger, self.smaller, self.foreign


WEIGHTS = Weights()


def piece_chance(
    likely: float, score: float, size: float, foreign: float, weights: Weights = WEIGHTS
) -> float:
    """The chance that a place is a piece.

    likely      what the net says, 0–1
    score       how well the best label explains its colours (`vision.colour.ColourModel.scores`)
    size        how many times as large as a usual piece it shows
    foreign     how likely the net calls its middle neither tray nor piece
    """
    weighed = zip(terms(likely, score, size, foreign), weights.of_a_place, strict=True)
    return _chance(sum(part * weight for part, weight in weighed))


def terms(likely: float, score: float, size: float, foreign: float) -> tuple[float, ...]:
    """What is weighed; being larger than a piece tells something else than being smaller, or covered."""
    times = math.log(max(size, CLOSE_TO_CERTAIN))
    larger, smaller = max(0.0, times), max(0.0, -times)
    return 1.0, log_odds(likely), min(0.0, score - ORDINARY), larger, smaller, foreign


def whole_chance(parts: float, weights: Weights = WEIGHTS) -> float:
    """The chance that all counts are right, from the product of the chances of all their parts."""
    return _chance(weights.whole_always + weights.whole * log_odds(parts))


def log_odds(chance: float) -> float:
    chance = min(max(chance, CLOSE_TO_CERTAIN), 1 - CLOSE_TO_CERTAIN)
    return math.log(chance / (1 - chance))


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, odds))))
