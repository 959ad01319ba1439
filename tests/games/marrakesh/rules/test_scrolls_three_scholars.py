"""Scrolls 22 to 42, in the addendum's order."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules.position import Table
from tests.games.marrakesh.rules.facts import TEST_FACTS
from tests.games.marrakesh.rules.helpers import kinds, sources, table_of

ONE_GREEN_GATE = {"green": 1}


def medina(table: Table, workshop: int, *scrolls: int, colour: str = "green", space: str = "river") -> None:
    """Sarah, with one guard and 3 dinars, buys a gate."""
    sarah = table.player("Sarah")
    sarah.keshis["medina"] = 1
    sarah.resources["dinar"] = 3
    sarah.scrolls |= set(scrolls)
    table.workshop(workshop, {colour: 1})
    table.start("medina action", sarah)
    table.answer(str(workshop))
    if kinds(table) == "medina space":
        table.answer(space)


def test_22_a_gate_for_0_dinars_loses_no_points() -> None:
    table = table_of("Sarah", "Jan")
    medina(table, 1, 22)
    assert sources(table.player("Sarah")) == [("orchard", 1)]


def test_22_without_the_scroll_loses_three() -> None:
    table = table_of("Sarah", "Jan")
    medina(table, 1)
    assert ("gate", -3) in sources(table.player("Sarah"))


def test_22_leaves_other_workshops_alone() -> None:
    table = table_of("Sarah", "Jan")
    medina(table, 4, 22)
    assert ("gate", 7) in sources(table.player("Sarah"))


@pytest.mark.parametrize(("number", "instead"), [(23, "water"), (24, "dinar"), (25, "points")])
def test_23_to_25_each_date_picker_may_bring_something_else(number: int, instead: str) -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["orchard"], sarah.scrolls = 4, {number}
    table.start("orchard action", sarah)
    assert table.options() == ("0", "1", "2", "3", "4")
    table.answer("3")
    assert sarah.resources["date"] == 2
    if instead == "points":
        assert sources(sarah) == [("scroll 25", 3)]
    else:
        assert sarah.resources[instead] == 4


def test_23_and_25_share_the_date_pickers() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["orchard"], sarah.scrolls = 4, {23, 25}
    table.start("orchard action", sarah)
    table.answer("3")
    assert table.options() == ("0", "1")
    table.answer("1")
    assert sarah.resources == {"water": 4, "dinar": 1, "date": 1}
    assert sarah.score == 11


@pytest.mark.parametrize(("number", "resource"), [(26, "date"), (27, "water")])
def test_26_and_27_sell_steps_on_the_staircases(number: int, resource: str) -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.mosque, sarah.scrolls = 3, {number}
    sarah.resources[resource] = 2
    table.start("mosque steps 1", sarah)
    assert table.options() == (f"{resource}*1", f"{resource}*2", "pass")
    table.answer(f"{resource}*2")
    assert sarah.mosque == 6
    assert sarah.resources[resource] == 0


def test_26_and_27_together_with_48() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.palace, sarah.scrolls = 7, {26, 27, 48}
    table.start("palace steps 1", sarah)
    table.answer("yes")
    assert sarah.palace == 9
    table.answer("date*1")
    assert table.options() == ("water*1", "pass")
    table.answer("pass")
    assert sarah.palace == 10


def test_26_sells_points_past_the_top() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.mosque, sarah.scrolls = 16, {26}
    table.start("mosque steps 1", sarah)
    table.answer("date*1")
    assert sarah.score == 12


def test_28_gives_every_bonus_of_every_rapid_passed_before_season_scoring() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.river, sarah.scrolls = 15, {28}
    table.start("season", sarah)
    assert kinds(table) == "resource"
    table.answer("dinar")
    assert sarah.resources["dinar"] == 2
    assert sources(sarah)[:2] == [("scroll 28", 1), ("scroll 28", 3)]


def test_28_every_bonus_of_a_rapid_that_shows_two() -> None:
    table = table_of(
        "Sarah", "Jan", facts={"river rapids": [[4, ["1 points", "1 resource"]], [9, ["3 points"]]]}
    )
    sarah = table.player("Sarah")
    sarah.river, sarah.scrolls = 5, {28}
    table.start("season", sarah)
    table.answer("date")
    assert sources(sarah)[0] == ("scroll 28", 1)
    assert sarah.resources["date"] == 2


def test_28_with_60_gives_each_twice() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.river, sarah.scrolls = 8, {28, 60}
    table.start("season", sarah)
    assert sum(points for source, points in sources(sarah) if source == "scroll 28") == 2


def test_29_lukas_gains_4_points_at_the_end_of_his_main_square_action() -> None:
    table = table_of()
    lukas = table.player("Lukas")
    lukas.square, lukas.disc, lukas.scrolls = {4}, 0, {29}
    table.start("square action", lukas)
    assert sources(lukas) == [("scroll 29", 4)]


def test_29_with_31_counts_the_extra_spectator() -> None:
    table = table_of()
    lukas = table.player("Lukas")
    lukas.square, lukas.disc, lukas.scrolls = {4}, 0, {29, 31}
    table.start("square action", lukas)
    assert sources(lukas) == [("scroll 29", 6)]


def test_30_deploys_a_keshi_of_choice() -> None:
    table = table_of("Sarah", "Jan")
    table.start("scroll 30", "Sarah")
    assert len(table.options()) == 12
    table.answer("white")
    assert table.player("Sarah").keshis["palace"] == 1


def test_30_offers_no_full_sector() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["palace"] = 8
    table.start("scroll 30", sarah)
    assert "white" not in table.options()


def test_31_a_section_with_3_spectators_counts_4() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.square, sarah.disc, sarah.scrolls = {2}, 0, {31}
    table.start("square action", sarah)
    assert sarah.resources["dinar"] == 5


@pytest.mark.parametrize(("workshop", "left"), [(1, 3), (2, 3), (4, 1)])
def test_32_a_gate_costs_1_dinar_less_but_never_pays_one(workshop: int, left: int) -> None:
    table = table_of("Sarah", "Jan")
    medina(table, workshop, 32)
    assert table.player("Sarah").resources["dinar"] == left


def test_33_marie_pays_3_dinars_as_2_dates_and_1_dinar() -> None:
    table = table_of()
    marie = table.player("Marie")
    marie.keshis["medina"], marie.scrolls = 1, {33}
    marie.resources.update(dinar=1, date=2, water=0)
    table.workshop(4, {"white": 1})
    table.start("medina action", marie)
    table.answer("4")
    table.answer("palace")
    assert marie.resources == {"dinar": 0, "date": 0, "water": 0}


def test_33_asks_how_when_there_is_a_choice() -> None:
    table = table_of("Sarah", "Jan")
    medina(table, 2, 33)
    assert kinds(table) == "pay dinars"
    assert set(table.options()) == {"1 dinar", "1 date", "1 water"}


def test_33_pays_for_a_refresh_of_scrolls_too() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["madrasa"], sarah.scrolls = 1, {33}
    sarah.resources.update(dinar=0, date=1, water=1)
    table.show_scrolls("gray", 19, 20, 21)
    table.start("madrasa action", sarah)
    table.answer("refresh:gray")
    assert sarah.resources["water"] == 0


def test_33_claims_an_oasis_that_costs_a_dinar() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.paths["left"], sarah.keshis["sahara"], sarah.discovered = 1, 1, {"left-1": 22}
    sarah.scrolls.add(33)
    sarah.resources.update(dinar=0, date=0, water=1)
    table.start("sahara action", sarah)
    table.answer("left-1")
    assert sarah.claimed == [22]
    assert sarah.resources["water"] == 0


def test_33_provisions_may_be_paid_with_dates_for_dinars_never_the_reverse() -> None:
    table = table_of("Sarah", "Jan", facts={"provision 1": {"cost": {"dinar": 2, "date": 1}, "points": 5}})
    sarah, jan = table.player("Sarah"), table.player("Jan")
    for p in (sarah, jan):
        p.provisions, p.scrolls = ["provision 1"], {33}
    sarah.resources.update(dinar=0, date=3, water=0)
    jan.resources.update(dinar=5, date=0, water=0)
    table.start("provisions", sarah)
    assert (sarah.resources["date"], sarah.score) == (0, 10)
    table.start("provisions", jan)
    assert (jan.resources["dinar"], jan.score) == (0, 5)


def souk(table: Table, *scrolls: int) -> None:
    sarah = table.player("Sarah")
    sarah.goods.update(orange=2, purple=2)
    sarah.scrolls |= set(scrolls)
    table.office(TEST_FACTS["office 1"])
    table.state.luxury.up[:] = [1, 4, -1, -1, -1]
    table.start("souk action", sarah)


def test_34_buys_several_luxury_goods_with_one_action() -> None:
    table = table_of("Sarah", "Jan", facts={"luxury 4": {**TEST_FACTS["luxury 1"]}})
    souk(table, 34)
    table.answer("luxury:1", "luxury:4")
    assert len(table.player("Sarah").luxury) == 2
    assert table.pending is None or "office:purple" not in table.options()


def test_34_without_the_scroll_one_is_all() -> None:
    table = table_of("Sarah", "Jan", facts={"luxury 4": {**TEST_FACTS["luxury 1"]}})
    souk(table)
    table.answer("luxury:1")
    assert table.pending is None


def test_46_uses_the_office_several_times() -> None:
    table = table_of("Sarah", "Jan")
    souk(table, 46)
    table.answer("office:purple", "office:purple")
    assert table.player("Sarah").resources["date"] == 5


def test_34_and_46_may_be_mixed() -> None:
    table = table_of("Sarah", "Jan")
    souk(table, 34, 46)
    table.answer("office:purple", "luxury:1", "office:purple", "pass")
    assert table.player("Sarah").goods == {"yellow": 0, "purple": 0, "orange": 1}


def test_34_and_46_not_mixed_when_the_table_says_so() -> None:
    table = table_of("Sarah", "Jan", rulings={"scrolls 34 and 46 mix": False})
    souk(table, 34, 46)
    table.answer("office:purple")
    assert all(option.startswith("office") for option in table.options()[:-1])


def test_35_a_water_vendor_gives_2_water() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.vendors, sarah.scrolls = {"river"}, {35}
    table.start("assistant river", sarah)
    assert sarah.resources["water"] == 3


def test_36_the_keshi_of_a_gate_may_be_of_any_colour() -> None:
    table = table_of("Sarah", "Jan")
    medina(table, 2, 36)
    assert kinds(table) == "gate keshi"
    table.answer("white")
    assert table.player("Sarah").keshis["palace"] == 1
    assert table.player("Sarah").keshis["orchard"] == 0


@pytest.mark.parametrize("number", range(37, 43))
def test_37_to_42_take_both_goods_they_show(number: int) -> None:
    table = table_of("Sarah", "Jan")
    table.start(f"scroll {number}", "Sarah")
    shown = TEST_FACTS[f"scroll {number} colours"]
    assert table.player("Sarah").goods == {c: shown.count(c) for c in ("yellow", "purple", "orange")}
