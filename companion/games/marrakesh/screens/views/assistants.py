"""Using the assistants: the sectors where one waits, and in each what it would do now, one tap for both."""

from __future__ import annotations

from companion.games.marrakesh.rules import assistants
from companion.games.marrakesh.rules.keshi import CAPACITY, COLOUR_OF, SOUK
from companion.games.marrakesh.rules.lookahead import provisions
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.forecast import short_of
from companion.games.marrakesh.screens.parts.claim_card import BRINGS
from companion.games.marrakesh.screens.parts.signs import ARROW, Sign, Signs
from companion.games.marrakesh.screens.parts.token import Token
from companion.games.marrakesh.screens.parts.use_card import UseCard, WayButton
from companion.games.marrakesh.screens.parts.what_now import Line, action_lines, keshi_line, vendor_line
from companion.games.marrakesh.screens.scene import Scene, Step, View
from companion.games.marrakesh.screens.views.ahead import ahead_of, asked_first_by
from companion.games.marrakesh.screens.views.prompt import heading
from companion.games.marrakesh.screens.words import option, role_name, sector_name, thing_name
from companion.play.decision import PASS, Decision
from companion.ui.layout import Column, Grid, Middle, Row, Space
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Icon, Label, ScrollArea
from companion.words import capital

USE = "use assistant"
ACTION = "action"
WAYS_TO_NAME = 1.6  # the width of the ways, in widths of the name
WAY_MM = 12.0  # the width of one of several ways, where the card has the height for all
COLUMNS = 3  # a card keeps its width when fewer assistants wait


def assistant(scene: Scene) -> View:
    """Which assistant next, and what for."""
    decision, g = scene.decision, scene.g
    player = g.players[decision.player]
    cards = [sector_card(scene, player, sector) for sector in decision.options if sector != PASS]
    if not scene.portrait:
        used = COLUMNS - len(player.assistants)
        cards += [used_card(n) for n in range(min(used, COLUMNS - len(cards)))]
    grid = Grid(cards, columns=1 if scene.portrait else COLUMNS, stretch=True, gap=0.8, most_mm=60.0)
    foot: list[Widget] = []
    if decision.may_pass:
        foot = [Button(option(decision, PASS, g), scene.answering(PASS), grow=1, key="pass")]
    kids = [heading(scene), provisions_warning(g, player), ScrollArea(grid, key="assistants")]
    return View(Column(kids, grow=1, gap=0.6), foot)


def used_card(n: int) -> Widget:
    """The place of an assistant that has been used."""
    done = Column([Space(grow=1), Icon("check", size=8.0, tone="line"), Space(grow=1)], grow=1)
    return Card(done, 0.4, tone="panel_low", key=f"used-{n}")


def sector_card(scene: Scene, player: Player, sector: str) -> Widget:
    """One sector: how full it is, and a button for each thing the assistant there can do."""
    g = scene.g
    ways = assistants.ways(g, player, sector) if scene.plan is not None else ()
    if not ways:
        return UseCard(
            sector,
            capital(sector_name(sector)),
            scene.answering(sector),
            corner=how_full(player, sector),
            first=vendor_line(g, player, sector),
            lines=action_lines(g, player, sector),
            last=keshi_line(g, player, sector),
            chosen=scene.stands(sector),
            key=f"option-{sector}",
        )
    vendor = vendor_line(g, player, sector)
    # The number stands below the name: "Dattelplantage" leaves no room beside it.
    words = [
        Label(capital(sector_name(sector)), size="answer", face="strong", least=0.55),
        Label(how_full(player, sector), size="note", face="bold", tone="ink_soft", wraps=False),
    ]
    head = Row([Token(sector, size_mm=7.4), Column(words, gap=0, grow=1)], gap=0.6, align="middle")
    first = Signs(vendor, size_mm=3.6, align="centre") if vendor else None
    use = Decision(USE, player.seat, ways, about={"sector": sector})
    # What is asked first is answered with the same tap, where it can be pictured.
    action = ways_of(scene, use, ACTION) if ACTION in ways else []
    keshis = [button for key in ways if key != ACTION for button in ways_of(scene, use, key)]
    if len(action) > 1:
        action = [Grid(action, cell_mm=WAY_MM, stretch=True, gap=0.3, grow=2)]
    if scene.portrait:  # name and ways side by side: three cards leave room for the board
        named = Middle(Column([head, first], gap=0.2), across=False, grow=1)
        ways_beside = Row([*action, *keshis], gap=0.3, grow=WAYS_TO_NAME)
        both: list[Widget | None] = [Row([named, ways_beside], gap=0.6, grow=1)]
    else:
        both = [head, first, *action, Row(keshis, gap=0.2, grow=0 if action else 1) if keshis else None]
    return Card(Column(both, gap=0.4, grow=1), 0.4, key=f"sector-{sector}")


def ways_of(scene: Scene, use: Decision, key: str) -> list[Widget]:
    """A button for it, or one for each answer to what it asks first."""
    sector, player = str(use.about["sector"]), scene.g.players[use.player]
    pictured = ahead_of(scene, player, sector, key)
    if not pictured:
        return [way(scene, use, key)]
    asked = asked_first_by(scene, player, sector, key)
    if asked is None:
        return [way(scene, use, key)]
    kind = asked.kind
    return [
        WayButton(
            [line],
            scene.planning(*first_of(scene, sector, key), (kind, each)),
            say=f"{capital(sector_name(sector))}: {option(asked, each, scene.g)}",
            key=f"{stem(scene, sector)}-{key}-{each}",
        )
        for each, line in pictured.items()
    ]


def first_of(scene: Scene, sector: str, key: str) -> tuple[str, *tuple[Step, ...]]:
    """The answer to the question on the screen, and the step that follows, if one does."""
    return (sector, (USE, key)) if scene.decision.kind == "assistant" else (key,)


def stem(scene: Scene, sector: str) -> str:
    return f"option-{sector}" if scene.decision.kind == "assistant" else "option"


def way(scene: Scene, use: Decision, key: str) -> Widget:
    """One thing the assistant can do, for one tap: the action's yield, or a new keshi."""
    sector, player = str(use.about["sector"]), scene.g.players[use.player]
    words, colour = option(use, key, scene.g), key.partition(":")[2]
    lines = action_lines(scene.g, player, sector) if key == ACTION else [keshi_line(scene.g, player, sector)]
    if colour:  # three goods share a line
        lines = [["+", Sign(colour)]]
    return WayButton(
        lines,
        scene.planning(sector, (USE, key)),
        say=f"{capital(sector_name(sector))}: {thing_name(colour) if colour else words}",
        grow=2 if key == ACTION else 1,
        key=f"option-{sector}-{key}",
    )


def use(scene: Scene) -> View:
    """What one assistant does, where it is asked alone: the sector's action, or a new keshi."""
    decision, g = scene.decision, scene.g
    player, sector = g.players[decision.player], str(decision.about.get("sector", ""))
    cards: list[Widget] = []
    asked_first = Decision(USE, decision.player, decision.options, about={"sector": sector})
    for key in decision.options:
        action = key == ACTION
        if ahead_of(scene, player, sector, key):
            cards += ways_of(scene, asked_first, key)
            continue
        colour = key.removeprefix("keshi:") if sector == SOUK else COLOUR_OF.get(sector, "")
        lines = action_lines(g, player, sector) if action else [one_more(player, sector, colour)]
        cards.append(
            UseCard(
                sector if action else colour,
                option(decision, key, g) if action else capital(role_name(colour)),
                scene.answering(key),
                say=option(decision, key, g),
                lines=lines,
                chosen=scene.stands(key),
                key=f"option-{key}",
            )
        )
    few = len(cards) <= COLUMNS
    columns = 1 if scene.portrait and few else len(cards) if few else 2
    grid = Grid(cards, columns=columns, stretch=True, gap=0.8, grow=1)
    return View(Column([heading(scene), ScrollArea(grid, key="uses")], grow=1))


def one_more(player: Player, sector: str, colour: str) -> Line:
    """A new keshi: how full the sector is then, and what deploying it brings."""
    if sector == SOUK:
        now = player.goods[colour]
        return [str(now), ARROW, str(now + 1)]
    now = player.keshis[sector]
    brings: Line = ["+", *BRINGS[colour]] if colour in BRINGS else []
    return [f"{now}/{CAPACITY}", ARROW, f"{now + 1}/{CAPACITY}", *brings]


def how_full(player: Player, sector: str) -> str:
    """How many of a sector's eight keshis stand there; in the souk the goods held."""
    return str(player.goods_total) if sector == SOUK else f"{player.keshis[sector]}/{CAPACITY}"


def provisions_warning(g: State, player: Player) -> Widget | None:
    """What is still short for the end of the season, while something can be done about it."""
    owed = provisions(g, player)
    if owed.paid or owed.unknown:
        return None
    return Row([short_of(owed, size_mm=4.0), Space(grow=1)])
