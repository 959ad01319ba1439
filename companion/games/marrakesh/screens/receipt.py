"""The season's receipt: the river, the provisions, and what everybody made of the season."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

from companion.games.marrakesh.rules.keshi import RESOURCES
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import FINAL, OVER, Event, Player, State
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.season_track import SeasonTrack
from companion.games.marrakesh.screens.parts.things import is_thing, picture_of
from companion.games.marrakesh.screens.parts.token import Token
from companion.games.marrakesh.screens.places.river import RiverDrawing
from companion.games.marrakesh.screens.points import group_name, group_of, signed
from companion.games.marrakesh.screens.readout import as_read_out
from companion.ui.chrome import page
from companion.ui.i18n import _
from companion.ui.layout import Column, Flow, Grid, Row, Sized, Space
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Icon, IconButton, Label, Line, ScrollArea
from companion.ui.widgets.count_up import CountUp
from companion.ui.widgets.player import PlayerMark

RIVER_MM = 9.0  # the height of the river below the cards
CHIP_MM = 4.4  # the symbol of a source
WIDE_COLUMNS = 2  # of cards with name and points in one line


def season_ended(before: int, g: State) -> bool:
    """Whether the season that was being played is over now."""
    return g.season > before or g.phase in (FINAL, OVER)


def season_events(g: State, season: int) -> list[Event]:
    """What the log holds of a season."""
    starts = [index for index, event in enumerate(g.log) if event.kind == "season"]
    begin = starts[season] if season < len(starts) else 0
    end = starts[season + 1] if season + 1 < len(starts) else len(g.log)
    return list(g.log[begin:end])


def before_the_end_of(table: GameOnScreen, season: int) -> State:
    """The game as it stood when the season's last question was asked."""
    game = table.game
    entries = range(len(game.journal.entries))
    after = bisect_left(entries, True, key=lambda n: season_ended(season, game.state_at(n)))
    return game.state_at(max(0, after - 1))


def scores_in_words(g: State) -> str:
    """Everybody's score as it is read aloud, the best first."""
    ranked = sorted(g.players, key=lambda player: -player.score)
    return ". ".join(_("{name}: {points}").format(name=p.name, points=spoken(p.score)) for p in ranked)


def spoken(points: int) -> str:
    """A number to be read aloud: French voices pass over a minus that is only a sign."""
    return str(points) if points >= 0 else _("minus {n}").format(n=-points)


class SeasonReceipt(Screen):
    """Shown once when a season has been scored.

    menu    opens the game's menu
    """

    name = "season-receipt"

    def __init__(self, table: GameOnScreen, season: int, menu: Callable[[Stage], None]) -> None:
        self.table = table
        self.season = season
        self.menu = menu
        self.at_the_end: State | None = None  # as it stood before the fishermen went home

    def build(self, ui: Stage) -> Widget:
        g = as_read_out(self.table.state, 0)
        events = season_events(g, self.season)
        won = next((event for event in events if event.kind == "river won"), None)
        river = ""
        if won is not None:
            river = _("{name} wins the river evaluation of this season (tile {tile}).").format(
                name=g.players[won.seat].name, tile=f"{won.data['tile']:02}"
            )
        upright = ui.metrics.portrait
        if self.at_the_end is None:
            self.at_the_end = before_the_end_of(self.table, self.season)
        columns = 1 if upright else len(g.players)
        cards = [self.card(player, events, narrow=columns > WIDE_COLUMNS) for player in g.players]
        kids: list[Widget | None] = [Grid(cards, columns=columns, gap=0.8)]
        if g.depth == FULL:
            kids.append(Card(Sized(RiverDrawing(self.at_the_end), 90.0, RIVER_MM, grow=1), 0.4, grow=1))
        last = self.season >= 2
        go_on = _("To the final scoring") if last else _("Season {n} begins").format(n=self.season + 2)
        title = _("End of season {n}").format(n=self.season + 1)
        foot = [Button(go_on, ui.back, kind="main", grow=1, key="done")]
        tools: list[Widget] = [
            *([] if upright else [SeasonTrack(self.season + 1)]),
            IconButton("undo", lambda: self.undo(ui), say=_("Undo"), kind="band"),
            IconButton("menu", lambda: self.menu(ui), say=_("Menu"), kind="band"),
        ]
        body = ScrollArea(Column(kids, gap=0.8), key="receipt")
        # There is no height to spare: the river's winner stands below the title, a fish on the card.
        return page(ui, title, body, tools=tools, foot=foot, no_back=True, note=river)

    def opened(self, ui: Stage) -> None:
        ui.read_aloud(scores_in_words(self.table.state))

    def undo(self, ui: Stage) -> None:
        """Take back the last answer. If it ended the season, there is no receipt for it then."""
        if self.table.session.can_undo:
            self.table.session.undo()
            ui.toast(_("Taken back. The menu can redo it."))
        self.returned(ui)

    def returned(self, ui: Stage) -> None:
        """What was taken back or put right may have undone the season's end."""
        if not season_ended(self.season, self.table.state):
            ui.back()

    def card(self, player: Player, events: list[Event], *, narrow: bool) -> Widget:
        """One player's season; a `narrow` card has the name above the points, so that four fit in a row."""
        made: Counter[str] = Counter()
        for line in player.ledger:
            if line.season == self.season:
                made[picture_of(line.source) or group_of(line.source)] += line.points
        mark = PlayerMark(player.colour, size_mm=5.0)
        name = Label(player.name, face="bold", wraps=False, grow=0 if narrow else 1)
        won = any(event.kind == "river won" and event.seat == player.seat for event in events)
        points: list[Widget | None] = [
            Icon("fish", size=4.6, tone="brass") if won else None,
            Label(f"{made.total():+d}".replace("-", "−"), tone="ink_soft", wraps=False),
            CountUp(player.score, player.score - made.total(), f"season points {player.seat}"),
        ]
        head: list[Widget] = [Row([mark, name, *points], gap=0.4, align="middle")]
        if narrow:
            head = [name, Row([mark, Space(grow=1), *points], gap=0.4, align="middle")]
        told = (
            self.placeholders(player, events, narrow=narrow),
            self.provisions(player, events, narrow=narrow),
        )
        kids: list[Widget | None] = [*head, Line(), *told]
        made.pop("provisions", None)  # it stands beside what was due
        if made:
            kids.append(Flow([source_chip(group, n) for group, n in made.most_common() if n], gap=0.5))
        return Card(
            Column([*kids, Space(grow=1)], gap=0.3), 0.7 if narrow else 1.0, key=f"receipt-{player.seat}"
        )

    def placeholders(self, player: Player, events: list[Event], *, narrow: bool) -> Widget | None:
        """Essential: who takes cardboard among their next twelve, for want of wood; nobody could guess it."""
        colours = [e.data["colour"] for e in events if (e.kind, e.seat) == ("placeholder", player.seat)]
        if not colours:
            return None
        tokens = [Token(colour, size_mm=4.0) for colour in colours]
        label = Label(_("Placeholder instead of wood"), size="note", face="strong", grow=0 if narrow else 1)
        return self.told(Icon("warning", tone="brass"), label, tokens, narrow=narrow)

    def provisions(self, player: Player, events: list[Event], *, narrow: bool) -> Widget | None:
        """Paid, or missed with what it cost."""
        for event in events:
            if event.seat == player.seat and event.kind in ("provisions paid", "provisions missed"):
                paid = event.kind == "provisions paid"
                side = 3.2 if narrow else 4.0
                cost = [
                    Token(what, count=event.data["cost"][what], size_mm=side)
                    for what in RESOURCES
                    if event.data["cost"].get(what)
                ]
                if not paid:
                    cost.append(Token("points", count=-event.data["points"], size_mm=side))
                words = _("Provisions paid") if paid else _("Provisions missed: all resources gone")
                tone = "good" if paid else "bad"
                # A narrow card has room for a word; mark and symbols say the rest.
                shown = _("Provisions") if narrow else words
                label = Label(shown, size="note", tone=tone, grow=0 if narrow else 1)
                label.say = words
                return self.told(Icon("check" if paid else "warning", tone=tone), label, cost, narrow=narrow)
        return None

    def told(self, icon: Icon, label: Label, tokens: list[Token], *, narrow: bool) -> Widget:
        """What happened to a player, with the pieces that are meant; on a `narrow` card above the words."""
        if narrow:
            label.grow = 1
            return Column([Flow(tokens, gap=0.3), Row([icon, label], gap=0.3, align="middle")], gap=0.1)
        return Row([icon, label, Flow(tokens, gap=0.4)], gap=0.4, align="middle")


def source_chip(source: str, n: int) -> Widget:
    """What a source brought: its symbol and the points; its name where it has no symbol."""
    if is_thing(source):
        return Token(source, count=n, size_mm=CHIP_MM)
    return Row([Label(group_name(source), size="note"), Label(signed(n), size="note", face="bold")], gap=0.4)
