"""Phase 3: using assistants, water vendors (rulebook pages 8 and 12)."""

from __future__ import annotations

import pytest

from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.helpers import kinds, sources, space_of, table_of


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_lukas_new_keshis_bring_one_point_and_one_water(edition: str) -> None:
    table = table_of(edition=edition)
    lukas = table.player("Lukas")
    lukas.keshis.update(orchard=2, mosque=3)
    lukas.vendors, lukas.resources["water"] = {"mosque"}, 0
    table.start("assistant orchard", lukas)
    table.answer("keshi")
    table.start("assistant mosque", lukas)
    table.answer("keshi")
    assert (lukas.keshis["orchard"], lukas.keshis["mosque"]) == (3, 4)
    assert sources(lukas) == [("orchard", 1)]
    assert lukas.resources["water"] == 1


@pytest.mark.parametrize("use", ["keshi", "action"])
@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_jans_vendor_gives_water_either_way(edition: str, use: str) -> None:
    table = table_of(edition=edition)
    jan = table.player("Jan")
    jan.keshis["palace"], jan.palace = 1, 4
    jan.vendors, jan.resources["water"] = {"palace"}, 0
    table.start("assistant palace", jan)
    table.answer(use)
    assert jan.resources["water"] == 1


def test_the_vendors_water_can_pay_for_the_very_action() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["river"], sarah.vendors, sarah.resources["water"] = 2, {"river"}, 0
    table.start("assistant river", sarah)
    table.answer("action")
    assert table.options() == ("0", "1")
    table.answer("1")
    assert sarah.river == 3


def test_a_full_sector_takes_no_new_keshi() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["orchard"] = 8
    table.start("assistant orchard", sarah)
    assert table.pending is None
    assert sarah.resources["date"] == 9


def test_assistants_work_in_any_order_and_each_player_uses_all_three() -> None:
    table = table_of("Sarah", "Jan")
    sarah, jan = table.state.players
    sarah.assistants, jan.assistants = ["river", "orchard", "souk"], ["palace"]
    table.start("assistants")
    assert table.options() == ("river", "orchard", "souk")
    table.answer("souk", "keshi:orange")
    assert table.options() == ("river", "orchard")
    with pytest.raises(IllegalMove):
        table.answer("souk")
    table.answer("orchard")
    # The last assistants are no choice, nor is what they can do with nothing there.
    assert (sarah.keshis["river"], jan.keshis["palace"]) == (1, 1)
    assert table.state.phase == "river bonus"


def test_several_assistants_in_the_souk_are_used_one_by_one() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.assistants = ["souk", "souk", "souk"]
    table.state.luxury.up[:] = [2, 4, 5, 6, 8]
    table.start("assistants")
    table.answer("keshi:orange", "keshi:purple", "keshi:yellow")
    assert sarah.goods == {"yellow": 1, "purple": 1, "orange": 1}


@pytest.mark.parametrize(("edition", "points"), [("classic", 0), ("essential", 2)])
def test_scroll_50_on_a_new_keshi_pays_in_essential_only(edition: str, points: int) -> None:
    table = table_of(edition=edition)
    sarah = table.player("Sarah")
    sarah.scrolls, sarah.vendors = {50}, {"river"}
    table.start("assistant river", sarah)
    assert sarah.score == 10 + points


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_scroll_50_pays_on_the_action_in_both(edition: str) -> None:
    table = table_of(edition=edition)
    sarah = table.player("Sarah")
    sarah.scrolls, sarah.vendors, sarah.keshis["orchard"] = {50}, {"orchard"}, 1
    table.start("assistant orchard", sarah)
    table.answer("action")
    assert sources(sarah) == [("scroll 50", 2)]


def test_the_table_may_flip_scroll_50() -> None:
    table = table_of("Sarah", "Jan", rulings={"scroll 50 on any use": True})
    sarah = table.player("Sarah")
    sarah.scrolls, sarah.vendors = {50}, {"river"}
    table.start("assistant river", sarah)
    assert sarah.score == 12


def test_a_vendor_deployed_earlier_in_the_turn_already_gives_water() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.resources["water"] = 0
    table.start("deploy red", sarah)
    table.answer("orchard")
    table.start("assistant orchard", sarah)
    assert sarah.resources["water"] == 1


def test_scroll_57s_vendor_gives_water_from_the_next_turn_on() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.resources["water"] = 0
    table.show_scrolls("pink", 57, 58, 60)
    table.start("scroll 57", sarah)
    assert sarah.resources["water"] == 3
    table.start("assistant souk", sarah)
    table.answer("keshi:yellow")
    assert sarah.resources["water"] == 3
    sarah.assistants = ["souk"]
    table.state.luxury.up[:] = [2, 4, 5, 6, 8]
    table.start("assistants")
    table.answer("keshi:yellow")
    assert sarah.resources["water"] == 4


def test_a_granted_action_brings_no_vendor_water_unless_the_table_says_so() -> None:
    for no_water, water, points in ((True, 0, 10), (False, 1, 12)):
        rulings = {"granted actions bring no vendor water": no_water}
        table = table_of("Sarah", "Jan", rulings=rulings)
        sarah = table.player("Sarah")
        sarah.scrolls = {50}
        sarah.keshis["orchard"], sarah.vendors, sarah.resources["water"] = 1, {"orchard"}, 0
        table.start("granted action orchard", sarah)
        assert (sarah.resources["water"], sarah.score) == (water, points)


def test_flipped_a_granted_action_may_be_paid_with_the_vendors_water() -> None:
    for no_water, offered in ((True, False), (False, True)):
        table = table_of("Sarah", "Jan", rulings={"granted actions bring no vendor water": no_water})
        table.fact("sahara left-1 cost", {"water": 1})
        sarah = table.player("Sarah")
        sarah.discovered, sarah.vendors = {"left-1": 22}, {"sahara"}
        sarah.keshis["orchard"] = 1
        sarah.resources.update(water=0, dinar=0, date=0)
        table.start("scroll 53", sarah)
        assert ("sahara" in table.options()) == offered
    table.answer("sahara", "left-1")
    assert (sarah.claimed, sarah.resources["water"]) == ([22], 0)


def test_a_keshi_for_a_full_sector_is_forfeited() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["mosque"] = 8
    table.start("bonus 1 keshi:black", sarah)
    assert table.pending is None
    assert sarah.keshis["mosque"] == 8


def test_flipped_a_keshi_for_a_full_sector_is_swapped() -> None:
    table = table_of("Sarah", "Jan", rulings={"full sector forfeits": False})
    sarah = table.player("Sarah")
    sarah.keshis["mosque"] = 8
    table.start("bonus 1 keshi:black", sarah)
    assert "black" not in table.options()
    table.answer("green")
    assert sarah.keshis["orchard"] == 1


def test_cascades_go_as_deep_as_they_like() -> None:
    table = table_of("Sarah", "Jan", facts={"line 2-1": ["1 keshi:pink"]})
    sarah = table.player("Sarah")
    sarah.keshis["palace"], sarah.palace = 1, 2
    # A palace step → a threshold → a line bonus → an entertainer → a river step → water for more.
    table.start("assistant palace", sarah)
    table.answer("action")
    assert kinds(table) == "deploy entertainer"
    table.answer(space_of("1 river-step"))
    assert kinds(table) == "river water"
    table.answer("1")
    assert (sarah.palace, sarah.river, sarah.resources["dinar"]) == (3, 2, 2)


def test_an_assistant_who_can_do_nothing_is_told_of() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["sahara"] = 8  # full, and no caravan stands where it could claim anything
    table.start("assistant sahara", sarah)
    assert table.pending is None
    assert [(event.kind, event.seat) for event in table.state.log][-1] == ("nothing to do", 0)
