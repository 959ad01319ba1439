"""Using the assistants: the sectors where one waits, and in each what it can do now, one tap for both."""

from __future__ import annotations

from companion.games.marrakesh.rules import assistants
from companion.games.marrakesh.rules.keshi import SOUK
from companion.games.marrakesh.rules.lookahead import provisions
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.rules.texts import provisions_now
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.parts.token import Token
from companion.games.marrakesh.screens.scene import Scene, View
from companion.games.marrakesh.screens.views.prompt import heading, pictured, things_of
from companion.games.marrakesh.screens.words import option, option_detail, sector_name, thing_name
from companion.play.decision import PASS, Decision
from companion.ui.i18n import say
from companion.ui.layout import Column, Grid, Row
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Icon, Label, ScrollArea
from words import capital

USE = "use assistant"


def assistant(scene: Scene) -> View:
    """Which assistant next, and what for."""
    decision, g = scene.decision, scene.g
    player = g.players[decision.player]
    sectors = [sector for sector in decision.options if sector != PASS]
    cards = [sector_card(scene, player, sector) for sector in sectors]
    grid = Grid(cards, columns=1 if scene.portrait else len(cards), stretch=True, gap=0.8)
    foot: list[Widget] = []
    if decision.may_pass:
        foot = [Button(option(decision, PASS, g), scene.answering(PASS), grow=1, key="pass")]
    kids = [heading(scene), provisions_warning(g, player), ScrollArea(grid, key="assistants")]
    return View(Column(kids, grow=1, gap=0.6), foot)


def sector_card(scene: Scene, player: Player, sector: str) -> Widget:
    """One sector: how full it is, and a button for each thing the assistant there can do."""
    ways = assistants.ways(scene.g, player, sector) if scene.plan is not None else ()
    whole = OptionButton(
        capital(sector_name(sector)),
        scene.answering(sector),
        things=(sector,),
        note=option_detail(scene.decision, sector, scene.g),
        size="large",
        chosen=scene.stands(sector),
        key=f"option-{sector}",
    )
    if not ways:
        return whole
    filled = option_detail(scene.decision, sector, scene.g).partition("\n")[0]
    head = Row(
        [
            Token(sector, size_mm=6.4),
            Column(
                [
                    Label(capital(sector_name(sector)), size="large", face="strong"),
                    Label(filled, size="small", tone="ink_soft"),
                ],
                gap=0.0,
                grow=1,
            ),
        ],
        gap=0.6,
        align="middle",
    )
    use = Decision(USE, player.seat, ways, about={"sector": sector})
    buttons: list[Widget] = [way(scene, use, key) for key in ways if not key.startswith("keshi:")]
    goods = [way(scene, use, key) for key in ways if key.startswith("keshi:")]
    if goods:
        buttons.insert(0, Row(goods, gap=0.4))
    return Card(Column([head, *reversed(buttons)], gap=0.6, grow=1), 0.6, key=f"sector-{sector}")


def way(scene: Scene, use: Decision, key: str) -> Widget:
    """One thing the assistant can do, for one tap."""
    sector = str(use.about["sector"])
    small = sector == SOUK and key != "action"  # three goods share a line: their keshis say it
    words = option(use, key, scene.g)
    button = OptionButton(
        "" if small else words,
        scene.planning(sector, USE, key),
        things=things_of(pictured(Scene(scene.ui, scene.table, use, scene.g, scene.half, scene.answer), key)),
        note=option_detail(use, key, scene.g),
        grow=1,
        key=f"option-{sector}-{key}",
    )
    button.say = f"{capital(sector_name(sector))}: {thing_name(key.partition(':')[2]) if small else words}"
    return button


def provisions_warning(g: State, player: Player) -> Widget | None:
    """What is still short for the end of the season, while something can be done about it."""
    owed = provisions(g, player)
    if owed.paid or owed.unknown:
        return None
    words = Label(capital(say(provisions_now(owed))), size="small", tone="bad", grow=1)
    return Row([Icon("warning", size="small", tone="bad"), words], gap=0.5, align="middle")
