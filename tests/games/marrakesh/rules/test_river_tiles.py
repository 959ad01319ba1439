"""The eighteen river tile sides, in the addendum's order."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules import river_tiles
from companion.games.marrakesh.rules.catalogue.river_tiles import RIVER_TILES
from companion.games.marrakesh.rules.position import Table
from companion.games.marrakesh.rules.state import Luxury, Player
from tests.games.marrakesh.rules.helpers import kinds, sources, table_of


@pytest.fixture
def table() -> Table:
    """Sarah leads on the river, Marie is second."""
    table = table_of()
    table.player("Sarah").river, table.player("Marie").river = 9, 6
    return table


@pytest.fixture
def sarah(table: Table) -> Player:
    return table.player("Sarah")


@pytest.fixture
def marie(table: Table) -> Player:
    return table.player("Marie")


def test_01_any_sector_action(table: Table, sarah: Player) -> None:
    sarah.keshis["orchard"], sarah.vendors = 2, {"orchard"}
    table.start("river tile 1")
    table.answer("orchard")
    assert sarah.resources == {"water": 1, "dinar": 1, "date": 3}


def test_02_claims_one_of_the_oases_beside_the_board(table: Table, sarah: Player) -> None:
    table.state.spare_oases = [4, 14, 24]
    sarah.storage = ["green", "", "", "", "", ""]
    table.start("river tile 2")
    assert table.options() == ("04", "14", "24", "pass")
    table.answer("14", "yes")
    assert sarah.claimed == [14]
    assert sarah.keshis["orchard"] == 1
    assert table.state.spare_oases == [4, 24]


def test_02_a_seventh_oasis_lies_beside_the_storage(table: Table, sarah: Player) -> None:
    table.state.spare_oases = [4, 14, 24]
    sarah.claimed = [1, 2, 3, 5, 6, 7]
    table.start("river tile 2")
    table.answer("24")
    assert len(sarah.claimed) == 7


def test_03_deploys_2_keshis_of_choice(table: Table, sarah: Player) -> None:
    table.start("river tile 3")
    table.answer("green", "black")
    assert sarah.keshis["orchard"] == sarah.keshis["mosque"] == 1


@pytest.mark.parametrize(("number", "points"), [(4, 5), (8, 3)])
def test_04_and_08_are_points(table: Table, sarah: Player, number: int, points: int) -> None:
    table.start(f"river tile {number}")
    assert sources(sarah) == [(f"river tile {number}", points)]


def test_05_sarah_gains_7_points_and_marie_3(table: Table, sarah: Player, marie: Player) -> None:
    table.start("river tile 5")
    assert (sarah.score, marie.score) == (17, 13)


def test_06_gives_6_and_3_resources_of_choice(table: Table, sarah: Player, marie: Player) -> None:
    table.start("river tile 6")
    table.answer(("water", "water", "date", "date", "dinar", "dinar"), ("water", "water", "water"))
    assert sarah.resources == {"water": 3, "dinar": 3, "date": 3}
    assert marie.resources["water"] == 4


def test_07_deploys_a_water_vendor(table: Table, sarah: Player) -> None:
    table.start("river tile 7")
    table.answer("mosque")
    assert sarah.vendors == {"mosque"}


def test_09_starts_the_last_season_at_the_crocodile(table: Table, sarah: Player) -> None:
    table.state.season, table.state.round, table.state.phase = 1, 3, "season"
    table.state.river_tiles = [1, 9, 5]
    for p in table.state.players:
        p.screen.clear()
    table.play_on()
    while kinds(table) != "select":
        table.answer(table.options()[-1])
    assert [p.river for p in table.state.players] == [5, 0, 0, 0]
    assert sarah.river_start == 5
    assert table.state.season == 2


@pytest.mark.parametrize(("passes", "asked"), [(True, "1 points"), (False, "")])
def test_09_rapids_behind_the_crocodile_count_for_the_river_bonus(passes: bool, asked: str) -> None:
    table = table_of("Sarah", "Jan", rulings={"crocodile passes rapids": passes})
    sarah = table.player("Sarah")
    sarah.river = sarah.river_start = 5
    table.start("river bonus")
    assert sources(sarah) == ([("river bonus", 1)] if asked else [])


def test_10_gives_a_goods_keshi_of_each_colour(table: Table, sarah: Player) -> None:
    table.start("river tile 10")
    assert sarah.goods == {"yellow": 1, "purple": 1, "orange": 1}


def test_11_gives_3_and_1_steps_on_one_staircase(table: Table, sarah: Player, marie: Player) -> None:
    sarah.mosque = 7
    table.start("river tile 11")
    assert table.options() == ("mosque", "palace", "pass")
    table.answer("mosque", "palace")
    assert (sarah.mosque, sarah.palace) == (10, 0)
    assert marie.palace == 1


@pytest.mark.parametrize("choice", ["gates", "date pickers"])
def test_12_the_winner_chooses_and_the_second_gets_the_other(
    table: Table, sarah: Player, marie: Player, choice: str
) -> None:
    for p in (sarah, marie):
        p.keshis.update(orchard=5, medina=2)
        p.gates = [("river", "red"), ("souk", "red")]
    table.start("river tile 12")
    table.answer(choice)
    gates, pickers = 12, 15
    assert (sarah.score, marie.score) == ((gates, pickers) if choice == "gates" else (pickers, gates))


def test_13_deploys_an_entertainer_a_caravan_or_a_guard(table: Table, sarah: Player) -> None:
    sarah.keshis["square"] = 8
    table.start("river tile 13")
    assert table.options() == ("brown", "beige")
    table.answer("beige")
    assert sarah.keshis["medina"] == 1


def test_14_gives_one_of_each_resource(table: Table, sarah: Player) -> None:
    table.start("river tile 14")
    assert sarah.resources == {"water": 2, "dinar": 2, "date": 2}


def test_15_claims_up_to_2_discovered_oases_for_nothing(table: Table, sarah: Player) -> None:
    sarah.paths["left"], sarah.keshis["sahara"] = 3, 3
    sarah.discovered = {"left-1": 1, "left-2": 2, "left-3": 3}
    table.start("river tile 15")
    table.answer("left-3")
    assert table.options() == ("left-1", "left-2", "pass")
    table.answer("left-1")
    assert sarah.claimed == [3, 1]
    assert table.pending is None


def test_15_claims_no_desert_town() -> None:
    table = table_of(expansions=["desert towns"])
    sarah = table.player("Sarah")
    sarah.river, sarah.paths["left"], sarah.keshis["sahara"] = 3, 4, 4
    sarah.towns = {"left": 2}
    sarah.goods.update(yellow=1, purple=1, orange=1)
    table.start("river tile 15")
    assert table.pending is None


def test_16_with_scroll_65_turns_four_times(table: Table, sarah: Player) -> None:
    sarah.square, sarah.disc, sarah.scrolls = {4}, 0, {65}
    table.start("river tile 16")
    assert sarah.disc == 4


def test_16_the_disc_turns_before_each_of_the_two(table: Table, sarah: Player) -> None:
    sarah.square, sarah.disc = {4}, 1
    table.start("river tile 16")
    # sections 2 and 1 come to the water: 2 spectators, then 3
    assert sarah.disc == 3
    assert sarah.resources["water"] == 1 + 2 + 3


def test_17_entertainers_or_vendors(table: Table, sarah: Player, marie: Player) -> None:
    for p in (sarah, marie):
        p.keshis["square"], p.vendors = 3, {"river", "mosque"}
    table.start("river tile 17")
    table.answer("vendors")
    assert sarah.resources == {"water": 3, "dinar": 1, "date": 3}
    assert marie.resources == {"water": 1, "dinar": 4, "date": 4}


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_18_luxury_goods_or_every_4_keshis_goods_too(edition: str) -> None:
    table = table_of(edition=edition)
    sarah, marie = table.player("Sarah"), table.player("Marie")
    sarah.river, marie.river = 9, 6
    sarah.luxury = [Luxury(str(n), "dagger", (), "") for n in range(3)]
    marie.keshis.update(river=6, mosque=1)
    marie.vendors = {"river"}
    marie.goods["yellow"] = 4
    table.start("river tile 18")
    table.answer("luxury goods")
    assert (sarah.score, marie.score) == (16, 13)


def test_with_two_players_the_second_gets_nothing() -> None:
    table = table_of("Sarah", "Jan")
    table.player("Sarah").river, table.player("Jan").river = 3, 5
    table.start("river tile 5")
    assert (table.player("Sarah").score, table.player("Jan").score) == (10, 17)


def test_the_earlier_arrival_on_a_space_is_ahead(table: Table, marie: Player) -> None:
    table.player("Jan").river = 9
    table.state.river_queue = [1, 2, 0, 3]
    table.start("river tile 5")
    assert (table.player("Jan").score, table.player("Sarah").score) == (17, 13)


def test_nobody_wins_from_the_start_space(table: Table) -> None:
    for p in table.state.players:
        p.river = 0
    table.start("river evaluation")
    assert all(p.score == 10 for p in table.state.players)
    assert table.pending is None


def test_every_side_has_a_reward() -> None:
    rewarded = {*river_tiles.WINNER, *river_tiles.FIRST_AND_SECOND, *river_tiles.WINNER_CHOOSES}
    assert rewarded == set(RIVER_TILES) == set(range(1, 19))
    for number, tile in RIVER_TILES.items():
        assert RIVER_TILES[tile.back].back == number
        assert RIVER_TILES[tile.back].season == tile.season
        assert (tile.season == 2) == (number not in river_tiles.WINNER)
