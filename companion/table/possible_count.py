"""The likeliest count that is possible at all, and the pieces to look at twice.

However sure the eye is, there cannot be more red pieces in the tray than there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, log
from typing import Protocol

NO_PIECE = ""
"""The label of something that looked like a piece and cannot be one."""

LEAST_BELIEF = 1e-4
"""The chance that a piece has a colour the vision did not even name."""
GHOST_BELIEF = 2e-4
"""The chance that a piece is none at all."""
DOUBTFUL_BELOW = 0.80
"""A piece whose colour is less certain is to be looked at."""
UNNAMED_COST = -log(LEAST_BELIEF)


class SeenPiece(Protocol):
    """A piece as the vision names it; see `vision.observation.Piece`."""

    @property
    def label(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def alternatives(self) -> tuple[tuple[str, float], ...]: ...


@dataclass(frozen=True)
class CountProposal:
    """What to show for confirmation.

    labels      the colour each piece is read as, in the order the pieces were given; NO_PIECE for a phantom
    doubtful    indexes of the pieces to look at first, the most doubtful first
    refused     colours of which more were seen than there can be: colour → (seen, at most)
    effort      how much had to be read against the eye; 0 when everything is as seen
    """

    labels: tuple[str, ...]
    doubtful: tuple[int, ...] = ()
    refused: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    effort: float = 0.0

    @property
    def counts(self) -> dict[str, int]:
        """How many of each colour; colours of which there is none are left out."""
        return dict(Counter(label for label in self.labels if label != NO_PIECE))

    @property
    def sure(self) -> bool:
        return not self.doubtful and not self.refused


def propose_count(pieces: Sequence[SeenPiece], at_most: Mapping[str, int]) -> CountProposal:
    """The likeliest count of which no colour exceeds `at_most` (what can lie there).

    Starting from each piece's likeliest colour, a piece too many is moved along the cheapest chain of colours
    to one with room: red read as orange, if need be because an orange is read as yellow. Each chain is the
    cheapest there is, so the result is the best one of all.
    """
    costs = [_costs(piece) for piece in pieces]
    labels = [piece.label for piece in pieces]
    room = dict(at_most)
    room[NO_PIECE] = len(labels)
    seen = Counter(labels)
    held = Counter(labels)
    while (crowded := next((c for c in held if held[c] > room.get(c, 0)), None)) is not None:
        for index, colour in _cheapest_chain(crowded, labels, costs, held, room):
            held[labels[index]] -= 1
            labels[index] = colour
            held[colour] += 1
    effort = sum(
        cost.get(label, UNNAMED_COST) - cost[piece.label]
        for piece, cost, label in zip(pieces, costs, labels, strict=True)
    )
    refused = {c: (n, at_most.get(c, 0)) for c, n in seen.items() if n > at_most.get(c, 0)}
    full = frozenset(colour for colour in room if colour != NO_PIECE and held[colour] >= room[colour])
    doubtful = _doubtful(pieces, labels, refused, full)
    return CountProposal(tuple(labels), doubtful, refused, max(0.0, effort))


def likely_colours(piece: SeenPiece) -> tuple[str, ...]:
    """The colours to offer for a piece when it is corrected, likeliest first."""
    ranked = sorted(((piece.label, piece.confidence), *piece.alternatives), key=lambda item: -item[1])
    return tuple(dict.fromkeys(label for label, _ in ranked))


def _costs(piece: SeenPiece) -> dict[str, float]:
    """How hard it is to believe each colour of a piece; nothing is easier than the colour it was given."""
    own = -log(max(piece.confidence, LEAST_BELIEF))
    costs = {label: max(own, -log(max(belief, LEAST_BELIEF))) for label, belief in piece.alternatives}
    costs[NO_PIECE] = max(own, -log(GHOST_BELIEF))
    costs[piece.label] = own
    return costs


def _cheapest_chain(
    start: str,
    labels: Sequence[str],
    costs: Sequence[Mapping[str, float]],
    held: Counter[str],
    room: Mapping[str, int],
) -> list[tuple[int, str]]:
    """The pieces to read anew, and as what, so that one fewer has the colour `start` (Bellman and Ford)."""
    distance: dict[str, float] = dict.fromkeys(room, inf)
    distance[start] = 0.0
    came_by: dict[str, tuple[int, str]] = {}  # colour ← (piece, its colour before)
    for _ in distance:
        changed = False
        for index, now in enumerate(labels):
            base = distance.get(now, inf)
            if base == inf:
                continue
            own = costs[index]
            for colour in distance:
                longer = base + own.get(colour, UNNAMED_COST) - own.get(now, UNNAMED_COST)
                if colour != now and longer < distance[colour] - 1e-9:
                    distance[colour] = longer
                    came_by[colour] = (index, now)
                    changed = True
        if not changed:
            break
    colour = min((c for c in room if held[c] < room[c]), key=lambda c: distance[c])
    chain: list[tuple[int, str]] = []
    while colour != start:
        index, before = came_by[colour]
        chain.append((index, colour))
        colour = before
    return chain


def _doubtful(
    pieces: Sequence[SeenPiece],
    labels: Sequence[str],
    refused: Mapping[str, tuple[int, int]],
    full: frozenset[str],
) -> tuple[int, ...]:
    """Read against the eye first, then the fellows of a refused colour, then the merely unclear.

    full    colours of which no more can lie there: nobody is asked whether a piece is another of them
    """

    def rank(index: int) -> tuple[int, float]:
        piece = pieces[index]
        if labels[index] != piece.label:
            return (0, piece.confidence)
        if piece.label in refused:
            return (1, piece.confidence)
        ruled_out = sum(belief for colour, belief in piece.alternatives if colour in full)
        return (2, min(1.0, piece.confidence / max(1 - ruled_out, LEAST_BELIEF)))

    doubted = [index for index in range(len(pieces)) if rank(index) < (2, DOUBTFUL_BELOW)]
    return tuple(sorted(doubted, key=rank))
