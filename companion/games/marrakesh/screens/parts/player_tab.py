"""The players along the top: one tap to each one's board, with the score, and a mark for whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import pygame

from companion.games.marrakesh.screens.parts.signs import Item, Sign, draw_signs, signs_width
from companion.ui import brush, lettering
from companion.ui.colour import mix
from companion.ui.layout import Row
from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Place, Sprite, Tap, Widget
from companion.ui.widgets.button import Pressable, draw_focus
from companion.ui.widgets.card import Band


class PlayerTab(Pressable):
    """A player's star with the score below it."""

    def __init__(
        self,
        name: str,
        colour: str,
        score: int,
        on_tap: Tap,
        *,
        asked: bool,
        source: str = "",
        key: str = "",
    ) -> None:
        super().__init__(on_tap, key=key or f"player-{colour}")
        self.say = name
        self.colour = colour
        self.score = score
        self.asked = asked
        self.source = source  # the thing the last points came from

    def natural_width(self, look: Look) -> int:
        return look.metrics.target

    def height(self, look: Look, width: int) -> int:
        return look.metrics.target

    def content(self) -> Hashable:
        return (self.say, self.colour, self.score, self.asked)

    @property
    def sprite_name(self) -> str:
        return f"score {self.colour}"

    def sprites(self, look: Look) -> list[Sprite]:
        """The score counts up, with how much it grew and what for."""
        words = score_words(self.score, look)
        side = min(look.metrics.unit(5.6), self.rect.height - words.get_height() - look.metrics.gap_small)
        top = self.rect.y + (self.rect.height - side - words.get_height()) // 2
        middle = (self.rect.centerx, top + side + words.get_height() // 2)
        source = self.source

        def draw(surface: pygame.Surface, centre: Place, look: Look, was: Any, share: float) -> None:
            now = round(was + (self.score - was) * share)
            number = score_words(now, look)
            surface.blit(number, number.get_rect(center=centre))
            more = f"{self.score - was:+d}".replace("-", "−")
            items: list[Item] = [more, *([Sign(source)] if source else [])]
            high = look.metrics.text("note")
            room = pygame.Rect(0, 0, signs_width(items, high) + high, round(high * 1.3))
            room.center = (centre[0], centre[1] - round(self.rect.height * 0.4))
            brush.panel(surface, room, look.palette.brass, room.height // 2)
            draw_signs(surface, items, room.center, high, look, look.palette.on(look.palette.brass))

        size = (look.metrics.unit(18), round(self.rect.height * 1.5))
        return [Sprite(self.sprite_name, middle, size, draw, self.score)]

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, rect = look.palette, self.rect
        if self.asked or self.sunk(look):
            ground = mix(palette.band, palette.band_ink, 0.34 if self.sunk(look) else 0.2)
            brush.panel(surface, rect.inflate(-2, -look.metrics.gap_small), ground, look.metrics.radius)
        words = score_words(self.score, look)
        side = min(look.metrics.unit(5.6), rect.height - words.get_height() - look.metrics.gap_small)
        top = rect.y + (rect.height - side - words.get_height()) // 2
        if self.asked:
            ring = brush.star(side + look.metrics.mm(1.0), palette.brass)
            surface.blit(ring, ring.get_rect(center=(rect.centerx, top + side // 2)))
        draw_player(surface, self.colour, (rect.centerx, top + side // 2), side, palette)
        if self.sprite_name not in look.moving:
            surface.blit(words, words.get_rect(midtop=(rect.centerx, top + side)))
        draw_focus(surface, self, look)


def score_words(score: int, look: Look) -> pygame.Surface:
    """A score under a player's star."""
    words = str(score).replace("-", "−")
    return lettering.text(words, "bold", look.metrics.text("note"), look.palette.band_ink)


def player_strip(tabs: Sequence[Widget]) -> Widget:
    """The players across the foot of an upright panel, whose header has no room for them."""
    for tab in tabs:
        tab.grow = 1
    return Band(Row(tabs, gap=0.2), (0.4, 0.0), foot=True)
