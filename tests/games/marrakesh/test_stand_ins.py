"""With a simulated tower, what is tapped is done to its keshis."""

from __future__ import annotations

from collections import Counter

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.stand_ins import StandIns
from companion.play.robot import Robot
from hardware.clock import HandWoundClock
from hardware.simulated import SimulatedTower


def lying(tower: SimulatedTower) -> Counter[str]:
    """What lies in the tray when everything has come to rest."""
    clock = tower._clock
    clock.sleep(tower.seconds_until_still() + 0.1)
    return Counter({colour: n for colour, n in tower.truth().counts.items() if n})


def some(counts: dict[str, int]) -> Counter[str]:
    return Counter({colour: n for colour, n in counts.items() if n})


def test_the_tray_follows_the_game_through_toss_claims_and_undo() -> None:
    tower = SimulatedTower(seed=5, clock=HandWoundClock())
    hands = StandIns(tower)
    game = Game.new(GameOptions.of(("Sarah", "Jan", "Marie"), depth="light"))
    robot = Robot(3)
    tosses = claims = 0
    while game.state.round < 3:
        decision = game.pending
        assert decision is not None
        hands.follow(game.state, decision)
        if decision.kind == "tower":
            counts = lying(tower)
            inside = some(tower.inside())
            assert (
                6 <= (counts + inside).total() <= 9 * (tosses + 1)
            )  # three a player, of those that may be inside
            assert not (counts + inside) - some(game.state.tower.inside)
            game.answer(dict(counts))
            tosses += 1
        elif decision.kind == "claim":
            assert lying(tower) == some(game.state.base)
            game.answer(robot.answer(decision))
            claims += 1
            if claims % 4 == 0 and game.pending is not None and game.pending.kind == "claim":
                hands.follow(game.state, game.pending)
                game.undo()  # the keshis are put back
        else:
            assert lying(tower) == Counter()
            game.answer(robot.answer(decision))
    assert tosses == 3
    assert claims > 5


def test_a_game_taken_up_again_finds_its_keshis_in_the_tower() -> None:
    game = Game.new(GameOptions.of(("Sarah", "Jan"), depth="light"))
    robot = Robot(8)
    while game.state.round < 1 or game.pending is None or game.pending.kind != "tower":
        assert game.pending is not None
        game.answer({} if game.pending.kind == "tower" else robot.answer(game.pending))
    tower = SimulatedTower(seed=6, clock=HandWoundClock())
    StandIns(tower).follow(game.state, game.pending)
    there = lying(tower) + some(tower.inside())
    assert there.total() == 6
    assert not there - some(game.state.tower.inside)
