"""What the table put right at the count holds for the draft: the camera may be wrong again, not the table."""

from __future__ import annotations

from collections import Counter

from companion.table.named_pieces import NamedPieces
from companion.table.possible_count import NO_PIECE
from tests.table.pebbles import Pebble

GREEN, TURQUOISE, PINK = (
    Pebble("green", 100, 100),
    Pebble("turquoise", 200, 100),
    Pebble("pink", 300, 100),
)
SQUARE = ((0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0))


def labels(known: object) -> Counter[str]:
    return Counter(piece.label for piece in known)  # type: ignore[attr-defined]


def test_a_piece_keeps_the_name_the_table_gave_it() -> None:
    corrections = NamedPieces([GREEN, TURQUOISE], ["turquoise", "turquoise"])
    known, vague = corrections.applied([GREEN, TURQUOISE], {"turquoise": 2})
    assert labels(known) == {"turquoise": 2}
    assert not vague


def test_one_that_slid_is_the_same_and_one_far_away_is_not() -> None:
    wide = Pebble("green", 100, 100, outline=SQUARE)
    corrections = NamedPieces([wide], ["turquoise"])
    assert corrections.name_of(Pebble("green", 120, 110)) == "turquoise"
    assert corrections.name_of(Pebble("green", 160, 100)) is None
    assert corrections.name_of(Pebble("black", 100, 100)) is None


def test_of_a_named_piece_that_is_gone_both_names_are_in_doubt() -> None:
    corrections = NamedPieces([GREEN, PINK], ["turquoise", "pink"])
    known, vague = corrections.applied([PINK], {"turquoise": 1, "pink": 1})
    assert labels(known) == {"pink": 1}
    assert vague == {"green", "turquoise"}


def test_what_is_no_keshi_stays_none() -> None:
    corrections = NamedPieces([GREEN, PINK], [NO_PIECE, "pink"])
    known, vague = corrections.applied([GREEN, PINK], {"pink": 1})
    assert labels(known) == {"pink": 1}
    assert not vague


def test_a_hidden_keshi_lies_there_until_it_is_seen_or_claimed() -> None:
    corrections = NamedPieces([PINK], ["pink"], {"pink": 1})
    assert labels(corrections.applied([PINK], {"pink": 2})[0]) == {"pink": 2}, "nothing was taken"
    assert labels(corrections.applied([], {"pink": 2})[0]) == {"pink": 1}, "the one in sight was taken"
    assert labels(corrections.applied([], {})[0]) == {}, "and the hidden one"
    seen = NamedPieces([PINK], ["pink"], {"pink": 1})
    seen.applied([PINK, GREEN, Pebble("pink", 50, 50)], {"pink": 2, "green": 1})
    assert labels(seen.applied([PINK], {"pink": 2})[0]) == {"pink": 1}, "once in sight it can be missed"
