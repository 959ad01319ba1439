"""A sensible player at a table with a camera: tosses and claims are seen, everything else is tapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from companion.games.marrakesh.rules.draft import colours_of
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.screens.samples import SampleTray, sample_look
from companion.games.marrakesh.setup.plan import Lots
from companion.play.decision import PASS, Answer, Decision
from companion.table.reports import Report
from tests.games.marrakesh.rules.facts import told
from tests.ui.game.finger import Finger, companion_at
from tests.ui.game.sensible_robot import SensibleRobot, toss_of
from tests.ui.game.tap_robot import TapRobot


class CameraRobot(TapRobot):
    """Plays by tapping what the camera cannot see."""

    robot: SensibleRobot

    def __init__(self, finger: Finger, seed: int) -> None:
        super().__init__(finger, seed)
        self.robot = SensibleRobot(seed)

    def check_layout(self, decision: Decision) -> None:
        """Other tests look at the layout."""

    def choose(self, decision: Decision) -> Answer:
        return self.robot.answer(decision, self.table.state)

    def taps_of_a_step(self) -> tuple[str, int]:
        """The kind of the question answered, and the taps it took."""
        before, kind = self.finger.taps, "receipt"
        decision = self.table.pending
        assert decision is not None
        if self.finger.stage.screen.name == "season-receipt":
            self.finger.tap_main()
        else:
            kind = decision.kind
            self.take_a_step(decision)
        return kind, self.finger.taps - before

    def take_a_step(self, decision: Decision) -> None:
        if decision.kind == "tower":
            self.see(toss_of(self.table.state, self.robot.rng))
            self.finger.tap_main()
            return
        answer = self.choose(decision)
        if decision.kind == "claim" and answer != PASS:
            self.see(Counter(self.table.state.base) - Counter(colours_of(answer)))
            return
        if self.table.half.covered:
            self.finger.tap_main()
        entered = len(self.table.game.journal.entries)
        self.enter(decision, answer)
        assert len(self.table.game.journal.entries) > entered, (decision.kind, self.finger.words())

    def see(self, lying: Mapping[str, int]) -> None:
        """The camera counts what lies in the tray."""
        self.finger.companion.app.post(Report("counted", sample_look(lying)))
        self.finger.look()


def finger_at(data: Path, size_px: tuple[int, int] = (800, 480)) -> Finger:
    """A companion that knows what is printed on this copy of the game."""
    companion = companion_at(data, size_px, "en")
    for key, value in told().items():
        companion.store.tell_fact("marrakesh", key, value)
    return Finger(companion)


def full_game(data: Path, seed: int) -> CameraRobot:
    """Four players at their first question, with a camera."""
    finger = finger_at(data)
    finger.companion.play(GameOptions.of(("Sarah", "Jan", "Marie", "Lukas")), Lots(1, (1, 3, 5)))
    finger.look()
    robot = CameraRobot(finger, seed)
    robot.table.session.tray = SampleTray()
    robot.table.session.come()
    return robot
