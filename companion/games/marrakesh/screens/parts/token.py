"""A thing as a small picture: a keshi, a resource, a sector."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pygame

from companion.games.marrakesh.screens.parts.things import draw_thing
from companion.games.marrakesh.screens.words import thing_name
from companion.ui import lettering
from companion.ui.look import Look
from companion.ui.widget import Place, Sprite, Widget


class Token(Widget):
    """One thing, `size_mm` wide on a 5-inch panel; with a `count`, the number stands beside it."""

    def __init__(
        self,
        thing: str,
        *,
        count: int | None = None,
        size_mm: float = 6.0,
        tone: str = "ink",
        grow: float = 0.0,
        flies: str = "",
    ) -> None:
        super().__init__(grow=grow)
        self.flies = flies  # a name of its own: it comes flying out of where its colour lay
        self.thing = thing
        self.count = count
        self.size_mm = size_mm
        self.tone = tone
        self.say = thing_name(thing)

    def words(self) -> str:
        return "" if self.count is None else str(self.count).replace("-", "−")

    def letters_px(self, look: Look) -> int:
        return max(look.metrics.text("mark"), look.metrics.unit(self.size_mm * 0.62))

    def natural_width(self, look: Look) -> int:
        wide = look.metrics.unit(self.size_mm)
        if self.count is not None:
            wide += look.metrics.gap_small // 2 + lettering.width(self.words(), "bold", self.letters_px(look))
        return wide

    def height(self, look: Look, width: int) -> int:
        return look.metrics.unit(self.size_mm)

    def content(self) -> Hashable:
        return (self.thing, self.count, self.size_mm, self.tone)

    def sprites(self, look: Look) -> list[Sprite]:
        if not self.flies:
            return []
        side = min(look.metrics.unit(self.size_mm), self.rect.height)

        def draw(surface: pygame.Surface, centre: Place, look: Look, _was: Any, _share: float) -> None:
            draw_thing(surface, self.thing, centre, side, look.palette, getattr(look.palette, self.tone))

        spot = (self.rect.x + side // 2, self.rect.centery)
        return [Sprite(self.flies, spot, (side, side), draw, self.thing, comes_from=f"lying {self.thing}")]

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self.flies in look.moving:
            return
        ink = getattr(look.palette, self.tone)
        side = min(look.metrics.unit(self.size_mm), self.rect.height)
        centre = (self.rect.x + side // 2, self.rect.centery)
        draw_thing(surface, self.thing, centre, side, look.palette, ink)
        if self.count is not None:
            words = lettering.text(self.words(), "bold", self.letters_px(look), ink)
            surface.blit(
                words,
                words.get_rect(midleft=(self.rect.x + side + look.metrics.gap_small // 2, self.rect.centery)),
            )
