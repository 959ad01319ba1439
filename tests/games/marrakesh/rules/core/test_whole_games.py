"""Whole games by robots: nothing appears or vanishes, and a copy made at a quiet place plays on alike."""

from __future__ import annotations

import random

import pytest

from companion.games.marrakesh.rules import sectors
from companion.games.marrakesh.rules.engine import Engine
from companion.games.marrakesh.rules.options import EXPANSIONS, GameOptions
from companion.games.marrakesh.rules.setup import new_game
from companion.games.marrakesh.rules.state import State
from companion.play.robot import Robot
from tests.games.marrakesh.rules.facts import told

NAMES = ("Sarah", "Jan", "Marie", "Lukas")


def options_of(seed: int) -> GameOptions:
    rng = random.Random(seed)
    expansions = [name for name in EXPANSIONS if rng.random() < 0.5]
    edition = ("classic", "essential", "deluxe")[seed % 3]
    return GameOptions.of(NAMES[: 2 + seed % 3], edition, expansions=expansions)


@pytest.mark.parametrize("seed", range(18))
def test_a_whole_game_keeps_every_keshi(seed: int) -> None:
    """Half of the games know every printed value, the others ask for all of them."""
    g = new_game(options_of(seed), told() if seed % 2 else {})
    robot = Robot(seed)
    engine = Engine(g)
    while (decision := engine.pending) is not None:
        assert decision.options or decision.form
        assert len(set(decision.options)) == len(decision.options)
        engine.answer(robot.answer(decision))
        g.invariants()
        if decision.kind == "assistant":
            for sector in sectors.BY_NAME.values():
                sector.yields(g, g.players[decision.player])
    assert g.phase == "over"
    assert (g.season, g.round) == (2, 3)


@pytest.mark.parametrize("seed", range(6))
def test_a_copy_made_at_a_quiet_place_plays_on_alike(seed: int) -> None:
    copies: list[tuple[int, State]] = []
    answers: list[object] = []
    robot = Robot(seed)
    engine = Engine(
        new_game(options_of(seed)), on_quiet=lambda state: copies.append((len(answers), state.copy()))
    )
    while engine.pending is not None:
        answer = robot.answer(engine.pending)
        answers.append(answer)
        engine.answer(answer)
    end = engine.state
    for at, state in random.Random(seed).sample(copies, 12):
        again = Engine(state)
        for answer in answers[at:]:
            again.answer(answer)
        assert again.pending is None
        assert state == end


def test_a_copy_shares_nothing_that_changes() -> None:
    copies: list[State] = []
    robot = Robot(11)
    engine = Engine(new_game(options_of(11)), on_quiet=lambda state: copies.append(state.copy()))
    while engine.pending is not None and len(copies) < 150:
        engine.answer(robot.answer(engine.pending))
    played_on = copies[100]
    untouched, reference = played_on.copy(), played_on.copy()
    again = Engine(played_on)
    for _ in range(60):
        if again.pending is not None:
            again.answer(robot.answer(again.pending))
    assert played_on != reference
    assert untouched == reference
