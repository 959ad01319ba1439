"""The four academies: three face-up scrolls of each kind, with the scholars and dates each kind needs.

A place is a kind and a stack counted from 0: "gray-1".
"""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from companion.games.marrakesh.rules.catalogue.scrolls import KINDS
from companion.games.marrakesh.rules.state import EMPTY, UNKNOWN, State
from companion.games.marrakesh.screens.parts.signs import UNKNOWN as MARK
from companion.games.marrakesh.screens.parts.signs import Sign, draw_signs
from companion.ui import brush, icons, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.widgets.drawing import NO_ANSWERS, Answers, Drawing, Place


class ScrollStack(Place):
    """One stack: the number of the scroll on top, "?" while nobody has named it, empty where none lies."""

    def __init__(self, kind: str, slot: int, number: int, below: int, answers: Answers) -> None:
        super().__init__(f"{kind}-{slot}", answers, say=str(slot + 1))
        self.kind = kind
        self.number = number
        self.below = below

    def shows(self) -> Hashable:
        return (self.kind, self.number, self.below)

    def paint(self, surface: pygame.Surface, look: Look, box: pygame.Rect) -> None:
        palette = look.palette
        back = palette.piece[self.kind]
        radius = max(2, look.metrics.radius // 2)
        if self.number == EMPTY:
            brush.panel(surface, box, palette.line, radius)
            brush.panel(surface, box.inflate(-4, -4), palette.panel_low, radius)
            return
        if self.below:
            brush.panel(surface, box, mix(back, (0, 0, 0), 0.3), radius)
            box = box.move(-2, -2)
        face = mix(palette.panel, back, 0.3) if self.number != UNKNOWN else back
        brush.panel(surface, box, face, radius, mix(back, (0, 0, 0), 0.25), max(2, look.metrics.mm(0.3)))
        words = MARK if self.number == UNKNOWN else f"{self.number:02}"
        letters = lettering.text(words, "bold", max(9, round(min(box.size) * 0.52)), palette.on(face))
        surface.blit(letters, letters.get_rect(center=box.center))


class StacksDrawing(Drawing):
    """A row for each kind; before it its back's colour, the scholars it needs and the dates it costs."""

    columns = 4.4
    rows = 4.1
    place_mm = 11.0
    small_mm = 3.4

    def __init__(self, g: State, answers: Answers = NO_ANSWERS, *, grow: float = 1.0) -> None:
        places = []
        for kind in KINDS:
            display = g.scrolls[kind]
            for slot, number in enumerate(display.up):
                below = display.below[slot if slot < len(display.below) else 0]
                places.append(ScrollStack(kind, slot, number, below, answers))
        super().__init__(places, grow=grow, key="stacks")
        self.across = max(1, len(places) // len(KINDS))

    def spots(self, look: Look) -> list[pygame.Rect]:
        gap = max(2, look.metrics.gap_small // 2)
        high = (self.rect.height - gap * (len(KINDS) - 1)) / len(KINDS)
        wide = (self.rect.width - gap * self.across) / (self.across + 1.2)
        left = self.rect.x + wide * 1.2 + gap
        return [
            pygame.Rect(
                round(left + (index % self.across) * (wide + gap)),
                round(self.rect.y + (index // self.across) * (high + gap)),
                int(wide),
                int(high),
            )
            for index in range(len(self.places))
        ]

    def paint_ground(self, surface: pygame.Surface, look: Look) -> None:
        palette = look.palette
        for row, kind in enumerate(KINDS.values()):
            first = self.places[row * self.across].rect
            room = pygame.Rect(self.rect.x, first.y, first.x - self.rect.x, first.height)
            high = round(min(room.height * 0.5, look.metrics.unit(5.0)))
            items = (str(kind.scholars), Sign("keshi:gray"), str(kind.dates), Sign("date"))
            draw_signs(surface, items, room.center, high, look, palette.ink, width=room.width - 4)
            mark = icons.icon("scroll", max(8, high // 2), palette.piece[kind.name])
            if room.height > 2.4 * high:
                surface.blit(mark, mark.get_rect(midbottom=room.midbottom))
