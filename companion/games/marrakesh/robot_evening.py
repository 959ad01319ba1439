"""An evening of robots: one whole game against the simulated tower, for tables without a screen.

Everything is real but the players: frames are rendered and counted by the vision, the draft is read from the
tray, the rules run the game, the screens draw it, the store keeps it. It leaves pictures of every kind of
screen, the journal and the score sheet in one folder.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.config import Settings as Config
from companion.games.marrakesh.rules.options import EXPANSIONS, GameOptions
from companion.games.marrakesh.screens import game_on
from companion.games.marrakesh.setup.plan import Lots
from companion.play import notation
from companion.play.decision import Decision
from companion.table.watched_tray import WatchedTray

if TYPE_CHECKING:
    from companion.wiring import Companion
    from hardware.clock import HandWoundClock

NAMES = ("Sarah", "Jan", "Marie", "Lukas")
LONGEST_REST_SECONDS = 30.0
SIZE_PX = (800, 480)


class RobotTray(WatchedTray):
    """A simulated tray whose clock is wound by hand, so that a minute of falling keshis takes a second."""

    def __init__(self, post: Callable[[object], None], *, seed: int) -> None:
        from companion.table.found_tray import SimulatedTray
        from companion.table.watcher import TrayWatcher
        from hardware.clock import HandWoundClock
        from hardware.simulated import SimulatedTower
        from hardware.tray_camera import TrayCamera
        from vision.count import TrayCounter

        self.clock: HandWoundClock = HandWoundClock()
        self.tower = tower = SimulatedTower(seed=seed, clock=self.clock)
        found = SimulatedTray(TrayCamera(tower, clock=self.clock), tower)
        super().__init__("simulated", lambda light: found, post)
        assert found.profile is not None
        self.found = found
        self.watcher = TrayWatcher(found.camera, TrayCounter(found.profile), clock=self.clock, post=post)
        self.state = found.works

    def open_soon(self) -> None:
        """They are open already."""

    def wait_for_rest(self) -> None:
        """Let the watcher look until it has counted what lies still, or half a minute has passed."""
        assert self.watcher is not None
        until = self.clock.now() + LONGEST_REST_SECONDS
        self.counted = False
        while self.clock.now() < until and not self.counted:
            self.watcher.step()
            # A keshi may be late, or a hand still on its way: players at a table would wait for them too.
            self.counted &= self.tower.seconds_until_still() == 0

    counted = False


class Evening:
    """One game from home to the winner, with a picture of everything that was shown on the way."""

    def __init__(self, seed: int, out: Path) -> None:
        from companion.ui.window import Window
        from companion.wiring import Companion

        self.out = out
        self.rng = random.Random(seed)
        self.options = GameOptions.of(NAMES, expansions=EXPANSIONS)
        self.robot = self.options.kind.robot(self.rng)
        self.shown: set[str] = set()
        self.tosses = self.exact = self.claims = self.claims_seen = 0
        (out / "screens").mkdir(parents=True, exist_ok=True)

        def tray(post: Callable[[object], None]) -> WatchedTray:
            def noticed(event: object) -> None:
                self.tray.counted |= getattr(event, "state", "") == "counted"
                post(event)

            self.tray = RobotTray(noticed, seed=seed)
            return self.tray

        self.table: Companion = Companion(
            Config(), out / "data", Window(SIZE_PX), camera="simulated", tray=tray
        )

    def play(self, progress: Callable[[float, str], None], rounds: int = 12) -> None:
        """Play the first so many rounds; twelve are the whole game."""
        table = self.table
        self.picture("home")
        self.tour()
        table.play(self.options, Lots(self.rng.randrange(4)))
        assert table.session is not None
        game = table.session.game
        while (decision := game.pending) is not None:
            self.picture(f"ask {decision.kind}")
            if decision.kind == "tower":
                self.toss(decision)
            elif decision.kind == "claim":
                self.claim(decision)
            else:
                self.answer(self.robot.answer(decision, game.state))
            g = game.state
            if g.season * 4 + g.round >= rounds:
                return
            progress((g.season * 4 + g.round) / 12, f"season {g.season + 1}, round {g.round + 1}: {g.phase}")
        self.picture("final scoring")
        progress(1.0, "the game is over")

    # --- what a player does ------------------------------------------------------------------------

    def answer(self, value: object) -> None:
        """As a tap on the screen would; whatever the screen lays over itself is looked at and put away."""
        from companion.games.marrakesh.screens.screen import GameScreen

        stage = self.table.stage
        screen = stage.screen
        assert isinstance(screen, GameScreen)
        screen.answer(stage, value)
        self.table.app.turn()
        while stage.screen is not screen:
            self.picture(stage.screen.name)
            stage.back()

    def toss(self, decision: Decision) -> None:
        """The keshis have been thrown in: wait for the count and confirm what it proposes."""
        tower, table = self.tray.hands, game_on(self.table.stage)
        assert tower is not None
        assert table is not None
        self.tray.wait_for_rest()
        self.table.app.turn()
        self.picture("check the count")
        truth = {colour: n for colour, n in tower.tower.truth().counts.items() if n}
        counted = (
            {c: n for c, n in table.seen.check.counts.items() if n} if table.seen.check is not None else truth
        )
        self.tosses += 1
        self.exact += counted == truth
        # A table would see a wrong count on the photo and put it right; so do the robots.
        self.answer(truth)

    def claim(self, decision: Decision) -> None:
        """Take keshis out of the tray; the camera sees which, the rules know whose turn it is."""
        from companion.games.marrakesh.rules.draft import colours_of

        hands, table = self.tray.hands, game_on(self.table.stage)
        assert hands is not None
        assert table is not None
        before = len(table.game.journal.entries)
        key = self.rng.choice(decision.options)
        hands.take(Counter(colours_of(key)))
        self.tray.wait_for_rest()
        self.table.app.turn()
        self.claims += 1
        entries = table.game.journal.entries[before:]
        if entries and entries[0].value == key:
            self.claims_seen += 1
        elif not entries:
            self.answer(key)

    # --- pictures ----------------------------------------------------------------------------------

    def picture(self, name: str) -> None:
        """Keep the screen as it is now, once a kind."""
        if name in self.shown:
            return
        self.shown.add(name)
        import pygame

        stage = self.table.stage
        stage.end_toast(stage.toast_words)  # robots are quicker than words said in passing
        stage.changed()
        self.table.app.turn()
        number = len(self.shown)
        path = self.out / "screens" / f"{number:02} {name}.png"
        pygame.image.save(self.table.window.canvas, str(path))

    def tour(self) -> None:
        """The screens around the game."""
        from companion.games.marrakesh.setup.wizard import SetupWizard
        from companion.ui.screens.past import PastGames
        from companion.ui.screens.settings import SettingsScreen

        stage, ports = self.table.stage, self.table.ports
        for screen in (SetupWizard(ports), SettingsScreen(ports), PastGames(ports)):
            stage.push(screen)
            self.picture(screen.name)
            stage.back()

    def leave_papers(self) -> list[str]:
        """Write journal and score sheet; the lines to say at the end."""
        table = game_on(self.table.stage)
        assert table is not None
        sheet = table.game.kind.score_sheet(table.game.state)
        (self.out / "game.txt").write_text(notation.write(table.game), encoding="utf-8")
        (self.out / "score-sheet.txt").write_text(sheet + "\n", encoding="utf-8")
        return [
            sheet,
            "",
            f"The camera counted {self.exact} of {self.tosses} throws exactly "
            f"and read {self.claims_seen} of {self.claims} claims from the tray.",
            f"{len(self.shown)} screens, game.txt and score-sheet.txt are in {self.out}",
        ]

    def close(self) -> None:
        self.table.tray.close()
        self.table.store.close()


def play(seed: int | None = None, out: Path | None = None) -> int:
    """Play one evening and say what it left; the exit code."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    seed = random.randrange(10**6) if seed is None else seed
    out = out or Path("out") / time.strftime(f"robots-%Y%m%d-%H%M%S-{seed}")
    evening = Evening(seed, out)
    try:
        evening.play(_progress_bar())
        print("\n".join(evening.leave_papers()))
    finally:
        evening.close()
    return 0


def _progress_bar() -> Callable[[float, str], None]:
    """One line that fills up on a terminal; a line a round elsewhere."""
    width, last = 30, ""

    def show(part: float, words: str) -> None:
        nonlocal last
        if sys.stderr.isatty():
            bar = "█" * round(part * width) + "░" * (width - round(part * width))
            print(f"\r{bar} {words:<44.44}", end="\n" if part >= 1 else "", file=sys.stderr, flush=True)
        elif (head := words.partition(":")[0]) != last:
            last = head
            print(f"{part:4.0%} {head}", file=sys.stderr, flush=True)

    return show
