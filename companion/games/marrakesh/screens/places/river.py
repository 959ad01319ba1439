"""The river: its spaces from the start to the jetty, the rapids and what they give, and every fisherman.

A place is a space by its number; the last one is the jetty.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import ceil, sqrt

import pygame
import pygame.draw

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.state import State
from companion.games.marrakesh.screens.parts.pawn import pawn_name, pawn_sprite
from companion.games.marrakesh.screens.parts.signs import UNKNOWN, Item, bonus_signs, draw_signs, signs_width
from companion.ui import brush, icons, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Sprite
from companion.ui.widgets.drawing import NO_ANSWERS, Answers, Drawing, Place, centred

WATER = (86, 152, 190)
UNKNOWN_LENGTH = 24  # drawn until the table has said how long the river is


class RiverSpace(Place):
    """One space with the fishermen on it. The jetty shows its spots: the taken ones are faint."""

    round = True

    def __init__(
        self,
        number: int,
        answers: Answers,
        *,
        pawns: tuple[str, ...],
        jetty: tuple[tuple[str, bool], ...] | None,
        crocodile: bool,
        certain: bool,
    ) -> None:
        super().__init__(str(number), answers, say=str(number))
        self.number = number
        self.pawns = pawns
        self.jetty = jetty
        self.crocodile = crocodile
        self.certain = certain
        self.along: Sequence[RiverSpace] = ()  # all spaces of the river

    def shows(self) -> Hashable:
        return (self.number, self.pawns, self.jetty, self.crocodile, self.certain)

    def paint(self, surface: pygame.Surface, look: Look, box: pygame.Rect) -> None:
        palette, side = look.palette, min(box.size)
        night = mix(WATER, palette.ground, 0.25)
        firm = self.jetty is not None or self.number == 0
        stone = mix(night, palette.panel, 0.92 if firm else 0.75 if self.touchable else 0.45)
        disc = brush.disc(side if firm or self.touchable else round(side * 0.86), stone)
        surface.blit(disc, disc.get_rect(center=box.center))
        ink = palette.on(stone)
        if self.jetty is not None:
            mark = icons.icon("river-step", max(8, side // 3), ink)
            surface.blit(mark, mark.get_rect(midbottom=(box.centerx, box.centery)))
            self.paint_spots(surface, look, box, ink)
        elif not self.pawns:
            size = max(look.metrics.text("mark"), side // 3)
            if self.number % 5 == 0 or self.touchable:
                words = lettering.text(str(self.number), "bold", size, ink)
                surface.blit(words, words.get_rect(center=box.center))
            if self.crocodile:
                words = lettering.text("»", "bold", size, ink)
                surface.blit(words, words.get_rect(midbottom=box.midbottom))
        pawn = self.pawn_px(look)
        for colour, spot in self.standing(look):
            if pawn_name("river", colour) not in look.moving:
                draw_player(surface, colour, spot, pawn, palette)

    def pawn_px(self, look: Look) -> int:
        return max(look.metrics.unit(4.0), round(min(self.rect.size) * 0.62))

    def standing(self, look: Look) -> list[tuple[str, tuple[int, int]]]:
        """Fishermen on one space stand side by side."""
        pawn, side = self.pawn_px(look), min(self.rect.size)
        spread = min(pawn * 0.62, (self.rect.width - pawn) / max(1, len(self.pawns) - 1))
        middle = (len(self.pawns) - 1) / 2
        x, y = self.rect.center
        return [
            (colour, (round(x + (index - middle) * spread), round(y - side * 0.1)))
            for index, colour in enumerate(self.pawns)
        ]

    def sprites(self, look: Look) -> list[Sprite]:
        def way(was: int, now: int) -> list[tuple[int, int]]:
            step = 1 if now >= was else -1
            on_it = range(max(0, was), now + step, step)
            return [self.along[n].rect.center for n in on_it if 0 <= n < len(self.along)]

        pawn = self.pawn_px(look)
        return [
            pawn_sprite("river", colour, spot, pawn, self.number, way) for colour, spot in self.standing(look)
        ]

    def paint_spots(
        self, surface: pygame.Surface, look: Look, box: pygame.Rect, ink: tuple[int, int, int]
    ) -> None:
        faint = mix(ink, look.palette.panel, 0.6)
        spots = self.jetty or ((UNKNOWN, True),)
        high = max(look.metrics.least_mark, round(box.height * 0.26))
        while high > look.metrics.least_mark and self.wide(spots, high) > box.width * 0.92:
            high -= 1
        # Where not all can be read, those who come next see theirs.
        free = tuple(spot for spot in spots if spot[1])
        while len(spots) > 1 and self.wide(spots, high) > box.width * 0.92:
            spots = free[: min(len(free), len(spots) - 1)] or spots[:1]
        wide = self.wide(spots, high)
        x = box.centerx - wide // 2
        for words, is_free in spots:
            letters = lettering.text(words, "bold", high, ink if is_free else faint)
            surface.blit(letters, letters.get_rect(midleft=(x, box.centery + box.height // 5)))
            x += letters.get_width() + 3

    def wide(self, spots: Sequence[tuple[str, bool]], high: int) -> int:
        return sum(lettering.width(words, "bold", high) + 3 for words, _free in spots)


class RiverDrawing(Drawing):
    """A winding band of spaces."""

    place_mm = 10.0
    small_mm = 3.6

    def __init__(self, g: State, answers: Answers = NO_ANSWERS, *, grow: float = 1.0) -> None:
        known = facts.known(g, "river length")
        furthest = max((player.river for player in g.players), default=0)
        self.length: int = known if known is not None else max(UNKNOWN_LENGTH, furthest + 2)
        told: Sequence[tuple[int, Sequence[str]]] = facts.known(g, "river rapids") or ()
        self.rapids = tuple((space, tuple(bonuses)) for space, bonuses in told if 0 < space <= self.length)
        spots: Sequence[int] = facts.known(g, "jetty spots") or ()
        taken = [player.jetty for player in g.players if player.jetty is not None]
        jetty = tuple((str(spot), spot not in taken) for spot in spots)
        crocodile = facts.known(g, "river crocodile")
        places = [
            RiverSpace(
                number,
                answers,
                pawns=tuple(p.colour for p in g.players if min(p.river, self.length) == number),
                jetty=jetty if number == self.length else None,
                crocodile=crocodile == number,
                certain=known is not None,
            )
            for number in range(self.length + 1)
        ]
        super().__init__(places, grow=grow, key="river")
        for space in places:
            space.along = places
        self.say = ", ".join(f"{player.name} {player.river}" for player in g.players)

    def lines(self, look: Look, width: int) -> int:
        """How many rows of spaces fit best into a width: as few as leave a finger's room to each."""
        across = max(1, int(width / max(self.least_px(look), 1)))
        return max(2, ceil(len(self.places) / across))

    def least_width(self, look: Look) -> int:
        return round(7 * self.least_px(look))

    def natural_width(self, look: Look) -> int:
        return max(self.least_width(look), look.metrics.unit(90))

    def least_height(self, look: Look, width: int) -> int:
        return max(look.metrics.unit(6.5), round(self.lines(look, width) * self.least_px(look)) + 1)

    def height(self, look: Look, width: int) -> int:
        return max(look.metrics.unit(26), self.least_height(look, width))

    def grid(self, look: Look) -> tuple[int, int]:
        """Columns and rows that make the spaces as round as can be."""
        count, rect = len(self.places), self.rect
        rows = max(2, round(sqrt(count * rect.height / max(1, rect.width))))
        most = max(2, int(rect.height / max(1, self.least_px(look))))
        rows = min(max(rows, self.lines(look, rect.width)), most)
        return -(-count // rows), rows

    def spots(self, look: Look) -> list[pygame.Rect]:
        across, rows = self.grid(look)
        step, row = self.rect.width / across, self.rect.height / rows
        spots = []
        for index in range(len(self.places)):
            line, column = divmod(index, across)
            if line % 2:
                column = across - 1 - column
            x, y = self.rect.x + step * (column + 0.5), self.rect.y + row * (line + 0.5)
            spots.append(centred(x, y, step - 1, row - 1))
        return spots

    def shows(self) -> Hashable:
        return (self.length, self.rapids)

    def paint_ground(self, surface: pygame.Surface, look: Look) -> None:
        palette = look.palette
        night = mix(WATER, palette.ground, 0.25)
        middles = [place.rect.center for place in self.places]
        side = min(self.places[0].rect.size)
        brush.polyline(surface, night, [(float(x), float(y)) for x, y in middles], max(8, round(side * 0.86)))

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        """The rapids lie over the spaces they part, and their bonuses over them."""
        side = min(self.places[0].rect.size)
        for space, bonuses in self.rapids:
            (x1, y1), (x2, y2) = self.places[space - 1].rect.center, self.places[space].rect.center
            foam(surface, look, ((x1 + x2) / 2, (y1 + y2) / 2), side, upright=y1 == y2)
            items: list[Item] = [item for text in bonuses for item in bonus_signs(text)]
            if items and side >= look.metrics.unit(8.0):
                high = max(round(side * 0.24), round(look.metrics.least_mark * 1.25))
                x, y = round((x1 + x2) / 2), round((y1 + y2) / 2)
                if y1 == y2:
                    y -= round(side * 0.42)
                else:  # between two rows: on the water, or it would be taken for a space's number
                    sign = centred(x, y, signs_width(items, high) + high, high * 1.3)
                    brush.panel(surface, sign, look.palette.panel, sign.height // 2)
                draw_signs(surface, items, (x, y), high, look, look.palette.ink, width=round(side * 1.2))


def foam(
    surface: pygame.Surface, look: Look, centre: tuple[float, float], side: int, *, upright: bool
) -> None:
    """White water across the river."""
    x, y = centre
    reach = side * 0.36
    for shift in (-3, 3):
        points = []
        for step in range(5):
            along, aside = -reach + step * reach / 2, shift + (3 if step % 2 else -3)
            points.append((x + aside, y + along) if upright else (x + along, y + aside))
        pygame.draw.lines(surface, look.palette.panel, False, points, max(2, look.metrics.mm(0.4)))
