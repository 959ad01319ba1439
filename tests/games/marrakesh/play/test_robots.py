"""Robots play thousands of whole games: every edition, number of players, depth and set of expansions.

After each answer the table must still be possible: keshis of each colour conserved, nothing negative, no
sector over its capacity, points equal to the ledger. A game that fails prints its journal, ready for
`companion games import`.
"""

from __future__ import annotations

import os

import pytest

from companion.games.marrakesh.game import Game
from companion.play import notation
from companion.play.robot import Robot
from tests.games.marrakesh.play.players import some_options

GAMES = int(os.environ.get("ROBOT_GAMES", "2000"))
A_TEST = 50
LONGEST = 4000


@pytest.mark.parametrize("first", range(0, GAMES, A_TEST))
def test_robots_finish_their_games(first: int) -> None:
    for seed in range(first, min(first + A_TEST, GAMES)):
        game = Game.new(some_options(seed))
        try:
            play_to_the_end(game, seed)
        except Exception:
            print(notation.write(game))
            raise


def play_to_the_end(game: Game, seed: int) -> None:
    robot = Robot(seed)
    for n in range(LONGEST):
        decision = game.pending
        if decision is None:
            break
        game.answer(robot.answer(decision))
        game.state.invariants()
        if n % 97 == seed % 97:
            there = game.state.copy()
            game.undo()
            assert game.pending == decision
            game.redo()
            assert game.state == there
    assert game.over
    assert game.state.phase == "over"
    assert game.misfit is None
