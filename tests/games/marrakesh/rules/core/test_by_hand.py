"""The table says so: scrolls, luxury goods, gates, the Sahara, the main square, and what lies face up."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules import adjust, displays
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.rules.position import Table
from companion.games.marrakesh.rules.state import EMPTY, UNKNOWN
from companion.play import notation
from companion.play.decision import Decision
from companion.play.errors import IllegalMove
from companion.play.robot import Robot
from tests.games.marrakesh.rules.helpers import kinds, table_of

SLIPPERS = {"kind": "slippers", "cost": {"orange": 1}, "gain": "1 water"}
DAGGER = {"kind": "dagger", "cost": {"yellow": 2}, "gain": "3 points"}


def settled(*names: str, **options: Any) -> Table:
    table = table_of(*(names or ("Sarah", "Jan")), **options)
    for number in range(1, 26):
        del table.state.facts[f"luxury {number}"]  # nobody has described one yet
    table.settle()
    return table


def refused(table: Table, seat: int, what: str, by: int, sentence: str) -> None:
    before = table.state.copy()
    with pytest.raises(IllegalMove, match=sentence):
        adjust.apply(table.state, seat, what, by)
    assert table.state == before


# ---- scrolls and luxury goods ---------------------------------------------------------------------------


def test_a_scroll_that_lay_in_no_known_place_leaves_the_stacks_and_goes_back_to_them() -> None:
    table = settled()
    display = table.state.scrolls["yellow"]
    adjust.apply(table.state, 0, "scroll 23", 1)
    assert (display.up, sum(display.below)) == ([UNKNOWN] * 3, 17)
    adjust.apply(table.state, 0, "scroll 23", -1)
    assert (table.player("Sarah").scrolls, display.tiles) == (set(), 21)


def test_the_last_scroll_nobody_had_named_leaves_an_empty_place() -> None:
    table = settled()
    table.show_scrolls("yellow", 24, 25)
    display = table.state.scrolls["yellow"]
    display.below[:] = [0, 0, 0]
    adjust.apply(table.state, 0, "scroll 23", 1)
    assert display.up == [24, 25, EMPTY]


def test_a_luxury_good_given_by_hand_is_in_the_shop_no_longer_and_counts() -> None:
    table = settled()
    slippers, dagger = table.show_luxury(SLIPPERS, DAGGER)
    adjust.apply(table.state, 1, f"luxury {slippers}", 1)
    assert [good.kind for good in table.player("Jan").luxury] == ["slippers"]
    assert table.state.luxury.up[:2] == [UNKNOWN, int(dagger)]
    refused(table, 0, f"luxury {slippers}", 1, "somebody else has this luxury good")
    adjust.apply(table.state, 1, f"luxury {slippers}", -1)
    assert (table.player("Jan").luxury, table.state.luxury.tiles) == ([], 25)


def test_a_luxury_good_nobody_described_cannot_be_had() -> None:
    refused(settled(), 0, "luxury 7", 1, "nobody has told what is printed")


# ---- gates ----------------------------------------------------------------------------------------------


def in_the_medina() -> Table:
    """Sarah has two guards; all four workshops are counted, a green gate lies at the second alone."""
    table = settled()
    table.player("Sarah").keshis["medina"] = 2
    table.settle()
    for number, gates in enumerate(({"red": 3, "black": 3}, {"green": 1, "white": 3}, {"pink": 3}, {})):
        table.workshop(number + 1, gates)
    return table


def test_a_gate_built_by_hand_takes_a_guard_from_the_watchtower_and_leaves_its_workshop() -> None:
    table = in_the_medina()
    adjust.apply(table.state, 0, "gate river green", 1)
    sarah = table.player("Sarah")
    assert (sarah.gates, sarah.guards_on_watchtower, sarah.score) == ([("river", "green")], 1, 10)
    assert table.state.workshops[1] == {"green": 0, "white": 3}
    table.state.invariants()


def test_gates_that_cannot_stand_there_are_refused() -> None:
    table = in_the_medina()
    adjust.apply(table.state, 0, "gate river green", 1)
    refused(table, 0, "gate river white", 1, "a gate stands there already")
    adjust.apply(table.state, 0, "gate souk white", 1)
    refused(table, 0, "gate mosque white", 1, "no guard is left on the watchtower")
    refused(table, 0, "gate medina white", 1, "cannot be adjusted")
    refused(table, 0, "gate mosque white", -1, "there are 0 now")


def test_there_are_no_more_gates_of_a_colour_than_in_the_box() -> None:
    table = settled("Sarah", "Jan", "Marie")
    for player, space in zip(table.state.players, ("river", "souk", "mosque"), strict=True):
        player.keshis["medina"] = 1
        if player.seat < 2:
            player.gates = [(space, "yellow")]
    table.settle()
    refused(table, 2, "gate mosque yellow", 1, "every gate of this colour is built")


def test_where_several_workshops_may_have_had_the_gate_any_colour_may_lie_there() -> None:
    table = in_the_medina()
    table.workshop(3, {"green": 1, "pink": 3})
    adjust.apply(table.state, 0, "gate river green", 1)
    assert [gates is None for gates in table.state.workshops] == [False, True, True, False]
    table.player("Sarah").resources["dinar"] = 9
    table.fact("workshop 2", {"price": 1, "points": 1})
    table.fact("workshop 3", {"price": 2, "points": 2})
    table.start("medina action", "Sarah")
    table.answer("2")
    assert kinds(table) == "medina gate"
    assert "white" in table.options()


def test_a_gate_struck_by_hand_frees_its_guard_and_space() -> None:
    table = in_the_medina()
    adjust.apply(table.state, 0, "gate river green", 1)
    adjust.apply(table.state, 0, "gate river green", -1)
    sarah = table.player("Sarah")
    assert (sarah.gates, sarah.guards_on_watchtower) == ([], 2)


# ---- the Sahara -----------------------------------------------------------------------------------------


def in_the_desert(**options: Any) -> Table:
    """Sarah's two caravans on the left path found oases 14 and 15; a white keshi stands on her storage."""
    printed = ["keshi", "keshi", "keshi", "exchange", "scroll", "exchange"]
    table = settled(facts={"storage spaces": printed}, **options)
    sarah = table.player("Sarah")
    sarah.discovered = {"left-1": 14, "left-2": 15}
    sarah.storage = ["white", "", "", "exchange", "scroll", "exchange"]
    table.settle()
    return table


def test_an_oasis_claimed_by_hand_goes_onto_the_storage_and_its_keshi_to_the_supply() -> None:
    table = in_the_desert()
    sarah, white = table.player("Sarah"), table.state.supply["white"]
    adjust.apply(table.state, 0, "oasis storage 14", 1)
    assert (sarah.discovered, sarah.claimed) == ({"left-2": 15}, [14])
    assert (sarah.storage[0], table.state.supply["white"]) == ("", white + 1)
    table.state.invariants()


def test_an_oasis_that_was_not_claimed_after_all_uncovers_its_space() -> None:
    table = in_the_desert()
    sarah = table.player("Sarah")
    sarah.claimed, sarah.storage = [1, 2, 3, 4], ["", "", "", "", "scroll", "exchange"]
    table.settle()
    adjust.apply(table.state, 0, "oasis storage 2", -1)
    assert (sarah.claimed, sarah.storage[3]) == ([1, 3, 4], "exchange")
    adjust.apply(table.state, 0, "oasis storage 4", -1)
    adjust.apply(table.state, 0, "storage 3 pink", 1)
    assert sarah.storage == ["", "", "pink", "exchange", "scroll", "exchange"]
    table.state.invariants()


def test_oases_that_cannot_lie_there_are_refused() -> None:
    table = in_the_desert()
    table.state.spare_oases = [30]
    refused(table, 0, "oasis left-1 3", 1, "another oasis lies there")
    refused(table, 0, "oasis left-3 3", 1, "no caravan is there yet")
    refused(table, 1, "oasis storage 14", 1, "this oasis lies elsewhere")
    adjust.apply(table.state, 0, "caravans left", 1)
    refused(table, 0, "oasis left-3 15", 1, "this oasis lies elsewhere")
    refused(table, 0, "oasis left-3 30", 1, "this oasis lies elsewhere")
    adjust.apply(table.state, 0, "oasis left-3 3", 1)
    assert table.player("Sarah").discovered["left-3"] == 3
    adjust.apply(table.state, 0, "oasis storage 30", 1)  # through river tile 02
    assert table.state.spare_oases == []


def test_a_keshi_on_the_storage_is_put_right_only_where_one_can_stand() -> None:
    table = in_the_desert()
    refused(table, 0, "storage 1 pink", 1, "another keshi stands there")
    refused(table, 0, "storage 2 white", 1, "each colour stands on one storage space only")
    refused(table, 0, "storage 4 pink", 1, "cannot be adjusted")
    adjust.apply(table.state, 0, "oasis storage 14", 1)
    refused(table, 0, "storage 1 pink", 1, "an oasis covers this space")
    adjust.apply(table.state, 0, "storage 2 white", 1)
    adjust.apply(table.state, 0, "storage 2 white", -1)
    table.state.invariants()


def test_caravans_come_from_the_supply_and_stay_beside_what_they_found() -> None:
    table = in_the_desert()
    brown = table.state.supply["brown"]
    adjust.apply(table.state, 0, "caravans right", 3)
    sarah = table.player("Sarah")
    assert (sarah.paths["right"], sarah.keshis["sahara"], table.state.supply["brown"]) == (3, 5, brown - 3)
    refused(table, 0, "caravans right", 1, "it must stay from 0 to 3")
    refused(table, 0, "caravans left", -1, "an oasis lies beside this caravan")
    adjust.apply(table.state, 0, "oasis left-2 15", -1)
    adjust.apply(table.state, 0, "caravans left", -1)
    table.state.invariants()


def test_desert_towns_are_put_right_where_a_caravan_reached_them() -> None:
    table = in_the_desert(expansions=["desert towns"])
    table.state.towns = [2, 5, 9]
    refused(table, 0, "town left 5", 1, "no caravan is there yet")
    adjust.apply(table.state, 0, "caravans left", 2)
    refused(table, 0, "town left 7", 1, "did not lie beside the board")
    refused(table, 0, "town claimed 5", 1, "it must stay from 0 to 0")
    adjust.apply(table.state, 0, "town left 5", 1)
    adjust.apply(table.state, 0, "town claimed 5", 1)
    sarah = table.player("Sarah")
    assert (sarah.towns, sarah.claimed_towns, table.state.towns) == ({"left": 5}, {5}, [2, 9])
    refused(table, 0, "town left 9", 1, "another desert town lies there")
    refused(table, 0, "caravans left", -1, "a desert town lies beside this caravan")
    refused(table, 1, "town left 5", 1, "this desert town lies elsewhere")
    adjust.apply(table.state, 0, "town left 5", -1)
    assert (sarah.towns, sarah.claimed_towns, table.state.towns) == ({}, set(), [2, 5, 9])


def test_a_town_told_before_the_others_were_named_is_not_asked_for_again() -> None:
    table = in_the_desert(expansions=["desert towns"])
    adjust.apply(table.state, 0, "caravans left", 2)
    adjust.apply(table.state, 0, "town left 5", 1)
    jan = table.player("Jan")
    jan.paths["left"] = jan.keshis["sahara"] = 3
    table.start("deploy brown", "Jan")
    table.answer("left")
    assert kinds(table) == "towns"
    assert "5" not in table.options()
    table.answer(("1", "2"))
    assert table.state.towns == [1, 2]


# ---- the main square ------------------------------------------------------------------------------------


def test_an_entertainer_stands_on_the_space_the_table_says() -> None:
    table = settled()
    pink = table.state.supply["pink"]
    adjust.apply(table.state, 0, "square 3", 1)
    sarah = table.player("Sarah")
    assert (sarah.square, sarah.keshis["square"], table.state.supply["pink"]) == ({3}, 1, pink - 1)
    refused(table, 0, "square 3", 1, "it must stay from 0 to 1")
    adjust.apply(table.state, 0, "square 3", -1)
    assert (sarah.square, table.state.supply["pink"]) == (set(), pink)


def test_a_disc_that_nobody_turned_is_turned_by_hand_once_it_is_known_how_it_lies() -> None:
    table = settled()
    refused(table, 0, "disc", 1, "cannot be adjusted")
    sarah = table.player("Sarah")
    sarah.disc = 5
    adjust.apply(table.state, 0, "disc", 2)
    assert sarah.disc == 7
    refused(table, 0, "disc", 1, "it must stay from 0 to 7")
    adjust.apply(table.state, 0, "disc", -7)  # once round
    assert sarah.disc == 0


def test_who_was_passed_over_for_a_full_square_may_claim_again() -> None:
    table = settled()
    jan = table.player("Jan")
    jan.square, jan.out_of_draft = set(range(8)), True
    table.settle()
    table.base({"pink": 1})
    adjust.apply(table.state, 1, "square 7", -1)
    assert not jan.out_of_draft


# ---- what lies face up ----------------------------------------------------------------------------------


def test_a_scroll_that_does_not_lie_there_is_asked_for_when_it_matters() -> None:
    table = settled()
    table.player("Sarah").keshis["madrasa"] = 1
    table.show_scrolls("gray", 13, 19, 20)
    adjust.apply(table.state, -1, "up scroll 13", -1)
    assert table.state.scrolls["gray"].up == [UNKNOWN, 19, 20]
    refused(table, -1, "up scroll 13", -1, "there are 0 now")
    refused(table, -1, "up scroll 19", 1, "it must stay from 0 to 1")
    table.start("madrasa action", "Sarah")
    assert kinds(table) == "scroll"
    assert "13" in table.options(), "something lies there that nobody has named: it may be bought again"


def test_luxury_goods_workshops_and_the_office_are_asked_for_again_too() -> None:
    table = in_the_medina()
    slippers, dagger = table.show_luxury(SLIPPERS, DAGGER)
    table.office({"yellow": "1 dinar", "purple": "2 date", "orange": "1 water"})
    for what in (f"up luxury {slippers}", "workshop 2", "office 1"):
        adjust.apply(table.state, -1, what, -1)
    g = table.state
    assert (g.luxury.up[:2], g.workshops[1], g.offices) == ([UNKNOWN, int(dagger)], None, [])
    asked = next(displays.office(g))
    assert isinstance(asked, Decision)
    assert (asked.kind, asked.about["display"], asked.options[0]) == ("reveal", "office", "office 1")


# ---- at the table ---------------------------------------------------------------------------------------


def at_an_assistant(depth: str = "full") -> Game:
    game, robot = Game.new(GameOptions.of(("Sarah", "Jan"), depth=depth)), Robot(4)
    kind = "assistant" if depth == "full" else "points"
    while game.pending is not None and (game.pending.kind != kind or game.state.season < 1):
        game.answer(robot.answer(game.pending))
    return game


def test_a_tile_told_late_stands_in_the_journal_and_survives_every_way_of_keeping_it() -> None:
    game = at_an_assistant()
    free = next(n for n in range(1, 73) if not any(n in p.scrolls for p in game.state.players))
    game.tell_fact("luxury 25", DAGGER)
    before = game.state.copy()
    game.adjust(1, f"scroll {free}", 1)
    game.adjust(1, "luxury 25", 1)
    after = game.state.copy()
    assert free in after.players[1].scrolls
    assert f"! Jan: scroll {free} +1" in notation.write(game)
    assert notation.replay(notation.read(notation.write(game))).state == after
    assert (
        Game(game.options, {}, [{"rec": "do", "entry": e.to_json()} for e in game.journal.entries]).state
        == after
    )
    game.undo(2)
    assert game.state == before
    game.redo(2)
    assert game.state == after


def test_a_luxury_good_waits_when_the_word_about_its_print_is_struck() -> None:
    game = at_an_assistant()
    game.tell_fact("luxury 25", DAGGER)
    game.adjust(1, "luxury 25", 1)
    told = next(i for i, e in enumerate(game.journal.entries) if e.what == "luxury 25" and e.do == "fact")
    game.delete(told)
    assert game.misfit is not None
    assert str(game.misfit.reason) == "nobody has told what is printed on this luxury good: tell that first"
    game.tell_fact("luxury 25", SLIPPERS)
    assert game.misfit is None
    assert "slippers" in {good.kind for good in game.state.players[1].luxury}


def test_in_light_depth_nobody_follows_tiles() -> None:
    game = at_an_assistant("light")
    with pytest.raises(IllegalMove, match="not followed now"):
        game.adjust(0, "square 3", 1)
