"""Scrolls 61 to 72, in the addendum's order."""

from __future__ import annotations

import pytest

from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.facts import TEST_FACTS
from tests.games.marrakesh.rules.helpers import kinds, sources, table_of


def test_61_jan_claims_1_green_and_1_pink() -> None:
    table = table_of()
    jan = table.player("Jan")
    jan.scrolls.add(61)
    table.camel("Jan")
    table.base({"green": 2, "pink": 1, "white": 1})
    table.start("claim")
    assert {"green*2", "green+pink", "green+white", "pink+white"} <= set(table.options())
    table.answer("green+pink")
    while kinds(table) != "claim":
        table.answer(table.options()[0])
    assert jan.keshis["orchard"] == jan.keshis["square"] == 1


def test_61_without_the_scroll_two_must_be_of_one_colour() -> None:
    table = table_of()
    table.base({"green": 2, "pink": 1})
    table.start("claim")
    assert table.options() == ("green*1", "green*2", "pink*1")
    with pytest.raises(IllegalMove):
        table.answer("green+pink")


def test_61_takes_no_colour_whose_sector_is_full() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["orchard"], sarah.scrolls = 8, {61}
    table.base({"green": 2, "white": 1})
    table.start("claim")
    assert table.state.base["white"] == 0
    assert sarah.keshis["palace"] == 1


def test_62_claims_3_oases_for_nothing_and_triggers_the_storage() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.paths.update(left=2, right=2)
    sarah.discovered = {"left-1": 1, "left-2": 2, "right-1": 3, "right-2": 4}
    sarah.storage = ["green", "", "white", "", "", ""]
    sarah.keshis["sahara"] = 4
    table.start("scroll 62", sarah)
    assert "pass" not in table.options()
    table.answer("right-2", "yes", "left-1", "right-1", "yes")
    assert table.pending is None
    assert sarah.claimed == [4, 1, 3]
    assert sarah.resources == {"water": 1, "dinar": 1, "date": 1}
    assert sarah.keshis["orchard"] == sarah.keshis["palace"] == 1


def test_62_claims_no_desert_town() -> None:
    table = table_of("Sarah", "Jan", expansions=["desert towns"])
    sarah = table.player("Sarah")
    sarah.paths["left"], sarah.towns = 4, {"left": 1}
    sarah.keshis["sahara"] = 4
    table.start("scroll 62", sarah)
    assert table.pending is None
    assert not sarah.claimed_towns


def test_63_gives_2_different_bonuses_of_the_line() -> None:
    table = table_of()
    lukas = table.player("Lukas")
    lukas.palace, lukas.scrolls = 2, {63}
    table.start("palace steps 1", lukas)
    table.answer("5 points")
    assert "5 points" not in table.options()
    table.answer("1 dinar")
    assert table.pending is None
    assert (lukas.score, lukas.resources["dinar"]) == (15, 3)


def test_64_deploys_a_keshi_and_performs_its_sector() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["orchard"] = 2
    table.start("scroll 64", sarah)
    table.answer("green")
    assert sarah.keshis["orchard"] == 3
    assert sarah.resources["date"] == 4


def test_64_with_a_water_vendor_performs_the_sector_where_he_stands() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["orchard"] = 2
    table.start("scroll 64", sarah)
    table.answer("red", "orchard")
    assert sarah.vendors == {"orchard"}
    assert sarah.resources == {"water": 1, "dinar": 1, "date": 3}


def test_64_with_a_goods_keshi_performs_the_souk() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    table.office(TEST_FACTS["office 1"])
    table.state.luxury.up, table.state.luxury.below = [-1] * 5, [0] * 5
    table.start("scroll 64", sarah)
    table.answer("purple", "office:purple")
    assert sarah.resources["date"] == 3


def test_65_marie_takes_6_points_and_then_3_water() -> None:
    table = table_of()
    marie = table.player("Marie")
    marie.square, marie.disc, marie.scrolls = {3, 4}, 1, {65}
    table.start("square action", marie)
    table.answer("3", "4")
    assert marie.score == 16
    assert marie.resources["water"] == 4


def test_65_with_29_and_51_pays_them_after_each_of_the_two() -> None:
    table = table_of()
    marie = table.player("Marie")
    marie.square, marie.disc, marie.scrolls = {2}, 0, {65, 29, 51}
    table.start("square action", marie)
    while table.pending:
        table.answer(table.options()[0])
    scores = [points for source, points in sources(marie) if source == "scroll 29"]
    # section 2 (2 spectators), then section 1 (3 spectators) faces the 2 points
    assert scores == [4, 6]
    assert marie.disc == 2


def test_66_a_gate_brings_2_keshis() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["medina"], sarah.scrolls = 1, {66}
    table.workshop(2, {"white": 1})
    table.start("medina action", sarah)
    table.answer("2", "palace")
    assert sarah.keshis["palace"] == 2


def test_66_with_36_both_are_of_any_colour() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["medina"], sarah.scrolls = 1, {36, 66}
    table.workshop(2, {"white": 1})
    table.start("medina action", sarah)
    table.answer("2", "palace", "gray", "turquoise")
    assert sarah.keshis["madrasa"] == sarah.keshis["river"] == 1
    assert sarah.keshis["palace"] == 0


def test_67_deploys_3_keshis_of_choice() -> None:
    table = table_of("Sarah", "Jan")
    table.start("scroll 67", "Sarah")
    table.answer("green", "green", "orange")
    assert table.player("Sarah").keshis["orchard"] == 2
    assert table.player("Sarah").goods["orange"] == 1


def test_68_scores_a_discovered_oasis_at_once_and_leaves_it_there() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.scrolls = {68, 1, 2}
    table.start("deploy brown", sarah)
    table.answer("left", "23")
    assert sources(sarah) == [("scroll 68", 6)]
    assert sarah.discovered == {"left-1": 23}
    assert sarah.claimed == []


def test_68_really_returns_what_19_to_21_count() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.scrolls, sarah.resources["date"] = {68}, 5
    table.start("deploy brown", sarah)
    table.answer("left", "21", "4")
    assert (sarah.score, sarah.resources["date"]) == (17, 1)


def test_68_only_counts_when_the_table_says_so() -> None:
    table = table_of("Sarah", "Jan", rulings={"early scoring really returns": False})
    sarah = table.player("Sarah")
    sarah.scrolls, sarah.resources["date"] = {68}, 5
    table.start("deploy brown", sarah)
    table.answer("left", "21")
    assert (sarah.score, sarah.resources["date"]) == (18, 5)


@pytest.mark.parametrize(("claimed_only", "points"), [(True, 6), (False, 9)])
def test_68_oasis_26_counts_oases_already_claimed(claimed_only: bool, points: int) -> None:
    table = table_of("Sarah", "Jan", rulings={"oasis 26 counts claimed only": claimed_only})
    sarah = table.player("Sarah")
    sarah.scrolls, sarah.claimed = {68}, [1, 2]
    table.start("deploy brown", sarah)
    table.answer("left", "26")
    assert sarah.score == 10 + points


def test_69_the_river_bonus_is_all_of_them() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.river, sarah.scrolls = 14, {69}
    table.start("river bonus", sarah)
    table.answer("water")
    assert sarah.score == 14
    assert sarah.resources["water"] == 2


def test_69_with_60_gives_all_of_them_twice() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.river, sarah.scrolls = 14, {60, 69}
    table.start("river bonus", sarah)
    while table.pending:
        table.answer(table.options()[0])
    assert sarah.score == 18
    assert sum(sarah.resources.values()) == 5


JANS_SQUARE = {
    "square bonuses": [
        "1 palace-step",
        "1 river-step",
        "1 dinar",
        "2 points",
        "1 water",
        "1 goods",
        "1 date",
        "1 mosque-step",
    ]
}


def test_70_jan_gets_a_palace_step_3_river_steps_3_dinars_and_2_points() -> None:
    table = table_of(facts={**JANS_SQUARE, "disc pink": [1, 3, 3, 1, 2, 2, 1, 2]})
    jan = table.player("Jan")
    jan.square, jan.disc = {0, 1, 2, 3}, 0
    jan.resources["water"] = 0
    table.start("scroll 70", jan)
    table.answer("3 x 1 river-step")
    assert (jan.palace, jan.river, jan.resources["dinar"], jan.score) == (1, 3, 4, 12)


def test_70_with_31_counts_one_spectator_more() -> None:
    table = table_of()
    jan = table.player("Jan")
    jan.square, jan.disc, jan.scrolls = {2}, 2, {31}
    table.start("scroll 70", jan)
    assert jan.resources["dinar"] == 5


def test_70_does_not_turn_the_disc() -> None:
    table = table_of()
    jan = table.player("Jan")
    jan.square, jan.disc = {2}, 2
    table.start("scroll 70", jan)
    assert jan.disc == 2


def test_71_scores_a_claimed_oasis_now_and_again_at_the_end() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.claimed = [22, 24]
    table.start("scroll 71", sarah)
    table.answer("24")
    assert sources(sarah) == [("scroll 71", 32)]
    assert sarah.claimed == [22, 24]


def test_71_really_returns_what_oasis_21_counts() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.claimed, sarah.resources["date"] = [21], 4
    table.start("scroll 71", sarah)
    table.answer("4")
    assert (sarah.score, sarah.resources["date"]) == (17, 0)


def test_71_without_a_claimed_oasis_does_nothing() -> None:
    table = table_of("Sarah", "Jan")
    table.start("scroll 71", "Sarah")
    assert table.pending is None


def test_72_returns_resources_for_2_points_each() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.resources.update(water=3, dinar=0, date=2)
    table.start("scroll 72", sarah)
    table.answer("3", "1")
    assert sarah.resources == {"water": 0, "dinar": 0, "date": 1}
    assert sources(sarah) == [("scroll 72", 6), ("scroll 72", 2)]
