"""How many taps an evening costs: a light round of four players, beyond the draft itself."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.screens.samples import SampleTray, sample_rest
from companion.games.marrakesh.setup.plan import Lots
from companion.table.reports import Report
from tests.ui.game.finger import Finger, companion_at
from tests.ui.game.tap_robot import TapRobot

MOST_TAPS = 12
NAMES = ("Sarah", "Jan", "Marie", "Lukas")


def light_game(data: Path) -> TapRobot:
    finger = Finger(companion_at(data, (800, 480), "en"))
    finger.companion.play(GameOptions.of(NAMES, depth="light"), Lots(1, (1, 3, 5)))
    finger.look()
    robot = TapRobot(finger, 5)
    while robot.table.pending is not None and robot.table.pending.kind != "tower":
        robot.step()
    return robot


def taps_of_a_round(robot: TapRobot) -> Counter[str]:
    """Taps by kind of question, from the toss to the next one."""
    taps: Counter[str] = Counter()
    at = robot.table.state.round
    while robot.table.state.round == at:
        decision = robot.table.pending
        assert decision is not None
        before = robot.finger.taps
        robot.step()
        taps[decision.kind] += robot.finger.taps - before
    return taps


def test_a_light_round_by_hand(tmp_path: Path) -> None:
    """Seven keshis tapped one by one, and the points of four turns."""
    robot = light_game(tmp_path)
    decision, before = robot.table.pending, robot.finger.taps
    assert decision is not None
    robot.enter(decision, dict.fromkeys(("red", "white", "green", "gray", "pink", "black", "brown"), 1))
    counted = robot.finger.taps - before
    taps = taps_of_a_round(robot)
    assert set(taps) == {"claim", "points"}
    assert counted + taps["points"] <= MOST_TAPS


def test_a_light_round_with_the_camera(tmp_path: Path) -> None:
    """One tap for the count and one for each turn's points; the draft is watched."""
    robot = light_game(tmp_path)
    finger, table = robot.finger, robot.table
    table.session.tray = SampleTray()
    table.session.come()
    finger.companion.app.post(Report("counted", sample_rest({"red": 2, "white": 2, "green": 1})))
    finger.look()
    before = finger.taps
    finger.tap_main()
    assert finger.taps - before == 1
    for left in ({"white": 2, "green": 1}, {"green": 1}, {}):
        finger.companion.app.post(Report("counted", sample_rest(left)))
        finger.look()
    assert finger.taps - before == 1, "what leaves the tray is claimed without a tap"
    taps = taps_of_a_round(robot)
    assert taps == {"points": 4}
