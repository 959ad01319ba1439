"""Provisions: what each player owes at the end of the season, and what is short of it, in good time."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.rules import facts
from companion.rules.keshi import RESOURCES
from companion.rules.options import FULL
from companion.rules.state import Player, State
from companion.ui.chrome import page
from companion.ui.i18n import _, ngettext
from companion.ui.layout import Column, Flow, Grid, Row
from companion.ui.screen import Screen
from companion.ui.screens.game.parts.things import thing_name
from companion.ui.screens.game.parts.token import Token
from companion.ui.screens.game.table import Table
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Card, Icon, Label, ScrollArea
from companion.ui.widgets.player import PlayerMark


@dataclass(frozen=True)
class Due:
    """What a player's face-up tiles ask for, what is missing, and the points at stake."""

    cost: Counter[str]
    short: Counter[str]
    points: int


def due(g: State, player: Player) -> Due:
    """As far as the tiles are known; resources that scroll 33 would let stand in are not counted on."""
    cost: Counter[str] = Counter()
    points = 0
    for tile in player.provisions:
        printed = facts.known(g, tile)
        if printed is not None:
            cost.update(printed["cost"])
            points += printed["points"]
    held = Counter(player.resources) if g.depth == FULL else Counter(cost)
    return Due(cost, cost - held, points)


def shortfall_words(short: Counter[str]) -> str:
    """What is missing: "short of 1 date, 1 dinar"."""
    missing = ", ".join(f"{short[what]} {thing_name(what)}" for what in RESOURCES if short[what])
    return _("Short of {missing} for the end of the season").format(missing=missing)


def provisions_card(g: State, player: Player) -> Widget:
    """One player's provisions."""
    owed = due(g, player)
    name = Row(
        [PlayerMark(player.colour, size_mm=5.0), Label(player.name, face="bold", grow=1)],
        gap=0.6,
        align="middle",
    )
    costs: list[Widget] = [
        Token(what, count=owed.cost[what], size_mm=5.0) for what in RESOURCES if owed.cost[what]
    ]
    if owed.points:
        costs.append(Label(_("or −{n} points").format(n=owed.points), tone="ink_soft"))
    tiles = ngettext("{n} tile", "{n} tiles", len(player.provisions)).format(n=len(player.provisions))
    kids: list[Widget | None] = [name, Label(tiles, size="small", tone="ink_soft"), Flow(costs, gap=0.8)]
    if g.depth == FULL and player.provisions:
        if owed.short:
            words = shortfall_words(owed.short)
            kids.append(
                Row([Icon("warning", tone="bad"), Label(words, tone="bad", grow=1)], gap=0.5, align="middle")
            )
        else:
            kids.append(
                Row(
                    [Icon("check", tone="good"), Label(_("Everything is there"), tone="good", grow=1)],
                    gap=0.5,
                )
            )
    border = "bad" if owed.short and g.depth == FULL else "line"
    return Card(Column(kids, gap=0.5), 1.0, border=border, key=f"provisions-{player.seat}")


class ForecastScreen(Screen):
    """Everybody's provisions."""

    name = "forecast"

    def __init__(self, table: Table) -> None:
        self.table = table

    def build(self, ui: Stage) -> Widget:
        g = self.table.state
        cards = [provisions_card(g, player) for player in g.players]
        columns = 1 if ui.metrics.portrait else 2
        return page(ui, _("Provisions"), ScrollArea(Grid(cards, columns=columns), key="forecast"))
