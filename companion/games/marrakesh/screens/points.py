"""Points: over the rounds as lines, by source as bars, and the ledger behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.marrakesh.rules.state import ROUNDS, SEASONS, START_SCORE, Player, State
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.source_chart import SourceChart
from companion.games.marrakesh.screens.readout import read_out
from companion.games.marrakesh.screens.words import source_name
from companion.ui.chrome import page
from companion.ui.i18n import N_, _
from companion.ui.layout import Column
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import BarChart, Label, LineChart, ScrollArea, Series, Tabs

GROUPS = {
    "scroll": N_("Scrolls"),
    "oasis": N_("Oases"),
    "town": N_("Desert towns"),
    "river tile": N_("River tiles"),
    "complete": N_("Complete sectors"),
    "left over": N_("Left over"),
}


def group_of(source: str) -> str:
    """Sources that are many of a kind are shown as one: all scrolls, all oases."""
    kind, _, number = source.rpartition(" ")
    if number.isdigit() and kind in GROUPS:
        return kind
    return "complete" if kind == "complete" else source


def group_name(group: str) -> str:
    return _(GROUPS[group]) if group in GROUPS else source_name(group)


def by_source(players: Sequence[Player]) -> list[tuple[str, list[int]]]:
    """Points of each player from each group of sources, the biggest first."""
    sums = [Counter[str]() for _ in players]
    for tally, player in zip(sums, players, strict=True):
        for line in player.ledger:
            tally[group_of(line.source)] += line.points
    every = {group for tally in sums for group in tally}
    groups = sorted(every, key=lambda group: (-sum(abs(tally[group]) for tally in sums), group))
    return [(group, [tally[group] for tally in sums]) for group in groups]


def over_rounds(g: State, player: Player) -> tuple[float, ...]:
    """The score at the end of every round begun so far, from the ten points at the start."""
    reached = min(SEASONS * ROUNDS, g.season * ROUNDS + g.round + 1)
    steps = [0] * (reached + 1)
    for line in player.ledger:
        steps[min(line.season * ROUNDS + line.round + 1, reached)] += line.points
    score, scores = START_SCORE, []
    for step in steps:
        score += step
        scores.append(float(score))
    return tuple(scores)


def rounds_chart(g: State, *, high_mm: float = 40.0) -> Widget:
    """Everybody's score from round to round."""
    series = [Series(player.name, player.colour, over_rounds(g, player)) for player in g.players]
    reached = max(len(each.values) for each in series)
    marks = [str(n) if n % 4 == 0 else "" for n in range(reached)]
    return LineChart(series, marks, high_mm=high_mm, grow=1)


def sources_chart(players: Sequence[Player]) -> Widget:
    """Points by source, one column a player, with what they add up to."""
    rows: list[tuple[str, Sequence[int]]] = [(_("At the start"), [START_SCORE] * len(players))]
    rows += [(group_name(group), points) for group, points in by_source(players)]
    rows.append((_("Total"), [player.score for player in players]))
    return SourceChart([(player.name, player.colour) for player in players], rows)


def player_bars(player: Player) -> Widget:
    """One player's points by source."""
    bars = [(group_name(group), float(points[0]), player.colour) for group, points in by_source([player])]
    return BarChart(bars) if bars else Label(_("No points yet."), tone="ink_soft")


def whole(n: int) -> str:
    """A number with a true minus."""
    return f"−{-n}" if n < 0 else str(n)


def signed(n: int) -> str:
    """A number of a sheet, a dot for nothing."""
    return whole(n) if n else "·"


class PointsScreen(Screen):
    """How it stands, and why."""

    name = "points"

    def __init__(self, table: GameOnScreen) -> None:
        self.table = table
        self.tab = "rounds"

    def build(self, ui: Stage) -> Widget:
        g = read_out(self.table)

        def show(tab: str) -> None:
            self.tab = tab

        tabs = Tabs(
            [("rounds", _("Over the rounds"), "chart"), ("sources", _("By source"), "list")], self.tab, show
        )
        inner: Widget = rounds_chart(g)
        if self.tab == "sources":
            inner = ScrollArea(sources_chart(g.players), key="sources")
        inner.grow = 1
        return page(ui, _("Points"), Column([tabs, inner], grow=1), pad=(1.0, 0.5))
