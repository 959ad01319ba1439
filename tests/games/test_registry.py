"""A game is one folder and one line in the registry."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES, NoSuchGame, find_game
from companion.play.engine import Engine
from companion.play.robot import Robot


def test_every_line_of_the_registry_is_a_game_of_that_name() -> None:
    for name in GAMES:
        kind = find_game(name)
        assert (kind.name, kind.title != "") == (name, True)


def test_a_game_nobody_has_is_refused_in_a_sentence() -> None:
    with pytest.raises(NoSuchGame, match="no game called 'chess'"):
        find_game("chess")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_to_its_end_knowing_only_its_kind(name: str) -> None:
    kind = find_game(name)
    seats = [{"name": f"P{n}", "colour": colour} for n, colour in zip(kind.seats, kind.colours, strict=False)]
    options = kind.options({"version": 1, "players": seats})
    engine, robot = Engine(kind.new_game(options, {}, kind.rules_version), flow=kind.play), Robot(3)
    while (decision := engine.pending) is not None:
        engine.answer(robot.answer(decision))
    winners = kind.ranking(engine.state)[0]
    assert kind.summary(engine.state)["winners"] == [engine.state.players[seat].name for seat in winners]
