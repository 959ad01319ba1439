"""Mosque and palace, thresholds and lines (rulebook page 10)."""

from __future__ import annotations

import pytest

from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.helpers import kinds, sources, space_of, table_of


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_lukas_two_nobles_cross_the_first_threshold(edition: str) -> None:
    table = table_of(edition=edition)
    lukas = table.player("Lukas")
    lukas.keshis["palace"], lukas.palace, lukas.mosque = 2, 1, 0
    table.start("palace action", lukas)
    assert lukas.resources["dinar"] == 2
    assert table.options() == (
        "1 dinar", "1 keshi:turquoise", "1 keshi:gray", "1 keshi:yellow", "5 points",
    )  # fmt: skip
    with pytest.raises(IllegalMove):
        table.answer("1 keshi:red")
    table.answer("1 keshi:gray")
    assert lukas.keshis["madrasa"] == 1
    assert lukas.palace == 3


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_sarahs_five_steps_at_the_top_are_five_points(edition: str) -> None:
    table = table_of(edition=edition)
    sarah = table.player("Sarah")
    sarah.keshis["palace"], sarah.palace = 5, 16
    table.start("palace action", sarah)
    assert table.pending is None
    assert sources(sarah) == [("palace", 5)]
    assert sarah.palace == 16


def test_each_threshold_crossed_pays_the_line_of_that_moment() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["mosque"], sarah.mosque, sarah.palace = 8, 2, 3
    table.start("mosque action", sarah)
    # Into the second segment: the line 2-2; then into the third: the line 2-3.
    assert table.options() == ("1 dinar", "1 keshi:red", "1 keshi:green", "3 points")
    table.answer("3 points")
    assert table.options() == ("1 dinar", "1 date", "4 points")
    table.answer("1 date")
    assert (sarah.mosque, sarah.resources["dinar"], sarah.resources["date"]) == (10, 3, 2)


def test_entering_the_top_is_the_fourth_threshold_and_further_steps_are_points() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["mosque"], sarah.mosque = 3, 15
    table.start("mosque action", sarah)
    assert kinds(table) == "line bonus"
    table.answer("5 points")
    assert sarah.mosque == 16
    assert sources(sarah) == [("line", 5), ("mosque", 2)]
    assert sarah.resources["dinar"] == 2


def test_a_bonus_on_the_way_can_move_the_same_pawn() -> None:
    line = ["1 keshi:pink"]
    table = table_of("Sarah", "Jan", facts={"line 1-2": line})
    sarah = table.player("Sarah")
    sarah.keshis["mosque"], sarah.mosque = 2, 1
    table.start("mosque action", sarah)
    assert kinds(table) == "deploy entertainer"
    table.answer(space_of("1 mosque-step"))
    assert sarah.mosque == 4


def test_scroll_63_takes_two_different_bonuses_of_the_line() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.scrolls, sarah.keshis["palace"], sarah.palace = {63}, 1, 2
    table.start("palace action", sarah)
    table.answer("5 points")
    assert "5 points" not in table.options()
    table.answer("1 dinar")
    assert (sarah.score, sarah.resources["dinar"]) == (15, 3)


def test_scroll_48_moves_one_more_step_and_26_sells_steps() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.scrolls, sarah.keshis["mosque"], sarah.mosque = {26, 27, 48}, 1, 7
    sarah.resources.update(date=1, water=2)
    table.start("mosque action", sarah)
    assert kinds(table) == "extra step"
    table.answer("yes")
    assert table.options() == ("date*1", "water*1", "water*2", "pass")
    table.answer("water*1")
    assert sarah.mosque == 10
    table.answer("pass")
    assert sarah.resources == {"water": 1, "dinar": 1, "date": 1}


def test_steps_times_spectators_are_one_move_for_scroll_48() -> None:
    for one_move, steps in ((True, 4), (False, 6)):
        table = table_of("Sarah", "Jan", rulings={"steps times spectators are one move": one_move})
        sarah = table.player("Sarah")
        sarah.scrolls, sarah.mosque = {48}, 8
        space = table.state.facts["square bonuses"].index("1 mosque-step")
        sections = table.state.facts["disc pink"]
        sarah.square, sarah.disc = {space}, (space - sections.index(3) - 1) % 8
        table.start("square action", sarah)
        while kinds(table) in ("extra step", "line bonus"):
            table.answer("yes" if kinds(table) == "extra step" else table.options()[0])
        assert sarah.mosque == 8 + steps


def test_at_the_top_steps_may_still_be_bought_unless_the_table_flips_it() -> None:
    for stretched, score in ((True, 14), (False, 12)):
        table = table_of("Sarah", "Jan", rulings={"steps past the end may be stretched": stretched})
        sarah = table.player("Sarah")
        sarah.scrolls, sarah.keshis["mosque"], sarah.mosque = {26}, 2, 16
        sarah.resources["date"] = 2
        table.start("mosque action", sarah)
        if stretched:
            table.answer("date*2")
        assert table.pending is None
        assert sarah.score == score


def test_the_first_two_thresholds_are_asked_and_the_others_are_known() -> None:
    table = table_of("Sarah", "Jan")
    for key in ("stairs threshold 1", "stairs threshold 2"):
        del table.state.facts[key]
    sarah = table.player("Sarah")
    sarah.keshis["palace"], sarah.palace, sarah.mosque = 1, 10, 9
    table.start("palace action", sarah)
    asked = []
    while kinds(table) == "fact":
        assert table.pending is not None
        asked.append(table.pending.about["key"])
        if asked[-1].endswith("1"):
            with pytest.raises(IllegalMove, match="from 1 to 9, not 10"):
                table.answer(10)  # the second threshold lies between it and the third, which is known
        table.answer(4 if asked[-1].endswith("1") else 8)
    assert asked == ["stairs threshold 1", "stairs threshold 2"]
    assert kinds(table) == "line bonus"


def test_staircase_tiles_make_the_lines_this_games_own() -> None:
    table = table_of("Sarah", "Jan", expansions=["staircase tiles"])
    sarah = table.player("Sarah")
    sarah.keshis["palace"], sarah.palace = 1, 2
    table.start("palace action", sarah)
    assert table.pending is not None
    assert table.pending.about["key"] == "this game line 2-1"
    table.answer(["1 dinar", "1 resource", "5 points"])
    table.answer("1 resource", "water")
    assert sarah.resources["water"] == 2
