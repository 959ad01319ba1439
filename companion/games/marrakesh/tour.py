# ruff: noqa: E501 - a sentence stays in one line, to be read and translated whole
"""A round to try out: the real screens, a game that nobody keeps, and a few words before each new thing.

The learner is Sarah, whom the rulebook's examples follow, and answers what is hers; a robot plays Jan, has
said what is printed, and turns tiles up. What the camera would see is a drawn tray. What the round did not
come to is told at its end, beside a drawing of it. It can be left anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.rules.player import Player
from companion.games.marrakesh.rules.state import State
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.places.asked import line_between
from companion.games.marrakesh.screens.places.river import RiverDrawing
from companion.games.marrakesh.screens.places.sahara import SaharaDrawing
from companion.games.marrakesh.screens.places.square import SquareDrawing
from companion.games.marrakesh.screens.samples import SampleTray, sample_look
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.tray import TossAndDraft
from companion.play.decision import Answer, Decision
from companion.play.robot import Robot
from companion.table.reports import Report
from companion.table.session import Session
from companion.ui.i18n import _, say
from companion.ui.ports import Ports
from companion.ui.stage import Stage
from companion.ui.widgets import Dialog
from companion.ui.widgets.drawing import Drawing
from companion.words import N_, Text

NAMES: Final = ("Sarah", "Jan")
LEARNER: Final = 0
SEED: Final = 4
ROBOTS: Final = "robot"
COME_OUT: Final = (3, 4)  # so many of the keshis in the tower come out: most of them, as at the table


@dataclass(frozen=True)
class Chapter:
    """What is explained before the first question of some kinds.

    place    what is drawn beside the words where the screen below is about something else
    """

    title: Text
    words: Text
    kinds: tuple[str, ...] = ()
    place: Callable[[State, Player], Drawing] | None = None


CHAPTERS: Final = (
    Chapter(
        N_("1. Select"),
        N_(
            "Everybody picks three keshis in secret. They send your assistants to the sectors of their colours."
        ),
        ("select",),
    ),
    Chapter(
        N_("The tower"),
        N_(
            "All keshis picked go into the tower at once. Some stick, others come loose: the camera counts them."
        ),
        ("tower",),
    ),
    Chapter(
        N_("2. Claim"),
        N_("In turn take up to two keshis of one colour out of the base. The companion sees who took what."),
        ("claim",),
    ),
    Chapter(
        N_("Deploy"),
        N_(
            "What you claim goes onto its sector at once. Entertainers, caravans and date pickers bring a bonus."
        ),
        ("deploy entertainer", "deploy caravan", "deploy vendor"),
    ),
    Chapter(
        N_("3. Use assistants"),
        N_(
            "Each of your three assistants takes one more keshi of its sector, or performs the sector's action: the card shows what that brings now."
        ),
        ("assistant", "use assistant"),
    ),
    Chapter(
        N_("The river"),
        N_("A step for each fish there. Water takes the fisherman further; past a rapid you gain its bonus."),
        ("river water", "jetty"),
        lambda g, _learner: RiverDrawing(g),
    ),
    Chapter(
        N_("The two staircases"),
        N_("Each threshold crossed gives a dinar and a bonus of the line between your two pawns."),
        ("line bonus", "which stair"),
        lambda g, learner: line_between(g, learner, "line 1-2"),
    ),
    Chapter(
        N_("Souk and main square"),
        N_(
            "Trade goods at the exchange office or buy a luxury good. Entertainers are paid by their spectators."
        ),
        ("souk", "square", "disc"),
        SquareDrawing,
    ),
    Chapter(
        N_("Madrasa, medina, Sahara"),
        N_(
            "Scholars and dates buy scrolls, guards and dinars build gates, resources claim discovered oases."
        ),
        ("scroll", "medina workshop", "medina gate", "medina space", "sahara claim"),
        SaharaDrawing,
    ),
    Chapter(
        N_("4. River bonus, and the season's end"),
        N_("Past a rapid you gain its bonus; the camel goes on. After four rounds the provisions are due."),
        place=lambda g, _learner: RiverDrawing(g),
    ),
)
"""A round in ten explanations; the last one comes when the round is over."""

LAST: Final = CHAPTERS[-1]
OF: Final = {kind: chapter for chapter in CHAPTERS for kind in chapter.kinds}


def made_up() -> dict[str, Any]:
    """What is printed on a copy that exists nowhere, so that nothing is asked that a learner cannot know."""
    robot, told = Robot(SEED), dict[str, Any]()

    def tell(key: str, **besides: Any) -> Any:
        told[key] = facts.check(key, robot.answer(facts.question(key, **besides)))
        return told[key]

    tell("river rapids", length=tell("river length", high=20))
    for key in ("jetty spots", "square bonuses", "disc pink", "storage spaces", "workshop 2", "workshop 3"):
        tell(key)
    tell("stairs threshold 2", low=1 + tell("stairs threshold 1", low=2, high=5), high=10)
    for first in range(1, 6):
        for second in range(1, 6):
            tell(f"line {first}-{second}")
    for number in range(1, 4):
        for path in ("left", "right"):
            tell(f"sahara {path}-{number} cost")
    return told


class TourScreen(GameScreen):
    """The round, on the screens of any game."""

    name = "tour"

    def __init__(self, ports: Ports | None = None) -> None:
        session = Session(Game.new(GameOptions.of(NAMES), made_up()), TossAndDraft(), tray=SampleTray())
        super().__init__(GameOnScreen(session))
        self.robot = Robot(SEED)
        self.explained: list[Chapter] = []

    def opened(self, ui: Stage) -> None:
        super().opened(ui)
        self.go_on(ui)

    def answer(self, ui: Stage, value: Answer, *, same_tap: bool = False) -> None:
        super().answer(ui, value, same_tap=same_tap)
        if self.planned is None:
            self.go_on(ui)

    # -- what the learner is not asked ----------------------------------------------------------------------

    @property
    def over(self) -> bool:
        g = self.table.state
        return (g.season, g.round) != (0, 0) or self.table.pending is None

    def is_the_learners(self, decision: Decision) -> bool:
        """Prints and tiles are the robot's: nothing lies on this table."""
        return decision.kind == "tower" or (decision.player == LEARNER and not decision.form)

    def go_on(self, ui: Stage) -> None:
        """The robot plays until the learner is asked; then the tray is filled and the new thing explained."""
        session = self.table.session
        while not self.over and (asked := self.table.pending) is not None:
            if self.is_the_learners(asked):
                break
            start = asked.kind == "start player"
            # Robot and learner are taken back together: undo leads to the learner's last answer.
            session.answer(str(LEARNER) if start else self.robot.answer(asked), ROBOTS, same_tap=True)
        if self.table.pending is not None and self.table.pending.kind == "tower":
            self.fill_the_tray()
        self.explain(ui)

    def fill_the_tray(self) -> None:
        """Most of what is in the tower comes out, as the camera would see it."""
        part, whole = COME_OUT
        counts: dict[str, int] = {}
        inside = [colour for colour, n in self.table.state.tower.inside.items() for _each in range(n)]
        for colour in inside[: max(1, len(inside) * part // whole)]:
            counts[colour] = counts.get(colour, 0) + 1
        self.table.session.hear(Report("counted", sample_look(counts)))

    def answer_like_a_robot(self, ui: Stage) -> None:
        """Answer for the learner too: for pictures and tests."""
        if (asked := self.table.pending) is not None:
            self.answer(ui, self.robot.answer(asked))

    # -- words before each new thing ------------------------------------------------------------------------

    def explain(self, ui: Stage) -> None:
        asked = self.table.pending
        # What did not come up in this round is told at its end.
        left = [chapter for chapter in CHAPTERS if chapter not in self.explained]
        chapter = left[0] if self.over and left else OF.get(asked.kind) if asked is not None else None
        if chapter is None or chapter not in left:
            return
        self.explained.append(chapter)
        words = say(chapter.words)
        if len(self.explained) == 1:
            who = _("You are Sarah; a robot plays Jan. What is printed here is made up.")
            words = f"{words}\n{who}"
        leave = (_("Leave"), "plain", lambda: self.leave(ui))
        go_on: tuple[str, str, Callable[[], None] | None] = (_("Try it"), "main", None)
        if chapter is LAST:
            go_on = (_("Done"), "main", lambda: self.leave(ui))
        elif self.over:
            go_on = (_("Next"), "main", lambda: self.explain(ui))
        g = self.table.state
        place = chapter.place(g, g.players[LEARNER]) if self.over and chapter.place is not None else None
        buttons = [go_on] if chapter is LAST else [leave, go_on]
        ui.ask(Dialog(say(chapter.title), words, buttons, body=place))

    def leave(self, ui: Stage) -> None:
        """Back to where it was begun."""
        ui.back()

    def undoing(self, ui: Stage) -> Callable[[], None] | None:
        undo = super().undoing(ui)
        if undo is None:
            return None

        def tap() -> None:
            undo()
            self.go_on(ui)

        return tap

    def open_menu(self, ui: Stage) -> None:
        """A round to try out has nothing to put right: its menu only asks whether to go."""
        ui.ask(
            Dialog(
                _("Leave the round?"),
                _("It is not kept; the menu begins it anew."),
                [(_("Leave"), "danger", lambda: self.leave(ui)), (_("Stay"), "main", None)],
            )
        )
