"""From one question to the next: each begins at its top, and a season's receipt is shown once."""

from __future__ import annotations

from companion.rules.robot import Robot
from companion.rules.state import FINAL
from companion.ui.screens.game.samples import played_until, sample_game
from companion.ui.screens.game.screen import GameScreen
from companion.ui.screens.game.table import Table
from companion.ui.widgets import ScrollArea
from tests.ui.hands import Hands


def scrolling(hands: Hands) -> list[ScrollArea]:
    """What is longer than its place on the screen."""
    return [area for area in hands.stage.root.walk() if isinstance(area, ScrollArea) and area.reach]


def test_a_question_begins_at_its_top_however_far_the_one_before_was_scrolled() -> None:
    """The question of a long form stands at its top: scrolled away, nobody knows what is asked."""
    table = Table(played_until(lambda decision: decision.kind == "reveal"))
    screen, robot = GameScreen(table), Robot(3)
    hands = Hands(screen)
    pairs = 0
    while pairs < 3:
        decision = table.pending
        assert decision is not None
        long = scrolling(hands)
        for area in long:
            hands.stage.touch.scroll(hands.stage.root, area.path, area.reach)
        screen.answer(hands.stage, robot.answer(decision))
        hands.stage.changed()
        hands.wait(0.05)
        if long and scrolling(hands):
            pairs += 1
            assert [area.offset for area in scrolling(hands)] == [0], f"{decision.kind}, {table.pending}"


def test_a_question_is_still_where_it_was_after_a_look_at_the_menu() -> None:
    hands = Hands(GameScreen(Table(played_until(lambda decision: decision.kind == "reveal"))))
    hands.stage.touch.scroll(hands.stage.root, scrolling(hands)[0].path, 120)
    hands.tap("Menu")
    hands.tap("Back")
    assert [area.offset for area in scrolling(hands)] == [120]


def test_the_last_receipt_is_shown_once_though_the_final_scoring_asks_more() -> None:
    game, robot = sample_game("full"), Robot(1)
    screen = GameScreen(Table(game))
    hands = Hands(screen)
    receipts = 0
    asked_at_the_end = 0
    while (decision := game.pending) is not None:
        asked_at_the_end += game.state.phase == FINAL
        screen.answer(hands.stage, robot.answer(decision))
        if hands.stage.screen.name == "season-receipt":
            receipts += 1
            hands.stage.back()
    assert asked_at_the_end
    assert receipts == 3
