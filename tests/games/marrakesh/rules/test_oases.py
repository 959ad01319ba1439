"""The thirty oases, in the addendum's order, with the books' own examples by name."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules import oases
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.keshi import SECTOR_OF
from companion.games.marrakesh.rules.position import Table
from companion.games.marrakesh.rules.state import Luxury, Player
from tests.games.marrakesh.rules.helpers import kinds, sources, table_of


def worth(table: Table, p: Player, number: int) -> int:
    """What scoring the oasis now brings; resources are returned as far as they go."""
    before = p.score
    table.start(f"score oasis {number}", p)
    while table.pending:
        table.answer(table.options()[0])
    return p.score - before


def goods(kind: str, n: int) -> list[Luxury]:
    return [Luxury(str(i), kind, (), "") for i in range(n)]


@pytest.fixture
def table() -> Table:
    return table_of()


@pytest.fixture
def sarah(table: Table) -> Player:
    return table.player("Sarah")


def test_01_to_04_jan_gains_12_points_for_his_gates(table: Table) -> None:
    jan = table.player("Jan")
    jan.keshis["medina"] = 7
    jan.gates = [
        ("river", "black"),
        ("orchard", "turquoise"),
        ("souk", "turquoise"),
        ("square", "turquoise"),
        ("mosque", "green"),
        ("palace", "green"),
        ("madrasa", "pink"),
    ]
    assert worth(table, jan, 1) == 12


@pytest.mark.parametrize(("number", "points"), [(1, 0), (2, 2), (3, 4), (4, 0)])
def test_01_to_04_count_their_own_colours_only(number: int, points: int) -> None:
    table = table_of()
    sarah = table.player("Sarah")
    sarah.keshis["medina"] = 3
    sarah.gates = [("river", "pink"), ("souk", "red"), ("square", "white")]
    assert worth(table, sarah, number) == points


def test_05_to_13_sarah_gains_7_points_for_4_water_vendors(table: Table, sarah: Player) -> None:
    sarah.vendors = {"river", "mosque", "palace", "sahara"}
    assert worth(table, sarah, 13) == 7


@pytest.mark.parametrize("number", range(5, 13))
def test_05_to_12_count_the_keshis_of_a_colour(table: Table, sarah: Player, number: int) -> None:
    colour = table.state.facts[f"oasis {number} colour"]
    assert worth(table, sarah, number) == 3
    sarah.keshis[SECTOR_OF[colour]] = 5
    assert worth(table, sarah, number) == 8


def test_05_to_13_guards_at_gates_count_like_those_on_the_watchtower(table: Table, sarah: Player) -> None:
    sarah.keshis["medina"], sarah.gates = 5, [("river", "green"), ("souk", "green")]
    assert worth(table, sarah, 11) == 8


def test_05_to_13_a_keshi_on_the_storage_does_not_count(table: Table, sarah: Player) -> None:
    sarah.storage = ["white", "", "", "", "", ""]
    assert worth(table, sarah, 5) == 3


@pytest.mark.parametrize(("counts", "red", "brown"), [(True, 4, 7), (False, 3, 6)])
def test_souk_vendor_and_caravans_at_towns_count_unless_flipped(counts: bool, red: int, brown: int) -> None:
    table = table_of(expansions=["desert towns"], rulings={"cover and souk vendor count": counts})
    sarah = table.player("Sarah")
    sarah.vendors = {"souk"}
    sarah.paths["left"], sarah.towns = 4, {"left": 1}
    sarah.keshis["sahara"] = 4
    assert worth(table, sarah, 13) == red
    assert worth(table, sarah, 12) == brown


def test_14_to_18_lukas_gains_6_points_for_3_slippers(table: Table) -> None:
    lukas = table.player("Lukas")
    lukas.luxury = goods("slippers", 3) + goods("dagger", 2)
    assert worth(table, lukas, 14) == 6


@pytest.mark.parametrize(
    ("number", "kind"), [(15, "tajine"), (16, "dagger"), (17, "oil lamp"), (18, "necklace")]
)
def test_15_to_18_count_their_own_kind(table: Table, sarah: Player, number: int, kind: str) -> None:
    sarah.luxury = [*goods("slippers", 2), *goods(kind, 1)]
    assert worth(table, sarah, number) == 2


def test_19_to_21_marie_returns_5_dates_for_8_points(table: Table) -> None:
    marie = table.player("Marie")
    marie.resources["date"] = 5
    table.start("score oasis 21", marie)
    assert table.options() == ("5", "4", "3", "2", "1", "0")
    table.answer("5")
    assert marie.score == 18
    assert marie.resources["date"] == 0


@pytest.mark.parametrize(("number", "resource"), [(19, "water"), (20, "dinar"), (21, "date")])
def test_19_to_21_return_at_most_12(table: Table, sarah: Player, number: int, resource: str) -> None:
    sarah.resources[resource] = 15
    assert worth(table, sarah, number) == 15
    assert sarah.resources[resource] == 3


def test_19_to_21_with_nothing_to_return_are_3_points(table: Table, sarah: Player) -> None:
    sarah.resources["water"] = 0
    assert worth(table, sarah, 19) == 3


def test_22_counts_luxury_goods(table: Table, sarah: Player) -> None:
    assert worth(table, sarah, 22) == 3
    sarah.luxury = goods("tajine", 4)
    assert worth(table, sarah, 22) == 7


def test_23_counts_scrolls(table: Table, sarah: Player) -> None:
    assert worth(table, sarah, 23) == 3
    sarah.scrolls = {1, 2, 23}
    assert worth(table, sarah, 23) == 6


def test_24_jan_gains_16_points_for_4_small_sectors(table: Table) -> None:
    jan = table.player("Jan")
    jan.keshis.update(river=3, orchard=0, square=2, mosque=3, palace=4, madrasa=5, medina=6, sahara=4)
    jan.vendors = {"river"}
    assert worth(table, jan, 24) == 16


def test_25_counts_complete_sectors_only(table: Table, sarah: Player) -> None:
    sarah.keshis.update(river=8, mosque=8, palace=7)
    sarah.vendors = {"river", "palace", "souk"}
    assert worth(table, sarah, 25) == 4


def test_26_counts_every_claimed_oasis(table: Table, sarah: Player) -> None:
    sarah.claimed = [1, 2, 3, 26]
    assert worth(table, sarah, 26) == 12


@pytest.mark.parametrize(("number", "mosque", "palace"), [(27, 0, 7), (28, 7, 0)])
def test_27_and_28_reward_the_top_as_in_the_german_book(number: int, mosque: int, palace: int) -> None:
    table = table_of()
    sarah, jan = table.player("Sarah"), table.player("Jan")
    sarah.mosque, sarah.palace = 16, 15
    jan.mosque, jan.palace = 15, 16
    assert worth(table, sarah, number) == mosque
    assert worth(table, jan, number) == palace


def test_27_and_28_the_tile_wins_over_the_books(table: Table, sarah: Player) -> None:
    table.fact("oasis 27 stair", "mosque")
    sarah.mosque = 16
    assert worth(table, sarah, 27) == 7


def test_29_sarah_has_crossed_5_thresholds(table: Table, sarah: Player) -> None:
    sarah.palace, sarah.mosque = 16, 3
    assert worth(table, sarah, 29) == 7


def test_29_four_thresholds_are_not_enough(table: Table, sarah: Player) -> None:
    sarah.palace, sarah.mosque = 16, 2
    assert worth(table, sarah, 29) == 0


def test_30_rewards_a_fisherman_at_the_jetty(table: Table, sarah: Player) -> None:
    assert worth(table, sarah, 30) == 0
    sarah.river, sarah.jetty = 20, 4
    assert worth(table, sarah, 30) == 7


def test_30_season_3_leaves_the_fisherman_at_the_jetty_for_final_scoring(table: Table, sarah: Player) -> None:
    sarah.river, sarah.jetty, sarah.claimed = 20, 4, [30]
    table.state.season, table.state.round = 2, 3
    table.state.phase = "season"
    for p in table.state.players:
        p.screen.clear()
    table.play_on()
    while table.pending:
        table.answer(table.options()[0])
    assert ("oasis 30", 7) in sources(sarah)


def test_what_a_tile_shows_is_asked_when_it_is_first_needed(table: Table, sarah: Player) -> None:
    del table.state.facts["oasis 6 colour"]
    table.start("score oasis 6", sarah)
    assert kinds(table) == "fact"
    table.answer("green")
    assert sarah.score == 13


def test_every_oasis_has_a_worth() -> None:
    assert set(oases.WORTH) == set(OASES) == set(range(1, 31))


def test_an_oasis_asks_for_what_its_own_tile_shows_and_only_29_for_the_thresholds() -> None:
    asked = {number: oases.shows(number) for number in OASES}
    assert {number for number, keys in asked.items() if not keys} == {*range(22, 29), 30}
    assert asked[29] == tuple(f"stairs threshold {n}" for n in (1, 2, 3, 4))
    assert all(key.startswith(f"oasis {number} ") for number in range(1, 22) for key in asked[number])
