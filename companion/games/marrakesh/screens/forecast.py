"""Provisions: what each player owes at the end of the season, and what is short of it, in good time."""

from __future__ import annotations

from companion.games.marrakesh.rules.keshi import RESOURCES
from companion.games.marrakesh.rules.lookahead import Provisions, provisions, still_due
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.rules.texts import provisions_now
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.signs import ARROW, UNKNOWN, Item, Sign, Signs
from companion.games.marrakesh.screens.parts.token import Token
from companion.ui.chrome import page
from companion.ui.i18n import _, ngettext, say
from companion.ui.layout import Column, Flow, Grid, Row
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Card, Icon, Label, ScrollArea
from companion.ui.widgets.player import PlayerMark
from companion.words import capital


def short_of(owed: Provisions, *, size_mm: float) -> Widget:
    """What is missing for the provisions and what that costs, as symbols: "−3 water −1 date → −6 points"."""
    items: list[Item] = []
    for what, n in owed.short.items():
        items += [f"−{n}", Sign(what)]
    if owed.unknown:
        items.append(UNKNOWN)
    items += [ARROW, f"−{owed.penalty}", Sign("points")]
    told = Signs(items, size_mm=size_mm, tone="bad", say=capital(say(provisions_now(owed))))
    return Row([Icon("warning", tone="bad"), told], gap=0.5, align="middle")


def provisions_card(g: State, player: Player, *, size_mm: float = 5.0) -> Widget:
    """One player's provisions: what they cost, and what is short, in symbols of a size."""
    owed = provisions(g, player)
    tiles = ngettext("{n} tile", "{n} tiles", len(player.provisions)).format(n=len(player.provisions))
    name = Row(
        [
            PlayerMark(player.colour, size_mm=size_mm),
            Label(player.name, face="bold", grow=1),
            Label(tiles, size="note", tone="ink_soft", wraps=False),
        ],
        gap=0.6,
        align="middle",
    )
    costs: list[Widget] = [
        Token(what, count=owed.cost[what], size_mm=size_mm) for what in RESOURCES if owed.cost.get(what)
    ]
    if owed.penalty:
        costs.append(Signs(["/", f"−{owed.penalty}", Sign("points")], size_mm=size_mm, tone="ink_soft"))
    kids: list[Widget | None] = [name, Flow(costs, gap=1.2)]
    due = still_due(g, player)
    if due and player.provisions:
        if not owed.paid:
            kids.append(short_of(owed, size_mm=size_mm))
        else:
            kids.append(
                Row(
                    [Icon("check", tone="good"), Label(_("Everything is there"), tone="good", grow=1)],
                    gap=0.5,
                )
            )
    border = "bad" if not owed.paid and due else "line"
    return Card(Column(kids, gap=0.5), 1.0, border=border, key=f"provisions-{player.seat}")


class ForecastScreen(Screen):
    """Everybody's provisions."""

    name = "forecast"

    def __init__(self, table: GameOnScreen) -> None:
        self.table = table

    def build(self, ui: Stage) -> Widget:
        g = self.table.state
        cards = [provisions_card(g, player) for player in g.players]
        columns = 1 if ui.metrics.portrait else 2
        return page(ui, _("Provisions"), ScrollArea(Grid(cards, columns=columns), key="forecast"))
