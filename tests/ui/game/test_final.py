"""The end of the game: points are read out step by step, and nobody's win falls off the display."""

from __future__ import annotations

import pytest

from companion.ui import i18n
from companion.ui.audit import visible
from companion.ui.i18n import together
from companion.ui.samples import LONG_NAMES
from companion.ui.screens.game.final import steps_of
from companion.ui.screens.game.parts.player_tab import PlayerTab
from companion.ui.screens.game.samples import game_at
from companion.ui.screens.game.screen import GameScreen
from companion.ui.screens.game.showcase import tied
from companion.ui.screens.game.table import Table
from companion.ui.widgets import Table as Sheet
from tests.ui.hands import Hands


def test_the_header_gives_nothing_away_that_was_not_read_out_yet() -> None:
    table = Table(game_at(""))
    hands = Hands(GameScreen(table))
    totals = [str(player.score) for player in table.state.players]
    for step in range(len(steps_of(table.state))):
        assert table.final_step == step
        sheet = next(w for w in hands.stage.root.walk() if isinstance(w, Sheet))
        tabs = [w for w in hands.stage.root.walk() if isinstance(w, PlayerTab)]
        assert [str(tab.score).replace("-", "−") for tab in tabs] == list(sheet.rows[-1][1:])
        if step == 0:
            assert list(sheet.rows[-1][1:]) != totals
        hands.stage.confirm()
        hands.wait(0.02)
    assert [str(tab.score) for tab in hands.stage.root.walk() if isinstance(tab, PlayerTab)] == totals


@pytest.mark.parametrize("size_px", [(800, 480), (1280, 720), (720, 1280)])
def test_the_sum_is_in_view_at_every_step(size_px: tuple[int, int]) -> None:
    table = Table(game_at(""))
    hands = Hands(GameScreen(table), size_px)
    for _step in steps_of(table.state):
        display = hands.canvas.get_rect()
        shown = visible(hands.stage.root, display)
        sheet, clip = next((w, clip) for w, clip in shown if isinstance(w, Sheet))
        assert clip.contains(sheet.rect)
        assert sheet.step_px * (len(sheet.rows) + 1) <= sheet.rect.height
        assert sheet.shown_head[1:] == tuple(player.name for player in table.state.players)
        hands.stage.confirm()
        hands.wait(0.02)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("size_px", [(800, 480), (1280, 720), (720, 1280)])
def test_a_win_of_four_long_names_leaves_the_buttons_on_the_display(
    language: str, size_px: tuple[int, int]
) -> None:
    i18n.use(language)
    table = Table(tied())
    table.final_step = len(steps_of(table.state))
    hands = Hands(GameScreen(table), size_px)
    assert hands.stage.audit() == []
    assert hands.says(together(LONG_NAMES))
    assert hands.canvas.get_rect().contains(hands.find(i18n._("Home")).rect)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "A, B and C"), ("de", "A, B und C"), ("fr", "A, B et C")]
)
def test_names_are_joined_as_one_says_them(language: str, words: str) -> None:
    i18n.use(language)
    assert together(["A", "B", "C"]) == words
    assert together(["A"]) == "A"
