"""Using the assistants: the sectors where one waits, and in each what it can do now, one tap for both."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.marrakesh.rules import assistants
from companion.games.marrakesh.rules.assistants import ACTION, KESHI
from companion.games.marrakesh.rules.keshi import COLOUR_OF, SOUK
from companion.games.marrakesh.rules.lookahead import provisions
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.rules.texts import provisions_now
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.parts.things import sector_name
from companion.games.marrakesh.screens.parts.token import Token
from companion.games.marrakesh.screens.scene import Scene, View
from companion.games.marrakesh.screens.views.prompt import heading, pictured, things_of
from companion.games.marrakesh.screens.words import capital, option, option_detail
from companion.play.decision import PASS, Decision
from companion.ui.i18n import say
from companion.ui.layout import Column, Grid, Row
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Icon, Label, ScrollArea

USE = "use assistant"
AHEAD = ("river water", "square", "souk", "sahara claim", "medina workshop", "deploy caravan")
"""Questions an action begins with that can be answered beforehand."""

MOST_AHEAD = {1: 6, 2: 4, 3: 3}
"""So many answers have room on a card, by the number of cards."""

FEW = 4
SHORT_LETTERS = 44


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


def use_assistant(scene: Scene) -> View:
    """What the assistant does, where there is only one left to use or it was chosen before."""
    decision = scene.decision
    player, sector = scene.g.players[decision.player], str(decision.about["sector"])
    ways = ways_of(scene, player, sector, decision.options, ())
    grid = Grid(ways, columns=1 if len(ways) < FEW or scene.portrait else 2, stretch=True, gap=0.8)
    kids = [heading(scene), provisions_warning(scene.g, player), ScrollArea(grid, key="assistants")]
    return View(Column(kids, grow=1, gap=0.6))


def sector_card(scene: Scene, player: Player, sector: str) -> Widget:
    """One sector: how full it is, and a button for each thing the assistant there can do."""
    ways = assistants.ways(scene.g, player, sector) if scene.plan is not None else ()
    if not ways:
        return OptionButton(
            capital(sector_name(sector)),
            scene.answering(sector),
            things=(sector,),
            note=option_detail(scene.decision, sector, scene.g),
            size="large",
            chosen=scene.stands(sector),
            key=f"option-{sector}",
        )
    filled = option_detail(scene.decision, sector, scene.g).partition("\n")[0]
    words = Column(
        [
            Label(capital(sector_name(sector)), size="large", face="strong"),
            Label(filled, size="small", tone="ink_soft"),
        ],
        gap=0.0,
        grow=1,
    )
    head = Row([Token(sector, size_mm=6.4), words], gap=0.6, align="middle")
    buttons = ways_of(scene, player, sector, ways, (sector,))
    return Card(Column([head, *buttons], gap=0.6, grow=1), 0.6, key=f"sector-{sector}")


def ways_of(
    scene: Scene, player: Player, sector: str, ways: Sequence[str], before: tuple[str, ...]
) -> list[Widget]:
    """A button for each thing the assistant can do; what the action asks first is answered with the same tap.

    before    the answer that comes before "use assistant", if one is due
    """
    use = Decision(USE, player.seat, tuple(ways), about={"sector": sector})
    # Beside others there is room for one line: what each would bring is pictured, not told.
    tight = bool(before) and not (scene.portrait or scene.ui.metrics.roomy)
    keshis = [key for key in ways if key != ACTION]
    bare = len(keshis) > 1  # the three goods of the souk: their keshis say it
    new: list[Widget] = [way(scene, use, (*before, key), bare=bare) for key in keshis]
    paths = ahead_of(scene, player, sector, KESHI) if KESHI in keshis else None
    if paths is not None:
        new = [way(scene, use, (*before, KESHI, key), paths, bare=tight) for key in paths.options]
        token = [] if tight else [Token(COLOUR_OF[sector], size_mm=5.0)]
        new = [Row([*token, *new], gap=0.3, align="middle", grow=1)]
    if bare:
        plus = [] if tight else [Icon("plus", size="body", tone="ink_soft")]
        new = [Row([*plus, *new], gap=0.3, align="middle", grow=1)]
    if ACTION not in ways:
        return new
    # In the souk the office's goods would stand above the new ones, and look the same.
    ahead = None if tight and sector == SOUK else ahead_of(scene, player, sector)
    if ahead is None:
        return [way(scene, use, (*before, ACTION)), *new]
    keys = [key for key in ahead.options if key != PASS]
    acts: list[Widget] = [
        way(scene, use, (*before, ACTION, key), ahead, bare=tight and len(keys) > 1) for key in keys
    ]
    if tight and len(acts) > 1:
        acts = [Row([*acts], gap=0.3, align="middle", grow=1)]
    return [*acts, *new]


def ahead_of(scene: Scene, player: Player, sector: str, key: str = ACTION) -> Decision | None:
    """What the action (or a new keshi) asks first, if it is a choice of a few, made with the same tap."""
    if scene.plan is None:
        return None
    asked = assistants.first_question(scene.g, player, sector, key)
    if asked is None or asked.kind not in AHEAD or asked.player != player.seat:
        return None
    keys = [key for key in asked.options if key != PASS]
    waiting = len(set(player.assistants)) if scene.decision.kind == "assistant" else 1
    if len(keys) > MOST_AHEAD[min(3, waiting)]:
        return None
    return asked if all(any(sign(scene, asked, key)) for key in keys) else None


def sign(scene: Scene, asked: Decision, key: str) -> tuple[str, str]:
    """How an answer is pictured where there is no room for words: a thing and a short text, if it can be."""
    thing = next(iter(things_of(pictured(on(scene, asked), key))), "")
    if asked.kind == "deploy caravan":
        return "", {"left": "←", "right": "→", "start": "0"}.get(key, key)
    if asked.kind == "river water":
        return "water", f"+{key}"
    if asked.kind == "square":
        spectators = asked.about["spectators"][int(key)]
        return (thing, f"×{spectators}") if thing else ("", "")
    if asked.kind == "souk":
        if key.startswith("office:"):
            return key.removeprefix("office:"), ""
        return "", "" if scene.decision.kind == "assistant" else option(asked, key, scene.g)
    if asked.kind == "medina workshop":
        return "", key
    return "", option(asked, key, scene.g)


def on(scene: Scene, asked: Decision) -> Scene:
    """The scene with another question."""
    return Scene(scene.ui, scene.table, asked, scene.g, scene.half, scene.answer)


def way(
    scene: Scene,
    use: Decision,
    answers: tuple[str, ...],
    ahead: Decision | None = None,
    *,
    bare: bool = False,
) -> OptionButton:
    """One thing the assistant can do, for one tap.

    answers    of "assistant" if that is asked, of "use assistant", and of what follows
    bare       pictured, without words
    """
    sector, key = str(use.about["sector"]), answers[-1]
    asked = use if ahead is None else ahead
    words, note = option(asked, key, scene.g), option_detail(asked, key, scene.g)
    things = things_of(pictured(on(scene, asked), key)) or ([sector] if ahead is not None else [])
    if ahead is not None and ahead.kind == "river water" and key == "0":
        words, note, things = option(use, ACTION, scene.g), option_detail(use, ACTION, scene.g), [sector]
    if len(note) > SHORT_LETTERS and not (scene.portrait or scene.ui.metrics.roomy):
        note = ""  # a whole sentence would push the other answers off the panel
    said, badge = words, ""
    if bare and ahead is not None:
        thing, badge = sign(scene, ahead, key)
        things, words, note = ([thing], "", "") if thing else ([], badge, "")
        badge = badge if thing else ""
    elif bare:
        words, note = "", ""
    kinds = (USE,) if ahead is None else (USE, ahead.kind)
    steps = zip(kinds[len(kinds) - len(answers) + 1 :], answers[1:], strict=True)
    button = OptionButton(
        words,
        scene.planning(answers[0], *steps),
        things=things,
        badge=badge,
        note=note,
        size="small" if note and not scene.portrait and not scene.ui.metrics.roomy else "body",
        grow=1,
        key="-".join(("option", *answers)),
    )
    button.say = f"{capital(sector_name(sector))}: {said}"
    return button


def provisions_warning(g: State, player: Player) -> Widget | None:
    """What is still short for the end of the season, while something can be done about it."""
    owed = provisions(g, player)
    if owed.paid or owed.unknown:
        return None
    words = Label(capital(say(provisions_now(owed))), size="small", tone="bad", grow=1)
    return Row([Icon("warning", size="small", tone="bad"), words], gap=0.5, align="middle")
