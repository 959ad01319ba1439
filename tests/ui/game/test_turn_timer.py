"""A turn timer for tables that want one: it runs for whoever is asked, rings once, and is off by itself."""

from __future__ import annotations

from companion.games.marrakesh.screens.samples import table_at
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.screens.turn_timer import TurnTimer
from tests.ui.hands import Hands


def test_it_counts_down_rings_once_and_begins_anew_for_the_next_player() -> None:
    timer = TurnTimer(2)
    timer.follow(1, 100.0)
    assert timer.words(100.0) == "2:00"
    assert timer.words(155.0) == "1:05"
    assert not timer.rings(219.0)
    assert timer.rings(220.0)
    assert not timer.rings(221.0)
    assert timer.words(232.0) == "+0:12"
    timer.follow(2, 240.0)
    assert timer.words(240.0) == "2:00"
    timer.follow(-1, 250.0)
    assert timer.words(250.0) == ""


def test_a_table_without_one_waits_for_events() -> None:
    table = table_at("assistant")
    hands = Hands(GameScreen(table))
    assert hands.stage.screen.tick(hands.stage, hands.now) is None
    assert not hands.says("2:00")


def test_the_header_shows_the_seconds_as_they_go() -> None:
    table = table_at("assistant")
    table.timer.minutes = 2
    hands = Hands(GameScreen(table))
    hands.wait(0.1)
    assert hands.says("2:00")
    hands.wait(5.0, frames=5)
    assert hands.says("1:5")
    assert hands.stage.audit() == []
