"""How far something has come: a bar, or steps as tiles."""

from collections.abc import Hashable

import pygame

from companion.ui import brush
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.widget import Widget


class Progress(Widget):
    """A bar filled to `done` (0 to 1)."""

    def __init__(self, done: float, *, tone: str = "accent", high_mm: float = 2.4, grow: float = 0.0) -> None:
        super().__init__(grow=grow)
        self.done = min(1.0, max(0.0, done))
        self.tone = tone
        self.high_mm = high_mm

    def natural_width(self, look: Look) -> int:
        return look.metrics.unit(20)

    def least_width(self, look: Look) -> int:
        return look.metrics.unit(8)

    def height(self, look: Look, width: int) -> int:
        return look.metrics.unit(self.high_mm)

    def content(self) -> Hashable:
        return (round(self.done, 3), self.tone)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        high = min(self.rect.height, look.metrics.unit(self.high_mm))
        track = pygame.Rect(self.rect.x, self.rect.centery - high // 2, self.rect.width, high)
        brush.panel(surface, track, mix(look.palette.panel_low, look.palette.ink, 0.08), high // 2)
        if self.done > 0:
            part = pygame.Rect(track.x, track.y, max(high, round(track.width * self.done)), high)
            brush.panel(surface, part, getattr(look.palette, self.tone), high // 2)


class Steps(Widget):
    """The steps of a wizard as small stars: those done, the present one, those to come."""

    def __init__(self, count: int, at: int, *, on_band: bool = True) -> None:
        super().__init__()
        self.count = count
        self.at = at
        self.on_band = on_band

    def natural_width(self, look: Look) -> int:
        return self.count * look.metrics.unit(3.4)

    def height(self, look: Look, width: int) -> int:
        return look.metrics.unit(3.4)

    def content(self) -> Hashable:
        return (self.count, self.at)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, step = look.palette, self.rect.width // max(1, self.count)
        for index in range(self.count):
            side = look.metrics.unit(3.2 if index == self.at else 2.0)
            soft = palette.band_faint if self.on_band else palette.line
            colour = palette.brass if index <= self.at else soft
            star = brush.star(side, colour)
            centre = (self.rect.x + step * index + step // 2, self.rect.centery)
            surface.blit(star, star.get_rect(center=centre))
