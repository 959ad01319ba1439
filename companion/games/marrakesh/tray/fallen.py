"""A keshi too many in the draft: it fell out of the tower late, or was hidden when the tray was counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot, inf
from typing import Protocol, TypeGuard

from companion.table.count_check import EFFORT_OF_ANOTHER_COUNT
from companion.table.named_pieces import PlacedPiece, TrustedPiece
from companion.table.possible_count import SeenPiece, likely_colours, propose_count

# Less than a clear piece read as another colour, more than a shade misread.
COST_OF_FALLING = EFFORT_OF_ANOTHER_COUNT
COST_OF_THE_IMPOSSIBLE = 7.0  # the ledger has none inside; still likelier than a clear piece that is none
FEW = 3  # more at once have fallen together, or not at all
LEAST_LIKELY = 0.05  # a colour the camera hardly considered is not offered
NEW_PLACE_PIXELS = 20.0  # nothing lay as near as this before


class Ground(Protocol):
    """What is known of the draft; see `draft.Draft`."""

    @property
    def base(self) -> Mapping[str, int]: ...
    @property
    def inside(self) -> Mapping[str, int]: ...
    @property
    def supply(self) -> Mapping[str, int]: ...


@dataclass(frozen=True)
class Fallen:
    """Pieces that lie in the tray beyond what was counted.

    pieces      as they were seen
    colours     what each of them is read as
    others      what a single one could be instead, likeliest first
    effort      how hard it is to believe
    """

    pieces: tuple[PlacedPiece, ...]
    colours: tuple[str, ...]
    others: tuple[str, ...] = ()
    effort: float = 0.0


def what_fell(
    draft: Ground, pieces: Sequence[SeenPiece], before: Sequence[PlacedPiece] | None = None
) -> Fallen | None:
    """The likeliest way to see keshis there that were not counted; nothing if there is none.

    before      the tray as it lay when it last fitted the game, to tell who is new by its place

    A keshi in the place of another is that one, seen wrongly: only what makes the tray fuller than it was, or
    lies where nothing lay, can have fallen.
    """
    base, best = Counter(draft.base), None
    if not draft.inside and not draft.supply:
        return None
    for more in _ways(draft, pieces):
        proposal = propose_count(pieces, base + more)
        found = _newest(more, pieces, proposal.labels, before)
        new = sum(1 for piece in found if _far(piece, before) > NEW_PLACE_PIXELS) if before is not None else 0
        if len(found) < more.total() or more.total() > max(len(pieces) - base.total(), new):
            continue
        impossible = (more - Counter(draft.inside)).total()
        price = COST_OF_FALLING * (more.total() - impossible) + COST_OF_THE_IMPOSSIBLE * impossible
        if best is None or proposal.effort + price < best.effort:
            colours = tuple(more.elements())
            best = Fallen(found, colours, _others(draft, found, colours), proposal.effort + price)
    return best


def _ways(draft: Ground, pieces: Sequence[SeenPiece]) -> Iterator[Counter[str]]:
    """The handfuls that may have fallen: as the ledger allows, or, if need be, as the eye has it."""
    tried = []
    inside, wood = Counter(draft.inside), Counter(draft.supply)
    for most in (inside, inside + wood):
        seen = propose_count(pieces, Counter(draft.base) + most)
        more = Counter(seen.counts) - Counter(draft.base)
        colours = sorted(more.elements())
        sizes = range(1, len(colours) + 1) if len(colours) <= FEW else (len(colours),)
        for some in (some for size in sizes for some in combinations(colours, size)):
            if some not in tried:
                tried.append(some)
                yield Counter(some)


def _newest(
    more: Counter[str],
    pieces: Sequence[SeenPiece],
    labels: Sequence[str],
    before: Sequence[PlacedPiece] | None,
) -> tuple[PlacedPiece, ...]:
    """The pieces of these colours that lie farthest from where one lay before."""
    found: list[PlacedPiece] = []
    for colour in more:
        lying = [p for p, label in zip(pieces, labels, strict=True) if label == colour and _is_placed(p)]
        lying.sort(key=lambda piece: (-_far(piece, before), piece.confidence))
        found += lying[: more[colour]]
    return tuple(found)


def _is_placed(piece: SeenPiece) -> TypeGuard[PlacedPiece]:
    """Whether it was seen; the table's own word of a piece has no place."""
    return not isinstance(piece, TrustedPiece)


def _far(piece: PlacedPiece, before: Sequence[PlacedPiece] | None) -> float:
    return min((hypot(piece.x - other.x, piece.y - other.y) for other in before or ()), default=inf)


def _others(draft: Ground, found: Sequence[PlacedPiece], colours: Sequence[str]) -> tuple[str, ...]:
    if len(found) != 1:
        return ()
    piece = found[0]
    belief = {piece.label: piece.confidence, **dict(piece.alternatives)}
    return tuple(
        colour
        for colour in likely_colours(piece)
        if colour not in colours and belief[colour] >= LEAST_LIKELY and draft.inside.get(colour, 0) > 0
    )
