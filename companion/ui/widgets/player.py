"""A player's colour: an eight-pointed star with a symbol of its own, alone or with the name."""

from collections.abc import Hashable

import pygame

from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Tap, Widget
from companion.ui.widgets.button import Pressable, draw_focus


class PlayerMark(Widget):
    """The star, to stand before a name."""

    def __init__(self, colour: str, *, size_mm: float = 6.0, grow: float = 0.0) -> None:
        super().__init__(grow=grow)
        self.colour = colour
        self.size_mm = size_mm

    def natural_width(self, look: Look) -> int:
        return look.metrics.unit(self.size_mm)

    def height(self, look: Look, width: int) -> int:
        return look.metrics.unit(self.size_mm)

    def content(self) -> Hashable:
        return (self.colour, self.size_mm)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        side = min(look.metrics.unit(self.size_mm), self.rect.width, self.rect.height)
        draw_player(surface, self.colour, self.rect.center, side, look.palette)


class PlayerButton(Pressable):
    """The star as something to tap."""

    def __init__(self, colour: str, on_tap: Tap, *, say: str, key: str = "") -> None:
        super().__init__(on_tap, key=key)
        self.colour = colour
        self.say = say

    def content(self) -> Hashable:
        return self.colour

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        side = look.metrics.unit(7.0 if self.sunk(look) else 7.8)
        draw_player(surface, self.colour, self.rect.center, min(side, *self.rect.size), look.palette)
        draw_focus(surface, self, look)
