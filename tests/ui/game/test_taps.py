"""How many taps an evening costs: setting up, a light round, a round in full depth by kind of question."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.screens.samples import SampleTray, sample_look
from companion.games.marrakesh.setup.plan import Lots
from companion.table.reports import Report
from tests.ui.game.camera_robot import CameraRobot, finger_at, full_game
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
    finger.companion.app.post(Report("counted", sample_look({"red": 2, "white": 2, "green": 1})))
    finger.look()
    before = finger.taps
    finger.tap_main()
    assert finger.taps - before == 1
    for left in ({"white": 2, "green": 1}, {"green": 1}, {}):
        finger.companion.app.post(Report("counted", sample_look(left)))
        finger.look()
    assert finger.taps - before == 1, "what leaves the tray is claimed without a tap"
    taps = taps_of_a_round(robot)
    assert taps == {"points": 4}


# ---- from Home to the first selection -------------------------------------------------------------------

AS_LAST_TIME, NEW_PLAYERS = 6, 20


def to_the_first_selection(finger: Finger) -> None:
    """Each player's provision tile is told."""
    robot = CameraRobot(finger, 3)
    while robot.table.pending is not None and robot.table.pending.kind != "select":
        robot.taps_of_a_step()


def played_before(data: Path) -> Finger:
    """At home; Sarah, Jan, Marie and Lukas played last time, other people earlier."""
    finger = finger_at(data)
    for names in (("Zoé", "Jörg", "Chloé", "Ida"), NAMES):
        finger.companion.play(GameOptions.of(names), Lots(1, (1, 3, 5)))
        finger.companion.stage.home()
    finger.look()
    assert finger.stage.screen.name == "home"
    random.seed(2)  # tonight's lots draw no river tile 02, which asks for three oases
    finger.taps = 0
    return finger


def test_the_same_table_as_last_time(tmp_path: Path) -> None:
    finger = played_before(tmp_path)
    finger.tap("New game")
    finger.tap("Begin the game")
    to_the_first_selection(finger)
    assert finger.taps <= AS_LAST_TIME


def test_another_table_with_somebody_who_never_played(tmp_path: Path) -> None:
    finger = played_before(tmp_path)
    finger.tap("New game")
    finger.tap_key("to-players")
    finger.tap("Clear the seats")
    for name in ("Ida", "Jörg", "Sarah"):
        finger.tap(name)
    finger.tap("Somebody new")
    for letter in "Ada":
        finger.tap(letter if finger.can_tap(letter) else letter.lower())
    finger.tap("Done")
    finger.tap("Done")
    finger.tap("Begin the game")
    to_the_first_selection(finger)
    assert finger.taps <= NEW_PLAYERS
    assert [p.name for p in CameraRobot(finger, 1).table.state.players] == ["Ida", "Jörg", "Sarah", "Ada"]


# ---- a round in full depth ------------------------------------------------------------------------------

CEILINGS = {
    "assistant": 8.5, "use assistant": 4.5, "deploy caravan": 2.2, "deploy entertainer": 2.0,
    "deploy vendor": 2.0, "scroll": 2.5, "souk": 2.5, "line bonus": 2.0, "medina workshop": 2.0,
    "medina gate": 2.0, "medina space": 2.0, "resource": 1.6, "reveal": 2.0, "river water": 1.5,
    "place wild": 1.2, "tower": 1.0, "square": 1.2, "sahara claim": 1.2, "provision up": 1.0,
    "river bonus": 1.2,
}  # fmt: skip
"""Taps a round at most, by kind of question."""

OTHERS = 0.7  # of any other kind
ROUND = 30.0  # of all of them together
GAMES = (1, 4)
A_ROUND = ("toss", "claim", "assistants", "river bonus")
"""The phases beyond the selection, to which red's sector belongs; a season's end is no part of a round."""


def test_a_round_in_full_depth(tmp_path: Path) -> None:
    """Four players, draft by the camera, known prints: the taps beyond the selections."""
    taps: Counter[str] = Counter()
    for seed in GAMES:
        robot = full_game(tmp_path / str(seed), seed)
        while robot.table.pending is not None:
            phase = robot.table.state.phase
            kind, n = robot.taps_of_a_step()
            taps[kind if phase in A_ROUND else phase] += n
        robot.finger.companion.store.close()
    rounds = 12 * len(GAMES)
    print({phase: taps.pop(phase, 0) / len(GAMES) for phase in ("setup", "select", "season", "final")})
    a_round = {kind: n / rounds for kind, n in taps.items()}
    print("\n".join(f"{kind}: {n:.2f}" for kind, n in sorted(a_round.items(), key=lambda each: -each[1])))
    dear = {kind: n for kind, n in a_round.items() if n > CEILINGS.get(kind, OTHERS)}
    assert dear == {}
    assert taps["claim"] == 0
    assert sum(a_round.values()) <= ROUND


# ---- what is printed on an unknown copy -----------------------------------------------------------------

PRINTS = 160
"""Taps of a first season at most in which a table tells what is printed."""


def test_a_first_season_with_an_unknown_copy(tmp_path: Path) -> None:
    finger = Finger(companion_at(tmp_path, (800, 480), "en"))
    finger.companion.play(GameOptions.of(("Ana", "Ben", "Cleo")), Lots(1, (1, 3, 5)))
    finger.look()
    robot = CameraRobot(finger, 2)
    robot.table.session.tray = SampleTray()
    robot.table.session.come()
    taps: Counter[str] = Counter()
    first = robot.table.state.season
    while robot.table.state.season == first:
        kind, n = robot.taps_of_a_step()
        taps[kind] += n
    print(taps.most_common())
    assert 0 < taps["fact"] <= PRINTS
