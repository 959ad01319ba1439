"""Expansion 2 on the screen: with whom Imam and Sultan go is to be seen, for it decides who pays less."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.options import IMAM_SULTAN, GameOptions
from companion.games.marrakesh.screens.landscape import LandscapeScreen
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.samples import NAMES, on_screen
from companion.ui.samples import LONG_NAMES
from tests.games.marrakesh.rules.facts import told
from tests.ui.hands import Hands


def table_with(*, names: tuple[str, ...] = NAMES, depth: str = "full", facts: bool = True) -> GameOnScreen:
    options = GameOptions.of(names, expansions=[IMAM_SULTAN], depth=depth)
    return on_screen(Game.new(options, told() if facts else {}))


def said(table: GameOnScreen) -> list[str]:
    hands = Hands(LandscapeScreen(table))
    return [w.say for w in hands.stage.root.walk() if w.say.startswith(("The Imam", "The Sultan"))]


def test_they_wait_on_their_stairs_until_somebody_comes() -> None:
    assert said(table_with()) == ["The Imam waits on step 4", "The Sultan waits on step 4"]


def test_they_go_along_leave_and_wait_above_who_is_level() -> None:
    table = table_with()
    table.game.adjust(1, "mosque", 5)
    assert said(table) == ["The Imam goes along with Jan", "The Sultan waits on step 4"]
    table.state.guests.update(mosque=("waiting", 9), palace=("gone", 0))
    assert said(table) == ["The Imam waits on step 9", "The Sultan leaves the game"]


def test_nothing_is_said_that_nobody_knows() -> None:
    assert said(table_with(facts=False)) == []
    assert said(table_with(depth="light")) == []
    assert said(on_screen(Game.new(GameOptions.of(NAMES), told()))) == []


@pytest.mark.parametrize("size_px", [(800, 480), (1280, 720), (720, 1280)])
def test_long_names_have_room(size_px: tuple[int, int]) -> None:
    table = table_with(names=LONG_NAMES)
    table.state.guests.update(mosque=("with", 0), palace=("with", 1))
    hands = Hands(LandscapeScreen(table), size_px)
    hands.wait(0.02)
    assert hands.stage.audit() == []
