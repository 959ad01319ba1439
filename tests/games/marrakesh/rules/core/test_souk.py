"""The souk: exchange office and luxury goods (rulebook page 9)."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules import displays
from companion.games.marrakesh.rules.position import Table
from companion.games.marrakesh.rules.state import EMPTY
from companion.games.marrakesh.rules.texts import detail, sector_now
from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.helpers import kinds, sources, table_of

SLIPPER = {"kind": "slippers", "cost": {"orange": 1}, "gain": "1 water + 2 points"}
NECKLACE = {"kind": "necklace", "cost": {"purple": 3, "orange": 2}, "gain": "13 points"}
TAJINE = {"kind": "tajine", "cost": {"yellow": 1, "orange": 1}, "gain": "4 points"}
OFFICE = {"yellow": "1 dinar", "purple": "2 date", "orange": "2 water"}


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_maries_purple_keshi_brings_two_dates(edition: str) -> None:
    table = table_of(edition=edition)
    marie = table.player("Marie")
    marie.goods["purple"], marie.resources["date"] = 1, 0
    table.office(OFFICE)
    shown = table.state.luxury.up
    shown[:] = [2, 3, 4, 5, 6]
    table.start("souk action", marie)
    assert "office:purple" in table.options()
    assert "office:yellow" not in table.options()
    table.answer("office:purple")
    assert table.pending is None
    assert (marie.resources["date"], marie.goods["purple"]) == (2, 0)


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_jans_slipper(edition: str) -> None:
    table = table_of(edition=edition)
    jan = table.player("Jan")
    jan.goods["orange"], jan.resources["water"] = 1, 0
    table.state.luxury.up[:] = [1, 2, 3, 4, 5]
    table.start("souk action", jan)
    assert "luxury:2" not in table.options()
    table.answer("luxury:1")
    assert table.pending is None
    assert jan.resources["water"] == 1
    assert sources(jan) == [("luxury", 2)]
    assert [good.kind for good in jan.luxury] == ["slippers"]
    assert jan.goods["orange"] == 0


def test_one_assistant_does_one_thing_only() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.goods.update(orange=3, purple=3)
    table.office(OFFICE)
    table.state.luxury.up[:] = [1, 2, 3, 4, 5]
    table.start("souk action", sarah)
    table.answer("luxury:1")
    assert table.pending is None


@pytest.mark.parametrize(
    ("scrolls", "mix", "after_luxury", "after_office"),
    [
        ({34}, True, {"luxury"}, set()),
        ({46}, True, set(), {"office"}),
        ({34, 46}, True, {"luxury", "office"}, {"luxury", "office"}),
        ({34, 46}, False, {"luxury"}, {"office"}),
    ],
)
def test_scrolls_34_and_46(
    scrolls: set[int], mix: bool, after_luxury: set[str], after_office: set[str]
) -> None:
    for first, then in (("luxury:1", after_luxury), ("office:purple", after_office)):
        table = table_of("Sarah", "Jan", rulings={"scrolls 34 and 46 mix": mix})
        sarah = table.player("Sarah")
        sarah.scrolls = scrolls
        sarah.goods.update(yellow=3, orange=6, purple=6)
        table.office(OFFICE)
        table.state.luxury.up[:] = [1, 2, 3, 4, 5]
        table.start("souk action", sarah)
        table.answer(first)
        assert {key.split(":")[0] for key in table.options() if key != "pass"} == then


def test_every_luxury_good_within_reach_that_may_lie_there_can_be_bought() -> None:
    table = table_of("Sarah", "Jan")
    sarah, jan = table.state.players
    sarah.goods["orange"] = 1
    jan.luxury.append(displays.luxury_good(table.state, 5))
    table.start("souk action", sarah)
    assert table.options() == ("office:orange", "luxury:1", "pass"), "the others cost more, or are Jan's"
    table.answer("luxury:1")
    assert (sarah.score, table.state.luxury.up.count(EMPTY)) == (12, 1)


def only_luxury_2_is_described(table: Table) -> None:
    for n in range(1, 26):
        if n != 2:
            del table.state.facts[f"luxury {n}"]


def test_a_luxury_good_nobody_has_described_is_described_when_it_is_bought() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.goods["orange"] = 1
    only_luxury_2_is_described(table)
    table.start("souk action", sarah)
    assert table.options() == ("office:orange", "luxury:new", "pass")
    table.answer("luxury:new", NECKLACE)
    assert table.options() == ("office:orange", "luxury:new", "pass"), "too dear; now it is known"
    assert table.state.luxury.up.count(1) == 1
    table.answer("luxury:new")
    assert table.pending is not None
    assert table.pending.about["key"] == "luxury 3"
    table.answer(SLIPPER)
    assert [good.kind for good in sarah.luxury] == ["slippers"]


def test_a_new_luxury_good_gets_the_first_number_nobody_has_used() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.goods["yellow"] = 1
    only_luxury_2_is_described(table)
    table.start("souk action", sarah)
    table.answer("luxury:new")
    assert table.pending is not None
    assert table.pending.about["key"] == "luxury 1"


def test_a_luxury_good_entered_wrongly_is_corrected_where_it_lies() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.goods["orange"] = 1
    table.state.luxury.up[:] = [1, 2, 3, 4, 5]
    table.start("souk action", sarah)
    table.answer("luxury:1")
    table.fact("luxury 1", {**SLIPPER, "kind": "dagger"})
    assert [good.kind for good in sarah.luxury] == ["dagger"]


def test_this_seasons_office_is_named_once_a_season() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.goods["purple"] = 2
    table.state.luxury.up[:] = [1, 2, 3, 4, 5]
    table.start("souk action", sarah)
    table.answer("office:purple")
    assert kinds(table) == "reveal"
    assert table.options() == tuple(f"office {n}" for n in range(1, 13))
    table.answer("office 1")
    table.start("souk action", sarah)
    table.answer("office:purple")
    assert table.pending is None
    table.state.season = 1
    sarah.goods["purple"] = 1
    table.start("souk action", sarah)
    table.answer("office:purple")
    assert kinds(table) == "reveal"
    assert "office 1" not in table.options()


def test_without_goods_there_is_nothing_to_do_but_take_a_new_keshi() -> None:
    table = table_of("Sarah", "Jan")
    table.start("assistant souk", "Sarah")
    assert table.options() == ("keshi:yellow", "keshi:purple", "keshi:orange")
    with pytest.raises(IllegalMove):
        table.answer("action")
    table.answer("keshi:purple")
    assert table.player("Sarah").goods["purple"] == 1


def test_the_imam_saves_any_one_goods_keshi() -> None:
    table = table_of("Sarah", "Jan", expansions=["imam and sultan"])
    sarah = table.player("Sarah")
    table.state.guests["mosque"] = ("with", sarah.seat)
    table.state.luxury.up[:] = [1, 2, 3, 4, 5]
    sarah.goods.update(purple=3, orange=2)
    table.start("souk action", sarah)
    table.answer("luxury:2")
    assert table.options() == ("purple", "orange")
    table.answer("purple")
    assert (sarah.goods["purple"], sarah.goods["orange"], sarah.score) == (1, 0, 23)


def test_with_the_imam_a_slipper_is_free() -> None:
    table = table_of("Sarah", "Jan", expansions=["imam and sultan"])
    sarah = table.player("Sarah")
    table.state.guests["mosque"] = ("with", sarah.seat)
    table.state.luxury.up[:] = [1, 2, 3, 4, 5]
    table.start("assistant souk", sarah)
    assert "action" in table.options()
    table.answer("action")
    assert table.options() == ("luxury:1", "pass")
    table.answer("luxury:1")
    assert sarah.score == 12


@pytest.mark.parametrize(
    ("goods", "said"),
    [
        ({"purple": 3, "orange": 2}, "for 3 purple goods keshis + 2 orange goods keshis, any 1 less (Imam)"),
        ({"purple": 2, "orange": 2}, "for 2 purple goods keshis + 2 orange goods keshis"),
    ],
)
def test_the_imams_company_is_told_what_a_luxury_good_really_costs(goods: dict[str, int], said: str) -> None:
    table = table_of("Sarah", "Jan", expansions=["imam and sultan"])
    sarah = table.player("Sarah")
    table.state.guests["mosque"] = ("with", sarah.seat)
    table.state.luxury.up[:] = [1, 2, 3, 4, 5]
    sarah.goods.update(goods)
    asked = table.start("souk action", sarah)
    assert asked is not None
    assert str(detail(asked, "luxury:2", table.state)) == said
    assert str(detail(asked, "luxury:1", table.state)) == "for nothing"
    table.state.guests.clear()
    assert str(detail(asked, "luxury:1", table.state)) == "for 1 orange goods keshi"


def test_without_goods_the_imam_helps_to_a_luxury_good_but_not_to_the_office() -> None:
    table = table_of("Sarah", "Jan", expansions=["imam and sultan"])
    g, sarah = table.state, table.player("Sarah")
    assert str(sector_now(g, sarah, "souk")) == "nothing to do there now"
    g.guests["mosque"] = ("with", sarah.seat)
    assert str(sector_now(g, sarah, "souk")) == "perhaps a luxury good for nothing (Imam)"
    g.luxury.up[:] = [1, 2, 3, 4, 5]
    assert str(sector_now(g, sarah, "souk")) == "a luxury good for nothing (Imam)"
    g.luxury.up[:] = [2, -1, -1, -1, -1]
    assert str(sector_now(g, sarah, "souk")) == "nothing to do there now"
