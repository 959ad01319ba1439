"""The river as a picture: its spaces from the start to the jetty, the rapids, and every fisherman."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame
import pygame.draw

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.state import State
from companion.ui import brush, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Widget

WATER = (86, 152, 190)
ROWS = 3
UNKNOWN_LENGTH = 24  # drawn until the table has said how long the river is


class RiverPicture(Widget):
    """A winding band of spaces; who stands where, and where the rapids are."""

    def __init__(self, g: State, *, grow: float = 1.0) -> None:
        super().__init__(grow=grow, key="river-picture")
        known = facts.known(g, "river length")
        furthest = max((player.river for player in g.players), default=0)
        self.length: int = known if known is not None else max(UNKNOWN_LENGTH, furthest + 2)
        rapids: Sequence[tuple[int, Sequence[str]]] = facts.known(g, "river rapids") or ()
        self.rapids = tuple(space for space, _bonuses in rapids)
        self.pawns = tuple((player.colour, player.river, player.jetty) for player in g.players)
        self.say = ", ".join(f"{player.name} {player.river}" for player in g.players)

    def least_width(self, look: Look) -> int:
        return look.metrics.unit(50)

    def natural_width(self, look: Look) -> int:
        return look.metrics.unit(90)

    def height(self, look: Look, width: int) -> int:
        return max(look.metrics.unit(26), width // 4)

    def least_height(self, look: Look, width: int) -> int:
        return look.metrics.unit(15)

    def content(self) -> Hashable:
        return (self.length, self.rapids, self.pawns)

    def places(self) -> list[tuple[float, float]]:
        """The middle of every space from the start (0) to the jetty, winding through three rows."""
        count = self.length + 1
        across = -(-count // ROWS)
        step = self.rect.width / across
        row = self.rect.height / ROWS
        places = []
        for index in range(count):
            line, column = divmod(index, across)
            if line % 2:
                column = across - 1 - column
            places.append((self.rect.x + step * (column + 0.5), self.rect.y + row * (line + 0.5)))
        return places

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, places = look.palette, self.places()
        night = mix(WATER, palette.ground, 0.25)
        side = int(min(self.rect.width / -(-(self.length + 1) // ROWS), self.rect.height / ROWS) * 0.78)
        brush.polyline(surface, night, places, max(8, side))
        size = max(look.metrics.text("tiny"), side // 3)
        taken = {min(space, self.length) for _colour, space, _jetty in self.pawns}
        for index, (x, y) in enumerate(places):
            last = index == self.length
            stone = mix(night, palette.panel, 0.9 if last or index == 0 else 0.45)
            disc = brush.disc(round(side * (0.92 if last else 0.7)), stone)
            surface.blit(disc, disc.get_rect(center=(round(x), round(y))))
            if index in self.rapids:
                rapid_mark(
                    surface,
                    look,
                    (x - (places[index][0] - places[index - 1][0]) / 2, (y + places[index - 1][1]) / 2),
                    side,
                )
            if (index % 5 == 0 or last) and index not in taken:  # half a number below a pawn says nothing
                words = lettering.text(str(index), "bold", size, palette.on(stone))
                surface.blit(words, words.get_rect(center=(round(x), round(y))))
        self.draw_pawns(surface, look, places, side)

    def draw_pawns(
        self, surface: pygame.Surface, look: Look, places: list[tuple[float, float]], side: int
    ) -> None:
        """Fishermen on one space stand side by side."""
        together: dict[int, list[str]] = {}
        for colour, space, _jetty in self.pawns:
            together.setdefault(min(space, self.length), []).append(colour)
        pawn = max(look.metrics.unit(4.2), round(side * 0.6))
        for space, colours in together.items():
            x, y = places[space]
            spread = pawn * 0.62 if len(colours) > 1 else 0
            for index, colour in enumerate(colours):
                shift = (index - (len(colours) - 1) / 2) * spread
                place = (
                    round(min(max(x + shift, self.rect.x + pawn / 2), self.rect.right - pawn / 2)),
                    round(y - side * 0.18),
                )
                draw_player(surface, colour, place, pawn, look.palette)


def rapid_mark(surface: pygame.Surface, look: Look, centre: tuple[float, float], side: int) -> None:
    """Foam across the river."""
    x, y = centre
    high = side * 0.42
    for shift in (-3, 3):
        points = [(x + shift + (3 if step % 2 else -3), y - high + step * high / 2) for step in range(5)]
        pygame.draw.lines(surface, look.palette.panel, False, points, max(2, look.metrics.mm(0.4)))
