"""Games of the past: the list, what one was like, and what the table's evenings add up to."""

from companion.ui.chrome import page
from companion.ui.i18n import _, figure, ngettext, say, together
from companion.ui.layout import Column, Grid, Row, Space
from companion.ui.ports import PastGame, Ports
from companion.ui.screen import Screen
from companion.ui.screens.sources import by_kind, source_name
from companion.ui.screens.statistics import Statistics, duration_words
from companion.ui.stage import Stage
from companion.ui.widget import Tap, Widget
from companion.ui.widgets import (
    BarChart,
    Button,
    Card,
    Dialog,
    Icon,
    Label,
    PlayerMark,
    ScrollArea,
    Sheet,
    Tabs,
    Title,
)


class PastGames(Screen):
    """Two tabs: the evenings, and the figures."""

    name = "past games"

    def __init__(self, ports: Ports, tab: str = "games") -> None:
        self.ports = ports
        self.tab = tab
        self.games: list[PastGame] = []

    def opened(self, ui: Stage) -> None:
        self.games = list(self.ports.shelf.games())

    def returned(self, ui: Stage) -> None:
        self.games = list(self.ports.shelf.games())

    def build(self, ui: Stage) -> Widget:
        tabs = Tabs(
            [("games", _("Games"), "list"), ("figures", _("Statistics"), "chart")], self.tab, self.open_tab
        )
        body = self.list_body(ui) if self.tab == "games" else self.figures_body(ui)
        return page(ui, _("Past games"), Column([tabs, body], gap=0.8), pad=(1.0, 0.0))

    def open_tab(self, tab: str) -> None:
        self.tab = tab

    def list_body(self, ui: Stage) -> Widget:
        if not self.games:
            return nothing_yet(_("No game has been played yet."))
        columns = 1 if ui.metrics.portrait else 2

        def opener(game: PastGame) -> Tap:
            return lambda: ui.push(PastGameScreen(self.ports, game))

        cards = [
            Button(
                game.title or winners_words(game),
                opener(game),
                icon="trophy" if game.finished else "play",
                note=game_line(game),
                align="left",
                trailing="next",
                key=game.id,
            )
            for game in self.games
        ]
        return ScrollArea(Column([Grid(cards, columns=columns, gap=0.8), Space(0.5)]), key="games")

    def figures_body(self, ui: Stage) -> Widget:
        figures = Statistics.of(self.games)
        if not figures.games:
            return nothing_yet(_("Statistics begin with the first finished game."))
        by_count = Sheet(
            (_("Players"), _("Games"), _("Average"), _("Winner"), _("Duration")),
            [
                (
                    ngettext("{n} player", "{n} players", row.players).format(n=row.players),
                    str(row.games),
                    f"{row.average:.0f}",
                    f"{row.winner_average:.0f}",
                    duration_words(row.minutes),
                )
                for row in figures.by_count
            ],
        )
        bests = Sheet(
            (_("Name"), _("Games"), _("Wins"), _("Average"), _("Best")),
            [
                (row.name, str(row.games), str(row.wins), f"{row.average:.0f}", str(row.best))
                for row in figures.by_player
            ],
        )
        sources = BarChart([(name, round(value, 1), "chosen") for name, value in figures.by_source])
        total = ngettext("{n} game", "{n} games", figures.games).format(n=figures.games)
        best = _("Best score: {score} by {name}").format(score=figures.best_score, name=figures.best_name)
        return ScrollArea(
            Column(
                [
                    Row(
                        [Icon("trophy", tone="accent_text", size="title"), Title(f"{total} · {best}", grow=1)]
                    ),
                    Card(by_count),
                    Card(bests),
                    Label(_("Where an average player's points come from"), face="strong")
                    if figures.by_source
                    else None,
                    Card(sources) if figures.by_source else None,
                    Space(0.5),
                ],
                gap=0.9,
            ),
            key="figures",
        )


class PastGameScreen(Screen):
    """One evening: who won, by how much, and where the points came from."""

    name = "past game"

    def __init__(self, ports: Ports, game: PastGame) -> None:
        self.ports = ports
        self.game = game

    def build(self, ui: Stage) -> Widget:
        game = self.game
        rows: list[Widget] = []
        for player in sorted(game.players, key=lambda each: -each.score):
            won = player.name in game.winners
            face = "bold" if won else "body"
            rows.append(
                Row(
                    [
                        PlayerMark(player.colour),
                        Label(player.name, size="answer", face=face, wraps=False, least=0.6, grow=1),
                        Icon("trophy", tone="brass", size="number") if won else Space(),
                        Label(figure(player.score), size="number", face="bold", align="right"),
                    ],
                    align="middle",
                )
            )
        shown = sorted(game.players, key=lambda each: -each.score)
        points = {player.name: by_kind(game, player.by_source) for player in shown}
        keys = list(dict.fromkeys(kind for kinds in points.values() for kind in kinds))
        table = Sheet(
            ("", *[player.name for player in shown]),
            [
                (source_name(game, key), *[figure(points[player.name].get(key, 0)) for player in shown])
                for key in keys
            ],
            players=[player.colour for player in shown],
            size="note",
        )
        what = [
            say(game.played_as) or (game.kind.title if game.kind is not None else ""),
            duration_words(game.minutes),
            game.when,
        ]
        about = Label(" · ".join(part for part in what if part), tone="ink_soft", size="note")
        places = Column([Card(Column(rows, gap=0.5)), about], gap=0.6, grow=2)
        sheet = Column([Card(table)], grow=3) if keys else None
        beside = not ui.metrics.portrait
        both = Row([places, sheet], align="top") if beside else Column([places, sheet, Space(grow=1)])
        body = ScrollArea(both, key="game")
        main = (
            Button(_("Go through it"), lambda: self.ports.look_at(game.id), icon="clock", grow=2)
            if game.finished
            else Button(_("Continue"), lambda: self.ports.resume(game.id), icon="play", kind="main", grow=2)
        )
        delete = Button(_("Delete"), lambda: self.ask_delete(ui), kind="danger", icon="cross", grow=1)
        # Who shares a win stands below with a cup; all their names would fill the header.
        title = _("Shared win") if len(game.winners) > 1 else winners_words(game)
        return page(ui, game.title or title, body, foot=[main, delete])

    def ask_delete(self, ui: Stage) -> None:
        def delete() -> None:
            self.ports.shelf.delete(self.game.id)
            ui.back()

        ui.ask(
            Dialog(
                _("Delete this game?"),
                _("It disappears from the list and from the statistics."),
                [(_("Delete"), "danger", delete), (_("Keep"), "plain", None)],
            )
        )


def nothing_yet(words: str) -> Widget:
    """An empty shelf, kindly."""
    return Column(
        [
            Space(grow=1),
            Row([Space(grow=1), Icon("camel", size=16.0, tone="line"), Space(grow=1)]),
            Label(words, tone="ink_soft", align="centre"),
            Space(grow=1),
        ],
        grow=1,
    )


def winners_words(game: PastGame) -> str:
    """What to call a game without a title."""
    if not game.finished:
        return _("Unfinished game")
    if len(game.winners) > 2:
        return _("Shared win")  # whose, the line below says
    if len(game.winners) > 1:
        return _("Shared by {names}").format(names=together(game.winners))
    return _("{name} won").format(name=game.winners[0]) if game.winners else _("Finished game")


def game_line(game: PastGame) -> str:
    """Scores, or who played so far."""
    if not game.finished:
        return ", ".join(player.name for player in game.players)
    scores = sorted(game.players, key=lambda each: -each.score)
    return ", ".join(f"{player.name} {figure(player.score)}" for player in scores)
