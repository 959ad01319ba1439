"""Points by source as a chart that is a sheet too: a bar and a number for every player and source."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import ceil

import pygame

from companion.ui import brush, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Widget

LINES = 2  # of words before the numbers
BLOCKS = 2  # side by side, where the rows are too many for the height


class SourceChart(Widget):
    """Rows of (words, a number for each player); the last row is the total, and has no bars.

    players     (name, colour) at the head of each column
    """

    def __init__(
        self, players: Sequence[tuple[str, str]], rows: Sequence[tuple[str, Sequence[int]]], *, key: str = ""
    ) -> None:
        super().__init__(key=key)
        self.players = tuple(players)
        self.rows = tuple((words, tuple(points)) for words, points in rows)
        self.say = ", ".join(name for name, _colour in players)

    def sizes(self, look: Look) -> range:
        full = look.metrics.text("label")
        return range(full, look.metrics.least_text - 1, -1)

    def row_px(self, size: int) -> int:
        return round(size * 1.55)

    def head_px(self, look: Look) -> int:
        return look.metrics.unit(6.5)

    def whole_px(self, look: Look, size: int) -> int:
        """The room of the words, each in one line."""
        return max(lettering.width(words, "bold", size) for words in self.words) + look.metrics.gap

    def label_px(self, look: Look, size: int) -> int:
        """The least room of the words: a long one takes two lines of small letters."""
        whole = {words: lettering.width(words, "bold", size) for words in self.words}
        return max(min(wide, self.folded_px(look, words)) for words, wide in whole.items()) + look.metrics.gap

    @property
    def words(self) -> list[str]:
        return [words for words, _points in self.rows]

    def folded_px(self, look: Look, words: str) -> int:
        """How wide words are in two lines of small letters."""
        small = look.metrics.least_text
        whole = lettering.width(words, "bold", small)
        least = max(whole // LINES, lettering.longest_word(words, "bold", small) + 1)
        widths = range(least, whole + 1, max(1, small // 4))
        return next((w for w in widths if len(lettering.wrap(words, "bold", small, w)) <= LINES), whole)

    def column_px(self, look: Look, size: int) -> int:
        return lettering.width("−88", "bold", size) + look.metrics.gap

    def block_px(self, look: Look, size: int) -> int:
        """The least width of the rows in letters of a size."""
        return self.label_px(look, size) + len(self.players) * self.column_px(look, size)

    def high_px(self, look: Look, size: int, blocks: int = 1) -> int:
        return self.head_px(look) + self.row_px(size) * ceil(len(self.rows) / blocks)

    def least_width(self, look: Look) -> int:
        return self.block_px(look, self.sizes(look)[-1])

    def natural_width(self, look: Look) -> int:
        size = self.sizes(look)[0]
        return self.block_px(look, size) + len(self.players) * self.column_px(look, size)

    def beside(self, look: Look, size: int, width: int) -> bool:
        """Whether two blocks in letters of a size fit side by side."""
        return BLOCKS * self.block_px(look, size) + (BLOCKS - 1) * look.metrics.margin <= width

    def height(self, look: Look, width: int) -> int:
        wide = next((size for size in self.sizes(look) if self.beside(look, size, width)), None)
        if wide is not None:
            return self.high_px(look, wide, BLOCKS)
        return self.high_px(look, self.sizes(look)[0])

    def least_height(self, look: Look, width: int) -> int:
        size = self.sizes(look)[-1]
        return self.high_px(look, size, BLOCKS if self.beside(look, size, width) else 1)

    def content(self) -> Hashable:
        return (self.players, self.rows)

    def fitting(self, look: Look) -> tuple[int, int]:
        """The largest letters, and in how many blocks side by side the rows fit with them."""
        spare, numbers = look.metrics.margin, len(self.players)
        large = [size for size in self.sizes(look) if size >= look.metrics.text("note")]
        for label_px, sizes in ((self.whole_px, large), (self.label_px, self.sizes(look))):
            for size in sizes:
                for blocks in range(1, BLOCKS + 1):
                    block = label_px(look, size) + numbers * self.column_px(look, size)
                    wide = blocks * block + (blocks - 1) * spare
                    if wide <= self.rect.width and self.high_px(look, size, blocks) <= self.rect.height:
                        return size, blocks
        return self.sizes(look)[-1], 1

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        size, blocks = self.fitting(look)
        rows, spare = ceil(len(self.rows) / blocks), look.metrics.margin
        wide = (self.rect.width - spare * (blocks - 1)) // blocks
        for block in range(blocks):
            box = pygame.Rect(self.rect.x + block * (wide + spare), self.rect.y, wide, self.rect.height)
            numbers = range(len(self.rows))[block * rows : (block + 1) * rows]
            self.draw_block(surface, look, box, size, numbers)

    def draw_block(
        self, surface: pygame.Surface, look: Look, box: pygame.Rect, size: int, numbers: range
    ) -> None:
        """Some of the rows, with the players above them."""
        palette = look.palette
        spare = box.width - len(self.players) * self.column_px(look, size)
        left = box.x + max(self.label_px(look, size), min(spare, self.whole_px(look, size)))
        column = (box.right - left) // max(1, len(self.players))
        side = round(self.head_px(look) * 0.82)
        for index, (_name, colour) in enumerate(self.players):
            centre = (left + column * index + column // 2, box.y + self.head_px(look) // 2)
            draw_player(surface, colour, centre, side, palette)
        most = max((abs(n) for _words, points in self.rows[:-1] for n in points), default=1) or 1
        y, high = box.y + self.head_px(look), self.row_px(size)
        for number in numbers:
            words, points = self.rows[number]
            last = number == len(self.rows) - 1
            face = "bold" if last else "body"
            room = pygame.Rect(box.x, y, left - look.metrics.gap - box.x, high)
            self.draw_words(surface, look, words, face, size, room)
            for index, n in enumerate(points):
                cell = pygame.Rect(left + column * index + 3, y + 2, column - 6, high - 4)
                self.draw_cell(surface, look, cell, n, 0.0 if last else n / most, index, size)
            y += high
            line = palette.brass if number == len(self.rows) - 2 else palette.line
            surface.fill(line, (box.x, y, box.width, 1))

    def draw_words(
        self, surface: pygame.Surface, look: Look, words: str, face: str, size: int, room: pygame.Rect
    ) -> None:
        fits = (each for each in self.sizes(look) if each <= size)
        fits = (each for each in fits if lettering.width(words, face, each) <= room.width)
        one_line = next(fits, None)
        small = look.metrics.least_text
        lines = (words,) if one_line else lettering.wrap(words, face, small, room.width)
        step = min(round(small * 1.1), room.height // len(lines))
        y = room.centery - step * (len(lines) - 1) // 2
        for line in lines:
            label = lettering.text(line, face, one_line or small, look.palette.ink)
            surface.blit(label, label.get_rect(midleft=(room.x, y)))
            y += step

    def draw_cell(
        self,
        surface: pygame.Surface,
        look: Look,
        cell: pygame.Rect,
        n: int,
        share: float,
        player: int,
        size: int,
    ) -> None:
        palette, colour = look.palette, self.players[player][1]
        if share:
            bar = pygame.Rect(cell.x, cell.y, max(3, round(cell.width * abs(share))), cell.height)
            paint = mix(palette.player[colour], palette.ground, 0.45) if share > 0 else palette.bad_ground
            brush.panel(surface, bar, paint, look.metrics.radius // 2)
        words = f"−{-n}" if n < 0 else str(n) if n else "·"
        shown = lettering.text(words, "bold", size, palette.bad if n < 0 else palette.ink)
        surface.blit(shown, shown.get_rect(midright=(cell.right - 2, cell.centery)))
