"""A table of words and numbers: a head, rows with hairlines, numbers to the right."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import pygame

from companion.ui import brush, lettering
from companion.ui.layout import share
from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Widget
from companion.ui.widgets.label import LEAST_SHRINK

SHORTEST_HEAD = 6  # letters of a name that stand at least over a column of numbers
STAR = 1.5  # the room of a player's star, in heights of the letters
STARRED = 0.86  # letters get no smaller than this for the sake of stars beside names
ROOMY, TIGHT = 1.6, 1.25  # the height of a row, in heights of its letters


@dataclass(frozen=True)
class Way:
    """One way to set a table: how large, with what head, and whether with the players' stars."""

    size_px: int
    head: tuple[str, ...]
    head_px: int
    stars: bool = False

    @property
    def star_px(self) -> int:
        """How much of a player's column the star takes."""
        return round(self.size_px * STAR) if self.stars else 0


class Sheet(Widget):
    """`rows` of cells below a `head`; the first column is words, the rest numbers unless `words` says
    otherwise.

    Where the columns do not fit side by side, the longest heads over numbers are shortened. Where the rows
    do not fit below one another, they move closer together.

    players     the colours of the players whose columns these are, behind the first: a star stands before
                each name if there is room for both, and alone where not all the names fit
    """

    def __init__(
        self,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        *,
        words: Sequence[int] = (0,),
        strong: Sequence[int] = (),
        players: Sequence[str] = (),
        size: str = "label",
        grow: float = 0.0,
        key: str = "",
    ) -> None:
        super().__init__(grow=grow, key=key)
        self.head = tuple(head)
        self.rows = tuple(tuple(row) for row in rows)
        self.words = frozenset(words)
        self.strong = frozenset(strong)  # rows in bold, such as a total
        self.players = tuple(players)
        self.size = size
        self.size_px = 0
        self.step_px = 0
        self.star_px = 0
        self.shown_head = self.head
        self.columns: list[int] = []
        self.cut = False

    def head_px(self, look: Look, size_px: int) -> int:
        """Heads are a little smaller than what stands below them."""
        return max(round(size_px * 0.85), min(size_px, look.metrics.least_text))

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

    def widths(self, way: Way) -> list[int]:
        def widest(column: int) -> int:
            cells = [row[column] for row in self.rows if column < len(row)]
            inner = max((lettering.width(cell, "bold", way.size_px) for cell in cells), default=0)
            if not way.head:
                return inner
            name = lettering.width(way.head[column], "strong", way.head_px)
            return max(inner, name + (way.star_px if column else 0))

        count = len(self.head) or max((len(row) for row in self.rows), default=0)
        return [widest(column) for column in range(count)]

    def total(self, look: Look, way: Way) -> int:
        widths = self.widths(way)
        return sum(widths) + look.metrics.gap * max(0, len(widths) - 1) + 1

    def sizes(self, look: Look) -> list[int]:
        full = look.metrics.text(self.size)
        shrunk = int(full * LEAST_SHRINK / look.metrics.text_scale + 0.4)
        least = max(shrunk, min(full, look.metrics.least_text))
        return list(range(full, least - 1, -1))

    def least_width(self, look: Look) -> int:
        return self.total(look, self.ways(look)[-1])

    def natural_width(self, look: Look) -> int:
        return self.total(look, self.ways(look)[0])

    def ways(self, look: Look) -> list[Way]:
        """How it may be set, the best first: whole names come before large letters."""
        sizes = self.sizes(look)

        def way(size_px: int, head: tuple[str, ...], *, stars: bool = False) -> Way:
            return Way(size_px, head, self.head_px(look, size_px), stars)

        whole = [way(size, self.head) for size in sizes]
        if not self.players:
            return [*whole, *(way(size, head) for size in sizes for head in self.heads()[1:])]
        both = [way(size, self.head, stars=True) for size in sizes if size >= sizes[0] * STARRED]
        stars = [way(size, ("",) * len(self.head), stars=True) for size in sizes]
        return [*both, *whole, *stars]

    def fitting(self, look: Look, width: int, high: int = 0) -> Way:
        """The best way that fits; where a height is told, with larger words than usual given up for it."""
        ways = self.ways(look)
        fits = [way for way in ways if self.total(look, way) <= width] or ways[-1:]
        usual = look.metrics.text(self.size) / look.metrics.text_scale
        rows = len(self.rows) + (1 if self.head else 0)
        low = (way for way in fits if not high or way.size_px <= usual or way.size_px * TIGHT * rows <= high)
        return next(low, fits[0])

    def high(self, look: Look, width: int, spread: float) -> int:
        step = round(self.fitting(look, width).size_px * spread)
        return step * (len(self.rows) + (1 if self.head else 0))

    def height(self, look: Look, width: int) -> int:
        return self.high(look, width, ROOMY)

    def least_height(self, look: Look, width: int) -> int:
        usual = look.metrics.text(self.size) / look.metrics.text_scale
        size_px = min(self.fitting(look, width).size_px, round(usual))
        return round(size_px * TIGHT) * (len(self.rows) + (1 if self.head else 0))

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        way = self.fitting(look, rect.width, rect.height)
        self.size_px, self.shown_head, self.star_px = way.size_px, way.head, way.star_px
        rows = max(1, len(self.rows) + (1 if self.head else 0))
        self.step_px = min(round(self.size_px * ROOMY), rect.height // rows)
        self.cut = self.total(look, way) > rect.width + 1
        wishes = self.widths(way)
        gaps = look.metrics.gap * max(0, len(wishes) - 1)
        wishes = self.evened(wishes, rect.width - gaps)
        grows = [1.0 if column in self.words else 0.0 for column in range(len(wishes))]
        self.columns = share(rect.width - gaps, wishes, wishes, grows)

    def evened(self, wishes: list[int], room: int) -> list[int]:
        """Columns of numbers as wide as one another, as far as there is room: short names crowd them."""
        widest = max((wish for column, wish in enumerate(wishes) if column not in self.words), default=0)
        if self.star_px:  # stars alone would stand close together, far from the words
            widest = max(widest, round(self.size_px * 4))
        for least in range(widest, 0, -1):
            even = [wish if column in self.words else max(wish, least) for column, wish in enumerate(wishes)]
            if sum(even) <= room:
                return even
        return wishes

    def content(self) -> Hashable:
        return (self.shown_head, self.rows, self.size_px, self.step_px, self.strong, self.star_px)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette = look.palette
        high = self.step_px
        y = self.rect.y
        if self.head:
            size_px = self.head_px(look, self.size_px)
            self.draw_row(surface, look, self.shown_head, y, "strong", size_px, palette.ink_soft)
            if self.star_px:
                self.draw_stars(surface, look, y + high // 2)
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

    def draw_stars(self, surface: pygame.Surface, look: Look, middle: int) -> None:
        """Every player's star before the name."""
        x = self.rect.x
        side = round(min(self.star_px, self.step_px) * 0.86)
        for column, width in enumerate(self.columns):
            if 0 < column <= len(self.players):
                name = lettering.width(self.shown_head[column], "strong", self.head_px(look, self.size_px))
                right = x + width - (name + round(self.size_px * 0.2) if self.shown_head[column] else 0)
                draw_player(
                    surface, self.players[column - 1], (right - side // 2, middle), side, look.palette
                )
            x += width + look.metrics.gap

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
