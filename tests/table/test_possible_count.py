"""What a toss is read as when the tower ledger says what can be there."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from math import log

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.possible_count import (
    GHOST_BELIEF,
    LEAST_BELIEF,
    NO_PIECE,
    likely_colours,
    propose_count,
)


@dataclass(frozen=True)
class Piece:
    label: str
    confidence: float = 0.98
    alternatives: tuple[tuple[str, float], ...] = ()


def test_a_toss_that_fits_the_tower_is_shown_as_it_was_seen() -> None:
    proposal = propose_count([Piece("red"), Piece("red"), Piece("white")], {"red": 3, "white": 1, "green": 2})
    assert proposal.counts == {"red": 2, "white": 1}
    assert proposal.sure
    assert proposal.effort == 0


def test_a_third_red_that_cannot_be_in_the_tower_is_read_as_the_orange_it_may_be() -> None:
    pieces = [
        Piece("red", 0.97, (("orange", 0.02),)),
        Piece("red", 0.62, (("orange", 0.35), ("brown", 0.03))),
        Piece("red", 0.91, (("brown", 0.08),)),
    ]
    proposal = propose_count(pieces, {"red": 2, "orange": 1, "brown": 1})
    assert proposal.labels == ("red", "orange", "red")
    assert proposal.refused == {"red": (3, 2)}
    assert proposal.doubtful[0] == 1
    assert set(proposal.doubtful) == {0, 1, 2}
    assert not proposal.sure


def test_a_chain_of_colours_makes_room() -> None:
    # Too many reds; a red could be orange, but orange is full unless one of them is the yellow it may be.
    pieces = [
        Piece("red", 0.6, (("orange", 0.4),)),
        Piece("red", 0.99, ()),
        Piece("orange", 0.55, (("yellow", 0.45),)),
    ]
    proposal = propose_count(pieces, {"red": 1, "orange": 1, "yellow": 1})
    assert proposal.labels == ("orange", "red", "yellow")


def test_more_pieces_than_the_tower_holds_leaves_a_phantom() -> None:
    proposal = propose_count([Piece("gray", 0.99), Piece("gray", 0.5)], {"gray": 1})
    assert proposal.counts == {"gray": 1}
    assert proposal.labels == ("gray", NO_PIECE)


def test_a_piece_with_low_confidence_is_doubtful_though_the_count_is_possible() -> None:
    proposal = propose_count([Piece("white", 0.55, (("beige", 0.44),)), Piece("white")], {"white": 2})
    assert proposal.counts == {"white": 2}
    assert proposal.doubtful == (0,)
    assert not proposal.refused


def test_corrections_offer_the_likeliest_colours_first() -> None:
    piece = Piece("white", 0.5, (("gray", 0.1), ("beige", 0.4)))
    assert likely_colours(piece) == ("white", "beige", "gray")


COLOURS = ("red", "orange", "yellow")


@st.composite
def pieces(draw: st.DrawFn) -> list[Piece]:
    made = []
    for _ in range(draw(st.integers(1, 5))):
        label = draw(st.sampled_from(COLOURS))
        confidence = draw(st.floats(0.4, 0.99))
        others = [c for c in COLOURS if c != label and draw(st.booleans())]
        made.append(Piece(label, confidence, tuple((c, draw(st.floats(0.001, 0.4))) for c in others)))
    return made


@settings(max_examples=120)
@given(pieces(), st.lists(st.integers(0, 3), min_size=3, max_size=3))
def test_no_possible_count_is_likelier_than_the_proposed_one(seen: list[Piece], room: list[int]) -> None:
    at_most = dict(zip(COLOURS, room, strict=True))

    def cost(piece: Piece, label: str) -> float:
        own = -log(piece.confidence)
        if label == piece.label:
            return own
        if label == NO_PIECE:
            return max(own, -log(GHOST_BELIEF))
        return max(own, -log(dict(piece.alternatives).get(label, LEAST_BELIEF)))

    def total(labels: tuple[str, ...]) -> float:
        return sum(cost(p, label) for p, label in zip(seen, labels, strict=True))

    def possible(labels: tuple[str, ...]) -> bool:
        return all(n <= at_most[c] for c, n in Counter(labels).items() if c != NO_PIECE)

    best = min(
        total(labels) for labels in product((*COLOURS, NO_PIECE), repeat=len(seen)) if possible(labels)
    )
    proposal = propose_count(seen, at_most)
    assert possible(proposal.labels)
    assert total(proposal.labels) <= best + 1e-6


def test_nobody_is_asked_whether_a_piece_is_of_a_colour_that_cannot_be_there() -> None:
    vague = Piece("red", 0.6, (("orange", 0.38), ("brown", 0.02)))
    assert propose_count([vague], {"red": 1, "orange": 1, "brown": 1}).doubtful == (0,)
    assert propose_count([vague], {"red": 1, "orange": 0, "brown": 1}).sure
    full = propose_count([vague, Piece("orange")], {"red": 1, "orange": 1, "brown": 1})
    assert full.sure, "the one orange that can be there lies beside it"
    ghost = Piece("red", 0.6, (("orange", 0.1),))
    assert not propose_count([ghost], {"red": 1, "orange": 0}).sure, "it may still be no piece at all"
