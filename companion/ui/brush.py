"""Smooth shapes: rounded panels, discs, lines and the eight-pointed star of Moroccan tiling.

pygame draws shapes with hard steps at the edges. Here the curved parts are drawn several times larger,
shrunk, and remembered, so that they are smooth and cost nothing the second time.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

import pygame
import pygame.draw
import pygame.transform

from companion.ui.colour import Colour

FINE = 4  # how many times larger a shape is drawn before it is shrunk
Point = tuple[float, float]


@lru_cache(maxsize=512)
def disc(diameter: int, colour: Colour) -> pygame.Surface:
    """A filled circle with a smooth rim."""
    fine = pygame.Surface((diameter * FINE, diameter * FINE), pygame.SRCALPHA)
    fine.fill((*colour, 0))
    pygame.draw.circle(fine, colour, (diameter * FINE // 2, diameter * FINE // 2), diameter * FINE // 2)
    return pygame.transform.smoothscale(fine, (diameter, diameter))


@lru_cache(maxsize=64)
def fade(size_px: tuple[int, int], colour: Colour, *, upwards: bool = False) -> pygame.Surface:
    """From nothing at the top to the colour at the bottom, or the other way round."""
    wide, high = size_px
    picture = pygame.Surface(size_px, pygame.SRCALPHA)
    for row in range(high):
        left = 1 - (row + 1) / high
        thick = round(255 * (1 - left * left))  # soon thick: it must be seen beside a gap, too
        picture.fill((*colour, thick), (0, high - 1 - row if upwards else row, wide, 1))
    return picture


def fill(surface: pygame.Surface, colour: Colour, rect: pygame.Rect | tuple[int, int, int, int]) -> None:
    """A filled rectangle. One that begins above the display is cut first: pygame would push it down."""
    surface.fill(colour, pygame.Rect(rect).clip(surface.get_rect()))


def panel(
    surface: pygame.Surface,
    rect: pygame.Rect,
    colour: Colour,
    radius: int,
    border: Colour | None = None,
    border_px: int = 0,
) -> None:
    """A rounded rectangle, with a border when asked for."""
    if border is not None and border_px > 0:
        panel(surface, rect, border, radius)
        panel(surface, rect.inflate(-2 * border_px, -2 * border_px), colour, max(0, radius - border_px))
        return
    radius = max(0, min(radius, rect.width // 2, rect.height // 2))
    if radius < 2:
        fill(surface, colour, rect)
        return
    corner = disc(2 * radius, colour)
    for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
        surface.blit(
            corner,
            (rect.x + dx * (rect.width - radius), rect.y + dy * (rect.height - radius)),
            (dx * radius, dy * radius, radius, radius),
        )
    fill(surface, colour, (rect.x + radius, rect.y, rect.width - 2 * radius, rect.height))
    fill(surface, colour, (rect.x, rect.y + radius, radius, rect.height - 2 * radius))
    fill(surface, colour, (rect.right - radius, rect.y + radius, radius, rect.height - 2 * radius))


def smooth(size_px: tuple[int, int], paint: Callable[[pygame.Surface, float], None]) -> pygame.Surface:
    """A picture painted by `paint(surface, scale)` at several times its size, then shrunk."""
    fine = pygame.Surface((size_px[0] * FINE, size_px[1] * FINE), pygame.SRCALPHA)
    paint(fine, float(FINE))
    return pygame.transform.smoothscale(fine, size_px)


def star_points(centre: Point, radius: float, points: int = 8, inner: float = 0.77) -> list[Point]:
    """The corners of a star; the default is the khatim, two squares laid over one another."""
    corners = []
    for index in range(points * 2):
        reach = radius if index % 2 == 0 else radius * inner
        angle = pi * index / points - pi / 2
        corners.append((centre[0] + reach * cos(angle), centre[1] + reach * sin(angle)))
    return corners


@lru_cache(maxsize=64)
def star(size_px: int, colour: Colour, points: int = 8, inner: float = 0.77) -> pygame.Surface:
    """A filled star as a picture."""

    def paint(fine: pygame.Surface, scale: float) -> None:
        half = size_px * scale / 2
        pygame.draw.polygon(fine, colour, star_points((half, half), half, points, inner))

    return smooth((size_px, size_px), paint)


@lru_cache(maxsize=16)
def zellige(width_px: int, height_px: int, tile_px: int, ground: Colour, line: Colour) -> pygame.Surface:
    """A band of star-and-cross tiling in faint lines, the ornament of headers and the home screen."""
    tile = pygame.Surface((tile_px * FINE, tile_px * FINE))
    tile.fill(ground)
    half = tile_px * FINE / 2
    thick = max(2, round(tile_px * FINE / 40))
    reach = tile_px * FINE * 0.5
    pygame.draw.polygon(tile, line, star_points((half, half), reach), thick)
    pygame.draw.polygon(tile, line, star_points((half, half), reach * 0.55), thick)
    for dx in (0.0, 1.0):
        for dy in (0.0, 1.0):
            corner = (dx * tile_px * FINE, dy * tile_px * FINE)
            pygame.draw.polygon(tile, line, star_points(corner, reach * 0.42, 4, 0.5), thick)
    small = pygame.transform.smoothscale(tile, (tile_px, tile_px))
    picture = pygame.Surface((width_px, height_px))
    for x in range(0, width_px, tile_px):
        for y in range(0, height_px, tile_px):
            picture.blit(small, (x, y))
    return picture


def polyline(surface: pygame.Surface, colour: Colour, points: Sequence[Point], thick: int) -> None:
    """A line through points with smooth edges and round joints."""
    for (x1, y1), (x2, y2) in pairwise(points):
        length = max(1e-6, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
        nx, ny = -(y2 - y1) / length * thick / 2, (x2 - x1) / length * thick / 2
        body = [(x1 + nx, y1 + ny), (x2 + nx, y2 + ny), (x2 - nx, y2 - ny), (x1 - nx, y1 - ny)]
        pygame.draw.polygon(surface, colour, body)
        pygame.draw.aalines(surface, colour, True, body)
    for x, y in points:
        surface.blit(disc(thick, colour), (round(x - thick / 2), round(y - thick / 2)))


def polygon(surface: pygame.Surface, colour: Colour, points: Sequence[Point]) -> None:
    """A filled polygon with smooth edges."""
    pygame.draw.polygon(surface, colour, points)
    pygame.draw.aalines(surface, colour, True, points)
