"""The main square: eight spaces in a ring with their bonuses, and the audience disc in their middle.

Spaces are numbered from 0 at the top clockwise, as the rules count them. The disc shows how many spectators
face each space as it lies now.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import cos, log, pi, sin

import pygame

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.expansions.audience_disc import disc_key
from companion.games.marrakesh.rules.keshi import PINK, PURPLE
from companion.games.marrakesh.rules.scrolls import permanent
from companion.games.marrakesh.rules.sectors.square import SPACES
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.parts.signs import UNKNOWN, bonus_signs, draw_signs
from companion.games.marrakesh.screens.parts.things import draw_thing
from companion.ui import brush, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.widgets.drawing import NO_ANSWERS, Answers, Drawing, Place, centred

WIDEST = 1.9  # the ring is at most so many times as wide as high


class SquareSpace(Place):
    """One space: its bonus, and an entertainer where one stands."""

    round = True

    def __init__(self, number: int, printed: str | None, *, taken: bool, answers: Answers) -> None:
        super().__init__(str(number), answers, say=str(number + 1))
        self.number = number
        self.printed = printed
        self.taken = taken

    def shows(self) -> Hashable:
        return (self.printed, self.taken)

    def paint(self, surface: pygame.Surface, look: Look, box: pygame.Rect) -> None:
        palette, side = look.palette, min(box.size)
        face = mix(palette.panel, palette.piece[PINK], 0.16)
        stone = palette.panel_low if self.aside else face
        rim = brush.disc(side, mix(palette.line, palette.ink, 0.2))
        surface.blit(rim, rim.get_rect(center=box.center))
        disc = brush.disc(side - 2 * max(1, side // 28), stone)
        surface.blit(disc, disc.get_rect(center=box.center))
        items, ink = bonus_signs(self.printed), palette.ink
        if self.taken:
            low = (box.centerx, box.centery + round(side * 0.2))
            draw_thing(surface, PINK, low, round(side * 0.46), palette, ink)
            top = (box.centerx, box.centery - round(side * 0.22))
            draw_signs(surface, items, top, round(side * 0.34), look, ink, width=round(side * 0.66))
        else:
            draw_signs(surface, items, box.center, round(side * 0.46), look, ink, width=round(side * 0.78))


class SquareDrawing(Drawing):
    """The ring of a player's main square.

    golden  the disc is drawn as printed, this section of it in brass: while it is asked what stands there, or
            how the disc lies
    """

    columns = 3.9
    rows = 3.05
    place_mm = 13.0

    def __init__(
        self,
        g: State,
        player: Player,
        answers: Answers = NO_ANSWERS,
        *,
        golden: int | None = None,
        grow: float = 1.0,
    ) -> None:
        printed: Sequence[str] = facts.known(g, "square bonuses") or ()
        super().__init__(
            [
                SquareSpace(
                    number,
                    printed[number] if number < len(printed) else None,
                    taken=number in player.square,
                    answers=answers,
                )
                for number in range(SPACES)
            ],
            grow=grow,
            key="square",
        )
        self.purple = disc_key(g) == "disc purple"
        sections: Sequence[int | None] = facts.known(g, disc_key(g)) or ()
        extra = permanent.spectators_extra(player)
        turned = 0 if golden is not None else player.disc
        self.golden = golden

        def spectators(space: int) -> str:
            """In the section before a space; while it is being told only some of them are known."""
            if turned is None or len(sections) != SPACES:
                return UNKNOWN
            there = sections[(space - turned) % SPACES]
            return UNKNOWN if there is None else str(there + extra)

        self.facing = tuple(spectators(space) for space in range(SPACES))

    def shows(self) -> Hashable:
        return (self.facing, self.purple, self.golden)

    def place_px(self, look: Look) -> int:
        """The side of a space: as large as the ring has room for."""
        wish = min(self.rect.height / 3.6, self.rect.width / self.columns)
        return max(self.least_px(look), min(round(wish), look.metrics.unit(self.place_mm * 1.3)))

    def at(self, space: int, look: Look, inwards: float = 0.0) -> tuple[float, float]:
        """The middle of a space; `inwards` gives a point so many pixels nearer to the middle of the ring."""
        side = self.place_px(look)
        high = min(self.rect.height, round(side * 5.2))
        wide = min(self.rect.width, round(high * WIDEST))
        across, down = (wide - side) / 2, (high - side) / 2
        # Where the ring is low, the four corner spaces move outwards until no two spaces touch.
        bend = 1.0 if down >= side * 1.42 else max(0.0, log(min(1.0, side / max(1.0, down))) / log(0.7071))
        angle = 2 * pi * space / SPACES
        x, y = sin(angle), -cos(angle)
        if space % 2:
            y = (1 if y > 0 else -1) * abs(y) ** bend
        return (
            self.rect.centerx + x * max(0.0, across - inwards),
            self.rect.centery + y * max(0.0, down - inwards),
        )

    def spots(self, look: Look) -> list[pygame.Rect]:
        side = self.place_px(look)
        return [centred(*self.at(space, look), side, side) for space in range(SPACES)]

    def paint_ground(self, surface: pygame.Surface, look: Look) -> None:
        palette, side = look.palette, self.place_px(look)
        corners = [self.at(space, look) for space in range(SPACES)]
        sand = mix(palette.ground, palette.piece[PINK], 0.22)
        brush.polyline(surface, sand, [*corners, corners[0]], max(4, round(side * 0.5)))
        paint = palette.piece[PURPLE if self.purple else PINK]
        disc = [self.at(space, look, side * 0.62) for space in range(SPACES)]
        brush.polygon(surface, mix(palette.panel, paint, 0.45), disc)
        coin = max(12, round(side * 0.36))
        for space, (words, (x, y)) in enumerate(zip(self.facing, self.disc_places(look), strict=True)):
            ground = palette.brass if space == self.golden else paint
            round_ = brush.disc(coin, ground)
            surface.blit(round_, round_.get_rect(center=(round(x), round(y))))
            letters = lettering.text(words, "bold", max(8, round(coin * 0.7)), palette.on(ground))
            surface.blit(letters, letters.get_rect(center=(round(x), round(y))))

    def disc_places(self, look: Look) -> list[tuple[float, float]]:
        """Where the disc's sections stand, each before its space."""
        side = self.place_px(look)
        return [self.at(space, look, side * 0.74) for space in range(SPACES)]
