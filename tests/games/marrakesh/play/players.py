"""Games played by robots, for the tests of everything that holds a game."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.options import EDITIONS, EXPANSIONS, GameOptions
from companion.play.robot import Robot

NAMES = ("Sarah", "Jan", "Marie", "Lukas")


def some_options(seed: int) -> GameOptions:
    """Every edition, number of players, depth and set of expansions, as the seed falls."""
    rng = random.Random(seed)
    return GameOptions.of(
        NAMES[: rng.choice((2, 3, 4))],
        rng.choice(EDITIONS),
        expansions=[name for name in EXPANSIONS if rng.random() < 0.5],
        depth=rng.choice(("full", "full", "light")),
    )


def answers(game: Game, seed: int, most: int = 10_000) -> Iterator[int]:
    """Let a robot answer until the game is over or `most` questions are answered; yields after each."""
    robot = Robot(seed)
    for n in range(most):
        decision = game.pending
        if decision is None:
            return
        game.answer(robot.answer(decision))
        yield n


def played(seed: int, most: int = 10_000, options: GameOptions | None = None) -> Game:
    """A game as far as a robot plays it."""
    game = Game.new(options or some_options(seed))
    for _ in answers(game, seed, most):
        pass
    return game
