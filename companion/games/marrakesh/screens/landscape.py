"""River and staircases of all players, as pictures."""

from __future__ import annotations

from companion.games.marrakesh.rules.expansions import imam_sultan
from companion.games.marrakesh.rules.keshi import MOSQUE, PALACE
from companion.games.marrakesh.rules.state import State
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.places.river import RiverDrawing
from companion.games.marrakesh.screens.places.stairs import StairsDrawing
from companion.games.marrakesh.screens.words import event_line
from companion.ui.chrome import page
from companion.ui.i18n import _
from companion.ui.layout import Column, Flow, Row
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Card, Icon, Label
from companion.ui.widgets.player import PlayerMark

GUEST_ICONS = {MOSQUE: "minaret", PALACE: "crown"}


def landscape(ui: Stage, g: State) -> Widget:
    """The river above, the two staircases below it."""
    stairs = Card(StairsDrawing(g), 0.6, grow=2 if ui.metrics.portrait else 1)
    legend = [
        Row([PlayerMark(player.colour, size_mm=3.6), Label(player.name, size="mark", wraps=False)], gap=0.3)
        for player in g.players
    ]
    return Column(
        [Flow([*legend, *guests(g)], gap=1.0), Card(RiverDrawing(g), 0.6, grow=1), stairs], gap=0.5, grow=1
    )


def guests(g: State) -> list[Widget]:
    """With whom Imam and Sultan go, or where they wait: it decides who pays less."""
    told = ((icon, imam_sultan.whereabouts(g, stair)) for stair, icon in GUEST_ICONS.items())
    return [
        Row(
            [Icon(icon, size=3.6, tone="brass"), Label(event_line(event, g), size="mark", wraps=False)],
            gap=0.3,
        )
        for icon, event in told
        if event is not None
    ]


class LandscapeScreen(Screen):
    """Who is where on the river and on the two staircases."""

    name = "landscape"

    def __init__(self, table: GameOnScreen) -> None:
        self.table = table

    def build(self, ui: Stage) -> Widget:
        return page(ui, _("River and staircases"), landscape(ui, self.table.state), pad=(1.0, 0.4))
