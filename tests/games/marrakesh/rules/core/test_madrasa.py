"""The madrasa: scrolls for scholars and dates (rulebook page 11, Essential page 13)."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules.catalogue.scrolls import KINDS
from companion.games.marrakesh.rules.position import Table
from companion.games.marrakesh.rules.state import EMPTY, UNKNOWN
from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.helpers import kinds, table_of


def academy(*names: str, edition: str = "classic", **more: object) -> Table:
    table = table_of(*names, edition=edition, **more)
    table.show_scrolls("gray", 19, 20, 21)
    table.show_scrolls("yellow", 22, 23, 24)
    table.show_scrolls("pink", 44, 45, 46)
    table.show_scrolls("orange", 61, 63, 65)
    return table


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_lukas_six_scholars_buy_scrolls_for_one_and_five(edition: str) -> None:
    table = academy(edition=edition)
    lukas = table.player("Lukas")
    lukas.keshis["madrasa"], lukas.resources["date"], lukas.resources["dinar"] = 6, 3, 0
    table.start("madrasa action", lukas)
    assert "61" not in table.options()
    table.answer("46")
    # One scholar is left unused: gray scrolls only.
    assert table.options() == ("19", "20", "21", "pass")
    table.answer("20")
    assert lukas.scrolls == {20, 46}
    assert (lukas.resources["date"], lukas.resources["dinar"]) == (0, 2)
    assert table.pending is None


def test_no_scholar_counts_twice_in_one_action_but_again_in_the_next() -> None:
    table = academy("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["madrasa"], sarah.resources["date"], sarah.resources["dinar"] = 3, 6, 0
    table.start("madrasa action", sarah)
    table.answer("23")
    assert table.pending is None
    table.start("madrasa action", sarah)
    assert "24" in table.options()


def test_dates_decide_too() -> None:
    table = academy("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["madrasa"], sarah.resources["date"], sarah.resources["dinar"] = 8, 1, 0
    table.start("madrasa action", sarah)
    assert table.options() == ("19", "20", "21", "22", "23", "24", "pass")


def test_without_a_date_there_is_no_madrasa_action() -> None:
    table = academy("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["madrasa"], sarah.resources["date"] = 8, 0
    table.start("assistant madrasa", sarah)
    assert table.pending is None
    assert sarah.keshis["madrasa"] == 8


def test_a_scholar_gained_in_the_middle_of_a_purchase_counts_at_once() -> None:
    for counts, options in ((True, True), (False, False)):
        table = academy("Sarah", "Jan", rulings={"new scholars count at once": counts})
        table.show_scrolls("gray", 6, 20, 21)
        table.fact("scroll 6 colour", "gray")
        sarah = table.player("Sarah")
        sarah.keshis["madrasa"], sarah.resources["date"], sarah.resources["dinar"] = 1, 5, 0
        table.start("madrasa action", sarah)
        table.answer("06")
        assert bool(table.options()) == options


def test_a_dinar_refreshes_one_kind_before_the_first_purchase_and_one_must_be_bought() -> None:
    table = academy("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["madrasa"], sarah.resources["date"], sarah.resources["dinar"] = 4, 3, 2
    table.start("madrasa action", sarah)
    assert "refresh:gray" in table.options()
    assert "refresh:pink" not in table.options()
    table.answer("refresh:gray")
    assert kinds(table) == "refreshed scroll"
    assert not {"19", "20", "21"} & set(table.options()), "they lie under their stacks"
    with pytest.raises(IllegalMove):
        table.answer("pass")
    table.answer("14")
    assert (sarah.resources["dinar"], sarah.resources["date"]) == (1, 2)
    assert not any(key.startswith("refresh") for key in table.options())


def all_orange_but(*left: int) -> set[int]:
    return set(KINDS["orange"].numbers) - set(left)


def test_after_a_refresh_near_the_end_of_a_stack_a_new_scroll_must_be_bought() -> None:
    table = table_of("Lukas", "Jan")
    lukas, jan = table.state.players
    lukas.keshis["madrasa"], jan.scrolls = 7, all_orange_but(69, 70, 71, 72)
    lukas.resources.update(date=3, dinar=1)
    table.show_scrolls("orange", 69, 70, 71)
    table.state.scrolls["orange"].below = [1, 0, 0]
    for kind in ("gray", "yellow", "pink"):
        table.state.scrolls[kind].up = [-1] * 3
    table.start("madrasa action", lukas)
    table.answer("refresh:orange")
    assert kinds(table) != "refreshed scroll"
    assert 72 in lukas.scrolls, "the only one that is new is bought at once"


def test_a_purchase_through_river_tile_01_leaves_the_refresh_of_the_next_round() -> None:
    """Page 11: "Just before their first purchase during each round" a dinar may exchange the top scrolls."""
    table = academy("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["madrasa"], sarah.river = 1, 5
    sarah.resources.update(date=5, dinar=5, water=5)
    table.start("season")
    table.answer("madrasa", "20")
    while table.pending is not None:  # what lies there next, provisions, the next tiles
        table.answer(table.options()[0])
    assert (table.state.season, sarah.scrolls) == (1, {20})
    table.start("madrasa action", sarah)
    assert "refresh:gray" in table.options()


def nearly_sold_out() -> Table:
    """Essential: 69, 70 and 71 lie face up, 72 is the whole stack; Lukas has paid for a refresh."""
    table = table_of("Lukas", "Jan", edition="essential")
    lukas, jan = table.state.players
    lukas.keshis["madrasa"], jan.scrolls = 7, all_orange_but(69, 70, 71, 72)
    lukas.resources.update(date=3, dinar=1)
    table.show_scrolls("orange", 69, 70, 71)
    table.state.scrolls["orange"].below = [1]
    for kind in ("gray", "yellow", "pink"):
        table.state.scrolls[kind].up = [-1] * 3
    table.start("madrasa action", lukas)
    table.answer("refresh:orange")
    return table


def test_essential_lays_all_three_under_the_stack_and_reveals_what_comes_up() -> None:
    """Page 14: "placing the 3 face-up scrolls at the bottom of the stack and revealing 3 new tiles"."""
    table = nearly_sold_out()
    assert 72 in table.player("Lukas").scrolls, "the only one that is new must be bought"
    assert table.state.scrolls["orange"].up.count(UNKNOWN) == 2
    assert table.state.scrolls["orange"].below == [1]


def test_a_refresh_needs_the_date_for_the_scroll_that_must_follow() -> None:
    table = academy("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.scrolls = {33}
    sarah.keshis["madrasa"] = 1
    sarah.resources.update(date=1, dinar=0, water=1)
    table.start("madrasa action", sarah)
    table.answer("refresh:gray")
    # With scroll 33 the dinar was paid in water: the date has to be left for the scroll.
    assert sarah.resources == {"water": 0, "dinar": 0, "date": 1}
    table.answer("13")


def test_no_second_refresh_in_the_same_round() -> None:
    table = academy("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["madrasa"], sarah.resources["date"], sarah.resources["dinar"] = 1, 5, 5
    table.start("madrasa action", sarah)
    table.answer("19")
    table.start("madrasa action", sarah)
    assert not any(key.startswith("refresh") for key in table.options())
    table.answer("pass")
    table.start("end of round")
    table.start("madrasa action", sarah)
    assert "refresh:gray" in table.options()


def test_what_was_bought_leaves_a_gap_until_the_third_assistant() -> None:
    table = academy("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["madrasa"], sarah.resources["date"] = 1, 1
    sarah.assistants = ["river", "madrasa", "medina"]
    table.start("assistants")
    table.answer("madrasa", "action", "21")
    assert table.state.scrolls["gray"].up == [19, 20, EMPTY]
    table.answer("river")
    assert table.state.scrolls["gray"].up == [19, 20, UNKNOWN]
    assert table.state.scrolls["gray"].below == [6, 6, 5]


def test_outside_the_assistants_phase_the_gap_is_filled_at_once() -> None:
    for at_once, shown in ((True, UNKNOWN), (False, EMPTY)):
        table = academy("Sarah", "Jan", rulings={"refill at once outside the assistants": at_once})
        table.state.phase = "season"
        table.start("scroll 19", "Sarah")
        assert table.state.scrolls["gray"].up == [shown, 20, 21]


def test_classic_an_empty_stack_takes_the_lower_half_of_the_larger() -> None:
    table = academy("Sarah", "Jan")
    gray = table.state.scrolls["gray"]
    gray.up, gray.below = [EMPTY, 20, 21], [0, 2, 4]
    table.start("assistants")
    # The third stack has 5 scrolls: its lower 2 move over, one of them is turned up.
    assert gray.up == [UNKNOWN, 20, 21]
    assert gray.below == [1, 2, 2]


def test_essential_replenishes_from_one_stack_as_far_as_it_lasts() -> None:
    table = academy("Sarah", "Jan", edition="essential")
    gray = table.state.scrolls["gray"]
    assert gray.below == [18]
    gray.up, gray.below = [EMPTY, EMPTY, 21], [1]
    table.start("assistants")
    assert gray.up == [UNKNOWN, EMPTY, 21]
    assert gray.below == [0]


def test_every_scroll_that_may_lie_there_can_be_bought_by_its_number() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    table.player("Jan").scrolls = {5}
    sarah.keshis["madrasa"], sarah.resources["date"], sarah.resources["dinar"] = 1, 1, 0
    table.start("madrasa action", sarah)
    assert table.options() == (*(f"{n:02}" for n in range(1, 22) if n != 5), "pass")
    below = sum(table.state.scrolls["gray"].below)
    table.answer("20")
    assert (sarah.scrolls, table.state.scrolls["gray"].up.count(EMPTY)) == ({20}, 1)
    assert sum(table.state.scrolls["gray"].below) == below


def test_where_all_places_are_named_nothing_else_can_be_bought() -> None:
    table = academy("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["madrasa"], sarah.resources["date"], sarah.resources["dinar"] = 1, 1, 0
    table.start("madrasa action", sarah)
    assert table.options() == ("19", "20", "21", "pass")


def test_the_sultan_saves_a_date_on_each_scroll_never_more_than_it_costs() -> None:
    table = academy("Sarah", "Jan", expansions=["imam and sultan"])
    sarah = table.player("Sarah")
    table.state.guests["palace"] = ("with", sarah.seat)
    sarah.keshis["madrasa"], sarah.resources["date"], sarah.resources["dinar"] = 6, 1, 0
    table.start("madrasa action", sarah)
    table.answer("44", "19")
    assert sarah.scrolls == {19, 44}
    assert sarah.resources["date"] == 0


def test_scroll_58_and_the_sultan() -> None:
    for not_on_58, left in ((True, 0), (False, 1)):
        rulings = {"sultan not on scroll 58": not_on_58}
        table = academy("Sarah", "Jan", expansions=["imam and sultan"], rulings=rulings)
        sarah = table.player("Sarah")
        table.state.guests["palace"] = ("with", sarah.seat)
        sarah.resources["date"] = 1
        table.start("scroll 58", sarah)
        table.answer("61")
        assert sarah.resources["date"] == left
