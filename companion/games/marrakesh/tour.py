# ruff: noqa: E501 - a sentence stays in one line, to be read and translated whole
"""A round in ten screens: for whoever has never played, before the first game or in the middle of one.

Each page is a title, a few sentences in our own words, and the drawing of the place it is about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.games.marrakesh.rules.state import State
from companion.games.marrakesh.screens.places.board import KESHIS, BoardDrawing
from companion.games.marrakesh.screens.places.river import RiverDrawing
from companion.games.marrakesh.screens.places.sahara import SaharaDrawing
from companion.games.marrakesh.screens.places.shops import WorkshopsDrawing
from companion.games.marrakesh.screens.places.square import SquareDrawing
from companion.games.marrakesh.screens.places.stairs import StairsDrawing
from companion.games.marrakesh.teach.screen import bare_table
from companion.ui.chrome import page
from companion.ui.i18n import _, say
from companion.ui.layout import Column, Row
from companion.ui.ports import World
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Label, ScrollArea, Steps
from companion.ui.widgets.drawing import Drawing
from companion.words import N_, Text


@dataclass(frozen=True)
class TourPage:
    """One step of a round."""

    title: Text
    words: Text
    draw: Callable[[State], Drawing] | None = None


def _board(g: State) -> Drawing:
    return BoardDrawing(g, g.players[0], about=KESHIS)


TOUR: Final = (
    TourPage(
        N_("What it is about"),
        N_(
            "Three seasons of four rounds. Your keshis fill the sectors of your board; your assistants use them."
        ),
        _board,
    ),
    TourPage(
        N_("1. Select"),
        N_(
            "Everybody picks three keshis in secret. They send your assistants to the sectors of their colours."
        ),
        _board,
    ),
    TourPage(
        N_("The tower"),
        N_(
            "All keshis picked go into the tower at once. Some stick, others come loose: the camera counts them."
        ),
    ),
    TourPage(
        N_("2. Claim"),
        N_("In turn take up to two keshis of one colour out of the base. The companion sees who took what."),
    ),
    TourPage(
        N_("Deploy"),
        N_(
            "What you claim goes onto its sector at once. Entertainers, caravans and date pickers bring a bonus."
        ),
        lambda g: SaharaDrawing(g, g.players[0]),
    ),
    TourPage(
        N_("3. Use assistants: river and stairs"),
        N_("A step for each fish, noble or cleric there. Water takes the fisherman further; thresholds pay."),
        RiverDrawing,
    ),
    TourPage(
        N_("The two staircases"),
        N_("Each threshold crossed gives a dinar and a bonus of the line between your two pawns."),
        StairsDrawing,
    ),
    TourPage(
        N_("Souk and main square"),
        N_(
            "Trade goods at the exchange office or buy a luxury good. Entertainers are paid by their spectators."
        ),
        lambda g: SquareDrawing(g, g.players[0]),
    ),
    TourPage(
        N_("Madrasa, medina, Sahara"),
        N_(
            "Scholars and dates buy scrolls, guards and dinars build gates, resources claim discovered oases."
        ),
        WorkshopsDrawing,
    ),
    TourPage(
        N_("4. River bonus, and the season's end"),
        N_("Past a rapid you gain its bonus; the camel goes on. After four rounds the provisions are due."),
        RiverDrawing,
    ),
)


class TourScreen(Screen):
    """Page by page; it can be left anywhere."""

    name = "tour"

    def __init__(self, world: World | None = None) -> None:
        self.table = bare_table({})
        self.at = 0

    def build(self, ui: Stage) -> Widget:
        shown = TOUR[self.at]
        words = ScrollArea(Card(Label(say(shown.words), size="answer"), 1.0), key="words")
        drawing = shown.draw(self.table.state) if shown.draw is not None else None
        upright = ui.metrics.portrait
        parts: list[Widget | None] = [drawing, words]
        stacked = upright or drawing is None
        body: Widget = Column(parts, gap=0.6, grow=1) if stacked else Row(parts, gap=0.8, grow=1)
        last = self.at == len(TOUR) - 1
        onward = Button(
            _("Done") if last else _("Next"), lambda: self.turn(ui, 1), kind="main", grow=1, key="onward"
        )
        back = Button(_("Back"), lambda: self.turn(ui, -1), enabled=self.at > 0, key="one-back")
        return page(ui, say(shown.title), body, tools=[Steps(len(TOUR), self.at)], foot=[back, onward])

    def turn(self, ui: Stage, by: int) -> None:
        if self.at + by >= len(TOUR):
            ui.back()
        else:
            self.at += by
