"""The players along the top: one tap to each one's board, with the score, and a mark for whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from companion.ui import brush, lettering
from companion.ui.colour import mix
from companion.ui.layout import Row
from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Tap, Widget
from companion.ui.widgets.button import Pressable, draw_focus
from companion.ui.widgets.card import Band


class PlayerTab(Pressable):
    """A player's star with the score below it."""

    def __init__(
        self, name: str, colour: str, score: int, on_tap: Tap, *, asked: bool, key: str = ""
    ) -> None:
        super().__init__(on_tap, key=key or f"player-{colour}")
        self.say = name
        self.colour = colour
        self.score = score
        self.asked = asked

    def natural_width(self, look: Look) -> int:
        return look.metrics.target

    def height(self, look: Look, width: int) -> int:
        return look.metrics.target

    def content(self) -> Hashable:
        return (self.say, self.colour, self.score, self.asked)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, rect = look.palette, self.rect
        if self.asked or self.sunk(look):
            ground = mix(palette.band, palette.band_ink, 0.34 if self.sunk(look) else 0.2)
            brush.panel(surface, rect.inflate(-2, -look.metrics.gap_small), ground, look.metrics.radius)
        words = lettering.text(
            str(self.score).replace("-", "−"), "bold", look.metrics.text("small"), palette.band_ink
        )
        side = min(look.metrics.unit(5.6), rect.height - words.get_height() - look.metrics.gap_small)
        top = rect.y + (rect.height - side - words.get_height()) // 2
        if self.asked:
            ring = brush.star(side + look.metrics.mm(1.0), palette.brass)
            surface.blit(ring, ring.get_rect(center=(rect.centerx, top + side // 2)))
        draw_player(surface, self.colour, (rect.centerx, top + side // 2), side, palette)
        surface.blit(words, words.get_rect(midtop=(rect.centerx, top + side)))
        draw_focus(surface, self, look)


def player_strip(tabs: Sequence[Widget]) -> Widget:
    """The players across the foot of an upright panel, whose header has no room for them."""
    for tab in tabs:
        tab.grow = 1
    return Band(Row(tabs, gap=0.2), (0.4, 0.0), foot=True)
