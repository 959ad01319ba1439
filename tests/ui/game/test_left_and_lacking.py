"""Keshis nobody can claim, and wood that lacks: what the rules settle unasked, the table is told.

The pieces are the table's: what the companion alone knows to be back in the supply would be counted again
in the tray, and who of four takes the cardboard one nobody could guess.
"""

from __future__ import annotations

from collections import Counter

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.token import Token
from companion.games.marrakesh.screens.receipt import SeasonReceipt
from companion.games.marrakesh.screens.samples import NAMES, SampleTray, on_screen
from companion.games.marrakesh.screens.screen import GameScreen
from companion.play.robot import Robot
from companion.table.reports import Report
from tests.games.marrakesh.rules.facts import told
from tests.ui.game.test_tray_screens import look_at, show
from tests.ui.hands import Hands


def a_tower_that_keeps_everything(kind: str, season: int) -> Game:
    """Robots play Essential until a question of a season; the tower gives nothing back before it."""
    game, robot = Game.new(GameOptions.of(NAMES, "essential"), told()), Robot(3)
    while (decision := game.pending) is not None and (decision.kind, game.state.season) != (kind, season):
        game.answer({} if decision.kind == "tower" else robot.answer(decision))
    return game


def test_page_17_the_receipt_says_who_takes_a_cardboard_placeholder() -> None:
    """Two of each colour that has only six are short: the two foremost take cardboard."""
    table = on_screen(a_tower_that_keeps_everything("select", 1))
    short = [player for player in table.state.players if "red" in player.placeholders]
    assert len(short) == 2
    hands = Hands(SeasonReceipt(table, 0, lambda ui: None))
    for player in table.state.players:
        card = next(w for w in hands.stage.root.walk() if w.key == f"receipt-{player.seat}")
        told = [w for w in card.walk() if w.say == "Placeholder instead of wood"]
        tokens = [w.thing for w in card.walk() if isinstance(w, Token) and w.thing in COLOURS]
        assert bool(told) == bool(player.placeholders)
        assert tokens == sorted(player.placeholders, key=COLOURS.index)


def test_page_17_a_placeholder_is_no_keshi_that_was_selected_before() -> None:
    table = on_screen(a_tower_that_keeps_everything("select", 1))
    hands = Hands(GameScreen(table))
    asked = table.asked
    assert asked is not None
    colour = next(iter(sorted(asked.placeholders)))
    hands.tap(colour.capitalize())
    assert hands.says("A cardboard placeholder cannot be selected.")
    assert not hands.says("no longer behind the screen")


def test_page_17_a_placeholder_that_becomes_wood_is_said() -> None:
    """At the end of the round one red keshi is in the supply: its place is behind the screen."""
    game, robot = a_tower_that_keeps_everything("tower", 1), Robot(5)
    holder = next(player for player in game.state.turn_order() if "red" in player.placeholders)
    game.answer({"red": 1})
    table = on_screen(game)
    hands = Hands(GameScreen(table))
    while "red" in table.state.players[holder.seat].placeholders:
        assert not hands.says("gets wood")
        assert table.pending is not None
        GameScreen(table).answer(hands.stage, robot.answer(table.pending))
        hands.wait(0.02)
    assert hands.says(f"{holder.name} gets wood for a placeholder: water vendor")


def table_with_full_mosques(tray: SampleTray | None = None) -> GameOnScreen:
    """In the draft two white and two black lie there, and nobody has room for another cleric."""
    game, robot = Game.new(GameOptions.of(NAMES[:2]), told()), Robot(3)
    while (decision := game.pending) is not None and decision.kind != "tower":
        game.answer(robot.answer(decision))
    for seat in range(2):
        game.adjust(seat, "keshis mosque", 8)
    game.adjust(-1, "tower black", 2 - game.state.tower.inside["black"])
    game.adjust(-1, "tower white", 2 - game.state.tower.inside["white"])
    game.answer({"black": 2, "white": 2})
    return on_screen(game, tray=tray)


def test_page_7_what_nobody_can_claim_leaves_the_tray_and_the_table_is_told() -> None:
    table = table_with_full_mosques()
    hands = Hands(GameScreen(table))
    hands.tap("Take 2 white")
    assert table.pending is not None
    assert table.pending.kind == "assistant"
    words = "Nobody can claim these, they go back to the supply: 2 black"
    assert hands.stage.toast_words == words
    hands.wait(10.0)
    assert not hands.stage.toast_words
    assert hands.says(words), "it stands below the next question as well"


def test_page_7_the_camera_sees_the_last_claim_and_says_what_is_left() -> None:
    table = table_with_full_mosques(SampleTray())
    hands = Hands(GameScreen(table))
    show(hands, Report("counted", look_at(Counter(black=2, white=2))))
    show(hands, Report("counted", look_at(Counter(black=2))))
    assert hands.stage.toast_words.endswith("Nobody can claim these, they go back to the supply: 2 black")
