"""How fast the rules are: whole games by robots, loading a finished game, undo at its end."""

from __future__ import annotations

import time
from typing import Any

from companion.dev.benchmarks import Figure
from companion.games.registry import find_game
from companion.play.engine import Engine
from companion.play.game import Game
from companion.play.journal import Do
from companion.play.robot import Robot

GAMES = 30
UNDOS = 40
MEASURED = "marrakesh"
"""The game that is played: performance.md speaks of its figures."""


def _four() -> Any:
    kind = find_game(MEASURED)
    names = ("Sarah", "Jan", "Marie", "Lukas")
    seats = [{"name": name, "colour": colour} for name, colour in zip(names, kind.colours, strict=False)]
    return kind.options({"players": seats})


def measure() -> list[Figure]:
    return [_games_a_second(), *_loading_and_undo()]


def _games_a_second() -> Figure:
    """Whole four-player games with random legal play, on one core."""
    four, kind = _four(), find_game(MEASURED)
    began = time.process_time()
    for seed in range(GAMES):
        engine, robot = Engine(kind.new_game(four, {}, kind.rules_version), flow=kind.play), Robot(seed)
        while (decision := engine.pending) is not None:
            engine.answer(robot.answer(decision))
    games = GAMES / (time.process_time() - began)
    return Figure("whole four-player games", games, "games/s of a core", 15, at_most=False)


def _loading_and_undo() -> list[Figure]:
    """A finished full game: from its journal to the last question, and one step back at its end."""
    four = _four()
    game: Game[Any] = Game.new(four)
    robot = Robot(1)
    while game.pending is not None:
        game.answer(robot.answer(game.pending))
    records = [Do(entry).to_json() for entry in game.journal.entries]
    began = time.process_time()
    Game(four, {}, records)
    loading = time.process_time() - began
    slowest = 0.0
    for _ in range(UNDOS):
        began = time.process_time()
        game.undo()
        slowest = max(slowest, time.process_time() - began)
    return [
        Figure(f"loading a finished game ({len(records)} entries)", loading * 1000, "ms", 100),
        Figure("undo at the end of a game, the slowest of 40", slowest * 1000, "ms", 20),
    ]
