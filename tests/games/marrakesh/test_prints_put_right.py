"""What the table has told wrongly of its copy, put right in the middle of a game and after its end."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.options import GameOptions
from companion.play.errors import IllegalMove
from companion.play.robot import Robot
from tests.games.marrakesh.play.players import played


def test_a_print_put_right_as_soon_as_it_was_told_is_not_asked_again() -> None:
    """The answer that told it wrongly gives way, though it stands in the middle of an effect."""
    told = 0
    for seed in range(20):  # in some games nobody looks at a luxury good
        game, robot = Game.new(GameOptions.of(("Sarah", "Jan", "Marie", "Lukas"))), Robot(seed)
        while told < 12 and game.pending is not None:
            decision = game.pending
            game.answer(robot.answer(decision))
            if decision.kind == "fact" and decision.about["key"].startswith("luxury"):
                slipper = {"kind": "slippers", "cost": {"orange": 9}, "gain": "1 points"}
                game.tell_fact(decision.about["key"], slipper)
                assert game.misfit is None
                assert game.state.facts[decision.about["key"]] == slipper
                told += 1
    assert told == 12


def test_what_is_put_right_at_the_end_is_scored_anew() -> None:
    """Oases 27 and 28: the books disagree, and nobody notices before the points are read out."""
    game = played(181, options=GameOptions.of(("Sarah", "Jan")))
    jan = game.state.players[1]
    assert (game.over, jan.claimed, jan.mosque) == (True, [27], 7)
    game.adjust(1, "mosque", 9)
    for stair, points in (("mosque", 7), ("palace", 0), ("mosque", 7)):
        game.tell_fact("oasis 27 stair", stair)
        assert game.misfit is None
        assert game.over
        assert game.state.players[1].score == jan.score + points
    game.adjust(1, "date", 4)
    assert game.state.players[1].score == jan.score + 7 + 2, "what is left over, and no provisions paid anew"
    game.adjust(1, "points", -2)
    assert game.state.players[1].score == jan.score + 7
    with pytest.raises(IllegalMove, match="the game is over"):
        game.set_depth("light")
