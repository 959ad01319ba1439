"""Small pictures drawn from a few strokes: tools of the screen, resources of the game, symbols of the pieces.

Each is a list of strokes on a field of 24 × 24, so that it is sharp at any size and takes any colour:
`disc x y r`, `ring x y r thick`, `line thick x y x y …`, `fill x y x y …`, and `cut…` for the same taken
away.
"""

from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pygame
import pygame.draw
import pygame.transform

from companion.ui.colour import Colour

FIELD = 24.0
FINE = 5


@lru_cache(maxsize=1)
def drawings() -> dict[str, str]:
    """The strokes of every picture, read once."""
    lines = Path(__file__).with_name("icons.txt").read_text(encoding="utf-8").splitlines()
    entries = (line.split(": ", 1) for line in lines if not line.startswith("#"))
    return dict(entries)


def names() -> list[str]:
    """Every picture there is."""
    return sorted(drawings())


@lru_cache(maxsize=1024)
def icon(name: str, size_px: int, colour: Colour) -> pygame.Surface:
    """The picture in one colour on a clear ground, `size_px` square."""
    fine = pygame.Surface((size_px * FINE, size_px * FINE), pygame.SRCALPHA)
    fine.fill((*colour, 0))
    scale = size_px * FINE / FIELD
    for stroke in drawings()[name].split(";"):
        kind, *numbers = stroke.split()
        cut = kind.startswith("cut")
        ink = (*colour, 0) if cut else (*colour, 255)
        paint(fine, kind.removeprefix("cut"), [float(number) * scale for number in numbers], ink)
    return pygame.transform.smoothscale(fine, (size_px, size_px))


def paint(fine: pygame.Surface, kind: str, numbers: list[float], ink: tuple[int, int, int, int]) -> None:
    """One stroke."""
    if kind == "disc":
        x, y, radius = numbers
        pygame.draw.circle(fine, ink, (x, y), radius)
    elif kind == "ring":
        x, y, radius, thick = numbers
        pygame.draw.circle(fine, ink, (x, y), radius, max(1, round(thick)))
    elif kind == "fill":
        pygame.draw.polygon(fine, ink, list(zip(numbers[::2], numbers[1::2], strict=True)))
    else:
        thick, *rest = numbers
        points = list(zip(rest[::2], rest[1::2], strict=True))
        for (x1, y1), (x2, y2) in pairwise(points):
            length = max(1e-6, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
            nx, ny = -(y2 - y1) / length * thick / 2, (x2 - x1) / length * thick / 2
            body = [(x1 + nx, y1 + ny), (x2 + nx, y2 + ny), (x2 - nx, y2 - ny), (x1 - nx, y1 - ny)]
            pygame.draw.polygon(fine, ink, body)
        for point in points:
            pygame.draw.circle(fine, ink, point, thick / 2)
