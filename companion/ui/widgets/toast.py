"""A few words in passing at the foot of the screen."""

from collections.abc import Hashable

import pygame

from companion.ui import brush
from companion.ui.look import Look
from companion.ui.widget import Widget
from companion.ui.widgets.button import Button
from companion.ui.widgets.label import Label


class Toast(Widget):
    """Lies over everything and takes no touch.

    over    the screen below; its main button, and what stands beside it, are left free
    """

    def __init__(self, words: str, over: Widget | None = None) -> None:
        super().__init__(key="toast")
        self.say = words
        self.over = over
        self.label = Label(words, face="strong", tone="band_ink", align="centre")
        self.box = pygame.Rect(0, 0, 0, 0)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        metrics = look.metrics
        wide = min(rect.width - 2 * metrics.margin, self.label.natural_width(look) + 4 * metrics.gap)
        high = self.label.height(look, wide - 4 * metrics.gap) + 2 * metrics.gap
        x = rect.x + (rect.width - wide) // 2
        super().place(pygame.Rect(x, self.foot(rect) - high - metrics.margin, wide, high), look)
        self.label.place(self.rect.inflate(-4 * metrics.gap, -2 * metrics.gap), look)

    def foot(self, rect: pygame.Rect) -> int:
        """Where the main button at the foot of the screen begins, if it can be pressed; else the edge."""
        below = self.over.walk() if self.over is not None else ()
        mains = [each for each in below if isinstance(each, Button) and each.kind == "main"]
        low = rect.y + rect.height * 0.6
        tops = [button.rect.y for button in mains if button.is_enabled and button.rect.y > low]
        return min(tops, default=rect.bottom)

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
