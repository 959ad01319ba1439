"""A window onto more than fits: dragged by the finger, with a little momentum after it lifts."""

from collections.abc import Hashable

import pygame

from companion.ui import brush
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.widget import Widget

FADE_MM = 4.6  # how high the edge is behind which there is more
PRESSED = 0.75  # a child this much higher is pressed together; a longer one scrolls, its letters as large


class ScrollArea(Widget):
    """Shows one child that may be higher than itself. The stage keeps how far it is scrolled.

    Where more lies above or below, the child fades into the ground: a cut between two rows would look like
    the end.
    """

    clips = True
    scrolls = True
    touchable = True

    def __init__(
        self,
        kid: Widget,
        *,
        least_mm: float = 18.0,
        ground: str = "ground",
        grow: float = 1.0,
        key: str = "scroll",
    ) -> None:
        super().__init__(grow=grow, key=key)
        self.kid = kid
        self.ground = ground  # what it lies on
        self.least_mm = least_mm
        self.reach = 0  # how far it can be scrolled, in pixels

    @property
    def children(self) -> list[Widget]:
        return [self.kid]

    def bar_px(self, look: Look) -> int:
        return look.metrics.unit(1.2)

    def least_width(self, look: Look) -> int:
        return self.kid.least_width(look) + self.bar_px(look)

    def natural_width(self, look: Look) -> int:
        return self.kid.natural_width(look) + self.bar_px(look)

    def height(self, look: Look, width: int) -> int:
        return self.kid.height(look, width)

    def least_height(self, look: Look, width: int) -> int:
        return min(self.height(look, width), look.metrics.unit(self.least_mm))

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        high = self.kid.height(look, rect.width)
        width = rect.width
        little = high <= rect.height / PRESSED or self.kid.refits()
        if rect.height < high and little and self.kid.least_height(look, width) <= rect.height:
            high = rect.height
        elif high > rect.height:
            width -= self.bar_px(look)
            high = self.kid.height(look, width)
        self.reach = max(0, high - rect.height)
        offset = round(min(self.reach, max(0.0, look.scrolled.get(self.path, 0.0))))
        self.offset = offset
        self.kid.place(pygame.Rect(rect.x, rect.y - offset, width, max(high, rect.height)), look)

    def content(self) -> Hashable:
        return (self.offset, self.reach)

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        if not self.reach:
            return
        self.draw_fades(surface, look)
        palette, bar = look.palette, self.bar_px(look)
        whole = self.rect.height + self.reach
        length = max(look.metrics.unit(6), round(self.rect.height * self.rect.height / whole))
        y = self.rect.y + round((self.rect.height - length) * self.offset / self.reach)
        thick = max(4, round(bar * 0.7))
        track = pygame.Rect(self.rect.right - thick, self.rect.y, thick, self.rect.height)
        brush.panel(surface, track, mix(palette.ground, palette.line, 0.5), thick // 2)
        knob = pygame.Rect(track.x, y, thick, length)
        brush.panel(surface, knob, mix(palette.line, palette.ink, 0.4), thick // 2)

    def draw_fades(self, surface: pygame.Surface, look: Look) -> None:
        ground = getattr(look.palette, self.ground)
        wide = self.rect.width - self.bar_px(look)
        for hidden, upwards in ((self.offset, True), (self.reach - self.offset, False)):
            high = min(hidden, look.metrics.unit(FADE_MM), self.rect.height // 3)
            if high > 0:
                y = self.rect.y if upwards else self.rect.bottom - high
                surface.blit(brush.fade((wide, high), ground, upwards=upwards), (self.rect.x, y))
