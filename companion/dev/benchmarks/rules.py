"""How fast the rules are: whole games by robots, loading a finished game, undo at its end."""

from __future__ import annotations

import time

from companion.dev.benchmarks import Figure
from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.engine import Engine
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.rules.setup import new_game
from companion.play.journal import Do
from companion.play.robot import Robot

GAMES = 30
UNDOS = 40
FOUR = GameOptions.of(("Sarah", "Jan", "Marie", "Lukas"))


def measure() -> list[Figure]:
    return [_games_a_second(), *_loading_and_undo()]


def _games_a_second() -> Figure:
    """Whole four-player games with random legal play, on one core."""
    began = time.process_time()
    for seed in range(GAMES):
        engine, robot = Engine(new_game(FOUR)), Robot(seed)
        while (decision := engine.pending) is not None:
            engine.answer(robot.answer(decision))
    games = GAMES / (time.process_time() - began)
    return Figure("whole four-player games", games, "games/s of a core", 15, at_most=False)


def _loading_and_undo() -> list[Figure]:
    """A finished full game: from its journal to the last question, and one step back at its end."""
    game, robot = Game.new(FOUR), Robot(1)
    while game.pending is not None:
        game.answer(robot.answer(game.pending))
    records = [Do(entry).to_json() for entry in game.journal.entries]
    began = time.process_time()
    Game(FOUR, {}, records)
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
