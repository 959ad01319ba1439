"""Teach it your copy: lessons to choose from, and in each one question after the other, as pictures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.printed import PrintedFact
from companion.games.marrakesh.teach.lessons import LESSONS, MARRAKESH, Lesson, how_much
from companion.games.marrakesh.tray import TossAndDraft
from companion.play.errors import RulesError
from companion.play.facts_file import files_on_sticks, read_file
from companion.table.session import Session
from companion.ui.chrome import page
from companion.ui.i18n import _, ngettext, say
from companion.ui.layout import Column, Grid, Row
from companion.ui.ports import Ports
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Dialog, Icon, Label, Progress, ScrollArea


class TeachScreen(Screen):
    """How much of the copy is known, and the lessons."""

    name = "teach"

    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self.table = bare_table(ports.copy.told(MARRAKESH))
        self.files: list[Path] = []

    def opened(self, ui: Stage) -> None:
        self.files = files_on_sticks(MARRAKESH)

    def build(self, ui: Stage) -> Widget:
        told = self.table.state.facts
        done, most = how_much(told)
        head = Row(
            [
                Icon("eye", tone="ink_soft"),
                Label(_("{done} of {all} are known").format(done=done, all=most), tone="ink_soft"),
                Progress(done / most, tone="good", grow=1),
            ],
            align="middle",
        )
        cells: list[Widget] = [self.lesson_button(ui, lesson) for lesson in LESSONS]
        if self.files:
            words = _("From the USB stick")
            cells.insert(0, Button(words, lambda: self.take(ui), note=self.files[0].name, icon="disk"))
        grid = Grid(cells, columns=2 if ui.metrics.portrait else 3, gap=0.4)
        note = _("What no rulebook tells; asked once, kept for every game")
        return page(ui, _("Teach it your copy"), Column([head, ScrollArea(grid, key="lessons")]), note=note)

    def lesson_button(self, ui: Stage, lesson: Lesson) -> Widget:
        known = lesson.known(self.table.state.facts)
        whole = known == len(lesson.keys)
        return Button(
            say(lesson.title),
            lambda: self.begin(ui, lesson),
            icon="check" if whole else lesson.icon,
            note=_("{done} of {all}").format(done=known, all=len(lesson.keys)),
            align="left",
            size="note",
            key=f"lesson-{lesson.name}",
        )

    def begin(self, ui: Stage, lesson: Lesson) -> None:
        """The first question nobody has answered; all told, the first one, to be looked at again."""
        key = lesson.next(self.table.state.facts) or lesson.keys[0]
        ui.push(TeachFact(self.ports, self.table, lesson, key))

    def take(self, ui: Stage) -> None:
        """Everything in the file that this copy has not been told; what was told stays."""
        try:
            found = read_file(MARRAKESH, self.files[0])
        except (RulesError, OSError):
            ui.toast(_("The file on the stick cannot be read."), "not possible")
            return
        new = {key: value for key, value in found.items() if key not in self.table.state.facts}

        def keep() -> None:
            for key, value in new.items():
                self.table.session.rewrite(partial(_tell, key=key, value=value))
                self.ports.copy.tell(MARRAKESH, key, value)

        words = ngettext(
            "Take {n} printed value from the stick?", "Take {n} printed values from the stick?", len(new)
        )
        ui.ask(
            Dialog(
                words.format(n=len(new)),
                _("What you told yourselves stays as it is."),
                [(_("Take them"), "main", keep), (_("Stay"), "plain", None)],
            )
        )


class TeachFact(PrintedFact):
    """One question of a lesson; told or skipped, the next one follows."""

    name = "teach-fact"

    def __init__(self, ports: Ports, table: GameOnScreen, lesson: Lesson, key: str) -> None:
        super().__init__(table, key)
        self.ports = ports
        self.lesson = lesson
        self.at = lesson.keys.index(key)

    def title(self) -> str:
        return say(self.lesson.title)

    def note(self) -> str:
        return _("{done} of {all}").format(done=self.at + 1, all=len(self.lesson.keys))

    def ways(self, ui: Stage) -> list[Widget]:
        """One tap tells many a print: the way back to it is as short."""
        before = Button(
            _("One back"), lambda: self.turn(ui, self.lesson.keys[self.at - 1]), icon="back", key="one-back"
        )
        skip = Button(_("Skip"), lambda: self.onward(ui), key="skip")
        return [before, skip] if self.at else [skip]

    def turn(self, ui: Stage, key: str) -> None:
        ui.go(TeachFact(self.ports, self.table, self.lesson, key))

    def told(self, ui: Stage) -> None:
        self.ports.copy.tell(MARRAKESH, self.fact, self.table.state.facts[self.fact])
        self.onward(ui)

    def onward(self, ui: Stage) -> None:
        """The next unknown one behind this; back to the lessons after the last."""
        left = self.lesson.keys[self.at + 1 :]
        told = self.table.state.facts
        nxt = next((key for key in left if key == self.lesson.next(told, self.fact)), "")
        if nxt:
            self.turn(ui, nxt)
        else:
            ui.back()


def bare_table(told: Mapping[str, Any]) -> GameOnScreen:
    """A table nobody plays at, for the drawings and questions to stand on."""
    known = {}
    for key, value in told.items():
        try:
            known[key] = facts.check(key, value)
        except RulesError:
            continue  # told to an older companion that understood it differently
    game = Game.new(GameOptions.of(("1", "2")), known)
    return GameOnScreen(Session(game, TossAndDraft()))


def _tell(game: Game, *, key: str, value: object) -> None:
    game.tell_fact(key, value)
