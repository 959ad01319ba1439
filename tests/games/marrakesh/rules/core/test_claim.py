"""Phase 2: claiming keshis from the tower's base (rulebook page 7, Essential page 10)."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules import texts
from companion.games.marrakesh.rules.position import Table
from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.helpers import kinds, space_of, table_of

EXAMPLE_BASE = {
    "turquoise": 3, "green": 2, "pink": 1, "gray": 1, "orange": 1, "purple": 1, "white": 1, "brown": 1,
}  # fmt: skip


def play_the_claim_round(table: Table) -> None:
    table.base(EXAMPLE_BASE)
    table.start("claim")
    table.answer("turquoise*2", "green*2", "pink*1")
    if kinds(table) == "deploy entertainer":
        table.answer(space_of("1 water"))
    table.answer("gray*1", "turquoise*1", "orange*1", "purple*1", "white*1")


def test_the_claim_round_of_sarah_jan_marie_and_lukas() -> None:
    table = table_of()
    play_the_claim_round(table)
    # Only 1 brown is left, and it is Sarah's: no choice, but she says which path her caravan takes.
    assert kinds(table) == "deploy caravan"
    table.answer("start", ("water", "date"))
    sarah, jan, marie, lukas = table.state.players
    assert (sarah.keshis["river"], sarah.keshis["sahara"]) == (3, 1)
    assert (jan.keshis["orchard"], jan.goods["orange"], jan.score) == (2, 1, 12)
    assert (marie.keshis["square"], marie.goods["purple"], marie.resources["water"]) == (1, 1, 2)
    assert (lukas.keshis["madrasa"], lukas.keshis["palace"]) == (1, 1)
    claimed = [sum(p.keshis.values()) + p.goods_total for p in table.state.players]
    assert claimed == [4, 3, 2, 2]
    assert not any(table.state.base.values())


def test_the_claim_round_in_essential_places_only_when_the_base_is_empty() -> None:
    table = table_of(edition="essential")
    play_the_claim_round(table)
    sarah, jan, marie, lukas = table.state.players
    assert [len(p.beside) for p in table.state.players] == [4, 3, 2, 2]
    assert jan.score == 10
    assert jan.keshis["orchard"] == 0
    table.start("place claimed")
    table.answer("turquoise", "turquoise", "turquoise", "start", ("water", "date"))
    assert sarah.keshis["river"] == 3
    assert jan.keshis["orchard"] == 2
    assert jan.score == 12
    table.answer("purple", space_of("1 water"))
    assert marie.resources["water"] == 2
    assert lukas.keshis["palace"] == 1
    assert table.pending is None


def test_jans_two_green_and_one_brown_are_exchanged_in_essential() -> None:
    table = table_of(edition="essential")
    jan = table.player("Jan")
    jan.beside = ["green", "green", "brown"]
    table.camel("Jan")
    table.start("place claimed")
    supply_before = dict(table.state.supply)
    assert kinds(table) == "deploy next"
    table.answer("brown", "left", "14")
    assert (jan.keshis["sahara"], jan.discovered) == (1, {"left-1": 14})
    assert jan.keshis["orchard"] == 2
    assert jan.score == 12
    assert table.state.supply["green"] == supply_before["green"] + 2
    assert table.state.supply["brown"] == supply_before["brown"] + 1


def test_up_to_two_of_one_colour_and_at_least_one() -> None:
    table = table_of("Sarah", "Jan")
    table.base({"green": 3, "black": 1})
    table.start("claim")
    assert table.options() == ("green*1", "green*2", "black*1")
    with pytest.raises(IllegalMove):
        table.answer("pass")
    with pytest.raises(IllegalMove):
        table.answer("green*3")


def test_a_full_sector_claims_nothing_and_one_space_claims_one() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["orchard"], sarah.keshis["mosque"] = 8, 7
    table.base({"green": 2, "black": 2})
    table.start("claim")
    # One free space in the mosque: one cleric, no choice. Now it is Jan's turn.
    assert sarah.keshis["mosque"] == 8
    assert table.options() == ("green*1", "green*2", "black*1")


def test_who_can_claim_nothing_is_out_for_the_rest_of_the_phase() -> None:
    table = table_of("Sarah", "Jan")
    sarah, jan = table.state.players
    sarah.keshis["orchard"] = 8
    table.base({"green": 3})
    table.start("claim")
    table.answer("green*1")
    table.answer("green*1")
    assert jan.keshis["orchard"] == 3
    assert sarah.keshis["orchard"] == 8


def test_what_nobody_can_claim_goes_back_to_the_supply() -> None:
    table = table_of("Sarah", "Jan")
    for p in table.state.players:
        p.keshis["mosque"] = 8
    table.base({"black": 2})
    table.start("claim")
    assert table.pending is None
    assert table.state.base["black"] == 0
    said = str(texts.line(table.state.log[-1], table.state))
    assert said == "Nobody can claim these, they go back to the supply: 2 black"
    table.state.invariants()


def test_flipped_what_nobody_can_claim_stays_in_the_base() -> None:
    table = table_of("Sarah", "Jan", rulings={"unclaimable keshis leave": False})
    for p in table.state.players:
        p.keshis["mosque"] = 8
    table.base({"black": 2})
    table.start("claim")
    assert table.state.base["black"] == 2


def test_red_counts_free_vendor_spaces_and_never_the_souk() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.vendors = {"river", "orchard", "square", "mosque", "palace", "madrasa", "medina"}
    table.base({"red": 2, "green": 1})
    table.start("claim")
    assert table.options() == ("green*1", "red*1")
    table.answer("red*1")
    assert "sahara" in sarah.vendors


def test_the_vendor_of_scroll_57_takes_no_space_of_the_eight() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.vendors = {"river", "orchard", "square", "mosque", "palace", "madrasa", "medina", "souk"}
    table.base({"red": 2, "green": 1})
    table.start("claim")
    assert table.options() == ("green*1", "red*1")


def test_goods_never_fill_the_souk() -> None:
    table = table_of("Sarah", "Jan")
    table.player("Sarah").goods["yellow"] = 12
    table.base({"yellow": 2})
    table.start("claim")
    assert table.options() == ("yellow*1", "yellow*2")


def test_jans_scroll_61_claims_green_and_pink() -> None:
    table = table_of("Jan", "Sarah")
    jan = table.player("Jan")
    jan.scrolls = {61}
    table.base({"green": 2, "pink": 1})
    table.start("claim")
    assert table.options() == ("green*1", "green*2", "pink*1", "green+pink")
    table.answer("green+pink", "pink", space_of("1 goods"), "purple")
    assert (jan.keshis["orchard"], jan.square, jan.goods["purple"]) == (1, {0}, 1)


def test_scroll_61_never_offers_a_full_sector() -> None:
    table = table_of("Jan", "Sarah")
    jan = table.player("Jan")
    jan.scrolls = {61}
    jan.keshis["orchard"] = 8
    table.base({"green": 2, "gray": 2})
    table.start("claim")
    assert table.options() == ("gray*1", "gray*2")


def test_essential_counts_what_is_claimed_and_not_yet_placed() -> None:
    table = table_of("Sarah", "Jan", edition="essential")
    sarah = table.player("Sarah")
    sarah.keshis["orchard"] = 7
    table.base({"green": 4, "gray": 4})
    table.start("claim")
    assert table.options() == ("green*1", "gray*1", "gray*2")
    table.answer("green*1", "gray*2")
    assert table.options() == ("gray*1", "gray*2")


def test_flipped_essential_counts_only_what_is_placed() -> None:
    table = table_of("Sarah", "Jan", edition="essential", rulings={"unplaced claims fill sectors": False})
    table.player("Sarah").keshis["orchard"] = 7
    table.base({"green": 4, "gray": 2})
    table.start("claim")
    table.answer("green*1", "gray*2")
    # Sarah's date picker still lies beside the board, and she may claim another that will find no space.
    table.answer("green*1")
    table.start("place claimed")
    assert table.player("Sarah").keshis["orchard"] == 8


def test_the_camel_decides_who_claims_first() -> None:
    table = table_of()
    table.camel("Marie")
    table.base({"green": 4, "gray": 4})
    table.start("claim")
    order = []
    while table.pending is not None:
        order.append(table.pending.player)
        table.answer(table.options()[0])
    assert order[:5] == [2, 3, 0, 1, 2]
