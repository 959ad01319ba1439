"""Using the assistants: the sectors where one waits, each with what it would do now."""

from __future__ import annotations

from companion.games.marrakesh.rules.lookahead import provisions
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.rules.texts import provisions_now
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.scene import Scene, View
from companion.games.marrakesh.screens.views.prompt import heading
from companion.games.marrakesh.screens.words import option, option_detail, sector_name
from companion.play.decision import PASS
from companion.ui.i18n import say
from companion.ui.layout import Column, Grid, Row
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Icon, Label, ScrollArea
from words import capital


def assistant(scene: Scene) -> View:
    """Which assistant next: up to three sectors, large."""
    decision, g = scene.decision, scene.g
    player = g.players[decision.player]
    cards: list[Widget] = [
        OptionButton(
            capital(sector_name(sector)),
            scene.answering(sector),
            things=(sector,),
            note=option_detail(decision, sector, g),
            size="large",
            key=f"option-{sector}",
        )
        for sector in decision.options
        if sector != PASS
    ]
    grid = Grid(cards, columns=1 if scene.portrait or len(cards) < 3 else 3, stretch=True, gap=0.8)
    foot: list[Widget] = []
    if decision.may_pass:
        foot = [Button(option(decision, PASS, g), scene.answering(PASS), grow=1, key="pass")]
    kids = [heading(scene), provisions_warning(g, player), ScrollArea(grid, key="assistants")]
    return View(Column(kids, grow=1, gap=0.6), foot)


def provisions_warning(g: State, player: Player) -> Widget | None:
    """What is still short for the end of the season, while something can be done about it."""
    owed = provisions(g, player)
    if owed.paid or owed.unknown:
        return None
    words = Label(capital(say(provisions_now(owed))), size="small", tone="bad", grow=1)
    return Row([Icon("warning", size="small", tone="bad"), words], gap=0.5, align="middle")
