"""The Sahara: two paths that begin at the start oasis, with caravans, oases, their prices and the towns.

A place is named as the rules name a space: "left-1" is the first oasis of the left path, "start-2" the second
space of the start oasis. Expansion 5 covers the start oasis and adds a fourth space, the desert town.
"""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.deploy import path_length
from companion.games.marrakesh.rules.keshi import BROWN
from companion.games.marrakesh.rules.sectors.sahara import TOWN_SPACE
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.parts.signs import Item, Sign, cost_signs, draw_signs
from companion.games.marrakesh.screens.parts.things import draw_thing
from companion.ui import brush, icons, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.widgets.drawing import NO_ANSWERS, Answers, Drawing, Place, centred

START_GIVES: tuple[tuple[Item, ...], ...] = (("2", Sign("resource")), ("2", Sign("points")))
TOWN_GIVES: tuple[Item, ...] = ("4", Sign("points"))
HIGH = 1.5  # a space is so many times as high as wide
HIDDEN, LYING, GONE = "hidden", "lying", "gone"


class DesertSpace(Place):
    """An oasis or a town beside its path: the tile above, the caravan's space with the price below.

    tile    the number of the oasis or town that lies there, 0 for none seen
    """

    def __init__(
        self, name: str, *, tile: int, state: str, caravan: bool, gives: tuple[Item, ...], answers: Answers
    ) -> None:
        super().__init__(name, answers, say=name)
        self.tile = tile
        self.state = state
        self.caravan = caravan
        self.gives = gives
        self.town = name.endswith(f"-{TOWN_SPACE}")
        self.starts = name.startswith("start")

    def shows(self) -> Hashable:
        return (self.tile, self.state, self.caravan, self.gives)

    def paint(self, surface: pygame.Surface, look: Look, box: pygame.Rect) -> None:
        palette, radius = look.palette, look.metrics.radius
        sand = mix(palette.panel, palette.piece[BROWN], 0.12)
        face = palette.panel_low if self.aside else sand
        brush.panel(surface, box, face, radius, palette.line, max(1, look.metrics.mm(0.2)))
        split = box.top + round(box.height * 0.58)
        above = pygame.Rect(box.x, box.y, box.width, split - box.y)
        side = round(min(above.size) * 0.8)
        if self.starts:
            draw_signs(surface, self.gives, above.center, side // 2, look, palette.ink, width=box.width - 4)
        else:
            self.paint_tile(surface, look, above, side)
        below = pygame.Rect(box.x, split, box.width, box.bottom - split)
        place = round(min(below.height * 0.86, below.width * 0.45))
        spot = (below.centerx if self.starts else below.x + below.width // 4 + 2, below.centery)
        if self.caravan:
            draw_thing(surface, BROWN, spot, place, palette, palette.ink)
        else:
            ring = brush.disc(place, mix(palette.line, palette.ink, 0.15))
            surface.blit(ring, ring.get_rect(center=spot))
            hole = brush.disc(max(2, place - 4), palette.panel_low)
            surface.blit(hole, hole.get_rect(center=spot))
        if not self.starts:
            self.paint_price(surface, look, below)

    def paint_price(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        """What claiming costs, one line a resource."""
        lines: list[list[Item]] = [[]]
        for item in self.gives:
            lines[-1].append(item)
            if isinstance(item, Sign):
                lines.append([])
        lines = [line for line in lines if line]
        high = min(round(room.height * 0.6), room.height // len(lines) - 1)
        x = room.x + round(room.width * 0.74)
        for index, line in enumerate(lines):
            y = room.centery + round((index - (len(lines) - 1) / 2) * (high + 1))
            draw_signs(surface, line, (x, y), high, look, look.palette.ink, width=round(room.width * 0.46))

    def paint_tile(self, surface: pygame.Surface, look: Look, room: pygame.Rect, side: int) -> None:
        """The tile: its number, its back while nobody has been there, nothing once it is taken."""
        palette = look.palette
        tile = centred(*room.center, min(side * 1.15, room.width - 6), side)
        radius = max(2, side // 6)
        name = "town" if self.town else "oasis"
        if self.state == GONE:
            brush.panel(surface, tile, palette.line, radius)
            brush.panel(surface, tile.inflate(-4, -4), palette.panel_low, radius)
            return
        if self.state == HIDDEN:
            ground = mix(palette.piece[BROWN], palette.panel, 0.35)
            brush.panel(surface, tile, ground, radius)
            mark = icons.icon(name, max(8, round(side * 0.66)), palette.on(ground))
            surface.blit(mark, mark.get_rect(center=tile.center))
            return
        ground = palette.panel
        brush.panel(surface, tile, ground, radius, palette.piece["green"], max(2, side // 16))
        high = max(look.metrics.least_mark, round(side * 0.4))
        words = lettering.text(f"{self.tile:02}", "bold", high, palette.ink)
        if side < 2 * high:  # no room for a picture above the number
            surface.blit(words, words.get_rect(center=tile.center))
            return
        mark = icons.icon(name, max(8, round(side * 0.42)), palette.piece["green"])
        surface.blit(mark, mark.get_rect(midtop=(tile.centerx, tile.top + 3)))
        surface.blit(words, words.get_rect(midbottom=(tile.centerx, tile.bottom - 2)))


class SaharaDrawing(Drawing):
    """The desert of one player: the left path goes out to the left, the right one to the right."""

    rows = 1.5
    place_mm = 13.0
    small_mm = 4.5

    def __init__(self, g: State, player: Player, answers: Answers = NO_ANSWERS, *, grow: float = 1.0) -> None:
        self.lengths = {path: path_length(g, path) for path in player.paths}
        super().__init__(
            [
                self.space(g, player, path, number, answers)
                for path, length in self.lengths.items()
                for number in range(1, length + 1)
            ],
            grow=grow,
            key="sahara",
        )
        self.columns = float(len(self.places)) + 0.3
        self.half = max(self.lengths["left"], self.lengths["right"])

    def space(self, g: State, player: Player, path: str, number: int, answers: Answers) -> DesertSpace:
        name = f"{path}-{number}"
        here = player.paths[path] >= number
        if path == "start":
            gives: tuple[Item, ...] = START_GIVES[number - 1]
            return DesertSpace(name, tile=0, state=GONE, caravan=here, gives=gives, answers=answers)
        if number == TOWN_SPACE:
            town = player.towns.get(path, 0)
            state = LYING if town else HIDDEN
            return DesertSpace(name, tile=town, state=state, caravan=here, gives=TOWN_GIVES, answers=answers)
        tile = player.discovered.get(name, 0)
        state = LYING if tile else GONE if here else HIDDEN
        price = tuple(cost_signs(facts.known(g, f"sahara {name} cost")))
        return DesertSpace(name, tile=tile, state=state, caravan=here, gives=price, answers=answers)

    def shows(self) -> Hashable:
        return tuple(self.lengths.items())

    def must_row(self, look: Look, width: int) -> bool:
        return width < round(self.columns * self.least_px(look))

    def in_rows(self, look: Look, width: int) -> bool:
        """One path over the other where all spaces do not fit side by side, or would be smaller so."""
        if self.must_row(look, width):
            return True
        high = self.rect.height if self.rect.width == width else 0
        paths = 3 if self.lengths["start"] else 2
        beside = min(width / len(self.places), high / HIGH)
        return bool(high) and min(width / self.half, high / paths / HIGH) > 1.2 * beside

    def least_width(self, look: Look) -> int:
        return round((self.half + 0.2) * self.least_px(look)) + 1

    def least_height(self, look: Look, width: int) -> int:
        rows = (3 if self.lengths["start"] else 2) if self.must_row(look, width) else 1
        return round(rows * 1.25 * self.least_px(look)) + 1

    def height(self, look: Look, width: int) -> int:
        rows = (3 if self.lengths["start"] else 2) if self.must_row(look, width) else 1
        return max(self.least_height(look, width), round(rows * 1.5 * look.metrics.unit(self.place_mm)))

    def spots(self, look: Look) -> list[pygame.Rect]:
        rect, lengths = self.rect, self.lengths
        if self.in_rows(look, rect.width):
            paths = [path for path in ("left", "start", "right") if lengths[path]]
            wide, high = rect.width / self.half, rect.height / len(paths)
            high = min(high, wide * 1.5)
            top = rect.centery - high * len(paths) / 2
            where = {
                path: [
                    (rect.centerx + wide * (column - (lengths[path] - 1) / 2), top + high * (row + 0.5))
                    for column in range(lengths[path])
                ]
                for row, path in enumerate(paths)
            }
        else:
            total = lengths["left"] + lengths["start"] + lengths["right"]
            wide = rect.width / total
            high = min(rect.height, wide * 1.75)
            where = {}
            first = rect.x + wide * (lengths["left"] - 0.5)
            where["left"] = [(first - wide * column, rect.centery) for column in range(lengths["left"])]
            middle = rect.x + wide * (lengths["left"] + 0.5)
            where["start"] = [(middle + wide * column, rect.centery) for column in range(lengths["start"])]
            right = middle + wide * lengths["start"]
            where["right"] = [(right + wide * column, rect.centery) for column in range(lengths["right"])]
        gap = look.metrics.gap_small // 2
        return [centred(x, y, wide - gap, high - gap) for path in lengths for x, y in where.get(path, ())]

    def paint_ground(self, surface: pygame.Surface, look: Look) -> None:
        """The tracks in the sand, from the start outwards."""
        sand = mix(look.palette.ground, look.palette.piece[BROWN], 0.25)
        by_name = {place.name: place.rect for place in self.places}
        for path in ("left", "right"):
            names = [f"{path}-{n}" for n in range(1, self.lengths[path] + 1)]
            begin = ["start-1" if path == "left" else "start-2"] if self.lengths["start"] else []
            points = [
                (by_name[n].centerx, by_name[n].bottom - by_name[n].height // 5) for n in [*begin, *names]
            ]
            if len(points) > 1:
                brush.polyline(surface, sand, points, max(3, look.metrics.mm(1.2)))
