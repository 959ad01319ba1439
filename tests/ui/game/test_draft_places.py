"""The cards of the draft keep their places: a card that moves under a finger is another keshi."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.screens.samples import on_screen, played_until
from companion.games.marrakesh.screens.screen import GameScreen
from companion.play.robot import Robot
from companion.ui.widgets import Icon, ScrollArea
from tests.ui.hands import Hands


def card_places(hands: Hands) -> dict[str, tuple[int, ...]]:
    """Where each colour stands on the draft's page, whether any of it is left or not."""
    found: dict[str, tuple[int, ...]] = {}
    for widget in hands.stage.root.walk():
        kind, _dash, rest = widget.key.partition("-")
        if kind in ("take", "gone") and not rest.endswith("*2"):
            found[rest.partition("*")[0]] = (*widget.rect.topleft, widget.rect.height)
    return found


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 720)])
def test_no_card_moves_while_keshis_are_claimed(size: tuple[int, int]) -> None:
    table, robot = on_screen(played_until(lambda decision: decision.kind == "claim", 5)), Robot(5)
    screen = GameScreen(table)
    hands = Hands(screen, size)
    at, before, emptied = (table.state.season, table.state.round), dict[str, tuple[int, ...]](), 0
    while table.pending is not None and (table.state.season, table.state.round) == at:
        if table.pending.kind == "claim":
            hands.stage.changed()
            hands.wait(0.05)
            now = card_places(hands)
            emptied += any(widget.key.startswith("gone-") for widget in hands.stage.root.walk())
            assert not before or (now.keys() == before.keys() and now == before)
            before = now
        screen.answer(hands.stage, robot.answer(table.pending))
    assert emptied, "something was claimed to the last keshi"


@pytest.mark.parametrize("text", ["normal", "very large"])
def test_beside_the_board_the_draft_has_the_height_and_nothing_scrolls(text: str) -> None:
    hands = Hands(
        GameScreen(on_screen(played_until(lambda decision: decision.kind == "claim", 5))), (1280, 720)
    )
    hands.stage.dress(text=text)
    hands.wait(0.05)
    shown = list(hands.stage.root.walk())
    assert {widget.reach for widget in shown if isinstance(widget, ScrollArea)} == {0}
    cards = [widget.rect for widget in shown if widget.key.startswith("take-")]
    claims = [widget.rect for widget in shown if widget.key.startswith("has-")]
    assert min(card.height for card in cards) >= max(claim.height for claim in claims)
    pointers = [widget for widget in shown if isinstance(widget, Icon) and "next" in str(widget.content())]
    assert len(pointers) == 1, "who is next is seen"
