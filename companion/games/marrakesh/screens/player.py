"""A player's board and tiles, at any time and with one tap: board, tiles, provisions, points."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.scrolls import SCROLLS
from companion.games.marrakesh.rules.catalogue.towns import TOWNS
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.rules.texts.tiles import scroll_text
from companion.games.marrakesh.rules.texts.words import short
from companion.games.marrakesh.screens.adjust import AdjustScreen
from companion.games.marrakesh.screens.forecast import provisions_card
from companion.games.marrakesh.screens.landscape import landscape
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.player_tab import PlayerTab, player_strip
from companion.games.marrakesh.screens.parts.purse import purse
from companion.games.marrakesh.screens.parts.token import Token
from companion.games.marrakesh.screens.places.board import BoardDrawing
from companion.games.marrakesh.screens.points import player_bars, rounds_chart
from companion.games.marrakesh.screens.readout import read_out
from companion.games.marrakesh.screens.words import sector_name, thing_name
from companion.ui.chrome import page
from companion.ui.i18n import _, say
from companion.ui.layout import Column, Flow, Grid, Middle, Row
from companion.ui.piece_colours import colour_name
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Label, ScrollArea, Tabs
from companion.ui.widgets.count_up import written
from companion.words import capital

ALONE_MM = 9.0  # symbols on a page of their own


class PlayerScreen(Screen):
    """One player; the others are one tap away too."""

    name = "player"

    def __init__(self, table: GameOnScreen, seat: int, tab: str = "board") -> None:
        self.table = table
        self.seat = seat
        self.tab = tab

    def build(self, ui: Stage) -> Widget:
        g = read_out(self.table)
        player = g.players[self.seat]

        def show(tab: str) -> None:
            self.tab = tab

        def switch(seat: int) -> Callable[[], None]:
            def tap() -> None:
                self.seat = seat

            return tap

        others = [
            PlayerTab(
                other.name, other.colour, other.score, switch(other.seat), asked=other.seat == self.seat
            )
            for other in g.players
        ]
        headings = [
            ("board", _("Board"), "people"),
            ("tiles", _("Tiles"), "scroll"),
            ("places", _("Places"), "fish"),
            ("provisions", _("Provisions"), "date"),
            ("points", _("Points"), "chart"),
        ]
        if ui.metrics.portrait:
            headings = [(value, words, "") for value, words, _icon in headings]
        tabs = Tabs(headings, self.tab, show)
        body = Column([tabs, self.inner(ui, g, player)], gap=0.6, grow=1)
        if not ui.metrics.portrait:
            return page(ui, player.name, body, tools=others, pad=(1.0, 0.4))
        whole = page(ui, player.name, body, pad=(1.0, 0.4))
        whole.grow = 1
        return Column([whole, player_strip(others)], gap=0)

    def inner(self, ui: Stage, g: State, player: Player) -> Widget:
        if self.tab == "tiles":
            return ScrollArea(self.tiles(ui, player), key=f"tiles-{player.seat}")
        if self.tab == "places":
            return landscape(ui, g)
        if self.tab == "provisions":
            card = provisions_card(g, player, size_mm=ALONE_MM)
            return ScrollArea(Middle(card, across=False), key=f"due-{player.seat}")
        if self.tab == "points":
            return ScrollArea(player_bars(player), key=f"points-{player.seat}")
        if g.depth != FULL:
            return self.light_board(g, player)
        holds = [purse(player, size_mm=6.0, wraps=True), self.behind_screen(player)]
        held = Column(holds, gap=0.2) if ui.metrics.portrait else Row(holds, align="middle")
        return Column([held, BoardDrawing(g, player)], gap=0.5, grow=1)

    def behind_screen(self, player: Player) -> Widget:
        words = _("Behind the screen: {n}").format(n=len(player.screen))
        return Label(words, size="note", tone="ink_soft", align="right", grow=1)

    def light_board(self, g: State, player: Player) -> Widget:
        """Light depth follows no boards: the score, what is due at the end of the season, and how it went."""
        score = Label(written(player.score), size="podium", face="title", align="centre")
        due = provisions_card(g, player)
        due.grow = 1
        chart = Card(rounds_chart(g), 0.6, grow=1)
        note = Label(_("Boards are not followed in light depth."), size="note", tone="ink_soft")
        return Column([Row([score, due], gap=1.5, align="middle"), chart, note], gap=0.6, grow=1)

    def tiles(self, ui: Stage, player: Player) -> Widget:
        """Everything that lies beside or on the board."""
        cards: list[Widget] = [
            *(
                tile(
                    f"scroll:{SCROLLS[n].kind}",
                    _("Scroll {n}").format(n=n),
                    say(scroll_text(self.table.state, n)),
                )
                for n in sorted(player.scrolls)
            ),
            *(
                tile("oasis", _("Oasis {n}").format(n=n), say(OASES[n].text), _("claimed"))
                for n in player.claimed
            ),
            *(
                tile("oasis", _("Oasis {n}").format(n=n), say(OASES[n].text), _("discovered"))
                for n in player.discovered.values()
            ),
            *(
                tile(
                    "town",
                    _("Desert town {n}").format(n=n),
                    say(TOWNS[n].text),
                    _("claimed") if n in player.claimed_towns else _("reached"),
                )
                for n in player.towns.values()
            ),
            *(
                tile(good.kind, _("Luxury good"), capital(thing_name(good.kind)), say(short(good.gain)))
                for good in player.luxury
            ),
            *(
                tile(
                    f"gate:{c}",
                    _("City gate"),
                    _("{colour}, at: {sector}").format(colour=colour_name(c), sector=sector_name(s)),
                )
                for s, c in player.gates
            ),
        ]
        waiting = [what for what in player.storage if what]
        if waiting:
            tokens = Flow([Token(what, size_mm=6.0) for what in waiting], gap=0.6)
            cards.insert(0, Card(Column([Label(_("Oasis storage"), face="strong"), tokens], gap=0.3), 0.8))
        if self.table.state.depth == FULL:
            seat = self.seat

            def put_right() -> None:
                ui.push(AdjustScreen(self.table, seat, "scrolls"))

            cards.append(Button(_("Correct tiles…"), put_right, icon="pencil", key="put-right"))
        if not cards or cards[0].key == "put-right":
            return Column([Label(_("No tiles yet."), tone="ink_soft"), *cards])
        return Grid(cards, columns=1 if ui.metrics.portrait else 2, gap=0.6)


def tile(thing: str, title: str, words: str, note: str = "") -> Widget:
    """A tile as a card: its picture, its name, what it does, and how it lies."""
    picture = Token(thing, size_mm=8.0)
    picture.say = title
    head = Row(
        [Label(title, face="bold", grow=1), Label(note, size="note", tone="ink_soft") if note else None]
    )
    told = Column([head, Label(words, size="note")], gap=0.2, grow=1)
    return Card(Row([picture, told], gap=0.6, align="middle"), 0.6)
