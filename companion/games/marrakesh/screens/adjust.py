"""Numbers and tiles put right by hand, whatever the rules think.

What is tapped is gathered and entered at once, so that it stands in the history as what it was.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.adjust import keys, span, things
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import CLAIM, State
from companion.games.marrakesh.rules.texts import adjustable
from companion.games.marrakesh.rules.texts.adjusting import OF_THE_TABLE
from companion.games.marrakesh.screens import adjust_tiles
from companion.games.marrakesh.screens.adjust_tiles import Tiles
from companion.games.marrakesh.screens.corrections import Corrections
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.player_tab import PlayerTab, player_strip
from companion.games.marrakesh.screens.parts.token import Token
from companion.games.marrakesh.screens.readout import read_out
from companion.games.marrakesh.screens.words import refusal as refusal_words
from companion.games.marrakesh.screens.words import sector_name, thing_name
from companion.play.errors import RulesError
from companion.ui.chrome import page
from companion.ui.i18n import N_, _, ngettext, say
from companion.ui.layout import Column, Grid, Row
from companion.ui.piece_colours import colour_name
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, IconButton, Label, ScrollArea, Stepper, Tabs
from companion.words import capital

TOWER = -1
NUMBERS, FACE_UP = "numbers", "face-up"
TILES: dict[str, Callable[[Tiles], Widget]] = {
    "scrolls": adjust_tiles.scrolls,
    "luxury": adjust_tiles.luxury,
    "gates": adjust_tiles.gates,
    "oases": adjust_tiles.oases,
    FACE_UP: adjust_tiles.lying_face_up,
}
TAB_OF = {
    "scroll": "scrolls",
    "luxury": "luxury",
    "gate": "gates",
    **dict.fromkeys(("oasis", "storage", "town"), "oases"),
    **dict.fromkeys(("up", "workshop", "office"), FACE_UP),
}
ON_PLACES = {"caravans": "brown", "square": "pink"}
"""Keshis with places of their own, and their colour."""
PICTURED = {**ON_PLACES, "disc": "square"}
PAWNS = {
    "river": N_("Fisherman on the river"),
    "mosque": N_("Pawn, mosque stairs"),
    "palace": N_("Pawn, palace stairs"),
}


def name_of(g: State, what: str) -> tuple[str, str]:
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
        return "red", _("Vendor: {sector}").format(sector=sector_name(which))
    if what in PAWNS:
        return what, _(PAWNS[what])
    if kind == "disc" or kind in things.KINDS or kind in OF_THE_TABLE:
        return PICTURED.get(kind, ""), capital(say(adjustable(g, what)))
    return kind, capital(thing_name(kind))


def shown(g: State, what: str) -> bool:
    """Tiles are not counted but named; and what can lie in the tray came out of the tower."""
    kind, _space, which = what.partition(" ")
    if kind == "base":
        return g.base[which] + g.tower.inside[which] > 0
    if kind in ON_PLACES:
        return g.depth == FULL
    return kind not in things.KINDS and kind not in ("up", "workshop", "office")


class AdjustScreen(Screen):
    """Every number of a player with a minus and a plus, and the tiles; or those of tower and table."""

    name = "adjust"

    def __init__(self, table: GameOnScreen, seat: int = 0, tab: str = NUMBERS) -> None:
        self.table = table
        self.seat = seat
        self.tab = tab
        self.change = Corrections()

    def build(self, ui: Stage) -> Widget:
        g = read_out(self.table)
        tabs = self.tabs(ui, g)
        area = ScrollArea(self.inner(ui, g), key=f"adjust-{self.tab}-{self.seat}")
        body = area if tabs is None else Column([tabs, area], gap=0.6, grow=1)
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
        note = _("Correct numbers") if self.tab == NUMBERS else _("Correct tiles")
        if not ui.metrics.portrait:
            return page(ui, name, body, note=note, tools=self.whose(), foot=[enter], pad=(1.0, 0.6))
        whole = page(ui, name, body, note=note, foot=[enter], pad=(1.0, 0.6))
        whole.grow = 1
        return Column([whole, player_strip(self.whose())], gap=0)

    def headings(self, g: State) -> list[tuple[str, str, str]]:
        """What can be put right, as tabs; numbers alone where no boards are followed."""
        if g.depth != FULL or (self.seat != TOWER and not things.followed(g, g.players[self.seat])):
            return [(NUMBERS, _("Numbers"), "")]
        if self.seat == TOWER:
            return [(NUMBERS, _("Tower"), "tower"), (FACE_UP, _("Face up"), "eye")]
        return [
            (NUMBERS, _("Numbers"), ""),
            ("scrolls", _("Scrolls"), ""),
            ("luxury", _("Luxury goods"), ""),
            ("gates", _("Gates"), ""),
            ("oases", _("Oases"), ""),
        ]

    def tabs(self, ui: Stage, g: State) -> Widget | None:
        headings = self.headings(g)
        if self.tab not in (value for value, _words, _icon in headings):
            self.tab = NUMBERS

        def show(tab: str) -> None:
            self.tab = tab

        return Tabs(headings, self.tab, show) if len(headings) > 1 else None

    def inner(self, ui: Stage, g: State) -> Widget:
        if self.tab != NUMBERS:
            tiles = TILES[self.tab](Tiles(ui, self.table, self.seat, self.change))
            hint = _("What a tile brought when it was taken is corrected under “Numbers”.")
            # On a small panel the board has the room: nothing scrolls where all its places fit.
            fits = ui.metrics.portrait or ui.metrics.roomy or self.tab != "gates"
            told = Label(hint, size="note", tone="ink_soft") if self.seat != TOWER and fits else None
            return Column([told, tiles], gap=0.6)
        rows = [self.row(g, what) for what in keys(g, self.seat) if shown(g, what)]
        return Grid(rows, columns=1 if ui.metrics.portrait else 2, gap=0.5)

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
        thing, words = name_of(g, what)
        key = (self.seat, what)
        (start, limit), by = span(g, self.seat, what), self.change[key]

        def put(to: int) -> None:
            self.change[key] = to - start

        least = -999 if what == "points" else 0
        most = limit if what == "points" or what.startswith(("vendor ", *PICTURED)) else 99
        step = Stepper(start + by, put, least=least, most=most, say=words)
        label = Label(words, size="note", face="bold" if by else "strong", grow=1)
        border = "brass" if by else "line"
        return Card(
            Row([Token(thing), label, step], gap=0.6, align="middle"),
            0.4,
            border=border,
            key=f"adjust-{what}",
        )

    def enter(self, ui: Stage) -> None:
        """Enter every change; the first refusal stops and is said."""
        for (seat, what), by in self.change.in_order():
            try:
                self.table.session.rewrite(partial(_adjust, seat=seat, what=what, by=by))
            except RulesError as refusal:
                self.seat, self.tab = seat, _tab_of(what)  # whose it is
                ui.toast(refusal_words(refusal, self.table.state), "not possible")
                return
            del self.change[seat, what]
        ui.toast(_("Entered. It stands in the history."))
        ui.back()


def _tab_of(what: str) -> str:
    """The tab on which something stands."""
    return TAB_OF.get(what.partition(" ")[0], NUMBERS)


def _adjust(game: Game, *, seat: int, what: str, by: int) -> None:
    game.adjust(seat, what, by)
