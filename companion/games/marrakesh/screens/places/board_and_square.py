"""A player's board with the ring of the main square beside it, where a question is about both."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.places.board import COLUMNS, BoardDrawing
from companion.games.marrakesh.screens.places.square import SquareDrawing
from companion.ui.look import Look
from companion.ui.widgets.drawing import Answers, Drawing

SHARE = 0.5  # of the board, beside or above the ring


class BoardAndSquare(Drawing):
    """Both drawings in one: beside one another, or one over the other where the room stands upright."""

    def __init__(
        self, g: State, player: Player, on_the_board: Answers, on_the_ring: Answers, *, grow: float = 1.0
    ) -> None:
        self.board = BoardDrawing(g, player, on_the_board, names=False)
        self.ring = SquareDrawing(g, player, on_the_ring)
        super().__init__([*self.board.places, *self.ring.places], grow=grow, key="board-and-square")

    def upright(self, look: Look) -> bool:
        return look.metrics.portrait

    def least_width(self, look: Look) -> int:
        board, ring = COLUMNS * look.metrics.touch, self.ring.least_width(look)
        return max(board, ring) if self.upright(look) else board + ring

    def natural_width(self, look: Look) -> int:
        return max(self.least_width(look), look.metrics.unit(100))

    def least_height(self, look: Look, width: int) -> int:
        heights = self.board.least_height(look, width), self.ring.least_height(look, width)
        return sum(heights) if self.upright(look) else max(heights)

    def height(self, look: Look, width: int) -> int:
        heights = self.board.height(look, width), self.ring.height(look, width)
        return sum(heights) if self.upright(look) else max(heights)

    def spots(self, look: Look) -> list[pygame.Rect]:
        first, second = self.rect.copy(), self.rect.copy()
        if self.upright(look):
            first.height = round(self.rect.height * SHARE)
            second.y, second.height = first.bottom, self.rect.height - first.height
        else:
            first.width = max(COLUMNS * look.metrics.touch, round(self.rect.width * SHARE))
            second.x, second.width = first.right, self.rect.width - first.width
        self.board.place(first, look)
        self.ring.place(second.inflate(-look.metrics.gap, 0), look)
        return [place.rect.copy() for place in self.places]

    def shows(self) -> Hashable:
        return (self.board.shows(), self.ring.shows())

    def paint_ground(self, surface: pygame.Surface, look: Look) -> None:
        self.board.paint_ground(surface, look)
        self.ring.paint_ground(surface, look)
