"""A few words in passing."""

from collections.abc import Hashable, Iterable

import pygame

from companion.ui import brush
from companion.ui.look import Look
from companion.ui.widget import Widget
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.label import Label


class Toast(Widget):
    """Lies over everything and takes no touch, low on the screen but where it covers the least to tap.

    over    the screen below
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
        box = pygame.Rect(0, 0, wide, high)
        box.midbottom = (rect.centerx, rect.bottom - metrics.margin)
        super().place(self.least_in_the_way(box, rect, metrics.gap), look)
        self.label.place(self.rect.inflate(-4 * metrics.gap, -2 * metrics.gap), look)

    def least_in_the_way(self, box: pygame.Rect, rect: pygame.Rect, step: int) -> pygame.Rect:
        """The lowest place where nothing to tap is covered, and no words; else where the least is."""
        below = list(self.over.walk()) if self.over is not None else []
        taps = [each.rect for each in below if each.touchable and not each.scrolls and not greyed(each)]
        words = [each.rect for each in below if isinstance(each, Label) and each.say]
        spots = [box.move(0, -up) for up in range(0, box.top - rect.top - step, step)] or [box]
        return min(spots, key=lambda spot: (covered(spot, taps), covered(spot, words)))

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


def greyed(widget: Widget) -> bool:
    """A tap there only tells why it is not possible."""
    return not (widget.is_enabled if isinstance(widget, Pressable) else widget.enabled)


def covered(spot: pygame.Rect, rects: Iterable[pygame.Rect]) -> int:
    """How much of them lies below it, in pixels."""
    parts = (spot.clip(rect) for rect in rects)
    return sum(part.width * part.height for part in parts)
