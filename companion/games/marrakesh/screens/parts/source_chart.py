"""Points by source as a chart that is a sheet too: a bar and a number for every player and source."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from companion.ui import brush, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Widget

LEAST_SHRINK = 0.74


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

    def size_px(self, look: Look) -> int:
        return look.metrics.text("label")

    def row_px(self, look: Look) -> int:
        return round(self.size_px(look) * 1.55)

    def head_px(self, look: Look) -> int:
        return look.metrics.unit(6.5)

    def label_px(self, look: Look, size: int) -> int:
        return max(lettering.width(words, "body", size) for words, _points in self.rows) + look.metrics.gap

    def column_px(self, look: Look) -> int:
        return lettering.width("−888", "bold", self.size_px(look)) + look.metrics.gap

    def least_width(self, look: Look) -> int:
        least = round(self.size_px(look) * LEAST_SHRINK)
        return self.label_px(look, least) + len(self.players) * self.column_px(look)

    def natural_width(self, look: Look) -> int:
        return self.label_px(look, self.size_px(look)) + len(self.players) * 2 * self.column_px(look)

    def height(self, look: Look, width: int) -> int:
        return self.head_px(look) + self.row_px(look) * len(self.rows)

    def content(self) -> Hashable:
        return (self.players, self.rows)

    def label_size(self, look: Look) -> int:
        """The largest size at which the words leave the columns their room."""
        room = self.rect.width - len(self.players) * self.column_px(look)
        full = self.size_px(look)
        sizes = range(full, round(full * LEAST_SHRINK) - 1, -1)
        return next((size for size in sizes if self.label_px(look, size) <= room), sizes[-1])

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, size = look.palette, self.label_size(look)
        left = self.rect.x + self.label_px(look, size)
        column = (self.rect.right - left) // max(1, len(self.players))
        side = round(self.head_px(look) * 0.82)
        for index, (_name, colour) in enumerate(self.players):
            centre = (left + column * index + column // 2, self.rect.y + self.head_px(look) // 2)
            draw_player(surface, colour, centre, side, palette)
        most = max((abs(n) for _words, points in self.rows[:-1] for n in points), default=1) or 1
        y = self.rect.y + self.head_px(look)
        for number, (words, points) in enumerate(self.rows):
            last = number == len(self.rows) - 1
            label = lettering.text(words, "bold" if last else "body", size, palette.ink)
            middle = y + self.row_px(look) // 2
            surface.blit(label, label.get_rect(midleft=(self.rect.x, middle)))
            for index, n in enumerate(points):
                cell = pygame.Rect(left + column * index + 3, y + 2, column - 6, self.row_px(look) - 4)
                self.draw_cell(surface, look, cell, n, 0.0 if last else n / most, self.players[index][1])
            y += self.row_px(look)
            line = palette.brass if number == len(self.rows) - 2 else palette.line
            surface.fill(line, (self.rect.x, y, self.rect.width, 1))

    def draw_cell(
        self, surface: pygame.Surface, look: Look, cell: pygame.Rect, n: int, share: float, colour: str
    ) -> None:
        palette = look.palette
        if share:
            bar = pygame.Rect(cell.x, cell.y, max(3, round(cell.width * abs(share))), cell.height)
            paint = mix(palette.player[colour], palette.ground, 0.45) if share > 0 else palette.bad_ground
            brush.panel(surface, bar, paint, look.metrics.radius // 2)
        words = f"−{-n}" if n < 0 else str(n) if n else "·"
        shown = lettering.text(words, "bold", self.size_px(look), palette.bad if n < 0 else palette.ink)
        surface.blit(shown, shown.get_rect(midright=(cell.right - 2, cell.centery)))
