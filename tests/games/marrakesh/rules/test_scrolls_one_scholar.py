"""Scrolls 01 to 21, in the addendum's order."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules.keshi import COLOURS, GOODS, RED, SECTOR_OF
from companion.games.marrakesh.rules.scrolls import instant
from tests.games.marrakesh.rules.helpers import kinds, sources, table_of


@pytest.mark.parametrize("number", range(1, 13))
def test_01_to_12_deploy_the_keshi_they_show(number: int) -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    colour = COLOURS[number - 1]
    table.start(f"scroll {number}", sarah)
    while table.pending:
        table.answer(table.options()[0])
    assert number in sarah.scrolls
    if colour == RED:
        assert len(sarah.vendors) == 1
    elif colour in GOODS:
        assert sarah.goods[colour] == 1
    else:
        assert sarah.keshis[SECTOR_OF[colour]] == 1


def test_01_to_12_ask_which_keshi_is_shown_when_nobody_knows() -> None:
    table = table_of("Sarah", "Jan")
    del table.state.facts["scroll 2 colour"]
    asked = table.start("scroll 2", "Sarah")
    assert asked is not None
    assert (asked.kind, asked.about["key"]) == ("fact", "scroll 2 colour")
    table.answer("green")
    assert table.player("Sarah").keshis["orchard"] == 1
    assert table.state.facts["scroll 2 colour"] == "green"


def test_a_green_keshi_from_a_scroll_earns_its_deployment_bonus() -> None:
    table = table_of("Sarah", "Jan")
    table.start("scroll 2", "Sarah")
    assert sources(table.player("Sarah")) == [("orchard", 1)]


@pytest.mark.parametrize(
    ("number", "gained"),
    [
        (13, {"water": 1, "dinar": 1, "date": 0}),
        (14, {"water": 0, "dinar": 1, "date": 1}),
        (15, {"water": 0, "dinar": 2, "date": 0}),
    ],
)
def test_13_to_15_add_to_each_threshold(number: int, gained: dict[str, int]) -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.mosque = 2
    sarah.scrolls.add(number)
    table.start("mosque steps 1", sarah)
    table.answer("2 points")
    assert sarah.resources == {what: 1 + n for what, n in gained.items()}


def test_16_adds_a_river_step_to_each_threshold() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.mosque = 2
    sarah.scrolls.add(16)
    table.start("mosque steps 5", sarah)
    while table.pending:
        table.answer("0" if kinds(table) == "river water" else table.options()[-1])
    assert sarah.mosque == 7
    assert sarah.river == 2


def test_13_to_16_all_together() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.palace = 2
    sarah.scrolls |= {13, 14, 15, 16}
    table.start("palace steps 1", sarah)
    table.answer("5 points", "0")
    assert sarah.resources == {"water": 2, "dinar": 3, "date": 2}
    assert sarah.river == 1


def test_17_gives_the_crossed_rapids_own_bonus_at_once() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.river, sarah.scrolls = 12, {17}
    sarah.resources["water"] = 0
    table.start("river steps 2", sarah)
    assert table.pending is None
    assert sources(sarah) == [("scroll 17", 3)]


def test_17_without_the_scroll_gives_nothing() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.river = 12
    sarah.resources["water"] = 0
    table.start("river steps 2", sarah)
    assert sources(sarah) == []


def test_17_with_60_gives_it_twice() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.river, sarah.scrolls = 12, {17, 60}
    sarah.resources["water"] = 0
    table.start("river steps 2", sarah)
    assert sum(points for _, points in sources(sarah)) == 6


def test_17_gives_nothing_for_a_head_start_at_the_crocodile() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.scrolls.add(17)
    sarah.resources["water"] = 0
    sarah.river = sarah.river_start = 5
    table.start("river steps 1", sarah)
    assert sources(sarah) == []


def test_17_gives_the_rapids_behind_the_crocodile_when_the_table_counts_its_start_as_steps() -> None:
    for no_step, points in ((True, 0), (False, 2)):
        table = table_of("Sarah", "Jan", rulings={"crocodile start is no step": no_step})
        sarah = table.player("Sarah")
        sarah.scrolls, sarah.crocodile = {17, 60}, True
        for p in table.state.players:
            p.screen, p.provisions = [], []
        table.state.season, table.state.round = 1, 3
        table.start("season")
        table.answer("provision 1", "provision 2")
        assert (sarah.river, sarah.score) == (5, 10 + points)


def test_18_adds_a_resource_of_choice_to_every_use_of_the_office() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.goods["purple"], sarah.scrolls = 1, {18}
    table.office({"yellow": "1 dinar", "purple": "2 date", "orange": "1 water"})
    table.state.luxury.up[:] = [-1] * 5
    table.start("souk action", sarah)
    table.answer("office:purple", "water")
    assert table.pending is None
    assert sarah.resources == {"water": 2, "dinar": 1, "date": 3}


@pytest.mark.parametrize(("number", "what", "n"), [(19, "water", 2), (20, "dinar", 2), (21, "date", 3)])
def test_19_to_21_give_resources(number: int, what: str, n: int) -> None:
    table = table_of("Sarah", "Jan")
    table.start(f"scroll {number}", "Sarah")
    assert table.player("Sarah").resources[what] == 1 + n


def test_every_instant_scroll_has_an_effect_and_no_other() -> None:
    from companion.games.marrakesh.rules.catalogue.scrolls import INSTANT, SCROLLS

    assert set(instant.EFFECTS) == {n for n, scroll in SCROLLS.items() if scroll.timing == INSTANT}
