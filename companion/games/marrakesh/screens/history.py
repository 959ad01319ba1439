"""The history: every entry of the evening by round; go back to one, change it, strike it.

What follows a changed entry is entered again as far as it fits; what no longer fits is pointed out
(`misfits`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import Event, State
from companion.games.marrakesh.screens.adjust import name_of
from companion.games.marrakesh.screens.changes import ChangesScreen, ScoresThen
from companion.games.marrakesh.screens.half_entered import HalfEntered
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.parts.signs import Item, Signs
from companion.games.marrakesh.screens.parts.token import Token
from companion.games.marrakesh.screens.readout import is_secret
from companion.games.marrakesh.screens.scene import Scene, as_it_stands
from companion.games.marrakesh.screens.side_board import with_place
from companion.games.marrakesh.screens.told import DRAWN_BY, came_of, place_told, scene_of, things_told
from companion.games.marrakesh.screens.views.draft import claim_again
from companion.games.marrakesh.screens.views.prompt import UNCHANGED, prompt
from companion.games.marrakesh.screens.words import (
    answer_words,
    event_line,
    question,
    round_words,
    value_words,
)
from companion.games.marrakesh.screens.words import refusal as refusal_words
from companion.games.marrakesh.tray.draft_so_far import CLAIM_KIND
from companion.play.decision import TABLE, Answer, Decision
from companion.play.errors import RulesError
from companion.play.journal import ANSWER, DEPTH, FACT, Entry
from companion.ui.chrome import page
from companion.ui.i18n import _, ngettext
from companion.ui.layout import Column, Flow, Middle, Row, Split
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Dialog, Icon, IconButton, Label, ScrollArea
from companion.ui.widgets.drawing import Drawing
from companion.ui.widgets.player import PlayerMark

PICTURE, PICTURE_UPRIGHT = 0.56, 0.5
"""The part of an entry's page that its drawing takes, on a panel that lies or stands."""
COUNTED = ("gain", "spend")
"""Events told by their symbols alone; of points the words say where they came from."""


@dataclass(frozen=True)
class HistoryLine:
    """One entry with the question it answered and what came of it."""

    index: int
    entry: Entry
    decision: Decision | None
    season: int
    round: int
    question: str
    answer: str
    events: tuple[Event, ...]

    def came_of_it(self, table: GameOnScreen) -> list[Item]:
        """What the player gained and lost by it, as far as it may be told."""
        told = [event for event in self.events if not is_secret(table, event)]
        return came_of(told, self.entry.player)


def lines_of(table: GameOnScreen) -> list[HistoryLine]:
    """The whole game told again, entry by entry."""
    game = table.game
    told = game.from_the_start()
    lines: list[HistoryLine] = []
    for index, entry in enumerate(game.journal.entries):
        decision, g = told.pending if entry.do == ANSWER else None, told.state
        season, round_, before = g.season, g.round, len(g.log)
        asked, answered = words_of(entry, decision, g)
        try:
            told.apply(entry)
        except RulesError:
            break
        events = tuple(told.state.log[before:]) if told.state is g else ()
        lines.append(HistoryLine(index, entry, decision, season, round_, asked, answered, events))
    return lines


def words_of(entry: Entry, decision: Decision | None, g: State) -> tuple[str, str]:
    """What was asked and what was said."""
    if decision is not None:
        return question(decision, g), answer_words(decision, entry.value, g)
    if entry.do == FACT:
        return event_line(Event("fact", TABLE, {"key": entry.what}), g), value_words(entry.value)
    if entry.do == DEPTH:
        return _("The depth was changed"), _("Full") if entry.what == FULL else _("Light")
    by = f"{entry.value:+d}".replace("-", "−")
    return _("Corrected by hand"), f"{name_of(g, entry.what)[1]} {by}"


class HistoryScreen(Screen):
    """One round at a time, the latest first.

    only    entries that answer this kind of question
    """

    name = "history"

    def __init__(self, table: GameOnScreen, only: str = "") -> None:
        self.table = table
        self.only = only
        self.lines: list[HistoryLine] = []
        self.at: tuple[int, int] | None = None
        self.entries_told: list[Entry] | None = None

    def build(self, ui: Stage) -> Widget:
        if self.entries_told != self.table.game.journal.entries:
            self.lines = [each for each in lines_of(self.table) if self.only in ("", each.entry.what)]
            self.entries_told = list(self.table.game.journal.entries)
        rounds = sorted({(line.season, line.round) for line in self.lines})
        if not rounds:
            return page(ui, _("History"), Label(_("Nothing has been entered yet."), tone="ink_soft"))
        at = self.at if self.at in rounds else rounds[-1]
        where = rounds.index(at)
        shown = [line for line in reversed(self.lines) if (line.season, line.round) == at]
        rows = [self.row(ui, line) for line in shown]

        def turn(to: int) -> Callable[[], None]:
            def tap() -> None:
                self.at = rounds[to]

            return tap

        title = round_words(*at)
        pager = Row(
            [
                IconButton(
                    "back",
                    turn(where - 1),
                    say=_("Earlier"),
                    enabled=where > 0,
                    why=_("This is the first round."),
                ),
                Label(title, size="heading", face="title", align="centre", grow=1),
                IconButton(
                    "next",
                    turn(where + 1) if where + 1 < len(rounds) else None,
                    say=_("Later"),
                    enabled=where + 1 < len(rounds),
                    why=_("This is the latest round."),
                ),
            ],
            align="middle",
        )
        body = Column([pager, ScrollArea(Column(rows, gap=0.4), key=f"history-{at}")], gap=0.5, grow=1)
        return page(ui, _("History"), body, pad=(1.0, 0.5))

    def row(self, ui: Stage, line: HistoryLine) -> Widget:
        g = self.table.state
        player = g.players[line.entry.player] if line.entry.player >= 0 else None
        things: list[str] = []
        if line.decision is not None:
            things = things_told(scene_of(ui, self.table, g, line.decision, line.entry.value))
        button = OptionButton(
            line.answer,
            lambda: ui.push(EntryScreen(self.table, line)),
            things=things,
            brings=line.came_of_it(self.table),
            note=line.question,
            grow=1,
            key=f"entry-{line.index}",
        )
        mark = PlayerMark(player.colour, size_mm=5.0) if player is not None else Icon("people", size=5.0)
        return Row([mark, button], gap=0.5, align="middle")


class EntryScreen(Screen):
    """One entry: what was asked, what was said, what came of it, and what can be done about it."""

    name = "entry"

    def __init__(self, table: GameOnScreen, line: HistoryLine) -> None:
        self.table = table
        self.line = line

    def build(self, ui: Stage) -> Widget:
        line, g = self.line, self.table.state
        told = [event for event in line.events if not is_secret(self.table, event)]
        things, brought = self.things(ui), line.came_of_it(self.table)
        tokens = [Token(thing, size_mm=7.0) for thing in things]
        kids: list[Widget | None] = [
            Label(line.question, size="note", tone="ink_soft"),
            Flow(tokens, gap=0.5) if tokens else None,
            Label(line.answer, size="title", face="title"),
            Signs(brought, size_mm=6.0) if brought else None,
            *(Label(event_line(event, g), size="note") for event in told if event.kind not in COUNTED),
        ]
        words = ScrollArea(Middle(Column(kids, gap=0.5), across=False), key="entry")
        body: Widget = Card(words, 1.0, grow=1)
        if (drawing := self.drawing(ui)) is not None:
            share = PICTURE_UPRIGHT if ui.metrics.portrait else PICTURE
            picture = Card(drawing, 0.8, grow=1)
            body = Split(picture, body, share, upright=ui.metrics.portrait, key="told")
        change = Button(
            _("Change it"),
            lambda: ui.push(ChangeScreen(self.table, line.index)),
            icon="pencil",
            kind="main",
            enabled=line.decision is not None,
            why=_("Strike it and enter it again."),
            grow=1,
        )
        foot = [
            Button(_("Go back to here"), lambda: self.ask_jump(ui), icon="undo", grow=1),
            Button(_("Strike it"), lambda: self.ask_strike(ui), icon="cross", kind="danger", grow=1),
            change,
        ]
        title = _("Entry {n}").format(n=line.index + 1)
        return page(ui, title + whose(line.entry, g), body, foot=foot)

    def things(self, ui: Stage) -> list[str]:
        """What the answer named, as tokens."""
        line = self.line
        if line.decision is None:
            return []
        return things_told(scene_of(ui, self.table, self.table.state, line.decision, line.entry.value))

    def drawing(self, ui: Stage) -> Drawing | None:
        """The place it was about as it stood then, with the answer marked."""
        line = self.line
        if line.decision is None:
            return None
        # A pawn is drawn where the answer took it; everything else where it was asked about.
        moved = any(event.kind in DRAWN_BY for event in line.events)
        g = self.table.game.state_at(line.index + (1 if moved else 0))
        return place_told(scene_of(ui, self.table, g, line.decision, line.entry.value), line.events)

    def ask_jump(self, ui: Stage) -> None:
        later = len(self.table.game.journal.entries) - self.line.index

        def jump() -> None:
            self.table.session.rewrite(lambda game: game.jump(self.line.index))
            ui.back()
            ui.back()

        ui.ask(
            Dialog(
                _("Go back to here?"),
                ngettext(
                    "{n} entry is taken back. “Redo” in the menu brings it back.",
                    "{n} entries are taken back. “Redo” in the menu brings them back one by one.",
                    later,
                ).format(n=later),
                [(_("Go back"), "main", jump), (_("Stay"), "plain", None)],
            )
        )

    def ask_strike(self, ui: Stage) -> None:
        before = ScoresThen.of(self.table)

        def strike() -> None:
            self.table.session.rewrite(lambda game: game.delete(self.line.index))
            ui.back()
            ui.go(ChangesScreen(self.table, before))

        ui.ask(
            Dialog(
                _("Strike this entry?"),
                _("What follows is entered again as far as it fits; the rest is pointed out."),
                [(_("Strike it"), "danger", strike), (_("Keep it"), "plain", None)],
            )
        )


def whose(entry: Entry, g: State) -> str:
    """The player an entry belongs to, to stand behind a title; nothing where the whole table was asked."""
    return f" · {g.players[entry.player].name}" if entry.player >= 0 else ""


class ChangeScreen(Screen):
    """An old question asked again, with the options it had then and the answer that stands."""

    name = "change"

    def __init__(self, table: GameOnScreen, index: int) -> None:
        self.table = table
        self.index = index
        game = table.game
        told = game.from_the_start()
        told.enter(game.journal.entries[:index])
        self.g = told.state
        self.decision = told.pending
        self.entry = game.journal.entries[index]
        self.half = HalfEntered()
        if self.decision is not None:
            self.half = as_it_stands(self.decision, self.entry.value)

    def build(self, ui: Stage) -> Widget:
        if self.decision is None:
            return page(ui, _("Change it"), Label(_("This entry cannot be changed.")))
        scene = Scene(ui, self.table, self.decision, self.g, self.half, lambda value: self.change(ui, value))
        if self.decision.kind == CLAIM_KIND:
            view = claim_again(scene, answer_words(self.decision, self.entry.value, self.g))
        else:
            view = prompt(scene)
        return page(
            ui, _("Change it") + whose(self.entry, self.g), with_place(ui, view), foot=list(view.foot)
        )

    def change(self, ui: Stage, value: Answer) -> None:
        if self.half.was is not None and value in (self.entry.value, self.half.was):
            ui.toast(_(UNCHANGED))
            return
        before = ScoresThen.of(self.table)
        try:
            self.table.session.rewrite(lambda game: game.change(self.index, value))
        except RulesError as refusal:
            ui.toast(refusal_words(refusal, self.table.state), "not possible")
            return
        ui.back()  # the entry as it was
        ui.back()  # the history
        ui.go(ChangesScreen(self.table, before))
