"""Grounds to put things on: a card of paper, a band of night blue, a hairline."""

from collections.abc import Hashable

import pygame

from companion.ui import brush
from companion.ui.layout import Pad
from companion.ui.look import Look
from companion.ui.widget import Widget


class Card(Pad):
    """A rounded panel behind one child. `tone` and `border` name colours of the palette."""

    def __init__(
        self,
        kid: Widget,
        amount: float | tuple[float, float] = 1.0,
        *,
        tone: str = "panel",
        border: str = "line",
        rounded: bool = True,
        grow: float = 0.0,
        key: str = "",
    ) -> None:
        super().__init__(kid, amount, grow=grow, key=key)
        self.tone = tone
        self.border = border
        self.rounded = rounded

    def content(self) -> Hashable:
        return (self.tone, self.border, self.rounded)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        radius = look.metrics.radius if self.rounded else 0
        ground = getattr(look.palette, self.tone)
        line = getattr(look.palette, self.border) if self.border else None
        brush.panel(surface, self.rect, ground, radius, line, max(1, look.metrics.mm(0.2)))


class Band(Pad):
    """A band across the display with faint tiling in it and a brass line at its foot."""

    def __init__(
        self,
        kid: Widget,
        amount: float | tuple[float, float] = (0.6, 0.0),
        *,
        foot: bool = False,
        grow: float = 0.0,
    ) -> None:
        super().__init__(kid, amount, grow=grow)
        self.foot = foot  # it stands at the bottom: the brass line goes on top

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette = look.palette
        faint = brush_mix(palette.band, palette.band_ink)
        tile = look.metrics.unit(7)
        surface.blit(brush.zellige(self.rect.width, self.rect.height, tile, palette.band, faint), self.rect)
        thick = max(2, look.metrics.mm(0.35))
        y = self.rect.y if self.foot else self.rect.bottom - thick
        brush.fill(surface, palette.brass, (self.rect.x, y, self.rect.width, thick))


def brush_mix(ground: tuple[int, int, int], ink: tuple[int, int, int]) -> tuple[int, int, int]:
    """The colour of the tiling's lines: barely lighter than the band."""
    return (
        ground[0] + (ink[0] - ground[0]) // 16,
        ground[1] + (ink[1] - ground[1]) // 16,
        ground[2] + (ink[2] - ground[2]) // 16,
    )


class Line(Widget):
    """A hairline across."""

    def height(self, look: Look, width: int) -> int:
        return max(1, look.metrics.mm(0.2))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        brush.fill(surface, look.palette.line, self.rect)
