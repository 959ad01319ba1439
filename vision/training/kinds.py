"""What may lie on a table: bodies of keshis, dice, chips, candies, pills, marbles and bricks."""

from __future__ import annotations

import numpy as np

from vision.training.solids import Body, Image, Part, Print, Shape, Vector, ball, prism

# Keshis are what the companion is for; the rest teaches what a piece is at all.
SHAPES: tuple[Shape, ...] = ("octagon", "die", "disc", "pill", "ball", "lentil", "brick", "prism")
CHANCES = (0.58, 0.06, 0.07, 0.07, 0.04, 0.08, 0.05, 0.05)


def body(rng: np.random.Generator, shape: Shape, size: float) -> Body:
    """A thing of this shape; most are about `size` millimetres wide."""
    if shape == "octagon":
        high = size * rng.uniform(0.92, 1.08)
        return Body([prism(8, size, high)], 0.5 * float(np.hypot(size * 1.083, high)))
    if shape == "die":
        return _die(rng, size * rng.uniform(0.8, 1.6))
    if shape == "disc":
        wide, high = size * rng.uniform(0.8, 1.5), size * rng.uniform(0.12, 0.7)
        return Body([prism(20, wide, high)], 0.52 * float(np.hypot(wide, high)), _disc_print(rng, wide))
    if shape == "pill":
        return _pill(rng, size * rng.uniform(0.8, 1.5), size * rng.uniform(0.45, 0.8))
    if shape == "ball":
        wide = size * rng.uniform(0.8, 1.3)
        return Body(
            [ball(np.zeros(3), wide / 2)], wide / 2, _blots(rng, wide) if rng.random() < 0.3 else None
        )
    if shape == "lentil":
        return _lentil(rng, size * rng.uniform(0.8, 1.4))
    if shape == "brick":
        return _brick(rng, size)
    sides = int(rng.choice([3, 5, 6, 6, 12]))
    wide, high = size * rng.uniform(0.8, 1.3), size * rng.uniform(0.2, 1.3)
    reach = 0.5 * wide / np.cos(np.pi / sides)
    printed = _blots(rng, wide) if rng.random() < 0.3 else None
    return Body([prism(sides, wide, high)], float(np.hypot(reach, high / 2)), printed)


def _die(rng: np.random.Generator, side: float) -> Body:
    cube = prism(4, side, side)
    rounded = float(side / 2 * rng.uniform(1.25, 1.7))
    part = Part(cube.ways, cube.out, [(np.zeros(3), rounded)])
    return Body([part], min(rounded, 0.87 * side), _pips(rng, side))


def _pips(rng: np.random.Generator, side: float) -> Print:
    """The eyes of a die, one to six on its faces in some order."""
    grids = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
    faces = rng.permutation(6)
    apart, radius = 0.25 * side, rng.uniform(0.07, 0.11) * side

    def printed(*own: Image) -> Image:
        mask = np.zeros(own[0].shape, np.float32)
        for axis in range(3):
            one, two = (own[other] for other in range(3) if other != axis)
            for sign in (0, 1):
                here = own[axis] * (1 if sign else -1) > 0.42 * side
                if not here.any():
                    continue
                for number in grids[int(faces[2 * axis + sign]) + 1]:
                    row, column = divmod(int(number), 3)
                    near = (one - (row - 1) * apart) ** 2 + (two - (column - 1) * apart) ** 2 < radius**2
                    mask[here & near] = 1
        return mask

    return printed


def _disc_print(rng: np.random.Generator, wide: float) -> Print | None:
    """A chip's stripes at its edge, a ring or a blot on its face; many are plain."""
    kind = rng.random()
    if kind < 0.4:
        return None
    if kind < 0.6:
        return _blots(rng, wide * 0.7)
    inner, stripes = rng.uniform(0.25, 0.42) * wide, int(rng.integers(3, 9))
    share = rng.uniform(-0.5, 0.7)
    if kind < 0.8:
        return lambda x, y, z: (
            (np.hypot(x, y) > inner) & (np.sin(np.arctan2(y, x) * stripes) > share)
        ).astype(np.float32)
    width = rng.uniform(0.04, 0.12) * wide
    return lambda x, y, z: (np.abs(np.hypot(x, y) - inner * 0.9) < width).astype(np.float32)


def _blots(rng: np.random.Generator, wide: float) -> Print:
    """Something like a letter or a sign: a few strokes across the middle."""
    strokes = rng.uniform(-0.3, 0.3, (int(rng.integers(1, 4)), 4)) * wide
    thick = rng.uniform(0.05, 0.12) * wide

    def printed(x: Image, y: Image, z: Image) -> Image:
        mask = np.zeros(x.shape, np.bool_)
        for left, top, right, low in strokes:
            way = np.array([right - left, low - top])
            length = max(float(way @ way), 1e-3)
            part = np.clip(((x - left) * way[0] + (y - top) * way[1]) / length, 0, 1)
            mask |= (x - left - part * way[0]) ** 2 + (y - top - part * way[1]) ** 2 < thick**2 / 4
        return (mask & (z > 0)).astype(np.float32)

    return printed


def _pill(rng: np.random.Generator, length: float, thick: float) -> Body:
    """A bean, capsule or tablet: balls along a line, straight or bowed."""
    length = max(length, thick * 1.1)
    bow = rng.uniform(-0.15, 0.15) * length if rng.random() < 0.4 else 0.0
    places = np.linspace(-1, 1, 7)
    middles = np.column_stack([places * (length - thick) / 2, bow * (1 - places**2), np.zeros(7)])
    parts = [ball(np.asarray(middle, np.float64), thick / 2) for middle in middles]
    printed: Print | None = None
    if rng.random() < 0.35:
        printed = lambda x, y, z: (x > 0).astype(np.float32)  # noqa: E731
    return Body(parts, length / 2 + abs(bow), printed)


def _lentil(rng: np.random.Generator, wide: float) -> Body:
    """A candy: what two large balls have in common."""
    thick = wide * rng.uniform(0.35, 0.75)
    radius = (wide**2 / 4 + thick**2 / 4) / thick
    away = radius - thick / 2
    middles: list[tuple[Vector, float]] = [
        (np.array([0, 0, away]), radius),
        (np.array([0, 0, -away]), radius),
    ]
    part = Part(np.zeros((0, 3)), np.zeros(0), middles)
    return Body([part], wide / 2, _blots(rng, wide) if rng.random() < 0.4 else None)


def _brick(rng: np.random.Generator, size: float) -> Body:
    """A building brick with its studs, or a plain block."""
    rows, columns = int(rng.integers(1, 3)), int(rng.integers(1, 4))
    unit = size * rng.uniform(0.5, 0.8)
    wide, deep, high = unit * columns, unit * rows, unit * rng.choice([0.4, 1.2])
    parts = [prism(4, wide, high, deep)]
    rise = 0.0
    if rng.random() < 0.7:
        rise = 0.2 * unit
        for row in range(rows):
            for column in range(columns):
                stud = prism(10, 0.6 * unit, rise)
                middle = np.array(
                    [unit * (column - (columns - 1) / 2), unit * (row - (rows - 1) / 2), (high + rise) / 2]
                )
                parts.append(Part(stud.ways, stud.out + stud.ways @ middle))
    return Body(parts, 0.5 * float(np.sqrt(wide**2 + deep**2 + (high + 2 * rise) ** 2)))
