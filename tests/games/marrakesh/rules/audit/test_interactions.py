"""Effects that meet: scrolls with one another, with full sectors, with both ends of a track."""

from __future__ import annotations

import pytest

from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.helpers import kinds, sources, space_of, table_of


def test_54_neighbours_go_round_the_square_past_the_top() -> None:
    table = table_of("Marie", "Jan")
    marie = table.player("Marie")
    marie.scrolls = {54}
    table.start("deploy pink", marie)
    table.answer(space_of("1 date"))  # space 7: its neighbours are 6 (palace step) and 0 (goods)
    assert kinds(table) == "goods"
    table.answer("purple")
    assert (marie.resources["date"], marie.goods["purple"], marie.palace) == (2, 1, 1)


def test_16_each_of_two_thresholds_brings_its_own_river_step_and_each_may_be_stretched() -> None:
    table = table_of("Lukas", "Jan")
    lukas = table.player("Lukas")
    lukas.scrolls, lukas.keshis["palace"], lukas.resources["water"] = {16}, 7, 3
    table.start("palace action", lukas)  # over steps 3 and 7
    table.answer("5 points", "1")
    assert (kinds(table), lukas.river, lukas.palace) == ("line bonus", 2, 7)
    table.answer("3 points", "2")
    assert (lukas.river, lukas.resources["water"], lukas.resources["dinar"]) == (5, 0, 3)
    assert [points for _source, points in sources(lukas)] == [5, 3]


def test_16_with_13_the_new_water_can_lengthen_the_step_that_comes_with_it() -> None:
    table = table_of("Lukas", "Jan")
    lukas = table.player("Lukas")
    lukas.scrolls, lukas.resources["water"], lukas.palace = {13, 16}, 0, 2
    table.start("palace steps 1", lukas)
    table.answer("5 points")
    assert (kinds(table), table.options()) == ("river water", ("0", "1"))


def test_16_the_lines_water_can_lengthen_the_river_step_that_comes_with_it() -> None:
    table = table_of("Lukas", "Jan", facts={"line 2-1": ["1 water", "5 points"]})
    lukas = table.player("Lukas")
    lukas.scrolls, lukas.resources["water"], lukas.palace = {16}, 0, 2
    table.start("palace steps 1", lukas)
    table.answer("1 water", "1")
    assert (lukas.river, lukas.resources["water"]) == (2, 0)


def test_16_and_a_step_of_the_line_come_in_the_order_the_player_likes() -> None:
    table = table_of("Lukas", "Jan", facts={"line 2-1": ["1 mosque-step", "5 points"]})
    lukas = table.player("Lukas")
    lukas.scrolls, lukas.palace = {16}, 2
    table.start("palace steps 1", lukas)
    table.answer("1 mosque-step")
    assert (kinds(table), table.options()) == ("which first", ("1 x 1 river-step", "1 x 1 mosque-step"))
    table.answer("1 x 1 river-step", "0")
    assert (lukas.river, lukas.mosque) == (1, 1)


def test_54_the_player_chooses_among_all_three_bonuses() -> None:
    table = table_of("Lukas", "Jan")
    lukas = table.player("Lukas")
    lukas.scrolls, lukas.resources["water"] = {54}, 0
    bonuses = (
        "1 river-step",
        "1 water",
        "1 dinar",
        "2 points",
        "1 date",
        "1 goods",
        "1 palace-step",
        "1 mosque-step",
    )
    table.fact("square bonuses", bonuses)
    table.start("deploy pink", lukas)
    table.answer("0")  # the river step between water and a mosque step
    assert (kinds(table), table.options()) == ("which first", ("1 x 1 river-step", "1 x 1 mosque-step"))
    table.answer("1 x 1 river-step", "1")
    assert (lukas.river, lukas.mosque, lukas.resources["water"]) == (2, 1, 0)


def test_18_the_new_water_can_lengthen_the_offices_river_step() -> None:
    table = table_of("Lukas", "Jan")
    lukas = table.player("Lukas")
    lukas.scrolls, lukas.goods["yellow"], lukas.resources["water"] = {18}, 1, 0
    table.office({"yellow": "1 date + 1 river-step", "purple": "1 dinar", "orange": "1 water"})
    table.state.luxury.up = [-1] * 5
    table.start("souk action", lukas)
    table.answer("office:yellow", "water", "1")
    assert (lukas.river, lukas.resources["water"]) == (2, 0)


def test_59_forfeits_what_a_full_sector_cannot_take_and_gives_the_rest() -> None:
    table = table_of("Lukas", "Jan")
    lukas = table.player("Lukas")
    lukas.mosque = lukas.palace = 4
    lukas.keshis["orchard"] = 8
    table.start("scroll 59", lukas)
    table.answer("river")
    assert lukas.vendors == {"river"}
    assert (lukas.keshis["orchard"], lukas.score, lukas.resources["dinar"]) == (8, 13, 2)


def test_58_its_scroll_is_taken_not_offered() -> None:
    table = table_of("Lukas", "Jan")
    lukas = table.player("Lukas")
    table.show_scrolls("orange", 61, 63, 72)
    table.start("scroll 58", lukas)
    assert table.options() == ("61", "63", "72")
    table.answer("63")
    assert (lukas.scrolls, lukas.resources["date"]) == ({58, 63}, 0)


def test_33_a_refresh_never_spends_the_date_of_the_scroll_that_must_follow() -> None:
    table = table_of("Lukas", "Jan")
    lukas = table.player("Lukas")
    lukas.scrolls, lukas.keshis["madrasa"] = {33}, 1
    lukas.resources = {"water": 1, "dinar": 0, "date": 1}
    table.show_scrolls("gray", 13, 14, 15)
    table.start("madrasa action", lukas)
    table.answer("refresh:gray")  # paid with the water, without a question
    assert lukas.resources == {"water": 0, "dinar": 0, "date": 1}


def test_22_32_and_33_on_one_medina_action() -> None:
    table = table_of("Marie", "Jan")
    marie = table.player("Marie")
    marie.scrolls, marie.keshis["medina"] = {22, 32, 33}, 2
    marie.resources = {"water": 1, "dinar": 0, "date": 1}
    table.workshop(1, {"yellow": 1})
    table.workshop(4, {"orange": 1})
    table.start("medina action", marie)
    table.answer("1", "river")  # 0 dinars, and no points lost
    assert (marie.score, marie.resources) == (10, {"water": 1, "dinar": 0, "date": 1})
    table.answer("4", "orchard")  # 3 - 1 dinars, as a date and a water; 7 points
    assert (marie.score, sum(marie.resources.values())) == (17, 0)
    assert marie.goods == {"yellow": 1, "purple": 0, "orange": 1}


def test_62_covers_storage_spaces_one_after_the_other_with_all_they_trigger() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.discovered = {"left-1": 14, "left-2": 22, "right-1": 23}
    sarah.storage = ["green", "exchange", "scroll", "", "", ""]
    table.show_scrolls("yellow", 25, 30, 31)
    table.start("scroll 62", sarah)
    table.answer("left-1", "yes")
    assert (sarah.keshis["orchard"], sarah.score) == (1, 11)
    table.answer("right-1", "green", "gray")
    assert (sarah.keshis["orchard"], sarah.keshis["madrasa"]) == (0, 1)
    assert table.options() == ("25", "30", "31", "pass")  # the last oasis needed no question
    table.answer("25")
    assert (sarah.claimed, sarah.scrolls) == ([14, 23, 22], {25, 62})


def test_two_thresholds_in_one_move_pay_the_line_of_each_moment() -> None:
    table = table_of("Lukas", "Jan")
    lukas = table.player("Lukas")
    lukas.mosque, lukas.palace = 8, 2
    table.start("palace steps 5", lukas)
    assert table.options() == ("1 dinar", "1 date", "4 points")  # line 2-3
    table.answer("4 points")
    assert table.options() == ("1 dinar", "1 date", "5 points")  # line 3-3
    table.answer("5 points")
    assert (lukas.score, lukas.resources["dinar"], lukas.palace) == (19, 3, 7)


def test_a_bonus_that_fills_the_sector_leaves_no_room_for_what_was_claimed_in_essential() -> None:
    table = table_of("Jan", "Marie", edition="essential")
    jan = table.player("Jan")
    jan.keshis["orchard"], jan.mosque, jan.palace = 7, 2, 3
    table.base({"green": 1, "pink": 1})
    table.start("claim")
    table.answer("green*1")
    table.start("place claimed")
    assert jan.keshis["orchard"] == 8
    jan.beside = ["green"]
    table.start("place claimed")  # an eighth step was the last: the ninth keshi is forfeited
    assert jan.keshis["orchard"] == 8


def test_33_never_turns_dinars_into_dates() -> None:
    table = table_of("Lukas", "Jan", facts={"provision 1": {"cost": {"date": 2}, "points": 4}})
    lukas = table.player("Lukas")
    lukas.scrolls, lukas.provisions = {33}, ["provision 1"]
    lukas.resources = {"water": 3, "dinar": 3, "date": 1}
    table.start("provisions", lukas)
    assert (lukas.score, sum(lukas.resources.values())) == (6, 0)


def test_several_resources_are_picked_at_once() -> None:
    table = table_of("Marie", "Jan")
    table.start("deploy brown", "Marie")
    table.answer("start")
    with pytest.raises(IllegalMove, match="pick 2 at once, not 1"):
        table.answer("date")
    table.answer(("date", "dinar"))
    assert table.player("Marie").resources == {"water": 1, "dinar": 2, "date": 2}


def test_48_26_and_49_past_the_top_of_the_mosque() -> None:
    table = table_of("Lukas", "Jan")
    lukas = table.player("Lukas")
    lukas.scrolls, lukas.mosque = {26, 48, 49}, 16
    table.start("mosque steps 1", lukas)
    table.answer("yes", "date*1")  # 1 step, 1 of scroll 48, 1 bought: 2 points each
    assert (lukas.score, lukas.resources["date"]) == (16, 0)


def test_60_and_17_with_a_resource_each_is_chosen_anew() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.scrolls, sarah.river, sarah.resources = {17, 60}, 8, {"water": 0, "dinar": 0, "date": 0}
    table.start("river steps 1", sarah)
    table.answer("dinar", "date")
    assert sarah.resources == {"water": 0, "dinar": 1, "date": 1}


def test_a_fisherman_joins_the_end_of_the_line_on_his_space() -> None:
    table = table_of("Sarah", "Jan", "Marie")
    sarah, jan, marie = table.state.players
    for p in (sarah, jan, marie):
        p.resources["water"] = 0
    for p, steps in ((jan, 5), (sarah, 3), (marie, 4), (sarah, 2), (marie, 1)):
        table.start(f"river steps {steps}", p)
    table.state.season = 2
    table.start("river evaluation")  # all on step 5, in the order Jan, Sarah, Marie
    assert (jan.score, sarah.score, marie.score) == (17, 13, 10)


def test_the_season_tracker_brings_the_camel_wherever_it_was() -> None:
    table = table_of("Sarah", "Jan", "Marie", "Lukas")
    g = table.state
    g.season, g.round = 1, 3
    table.season_tracker("Marie")
    table.camel("Jan")
    table.start("season")
    while table.pending is not None:
        table.answer(table.options()[0])
    assert (g.season, g.round, g.players[g.start_seat].name) == (2, 0, "Lukas")
