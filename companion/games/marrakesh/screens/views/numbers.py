"""Tiles by number: a grid of the numbers that may be meant, each with the symbol it is known by.

Nobody reads twenty sentences to say which scroll they hold: the number is printed on it. What a tile does is
looked up with one tap more.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.catalogue.scrolls import KINDS, SCROLLS
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.parts.things import draw_thing, is_thing
from companion.games.marrakesh.screens.scene import Scene
from companion.games.marrakesh.screens.words import option
from companion.play.decision import PASS, Decision
from companion.ui.i18n import _, capital
from companion.ui.layout import Column, Grid
from companion.ui.look import Look
from companion.ui.widget import Tap, Widget
from companion.ui.widgets import Button, Label, ScrollArea

NUMBER_MM = 9.0
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
    if others and not at_the_foot(scene, others):
        parts.append(Grid([without_number(scene, key) for key in others], columns=2, gap=0.5))
    return ScrollArea(Column(parts, gap=0.3), key="numbers")


def at_the_foot(scene: Scene, others: Sequence[str]) -> bool:
    """One answer alone needs no scrolling there; the foot of a narrow panel holds no third button."""
    return len(others) == 1 and not scene.ui.metrics.narrow


def without_number(scene: Scene, key: str) -> Widget:
    """An answer that is no tile: three new scrolls."""
    words = option(scene.decision, key, scene.g)
    return OptionButton(words, scene.answering(key), key=f"option-{key}", grow=1)


def grid(scene: Scene, tiles: str, keys: list[str]) -> Widget:
    return Grid([cell(scene, tiles, key) for key in keys], cell_mm=NUMBER_MM, gap=0.3)


def cell(scene: Scene, tiles: str, key: str) -> Widget:
    """One number, with what the tile shows where somebody has told it."""
    return NumberKey(
        f"{int(key):02}",
        scene.answering(key),
        things=symbols(scene, tiles, int(key))[:1],
        chosen=scene.stands(key),
        say=option(scene.decision, key, scene.g),
        key=f"option-{key}",
    )


class NumberKey(OptionButton):
    """A number as on its tile, and in the corner what it shows: as narrow as a finger, whatever that is."""

    def __init__(
        self, words: str, on_tap: Tap, *, things: Sequence[str], chosen: bool, say: str, key: str
    ) -> None:
        super().__init__(words, on_tap, chosen=chosen, key=key)
        self.things = tuple(things)
        self.say = say

    def token_px(self, look: Look) -> int:
        return look.metrics.unit(2.9)

    def tokens_width(self, look: Look) -> int:
        return 0

    def draw_tokens(
        self, surface: pygame.Surface, look: Look, body: pygame.Rect, ink: tuple[int, int, int]
    ) -> None:
        side = self.token_px(look)
        for thing in self.things:
            corner = (body.right - side // 2 - 2, body.y + side // 2 + 2)
            draw_thing(surface, thing, corner, side, look.palette, ink)


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

    others = [key for key in scene.decision.options if not key.isdigit() and key != PASS]
    alone = [without_number(scene, key) for key in others] if at_the_foot(scene, others) else []
    return [Button(words, look_up, icon="question", grow=1, key="look-up"), *alone]
