"""The final scoring as a board: a row for each player, a column for each step, filled in as it is read out.

All columns stand there from the beginning, so that no number moves when the next one is told; the sums at the
end count up.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from companion.games.marrakesh.screens.parts.things import draw_thing
from companion.ui import brush, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Place, Sprite, Widget
from companion.ui.widgets.count_up import written


@dataclass(frozen=True)
class ScoreRow:
    """One player's numbers.

    told    of each step read out so far
    was     the sum before the last of them
    """

    name: str
    colour: str
    told: tuple[int, ...]
    was: int

    @property
    def total(self) -> int:
        return sum(self.told)


class ScoreBoard(Widget):
    """Rows of players under the pictures of the steps.

    steps    the thing that pictures each step, the score before them first
    """

    def __init__(self, steps: Sequence[str], rows: Sequence[ScoreRow], *, grow: float = 1.0) -> None:
        super().__init__(grow=grow, key="score-board")
        self.steps = tuple(steps)
        self.rows = tuple(rows)
        self.say = ", ".join(f"{row.name} {row.total}" for row in rows)

    def head_px(self, look: Look) -> int:
        return look.metrics.unit(7.0)

    def least_width(self, look: Look) -> int:
        return look.metrics.unit(8.0) * (len(self.steps) + 2)

    def natural_width(self, look: Look) -> int:
        return look.metrics.unit(90)

    def height(self, look: Look, width: int) -> int:
        return self.head_px(look) + len(self.rows) * look.metrics.unit(9.0)

    def least_height(self, look: Look, width: int) -> int:
        return self.head_px(look) + len(self.rows) * look.metrics.unit(6.0)

    def content(self) -> Hashable:
        return (self.steps, self.rows)

    def row(self, look: Look, index: int) -> pygame.Rect:
        head, gap = self.head_px(look), look.metrics.gap_small
        high = min(look.metrics.unit(14.0), (self.rect.height - head) // len(self.rows))
        return pygame.Rect(self.rect.x, self.rect.y + head + index * high, self.rect.width, high - gap)

    def columns(self, look: Look) -> tuple[int, float, int]:
        """Where the first column of numbers begins, how wide each is, and how wide the sums are."""
        total = look.metrics.unit(17.0)
        name = look.metrics.unit(9.0) if self.stacked(look) else self.name_px(look)
        return self.rect.x + name, (self.rect.width - name - total) / len(self.steps), total

    def name_px(self, look: Look) -> int:
        """The room of star and name before the numbers."""
        return min(look.metrics.unit(30.0), round(self.rect.width * 0.28))

    def stacked(self, look: Look) -> bool:
        """Whether the names stand above the numbers: beside them one would be too small to read."""
        room, least = self.name_px(look) - look.metrics.unit(9.0), look.metrics.least_text
        return any(lettering.width(row.name, "bold", least) > room for row in self.rows)

    def line(self, look: Look, index: int) -> int:
        """The middle of a row's numbers."""
        box = self.row(look, index)
        return box.y + round(box.height * (0.7 if self.stacked(look) else 0.5))

    def middle(self, look: Look, column: int) -> int:
        left, wide, _total = self.columns(look)
        return round(left + wide * (column + 0.5))

    def sum_at(self, look: Look, index: int) -> Place:
        row = self.row(look, index)
        return row.right - self.columns(look)[2] // 2, row.centery

    def sum_px(self, look: Look, index: int) -> int:
        return min(look.metrics.text("score"), round(self.row(look, index).height * 0.72))

    def sprites(self, look: Look) -> list[Sprite]:
        """The sums count up."""
        found = []
        for index, row in enumerate(self.rows):
            size, place = self.sum_px(look, index), self.sum_at(look, index)

            def draw(
                surface: pygame.Surface,
                centre: Place,
                look: Look,
                _was: Any,
                share: float,
                row: ScoreRow = row,
                size: int = size,
            ) -> None:
                now = round(row.was + (row.total - row.was) * share)
                words = lettering.text(written(now), "title", size, look.palette.ink)
                surface.blit(words, words.get_rect(center=centre))

            wide = (self.columns(look)[2], self.row(look, index).height)
            found.append(Sprite(f"final {row.colour}", place, wide, draw, row.total))
        return found

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette = look.palette
        _left, wide, _total = self.columns(look)
        at = len(self.rows[0].told) - 1 if self.rows else 0
        for index in range(len(self.rows)):
            brush.panel(surface, self.row(look, index), palette.panel, look.metrics.radius, palette.line)
        first, last = self.row(look, 0), self.row(look, len(self.rows) - 1)
        lit = pygame.Rect(0, self.rect.y, round(min(wide, look.metrics.unit(14.0))), 0)
        lit.centerx, lit.height = self.middle(look, at), last.bottom - self.rect.y
        brush.panel(surface, lit, mix(palette.panel, palette.brass, 0.32), look.metrics.radius)
        side = round(min(wide, self.head_px(look)) * 0.8)
        for column, thing in enumerate(self.steps):
            ink = palette.ink if column <= at else palette.line
            spot = (self.middle(look, column), self.rect.y + self.head_px(look) // 2)
            draw_thing(surface, thing, spot, side, palette, ink)
        size = min(look.metrics.text("number"), round(first.height * 0.56))
        for index, row in enumerate(self.rows):
            box = self.row(look, index)
            self.draw_name(surface, look, row, box)
            for column, n in enumerate(row.told):
                ink = palette.bad if n < 0 else palette.ink if n or not column else palette.ink_soft
                shown = written(n) if not column else f"{n:+d}".replace("-", "−") if n else "·"
                face = "bold" if column == at else "body"
                words = lettering.text(shown, face, size, ink)
                spot = (self.middle(look, column), self.line(look, index))
                surface.blit(words, words.get_rect(center=spot))
            if f"final {row.colour}" not in look.moving:
                words = lettering.text(written(row.total), "title", self.sum_px(look, index), palette.ink)
                surface.blit(words, words.get_rect(center=self.sum_at(look, index)))

    def draw_name(self, surface: pygame.Surface, look: Look, row: ScoreRow, box: pygame.Rect) -> None:
        """The player's star, and the name beside it or above the numbers."""
        pad, stacked = look.metrics.gap_small, self.stacked(look)
        side = min(look.metrics.unit(7.0), box.height - pad)
        draw_player(surface, row.colour, (box.x + pad + side // 2, box.centery), side, look.palette)
        left = box.x + look.metrics.unit(9.0)
        room = (box.right - self.columns(look)[2] if stacked else self.rect.x + self.name_px(look)) - left
        sizes = range(look.metrics.text("label"), look.metrics.least_text - 1, -1)
        fits = (each for each in sizes if lettering.width(row.name, "bold", each) <= room)
        words = lettering.text(row.name, "bold", next(fits, sizes[-1]), look.palette.ink)
        y = box.y + round(box.height * 0.28) if stacked else box.centery
        surface.blit(words, words.get_rect(midleft=(left, y)))
