"""An answer from a phone is shown and heard like one from the screen: receipt, chime, what was taken back."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.screens.receipt import SeasonReceipt
from companion.games.marrakesh.screens.samples import on_screen, played_until, sample_game
from companion.games.marrakesh.screens.screen import GameScreen
from companion.play.decision import TABLE
from companion.play.robot import Robot
from tests.ui.hands import Hands


@pytest.fixture
def chimes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    return []


def at_the_screen(table_hands: Hands, chimes: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_hands.stage.sounds, "play", chimes.append)


def test_the_season_s_receipt_is_shown_whoever_gave_the_last_answer() -> None:
    table, robot = on_screen(sample_game("light")), Robot(4)
    hands = Hands(GameScreen(table))
    while table.state.season == 0 and table.pending is not None:
        assert not isinstance(hands.stage.screen, SeasonReceipt)
        table.session.answer(robot.answer(table.pending), by="phone")
    assert isinstance(hands.stage.screen, SeasonReceipt)


def test_the_next_player_hears_the_chime(chimes: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    table = on_screen(played_until(lambda decision: decision.kind == "points", depth="light"))
    hands = Hands(GameScreen(table))
    at_the_screen(hands, chimes, monkeypatch)
    asked = table.pending
    assert asked is not None
    table.session.answer(5, by="phone")
    assert table.pending is not None
    assert table.pending.player not in (asked.player, TABLE)
    assert chimes == ["your turn"]


def test_what_is_taken_back_elsewhere_is_said() -> None:
    table = on_screen(played_until(lambda decision: decision.kind == "points", depth="light"))
    hands = Hands(GameScreen(table))
    table.session.undo()
    hands.wait(0.05)
    assert hands.says("Taken back.")


def test_a_screen_that_was_left_hears_nothing_more(
    chimes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = on_screen(played_until(lambda decision: decision.kind == "points", depth="light"))
    hands = Hands(GameScreen(table))
    hands.stage.push(GameScreen(table))
    hands.stage.back()
    at_the_screen(hands, chimes, monkeypatch)
    table.session.answer(5, by="phone")
    assert chimes == ["your turn"], "one screen, one chime"
