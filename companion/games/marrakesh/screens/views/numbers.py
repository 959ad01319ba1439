"""Tiles by number: a grid of the numbers that may be meant, each with the symbol it is known by.

Nobody reads twenty sentences to say which scroll they hold: the number is printed on it. What a tile does is
looked up with one tap more.
"""

from __future__ import annotations

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.catalogue.scrolls import KINDS, SCROLLS
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.parts.things import is_thing
from companion.games.marrakesh.screens.scene import Scene
from companion.games.marrakesh.screens.words import option
from companion.play.decision import PASS, Decision
from companion.ui.i18n import _, capital
from companion.ui.layout import Column, Grid
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Label, ScrollArea

NUMBER_MM = 9.4
FEW = 3  # numbers: so few are told with what they do
SCROLL_KINDS = ("scroll", "refreshed scroll", "free scroll")


def tiles_of(decision: Decision) -> str:
    """Which tiles the answers are numbers of: "scroll", "oasis", or none."""
    if decision.kind in SCROLL_KINDS:
        return "scroll"
    if decision.kind == "reveal" and decision.about.get("display") == "oasis":
        return "oasis"
    if decision.kind == "reveal" and decision.about.get("display") == "scrolls":
        return "scroll"
    return ""


def are_numbers(decision: Decision) -> bool:
    """Whether the question is better asked by numbers than by sentences."""
    keys = [key for key in decision.options if key.isdigit()]
    return bool(tiles_of(decision)) and len(keys) > FEW and decision.max_picks == 1


def numbers(scene: Scene) -> Widget:
    """The grid; scrolls by their kinds, what is no number (a refresh) below."""
    decision = scene.decision
    tiles = tiles_of(decision)
    keys = [key for key in decision.options if key.isdigit()]
    others = [key for key in decision.options if key not in keys and key != PASS]
    parts: list[Widget | None] = []
    if tiles == "scroll":
        for kind in KINDS.values():
            mine = [key for key in keys if SCROLLS[int(key)].kind == kind.name]
            if mine:
                words = _("scholars: {scholars} · dates: {dates}")
                words = words.format(scholars=kind.scholars, dates=kind.dates)
                parts += [Label(capital(words), size="mark", tone="ink_soft"), grid(scene, tiles, mine)]
    else:
        parts.append(grid(scene, tiles, keys))
    more = [
        OptionButton(option(decision, key, scene.g), scene.answering(key), key=f"option-{key}", grow=1)
        for key in others
    ]
    parts.append(Grid(list(more), columns=2, gap=0.5) if more else None)
    return ScrollArea(Column(parts, gap=0.3), key="numbers")


def grid(scene: Scene, tiles: str, keys: list[str]) -> Widget:
    return Grid([cell(scene, tiles, key) for key in keys], cell_mm=NUMBER_MM, gap=0.3)


def cell(scene: Scene, tiles: str, key: str) -> Widget:
    """One number, with what the tile shows where somebody has told it."""
    button = OptionButton(
        key,
        scene.answering(key),
        things=symbols(scene, tiles, int(key))[:1],
        chosen=scene.stands(key),
        key=f"option-{key}",
    )
    button.say = option(scene.decision, key, scene.g)
    return button


def symbols(scene: Scene, tiles: str, number: int) -> list[str]:
    """What is pictured on a tile, as far as it is known."""
    shown: list[str] = []
    for part in ("colour", "colours", "resource", "stair"):
        try:
            value = facts.known(scene.g, f"{tiles} {number} {part}")
        except KeyError:
            continue
        if value is not None:
            shown += [value] if isinstance(value, str) else list(value)
    return [thing for thing in shown if is_thing(thing)]


def foot(scene: Scene) -> list[Widget]:
    """The way to what the numbers mean."""
    from companion.games.marrakesh.screens.lookup import LookupScreen

    tiles = tiles_of(scene.decision)
    if scene.decision.player < 0:
        return []  # it was turned up already: nobody weighs one against the other
    words = _("What do they do?")

    def look_up() -> None:
        among = [int(key) for key in scene.decision.options if key.isdigit()]
        scene.ui.push(LookupScreen(scene.table, tiles, among))

    return [Button(words, look_up, icon="question", key="look-up")]
