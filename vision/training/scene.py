"""A table with things on it as the camera gets its light: the ring's and the room's, each for itself.

Things are laid into one picture of depth, so that the nearest is seen. Faces are lit by the way they look,
shadows are found by walking through the depth towards a lamp, and gaps are dark because they lie deep.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.arrange import Lying
from vision.training.backgrounds import Background, Image, clouds, colour
from vision.training.solids import FINE_A_MM, FINER, Sprite, Vector

Map: TypeAlias = npt.NDArray[np.int32]
Ways: TypeAlias = npt.NDArray[np.float32]

# Below a clear floor there is nothing; this far away, in millimetres, shadows find no ground.
NOTHING = -40.0


@dataclass(frozen=True)
class Light:
    """A lamp: the way to it, how sharp its shadows are, how much of them there is, and its gloss."""

    way: Vector
    steps: int
    dark: float
    ambient: float
    hardness: float


@dataclass(frozen=True)
class Scene:
    """What the camera gets of both lights, who is seen where (0 is the table), and each one's whole size."""

    room: Image
    ring: Image
    owner: Map
    whole: list[int]


class Laid:
    """Things in one picture of depth, twice as fine as the tray."""

    def __init__(self, lying: list[Lying], side: int, *, from_below: bool) -> None:
        fine = side * FINER
        ground = NOTHING if from_below else 0.0
        self.depth = np.full((fine, fine), ground, np.float32)
        self.owner = np.zeros((fine, fine), np.int32)
        self.facing = np.zeros((fine, fine, 3), np.float32)
        self.facing[..., 2] = 1
        self.print = np.zeros((fine, fine), np.float32)
        self.whole: list[int] = []
        for number, thing in enumerate(lying, 1):
            self._lay(thing, number)

    def _lay(self, thing: Lying, number: int) -> None:
        sprite = thing.sprite
        self.whole.append(int(sprite.cover.sum()) // FINER**2)
        here, there = windows(thing.x, thing.y, sprite, len(self.depth))
        if here is None or there is None:
            return
        near = sprite.near[there] + np.float32(thing.depth)
        seen = sprite.cover[there] & (near > self.depth[here])
        np.copyto(self.depth[here], near, where=seen)
        np.copyto(self.facing[here], sprite.facing[there], where=seen[..., None])
        self.owner[here][seen] = number
        self.print[here][seen] = 0 if sprite.print is None else sprite.print[there][seen]


Window: TypeAlias = tuple[slice, slice]


def windows(x: int, y: int, sprite: Sprite, side: int) -> tuple[Window | None, Window | None]:
    """Where a thing's small picture lies on the table, and which part of it that is."""
    size = len(sprite.near)
    left, top = x - sprite.half, y - sprite.half
    low, high = (max(0, left), max(0, top)), (min(side, left + size), min(side, top + size))
    if low[0] >= high[0] or low[1] >= high[1]:
        return None, None
    here = np.s_[low[1] : high[1], low[0] : high[0]]
    there = np.s_[low[1] - top : high[1] - top, low[0] - left : high[0] - left]
    return here, there


def scene(
    rng: np.random.Generator,
    empty: Background,
    room: Image,
    lying: list[Lying],
    paint_of: Callable[[np.random.Generator], Image] = colour,
) -> Scene:
    """Paint the things, light them and put them before their background."""
    side = len(room)
    laid = Laid(lying, side, from_below=empty.from_below)
    if not lying:
        return Scene(room, empty.ring, np.zeros((side, side), np.int32), [])
    own, second = _paints(rng, empty, len(lying), paint_of)
    paint = np.take(own, laid.owner, axis=0)
    rows, columns = np.nonzero(laid.print)
    if len(rows):
        share = laid.print[rows, columns, None]
        paint[rows, columns] *= 1 - share
        paint[rows, columns] += share * second[laid.owner[rows, columns]]
    if rng.random() < 0.4:  # a print run's grain, wood, wear
        paint *= 1 + np.float32(rng.uniform(0.02, 0.2)) * clouds(rng, len(paint), (90, 90))[..., None]
    cover = (laid.owner > 0).astype(np.float32)
    crowded = _crowded(laid, rng, from_below=empty.from_below)
    ring_lamp, room_lamp = _lamps(rng, from_below=empty.from_below)
    ring_shadow, room_shadow = (_shadow(laid.depth, lamp) for lamp in (ring_lamp, room_lamp))
    far = float(rng.uniform(60, 250))
    nearness = (far / np.maximum(far - np.where(laid.owner > 0, laid.depth, 0), 20)) ** 2
    ring_light = np.asarray(_lit(laid, ring_lamp, ring_shadow) * crowded * nearness, np.float32)
    room_light = _lit(laid, room_lamp, room_shadow) * crowded
    gloss = _gloss(rng, laid, ring_lamp), _gloss(rng, laid, room_lamp)
    ambient = _ambient(rng, empty, room)
    fine = (
        _shone(paint, ring_light, gloss[0] * cover),
        _shone(paint, room_light, gloss[1] * cover),
        cover,
        ring_shadow * (1 - cover),
        room_shadow * (1 - cover),
    )
    layers = [
        np.asarray(cv2.resize(layer, (side, side), interpolation=cv2.INTER_AREA), np.float32)
        for layer in fine
    ]
    ring_faces, room_faces, whole = layers[0], layers[1], layers[2][..., None]
    open_ = np.maximum(1 - layers[2], 1e-3)
    ring_less, room_less = (
        1 - np.clip(layer / open_, 0, 1)[..., None] * lamp.dark
        for layer, lamp in ((layers[3], ring_lamp), (layers[4], room_lamp))
    )
    if empty.from_below:  # the room's ceiling is far behind
        ring_less = room_less = np.ones((side, side, 1), np.float32)
    ring = empty.ring * (1 - whole) * ring_less + ring_faces * empty.falloff
    lit_room = room * (1 - whole) * room_less + room_faces * ambient
    return Scene(
        np.asarray(lit_room, np.float32),
        np.asarray(ring, np.float32),
        np.ascontiguousarray(laid.owner[::FINER, ::FINER]),
        laid.whole,
    )


def _shone(paint: Image, light: Image, gloss: Image) -> Image:
    shone = paint * light[..., None]
    if gloss.any():
        shone += gloss[..., None]
    return np.asarray(shone, np.float32)


def _paints(
    rng: np.random.Generator,
    empty: Background,
    number: int,
    paint_of: Callable[[np.random.Generator], Image],
) -> tuple[Image, Image]:
    """Every thing's own paint and that of its print; row 0 is the table."""
    kinds = [paint_of(rng) for _ in range(int(rng.integers(1, 13)))]
    if rng.random() < 0.3:  # as the table itself: gray on gray, white on white
        table = np.median(empty.ring if not empty.from_below else empty.room, axis=(0, 1))
        kinds[0] = np.clip(table * rng.uniform(0.6, 1.6), 0.008, 1).astype(np.float32)
    which = rng.integers(0, len(kinds), number)
    own = np.concatenate([np.zeros((1, 3)), np.array(kinds)[which]]).astype(np.float32)
    own *= rng.normal(1, 0.04, (number + 1, 1)).astype(np.float32)
    if rng.random() < 0.3:
        return own, np.tile(paint_of(rng), (number + 1, 1))
    second = np.where(own.mean(axis=1, keepdims=True) > 0.2, 0.02, 0.85) * np.ones(3)
    return own, second.astype(np.float32)


def _lamps(rng: np.random.Generator, *, from_below: bool) -> tuple[Light, Light]:
    """The ring beside the lens, and the room: above the table, or behind the things seen from below."""
    ring = Light(
        np.append(rng.normal(0, 0.2, 2), 1.0),
        4,
        float(rng.uniform(0, 0.6)),
        float(rng.uniform(0.05, 0.4)),
        float(rng.uniform(0.6, 1.6)),
    )
    up = -float(rng.uniform(0.1, 1.0)) if from_below else float(rng.uniform(0.5, 2.0))
    angle = rng.uniform(0, 2 * np.pi)
    room = Light(
        np.array([np.cos(angle), np.sin(angle), up]),
        6,
        float(rng.uniform(0.0, 0.8)),
        float(rng.choice([rng.uniform(0.1, 0.4), rng.uniform(0.4, 0.9)])),
        float(rng.uniform(0.7, 1.3)),
    )
    return ring, room


def _lit(laid: Laid, lamp: Light, shadow: Image) -> Image:
    way = (lamp.way / np.linalg.norm(lamp.way)).astype(np.float32)
    facing = np.clip(laid.facing @ way, 0, 1) ** np.float32(lamp.hardness)
    return np.asarray(
        lamp.ambient + (1 - lamp.ambient) * facing * (1 - np.float32(lamp.dark) * shadow), np.float32
    )


def _gloss(rng: np.random.Generator, laid: Laid, lamp: Light) -> Image:
    """Mirrored light: on flat faces a sheen, on round ones a spot; some paints have none."""
    if rng.random() < 0.45:
        return np.zeros(laid.owner.shape, np.float32)
    way = lamp.way / np.linalg.norm(lamp.way) + np.append(rng.normal(0, 0.15, 2), 1.0)
    way = (way / np.linalg.norm(way)).astype(np.float32)
    mirrored = np.clip(laid.facing @ way, 0, 1)
    sharp = float(np.exp(rng.uniform(np.log(8), np.log(500))))
    shine = np.float32(rng.uniform(0.02, 0.8)) * mirrored ** np.float32(sharp)
    if rng.random() < 0.5:  # some are glossier than others
        shine *= rng.uniform(0, 1.2, len(laid.whole) + 1).astype(np.float32)[laid.owner]
    return np.asarray(shine, np.float32)


def _shadow(depth: Image, lamp: Light) -> Image:
    """How far each place is in shadow: something nearer to the lamp rises above the line to it."""
    sideways = lamp.way[:2] / max(abs(lamp.way[2]), 0.05)
    reach = float(np.hypot(*sideways))
    shadow = np.zeros(depth.shape, np.float32)
    if reach < 0.05:
        return shadow
    rise = np.sign(lamp.way[2]) / max(reach, 0.3)
    direction = sideways / reach
    side = len(depth)
    for step in range(1, lamp.steps + 1):
        far = 2.2 * step  # mm
        x, y = (round(float(part) * far * FINE_A_MM) for part in direction)
        here = np.s_[max(0, -y) : min(side, side - y), max(0, -x) : min(side, side - x)]
        there = np.s_[max(0, y) : min(side, side + y), max(0, x) : min(side, side + x)]
        over = depth[there] - depth[here] - np.float32(rise * far)
        np.maximum(shadow[here], np.clip(over * np.float32(0.5), 0, 1), out=shadow[here])
    return np.asarray(cv2.blur(shadow, (5, 5)), np.float32)


def _crowded(laid: Laid, rng: np.random.Generator, *, from_below: bool) -> Image:
    """Less light reaches what lies deeper than all around it."""
    depth = np.maximum(laid.depth, -14.0) if from_below else laid.depth
    wide = int(rng.uniform(15, 45))
    around = cv2.blur(depth, (wide, wide))
    strength = float(rng.uniform(0.0, 0.09))
    return np.asarray(1 / (1 + strength * np.maximum(around - depth, 0) ** 1.5), np.float32)


def _ambient(rng: np.random.Generator, empty: Background, room: Image) -> Image:
    """Light of the room on things: from below they stand dark before it."""
    if empty.from_below:
        share = rng.choice([rng.uniform(0.0, 0.1), rng.uniform(0.1, 0.6)], p=[0.75, 0.25])
        return np.asarray(np.median(room, axis=(0, 1)) * share, np.float32)
    gain = float(np.median(room.sum(axis=2) / np.maximum(empty.room.sum(axis=2), 1e-4)))
    return np.asarray(empty.light * gain * rng.uniform(0.8, 1.2), np.float32)
