"""Rows and columns, and the space between."""

from collections.abc import Hashable

import pygame

from companion.ui.layout.sharing import Box, share
from companion.ui.look import Look
from companion.ui.widget import Widget


class Row(Box):
    """Children side by side. `align`: fill the height, or stand in the `middle`, at the `top` or `bottom`."""

    def least_width(self, look: Look) -> int:
        return sum(kid.least_width(look) for kid in self.kids) + self.gaps(look)

    def natural_width(self, look: Look) -> int:
        return sum(kid.natural_width(look) for kid in self.kids) + self.gaps(look)

    def widths(self, look: Look, width: int) -> list[int]:
        room = width - self.gaps(look)
        wishes = [kid.natural_width(look) for kid in self.kids]
        if sum(wishes) > room:  # who takes what is left over gives way first
            wishes = [
                kid.least_width(look) if kid.grow else wish
                for kid, wish in zip(self.kids, wishes, strict=True)
            ]
        return share(
            room,
            wishes,
            [kid.least_width(look) for kid in self.kids],
            [kid.grow for kid in self.kids],
        )

    def height(self, look: Look, width: int) -> int:
        pairs = zip(self.kids, self.widths(look, width), strict=True)
        return max((kid.height(look, share_px) for kid, share_px in pairs), default=0)

    def least_height(self, look: Look, width: int) -> int:
        pairs = zip(self.kids, self.widths(look, width), strict=True)
        return max((kid.least_height(look, share_px) for kid, share_px in pairs), default=0)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        x = rect.x
        for kid, width in zip(self.kids, self.widths(look, rect.width), strict=True):
            high = rect.height if self.align == "fill" else min(rect.height, kid.height(look, width))
            spare = rect.height - high
            y = rect.y + {"middle": spare // 2, "bottom": spare}.get(self.align, 0)
            kid.place(pygame.Rect(x, y, width, high), look)
            x += width + self.gap_px(look)


class Column(Box):
    """Children one below the other. `align`: fill the width, or stand at the `left`, `centre` or `right`."""

    def least_width(self, look: Look) -> int:
        return max((kid.least_width(look) for kid in self.kids), default=0)

    def natural_width(self, look: Look) -> int:
        return max((kid.natural_width(look) for kid in self.kids), default=0)

    def height(self, look: Look, width: int) -> int:
        return sum(kid.height(look, self.width_of(kid, look, width)) for kid in self.kids) + self.gaps(look)

    def least_height(self, look: Look, width: int) -> int:
        return sum(kid.least_height(look, self.width_of(kid, look, width)) for kid in self.kids) + self.gaps(
            look
        )

    def width_of(self, kid: Widget, look: Look, width: int) -> int:
        return width if self.align == "fill" else min(width, kid.natural_width(look))

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        widths = [self.width_of(kid, look, rect.width) for kid in self.kids]
        pairs = list(zip(self.kids, widths, strict=True))
        heights = share(
            rect.height - self.gaps(look),
            [kid.height(look, width) for kid, width in pairs],
            [kid.least_height(look, width) for kid, width in pairs],
            [kid.grow for kid in self.kids],
        )
        y = rect.y
        for (kid, width), high in zip(pairs, heights, strict=True):
            spare = rect.width - width
            x = rect.x + {"centre": spare // 2, "right": spare}.get(self.align, 0)
            kid.place(pygame.Rect(x, y, width, high), look)
            y += high + self.gap_px(look)


class Space(Widget):
    """Nothing, `size` gaps large; with `grow`, whatever is left."""

    def __init__(self, size: float = 0.0, *, grow: float = 0.0) -> None:
        super().__init__(grow=grow)
        self.size = size

    def natural_width(self, look: Look) -> int:
        return round(self.size * look.metrics.gap)

    def height(self, look: Look, width: int) -> int:
        return round(self.size * look.metrics.gap)

    def content(self) -> Hashable:
        return self.size
