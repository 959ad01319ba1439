"""What was seen in the tray: pieces one by one, counts by label, and how far to trust them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.doubts import Doubt


@dataclass(frozen=True)
class Piece:
    """One piece in the tray. Places are pixels of the photo as it was given.

    `alternatives` are the other labels it could have, likeliest first, each with its share of belief;
    `confidence` is the share of the label itself.
    """

    label: str
    x: float
    y: float
    confidence: float
    outline: Sequence[tuple[float, float]] = ()
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Observation:
    """The tray in one photo.

    `counts` names every label of the profile, also those of which none was seen. `chance` is how likely all
    of them are right; where it is too low `sure` is false, the companion asks the table, and `doubts` are
    what to look at.
    """

    counts: Mapping[str, int]
    pieces: tuple[Piece, ...]
    sure: bool
    hand: bool
    doubts: tuple[Doubt, ...] = ()
    chance: float = 1.0

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def agrees_with(self, other: Observation) -> bool:
        """Whether both saw the same number of every label."""
        return dict(self.counts) == dict(other.counts)
