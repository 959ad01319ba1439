"""The places of a finished game as a podium."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from companion.ui import brush, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Widget

HEIGHTS = (1.0, 0.84, 0.7, 0.58)


class Podium(Widget):
    """Players as (name, colour, score, place from 0), the first in the middle."""

    def __init__(self, players: Sequence[tuple[str, str, int, int]], *, grow: float = 1.0) -> None:
        super().__init__(grow=grow, key="podium")
        ranked = list(players)
        self.players = (*ranked[1::2][::-1], *ranked[0::2])  # 2nd, 1st, 3rd: and the 4th at the left end
        self.say = ", ".join(f"{place + 1}. {name} {score}" for name, _c, score, place in ranked)

    def least_width(self, look: Look) -> int:
        return look.metrics.unit(18) * len(self.players)

    def natural_width(self, look: Look) -> int:
        return look.metrics.unit(26) * len(self.players)

    def height(self, look: Look, width: int) -> int:
        return look.metrics.unit(44)

    def least_height(self, look: Look, width: int) -> int:
        return look.metrics.unit(24)

    def content(self) -> Hashable:
        return self.players

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, metrics = look.palette, look.metrics
        step = min(self.rect.width // max(1, len(self.players)), metrics.unit(34))
        left = self.rect.centerx - step * len(self.players) // 2
        side = metrics.unit(9)
        letters = metrics.text("body")
        room = self.rect.height - side - round(letters * 1.6) - metrics.gap
        before = surface.get_clip()
        surface.set_clip(before.clip(self.rect))  # the blocks stand on the edge, their feet cut off
        for index, (name, colour, score, place) in enumerate(self.players):
            high = round(room * HEIGHTS[min(place, 3)])
            block = pygame.Rect(
                left + step * index + 4, self.rect.bottom - high, step - 8, high + metrics.radius
            )
            paint = palette.player[colour]
            brush.panel(
                surface, block, paint, metrics.radius, mix(paint, (0, 0, 0), 0.35), max(2, metrics.mm(0.4))
            )
            top = block.y - round(letters * 1.6) - side // 2 - 2
            draw_player(surface, colour, (block.centerx, top), side, palette)
            size = letters
            ranked = f"{place + 1}. {name}"
            words = lettering.text(ranked, "bold", size, palette.ink)
            while words.get_width() > step - 4 and size > 10:
                size -= 1
                words = lettering.text(ranked, "bold", size, palette.ink)
            surface.blit(words, words.get_rect(midbottom=(block.centerx, block.y - 2)))
            size = min(metrics.text("huge"), round(high * 0.74))
            number = lettering.text(str(score).replace("-", "−"), "title", size, palette.on(paint))
            surface.blit(number, number.get_rect(midtop=(block.centerx, block.y + 2)))
        surface.set_clip(before)
