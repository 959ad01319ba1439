"""The Sahara: discovering and claiming oases, the storage (rulebook page 12)."""

from __future__ import annotations

import pytest

from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.helpers import kinds, space_of, table_of


def test_sarahs_two_oases() -> None:
    for edition in ("classic", "essential"):
        table = table_of(edition=edition)
        sarah = table.player("Sarah")
        sarah.paths.update(left=1, right=1)
        sarah.discovered = {"left-1": 14, "right-1": 22}
        sarah.storage = ["green", "", "", "", "", ""]
        sarah.resources.update(dinar=1, date=1, water=1)
        table.start("sahara action", sarah)
        assert table.options() == ("left-1", "right-1", "pass")
        table.answer("left-1")
        assert kinds(table) == "storage keshi"
        table.answer("yes")
        assert (sarah.keshis["orchard"], sarah.score, sarah.resources["dinar"]) == (1, 11, 0)
        table.answer("right-1")
        assert sarah.claimed == [14, 22]
        assert sum(sarah.resources.values()) == 0
        assert table.pending is None


def test_sarahs_two_caravans_reveal_two_oases() -> None:
    table = table_of(edition="essential")
    sarah = table.player("Sarah")
    sarah.beside = ["brown", "brown"]
    table.camel("Sarah")
    table.start("place claimed")
    table.answer("left", "07", "right")
    assert "07" not in table.options()
    table.answer("21")
    assert sarah.discovered == {"left-1": 7, "right-1": 21}
    told = [event.data for event in table.state.log if event.kind == "discover"]
    assert told == [{"oasis": 7, "space": "left-1"}, {"oasis": 21, "space": "right-1"}]


def test_maries_start_oasis_gives_two_resources_then_two_points() -> None:
    table = table_of()
    marie = table.player("Marie")
    table.start("deploy brown", marie)
    assert table.options() == ("left", "right", "start")
    table.answer("start")
    with pytest.raises(IllegalMove):
        table.answer(("date",))
    table.answer(("date", "dinar"))
    assert marie.resources == {"water": 1, "dinar": 2, "date": 2}
    table.start("deploy brown", marie)
    table.answer("start")
    assert marie.score == 12
    table.start("deploy brown", marie)
    assert table.options() == ("left", "right")


def test_no_space_of_a_path_is_skipped() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    for oasis in ("01", "02", "03"):
        table.start("deploy brown", sarah)
        table.answer("left", oasis)
    assert sarah.discovered == {"left-1": 1, "left-2": 2, "left-3": 3}
    table.start("deploy brown", sarah)
    assert table.options() == ("right", "start")


@pytest.mark.parametrize(
    ("expansions", "spaces"),
    [((), {"left": 3, "right": 3, "start": 2}), (("desert towns",), {"left": 4, "right": 4, "start": 0})],
)
def test_a_path_takes_as_many_caravans_as_it_has_spaces(
    expansions: tuple[str, ...], spaces: dict[str, int]
) -> None:
    for path, most in spaces.items():
        for caravans in range(most + 1):
            table = table_of("Sarah", "Jan", expansions=expansions)
            sarah = table.player("Sarah")
            sarah.paths[path], sarah.keshis["sahara"] = caravans, caravans
            table.start("deploy brown", sarah)
            assert (path in table.options()) == (caravans < most), (path, caravans)


def test_storage_triggers_come_from_the_left_one_after_the_other() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.storage = ["gray", "exchange", "", "scroll", "", ""]
    table.show_scrolls("yellow", 22, 23, 24)
    for oasis in (1, 2, 3, 4):
        table.start(f"store oasis {oasis}", sarah)
        if oasis == 1:
            table.answer("yes")
            assert sarah.keshis["madrasa"] == 1
        elif oasis == 2:
            table.answer("gray", "black")
            assert (sarah.keshis["madrasa"], sarah.keshis["mosque"]) == (0, 1)
        elif oasis == 3:
            assert table.pending is None
        else:
            # Free, without scholars, and no refresh.
            assert table.options() == ("22", "23", "24", "pass")
            table.answer("24")
    assert sarah.scrolls == {24}
    assert sarah.resources["date"] == 1
    assert sarah.claimed == [1, 2, 3, 4]


def test_the_storage_keshi_may_be_left() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.storage = ["green", "", "", "", "", ""]
    table.start("store oasis 1", sarah)
    table.answer("pass")
    assert sarah.keshis["orchard"] == 0
    assert sarah.storage[0] == ""


def test_a_seventh_oasis_lies_beside_the_storage() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.claimed = [1, 2, 3, 4, 5, 6]
    table.start("store oasis 7", sarah)
    assert sarah.claimed[-1] == 7


def test_the_exchange_icon_returns_no_caravan_no_committed_guard_and_no_goods() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.paths["left"] = 1
    sarah.keshis.update(medina=1, river=2)
    sarah.gates = [("river", "red")]
    sarah.goods["purple"] = 2
    sarah.square, sarah.vendors = {3}, {"palace"}
    table.start("exchange icon", sarah)
    assert table.options() == ("turquoise", "pink:3", "red:palace", "pass")


def test_the_exchange_icon_takes_another_colour_with_its_bonus_goods_too() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.square = {3}
    table.start("exchange icon", sarah)
    table.answer("pink:3")
    assert "pink" not in table.options()
    assert {"yellow", "brown", "green"} <= set(table.options())
    table.answer("green")
    assert (sarah.square, sarah.score) == (set(), 11)
    assert [event.data["colour"] for event in table.state.log if event.kind == "return"] == ["pink"]


def test_essential_a_marker_steps_back_on_the_exchange_icon_but_not_below_zero() -> None:
    table = table_of("Sarah", "Jan", edition="essential")
    sarah = table.player("Sarah")
    sarah.keshis.update(river=1, orchard=0)
    table.start("exchange icon", sarah)
    assert table.options() == ("turquoise", "pass")
    table.answer("turquoise", "green")
    assert (sarah.keshis["river"], sarah.keshis["orchard"], sarah.score) == (0, 1, 11)


def test_the_returned_vendor_frees_his_sector() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.vendors = {"palace"}
    table.start("exchange icon", sarah)
    table.answer("red:palace", "pink", space_of("1 water"))
    assert sarah.vendors == set()
    assert sarah.resources["water"] == 2


def test_scroll_45_makes_any_one_resource_enough() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.scrolls = {45}
    sarah.paths["right"] = 1
    sarah.discovered = {"right-1": 9}
    sarah.resources.update(dinar=2, date=1, water=0)
    table.start("sahara action", sarah)
    table.answer("right-1")
    assert table.options() == ("dinar", "date")
    table.answer("dinar")
    assert sarah.claimed == [9]


def test_the_cost_beside_an_oasis_is_asked_once() -> None:
    table = table_of("Sarah", "Jan")
    del table.state.facts["sahara left-1 cost"]
    sarah = table.player("Sarah")
    sarah.paths["left"] = 1
    sarah.discovered = {"left-1": 9}
    table.start("assistant sahara", sarah)
    assert kinds(table) == "fact"
    table.answer({"dinar": 2})
    # Two dinars are too many for Sarah's purse: the action is not offered, and the keshi is no choice.
    assert kinds(table) == "deploy caravan"


def test_unaffordable_oases_are_not_offered() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.paths.update(left=1, right=1)
    sarah.discovered = {"left-1": 14, "right-1": 22}
    sarah.resources.update(dinar=0, date=1, water=1)
    table.start("sahara action", sarah)
    assert table.options() == ("right-1", "pass")


def test_with_desert_towns_the_start_oasis_is_covered_and_paths_are_longer() -> None:
    table = table_of("Sarah", "Jan", expansions=["desert towns"])
    sarah = table.player("Sarah")
    sarah.paths["left"] = 3
    table.start("deploy brown", sarah)
    assert table.options() == ("left", "right")
    table.answer("left")
    assert kinds(table) == "towns"
    table.answer(("1", "4", "12"))
    table.answer("4")
    assert sarah.towns == {"left": 4}
    assert sarah.score == 14
