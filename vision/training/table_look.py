"""What one composed table is made of: camera, light ring, tower, walls, floor, table and twelve paints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np

from vision.rectify import TRAY_MM, Lens
from vision.training.backgrounds import Image, material
from vision.training.casting import Eye, Solid, box
from vision.training.kinds import SHAPES
from vision.training.sealed_looks import sealed_paint, sealed_surface
from vision.training.solids import Shape, Vector

Which: TypeAlias = Literal["tuned", "sealed", "trained"]
# The seed of a set's looks.
SEEDS: dict[Which, int] = {"tuned": 41, "sealed": 43, "trained": 39}

SIZE = (800, 600)
SURFACE_SIDE = 420
# Red, green, blue in linear light.
PAINTS: dict[str, tuple[float, float, float]] = {
    "turquoise": (0.02, 0.30, 0.33),
    "green": (0.16, 0.40, 0.05),
    "pink": (0.72, 0.18, 0.36),
    "black": (0.02, 0.02, 0.02),
    "white": (0.78, 0.77, 0.73),
    "gray": (0.22, 0.23, 0.24),
    "beige": (0.66, 0.47, 0.27),
    "brown": (0.14, 0.06, 0.035),
    "red": (0.48, 0.025, 0.04),
    "yellow": (0.80, 0.46, 0.03),
    "purple": (0.15, 0.05, 0.28),
    "orange": (0.80, 0.15, 0.03),
}
# Two paints differ at least so much in CIE L*a*b*: an eye tells them.
TOLD_APART = 14.0


@dataclass(frozen=True)
class Look:
    """One table, from its seed."""

    which: Which
    under: bool
    eye: Eye
    # Where the ring's lamps are around the lens, how bright each, how large their mirror images.
    ring: Vector
    ring_power: float
    mirrored: float
    dot_mm: float
    depth_mm: float
    wall_inset_mm: float
    floor: Image
    wall: Image
    table: Image
    glow: float
    tower: list[tuple[Solid, Image, float]]
    paints: dict[str, Image]
    gloss: float
    sharpness: float
    paper: float
    worn: float
    size_mm: float
    # Keshis are octagons; to learn from, a table may have other pieces.
    shape: Shape


def look_of(number: int, which: Which, *, under: bool) -> Look:
    rng = np.random.default_rng((number, SEEDS[which]))
    sealed, trained = which == "sealed", which == "trained"
    high = float(rng.uniform(170, 300))
    bend = float(rng.uniform(-0.01, 0.09))
    half = float(rng.uniform(104, 116)) / high
    place = np.array([*rng.normal(0, 4, 2), high])
    turn = rng.normal(0, 0.012, 3)
    # It looks at the window's middle, more or less.
    turn[:2] += [-place[1] / high, place[0] / high]
    eye = Eye(Lens(SIZE, bend), place, turn, half)

    def surface() -> Image:
        return sealed_surface(rng, SURFACE_SIDE) if sealed else material(rng, SURFACE_SIDE)

    floor, wall, table = surface(), surface(), surface()
    depth = float(rng.uniform(12, 40) if under else rng.uniform(6, 24))
    return Look(
        which,
        under,
        eye,
        _ring(rng, sealed=sealed),
        float(rng.uniform(0.8, 1.2)),
        # What the net finds hard is learned from more of it: large and bright dots, other sizes.
        float(np.exp(rng.uniform(np.log(0.02), np.log(1.5 if trained else 0.8)))) if under else 0.0,
        float(rng.uniform(1.3, 5.5 if trained else 3.4)),
        depth,
        float(rng.uniform(-0.5, 2.5)),
        _calmed(rng, floor),
        _calmed(rng, wall),
        table,
        float(rng.uniform(0.0, 0.025)),
        _tower(rng, depth, under=under, sealed=sealed),
        paints(rng, sealed=sealed),
        float(rng.choice([0.0, rng.uniform(0.005, 0.05), rng.uniform(0.05, 0.2)])),
        float(np.exp(rng.uniform(np.log(10), np.log(200)))),
        float(rng.uniform(0.72, 0.92)),
        float(rng.uniform(0.66, 0.72)) if sealed else float(rng.uniform(0.69, 0.78)),
        float(rng.normal(10, 0.5 if trained else 0.15)),
        _shape(rng) if trained else "octagon",
    )


def _shape(rng: np.random.Generator) -> Shape:
    """A quarter of the tables to learn from have other pieces than keshis."""
    return SHAPES[int(rng.integers(1, len(SHAPES)))] if rng.random() < 0.25 else "octagon"


def _calmed(rng: np.random.Generator, surface: Image) -> Image:
    """Trays are not as loud as any surface can be: its pattern fades towards its mean."""
    mean = surface.mean(axis=(0, 1), keepdims=True)
    return np.asarray(mean + (surface - mean) * np.float32(rng.uniform(0.1, 0.8)), np.float32)


def _ring(rng: np.random.Generator, *, sealed: bool) -> Vector:
    """Lamps around the lens, x and y in millimetres."""
    reach = float(rng.uniform(14, 42))
    if not sealed:
        number = int(rng.choice([6, 8, 12, 16, 24, 90]))  # ninety is a diffuse band
        angle = np.arange(number) * 2 * np.pi / number + rng.uniform(0, 1)
        return np.asarray(reach * np.stack([np.cos(angle), np.sin(angle)], axis=1), np.float64)
    corners = reach * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
    kind = rng.integers(0, 4)
    if kind == 0:
        return corners
    if kind == 1:
        bars = np.linspace(-1, 1, 9)[:, None] * np.array([[reach, 0]])
        aside = np.array([0, 0.7 * reach])
        return np.concatenate([bars + aside, bars - aside])
    if kind == 2:
        share = np.linspace(0, 1, 5)[:-1, None]
        sides = zip(corners, np.roll(corners, -1, 0), strict=True)
        return np.concatenate([start * (1 - share) + end * share for start, end in sides])
    angle = np.linspace(0, 2 * np.pi, 15)[:-1]
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1) * reach
    return np.concatenate([ring, 0.55 * ring[::2]])


def _tower(
    rng: np.random.Generator, depth: float, *, under: bool, sealed: bool
) -> list[tuple[Solid, Image, float]]:
    """Its foot behind the far edge: a slide, a lip, a body; which of them, and how large, differs."""
    paint = np.asarray(material(rng, 4).mean(axis=(0, 1)), np.float32)
    if sealed:
        paint = sealed_paint(rng)
    gloss = float(rng.uniform(0, 0.15))
    edge = -TRAY_MM[1] / 2
    wide = float(rng.uniform(22, 62))
    parts: list[Solid] = []
    if not under:
        away = float(rng.uniform(20, 40))
        parts.append(box((-wide, edge - away - 60, -depth), (wide, edge - away, float(rng.uniform(10, 60)))))
        return [(part, paint, gloss) for part in parts]
    low = -depth - float(rng.uniform(4, 25))
    if rng.random() < 0.85:  # the slide
        parts.append(
            box(
                (-wide, edge - 30, low - 20),
                (wide, edge + float(rng.uniform(12, 34)), low - 14),
                rng.uniform(0.2, 0.6),
            )
        )
    if rng.random() < 0.7:  # its lip
        y = edge + float(rng.uniform(20, 40))
        parts.append(box((-wide * 1.2, y, low - 8), (wide * 1.2, y + float(rng.uniform(3, 8)), low)))
    if rng.random() < 0.6:  # posts
        for side in (-1, 1):
            x = side * wide * 1.1
            parts.append(box((x - 4, edge, low - 80), (x + 4, edge + 9, low)))
    if sealed and rng.random() < 0.7:  # a wheel or a bridge across
        y = float(rng.uniform(-20, 35))
        parts.append(box((-90, y, low - 12), (90, y + float(rng.uniform(5, 14)), low - 5)))
    return [(part, paint * np.float32(rng.uniform(0.7, 1.3)), gloss) for part in parts]


def paints(rng: np.random.Generator, *, sealed: bool) -> dict[str, Image]:
    """A print run's twelve paints; an eye tells any two of them."""
    while True:
        mixed = {name: _mixed(rng, paint, sealed=sealed) for name, paint in PAINTS.items()}
        labs = np.array([lab(paint) for paint in mixed.values()])
        apart = np.linalg.norm(labs[:, None] - labs[None], axis=2) + 1000 * np.eye(len(labs))
        if apart.min() > TOLD_APART:
            return mixed


def _mixed(rng: np.random.Generator, rgb: tuple[float, float, float], *, sealed: bool) -> Image:
    base = np.array(rgb[::-1]) * np.exp(rng.normal(0, 0.22)) * np.exp(rng.normal(0, 0.14, 3))
    base = np.asarray(np.clip(base, 0.012, 0.88), np.float32)
    if not sealed:
        return base
    # Pigments instead: of many mixtures the one that comes nearest, and half of the way to it.
    tries = np.array([sealed_paint(rng) for _ in range(60)])
    nearest = tries[int(np.argmin([np.linalg.norm(lab(each) - lab(base)) for each in tries]))]
    return np.asarray((base + nearest) / 2, np.float32)


def lab(paint: Image) -> Image:
    """A linear paint as an eye sees it."""
    seen = np.clip(np.where(paint < 0.0031308, 12.92 * paint, 1.055 * paint ** (1 / 2.4) - 0.055), 0, 1)
    return np.asarray(cv2.cvtColor(seen.astype(np.float32)[None, None], cv2.COLOR_BGR2Lab)[0, 0], np.float32)
