"""What no table of the training has: other shapes, paints, surfaces, rings, hands and cards.

Figures that are to be honest are counted on tables made of these. Nothing here is trained or tuned on.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.arrange import Things
from vision.training.backgrounds import Background, Image, clouds, distances
from vision.training.foreign import Foreign
from vision.training.solids import Body, Part, Shape, Vector, ball, prism

Generator = np.random.Generator


def _sealed_body(rng: Generator, shape: Shape, size: float) -> Body:
    """Keshis with worn edges, tablets, cones cut off, eggs, and prisms of seven and nine sides."""
    if shape == "octagon":
        keshi = prism(8, size, size * rng.uniform(0.96, 1.04))
        worn = float(size * rng.uniform(0.66, 0.72))
        return Body([Part(keshi.ways, keshi.out, [(np.zeros(3), worn)])], 0.75 * size)
    if shape == "lentil":  # a tablet: a low cylinder between two domes
        wide, high = size * rng.uniform(0.8, 1.3), size * rng.uniform(0.3, 0.6)
        walls = prism(24, wide, high * 2)
        radius = float(wide * rng.uniform(0.9, 1.6))
        middles: list[tuple[Vector, float]] = [
            (np.array([0, 0, sign * (radius - high / 2)]), radius) for sign in (-1.0, 1.0)
        ]
        return Body([Part(walls.ways, walls.out, middles)], 0.55 * float(np.hypot(wide, high)))
    if shape == "pill":  # an egg: balls that shrink along a line
        length, thick = size * rng.uniform(0.9, 1.4), size * rng.uniform(0.6, 0.8)
        shares = np.linspace(0, 1, 8)
        parts = [
            ball(np.array([(share - 0.5) * (length - thick), 0, 0]), thick / 2 * (1 - 0.45 * share))
            for share in shares
        ]
        return Body(parts, length / 2 + 0.5)
    if shape == "disc":  # a stool, wider below than above
        sides, slope = 16, rng.uniform(0.15, 0.5)
        stool = prism(sides, size * rng.uniform(0.9, 1.2), size * rng.uniform(0.5, 1.0))
        ways = stool.ways.copy()
        ways[:sides, 2] = slope
        length = np.linalg.norm(ways, axis=1)
        return Body([Part(ways / length[:, None], stool.out / length)], 1.1 * size)
    wide, high = size * rng.uniform(0.9, 1.2), size * rng.uniform(0.4, 1.1)
    return Body([prism(int(rng.choice([7, 9])), wide, high)], 0.6 * float(np.hypot(wide, high)))


SEALED_THINGS = Things(
    ("octagon", "lentil", "pill", "disc", "prism"), (0.6, 0.1, 0.1, 0.1, 0.1), _sealed_body
)


def sealed_paint(rng: Generator) -> Image:
    """Mixed from three pigments and white, as paint is, rather than picked from a wheel."""
    pigments = np.array(
        [[0.35, 0.03, 0.02], [0.02, 0.05, 0.5], [0.02, 0.45, 0.6], [0.05, 0.3, 0.04], [0.02, 0.02, 0.02]]
    )
    share = rng.dirichlet([0.5] * len(pigments))
    mixed = np.exp(share @ np.log(pigments))
    white = rng.uniform(0, 0.9) * rng.random()
    return np.asarray(mixed * (1 - white) + 0.85 * white, np.float32)


def sealed_surface(rng: Generator, side: int) -> Image:
    """Stone, checks, a board's squares, or brushed metal."""
    base, other = sealed_paint(rng), sealed_paint(rng)
    kind = rng.integers(0, 4)
    grid = np.arange(side, dtype=np.float32)
    if kind == 0:
        share = (clouds(rng, side, (side // 3, side // 3)) > rng.uniform(0.8, 1.6)).astype(np.float32)
        share = np.asarray(cv2.blur(share, (3, 3)), np.float32) * np.float32(rng.uniform(0.2, 0.8))
    elif kind == 1:
        wave = np.sin(grid * rng.uniform(0.05, 0.4)) > 0
        share = (wave[None].astype(np.float32) + wave[:, None]) * np.float32(rng.uniform(0.1, 0.4))
    elif kind == 2:
        step = int(rng.integers(30, 90))
        line = (np.arange(side) % step < 3).astype(np.float32)
        share = np.maximum(line[None], line[:, None]) * np.float32(rng.uniform(0.2, 0.7))
    else:
        share = np.abs(clouds(rng, side, (side, 2))) * np.float32(rng.uniform(0.02, 0.15))
    share = share[..., None]
    return np.asarray(np.clip(base * (1 - share) + other * share, 0.003, 1), np.float32)


def _mirrored(rng: Generator, side: int) -> Image:
    """Lights as no training has them: four spots, a bar of dots, a square of dots, two rings."""
    x, y = rng.uniform(0, side, 2)
    reach = rng.uniform(18, 45)
    corners = reach * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    kind = rng.integers(0, 4)
    if kind == 0:
        places = corners
    elif kind == 1:
        places = np.column_stack([np.linspace(-1.5, 1.5, 9) * reach, np.zeros(9)])
    elif kind == 2:
        share = np.linspace(0, 1, 5)[:-1, None]
        places = np.concatenate(
            [
                start * (1 - share) + end * share
                for start, end in zip(corners, np.roll(corners, -1, 0), strict=True)
            ]
        )
    else:
        angle = np.linspace(0, 2 * np.pi, 13)[:-1]
        ring = np.column_stack([np.cos(angle), np.sin(angle)]) * reach
        places = np.concatenate([ring, 0.5 * ring[::2]])
    size, power = rng.uniform(1.5, 5), rng.uniform(0.05, 1.0)
    light = np.zeros((side, side), np.float32)
    for across, down in places:
        light += np.exp(-((distances(side, x + across, y + down) / size) ** 4)).astype(np.float32)
    return np.asarray(power * light[..., None] * np.ones(3), np.float32)


def sealed_background(rng: Generator, side: int, *, from_below: bool) -> Background:
    """A tray with a round edge and a tower's round foot, or a table."""
    light = np.asarray(
        float(np.exp(rng.uniform(np.log(0.01), np.log(0.5)))) * rng.uniform(0.7, 1.2, 3), np.float32
    )
    away = distances(side, *rng.uniform(0, side, 2))
    falloff = np.asarray((1 / (1 + (away / rng.uniform(120, 350)) ** 2))[..., None], np.float32)
    surface = sealed_surface(rng, side)
    if from_below:
        beams = 1 - 0.2 * (np.sin(np.arange(side) * rng.uniform(0.02, 0.1)) > 0.8)[None, :, None]
        room = np.asarray(light * beams * np.ones((side, side, 1)), np.float32)
        ring = np.full((side, side, 3), rng.uniform(0, 0.02), np.float32)
    else:
        room, ring = surface * light, surface * falloff
    edge = np.maximum.reduce(
        [
            np.abs(np.arange(side) - side / 2)[None].repeat(side, 0),
            np.abs(np.arange(side) - side / 2)[:, None].repeat(side, 1),
        ]
    ).astype(np.float32)
    wall = np.clip(edge - (side / 2 - rng.uniform(-5, 14)), 0, 1)
    foot = np.clip(rng.uniform(20, 50) - distances(side, rng.uniform(0, side), rng.uniform(-40, 20)), 0, 1)
    for where in (wall, foot):
        paint, share = sealed_paint(rng), where[..., None].astype(np.float32)
        room = room * (1 - share) + share * paint * light * np.float32(rng.uniform(0.1, 0.8))
        ring = ring * (1 - share) + share * paint * falloff * np.float32(rng.uniform(0.2, 0.8))
    mirror = _mirrored(rng, side) if from_below else np.zeros((side, side, 3), np.float32)
    return Background(
        np.asarray(room, np.float32), np.asarray(ring, np.float32), mirror, falloff, light, from_below
    )


def sealed_hand(rng: Generator, side: int) -> Foreign:
    """A forearm and a fist or a flat hand, of ellipses rather than strokes."""
    cover = np.zeros((side, side), np.float32)
    way = float(rng.uniform(0, 360))
    unit = np.array([np.cos(np.radians(way)), np.sin(np.radians(way))])
    beside = np.array([-unit[1], unit[0]])
    palm = rng.uniform(0.2 * side, 0.8 * side, 2)
    _ellipse(cover, palm, (rng.uniform(38, 52), rng.uniform(30, 42)), way)
    for step in range(1, 12):
        _ellipse(cover, palm - unit * 30 * step, (28, rng.uniform(24, 34)), way)
    for finger in range(4):
        root = palm + unit * 38 + beside * 19 * (finger - 1.5)
        for step in range(int(rng.integers(1, 5))):
            _ellipse(cover, root + unit * 14 * step, (13, 10), way)
    light = cv2.GaussianBlur(cover, (0, 0), 9)
    skin = np.array([0.18, 0.3, 0.55]) * rng.uniform(0.12, 1.2)
    paint = skin * (0.3 + 0.7 * light[..., None]) * (1 + 0.05 * clouds(rng, side, (40, 40))[..., None])
    return Foreign(cover, np.asarray(np.clip(paint, 0, 1), np.float32), float(rng.uniform(0, 0.3)))


def sealed_card(rng: Generator, side: int) -> Foreign:
    """A playing card with a border and round signs."""
    cover = np.zeros((side, side), np.float32)
    middle, angle = rng.uniform(0.1 * side, 0.9 * side, 2), float(rng.uniform(0, 90))
    centre, size = (float(middle[0]), float(middle[1])), (90.0, 126.0)
    cv2.fillConvexPoly(cover, np.round(cv2.boxPoints((centre, size, angle))).astype(np.int32), 1.0)
    inner = np.zeros_like(cover)
    small = (size[0] - 14, size[1] - 14)
    cv2.fillConvexPoly(inner, np.round(cv2.boxPoints((centre, small, angle))).astype(np.int32), 1.0)
    paint = np.where(inner[..., None] > 0, sealed_paint(rng), 0.8).astype(np.float32)
    for place in middle + rng.normal(0, 25, (int(rng.integers(1, 8)), 2)):
        cv2.circle(
            paint, (int(place[0]), int(place[1])), int(rng.integers(4, 9)), sealed_paint(rng).tolist(), -1
        )
    return Foreign(cover, paint, 0.0)


def sealed_dust(rng: Generator, side: int) -> Foreign:
    """Fluff and hairs: thin bent lines."""
    cover = np.zeros((side, side), np.float32)
    for _ in range(int(rng.integers(4, 25))):
        start, first = rng.uniform(0, side, 2), rng.uniform(0, 6.3)
        bend = first + np.cumsum(rng.normal(0, 0.5, 12))
        path = start + np.cumsum(np.column_stack([np.cos(bend), np.sin(bend)]) * 2.5, axis=0)
        cv2.polylines(cover, [np.round(path).astype(np.int32)], False, 1.0, 1, cv2.LINE_AA)
    return Foreign(cover * 0.8, np.ones((side, side, 3), np.float32) * sealed_paint(rng), 0.0)


def _ellipse(mask: Image, middle: Vector, axes: tuple[float, float], way: float) -> None:
    centre = (int(middle[0]), int(middle[1]))
    cv2.ellipse(mask, centre, (int(axes[0]), int(axes[1])), way, 0, 360, 1.0, -1)
