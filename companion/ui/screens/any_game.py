"""Screens for any game: which one is played, by whom, and whatever it asks.

They know nothing but what every game has: seats, a question with its answers, what may be done before it is
answered, and what was entered so far. A game with pictures of its own brings its own screens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.config.settings import Settings
from companion.play import forms, notation
from companion.play.decision import PASS, Answer, Decision
from companion.play.errors import RulesError
from companion.table.events import Event, Settled
from companion.ui.chrome import page
from companion.ui.game_screens import AtTable
from companion.ui.i18n import _, ngettext, say
from companion.ui.layout import Column, Grid, Row
from companion.ui.ports import NothingDrawn, Ports
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Tap, Widget
from companion.ui.widgets import Button, IconButton, Label, PlayerMark, ScrollArea, Stepper
from companion.words import capital

if TYPE_CHECKING:
    from companion.play.playable import Playable
    from companion.table.session import Session

OPTION_MM = 34.0
SOMEBODY = "P{n}"


class PlainScreens:
    """Setup and table of a game that brings no screens of its own."""

    def __init__(self, kind: Playable[Any, Any]) -> None:
        self.kind = kind

    def setup(self, ports: Ports) -> Screen:
        return WhoPlays(ports, self.kind)

    def teach(self, ports: Ports) -> Screen | None:
        return None

    def at_table(
        self, session: Session[Any, Any], settings: Settings, to_settings: Callable[[Stage], None]
    ) -> AtTable:
        return AtTable(Asked(session, to_settings))

    def shows(self) -> Mapping[str, Callable[[Stage], None]]:
        return {}


class WhichGame(Screen):
    """Where there are several games: a button each, with what it leads to."""

    name = "which-game"

    def __init__(self, there: Sequence[tuple[str, Screen]]) -> None:
        self.there = there

    def build(self, ui: Stage) -> Widget:
        buttons = [Button(title, partial(ui.push, to), size="answer", grow=1) for title, to in self.there]
        return page(ui, _("Which game?"), Column(buttons, gap=1.0))


class WhoPlays(Screen):
    """How many play; names and colours as they were the last time."""

    name = "who-plays"

    def __init__(self, ports: Ports, kind: Playable[Any, Any]) -> None:
        self.ports = ports
        self.kind = kind
        self.known = [player.name for player in ports.shelf.players()]
        self.count = kind.seats[0]

    def build(self, ui: Stage) -> Widget:
        def more(count: int) -> None:
            self.count = count

        seats: list[Widget] = [
            Row([PlayerMark(seat["colour"]), Label(seat["name"], size="answer", grow=1)], align="middle")
            for seat in self.seats()
        ]
        count = Stepper(self.count, more, least=self.kind.seats[0], most=self.kind.seats[-1])
        begin = Button(_("Begin the game"), self.begin, icon="play", kind="main", grow=1)
        return page(ui, self.kind.title, Column([count, ScrollArea(Column(seats), grow=1)]), foot=[begin])

    def seats(self) -> list[dict[str, str]]:
        """Those who played last, and somebody where nobody is known."""
        names = [*self.known, *(SOMEBODY.format(n=n + 1) for n in range(self.count))]
        dealt = zip(dict.fromkeys(names), self.kind.colours, strict=False)
        return [{"name": name, "colour": colour} for name, colour in dealt][: self.count]

    def begin(self) -> None:
        self.ports.play(self.kind.options({"players": self.seats()}), NothingDrawn())


class Asked(Screen):
    """The game on the table: the question, its answers, what may be done first, and the way back."""

    name = "game"

    def __init__(self, session: Session[Any, Any], to_settings: Callable[[Stage], None]) -> None:
        self.session = session
        self.to_settings = to_settings
        self.picks: list[str] = []
        self.filled: dict[str, Any] = {}
        session.listen(self.hear)

    def hear(self, event: Event) -> None:
        if isinstance(event, Settled):
            self.picks, self.filled = [], {}

    def build(self, ui: Stage) -> Widget:
        session = self.session
        decision, kind, state = session.pending, session.game.kind, session.game.state
        if decision is None:
            lines = [f"{player.name}: {player.score}" for player in state.players]
            winners = [state.players[seat].name for seat in kind.ranking(state)[0]]
            title = _("{names} won").format(names=", ".join(winners))
            return page(ui, title, Column([Label(line) for line in lines]), tools=self.tools(ui))
        who = state.players[decision.player].name if decision.player >= 0 else _("Everybody")
        body: list[Widget] = [Label(capital(say(kind.question(state, decision))), size="answer")]
        body.append(self.answers(ui, decision))
        if decision.asides:
            first = [self.button(ui, decision, aside, aside) for aside in decision.asides]
            body += [Label(_("Or first:"), tone="ink_soft"), Grid(first, cell_mm=OPTION_MM, gap=0.6)]
        key = f"asked-{session.moment}"
        return page(ui, who, ScrollArea(Column(body, gap=0.8), key=key, grow=1), tools=self.tools(ui))

    def answers(self, ui: Stage, decision: Decision) -> Widget:
        if decision.form:
            return self.form(ui, decision)
        several = decision.max_picks > 1
        if several and not decision.distinct:
            picked: Widget = Column([self.how_many(decision, key) for key in decision.options], gap=0.4)
        else:
            cells = [self.button(ui, decision, key, None if several else key) for key in decision.options]
            picked = Grid(cells, cell_mm=OPTION_MM, gap=0.6)
        if not several:
            return picked
        done = Button(
            _("Confirm"),
            lambda: self.answer(ui, tuple(self.picks)),
            kind="main",
            enabled=decision.min_picks <= len(self.picks) <= decision.max_picks,
        )
        return Column([picked, done], gap=0.6)

    def how_many(self, decision: Decision, key: str) -> Widget:
        """An option that may be picked more than once."""
        now = self.picks.count(key)

        def pick(n: int) -> None:
            self.picks = [each for each in self.picks if each != key] + [key] * n

        said, most = self.words(decision, key), now + decision.max_picks - len(self.picks)
        return Row([Label(said, grow=1), Stepper(now, pick, most=most, say=said, key=f"pick-{key}")])

    def form(self, ui: Stage, decision: Decision) -> Widget:
        """An open question, blank by blank; each begins with the least, or the first."""
        blanks = forms.blanks(decision.form, decision.about)
        if not blanks:
            return Label(_("The tray shows the answer."), tone="ink_soft")
        if not isinstance(blanks, Mapping):
            filled = self.filled.get("", blanks[0])
            asked = [self.blank(decision, "", blanks)]
        else:
            filled = {name: self.filled.get(name, blank[0]) for name, blank in blanks.items()}
            asked = [
                Row([Label(self.words(decision, name), grow=1), self.blank(decision, name, blank)])
                for name, blank in blanks.items()
            ]
        return Column([*asked, Button(_("Confirm"), lambda: self.answer(ui, filled), kind="main")], gap=0.6)

    def blank(self, decision: Decision, name: str, blank: forms.Blank) -> Widget:
        """A number, entered step by step; or one of several keys."""
        now, said = self.filled.get(name, blank[0]), self.words(decision, name) if name else ""

        def fill(value: Any) -> None:
            self.filled[name] = value

        if isinstance(blank, range):
            return Stepper(now, fill, least=blank[0], most=blank[-1], say=said, key=f"blank-{name}")
        cells = [
            Button(
                self.words(decision, key),
                partial(fill, key),
                kind="main" if key == now else "plain",
                key=f"blank-{name}-{key}",
            )
            for key in blank
        ]
        return Grid(cells, cell_mm=OPTION_MM, gap=0.6)

    def words(self, decision: Decision, key: str) -> str:
        """An answer, or a part of one."""
        return capital(say(self.session.game.kind.label(self.session.game.state, decision, key)))

    def button(self, ui: Stage, decision: Decision, key: str, value: Answer) -> Widget:
        """One answer; without a value a tap picks it, or takes it back."""
        words = _("No, thank you") if key == PASS else self.words(decision, key)
        if value is not None:
            return Button(words, lambda: self.answer(ui, value), key=f"answer-{key}")

        def pick() -> None:
            (self.picks.remove if key in self.picks else self.picks.append)(key)

        return Button(words, pick, kind="main" if key in self.picks else "plain", key=f"pick-{key}")

    def tools(self, ui: Stage) -> list[Widget]:
        session = self.session

        def tool(icon: str, says: str, act: Tap, *, enabled: bool = True) -> Widget:
            return IconButton(icon, act, say=says, kind="band", enabled=enabled)

        return [
            tool("undo", _("Undo"), session.undo, enabled=session.can_undo),
            tool("turn", _("Redo"), session.redo, enabled=session.game.can_redo),
            tool("scroll", _("History"), lambda: ui.push(Entered(session))),
            tool("gear", _("Settings"), lambda: self.to_settings(ui)),
        ]

    def answer(self, ui: Stage, value: Answer) -> None:
        try:
            self.session.answer(value)
        except RulesError as refusal:
            ui.toast(say(refusal.said), "not possible")

    def opened(self, ui: Stage) -> None:
        self.session.come()

    def returned(self, ui: Stage) -> None:
        self.session.come()

    def closed(self, ui: Stage) -> None:
        self.session.leave()

    def back(self, ui: Stage) -> None:
        ui.home()


class Entered(Screen):
    """What was entered so far, the last first; a tap goes back to just before it."""

    name = "entered"

    def __init__(self, session: Session[Any, Any]) -> None:
        self.session = session

    def build(self, ui: Stage) -> Widget:
        game = self.session.game

        def back_to(index: int) -> None:
            self.session.rewrite(lambda game: game.jump(index))
            ui.back()

        lines: list[Widget] = [
            Button(line, partial(back_to, index), align="left", key=f"entry-{index}")
            for index, line in reversed(list(enumerate(notation.entry_lines(game))))
        ]
        count = len(game.journal.entries)
        title = ngettext("{n} entry", "{n} entries", count).format(n=count)
        return page(ui, title, ScrollArea(Column(lines, gap=0.4), grow=1))
