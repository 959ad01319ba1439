"""Random tables without anything on them: how much of the ring's light each pixel throws back, and what of
the room it shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Image: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Background:
    """An empty tray: the light of the room and that of the ring as the camera gets it, the ring mirrored in
    the clear floor, which lies before everything, how much of the ring's light falls on every place, and
    how light the room is.
    """

    room: Image
    ring: Image
    mirror: Image
    falloff: Image
    light: Image
    from_below: bool


def colour(rng: np.random.Generator) -> Image:
    """Any paint: gray ones are as common as bright ones, since they are harder."""
    kind = rng.random()
    if kind < 0.3:
        gray = rng.choice([rng.uniform(0.01, 0.1), rng.uniform(0.1, 0.5), rng.uniform(0.5, 0.95)])
        return np.asarray(np.clip(gray * rng.uniform(0.9, 1.1, 3), 0.005, 1), np.float32)
    hue, strong, bright = rng.uniform(0, 180), rng.uniform(60, 255), rng.uniform(60, 255)
    pixel = np.array([[[hue, strong, bright]]], np.uint8)
    return np.asarray((cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] / 255.0) ** 2.2, np.float32)


def clouds(rng: np.random.Generator, side: int, cells: tuple[int, int]) -> Image:
    """Soft noise around 0 of so many hills across and down."""
    coarse = rng.normal(0, 1, cells).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def material(rng: np.random.Generator, side: int) -> Image:
    """A surface: plain, with a slope, wood, cloth, and gray, white and dark ones on purpose."""
    base = colour(rng)
    kind = rng.integers(0, 8)
    if kind == 0:  # gray on gray
        base = np.full(3, rng.uniform(0.1, 0.5), np.float32) * rng.uniform(0.95, 1.05, 3).astype(np.float32)
    elif kind == 1:  # white on white
        base = np.full(3, rng.uniform(0.6, 0.95), np.float32)
    elif kind == 2:  # dark
        base = np.full(3, rng.uniform(0.01, 0.06), np.float32)
    texture = np.ones((side, side), np.float32)
    if kind == 3:
        texture += rng.uniform(0.05, 0.3) * clouds(rng, side, (2, 2))
    elif kind == 4:  # wood: noise drawn out along its grain
        texture += rng.uniform(0.05, 0.25) * clouds(rng, side, (int(rng.integers(20, 70)), 3))
        texture += rng.uniform(0, 0.15) * clouds(rng, side, (int(rng.integers(6, 20)), 2))
        if rng.random() < 0.5:
            texture = texture.T
    elif kind == 5:  # cloth: a weave and soft folds
        place = np.arange(side, dtype=np.float32)
        weave = np.sin(place * rng.uniform(1.0, 3.0))
        texture += rng.uniform(0.02, 0.12) * (weave[:, None] + weave[None])
        texture += rng.uniform(0.02, 0.15) * clouds(rng, side, (4, 4))
    else:
        texture += rng.uniform(0, 0.05) * clouds(rng, side, (8, 8))
    return np.asarray(np.maximum(texture, 0.05)[..., None] * base, np.float32)


def distances(side: int, x: float, y: float) -> Image:
    """How far every pixel is from a place, in pixels."""
    grid = np.arange(side, dtype=np.float32)
    return np.asarray(np.hypot(grid[None] - x, grid[:, None] - y), np.float32)


def lamps(rng: np.random.Generator, side: int) -> Image:
    """Lamps and windows of the room seen through the floor: discs, boxes and soft blobs of light."""
    light = np.zeros((side, side), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.uniform(-10, side + 10, 2)
        size = float(rng.uniform(4, 30))
        power = float(rng.choice([rng.uniform(0.05, 0.5), rng.uniform(0.5, 3)]))
        if rng.random() < 0.4:
            box = cv2.boxPoints(
                ((float(x), float(y)), (size * 2, size * rng.uniform(0.5, 3)), rng.uniform(0, 90))
            )
            shape = np.zeros_like(light)
            cv2.fillConvexPoly(shape, np.round(box).astype(np.int32), 1.0)
        else:
            shape = np.clip(size - distances(side, x, y) + 0.5, 0, 1)
        glow = np.exp(-distances(side, x, y) / (size * rng.uniform(0.6, 2))) * rng.uniform(0, 0.4)
        light += power * (cv2.GaussianBlur(shape, (0, 0), rng.uniform(0.5, 5)) + glow)
    return np.asarray(light[..., None] * rng.uniform(0.7, 1.0, 3), np.float32)


def ring_reflection(rng: np.random.Generator, side: int) -> Image:
    """The light ring mirrored in the floor: a circle of dots, or one soft band."""
    x, y = rng.uniform(-0.1 * side, 1.1 * side, 2)
    radius = rng.uniform(16, 48)
    power = float(rng.choice([rng.uniform(0.02, 0.3), rng.uniform(0.3, 2)]))
    if rng.random() < 0.3:
        band = np.exp(-(((distances(side, x, y) - radius) / rng.uniform(2, 8)) ** 2))
        return np.asarray(power * band[..., None] * np.ones(3), np.float32)
    light = np.zeros((side, side), np.float32)
    size = rng.uniform(1.0, 6.5)
    number = int(rng.integers(6, 25))
    start = rng.uniform(0, 2 * np.pi)
    for part in range(number):
        angle = start + 2 * np.pi * part / number
        across, down = x + radius * np.cos(angle), y + radius * np.sin(angle)
        if -20 < across < side + 20 and -20 < down < side + 20:
            light += np.clip(size - distances(side, across, down) + 0.5, 0, 1)
    if rng.random() < 0.7:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), rng.uniform(0.4, 2.5)), np.float32)
    return np.asarray(power * light[..., None] * np.ones(3), np.float32)


def background(rng: np.random.Generator, side: int) -> Background:
    """A tray seen through its clear floor, with the room above it, or a table seen from above."""
    from_below = bool(rng.random() < 0.5)
    # A phone's photo of a table has no ring.
    ringless = not from_below and rng.random() < 0.35
    middle, reach = rng.uniform(-0.3 * side, 1.3 * side, 2), rng.uniform(80, 300)
    near = 1 / (1 + (distances(side, *middle) / reach) ** 2)
    power = 0.0 if ringless else float(rng.uniform(0.7, 1.3))
    falloff = np.asarray(near[..., None].astype(np.float32) * power, np.float32)
    cast = rng.uniform(0.75, 1.25, 3).astype(np.float32)
    if rng.random() < 0.12:  # a party's coloured light
        cast = rng.uniform(0.1, 1.5, 3).astype(np.float32)
    dimmest = 0.15 if ringless else 0.003
    brightness = float(np.exp(rng.uniform(np.log(dimmest), np.log(0.6))))
    light = np.asarray(brightness * cast, np.float32)
    room: Image
    ring: Image
    if from_below:
        ceiling = 1 + rng.uniform(0, 0.3) * clouds(rng, side, (2, 2))[..., None]
        room = np.asarray(ceiling * light, np.float32)
        ring = np.full((side, side, 3), rng.uniform(0.0, 0.03), np.float32)
    else:
        surface = material(rng, side)
        uneven = 1 + rng.uniform(0, 0.25) * clouds(rng, side, (2, 2))[..., None]
        room = np.asarray(surface * light * np.maximum(uneven, 0.2), np.float32)
        ring = np.asarray(surface * falloff, np.float32)
    for _ in range(int(rng.integers(0, 5))):  # the tower's foot, walls, paper: all belong to the tray
        corners = _slab(rng, side)
        plain = rng.random() < 0.6
        paint = np.ones((side, side, 3), np.float32) * colour(rng) if plain else material(rng, side)
        where = np.zeros((side, side), np.float32)
        cv2.fillConvexPoly(where, corners, 1.0, cv2.LINE_AA, 4)
        where = where[..., None]
        dim = float(rng.uniform(0.0, 0.6)) if from_below else float(rng.uniform(0.3, 1.0))
        room = room * (1 - where) + where * paint * light * dim
        ring = ring * (1 - where) + where * paint * falloff * float(rng.uniform(0.1, 0.9))
    mirror = np.zeros((side, side, 3), np.float32)
    if rng.random() < (0.9 if from_below else 0.15):
        mirror = ring_reflection(rng, side)
        if not from_below:  # mirrored in the table, below all that lies on it
            ring, mirror = ring + mirror * power, np.zeros_like(mirror)
    return Background(
        np.maximum(room, 0).astype(np.float32),
        np.maximum(ring, 0).astype(np.float32),
        mirror,
        falloff,
        light,
        from_below,
    )


def moved(rng: np.random.Generator, before: Background) -> Background:
    """The same tray after the camera was bumped: what is mirrored or stands behind the floor has shifted."""
    side = len(before.room)
    angle, size = float(rng.normal(0, 1.0)), float(rng.normal(1, 0.01))
    turn = np.asarray(cv2.getRotationMatrix2D((side / 2, side / 2), angle, size), np.float64)
    far = rng.uniform(0.5, 8)

    def shifted(layer: Image, by: float) -> Image:
        way = turn.copy()
        way[:, 2] += rng.normal(0, by, 2)
        return np.asarray(
            cv2.warpAffine(layer, way, (side, side), borderMode=cv2.BORDER_REPLICATE), np.float32
        )

    # The mirrored ring is deep behind the floor: it moves further than what lies on it.
    return Background(
        shifted(before.room, far),
        shifted(before.ring, far * rng.uniform(0.1, 1)),
        shifted(before.mirror, far * rng.uniform(1, 2)),
        before.falloff,
        before.light,
        before.from_below,
    )


def _slab(rng: np.random.Generator, side: int) -> npt.NDArray[np.int32]:
    """A strip along one edge, or a board with four corners anywhere."""
    if rng.random() < 0.5:
        deep = rng.uniform(2, 30)
        corners = np.array([[-20, -20], [side + 20, -20], [side + 20, deep], [-20, deep]])
        corners[2:] += rng.uniform(-4, 4, (2, 2))
        turn = int(rng.integers(0, 4))
        middle = (side - 1) / 2
        for _ in range(turn):
            corners = np.stack([middle - (corners[:, 1] - middle), corners[:, 0]], axis=1)
    else:
        x, y = rng.uniform(0, side, 2)
        wide, high = rng.uniform(4, 60, 2)
        inset = rng.uniform(-0.4, 0.4) * wide
        top, bottom = y - high / 2, y + high / 2
        corners = np.array(
            [[x - wide, top], [x + wide, top], [x + wide - inset, bottom], [x - wide + inset, bottom]]
        )
    return np.round(corners * 16).astype(np.int32)
