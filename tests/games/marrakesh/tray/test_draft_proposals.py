"""What the tray says during the draft: whose claims explain the keshis that left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.marrakesh.tray import Claim, Draft, DraftProposal, propose_claims

MANY = {"green": 8, "pink": 8, "white": 8, "turquoise": 8, "red": 8, "orange": 99}


@dataclass(frozen=True)
class Piece:
    label: str
    confidence: float = 0.98
    alternatives: tuple[tuple[str, float], ...] = ()


def tray(**counts: int) -> list[Piece]:
    return [Piece(colour) for colour, number in counts.items() for _ in range(number)]


def draft(
    base: Mapping[str, int],
    room: Mapping[int, Mapping[str, int]] | None = None,
    *,
    seats: tuple[int, ...] = (0, 1, 2, 3),
    any_two: frozenset[int] = frozenset(),
    claims: tuple[Claim, ...] = (),
    unknown_scrolls: bool = False,
) -> Draft:
    spaces = {seat: (room or {}).get(seat, MANY) for seat in range(4)}
    return Draft(base, seats, spaces, any_two, claims, unknown_scrolls)


def read(proposal: DraftProposal) -> list[tuple[tuple[int, str], ...]]:
    return [tuple((claim.seat, claim.key) for claim in reading.claims) for reading in proposal.readings]


def test_a_full_tray_means_nothing_happened() -> None:
    proposal = propose_claims(draft({"green": 2, "pink": 1}), tray(green=2, pink=1))
    assert not proposal.changed
    assert proposal.readings == ()


def test_two_greens_gone_are_the_claim_of_whose_turn_it_is() -> None:
    proposal = propose_claims(draft({"green": 2, "pink": 1}, seats=(2, 3, 0, 1)), tray(pink=1))
    assert proposal.automatic
    assert read(proposal)[0] == ((2, "green*2"),)


def test_one_of_two_is_a_claim_of_one() -> None:
    proposal = propose_claims(draft({"green": 2}), tray(green=1))
    assert proposal.automatic
    assert read(proposal)[0] == ((0, "green*1"),)


def test_whoever_may_take_two_of_a_colour_is_believed_to_have_done_so() -> None:
    proposal = propose_claims(draft({"green": 3}), tray())
    first, second = proposal.readings[:2]
    assert read(proposal)[:2] == [((0, "green*2"), (1, "green*1")), ((0, "green*1"), (1, "green*2"))]
    assert first.cost < second.cost
    assert not proposal.automatic


def test_two_of_a_colour_may_be_one_each_where_two_hands_came() -> None:
    for lying in (2, 3):
        proposal = propose_claims(draft({"green": lying, "pink": 1}), tray(green=lying - 2, pink=1), hands=2)
        assert not proposal.automatic
        assert read(proposal)[:2] == [((0, "green*2"),), ((0, "green*1"), (1, "green*1"))]


def test_two_hands_may_have_taken_one_keshi() -> None:
    alone = propose_claims(draft({"green": 2, "pink": 1}), tray(green=1, pink=1), hands=2)
    assert alone.automatic
    assert read(alone)[0] == ((0, "green*1"),)


def test_two_colours_gone_are_two_players_and_the_order_is_asked() -> None:
    proposal = propose_claims(draft({"green": 2, "pink": 1, "white": 3}), tray(white=3))
    assert not proposal.automatic
    assert set(read(proposal)[:2]) == {
        ((0, "green*2"), (1, "pink*1")),
        ((0, "pink*1"), (1, "green*2")),
    }


def test_the_order_is_clear_when_only_one_of_them_could_take_green() -> None:
    room = {0: {**MANY, "green": 0}, 1: {**MANY, "pink": 0}}
    proposal = propose_claims(draft({"green": 2, "pink": 1, "white": 3}, room), tray(white=3))
    assert proposal.automatic
    assert read(proposal)[0] == ((0, "pink*1"), (1, "green*2"))


def test_three_greens_gone_are_asked_about_with_one_too_many_among_the_answers() -> None:
    proposal = propose_claims(draft({"green": 3, "pink": 2}), tray(pink=2))
    assert not proposal.automatic
    assert read(proposal)[:2] == [((0, "green*2"), (1, "green*1")), ((0, "green*1"), (1, "green*2"))]
    assert any(r.fault == "too many" and r.claims == (Claim(0, ("green",) * 3),) for r in proposal.readings)


def test_a_colour_that_is_full_for_whose_turn_it_is_was_taken_out_of_turn_or_by_mistake() -> None:
    room = {0: {**MANY, "green": 0}}
    proposal = propose_claims(draft({"green": 2, "pink": 2}, room), tray(pink=2))
    assert not proposal.automatic
    faults = {(r.fault, r.claims[0].seat) for r in proposal.readings if r.fault}
    assert ("full", 0) in faults
    assert ("out of turn", 1) in faults


def test_with_one_space_left_two_are_one_too_many() -> None:
    room = {0: {**MANY, "green": 1}}
    proposal = propose_claims(draft({"green": 2, "pink": 2}, room), tray(pink=2))
    assert any(r.fault == "full" and r.claims[0].seat == 0 for r in proposal.readings)
    assert ((0, "green*1"), (1, "green*1")) in read(proposal)


def test_who_can_claim_nothing_is_passed_over() -> None:
    room = {1: {"red": 1}}
    proposal = propose_claims(draft({"green": 1, "pink": 1}, room), tray())
    assert all(
        claim.seat != 1 for reading in proposal.readings for claim in reading.claims if not reading.fault
    )


def test_scroll_61_lets_one_player_take_two_colours() -> None:
    proposal = propose_claims(
        draft({"green": 1, "pink": 1, "white": 3}, any_two=frozenset({0})), tray(white=3)
    )
    assert read(proposal)[0] == ((0, "green+pink"),)


def test_without_scroll_61_two_colours_by_one_player_is_among_the_questions() -> None:
    proposal = propose_claims(draft({"green": 1, "pink": 1, "white": 3}), tray(white=3))
    assert any(
        r.fault == "too many" and set(r.claims[0].colours) == {"green", "pink"} for r in proposal.readings
    )


def test_where_nobody_knows_who_has_scroll_61_two_colours_by_one_player_are_asked_about() -> None:
    lying = draft({"green": 1, "pink": 1, "white": 3}, unknown_scrolls=True)
    proposal = propose_claims(lying, tray(white=3))
    assert not proposal.automatic
    assert read(proposal)[0] == ((0, "green*1"), (1, "pink*1")), "rather two players"
    assert ((0, "green+pink"),) in read(proposal)
    assert not any(reading.fault for reading in proposal.readings)


def test_one_colour_is_claimed_without_asking_though_nobody_knows_who_has_scroll_61() -> None:
    lying = draft({"green": 2, "pink": 1, "white": 3}, unknown_scrolls=True)
    proposal = propose_claims(lying, tray(white=3, pink=1))
    assert proposal.automatic
    assert read(proposal)[0] == ((0, "green*2"),)


def test_keshis_put_back_undo_the_last_claim() -> None:
    claims = (Claim(0, ("green", "green")), Claim(1, ("pink",)))
    proposal = propose_claims(draft({"white": 2}, seats=(2, 3, 0, 1), claims=claims), tray(white=2, pink=1))
    assert not proposal.automatic
    assert proposal.back == {"pink": 1}
    assert (proposal.readings[0].undo, proposal.readings[0].claims) == (1, ())


def test_one_of_two_put_back_is_a_smaller_claim_by_the_same_player() -> None:
    claims = (Claim(3, ("green", "green")),)
    proposal = propose_claims(draft({"white": 2}, seats=(0, 1, 2, 3), claims=claims), tray(white=2, green=1))
    assert proposal.readings[0].undo == 1
    assert proposal.readings[0].claims == (Claim(3, ("green",)),)


def test_a_shade_misread_in_the_tray_is_not_taken_for_a_keshi_put_back() -> None:
    # A white read as beige, though no beige ever lay there.
    seen = [Piece("beige", 0.7, (("white", 0.3),)), Piece("white")]
    proposal = propose_claims(draft({"white": 2, "green": 1}, claims=(Claim(3, ("beige",)),)), seen)
    assert read(proposal)[0] == ((0, "green*1"),)
    assert proposal.automatic


def test_a_tray_emptied_unseen_is_answered_at_once_with_a_few_readings() -> None:
    base = dict.fromkeys(("green", "pink", "white", "turquoise", "red", "orange"), 2)
    proposal = propose_claims(draft(base), tray())
    assert not proposal.automatic
    assert len(proposal.readings) <= 6
