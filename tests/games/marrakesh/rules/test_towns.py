"""The twelve desert towns of expansion 5, and the way to them."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules.position import Table
from companion.games.marrakesh.rules.sectors import sahara
from companion.games.marrakesh.rules.state import Luxury, Player
from tests.games.marrakesh.rules.helpers import sources, table_of


@pytest.fixture
def table() -> Table:
    return table_of(expansions=["desert towns"])


@pytest.fixture
def sarah(table: Table) -> Player:
    return table.player("Sarah")


def final_worth(table: Table, p: Player, *towns: int) -> dict[str, int]:
    """The ledger's lines for towns after final scoring."""
    p.claimed_towns = set(towns)
    table.start("final scoring", p)
    while table.pending:
        table.answer(table.options()[0])
    return {source: points for source, points in sources(p) if source.startswith("town")}


def test_01_2_points_a_gate(table: Table, sarah: Player) -> None:
    sarah.keshis["medina"], sarah.gates = 3, [("river", "red"), ("souk", "gray"), ("mosque", "black")]
    assert final_worth(table, sarah, 1) == {"town 1": 6}


def test_02_2_points_a_luxury_good(table: Table, sarah: Player) -> None:
    sarah.luxury = [Luxury(str(n), "tajine", (), "") for n in range(3)]
    assert final_worth(table, sarah, 2) == {"town 2": 6}


def test_03_2_points_a_scroll(table: Table, sarah: Player) -> None:
    sarah.scrolls = {13, 14, 15}
    assert final_worth(table, sarah, 3) == {"town 3": 6}


def test_04_a_point_a_palace_step_and_16_at_most(table: Table, sarah: Player) -> None:
    sarah.palace = 16
    assert final_worth(table, sarah, 4) == {"town 4": 16}


def test_05_lukas_gains_11_points_for_his_mosque_steps(table: Table) -> None:
    lukas = table.player("Lukas")
    lukas.mosque = 11
    assert final_worth(table, lukas, 5) == {"town 5": 11}


@pytest.mark.parametrize(("edition", "palace_keshis"), [("classic", 2), ("essential", 4)])
def test_06_sarah_gains_13_points_for_39_keshis_41_in_essential(edition: str, palace_keshis: int) -> None:
    table = table_of(edition=edition, expansions=["desert towns"])
    sarah = table.player("Sarah")
    sarah.keshis.update(river=8, orchard=3, square=4, mosque=8, madrasa=3, medina=4, sahara=3)
    sarah.keshis["palace"] = palace_keshis
    sarah.vendors = {"river", "mosque", "palace", "orchard"}
    sarah.goods["yellow"] = 20
    assert final_worth(table, sarah, 6) == {"town 6": 13}


def test_07_counts_the_river_steps_of_season_3_up_to_the_jetty(table: Table, sarah: Player) -> None:
    sarah.river, sarah.jetty = 20, 4
    assert final_worth(table, sarah, 7) == {"town 7": 20}


def test_07_a_head_start_at_the_crocodile_is_no_step(table: Table, sarah: Player) -> None:
    sarah.river, sarah.river_start = 12, 5
    assert final_worth(table, sarah, 7) == {"town 7": 7}


def test_07_a_head_start_counts_when_the_table_says_so() -> None:
    table = table_of(expansions=["desert towns"], rulings={"crocodile start is no step": False})
    sarah = table.player("Sarah")
    sarah.river, sarah.river_start = 12, 5
    assert final_worth(table, sarah, 7) == {"town 7": 12}


def test_08_2_points_a_sector_with_4_keshis_vendors_counted(table: Table, sarah: Player) -> None:
    sarah.keshis.update(river=3, orchard=4, mosque=3)
    sarah.vendors = {"river"}
    sarah.goods["yellow"] = 6
    assert final_worth(table, sarah, 8) == {"town 8": 4}


def test_09_marie_gains_6_points_for_2_1_and_3_spectators(table: Table) -> None:
    marie = table.player("Marie")
    marie.square, marie.disc = {0, 2, 3}, 0
    assert final_worth(table, marie, 9) == {"town 9": 6}


def test_09_scroll_31_adds_a_spectator_to_each(table: Table) -> None:
    marie = table.player("Marie")
    marie.square, marie.disc, marie.scrolls = {0, 2, 3}, 0, {31}
    assert final_worth(table, marie, 9) == {"town 9": 9}


def test_10_lukas_takes_any_scroll_and_deploys_any_3_keshis_for_nothing(table: Table) -> None:
    lukas = table.player("Lukas")
    for kind, numbers in (("gray", (19, 20, 21)), ("yellow", (22, 23, 24)), ("pink", (44, 45, 46))):
        table.show_scrolls(kind, *numbers)
    table.show_scrolls("orange", 67, 68, 69)
    table.start("town 10", lukas)
    assert len(table.options()) == 13
    table.answer("67", "green", "white", "gray")
    assert lukas.scrolls == {67}
    assert lukas.resources == {"water": 1, "dinar": 1, "date": 1}
    assert lukas.keshis["orchard"] == lukas.keshis["palace"] == lukas.keshis["madrasa"] == 1


def test_11_sarah_takes_the_necklace_for_nothing(table: Table, sarah: Player) -> None:
    table.state.luxury.up[:] = [2, 3, 4, 5, 6]
    table.start("town 11", sarah)
    table.answer("2")
    assert sarah.score == 23
    assert [good.kind for good in sarah.luxury] == ["necklace"]


def test_12_jan_builds_a_white_gate_for_7_and_2_points(table: Table) -> None:
    jan = table.player("Jan")
    jan.keshis["medina"], jan.resources["dinar"] = 1, 0
    table.workshop(4, {"white": 1, "red": 1})
    table.start("town 12", jan)
    table.answer("4", "white", "palace")
    assert jan.score == 19
    assert jan.guards_on_watchtower == 0
    assert jan.keshis["palace"] == 1
    assert jan.resources["dinar"] == 0


def test_12_without_a_free_guard_nothing_is_built(table: Table, sarah: Player) -> None:
    sarah.keshis["medina"], sarah.gates = 1, [("river", "red")]
    table.start("town 12", sarah)
    assert table.pending is None


def test_a_caravan_on_a_fourth_space_takes_a_town_and_4_points(table: Table, sarah: Player) -> None:
    sarah.paths["left"] = 3
    sarah.keshis["sahara"] = 3
    table.state.towns = [3, 8]
    table.start("deploy brown", sarah)
    table.answer("left", "8")
    assert sarah.towns == {"left": 8}
    assert table.state.towns == [3]
    assert sources(sarah) == [("desert town reached", 4)]


def test_the_start_oasis_is_covered(table: Table, sarah: Player) -> None:
    table.start("deploy brown", sarah)
    assert table.options() == ("left", "right")


@pytest.mark.parametrize(("players", "towns"), [(2, 3), (3, 5), (4, 7)])
def test_the_table_names_as_many_towns_as_there_are(players: int, towns: int) -> None:
    names = ("Sarah", "Jan", "Marie", "Lukas")[:players]
    table = table_of(*names, expansions=["desert towns"])
    sarah = table.player("Sarah")
    sarah.paths["left"], sarah.keshis["sahara"] = 3, 3
    table.start("deploy brown", sarah)
    asked = table.answer("left")
    assert asked is not None
    assert (asked.kind, asked.min_picks, asked.max_picks) == ("towns", towns, towns)


@pytest.mark.parametrize(("pays", "points"), [(True, 4), (False, 0)])
def test_no_town_left_leaves_the_4_points(pays: bool, points: int) -> None:
    table = table_of(expansions=["desert towns"], rulings={"no town left pays": pays})
    sarah = table.player("Sarah")
    sarah.paths["left"], sarah.keshis["sahara"] = 3, 3
    table.state.towns = []
    table.start("deploy brown", sarah)
    table.answer("left")
    assert sarah.score == 10 + points
    assert sarah.towns == {}


def test_a_town_is_claimed_for_one_goods_keshi_of_each_colour(table: Table, sarah: Player) -> None:
    sarah.paths["left"], sarah.keshis["sahara"], sarah.towns = 4, 4, {"left": 3}
    sarah.goods.update(yellow=2, purple=1, orange=1)
    sarah.storage = ["green", "", "", "", "", ""]
    table.start("sahara action", sarah)
    table.answer("town:3")
    assert sarah.claimed_towns == {3}
    assert sarah.goods == {"yellow": 1, "purple": 0, "orange": 0}
    assert sarah.storage[0] == "green"


def test_a_town_keeps_its_price_with_scroll_45(table: Table, sarah: Player) -> None:
    sarah.paths["left"], sarah.keshis["sahara"], sarah.towns = 4, 4, {"left": 3}
    sarah.scrolls.add(45)
    assert not sahara.possible(table.state, sarah)
    sarah.goods.update(yellow=1, purple=1, orange=1)
    assert sahara.possible(table.state, sarah)


def test_the_sahara_is_complete_with_both_town_spaces(table: Table, sarah: Player) -> None:
    sarah.paths.update(left=4, right=4)
    sarah.keshis["sahara"], sarah.vendors = 8, {"sahara"}
    table.start("final scoring", sarah)
    assert ("complete sahara", 10) in sources(sarah)


def test_the_best_two_of_three_towns_are_scored(table: Table, sarah: Player) -> None:
    sarah.palace, sarah.mosque, sarah.scrolls = 16, 11, {13, 14}
    assert final_worth(table, sarah, 3, 4, 5) == {"town 4": 16, "town 5": 11}
