"""The places of a finished game as a podium that grows, with a sun and a shower of stars for the winner."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pygame

from companion.ui import brush, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Place, Sprite, Widget

HEIGHTS = (1.0, 0.84, 0.7, 0.58)
SHOWERS = 3  # so many stars of each colour fly over the winner


def ranked(name: str, place: int) -> str:
    return f"{place + 1}. {name}"


class Podium(Widget):
    """Players as (name, colour, score, place from 0), the first in the middle."""

    def __init__(self, players: Sequence[tuple[str, str, int, int]], *, grow: float = 1.0) -> None:
        super().__init__(grow=grow, key="podium")
        ranked = list(players)
        self.players = (*ranked[1::2][::-1], *ranked[0::2])  # 2nd, 1st, 3rd: and the 4th at the left end
        self.say = ", ".join(f"{place + 1}. {name} {score}" for name, _c, score, place in ranked)

    def least_width(self, look: Look) -> int:
        return look.metrics.unit(18) * len(self.players)

    def natural_width(self, look: Look) -> int:
        return look.metrics.unit(26) * len(self.players)

    def height(self, look: Look, width: int) -> int:
        return look.metrics.unit(44)

    def least_height(self, look: Look, width: int) -> int:
        return look.metrics.unit(24)

    def content(self) -> Hashable:
        return self.players

    def shrunk(self, words: str, room: int, look: Look) -> int | None:
        """The largest letters in which the words fit the room; None where they would be too small."""
        full, least = look.metrics.text("label"), look.metrics.least_text
        sizes = range(full, least - 1, -1)
        return next((size for size in sizes if lettering.width(words, "bold", size) <= room - 4), None)

    def geometry(self, look: Look) -> _Steps:
        """Where the blocks stand and how high they are."""
        metrics = look.metrics
        wide = min(self.rect.width // max(1, len(self.players)), metrics.unit(34))
        apart = any(self.shrunk(ranked(name, at), wide, look) is None for name, _c, _s, at in self.players)
        lines = 2 if apart else 1  # the place above the name, where both in a line would be too small to read
        head = round(metrics.text("label") * (0.6 + lines))
        side = metrics.unit(9)
        room = self.rect.height - round(side * 1.4) - head - metrics.gap  # above the star its sun
        left = self.rect.centerx - wide * len(self.players) // 2
        return _Steps(wide, left, side, head, room, apart)

    def block(self, index: int, steps: _Steps, share: float = 1.0) -> pygame.Rect:
        """The block of a player, grown so far."""
        place = self.players[index][3]
        high = round(steps.room * HEIGHTS[min(place, 3)] * share)
        return pygame.Rect(steps.left + steps.wide * index + 4, self.rect.bottom - high, steps.wide - 8, high)

    def sprites(self, look: Look) -> list[Sprite]:
        """The blocks grow, the last first; and stars fly over the winner."""
        steps = self.geometry(look)
        found = [self.growing(index, steps) for index in range(len(self.players))]
        origin = next(
            self.block(index, steps).midtop for index, player in enumerate(self.players) if player[3] == 0
        )

        def draw(surface: pygame.Surface, _c: Place, look: Look, _was: Any, share: float) -> None:
            shower(surface, origin, self.rect, look, share)

        found.append(Sprite("shower", self.rect.center, self.rect.size, draw, enters=self.rect.center))
        return found

    def growing(self, index: int, steps: _Steps) -> Sprite:
        _name, colour, _score, place = self.players[index]
        column = pygame.Rect(steps.left + steps.wide * index, self.rect.y, steps.wide, self.rect.height)

        def draw(surface: pygame.Surface, _c: Place, look: Look, _was: Any, share: float) -> None:
            last = len(HEIGHTS)
            until = (last - place) / last  # the last are there first
            self.paint_block(surface, look, index, steps, min(1.0, share / until))

        return Sprite(f"podium {colour}", column.center, column.size, draw, enters=column.center)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        steps = self.geometry(look)
        before = surface.get_clip()
        surface.set_clip(before.clip(self.rect))
        for index, (_name, _colour, _score, place) in enumerate(self.players):
            if place == 0:
                self.paint_sun(surface, look, index, steps)
        surface.set_clip(before)
        for index, (_name, colour, _score, _place) in enumerate(self.players):
            if f"podium {colour}" not in look.moving:
                self.paint_block(surface, look, index, steps)

    def paint_sun(self, surface: pygame.Surface, look: Look, index: int, steps: _Steps) -> None:
        """A sun behind who has won."""
        block = self.block(index, steps)
        middle = (block.centerx, block.y - steps.head - steps.side // 2 - 2)
        glow = mix(look.palette.ground, look.palette.brass, 0.45)
        sun = brush.star(min(2 * (middle[1] - self.rect.y), round(1.7 * steps.side)), glow, 16, 0.72)
        surface.blit(sun, sun.get_rect(center=middle))

    def paint_block(
        self, surface: pygame.Surface, look: Look, index: int, steps: _Steps, share: float = 1.0
    ) -> None:
        palette, metrics = look.palette, look.metrics
        name, colour, score, place = self.players[index]
        block = self.block(index, steps, share)
        before = surface.get_clip()
        surface.set_clip(before.clip(self.rect))  # the blocks stand on the edge, their feet cut off
        paint = palette.player[colour]
        foot_in = pygame.Rect(block.x, block.y, block.width, block.height + metrics.radius)
        brush.panel(
            surface, foot_in, paint, metrics.radius, mix(paint, (0, 0, 0), 0.35), max(2, metrics.mm(0.4))
        )
        draw_player(
            surface, colour, (block.centerx, block.y - steps.head - steps.side // 2 - 2), steps.side, palette
        )
        foot = block.y - 2
        for words in (name, f"{place + 1}.") if steps.apart else (ranked(name, place),):
            size = self.shrunk(words, steps.wide, look) or metrics.least_text
            picture = lettering.text(words, "bold", size, palette.ink)
            surface.blit(picture, picture.get_rect(midbottom=(block.centerx, foot)))
            foot -= metrics.text("label")
        full = round(steps.room * HEIGHTS[min(place, 3)])
        size = min(metrics.text("score"), round(full * 0.74))
        shown = round(score * share)
        number = lettering.text(str(shown).replace("-", "−"), "title", size, palette.on(paint))
        surface.blit(number, number.get_rect(midtop=(block.centerx, block.y + 2)))
        surface.set_clip(before)


@dataclass(frozen=True)
class _Steps:
    """The measures all blocks share, in pixels."""

    wide: int
    left: int
    side: int  # of a player's star
    head: int  # for the name above a block
    room: int  # for the highest block
    apart: bool  # the place stands above the name


def shower(
    surface: pygame.Surface, origin: tuple[int, int], room: pygame.Rect, look: Look, share: float
) -> None:
    """Small stars in the colours of the keshis, thrown up from behind the winner and falling."""
    rng = Random(7)
    side = look.metrics.unit(2.2)
    before = surface.get_clip()
    surface.set_clip(before.clip(room))
    for colour in list(look.palette.piece.values()) * SHOWERS:
        aside, up = rng.uniform(-1, 1) * room.width * 0.55, rng.uniform(0.5, 1.25) * room.height
        x = origin[0] + aside * share
        y = origin[1] - up * share + 1.1 * room.height * share * share
        star = brush.star(round(side * (1 - 0.5 * share)), colour)
        surface.blit(star, star.get_rect(center=(round(x), round(y))))
    surface.set_clip(before)
