"""What is printed on this copy of the game, told by the table or a rulebook: to look up, and to put right."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.screens.half_entered import HalfEntered
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.scene import Scene, as_it_stands
from companion.games.marrakesh.screens.side_board import with_place
from companion.games.marrakesh.screens.views.prompt import prompt
from companion.games.marrakesh.screens.words import question, value_words
from companion.games.marrakesh.screens.words import refusal as refusal_words
from companion.play.errors import RulesError
from companion.ui.chrome import page
from companion.ui.i18n import _
from companion.ui.layout import Column
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import ScrollArea


class PrintedScreen(Screen):
    """Every fact the table has told or a rulebook prints, with its value."""

    name = "printed"

    def __init__(self, table: GameOnScreen) -> None:
        self.table = table

    def build(self, ui: Stage) -> Widget:
        g = self.table.state

        def row(key: str) -> Widget:
            return OptionButton(
                value_words(facts.known(g, key)),
                lambda: ui.push(PrintedFact(self.table, key)),
                note=question(facts.question(key), g),
                key=f"fact-{key}",
            )

        # What the table told comes first: a slip is likelier there than in a rulebook.
        rows = [row(key) for key in (*sorted(g.facts), *sorted(facts.BOOK.keys() - g.facts.keys()))]
        return page(ui, _("What is printed"), ScrollArea(Column(rows, gap=0.4), key="facts"), pad=(1.0, 0.5))


class PrintedFact(Screen):
    """One fact told anew, or for the first time; `then` is done once it is told."""

    name = "printed-fact"

    def __init__(self, table: GameOnScreen, key: str, then: Callable[[], None] = lambda: None) -> None:
        self.table = table
        self.fact = key
        self.then = then
        known = facts.known(table.state, key)
        self.half = HalfEntered() if known is None else as_it_stands(facts.question(key), known)

    def build(self, ui: Stage) -> Widget:
        scene = Scene(
            ui, self.table, facts.question(self.fact), self.table.state, self.half, partial(self.tell, ui)
        )
        view = prompt(scene)
        return page(
            ui, self.title(), with_place(ui, view), note=self.note(), foot=[*self.ways(ui), *view.foot]
        )

    def title(self) -> str:
        return _("What is printed")

    def note(self) -> str:
        return ""

    def ways(self, ui: Stage) -> list[Widget]:
        """What else can be done than telling it."""
        return []

    def tell(self, ui: Stage, value: object) -> None:
        try:
            self.table.session.rewrite(partial(_tell, key=self.fact, value=value))
        except RulesError as refusal:
            ui.toast(refusal_words(refusal, self.table.state), "not possible")
            return
        self.told(ui)

    def told(self, ui: Stage) -> None:
        """It is told: on with what it was needed for."""
        self.then()
        ui.back()


def _tell(game: Game, *, key: str, value: object) -> None:
    game.tell_fact(key, value)
