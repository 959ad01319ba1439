"""Phase 1: selecting keshis, placing assistants, the toss (rulebook page 7)."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules.position import Table
from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.helpers import kinds, table_of


def test_lukas_assistants_go_to_orchard_mosque_and_square() -> None:
    table = table_of()
    lukas = table.player("Lukas")
    table.camel("Lukas")
    table.start("select")
    assert table.pending is not None
    assert table.pending.player == lukas.seat
    table.answer(("green", "black", "pink"), *[("turquoise", "white", "gray")] * 3)
    assert sorted(lukas.assistants) == ["mosque", "orchard", "square"]
    assert len(lukas.screen) == 9


def test_three_are_selected_no_more_no_fewer_none_twice() -> None:
    table = table_of("Sarah", "Jan")
    table.start("select")
    for wrong in (("green", "pink"), ("green", "pink", "red", "gray"), ("green", "green", "pink"), "green"):
        with pytest.raises(IllegalMove):
            table.answer(wrong)
    table.answer(("green", "pink", "black"))
    assert table.player("Sarah").selected == ["green", "pink", "black"]


def place(table: Table, colours: list[str]) -> None:
    """Sarah has selected these, and places her assistants."""
    sarah = table.player("Sarah")
    sarah.selected = colours
    for colour in colours:
        sarah.screen.remove(colour)
    table.start("place assistants", sarah)


def test_red_is_wild_and_goes_where_an_assistant_space_is_free() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    place(table, ["green", "yellow", "red"])
    assert "orchard" not in table.options()
    assert "souk" in table.options()
    assert "river" in table.options()
    table.answer("souk")
    assert sarah.assistants == ["orchard", "souk", "souk"]


def test_the_souk_takes_three_assistants() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    place(table, ["yellow", "purple", "orange"])
    assert sarah.assistants == ["souk"] * 3


def test_the_last_three_keshis_are_no_choice() -> None:
    table = table_of("Sarah", "Jan")
    for p in table.state.players:
        p.screen = ["green", "pink", "black"]
    table.start("select")
    assert table.pending is None
    assert all(p.selected == ["green", "pink", "black"] and not p.screen for p in table.state.players)


def test_all_selected_keshis_go_in_and_only_what_is_inside_can_come_out() -> None:
    table = table_of("Sarah", "Jan")
    table.tower({"red": 1})
    table.state.players[0].selected = ["green", "pink", "black"]
    table.state.players[1].selected = ["green", "gray", "brown"]
    for p in table.state.players:
        p.screen = [c for c in p.screen if c not in p.selected]
    table.start("toss")
    assert kinds(table) == "tower"
    with pytest.raises(IllegalMove, match="3 green cannot have come out"):
        table.answer({"green": 3})
    with pytest.raises(IllegalMove):
        table.answer({"green": -1})
    with pytest.raises(IllegalMove):
        table.answer({"blue": 1})
    table.answer({"green": 2, "red": 1})
    assert table.state.base["green"] == 2
    assert table.state.base["red"] == 1
    inside = {colour: n for colour, n in table.state.tower.inside.items() if n}
    assert inside == {"pink": 1, "black": 1, "gray": 1, "brown": 1}
    assert table.state.tower.went_in["green"] == 2
    assert table.state.tower.came_out["red"] == 1


def test_nothing_may_come_out_at_all() -> None:
    table = table_of("Sarah", "Jan")
    table.start("toss")
    table.answer({})
    table.start("claim")
    assert table.state.phase == "assistants"
