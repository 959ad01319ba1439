"""A number that counts up from what it was when it comes onto the screen."""

from __future__ import annotations

from typing import Any

import pygame

from companion.ui import lettering
from companion.ui.look import Look
from companion.ui.widget import Place, Sprite
from companion.ui.widgets.label import Label


class CountUp(Label):
    """A number as a label; `was` is where it begins, `name` tells it from the other numbers of the screen."""

    def __init__(
        self, number: int, was: int, name: str, *, size: str = "number", face: str = "title"
    ) -> None:
        super().__init__(written(number), size=size, face=face, wraps=False)
        self.number = number
        self.was = was
        self.name = name

    def sprites(self, look: Look) -> list[Sprite]:
        if self.was == self.number:
            return []

        def draw(surface: pygame.Surface, centre: Place, look: Look, _was: Any, share: float) -> None:
            now = round(self.was + (self.number - self.was) * share)
            words = lettering.text(written(now), self.face, self.size_px, look.palette.ink)
            surface.blit(words, words.get_rect(center=centre))

        wide = max(lettering.width(written(n), self.face, self.size_px) for n in (self.was, self.number))
        middle = self.rect.center
        return [Sprite(self.name, middle, (wide, self.rect.height), draw, self.number, enters=middle)]

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self.name not in look.moving:
            super().draw(surface, look)


def written(number: int) -> str:
    """A number with a true minus."""
    return str(number).replace("-", "−")
