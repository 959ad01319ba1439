"""Selecting three keshis behind the screen: what each player has left, and who has confirmed.

What was selected stays hidden until all have: players enter it one after the other, and only what the player
at the screen taps is shown.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.scene import Scene, View
from companion.games.marrakesh.screens.views.prompt import heading, picked_note, several_foot
from companion.games.marrakesh.screens.words import role_name, thing_name
from companion.ui.i18n import _
from companion.ui.layout import Column, Grid, Row, Space
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Icon, Label, ScrollArea
from companion.ui.widgets.player import PlayerMark
from companion.words import capital

ROOMY_MM = 30.0  # a cell this wide has room for what a keshi is, beside its colour


def select(scene: Scene) -> View:
    """Three of the colours that are left."""
    if scene.half.covered:
        return hand_over(scene)
    decision, picks = scene.decision, scene.half.picks

    def toggle(colour: str) -> Callable[[], None]:
        def tap() -> None:
            if colour in picks:
                picks.remove(colour)
            elif len(picks) < decision.max_picks:
                picks.append(colour)

        return tap

    columns = 2 if scene.ui.metrics.narrow else 3 if scene.portrait or scene.ui.metrics.room_beside else 4
    metrics = scene.ui.metrics
    roomy = scene.wide_px // columns > metrics.unit(ROOMY_MM)
    full = len(picks) >= decision.max_picks
    cardboard = scene.g.players[decision.player].placeholders

    def note(colour: str) -> str:
        if colour in cardboard:
            return _("placeholder")
        return role_name(colour) if roomy else ""

    def why_not(colour: str) -> str:
        if colour in decision.options:
            return _("That is all you may pick; take one back first.")
        if colour in cardboard:
            return _("A cardboard placeholder cannot be selected.")
        return _("This keshi is no longer behind the screen.")

    chips = [
        OptionButton(
            capital(thing_name(colour)),
            toggle(colour),
            things=(colour,),
            note=note(colour),
            chosen=colour in picks,
            enabled=colour in decision.options and (not full or colour in picks),
            why=why_not(colour),
            key=f"option-{colour}",
        )
        for colour in COLOURS
    ]
    grid: Widget = Grid(chips, columns=columns, stretch=True, gap=0.6, grow=1)
    if metrics.narrow:
        grid = ScrollArea(grid, key="select")
    head = Row(
        [
            Column([heading(scene, picked_note(decision, len(picks)), held=False)], grow=1),
            who_is_ready(scene, names=roomy and not scene.portrait),
        ]
    )
    return View(Column([head, grid], grow=1, gap=0.6), several_foot(scene))


def hand_over(scene: Scene) -> View:
    """Between two secrets: what the next player has left is not for the one who holds the screen."""
    player = scene.g.players[scene.decision.player]
    words = _("Hand the screen to {name}").format(name=player.name)
    kids: list[Widget] = [
        Space(grow=1),
        Row([Space(grow=1), PlayerMark(player.colour, size_mm=12.0), Space(grow=1)]),
        Label(words, size="title", face="title", align="centre"),
        Row([Space(grow=1), who_is_ready(scene, names=False), Space(grow=1)]),
        Space(grow=1),
    ]
    mine = Button(
        _("I am {name}").format(name=player.name),
        scene.half.uncover,
        kind="main",
        size="answer",
        grow=1,
        key="uncover",
    )
    return View(Column(kids, grow=1, gap=1.0), [mine])


def who_is_ready(scene: Scene, *, names: bool) -> Widget:
    """Each player with a tick once they have confirmed, a question mark before."""
    asked = scene.decision.player
    marks: list[Widget] = []
    for player in scene.g.turn_order():
        ready = len(player.selected) >= scene.decision.min_picks and player.seat != asked
        icon = "check" if ready else "dots" if player.seat == asked else "lock"
        tone = "good" if ready else "ink_soft"
        marks.append(
            Column(
                [
                    PlayerMark(player.colour, size_mm=5.0),
                    Icon(icon, size="note", tone=tone),
                    Label(player.name, size="mark", align="centre", wraps=False) if names else None,
                ],
                gap=0.1,
                align="centre",
            )
        )
    return Row(marks, gap=0.8, align="middle")
