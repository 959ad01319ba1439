"""Tiles that nobody entered, told on the screen: scrolls, luxury goods, gates, oases, what lies face up."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.rules.state import UNKNOWN
from companion.games.marrakesh.rules.texts.actions import luxury_good
from companion.games.marrakesh.screens.adjust import AdjustScreen
from companion.games.marrakesh.screens.history import lines_of
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.samples import on_screen, played_until
from companion.games.marrakesh.screens.screen import GameScreen
from companion.play.robot import Robot
from companion.ui.i18n import say
from companion.words import capital
from tests.ui.hands import Hands


def late_table() -> GameOnScreen:
    """A full game in its second season, with nothing shared with other tests."""
    return on_screen(played_until(lambda decision: decision.kind == "assistant", 50))


def at_the_tiles(table: GameOnScreen, tab: str, whose: str = "Jan") -> Hands:
    hands = Hands(GameScreen(table))
    hands.tap("Menu")
    hands.tap("Correct numbers…")
    hands.tap(whose)
    hands.tap(tab)
    return hands


def test_a_scroll_nobody_entered_is_told_from_the_menu_and_stands_in_the_history() -> None:
    table = late_table()
    taken = {number for player in table.state.players for number in player.scrolls}
    free = next(number for number in range(22, 43) if number not in taken)
    hands = at_the_tiles(table, "Scrolls")
    hands.tap(str(free))
    hands.tap("Enter 1 change")
    assert free in table.state.players[1].scrolls
    told = [line for line in lines_of(table) if line.entry.do == "adjust"]
    assert [(line.question, line.answer) for line in told] == [("Corrected by hand", f"Scroll {free} +1")]


def test_a_scroll_somebody_else_has_says_who() -> None:
    table = late_table()
    table.game.adjust(0, "scroll 72", 1)
    hands = at_the_tiles(table, "Scrolls")
    hands.tap("72")
    assert hands.says("Sarah has it.")
    assert not hands.says("Enter 1 change")


def test_a_scroll_passes_from_one_player_to_another_in_one_go() -> None:
    table = late_table()
    table.game.adjust(0, "scroll 72", 1)
    hands = at_the_tiles(table, "Scrolls", "Sarah")
    hands.tap("72")
    hands.tap("Jan")
    hands.tap("72")
    hands.tap("Enter 2 changes")
    assert [72 in player.scrolls for player in table.state.players[:2]] == [False, True]


def test_a_luxury_good_nobody_described_is_described_and_had() -> None:
    table = late_table()
    before = len(table.state.players[1].luxury)
    hands = at_the_tiles(table, "Luxury goods")
    hands.tap("Another one…")
    hands.tap("Dagger")
    hands.tap("Yellow")
    hands.tap("Next")
    hands.tap("Points")
    hands.tap("1")
    hands.tap("That is right")
    assert hands.says("Enter 1 change")
    hands.tap("Enter 1 change")
    jan = table.state.players[1]
    assert (len(jan.luxury), jan.luxury[-1].kind, jan.luxury[-1].gain) == (before + 1, "dagger", "1 points")


def test_a_gate_and_the_guard_it_needs_are_told_together() -> None:
    table = late_table()
    if guards := table.state.players[1].guards_on_watchtower:
        table.game.adjust(1, "keshis medina", -guards)
    hands = at_the_tiles(table, "Gates")
    hands.tap("River")
    assert hands.says("City gate: river")
    hands.tap("Green")
    hands.tap("Enter 1 change")
    assert hands.says("No guard is left on the watchtower")
    hands.tap("Numbers")
    hands.tap("Medina +")
    hands.tap("Enter 2 changes")
    assert ("river", "green") in table.state.players[1].gates
    table.state.invariants()


def test_a_gate_of_another_colour_takes_the_place_of_the_wrong_one() -> None:
    table = late_table()
    table.game.adjust(1, "keshis medina", 1)
    table.game.adjust(1, "gate river green", 1)
    hands = at_the_tiles(table, "Gates")
    hands.tap("River")
    hands.tap("White")
    hands.tap("Enter 2 changes")
    assert [gate for gate in table.state.players[1].gates if gate[0] == "river"] == [("river", "white")]


def test_a_discovered_oasis_is_claimed_by_hand() -> None:
    table = late_table()
    seat = next(player.seat for player in table.state.players if player.discovered)
    space, number = next(iter(table.state.players[seat].discovered.items()))
    hands = at_the_tiles(table, "Oases", table.state.players[seat].name)
    hands.tap("Claimed oases")
    hands.tap(str(number))
    hands.tap("Done")
    hands.tap("Enter 1 change")
    player = table.state.players[seat]
    assert number in player.claimed
    assert space not in player.discovered


def test_a_caravan_and_the_oasis_it_found_are_told_together() -> None:
    table = late_table()
    player = next(p for p in table.state.players if min(p.paths["left"], p.paths["right"]) < 3)
    path = "left" if player.paths["left"] < 3 else "right"
    space, seen = player.paths[path] + 1, {1}
    for other in table.state.players:
        seen |= {*other.discovered.values(), *other.claimed}
    free = next(number for number in range(2, 31) if number not in seen)
    hands = at_the_tiles(table, "Numbers", player.name)
    hands.tap(f"Caravans: {path} path +")
    hands.tap("Oases")
    hands.tap(f"{path.capitalize()} path, space {space}")
    hands.tap(str(free))
    hands.tap("Enter 2 changes")
    assert table.state.players[player.seat].discovered[f"{path}-{space}"] == free
    table.state.invariants()


def test_an_oasis_at_the_wrong_space_is_moved_to_another() -> None:
    table = on_screen(played_until(lambda decision: decision.kind == "tower", 1))
    table.game.adjust(1, "caravans left", 2)
    table.game.adjust(1, "oasis left-1 14", 1)
    hands = at_the_tiles(table, "Oases")
    hands.tap("Left path, space 1")
    hands.tap("None face up")
    hands.tap("Left path, space 2")
    hands.tap("14")
    hands.tap("Enter 2 changes")
    assert table.state.players[1].discovered == {"left-2": 14}


def test_an_entertainer_is_put_onto_its_space() -> None:
    table = late_table()
    sarah = table.state.players[0]
    free = next(space for space in range(8) if space not in sarah.square)
    hands = at_the_tiles(table, "Numbers", "Sarah")
    rows = [widget.say for widget in hands.stage.root.walk()]
    hands.tap(
        next(say for say in rows if say.startswith(f"Entertainer: space {free + 1}") and say[-1] == "+")
    )
    hands.tap("Enter 1 change")
    assert free in table.state.players[0].square


def test_what_does_not_lie_face_up_is_forgotten() -> None:
    """A luxury good that was described and then not bought is all that is known of a display."""
    game, robot = Game.new(GameOptions.of(("Sarah", "Jan"))), Robot(2)
    while game.pending is not None and (game.pending.kind != "assistant" or game.state.luxury.up[0] != 1):
        game.answer(robot.answer(game.pending))
    table = on_screen(game)
    hands = at_the_tiles(table, "Face up", "Tower")
    hands.tap(capital(say(luxury_good(game.state, "1"))))
    assert hands.says("does not lie there")
    hands.tap("Enter 1 change")
    assert table.state.luxury.up[0] == UNKNOWN


def test_a_desert_town_is_told_and_claimed() -> None:
    options = GameOptions.of(("Sarah", "Jan"), expansions=["desert towns"])
    game, robot = Game.new(options), Robot(5)
    while game.pending is not None and not (game.pending.kind == "assistant" and game.state.season == 1):
        game.answer(robot.answer(game.pending))
    player = next(p for p in game.state.players if "right" not in p.towns)
    taken = [n for p in game.state.players for n in p.towns.values()]
    free = next(n for n in (game.state.towns or range(1, 13)) if n not in taken)
    game.adjust(player.seat, "caravans right", 4 - player.paths["right"])
    table = on_screen(game)
    hands = at_the_tiles(table, "Oases", player.name)
    hands.tap("Desert town: right path")
    hands.tap(str(free))
    hands.tap("Enter 1 change")
    hands = at_the_tiles(table, "Oases", player.name)
    hands.tap(f"Desert town {free}, claimed")
    hands.tap("Enter 1 change")
    told = table.state.players[player.seat]
    assert (told.towns["right"], free in told.claimed_towns) == (free, True)


@pytest.mark.parametrize("whose", ["Jan", "Tower"])
def test_in_light_depth_there_are_numbers_only(whose: str) -> None:
    table = on_screen(played_until(lambda decision: decision.kind == "points", 3, depth="light"))
    hands = Hands(AdjustScreen(table))
    hands.tap(whose)
    assert not hands.says("Scrolls")
    assert not hands.says("Face up")
    assert not hands.says("Caravans")


def test_the_tiles_of_a_player_lead_to_where_they_are_put_right() -> None:
    hands = Hands(GameScreen(late_table()))
    hands.tap("Jan")
    hands.tap("Tiles")
    hands.tap("Correct tiles…")
    assert hands.stage.screen.name == "adjust"
    assert hands.says("Gray scrolls")
