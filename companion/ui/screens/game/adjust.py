"""Numbers put right by hand, whatever the rules think.

What is tapped is gathered and entered at once, so that it stands in the history as what it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from companion.game import Game
from companion.rules.adjust import keys
from companion.rules.errors import RulesError
from companion.rules.keshi import RESOURCES
from companion.rules.state import CLAIM, State
from companion.ui.chrome import page
from companion.ui.i18n import N_, _, ngettext, retell
from companion.ui.keshis import colour_name
from companion.ui.layout import Column, Grid, Row
from companion.ui.screen import Screen
from companion.ui.screens.game.parts.player_tab import PlayerTab, player_strip
from companion.ui.screens.game.parts.things import sector_name, thing_name
from companion.ui.screens.game.parts.token import Token
from companion.ui.screens.game.readout import read_out
from companion.ui.screens.game.table import Table
from companion.ui.screens.game.words import capital
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, IconButton, Label, ScrollArea, Stepper

TOWER = -1
PAWNS = {
    "river": N_("Fisherman on the river"),
    "mosque": N_("Pawn on the mosque stairs"),
    "palace": N_("Pawn on the palace stairs"),
}


def now(g: State, seat: int, what: str) -> int:
    """The present number of something that can be adjusted."""
    kind, _, which = what.partition(" ")
    if seat == TOWER:
        return g.base[which] if kind == "base" else g.tower.inside[which]
    player = g.players[seat]
    if kind == "points":
        return player.score
    if kind in RESOURCES:
        return player.resources[kind]
    if kind == "goods":
        return player.goods[which]
    if kind == "keshis":
        return player.guards_on_watchtower if which == "medina" else player.keshis[which]
    if kind == "vendor":
        return int(which in player.vendors)
    return int({"river": player.river, "mosque": player.mosque, "palace": player.palace}[kind])


def name_of(what: str) -> tuple[str, str]:
    """The thing to picture and the words for something adjustable."""
    kind, _space, which = what.partition(" ")
    if kind == "goods":
        return which, capital(colour_name(which))
    if kind == "tower":
        return which, _("In the tower: {colour}").format(colour=colour_name(which))
    if kind == "base":
        return which, _("In the tray: {colour}").format(colour=colour_name(which))
    if kind == "keshis":
        return which, capital(sector_name(which))
    if kind == "vendor":
        return "red", _("Water vendor: {sector}").format(sector=sector_name(which))
    if what in PAWNS:
        return what, _(PAWNS[what])
    return kind, capital(thing_name(kind))


def shown(g: State, what: str) -> bool:
    """Scrolls are bought, not counted; and what can lie in the tray came out of the tower."""
    kind, _space, which = what.partition(" ")
    if kind == "base":
        return g.base[which] + g.tower.inside[which] > 0
    return kind != "scroll"


class AdjustScreen(Screen):
    """Every number of a player, or what is in tower and tray, with a minus and a plus."""

    name = "adjust"

    def __init__(self, table: Table, seat: int = 0) -> None:
        self.table = table
        self.seat = seat
        self.change: Counter[tuple[int, str]] = Counter()  # by seat, so that looking at another loses nothing

    def build(self, ui: Stage) -> Widget:
        g = read_out(self.table)
        rows = [self.row(g, what) for what in keys(g, self.seat) if shown(g, what)]
        grid = ScrollArea(
            Grid(rows, columns=1 if ui.metrics.portrait else 2, gap=0.5), key=f"adjust-{self.seat}"
        )
        changes = sum(1 for by in self.change.values() if by)
        words = ngettext("Enter {n} change", "Enter {n} changes", changes).format(n=changes)
        enter = Button(
            words if changes else _("Enter"),
            lambda: self.enter(ui),
            kind="main",
            grow=1,
            enabled=changes > 0,
            why=_("Change a number first."),
            key="done",
        )
        name = g.players[self.seat].name
        if self.seat == TOWER:
            name = _("Tower and tray") if g.phase == CLAIM else _("Tower")
        note = _("Put numbers right")
        if not ui.metrics.portrait:
            return page(ui, name, grid, note=note, tools=self.whose(), foot=[enter], pad=(1.0, 0.6))
        whole = page(ui, name, grid, note=note, foot=[enter], pad=(1.0, 0.6))
        whole.grow = 1
        return Column([whole, player_strip(self.whose())], gap=0)

    def whose(self) -> list[Widget]:
        """Whose numbers: the players, or the tower."""

        def choose(seat: int) -> Callable[[], None]:
            def tap() -> None:
                self.seat = seat

            return tap

        tabs: list[Widget] = [
            PlayerTab(
                player.name, player.colour, player.score, choose(player.seat), asked=player.seat == self.seat
            )
            for player in read_out(self.table).players
        ]
        kind = "chosen" if self.seat == TOWER else "band"
        return [*tabs, IconButton("tower", choose(TOWER), say=_("Tower"), kind=kind, key="of-tower")]

    def row(self, g: State, what: str) -> Widget:
        thing, words = name_of(what)
        key = (self.seat, what)
        start, by = now(g, self.seat, what), self.change[key]

        def put(to: int) -> None:
            self.change[key] = to - start

        least = -999 if what == "points" else 0
        most = 1 if what.startswith("vendor ") else 999 if what == "points" else 99
        step = Stepper(start + by, put, least=least, most=most, say=words)
        label = Label(words, size="small", face="bold" if by else "strong", grow=1)
        border = "brass" if by else "line"
        return Card(
            Row([Token(thing), label, step], gap=0.6, align="middle"),
            0.4,
            border=border,
            key=f"adjust-{what}",
        )

    def enter(self, ui: Stage) -> None:
        """Enter every changed number; the first refusal stops and is said."""
        for (seat, what), by in list(self.change.items()):
            if not by:
                continue
            try:
                self.table.rewrite(partial(_adjust, seat=seat, what=what, by=by))
            except RulesError as refusal:
                self.seat = seat  # whose number it is
                ui.toast(retell(str(refusal)), "not possible")
                return
            del self.change[seat, what]
        ui.toast(_("Entered. It stands in the history."))
        ui.back()


def _adjust(game: Game, *, seat: int, what: str, by: int) -> None:
    game.adjust(seat, what, by)
