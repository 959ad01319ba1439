"""A table of words and numbers: a head, rows with hairlines, numbers to the right."""

from collections.abc import Hashable, Sequence

import pygame

from companion.ui import brush, lettering
from companion.ui.layout import share
from companion.ui.look import Look
from companion.ui.widget import Widget
from companion.ui.widgets.label import LEAST_SHRINK

SHORTEST_HEAD = 6  # letters of a name that stand at least over a column of numbers
ROOMY, TIGHT = 1.6, 1.25  # the height of a row, in heights of its letters


class Table(Widget):
    """`rows` of cells below a `head`; the first column is words, the rest numbers unless `words` says
    otherwise.

    Where the columns do not fit side by side, the longest heads over numbers are shortened. Where the rows
    do not fit below one another, they move closer together.
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
        self.step_px = 0
        self.shown_head = self.head
        self.columns: list[int] = []
        self.cut = False

    def head_px(self, size_px: int) -> int:
        return round(size_px * 0.85)

    def short_head(self, letters: int) -> tuple[str, ...]:
        """The head with no name over numbers longer than so many letters."""
        return tuple(
            name if column in self.words or len(name) <= letters else f"{name[: letters - 1].rstrip()}…"
            for column, name in enumerate(self.head)
        )

    def heads(self) -> list[tuple[str, ...]]:
        """The head in full, then shorter and shorter."""
        longest = max((len(name) for name in self.head), default=0)
        shorter = range(longest - 1, SHORTEST_HEAD - 1, -1)
        return [self.head, *(self.short_head(letters) for letters in shorter)]

    def widths(self, size_px: int, head: tuple[str, ...]) -> list[int]:
        def widest(column: int) -> int:
            cells = [row[column] for row in self.rows if column < len(row)]
            inner = max((lettering.width(cell, "bold", size_px) for cell in cells), default=0)
            if not head:
                return inner
            return max(inner, lettering.width(head[column], "strong", self.head_px(size_px)))

        count = len(self.head) or max((len(row) for row in self.rows), default=0)
        return [widest(column) for column in range(count)]

    def total(self, look: Look, size_px: int, head: tuple[str, ...]) -> int:
        widths = self.widths(size_px, head)
        return sum(widths) + look.metrics.gap * max(0, len(widths) - 1) + 1

    def sizes(self, look: Look) -> list[int]:
        full = look.metrics.text(self.size)
        least = max(round(full * LEAST_SHRINK), min(full, look.metrics.text("tiny")))
        return list(range(full, least - 1, -1))

    def least_width(self, look: Look) -> int:
        return self.total(look, self.sizes(look)[-1], self.heads()[-1])

    def natural_width(self, look: Look) -> int:
        return self.total(look, self.sizes(look)[0], self.head)

    def fitting(self, look: Look, width: int) -> tuple[int, tuple[str, ...]]:
        """The largest letters and the longest head that fit: whole names come before large letters."""
        sizes = self.sizes(look)
        ways = [(size, self.head) for size in sizes]
        ways += [(size, head) for size in sizes for head in self.heads()[1:]]
        return next((way for way in ways if self.total(look, *way) <= width), ways[-1])

    def high(self, look: Look, width: int, spread: float) -> int:
        step = round(self.fitting(look, width)[0] * spread)
        return step * (len(self.rows) + (1 if self.head else 0))

    def height(self, look: Look, width: int) -> int:
        return self.high(look, width, ROOMY)

    def least_height(self, look: Look, width: int) -> int:
        return self.high(look, width, TIGHT)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        self.size_px, self.shown_head = self.fitting(look, rect.width)
        rows = max(1, len(self.rows) + (1 if self.head else 0))
        self.step_px = min(round(self.size_px * ROOMY), rect.height // rows)
        self.cut = self.total(look, self.size_px, self.shown_head) > rect.width + 1
        wishes = self.widths(self.size_px, self.shown_head)
        gaps = look.metrics.gap * max(0, len(wishes) - 1)
        wishes = self.evened(wishes, rect.width - gaps)
        grows = [1.0 if column in self.words else 0.0 for column in range(len(wishes))]
        self.columns = share(rect.width - gaps, wishes, wishes, grows)

    def evened(self, wishes: list[int], room: int) -> list[int]:
        """Columns of numbers as wide as one another, as far as there is room: short names crowd them."""
        widest = max((wish for column, wish in enumerate(wishes) if column not in self.words), default=0)
        for least in range(widest, 0, -1):
            even = [wish if column in self.words else max(wish, least) for column, wish in enumerate(wishes)]
            if sum(even) <= room:
                return even
        return wishes

    def content(self) -> Hashable:
        return (self.shown_head, self.rows, self.size_px, self.step_px, self.strong)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette = look.palette
        high = self.step_px
        y = self.rect.y
        if self.head:
            size_px = self.head_px(self.size_px)
            self.draw_row(surface, look, self.shown_head, y, "strong", size_px, palette.ink_soft)
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
        middle = y + self.step_px // 2
        for column, cell in enumerate(cells):
            picture = lettering.text(cell, face, size_px, ink)
            if column in self.words:
                surface.blit(picture, picture.get_rect(midleft=(x, middle)))
            else:
                surface.blit(picture, picture.get_rect(midright=(x + self.columns[column], middle)))
            x += self.columns[column] + look.metrics.gap

    def problems(self, look: Look) -> list[str]:
        return ["columns wider than the table"] if self.cut else []
