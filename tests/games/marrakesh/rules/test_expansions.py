"""Staircase tiles, Imam and Sultan, more exchange offices, the purple audience disc."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.expansions import imam_sultan, offices
from companion.games.marrakesh.rules.position import Table, position
from companion.games.marrakesh.rules.state import Player
from tests.games.marrakesh.rules.facts import TEST_FACTS
from tests.games.marrakesh.rules.helpers import kinds, table_of

IMAM_SULTAN = "imam and sultan"


@pytest.fixture
def table() -> Table:
    return table_of(expansions=[IMAM_SULTAN])


@pytest.fixture
def sarah(table: Table) -> Player:
    return table.player("Sarah")


def test_expansion_1_lines_are_this_games_own() -> None:
    table = table_of(expansions=["staircase tiles"])
    lukas = table.player("Lukas")
    lukas.palace = 2
    asked = table.start("palace steps 1", lukas)
    assert asked is not None
    key = asked.about["key"]
    assert key == "this game line 2-1"
    assert not facts.of_copy(key)
    table.answer(["1 dinar", "1 keshi:pink", "2 points"])
    assert table.options() == ("1 dinar", "1 keshi:pink", "2 points")
    table.answer("2 points")
    assert lukas.score == 12


def test_expansion_2_the_sultan_goes_with_who_reaches_his_stair(table: Table, sarah: Player) -> None:
    sarah.palace = 2
    table.start("palace steps 3", sarah)
    table.answer("5 points")
    assert table.state.guests["palace"] == ("with", sarah.seat)
    assert imam_sultan.scroll_discount(table.state, sarah) == 1
    assert imam_sultan.luxury_discount(table.state, sarah) == 0


def test_expansion_2_drawing_level_is_not_enough_passing_is(table: Table, sarah: Player) -> None:
    jan = table.player("Jan")
    table.state.guests = {"mosque": ("with", sarah.seat)}
    sarah.mosque, jan.mosque = 9, 8
    table.start("mosque steps 1", jan)
    assert table.state.guests["mosque"] == ("with", sarah.seat)
    table.start("mosque steps 1", jan)
    assert table.state.guests["mosque"] == ("with", jan.seat)


def test_expansion_2_at_the_top_the_guest_goes_to_the_second(table: Table, sarah: Player) -> None:
    marie = table.player("Marie")
    table.state.guests = {"palace": ("with", sarah.seat)}
    sarah.palace, marie.palace = 15, 8
    table.start("palace steps 1", sarah)
    table.answer(table.options()[0])
    assert table.state.guests["palace"] == ("with", marie.seat)


def test_expansion_2_several_level_seconds_find_the_guest_one_stair_above(
    table: Table, sarah: Player
) -> None:
    jan, marie = table.player("Jan"), table.player("Marie")
    table.state.guests = {"palace": ("with", sarah.seat)}
    sarah.palace, jan.palace, marie.palace = 15, 8, 8
    table.start("palace steps 1", sarah)
    table.answer(table.options()[0])
    assert table.state.guests["palace"] == ("waiting", 9)
    table.start("palace steps 1", marie)
    assert table.state.guests["palace"] == ("with", marie.seat)


@pytest.mark.parametrize(("leaves", "then"), [(True, ("gone", 0)), (False, ("with", 0))])
def test_expansion_2_with_nobody_below_the_guest_leaves(leaves: bool, then: tuple[str, int]) -> None:
    table = table_of("Sarah", "Jan", expansions=[IMAM_SULTAN], rulings={"imam and sultan leave": leaves})
    sarah = table.player("Sarah")
    table.state.guests = {"palace": ("with", sarah.seat)}
    sarah.palace, table.player("Jan").palace = 15, 16
    table.start("palace steps 1", sarah)
    table.answer(table.options()[0])
    assert table.state.guests["palace"] == then


def test_expansion_2_a_guest_waiting_for_the_top_passes_on_at_once(table: Table, sarah: Player) -> None:
    jan = table.player("Jan")
    table.state.guests = {"palace": ("waiting", 16)}
    sarah.palace, jan.palace = 15, 3
    table.start("palace steps 1", sarah)
    table.answer(table.options()[0])
    assert table.state.guests["palace"] == ("with", jan.seat)


def test_expansion_2_where_the_guest_waits_is_asked_when_somebody_climbs(table: Table, sarah: Player) -> None:
    del table.state.facts["imam stair"]
    asked = table.start("mosque steps 1", sarah)
    assert asked is not None
    assert asked.about["key"] == "imam stair"


def test_expansion_2_the_sultan_saves_a_date_on_each_scroll(table: Table, sarah: Player) -> None:
    table.state.guests = {"palace": ("with", sarah.seat)}
    sarah.keshis["madrasa"] = 6
    sarah.resources["date"] = 1
    table.show_scrolls("gray", 19, 20, 21)
    table.show_scrolls("yellow", 22, 23, 24)
    table.show_scrolls("pink", 44, 45, 46)
    table.start("madrasa action", sarah)
    table.answer("44", "19")
    assert sarah.scrolls == {19, 44}
    assert sarah.resources["date"] == 0


@pytest.mark.parametrize(("saves_nothing", "dates"), [(True, 0), (False, 1)])
def test_expansion_2_the_sultan_does_not_help_with_scroll_58(saves_nothing: bool, dates: int) -> None:
    table = table_of(expansions=[IMAM_SULTAN], rulings={"sultan not on scroll 58": saves_nothing})
    sarah = table.player("Sarah")
    table.state.guests = {"palace": ("with", sarah.seat)}
    table.show_scrolls("orange", 61, 63, 72)
    table.start("scroll 58", sarah)
    table.answer("63")
    assert sarah.resources["date"] == dates


def test_expansion_2_the_imam_saves_any_1_goods_keshi_on_a_luxury_good(table: Table, sarah: Player) -> None:
    table.state.guests = {"mosque": ("with", sarah.seat)}
    sarah.goods.update(purple=3, orange=2)
    table.office(TEST_FACTS["office 1"])
    table.state.luxury.up[:] = [2, -1, -1, -1, -1]
    table.start("souk action", sarah)
    table.answer("luxury:2")
    assert kinds(table) == "goods saved"
    table.answer("orange")
    assert sarah.goods == {"yellow": 0, "purple": 0, "orange": 1}
    assert sarah.score == 23


def test_expansion_2_the_imam_helps_who_is_one_short(table: Table, sarah: Player) -> None:
    table.state.guests = {"mosque": ("with", sarah.seat)}
    sarah.goods.update(purple=2, orange=2)
    table.office(TEST_FACTS["office 1"])
    table.state.luxury.up[:] = [2, -1, -1, -1, -1]
    table.start("souk action", sarah)
    table.answer("luxury:2")
    assert sarah.goods == {"yellow": 0, "purple": 0, "orange": 0}


def test_without_expansion_2_nobody_waits() -> None:
    table = table_of()
    sarah = table.player("Sarah")
    sarah.mosque = 7
    table.start("mosque steps 3", sarah)
    assert table.state.guests == {}


@pytest.mark.parametrize("expansions", [[], ["exchange offices"]])
def test_a_table_may_meet_any_of_twelve_offices_each_once(expansions: list[str]) -> None:
    """The tiles carry no numbers, so nobody can say which six are the base game's."""
    table = table_of(expansions=expansions)
    assert len(offices.still_possible(table.state)) == 12
    table.state.offices = ["office 1", "office 2"]
    assert len(offices.still_possible(table.state)) == 10


def test_a_base_game_can_enter_its_office_after_six_others_were_told() -> None:
    """The six told first may be the expansion's: the tiles carry no numbers."""
    told = {f"office {n}": TEST_FACTS["office 1"] for n in range(1, 7)}
    rest = {key: value for key, value in TEST_FACTS.items() if not key.startswith("office ")}
    table = position(["Sarah", "Jan"], facts={**rest, **told})
    sarah = table.player("Sarah")
    sarah.goods["yellow"] = 1
    table.state.luxury.up = [-1] * 5
    table.start("souk action", sarah)
    table.answer("office:yellow")
    assert table.options()[-1] == "new"
    table.answer("new")
    assert table.pending is not None
    assert table.pending.about["key"] == "office 7"


def test_expansion_3_an_office_may_give_a_resource_and_a_step_of_choice() -> None:
    table = table_of(expansions=["exchange offices"])
    sarah = table.player("Sarah")
    sarah.goods.update(orange=1, yellow=1, purple=1)
    table.office(TEST_FACTS["office 2"])
    table.state.luxury.up[:] = [-1] * 5
    table.start("souk action", sarah)
    table.answer("office:orange", "palace")
    assert (sarah.resources["water"], sarah.palace) == (2, 1)
    table.start("souk action", sarah)
    table.answer("office:yellow", "1")
    assert (sarah.resources["date"], sarah.river) == (2, 2)
    table.start("souk action", sarah)
    table.answer("office:purple")
    assert (sarah.resources["dinar"], sarah.score) == (2, 11)


def test_expansion_4_the_purple_disc_has_4_and_no_spectators() -> None:
    table = table_of(expansions=["spectators"])
    sarah = table.player("Sarah")
    sarah.square, sarah.disc = {1, 4}, 0
    table.start("square action", sarah)
    assert table.pending is not None
    assert table.pending.about["spectators"] == [1, 4, 3, 2, 0, 2, 1, 2]
    table.answer("4")
    assert sarah.resources["water"] == 1
