"""Scrolls 43 to 60, in the addendum's order."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules import texts
from tests.games.marrakesh.rules.facts import TEST_FACTS
from tests.games.marrakesh.rules.helpers import kinds, sources, table_of


def test_43_deploys_2_keshis_of_choice() -> None:
    table = table_of("Sarah", "Jan")
    table.start("scroll 43", "Sarah")
    table.answer("green", "white")
    assert table.player("Sarah").keshis["orchard"] == 1
    assert table.player("Sarah").keshis["palace"] == 1
    assert table.pending is None


def test_44_sarah_pays_1_dinar_and_2_dates() -> None:
    table = table_of()
    sarah = table.player("Sarah")
    sarah.provisions, sarah.scrolls = ["provision 1", "provision 2"], {44}
    sarah.resources.update(dinar=1, date=2, water=0)
    table.start("provisions", sarah)
    assert kinds(table) == "shortcut"
    table.answer("yes")
    assert sarah.resources == {"water": 0, "dinar": 0, "date": 0}
    assert sarah.score == 10
    # The season's receipt reads this: provisions paid, and what they cost her.
    assert str(texts.line(table.state.log[-1], table.state)) == "Sarah provided: 1 dinar + 2 dates"


def test_44_may_be_left_alone() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.provisions, sarah.scrolls = ["provision 2"], {44}
    sarah.resources.update(dinar=1, date=1, water=2)
    table.start("provisions", sarah)
    table.answer("pass")
    assert sarah.resources == {"water": 0, "dinar": 0, "date": 0}


def test_44_is_not_offered_without_a_dinar() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.provisions, sarah.scrolls = ["provision 1"], {44}
    sarah.resources.update(dinar=0, date=5, water=0)
    table.start("provisions", sarah)
    assert table.pending is None
    assert sarah.score == 6


def test_44_with_33_the_dinar_may_be_a_date() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.provisions, sarah.scrolls = ["provision 1"], {33, 44}
    sarah.resources.update(dinar=0, date=2, water=0)
    table.start("provisions", sarah)
    table.answer("yes")
    assert sarah.score == 10
    assert sarah.resources["date"] == 0


def test_45_any_1_resource_claims_an_oasis() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.paths["left"], sarah.discovered, sarah.scrolls = 3, {"left-3": 22}, {45}
    sarah.keshis["sahara"] = 3
    sarah.resources.update(dinar=0, water=1, date=1)
    table.start("sahara action", sarah)
    table.answer("left-3")
    assert set(table.options()) == {"water", "date"}
    table.answer("date")
    assert sarah.claimed == [22]
    assert sarah.resources == {"water": 1, "dinar": 0, "date": 0}


def test_45_still_triggers_the_storage() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.paths["left"], sarah.discovered, sarah.scrolls = 1, {"left-1": 22}, {45}
    sarah.keshis["sahara"] = 1
    sarah.storage = ["green", "", "", "", "", ""]
    sarah.resources.update(dinar=0, water=1, date=0)
    table.start("sahara action", sarah)
    table.answer("left-1", "yes")
    assert sarah.keshis["orchard"] == 1


def test_47_jan_receives_3_goods_and_3_mosque_steps() -> None:
    table = table_of()
    jan = table.player("Jan")
    jan.disc, jan.mosque = 0, 7
    table.start("scroll 47", jan)
    table.answer("purple")
    assert jan.goods["purple"] == 3
    assert jan.mosque == 10
    assert table.pending is None


def test_47_with_31_counts_effective_spectators() -> None:
    table = table_of()
    jan = table.player("Jan")
    jan.disc, jan.scrolls = 0, {31}
    table.start("scroll 47", jan)
    while table.pending:
        table.answer(table.options()[0])
    # the sections with 2 printed spectators face dinar (2), water (4) and date (7)
    assert jan.resources == {"water": 4, "dinar": 4, "date": 4}
    assert jan.mosque == 0


def test_47_with_31_counts_printed_spectators_when_the_table_says_so() -> None:
    table = table_of(rulings={"scroll 51 counts effective spectators": False})
    jan = table.player("Jan")
    jan.disc, jan.scrolls, jan.mosque = 0, {31}, 7
    table.start("scroll 47", jan)
    while table.pending:
        table.answer(table.options()[0])
    assert jan.mosque == 10
    assert jan.goods_total == 3


def test_48_lukas_moves_2_steps_instead_of_1() -> None:
    table = table_of()
    lukas = table.player("Lukas")
    lukas.scrolls.add(48)
    table.start("deploy pink", lukas)
    table.answer("1")
    assert kinds(table) == "extra step"
    table.answer("yes")
    assert lukas.mosque == 2


def test_48_steps_times_spectators_are_one_move() -> None:
    table = table_of()
    lukas = table.player("Lukas")
    lukas.scrolls, lukas.square, lukas.disc, lukas.mosque = {48}, {1}, 7, 11
    table.start("square action", lukas)
    table.answer("yes")
    assert table.pending is None
    assert lukas.mosque == 15


def test_48_steps_are_single_moves_when_the_table_says_so() -> None:
    table = table_of(rulings={"steps times spectators are one move": False})
    lukas = table.player("Lukas")
    lukas.scrolls, lukas.square, lukas.disc, lukas.mosque = {48}, {1}, 7, 3
    table.start("square action", lukas)
    for _ in range(3):
        assert kinds(table) == "extra step"
        table.answer("yes")
        if kinds(table) == "line bonus":
            table.answer("1 dinar")
    assert lukas.mosque == 9


@pytest.mark.parametrize(("number", "stair"), [(49, "mosque"), (52, "palace")])
def test_49_and_52_double_the_points_past_the_top(number: int, stair: str) -> None:
    table = table_of()
    sarah = table.player("Sarah")
    sarah.mosque = sarah.palace = 16
    table.start(f"{stair} steps 5", sarah)
    assert sarah.score == 15
    sarah.scrolls.add(number)
    table.start(f"{stair} steps 5", sarah)
    assert sarah.score == 25
    other = "palace" if stair == "mosque" else "mosque"
    table.start(f"{other} steps 1", sarah)
    assert sarah.score == 26


@pytest.mark.parametrize(("edition", "after_keshi"), [("classic", 10), ("essential", 12)])
def test_50_pays_2_points_beside_the_water(edition: str, after_keshi: int) -> None:
    table = table_of("Sarah", "Jan", edition=edition)
    sarah = table.player("Sarah")
    sarah.vendors, sarah.scrolls = {"palace"}, {50}
    sarah.keshis["palace"] = 1
    table.start("assistant palace", sarah)
    table.answer("keshi")
    assert sarah.score == after_keshi
    table.start("assistant palace", sarah)
    table.answer("action")
    assert sarah.score == after_keshi + 2
    assert sarah.resources["water"] == 3


def test_50_on_any_use_in_classic_when_the_table_says_so() -> None:
    table = table_of("Sarah", "Jan", rulings={"scroll 50 on any use": True})
    sarah = table.player("Sarah")
    sarah.vendors, sarah.scrolls = {"palace"}, {50}
    table.start("assistant palace", sarah)
    assert sarah.score == 12


def test_51_sarah_receives_water_date_and_a_palace_step() -> None:
    table = table_of()
    sarah = table.player("Sarah")
    sarah.square, sarah.disc, sarah.scrolls = {2}, 0, {51}
    table.start("square action", sarah)
    assert sarah.resources == {"water": 2, "dinar": 4, "date": 2}
    assert sarah.palace == 1


def test_51_with_31_pays_nothing_for_no_section_has_1_spectator() -> None:
    table = table_of()
    sarah = table.player("Sarah")
    sarah.square, sarah.disc, sarah.scrolls = {2}, 0, {31, 51}
    table.start("square action", sarah)
    assert sarah.resources == {"water": 1, "dinar": 5, "date": 1}
    assert sarah.palace == 0


def test_51_with_31_on_the_purple_disc_finds_the_section_with_none() -> None:
    table = table_of(expansions=["spectators"], facts={"disc purple": [4, 3, 0, 2, 2, 2, 2, 2]})
    sarah = table.player("Sarah")
    sarah.square, sarah.disc, sarah.scrolls = {2}, 1, {31, 51}
    table.start("square action", sarah)
    # the empty section faces the water after the turn
    assert sarah.resources["water"] == 2


def test_53_performs_any_sector_action_without_vendor_water() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["orchard"], sarah.vendors, sarah.scrolls = 3, {"orchard"}, {50}
    table.start("scroll 53", sarah)
    assert "orchard" in table.options()
    assert "mosque" not in table.options()
    assert table.options()[-1] == "pass"
    table.answer("orchard")
    assert sarah.resources == {"water": 1, "dinar": 1, "date": 4}
    assert sarah.score == 10


def test_53_brings_vendor_water_when_the_table_says_so() -> None:
    table = table_of("Sarah", "Jan", rulings={"granted actions bring no vendor water": False})
    sarah = table.player("Sarah")
    sarah.keshis["orchard"], sarah.vendors, sarah.scrolls = 3, {"orchard"}, {50}
    table.start("scroll 53", sarah)
    table.answer("orchard")
    assert sarah.resources["water"] == 2
    assert sarah.score == 12


def test_54_marie_gets_2_points_water_and_dinar() -> None:
    table = table_of()
    marie = table.player("Marie")
    marie.scrolls.add(54)
    table.start("deploy pink", marie)
    table.answer("3")
    assert marie.score == 12
    assert marie.resources == {"water": 2, "dinar": 2, "date": 1}


def test_55_climbs_3_steps_on_each_staircase_in_the_players_order() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    table.start("scroll 55", sarah)
    table.answer("palace")
    # the palace crosses first, while the mosque pawn is still in its first segment
    assert table.options() == tuple(TEST_FACTS["line 2-1"])
    table.answer("5 points")
    assert table.options() == tuple(TEST_FACTS["line 2-2"])
    table.answer("3 points")
    assert (sarah.mosque, sarah.palace, sarah.score) == (3, 3, 18)


def test_56_doubles_the_points_past_the_jetty() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.river, sarah.jetty, sarah.scrolls = 20, 6, {56}
    sarah.resources["water"] = 0
    table.start("river steps 3", sarah)
    assert sarah.score == 16


def test_57_a_vendor_for_the_souk_who_gives_water_from_the_next_turn_on() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    table.start("scroll 57", sarah)
    assert sarah.resources["water"] == 4
    assert "souk" in sarah.vendors
    table.start("assistant souk", sarah)
    table.answer("keshi:yellow")
    assert sarah.resources["water"] == 4
    sarah.assistants = ["souk", "souk"]
    table.start("assistants", sarah)
    table.answer("keshi:yellow", "keshi:purple")
    assert sarah.resources["water"] == 6


def test_57_the_souk_is_never_a_place_for_another_vendor() -> None:
    table = table_of("Sarah", "Jan")
    table.start("deploy red", "Sarah")
    assert "souk" not in table.options()


def test_57_leaves_room_for_all_eight_other_vendors() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.vendors = {"souk", "river", "orchard", "square", "mosque", "palace", "madrasa", "medina"}
    table.start("deploy red", sarah)
    assert len(sarah.vendors) == 9


def test_58_takes_a_seven_scholar_scroll_for_1_date() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    table.show_scrolls("orange", 61, 63, 72)
    table.start("scroll 58", sarah)
    table.answer("63")
    assert sarah.scrolls == {58, 63}
    assert sarah.resources["date"] == 0


def test_58_does_nothing_without_a_date() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.resources["date"] = 0
    table.start("scroll 58", sarah)
    assert table.pending is None
    assert sarah.scrolls == {58}


def test_59_lukas_gets_the_whole_line() -> None:
    table = table_of()
    lukas = table.player("Lukas")
    lukas.mosque = lukas.palace = 4
    table.start("scroll 59", lukas)
    table.answer("river")  # the vendor's sector; in which order red and green come makes no difference
    assert lukas.vendors == {"river"}
    assert lukas.keshis["orchard"] == 1
    assert lukas.resources["dinar"] == 2
    assert sources(lukas) == [("scroll 59", 3), ("orchard", 1)]


def test_60_the_river_bonus_comes_twice() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.river, sarah.scrolls = 9, {60}
    table.start("river bonus", sarah)
    table.answer("1 resource", "water", "date")
    assert sarah.resources == {"water": 2, "dinar": 1, "date": 2}
