"""The medina: city gates (rulebook page 11)."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules import displays
from companion.games.marrakesh.rules.catalogue.gates import GATES
from companion.games.marrakesh.rules.position import Table
from companion.games.marrakesh.rules.texts import detail
from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.helpers import kinds, sources, space_of, table_of


def workshops(*names: str, edition: str = "classic", **more: object) -> Table:
    table = table_of(*names, edition=edition, **more)
    table.workshop(1, {"brown": 1, "white": 1, "beige": 1})
    table.workshop(2, {"pink": 1, "yellow": 1, "red": 1})
    table.workshop(3, {"green": 2})
    table.workshop(4, {"white": 1, "black": 1})
    return table


@pytest.mark.parametrize(("edition", "second_space"), [("classic", "madrasa"), ("essential", "souk")])
def test_jans_two_gates(edition: str, second_space: str) -> None:
    table = workshops(edition=edition)
    jan = table.player("Jan")
    jan.keshis["medina"], jan.resources["dinar"] = 2, 1
    table.start("medina action", jan)
    table.answer("1", "brown", "sahara")
    assert sources(jan) == [("gate", -3), ("gate match", 2)]
    assert jan.keshis["sahara"] == 0
    table.answer("2", "pink", second_space)
    assert sources(jan)[2:] == [("gate", 1)]
    assert jan.resources["dinar"] == 0
    # Both guards are committed; only now brown and pink are deployed, in Jan's order.
    assert jan.guards_on_watchtower == 0
    assert kinds(table) == "deploy next"
    table.answer("brown", "start", ("water", "water"), space_of("1 date"))
    assert jan.gates == [("sahara", "brown"), (second_space, "pink")]
    assert (jan.keshis["sahara"], jan.keshis["square"], jan.resources["date"]) == (1, 1, 2)
    assert jan.score == 10


def test_a_space_says_where_the_gates_colour_matches() -> None:
    table = workshops("Sarah", "Jan")
    table.player("Sarah").keshis["medina"] = 1
    table.start("medina action", "Sarah")
    table.answer("1", "brown")
    assert table.pending is not None
    assert table.pending.kind == "medina space"
    told = {space: detail(table.pending, space, table.state) for space in table.options()}
    assert [space for space, says in told.items() if says is not None] == ["sahara"]
    assert str(told["sahara"]) == "the colour matches: 2 points"


def test_a_gate_that_was_built_or_named_lies_at_no_other_workshop() -> None:
    table = table_of("Sarah", "Jan")
    rare = next(colour for colour, gates in GATES.items() if gates == 2)
    table.player("Sarah").gates = [("river", rare)]
    assert rare in displays.gate_colours(table.state, 1), "there is one more of them"
    table.player("Jan").gates = [("souk", rare)]
    assert rare not in displays.gate_colours(table.state, 1)
    table.player("Jan").gates = []
    table.workshop(2, {rare: 1})
    assert rare not in displays.gate_colours(table.state, 1)
    assert rare in displays.gate_colours(table.state, 2)


def test_a_guard_from_a_beige_gate_comes_too_late_for_this_action() -> None:
    table = workshops("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["medina"] = 1
    table.start("medina action", sarah)
    table.answer("1", "beige", "river")
    assert table.pending is None
    assert sarah.keshis["medina"] == 2
    assert sarah.guards_on_watchtower == 1


def test_a_gate_keshi_for_a_full_sector_goes_back() -> None:
    table = workshops("Sarah", "Jan", rulings={"full sector forfeits": False})
    sarah = table.player("Sarah")
    sarah.keshis["medina"], sarah.keshis["palace"] = 1, 8
    table.start("medina action", sarah)
    before = table.state.supply["white"]
    table.answer("1", "white", "river")
    # The book says so itself, whatever the table agreed on for other keshis.
    assert table.pending is None
    assert table.state.supply["white"] == before


def test_only_what_the_purse_allows() -> None:
    table = workshops("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["medina"], sarah.resources["dinar"] = 1, 2
    table.start("medina action", sarah)
    assert table.options() == ("1", "2", "3", "pass")
    with pytest.raises(IllegalMove):
        table.answer("4")


def test_every_gate_space_takes_one_gate() -> None:
    table = workshops("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["medina"] = 3
    sarah.gates = [("river", "red"), ("souk", "black")]
    table.start("medina action", sarah)
    table.answer("1", "white")
    assert table.options() == ("orchard", "square", "mosque", "palace", "madrasa", "sahara")


def test_no_action_without_a_guard_on_the_watchtower() -> None:
    table = workshops("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["medina"], sarah.gates = 8, [(s, "red") for s in
        ("river", "orchard", "souk", "square", "mosque", "palace", "madrasa", "sahara")]  # fmt: skip
    table.start("assistant medina", sarah)
    assert table.pending is None


def test_scroll_22_spares_the_points_and_32_a_dinar() -> None:
    table = workshops("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.scrolls = {22, 32}
    sarah.keshis["medina"], sarah.resources["dinar"] = 2, 2
    table.start("medina action", sarah)
    table.answer("1", "white", "river", "4", "black", "orchard")
    assert sources(sarah) == [("gate", 7)]
    assert sarah.resources["dinar"] == 0


def test_scroll_33_marie_pays_three_dinars_with_two_dates_and_one_dinar() -> None:
    table = workshops()
    marie = table.player("Marie")
    marie.scrolls = {33}
    marie.keshis["medina"] = 1
    marie.resources.update(dinar=1, date=2, water=1)
    table.start("medina action", marie)
    table.answer("4", "white", "palace")
    assert kinds(table) == "pay dinars"
    assert "1 dinar + 2 date" in table.options()
    table.answer("1 dinar + 2 date")
    assert marie.resources == {"water": 1, "dinar": 0, "date": 0}
    assert marie.score == 19


def test_scroll_36_takes_any_colour_and_66_two() -> None:
    table = workshops("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.scrolls = {36, 66}
    sarah.keshis["medina"], sarah.keshis["mosque"] = 1, 7
    table.start("medina action", sarah)
    table.answer("1", "white", "river")
    assert kinds(table) == "gate keshi"
    table.answer("black")
    assert "black" not in table.options()
    table.answer("gray")
    assert (sarah.keshis["mosque"], sarah.keshis["madrasa"], sarah.keshis["palace"]) == (8, 1, 0)


def test_scroll_66_gives_two_of_the_gates_colour() -> None:
    table = workshops("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.scrolls, sarah.keshis["medina"] = {66}, 1
    table.start("medina action", sarah)
    table.answer("1", "white", "river")
    assert sarah.keshis["palace"] == 2


def test_the_gates_of_a_workshop_need_not_be_counted() -> None:
    table = table_of("Sarah", "Jan")
    table.workshop(1, {"brown": 3, "white": 2, "beige": 2, "red": 1})
    sarah = table.player("Sarah")
    sarah.keshis["medina"] = 1
    table.start("medina action", sarah)
    table.answer("2")
    assert "brown" not in table.options(), "all three lie at the first workshop"
    assert "green" in table.options()
    table.answer("green", "river")
    assert sarah.gates == [("river", "green")]
    assert displays.gates_left(table.state, 2) == 7


def test_at_the_souk_the_table_says_which_colours_match() -> None:
    table = workshops("Sarah", "Jan")
    del table.state.facts["gate space souk"]
    sarah = table.player("Sarah")
    sarah.keshis["medina"], sarah.resources["dinar"] = 1, 1
    table.start("medina action", sarah)
    table.answer("2", "yellow", "souk")
    assert table.pending is not None
    assert table.pending.about["key"] == "gate space souk"
    table.answer(["yellow"])
    assert sources(sarah) == [("gate", 1), ("gate match", 2)]
