"""Single things as bodies: what a camera sees of them from one side, pixel by pixel.

A body is a few convex parts, each cut out by planes and balls. A ray of sight enters and leaves a convex part
once, so height, outline and the way a surface faces need no drawing and no meshes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.net_input import PIXELS_A_MM

Image: TypeAlias = npt.NDArray[np.float32]
Vector: TypeAlias = npt.NDArray[np.float64]
Shape: TypeAlias = Literal["octagon", "die", "disc", "pill", "ball", "lentil", "brick", "prism"]
Pose: TypeAlias = Literal["flat", "side", "leaning"]
# From places in a thing's own axes to how much of its second paint is there.
Print: TypeAlias = Callable[[Image, Image, Image], Image]

# Things are seen so much finer than the tray is laid flat, so that outlines come out smooth.
FINER = 2
FINE_A_MM = PIXELS_A_MM * FINER
NEVER = np.float32(-1e6)


@dataclass(frozen=True)
class Part:
    """All that lies behind every plane (a way and how far out) and in every ball (middle and radius)."""

    ways: Vector
    out: Vector
    balls: list[tuple[Vector, float]] = field(default_factory=list)


@dataclass(frozen=True)
class Body:
    parts: list[Part]
    radius: float
    print: Print | None = None


@dataclass(frozen=True)
class Sprite:
    """A body as it is seen, on a grid of `FINE_A_MM` around its middle: how near its near and its far side
    are to the eye in mm, which way it faces, where it is painted otherwise, and what it covers.
    """

    near: Image
    far: Image
    facing: Image
    print: Image | None
    cover: npt.NDArray[np.bool_]

    @property
    def half(self) -> int:
        return len(self.near) // 2


def turned(rng: np.random.Generator, pose: Pose, sides: int = 8) -> Vector:
    """How a thing lies: its own z axis towards the camera, across, or anyhow."""
    tilt = {
        "flat": rng.normal(0, 0.02),
        "side": np.pi / 2 + rng.normal(0, 0.03),
        "leaning": rng.uniform(0.15, 1.4),
    }[pose]
    own, way = rng.uniform(0, 2 * np.pi, 2)
    if pose == "side" and rng.random() < 0.85:
        own = np.pi / sides * 2 * int(rng.integers(0, sides)) + rng.normal(0, 0.03)  # it rests on a side
    if pose != "leaning" and rng.random() < 0.5:
        tilt += np.pi
    return np.asarray(_about_z(way) @ _about_x(float(tilt)) @ _about_z(own + np.pi / 2), np.float64)


def _about_z(angle: float) -> Vector:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _about_x(angle: float) -> Vector:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0, 0], [0, c, -s], [0, s, c]])


def prism(sides: int, across: float, height: float, second: float | None = None) -> Part:
    """A prism around the origin; `across` is from flat to flat, `second` the other way."""
    angles = np.arange(sides) * 2 * np.pi / sides
    walls = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(sides)])
    out = np.full(sides, across / 2)
    if second is not None:
        out = np.where(np.abs(walls[:, 0]) > 0.5, across / 2, second / 2)
    ends = np.array([[0, 0, 1.0], [0, 0, -1.0]])
    return Part(np.concatenate([walls, ends]), np.append(out, [height / 2, height / 2]))


def ball(middle: Vector, radius: float) -> Part:
    return Part(np.zeros((0, 3)), np.zeros(0), [(middle, radius)])


def see(body: Body, turn: Vector, lean: Vector, scale: float = 1.0, offset: Vector | None = None) -> Sprite:
    """A body that lies turned so, seen by an eye that moves aside by `lean` for each mm it comes nearer."""
    half = int(np.ceil((body.radius * (1 + 0.7 * float(np.hypot(*lean)))) * scale * FINE_A_MM)) + 1
    line = (np.arange(2 * half, dtype=np.float32) - half) / np.float32(FINE_A_MM * scale)
    dx, dy = (0.0, 0.0) if offset is None else (float(offset[0]), float(offset[1]))
    across, down = line[None] - np.float32(dx), line[:, None] - np.float32(dy)
    shape = (2 * half, 2 * half)
    near = np.full(shape, NEVER, np.float32)
    far = np.full(shape, -NEVER, np.float32)
    facing = np.zeros((*shape, 3), np.float32)
    ray = np.array([lean[0], lean[1], 1.0])
    for part in body.parts:
        _see_part(part, turn, ray, across, down, near, far, facing)
    cover = near > NEVER / 2
    printed = None
    if body.print is not None:
        depth = np.where(cover, near, 0)
        own = turn.astype(np.float32)
        x, y = across + np.float32(lean[0]) * depth, down + np.float32(lean[1]) * depth
        printed = body.print(
            *(x * own[0, axis] + y * own[1, axis] + depth * own[2, axis] for axis in range(3))
        )
    return Sprite(near * np.float32(scale), far * np.float32(scale), facing, printed, cover)


def _see_part(
    part: Part,
    turn: Vector,
    ray: Vector,
    across: Image,
    down: Image,
    near: Image,
    far: Image,
    facing: Image,
) -> None:
    """Where a ray of sight enters and leaves this part, if it does; what is nearer than before stays."""
    shape = near.shape
    enter = np.full(shape, -NEVER, np.float32)  # towards the eye: the nearer side
    leave = np.full(shape, NEVER, np.float32)
    first = np.zeros(shape, np.int8)
    ways = (part.ways @ turn.T).astype(np.float32)
    slope = (part.ways @ turn.T @ ray).astype(np.float32)
    outside = np.zeros(shape, np.bool_)
    for number, (way, out, steep) in enumerate(zip(ways, part.out, slope, strict=True)):
        if abs(steep) < 1e-4:
            outside |= np.float32(out) - way[0] * across < way[1] * down
            continue
        room = (np.float32(out) - way[0] * across) / steep - (way[1] / steep) * down
        if steep > 0:
            closer = room < enter
            np.copyto(enter, room, where=closer)
            np.copyto(first, np.int8(number), where=closer)
        else:
            np.maximum(leave, room, out=leave)
    middles = [(turn @ middle).astype(np.float32) for middle, _ in part.balls]
    for number, ((x, y, z), (_, radius)) in enumerate(zip(middles, part.balls, strict=True)):
        from_x, from_y = across - x, down - y
        steep = np.float32(ray @ ray)
        along = from_x * np.float32(ray[0]) + (from_y * np.float32(ray[1]) - z)
        inside = along**2 - steep * (from_x**2 + (from_y**2 + (z * z - np.float32(radius * radius))))
        hit = inside > 0
        root = np.sqrt(np.maximum(inside, 0))
        out_ = np.where(hit, (root - along) / steep, NEVER)
        closer = out_ < enter
        np.copyto(enter, out_, where=closer)
        np.copyto(first, np.int8(-1 - number), where=closer)
        np.maximum(leave, np.where(hit, (-root - along) / steep, -NEVER), out=leave)
    better = (enter > leave) & (enter > near) & ~outside
    rows, columns = np.nonzero(better)
    which, depth = first[rows, columns], enter[rows, columns]
    if len(ways):
        facing[rows, columns] = ways[np.maximum(which, 0)]
    for number, ((x, y, z), (_, radius)) in enumerate(zip(middles, part.balls, strict=True)):
        mine = which == -1 - number
        at, beside, deep = rows[mine], columns[mine], depth[mine]
        place = np.stack(
            [
                across[0, beside] + np.float32(ray[0]) * deep - x,
                down[at, 0] + np.float32(ray[1]) * deep - y,
                deep - z,
            ],
            axis=1,
        )
        facing[at, beside] = place / np.float32(radius)
    near[rows, columns] = depth
    np.copyto(far, np.minimum(far, leave), where=(enter > leave) & ~outside)
