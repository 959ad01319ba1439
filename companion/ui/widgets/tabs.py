"""Tabs: a row of headings, one of them open."""

from collections.abc import Callable, Hashable, Sequence

import pygame

from companion.ui import brush, icons
from companion.ui.colour import mix
from companion.ui.layout import Row
from companion.ui.look import Look
from companion.ui.widget import Tap
from companion.ui.widgets.button import Pressable, draw_focus
from companion.ui.widgets.label import Label


class Tab(Pressable):
    """One heading; the open one is underlined in terracotta."""

    def __init__(self, words: str, is_open: bool, on_tap: Tap, *, icon: str = "", grow: float = 1.0) -> None:
        super().__init__(on_tap, grow=grow, key=f"tab-{words}")
        self.say = words
        self.is_open = is_open
        self.icon = icon
        self.label = Label(words, face="bold" if is_open else "strong", align="centre")

    def side_px(self, look: Look) -> int:
        icon = look.metrics.text("answer") + look.metrics.gap_small if self.icon else 0
        return icon + 2 * look.metrics.gap_small

    def least_width(self, look: Look) -> int:
        return max(look.metrics.touch, self.label.least_width(look) + self.side_px(look))

    def natural_width(self, look: Look) -> int:
        return max(look.metrics.touch, self.label.natural_width(look) + self.side_px(look))

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        inner = rect.inflate(-2 * look.metrics.gap_small, -look.metrics.gap_small)
        if self.icon:
            skip = look.metrics.text("answer") + look.metrics.gap_small
            words = min(inner.width - skip, self.label.natural_width(look))
            left = inner.x + (inner.width - skip - words) // 2
            self.icon_at = (left + look.metrics.text("answer") // 2, rect.centery)
            inner = pygame.Rect(left + skip, inner.y, words, inner.height)
        self.label.place(inner, look)

    def content(self) -> Hashable:
        return (self.label.content(), self.is_open, self.icon)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette = look.palette
        if self.sunk(look):
            brush.fill(surface, mix(palette.ground, palette.ink, 0.1), self.rect)
        thick = max(3, look.metrics.mm(0.7)) if self.is_open else max(1, look.metrics.mm(0.2))
        line = palette.accent_text if self.is_open else palette.line
        brush.fill(surface, line, (self.rect.x, self.rect.bottom - thick, self.rect.width, thick))
        self.label.tone = "ink" if self.is_open else "ink_soft"
        self.label.draw(surface, look)
        if self.icon:
            mark = icons.icon(self.icon, look.metrics.text("answer"), getattr(palette, self.label.tone))
            surface.blit(mark, mark.get_rect(center=self.icon_at))
        draw_focus(surface, self, look)

    def problems(self, look: Look) -> list[str]:
        return self.label.problems(look)


SMALL = 0.86  # headings smaller than this, as a part of the usual size, do without their pictures


class Tabs(Row):
    """The headings as (value, words, icon) and which one is open; all in letters of one size."""

    def __init__(
        self, tabs: Sequence[tuple[str, str, str]], is_open: str, on_open: Callable[[str], None]
    ) -> None:
        def opener(value: str) -> Tap:
            return lambda: on_open(value)

        self.tabs = [Tab(words, value == is_open, opener(value), icon=icon) for value, words, icon in tabs]
        super().__init__(self.tabs, gap=0)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        usual = look.metrics.text("label") / look.metrics.text_scale
        if self.smallest() < usual * SMALL and any(tab.icon for tab in self.tabs):
            for tab in self.tabs:
                tab.icon = ""
                tab.measured.clear()
            self.measured.clear()
            super().place(rect, look)
        smallest = self.smallest()
        for tab in self.tabs:
            if tab.label.size_px > smallest:
                tab.label.most_px = smallest
                tab.place(tab.rect, look)

    def smallest(self) -> int:
        return min((tab.label.size_px for tab in self.tabs), default=0)
