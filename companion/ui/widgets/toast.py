"""A few words in passing at the foot of the screen."""

from collections.abc import Hashable

import pygame

from companion.ui import brush
from companion.ui.look import Look
from companion.ui.widget import Widget
from companion.ui.widgets.label import Label


class Toast(Widget):
    """Lies over everything and takes no touch."""

    def __init__(self, words: str) -> None:
        super().__init__(key="toast")
        self.say = words
        self.label = Label(words, face="strong", tone="band_ink", align="centre")
        self.box = pygame.Rect(0, 0, 0, 0)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        metrics = look.metrics
        wide = min(rect.width - 2 * metrics.margin, self.label.natural_width(look) + 4 * metrics.gap)
        high = self.label.height(look, wide - 4 * metrics.gap) + 2 * metrics.gap
        x = rect.x + (rect.width - wide) // 2
        super().place(pygame.Rect(x, rect.bottom - high - metrics.margin, wide, high), look)
        self.label.place(self.rect.inflate(-4 * metrics.gap, -2 * metrics.gap), look)

    def content(self) -> Hashable:
        return self.label.content()

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette = look.palette
        brush.panel(
            surface, self.rect, palette.band, look.metrics.radius, palette.brass, max(2, look.metrics.mm(0.3))
        )
        self.label.draw(surface, look)

    def problems(self, look: Look) -> list[str]:
        return self.label.problems(look)
