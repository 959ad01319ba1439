"""Grids of equal cells, and flows that break like words."""

from collections.abc import Iterable

import pygame

from companion.ui.layout.sharing import Box, share
from companion.ui.look import Look
from companion.ui.widget import Letters, Widget


class Grid(Box):
    """Equal cells in `columns` columns, or as many as fit a width of `cell_mm`; rows share the height.

    Where `columns` is left open and the rows do not fit, the cells become narrower, as far as their words
    allow, before anything has to scroll.
    """

    def __init__(
        self,
        kids: Iterable[Widget | None] = (),
        *,
        columns: int = 0,
        cell_mm: float = 20.0,
        stretch: bool = False,
        most_mm: float = 0.0,
        gap: float = 1.0,
        grow: float = 0.0,
        key: str = "",
    ) -> None:
        super().__init__(kids, gap=gap, grow=grow, key=key)
        self.columns = columns
        self.cell_mm = cell_mm
        self.stretch = stretch  # rows take all the height there is
        self.most_mm = most_mm  # but grow no higher than this

    def column_count(self, look: Look, width: int) -> int:
        if self.columns:
            return self.columns
        return self.most_columns(look, width, look.metrics.unit(self.cell_mm))

    def most_columns(self, look: Look, width: int, cell: int = 0) -> int:
        """So many cells stand side by side, each as wide as a cell and as the widest one needs at least."""
        gap = self.gap_px(look)
        widest = max((kid.least_width(look) for kid in self.kids), default=1)
        return max(1, min(len(self.kids), (width + gap) // (max(cell, widest, 1) + gap)))

    def columns_in(self, look: Look, width: int, high: int) -> int:
        """The columns in a room of this height: the usual ones, or as many more as make the rows fit."""
        usual = self.column_count(look, width)
        most = usual if self.columns else max(usual, self.most_columns(look, width))
        heights = ((columns, self.pressed(look, width, columns)) for columns in range(usual, most + 1))
        fits = next((columns for columns, least in heights if least <= high), None)
        return usual if fits is None else fits

    def least_width(self, look: Look) -> int:
        columns = self.columns or 1
        widest = max((kid.least_width(look) for kid in self.kids), default=0)
        return columns * widest + (columns - 1) * self.gap_px(look)

    def natural_width(self, look: Look) -> int:
        columns = self.columns or len(self.kids)
        widest = max((kid.natural_width(look) for kid in self.kids), default=0)
        return columns * widest + (columns - 1) * self.gap_px(look)

    def refits(self) -> bool:
        return not self.columns or super().refits()

    def rows(self, look: Look, width: int, columns: int = 0) -> tuple[int, list[list[Widget]]]:
        columns = columns or self.column_count(look, width)
        cell = (width - self.gap_px(look) * (columns - 1)) // columns
        return cell, [self.kids[at : at + columns] for at in range(0, len(self.kids), columns)]

    def height(self, look: Look, width: int) -> int:
        cell, rows = self.rows(look, width)
        gaps = self.gap_px(look) * max(0, len(rows) - 1)
        return sum(max(kid.height(look, cell) for kid in row) for row in rows) + gaps

    def least_height(self, look: Look, width: int) -> int:
        usual = self.column_count(look, width)
        most = usual if self.columns else max(usual, self.most_columns(look, width))
        return min(self.pressed(look, width, columns) for columns in range(usual, most + 1))

    def pressed(self, look: Look, width: int, columns: int) -> int:
        """How low it can be pressed in so many columns."""
        cell, rows = self.rows(look, width, columns)
        gaps = self.gap_px(look) * max(0, len(rows) - 1)
        return sum(max(kid.least_height(look, cell) for kid in row) for row in rows) + gaps

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        cell, rows = self.rows(look, rect.width, self.columns_in(look, rect.width, rect.height))
        gap = self.gap_px(look)
        wishes = [max(kid.height(look, cell) for kid in row) for row in rows]
        heights = share(
            rect.height - gap * max(0, len(rows) - 1),
            wishes,
            [max(kid.least_height(look, cell) for kid in row) for row in rows],
            [1.0 if self.stretch else 0.0] * len(rows),
        )
        if self.most_mm:
            most = look.metrics.unit(self.most_mm)
            heights = [min(high, max(wish, most)) for high, wish in zip(heights, wishes, strict=True)]
        y = rect.y
        for row, high in zip(rows, heights, strict=True):
            for index, kid in enumerate(row):
                kid.place(pygame.Rect(rect.x + index * (cell + gap), y, cell, high), look)
            y += high + gap
        self.even_letters(look)

    def even_letters(self, look: Look) -> None:
        """Answers beside one another speak in one voice: what fits in all of them is the size of all."""
        alike: dict[str, list[tuple[Widget, Letters]]] = {}
        for kid in self.kids:
            letters = kid.leading
            if letters is not None:
                alike.setdefault(letters.size, []).append((kid, letters))
        for kids in alike.values():
            smallest = min(letters.size_px for _kid, letters in kids)
            for kid, letters in kids:
                if letters.size_px > smallest:
                    letters.most_px = smallest
                    letters.measured.clear()
                    kid.place(kid.rect, look)


class Flow(Box):
    """Children at their natural width, line after line like words."""

    def lines(self, look: Look, width: int) -> list[list[tuple[Widget, int]]]:
        gap = self.gap_px(look)
        lines: list[list[tuple[Widget, int]]] = [[]]
        used = 0
        for kid in self.kids:
            wide = min(width, kid.natural_width(look))
            if lines[-1] and used + wide > width:
                lines.append([])
                used = 0
            lines[-1].append((kid, wide))
            used += wide + gap
        return lines

    def least_width(self, look: Look) -> int:
        return max((kid.least_width(look) for kid in self.kids), default=0)

    def natural_width(self, look: Look) -> int:
        return sum(kid.natural_width(look) for kid in self.kids) + self.gaps(look)

    def height(self, look: Look, width: int) -> int:
        lines = self.lines(look, width)
        tall = sum(max((kid.height(look, wide) for kid, wide in line), default=0) for line in lines)
        return tall + self.gap_px(look) * (len(lines) - 1)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        gap, y = self.gap_px(look), rect.y
        for line in self.lines(look, rect.width):
            high = max((kid.height(look, wide) for kid, wide in line), default=0)
            used = sum(wide for _kid, wide in line) + gap * max(0, len(line) - 1)
            x = rect.x + ((rect.width - used) // 2 if self.align == "centre" else 0)
            for kid, wide in line:
                kid.place(pygame.Rect(x, y, wide, high), look)
                x += wide + gap
            y += high + gap
