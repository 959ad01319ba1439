"""Selecting is secret: between two players a page covers what each of them has left."""

from __future__ import annotations

from companion.games.marrakesh.screens.samples import on_screen, played_until
from companion.games.marrakesh.screens.screen import GameScreen
from tests.ui.hands import Hands


def option_keys(hands: Hands) -> list[str]:
    names = [widget.path.rpartition("/")[2] for widget in hands.targets()]
    return [name for name in names if name.startswith("option-")]


def test_the_screen_is_handed_over_between_two_secret_selections() -> None:
    table = on_screen(played_until(lambda decision: decision.kind == "select", 1))
    hands = Hands(GameScreen(table))
    first = table.pending
    assert first is not None
    assert option_keys(hands), "nobody has a secret before the first one"
    for colour in first.options[:3]:
        hands.tap(colour.capitalize())
    hands.tap("Done")
    asked = table.asked
    assert asked is not None
    assert asked.seat != first.player
    assert hands.says(f"Hand the screen to {asked.name}")
    assert option_keys(hands) == []
    hands.tap(f"I am {asked.name}")
    assert option_keys(hands)
    assert hands.stage.audit() == []


def test_the_last_selection_needs_no_cover() -> None:
    table = on_screen(played_until(lambda decision: decision.kind == "select", 1))
    screen = GameScreen(table)
    hands = Hands(screen)
    for _player in table.state.players:
        decision = table.pending
        assert decision is not None
        assert decision.kind == "select"
        screen.answer(hands.stage, decision.options[:3])
    assert not table.half.covered
