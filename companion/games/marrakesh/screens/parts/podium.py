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


def ranked(name: str, place: int) -> str:
    return f"{place + 1}. {name}"


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

    def shrunk(self, words: str, room: int, look: Look) -> int | None:
        """The largest letters in which the words fit the room; None where they would be too small."""
        full, least = look.metrics.text("label"), look.metrics.least_text
        sizes = range(full, least - 1, -1)
        return next((size for size in sizes if lettering.width(words, "bold", size) <= room - 4), None)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, metrics = look.palette, look.metrics
        step = min(self.rect.width // max(1, len(self.players)), metrics.unit(34))
        left = self.rect.centerx - step * len(self.players) // 2
        side = metrics.unit(9)
        letters = metrics.text("label")
        apart = any(
            self.shrunk(ranked(name, place), step, look) is None for name, _c, _s, place in self.players
        )
        lines = 2 if apart else 1  # the place above the name, where both in a line would be too small to read
        head = round(letters * (0.6 + lines))
        room = self.rect.height - side - head - metrics.gap
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
            draw_player(surface, colour, (block.centerx, block.y - head - side // 2 - 2), side, palette)
            foot = block.y - 2
            for words in (name, f"{place + 1}.") if apart else (ranked(name, place),):
                size = self.shrunk(words, step, look) or metrics.least_text
                picture = lettering.text(words, "bold", size, palette.ink)
                surface.blit(picture, picture.get_rect(midbottom=(block.centerx, foot)))
                foot -= letters
            size = min(metrics.text("score"), round(high * 0.74))
            number = lettering.text(str(score).replace("-", "−"), "title", size, palette.on(paint))
            surface.blit(number, number.get_rect(midtop=(block.centerx, block.y + 2)))
        surface.set_clip(before)
