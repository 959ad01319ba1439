"""Symbols and numbers in a line: "5 steps → jetty 4 + 1" without a word.

    Signs(["5", Sign("river-step"), "→", Sign("jetty"), "4"])

A `Sign` is a thing of `things.py`; a string is a short text, mostly a number.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pygame

from companion.games.marrakesh.rules import bonus
from companion.games.marrakesh.screens.parts.things import draw_thing
from companion.play.errors import BadFact
from companion.ui import icons, lettering
from companion.ui.colour import Colour
from companion.ui.look import Look
from companion.ui.widget import Widget

UNKNOWN = "?"
"""Stands wherever a printed value is not known: nothing is ever made up."""

ARROW = "→"
ARROWS = {ARROW: "to", "←": "to-left", "↑": "to-up"}
"""Drawn, because the letters have none."""
ALWAYS_COUNTED = ("points",)


@dataclass(frozen=True)
class Sign:
    """A thing as a symbol."""

    thing: str


Item: TypeAlias = "Sign | str"


def bonus_signs(text: str | None, times: int = 1) -> list[Item]:
    """A printed bonus as signs; "?" where nobody has told it.

    >>> bonus_signs("2 date + 1 points")
    ['2', Sign(thing='date'), '1', Sign(thing='points')]
    """
    if text is None:
        return [UNKNOWN]
    try:
        parts = bonus.parse(text)
    except BadFact:
        return [UNKNOWN]
    return [item for what, n in parts for item in so_many_signs(what, n * times)]


def so_many_signs(what: str, n: int) -> list[Item]:
    """So many of a thing; a single one needs no number, but points always have theirs."""
    number = [] if n == 1 and what not in ALWAYS_COUNTED else [str(n).replace("-", "−")]
    return [*number, Sign(what)]


def cost_signs(cost: dict[str, int] | None) -> list[Item]:
    """What something costs; "?" where nobody has told it, "0" for nothing."""
    if cost is None:
        return [UNKNOWN]
    items = [item for what, n in cost.items() if n for item in so_many_signs(what, n)]
    return items or ["0"]


def signs_width(items: Sequence[Item], side: int) -> int:
    """How wide the line is with symbols of this side."""
    gap = max(1, side // 8)
    return sum(_width(item, side) + gap for item in items) - (gap if items else 0)


def _width(item: Item, side: int) -> int:
    if item in ARROWS:
        return round(side * 0.7)
    return side if isinstance(item, Sign) else lettering.width(item, "bold", _letters(side))


def _letters(side: int) -> int:
    return max(8, round(side * 0.8))


def draw_signs(
    surface: pygame.Surface,
    items: Sequence[Item],
    centre: tuple[int, int],
    side: int,
    look: Look,
    ink: Colour,
    *,
    width: int = 0,
) -> None:
    """The line around a middle; smaller where it would be wider than `width`, none where nobody could read
    it.
    """
    while width and side > 8 and signs_width(items, side) > width:
        side -= 1
    if _letters(side) < look.metrics.least_mark and any(
        not isinstance(item, Sign) and item not in ARROWS for item in items
    ):
        return
    gap = max(1, side // 8)
    x, y = centre[0] - signs_width(items, side) // 2, centre[1]
    for item in items:
        wide = _width(item, side)
        if isinstance(item, str) and item in ARROWS:
            mark = icons.icon(ARROWS[item], wide, ink)
            surface.blit(mark, mark.get_rect(center=(x + wide // 2, y)))
        elif isinstance(item, Sign):
            draw_thing(surface, item.thing, (x + wide // 2, y), side, look.palette, ink)
        else:
            words = lettering.text(item, "bold", _letters(side), ink)
            surface.blit(words, words.get_rect(midleft=(x, y)))
        x += wide + gap


class Signs(Widget):
    """The line as a widget."""

    def __init__(
        self,
        items: Sequence[Item],
        *,
        size_mm: float = 5.0,
        align: str = "left",
        tone: str = "ink",
        say: str = "",
        grow: float = 0.0,
    ) -> None:
        super().__init__(grow=grow)
        self.items = tuple(items)
        self.size_mm = size_mm
        self.align = align
        self.tone = tone
        self.say = say

    def side(self, look: Look) -> int:
        return look.metrics.unit(self.size_mm)

    def least_width(self, look: Look) -> int:
        return signs_width(self.items, round(self.side(look) * 0.6))

    def natural_width(self, look: Look) -> int:
        return signs_width(self.items, self.side(look))

    def height(self, look: Look, width: int) -> int:
        return self.side(look)

    def least_height(self, look: Look, width: int) -> int:
        return round(self.side(look) * 0.75)

    def content(self) -> Hashable:
        return (self.items, self.size_mm, self.align, self.tone)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        side = min(self.side(look), self.rect.height)
        while side > 8 and signs_width(self.items, side) > self.rect.width:
            side -= 1
        wide = signs_width(self.items, side)
        left = {"left": self.rect.x, "right": self.rect.right - wide}.get(
            self.align, self.rect.centerx - wide // 2
        )
        ink = getattr(look.palette, self.tone)
        draw_signs(surface, self.items, (left + wide // 2, self.rect.centery), side, look, ink)

    def problems(self, look: Look) -> list[str]:
        too_wide = signs_width(self.items, round(self.side(look) * 0.5)) > self.rect.width + 1
        return ["symbols too small to see"] if too_wide else []
