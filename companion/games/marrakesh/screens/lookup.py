"""What is written about a tile: scrolls, oases, desert towns, river tiles and luxury goods, by number.

The words are ours; beside them stands where the rulebook says it in full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.marrakesh import rulebook
from companion.games.marrakesh.rulebook import Cited
from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.catalogue.luxury import TILES
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.river_tiles import RIVER_TILES
from companion.games.marrakesh.rules.catalogue.scrolls import KINDS, SCROLLS
from companion.games.marrakesh.rules.catalogue.towns import TOWNS
from companion.games.marrakesh.rules.state import State
from companion.games.marrakesh.rules.texts.actions import luxury_cost, luxury_good
from companion.games.marrakesh.rules.texts.tiles import oasis_text, scroll_does
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.play.decision import TABLE, Decision
from companion.ui.chrome import page
from companion.ui.i18n import N_, _, say
from companion.ui.layout import Column, Grid, Row
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Choice, ChoiceRow, Label, ScrollArea
from companion.words import Text, capital

NUMBER_MM = 12.0


@dataclass(frozen=True)
class TileKind:
    """Tiles of one kind.

    name      of one of them, with a gap for its number
    all       their numbers
    says      what one does
    cited     where the books say it
    """

    title: Text
    name: Text
    all: Callable[[State], Sequence[int]]
    says: Callable[[State, int], Text | None]
    cited: Callable[[int], Cited]


def _luxury(g: State, number: int) -> Text | None:
    return None if facts.known(g, f"luxury {number}") is None else luxury_good(g, str(number))


def _scroll(g: State, number: int) -> Text:
    return scroll_does(g, Decision("scroll", TABLE), str(number))


SHELVES: dict[str, TileKind] = {
    "scroll": TileKind(
        N_("Scrolls"),
        N_("Scroll {n}"),
        lambda g: list(SCROLLS),
        _scroll,
        rulebook.scroll,
    ),
    "oasis": TileKind(
        N_("Oases"),
        N_("Oasis {n}"),
        lambda g: list(OASES),
        lambda g, n: oasis_text(g, -1, n),
        lambda n: rulebook.OASIS,
    ),
    "town": TileKind(
        N_("Desert towns"),
        N_("Desert town {n}"),
        lambda g: list(TOWNS),
        lambda g, n: TOWNS[n].text,
        lambda n: rulebook.TOWN,
    ),
    "river": TileKind(
        N_("River tiles"),
        N_("River tile {n}"),
        lambda g: list(RIVER_TILES),
        lambda g, n: RIVER_TILES[n].text,
        lambda n: rulebook.RIVER_TILE,
    ),
    "luxury": TileKind(
        N_("Luxury goods"),
        N_("Luxury good {n}"),
        lambda g: [n for n in range(1, TILES + 1) if facts.known(g, f"luxury {n}") is not None],
        _luxury,
        lambda n: rulebook.LUXURY_GOOD,
    ),
}


class LookupScreen(Screen):
    """Numbers to tap, and what the tapped one does.

    among    only these: those the question on the screen is about
    """

    name = "lookup"

    def __init__(
        self, table: GameOnScreen, tiles: str = "scroll", among: Sequence[int] = (), number: int = 0
    ) -> None:
        self.table = table
        self.tiles = tiles
        self.among = tuple(among)
        self.number = number

    def build(self, ui: Stage) -> Widget:
        g = self.table.state
        shelf = SHELVES[self.tiles]
        numbers = self.among or tuple(shelf.all(g))
        if self.number not in numbers:
            self.number = numbers[0] if numbers else 0
        parts: list[Widget | None] = []
        if not self.among:
            tabs = [Choice(key, say(each.title)) for key, each in SHELVES.items() if each.all(g)]
            parts.append(self.tabs(ui, tabs))
        cells = [
            OptionButton(f"{n:02}", self.show(n), chosen=n == self.number, key=f"number-{n}") for n in numbers
        ]
        grid = ScrollArea(Grid(list(cells), cell_mm=NUMBER_MM, gap=0.35), key="numbers")
        told = self.told(g, shelf) if self.number else Label(_("None"), tone="ink_soft")
        upright = ui.metrics.portrait
        both = Column([told, grid], grow=1, gap=0.6) if upright else Row([told, grid], grow=1, gap=0.8)
        return page(ui, _("What tiles do"), Column([*parts, both], gap=0.6, grow=1), pad=(1.0, 0.5))

    def tabs(self, ui: Stage, tabs: list[Choice]) -> Widget:
        if not ui.metrics.portrait:
            return ChoiceRow(tabs, self.tiles, self.turn)
        buttons: list[Widget] = [
            Button(
                each.words,
                lambda value=each.value: self.turn(value),  # type: ignore[misc]
                kind="chosen" if each.value == self.tiles else "plain",
                size="note",
                key=f"choice-{each.value}",
            )
            for each in tabs
        ]
        return Grid(buttons, columns=3, gap=0.4)

    def told(self, g: State, shelf: TileKind) -> Widget:
        """The tile in words, and where the book has it."""
        text = shelf.says(g, self.number)
        lines: list[Widget | None] = [
            Label(say(shelf.name).format(n=f"{self.number:02}"), size="title", face="title"),
            Label(capital(say(text)) if text is not None else "–", size="label"),
        ]
        if self.tiles == "scroll":
            kind = KINDS[SCROLLS[self.number].kind]
            needs = _("scholars: {scholars} · dates: {dates}").format(
                scholars=kind.scholars, dates=kind.dates
            )
            lines.insert(1, Label(capital(needs), size="note", tone="ink_soft"))
        if self.tiles == "luxury":
            lines.append(Label(capital(say(luxury_cost(g, str(self.number)))), size="note"))
        where = say(shelf.cited(self.number).words(essential=g.essential))
        lines.append(Label(where, size="note", tone="ink_soft"))
        return ScrollArea(Card(Column(lines, gap=0.5), 1.0), key="told")

    def turn(self, tiles: str) -> None:
        self.tiles, self.number = tiles, 0

    def show(self, number: int) -> Callable[[], None]:
        def tap() -> None:
            self.number = number

        return tap
