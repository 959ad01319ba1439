"""The companion as its service starts it, and a robot at its table: player.py SECONDS, from answer to answer.

Screen, camera, pins and store are the service's own. The robot is a thread that asks the frame loop, as a
phone would; it answers a throw only once the camera has counted it.
"""

import logging
import sys
import threading
import time

from companion import wiring
from companion.__main__ import main
from companion.games.marrakesh.rules.options import EXPANSIONS, GameOptions
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.setup.plan import Lots
from companion.play.robot import Robot
from companion.ui.screens.fault import FaultScreen

NAMES = ("Sarah", "Jan", "Marie", "Lukas")
LONGEST_COUNT_SECONDS = 60.0
log = logging.getLogger("player")


class Played(wiring.Companion):
    """A table with a robot at it."""

    def first_picture(self) -> None:
        super().first_picture()
        self.counted = threading.Event()
        self.games = 0
        self.robot = Robot(1)
        threading.Thread(target=self.play_on, name="robot", daemon=True).start()

    def news(self, event: object) -> bool:
        if getattr(event, "state", "") == "counted":
            self.counted.set()
        return super().news(event)

    def play_on(self) -> None:
        try:
            while True:
                if self.app.ask(self.asked).result() == "tower":
                    self.count()
                time.sleep(float(SECONDS))
                self.app.ask(self.answer).result()
        except Exception:
            log.exception("the robot gave up")

    def asked(self) -> str:
        """What the table asks; a game is begun where there is none."""
        if self.session is None or self.session.game.over:
            self.games += 1
            seats = NAMES[: 2 + self.games % 3]
            self.play(GameOptions.of(seats, expansions=EXPANSIONS), Lots(0))
        assert self.session is not None
        decision = self.session.game.pending
        return decision.kind if decision is not None else ""

    def count(self) -> None:
        self.counted.clear()
        self.app.ask(self.tray.count_now).result()
        if not self.counted.wait(LONGEST_COUNT_SECONDS):
            log.warning("nothing was counted: %s", self.tray.state)

    def answer(self) -> None:
        if isinstance(self.stage.screen, FaultScreen):
            return  # somebody has to see it
        while not isinstance(self.stage.screen, GameScreen):
            self.stage.back()
        assert self.session is not None
        decision = self.session.game.pending
        if decision is not None:
            self.stage.screen.answer(self.stage, self.robot.answer(decision))


SECONDS = sys.argv[1]
wiring.Companion = Played  # type: ignore[misc]
sys.exit(main(["play", "--display", "fullscreen"]))
