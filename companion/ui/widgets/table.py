"""A table of words and numbers: a head, rows with hairlines, numbers to the right."""

from collections.abc import Hashable, Sequence

import pygame

from companion.ui import brush, lettering
from companion.ui.layout import share
from companion.ui.look import Look
from companion.ui.widget import Widget
from companion.ui.widgets.label import LEAST_SHRINK


class Table(Widget):
    """`rows` of cells below a `head`; the first column is words, the rest numbers unless `words` says
    otherwise.
    """

    def __init__(
        self,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        *,
        words: Sequence[int] = (0,),
        strong: Sequence[int] = (),
        size: str = "body",
        grow: float = 0.0,
        key: str = "",
    ) -> None:
        super().__init__(grow=grow, key=key)
        self.head = tuple(head)
        self.rows = tuple(tuple(row) for row in rows)
        self.words = frozenset(words)
        self.strong = frozenset(strong)  # rows in bold, such as a total
        self.size = size
        self.size_px = 0
        self.columns: list[int] = []
        self.cut = False

    def widths(self, look: Look, size_px: int) -> list[int]:
        def widest(column: int) -> int:
            cells = [row[column] for row in self.rows if column < len(row)]
            inner = max((lettering.width(cell, "bold", size_px) for cell in cells), default=0)
            if not self.head:
                return inner
            return max(inner, lettering.width(self.head[column], "strong", round(size_px * 0.85)))

        count = len(self.head) or max((len(row) for row in self.rows), default=0)
        return [widest(column) for column in range(count)]

    def total(self, look: Look, size_px: int) -> int:
        widths = self.widths(look, size_px)
        return sum(widths) + look.metrics.gap * max(0, len(widths) - 1) + 1

    def sizes(self, look: Look) -> list[int]:
        full = look.metrics.text(self.size)
        least = max(round(full * LEAST_SHRINK), min(full, look.metrics.text("tiny")))
        return list(range(full, least - 1, -1))

    def least_width(self, look: Look) -> int:
        return self.total(look, self.sizes(look)[-1])

    def natural_width(self, look: Look) -> int:
        return self.total(look, self.sizes(look)[0])

    def size_for(self, look: Look, width: int) -> int:
        sizes = self.sizes(look)
        return next((size for size in sizes if self.total(look, size) <= width), sizes[-1])

    def row_px(self, size_px: int) -> int:
        return round(size_px * 1.6)

    def height(self, look: Look, width: int) -> int:
        return self.row_px(self.size_for(look, width)) * (len(self.rows) + (1 if self.head else 0))

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        self.size_px = self.size_for(look, rect.width)
        self.cut = self.total(look, self.size_px) > rect.width + 1
        wishes = self.widths(look, self.size_px)
        gaps = look.metrics.gap * max(0, len(wishes) - 1)
        grows = [1.0 if column in self.words else 0.0 for column in range(len(wishes))]
        self.columns = share(rect.width - gaps, wishes, wishes, grows)

    def content(self) -> Hashable:
        return (self.head, self.rows, self.size_px, self.strong)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette = look.palette
        high = self.row_px(self.size_px)
        y = self.rect.y
        if self.head:
            self.draw_row(surface, look, self.head, y, "strong", round(self.size_px * 0.85), palette.ink_soft)
            y += high
            brush.fill(
                surface, palette.brass, (self.rect.x, y - 2, self.rect.width, max(2, look.metrics.mm(0.25)))
            )
        for index, row in enumerate(self.rows):
            face = "bold" if index in self.strong else "body"
            self.draw_row(surface, look, row, y, face, self.size_px, palette.ink)
            y += high
            if index + 1 < len(self.rows):
                brush.fill(surface, palette.line, (self.rect.x, y - 1, self.rect.width, 1))

    def draw_row(
        self,
        surface: pygame.Surface,
        look: Look,
        cells: Sequence[str],
        y: int,
        face: str,
        size_px: int,
        ink: tuple[int, int, int],
    ) -> None:
        x = self.rect.x
        middle = y + self.row_px(self.size_px) // 2
        for column, cell in enumerate(cells):
            picture = lettering.text(cell, face, size_px, ink)
            if column in self.words:
                surface.blit(picture, picture.get_rect(midleft=(x, middle)))
            else:
                surface.blit(picture, picture.get_rect(midright=(x + self.columns[column], middle)))
            x += self.columns[column] + look.metrics.gap

    def problems(self, look: Look) -> list[str]:
        return ["columns wider than the table"] if self.cut else []
