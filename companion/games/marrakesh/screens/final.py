"""The end: the final scoring step by step, the winner, and where the points came from."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.marrakesh.rules.final import ranking
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.podium import Podium
from companion.games.marrakesh.screens.parts.score_board import ScoreBoard, ScoreRow
from companion.games.marrakesh.screens.points import rounds_chart, sources_chart
from companion.games.marrakesh.screens.readout import as_read_out, pictures_of_steps, steps_of
from companion.games.marrakesh.screens.receipt import scores_in_words
from companion.games.marrakesh.screens.scene import View
from companion.ui.i18n import N_, _, say, together
from companion.ui.layout import Column, Row
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Icon, Label, ScrollArea
from companion.words import Text

PAGES = (N_("Winner"), N_("Over the rounds"), N_("By source"))


def final_scores(ui: Stage, table: GameOnScreen, leave: Callable[[], None]) -> View:
    """Step after step, then the winner."""
    steps = steps_of(table.state)
    if table.final_step < len(steps):
        return scoring_step(ui, table, steps)
    return the_end(ui, table, leave)


def scoring_step(ui: Stage, table: GameOnScreen, steps: list[tuple[Text, list[int]]]) -> View:
    """The board as far as it has been read out."""
    g = table.state
    shown = table.final_step + 1
    before = [player.score for player in as_read_out(g, 0).players]
    told = [before, *(points for _name, points in steps[:shown])]
    rows = [
        ScoreRow(player.name, player.colour, numbers, sum(numbers[:-1]))
        for player, numbers in zip(g.players, zip(*told, strict=True), strict=True)
    ]
    board = ScoreBoard(["points", *pictures_of_steps(g)], rows)

    def go_on() -> None:
        table.final_step += 1
        if last:
            ui.read_aloud(f"{who_wins(g)} {scores_in_words(g)}")

    last = shown == len(steps)
    words = _("And the winner is…") if last else _(steps[shown][0])
    title = Row(
        [
            Icon("trophy", size=7.0, tone="brass"),
            Label(_("Final scoring"), size="title", face="title"),
            Label(say(steps[table.final_step][0]), size="heading", tone="ink_soft", align="right", grow=1),
        ],
        align="middle",
    )
    body = Column([title, board], gap=0.6, grow=1)
    return View(body, [Button(words, go_on, kind="main", trailing="next", size="answer", grow=1, key="done")])


def the_end(ui: Stage, table: GameOnScreen, leave: Callable[[], None]) -> View:
    """Who won, how it went, what from."""
    g = table.state
    pages = len(PAGES)
    at = (table.final_step - len(steps_of(g))) % pages
    body: Widget
    if at == 0:
        body = winner(ui, g)
    elif at == 1:
        body = Card(rounds_chart(g), 1.0, grow=1)
    else:
        body = ScrollArea(sources_chart(g.players), key="by-source")

    def turn() -> None:
        table.final_step += 1

    following = _(PAGES[(at + 1) % pages])
    foot = [
        Button(_("Home"), leave, icon="house", key="home"),
        Button(following, turn, kind="main", trailing="next", grow=1, key="done"),
    ]
    return View(body, foot)


def who_wins(g: State) -> str:
    """The sentence everybody waits for."""
    first = ranking(g.players)[0]
    words = _("{names} wins!") if len(first) == 1 else _("{names} share the win!")
    return words.format(names=together([player.name for player in first]))


def winner(ui: Stage, g: State) -> Widget:
    """The places on a podium."""
    places = ranking(g.players)
    alone = len(places[0]) == 1
    # Four names in huge letters would push the foot off the display.
    title = Label(who_wins(g), size="score" if alone else "title", face="title", align="centre")
    return Column(
        [
            title,
            what_decided(places),
            Podium([(p.name, p.colour, p.score, place) for place, row in enumerate(places) for p in row]),
        ],
        grow=1,
    )


def what_decided(places: list[list[Player]]) -> Widget | None:
    """Why one of two with as many points has won."""
    if len(places[0]) > 1 or places[0][0].score != places[1][0].score:
        return None
    by_palace = places[0][0].palace != places[1][0].palace
    words = (
        _("Level on points: the palace staircase decides.")
        if by_palace
        else _("Level on points and in the palace: the mosque staircase decides.")
    )
    return Label(words, tone="ink_soft", align="centre")
