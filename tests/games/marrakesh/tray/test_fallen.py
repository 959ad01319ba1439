"""A keshi that lies in the tray though it was not counted: it fell out of the tower late."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.marrakesh.screens.samples import SamplePiece
from companion.games.marrakesh.tray import Claim, Draft, DraftProposal, propose_claims
from companion.table.named_pieces import NamedPieces
from companion.table.possible_count import NO_PIECE

ROOM = dict.fromkeys(("green", "pink", "white", "red"), 8)
GREEN, OTHER_GREEN, WHITE = (
    SamplePiece("green", 100, 100),
    SamplePiece("green", 200, 100),
    SamplePiece("white", 300, 100),
)
LYING = [GREEN, OTHER_GREEN, WHITE]
PINK = SamplePiece("pink", 100, 300)
INSIDE = {"pink": 1, "green": 1, "red": 2}


def draft(
    *,
    inside: Mapping[str, int] = INSIDE,
    claims: tuple[Claim, ...] = (),
    supply: Mapping[str, int] | None = None,
) -> Draft:
    room = dict.fromkeys(range(4), ROOM)
    base = {"green": 2, "white": 1}
    return Draft(base, (0, 1, 2, 3), room, claims=claims, inside=inside, supply=supply or {})


def fell(proposal: DraftProposal) -> tuple[str, ...]:
    return proposal.fell.colours if proposal.fell is not None else ()


def test_one_more_than_was_counted_is_told_and_never_entered_unasked() -> None:
    proposal = propose_claims(draft(), [*LYING, PINK], LYING)
    assert proposal.changed
    assert not proposal.automatic
    assert fell(proposal) == ("pink",)
    assert proposal.fell is not None
    assert proposal.fell.pieces == (PINK,)
    assert proposal.readings == ()


def test_it_is_told_though_nobody_looked_before() -> None:
    assert fell(propose_claims(draft(), [*LYING, PINK])) == ("pink",)


def test_of_two_alike_the_one_in_a_new_place_fell() -> None:
    late = SamplePiece("green", 400, 400)
    proposal = propose_claims(draft(), [late, *LYING], LYING)
    assert proposal.fell is not None
    assert proposal.fell.pieces == (late,)


def test_two_that_fall_are_told_together() -> None:
    red = SamplePiece("red", 300, 300)
    assert sorted(fell(propose_claims(draft(), [*LYING, PINK, red], LYING))) == ["pink", "red"]


def test_six_that_fall_are_told_together() -> None:
    many = [SamplePiece("red", 60 * n, 400) for n in range(6)]
    assert fell(propose_claims(draft(inside={"red": 8}), [*LYING, *many], LYING)) == ("red",) * 6


def test_a_claim_put_back_is_offered_beside_it() -> None:
    proposal = propose_claims(draft(claims=(Claim(3, ("pink",)),)), [*LYING, PINK], LYING)
    assert [(reading.undo, reading.claims) for reading in proposal.readings] == [(1, ())]
    assert fell(proposal) == ("pink",)


def test_one_falls_while_another_is_claimed() -> None:
    proposal = propose_claims(draft(), [GREEN, WHITE, PINK], LYING)
    assert fell(proposal) == ("pink",)


def test_a_keshi_seen_in_another_colour_in_its_old_place_has_not_fallen() -> None:
    turned = SamplePiece("pink", 202, 101, alternatives=(("green", 0.005),))
    assert not propose_claims(draft(), [GREEN, turned, WHITE], LYING).changed
    assert not propose_claims(draft(), [GREEN, turned, WHITE]).changed, "nor where nobody looked before"


def test_a_shade_misread_while_one_is_claimed_has_not_fallen() -> None:
    shade = SamplePiece("pink", 280, 180, 0.7, alternatives=(("white", 0.3),))
    proposal = propose_claims(draft(), [GREEN, shade], LYING)
    assert proposal.fell is None
    assert proposal.automatic


def test_what_cannot_be_in_the_tower_is_read_as_what_can() -> None:
    doubtful = SamplePiece("pink", 100, 300, 0.8, alternatives=(("red", 0.15),))
    proposal = propose_claims(draft(inside={"red": 1}, supply={"pink": 5}), [*LYING, doubtful], LYING)
    assert fell(proposal) == ("red",)


def test_a_clear_one_that_cannot_be_in_the_tower_is_told_all_the_same() -> None:
    proposal = propose_claims(draft(inside={"red": 1}, supply={"pink": 5}), [*LYING, PINK], LYING)
    assert fell(proposal) == ("pink",), "the table may have counted wrongly before"
    assert not propose_claims(draft(inside={"red": 1}), [*LYING, PINK], LYING).changed, "there is none at all"


def test_the_other_colours_it_could_be_are_offered_if_they_are_inside() -> None:
    unclear = SamplePiece("pink", 100, 300, 0.6, alternatives=(("red", 0.2), ("white", 0.1), ("green", 0.01)))
    proposal = propose_claims(draft(), [*LYING, unclear], LYING)
    assert proposal.fell is not None
    assert proposal.fell.others == ("red",)


def test_one_left_out_stays_out_until_it_is_gone() -> None:
    corrections = NamedPieces()
    corrections.leave_out(PINK)
    assert corrections.name_of(PINK) == NO_PIECE
    assert len(corrections.applied([*LYING, PINK], {})[0]) == 3
    known, vague = corrections.applied(LYING, {})
    assert len(known) == 3
    assert not vague, "it was to go"
    assert len(corrections.applied([*LYING, PINK], {})[0]) == 4, "another one in its place is another one"
