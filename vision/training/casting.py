"""Seeing bodies in perspective: rays of a camera with a bent lens, what they meet, and what lies in shadow.

Millimetres from the middle of the tray's window, x to the right, y down, z towards the camera; the paper
lies in z = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.rectify import Lens, Points
from vision.training.solids import Body, Part, Vector

Floats: TypeAlias = npt.NDArray[np.float32]
Numbers: TypeAlias = npt.NDArray[np.int32]
NEVER = np.float32(1e9)


@dataclass(frozen=True)
class Eye:
    """A camera over the tray: its place, its small turns about x, y and z, how wide it sees."""

    lens: Lens
    place: Vector
    turn: Vector
    # Half the picture's width against the distance.
    half_width: float

    @property
    def size(self) -> tuple[int, int]:
        return self.lens.picture_size

    @cached_property
    def matrix(self) -> Vector:
        a, b, c = self.turn
        ca, sa, cb, sb, cc, sc = np.cos(a), np.sin(a), np.cos(b), np.sin(b), np.cos(c), np.sin(c)
        about_x = np.array([[1, 0, 0], [0, ca, -sa], [0, sa, ca]])
        about_y = np.array([[cb, 0, sb], [0, 1, 0], [-sb, 0, cb]])
        about_z = np.array([[cc, -sc, 0], [sc, cc, 0], [0, 0, 1]])
        return np.asarray(about_z @ about_y @ about_x, np.float64)

    @cached_property
    def rays(self) -> Floats:
        """The way each pixel looks, height × width × 3, one long along the camera's own axis."""
        width, height = self.size
        x, y = np.meshgrid(np.arange(width), np.arange(height))
        straight = self.lens.straighten(np.stack([x, y], axis=-1).reshape(-1, 2).astype(np.float64))
        own = np.column_stack([straight * self.half_width, np.full(len(straight), -1.0)])
        return np.asarray((own @ self.matrix.T).reshape(height, width, 3), np.float32)

    def to_picture(self, places: Vector) -> Points:
        own = (places - self.place) @ self.matrix
        return self.lens.bend_back(own[:, :2] / -own[:, 2:] / self.half_width)


@dataclass(frozen=True)
class Solid:
    """A body at its place in the world. `turn` may mirror: from below the tray hangs upside down."""

    body: Body
    turn: Vector
    place: Vector

    @cached_property
    def planes(self) -> list[tuple[Floats, Floats, list[tuple[Floats, float]]]]:
        """Of every part the ways its planes look and how far out they are, and its balls, in the world."""
        parts = []
        for part in self.body.parts:
            ways = part.ways @ self.turn.T
            out = part.out + ways @ self.place
            balls = [
                (np.asarray(self.turn @ middle + self.place, np.float32), radius)
                for middle, radius in part.balls
            ]
            parts.append((ways.astype(np.float32), out.astype(np.float32), balls))
        return parts

    def meet(self, start: Floats, way: Floats) -> tuple[Floats, Floats, Floats]:
        """Where rays enter and leave it (`NEVER` and -`NEVER` if they do not), and how it faces there.

        start, way      n × 3; `start` may be one place for all
        """
        number = len(way)
        first, last = np.full(number, NEVER, np.float32), np.full(number, -NEVER, np.float32)
        facing = np.zeros((number, 3), np.float32)
        for ways, out, balls in self.planes:
            enter, leave = np.full(number, -NEVER, np.float32), np.full(number, NEVER, np.float32)
            which = np.zeros(number, np.int32)
            for plane, (normal, far) in enumerate(zip(ways, out, strict=True)):
                steep, room = way @ normal, far - start @ normal
                steep = np.where(np.abs(steep) < 1e-7, np.float32(1e-7), steep)
                at = room / steep
                coming = steep < 0
                closer = coming & (at > enter)
                np.copyto(enter, at, where=closer)
                np.copyto(which, plane, where=closer)
                np.copyto(leave, np.minimum(leave, at), where=~coming)
            normals = ways[which] if len(ways) else np.zeros((number, 3), np.float32)
            for middle, radius in balls:
                beyond = start - middle
                steep = np.einsum("ij,ij->i", way, way)
                along = np.einsum("...j,...j->...", way, np.broadcast_to(beyond, way.shape))
                inside = along**2 - steep * ((beyond**2).sum(axis=-1) - np.float32(radius**2))
                root = np.sqrt(np.maximum(inside, 0))
                at = np.where(inside > 0, (-along - root) / steep, NEVER)
                leave = np.where(inside > 0, np.minimum(leave, (-along + root) / steep), -NEVER)
                closer = at > enter
                enter = np.where(closer, at, enter)
                place = start + enter[:, None] * way
                normals = np.where(closer[:, None], (place - middle) / np.float32(radius), normals)
            better = (enter < leave) & (enter < first)
            np.copyto(first, enter, where=better)
            np.copyto(facing, normals, where=better[:, None])
            np.copyto(last, np.maximum(last, leave), where=enter < leave)
        return first, last, facing.astype(np.float32)

    def own(self, places: Floats) -> Floats:
        """Places of the world in its own axes."""
        return np.asarray((places - self.place) @ self.turn, np.float32)


Window: TypeAlias = tuple[slice, slice]


@dataclass
class Layers:
    """What every pixel of a picture sees: how far away, whose it is, how that faces, its paint and gloss.

    Owners: the pieces from 1 on, 0 the tray, -1 what is foreign, -2 the open room.
    """

    far: Floats
    owner: Numbers
    facing: Floats
    paint: Floats
    gloss: Floats

    def copy(self) -> Layers:
        return Layers(*(getattr(self, name).copy() for name in self.__dataclass_fields__))


def window_of(eye: Eye, corners: Vector, margin: int = 2) -> Window | None:
    """The part of the picture in which a body with these corners is seen."""
    seen = eye.to_picture(corners)
    low = np.floor(seen.min(axis=0)).astype(int) - margin
    high = np.ceil(seen.max(axis=0)).astype(int) + margin + 1
    left, top = np.maximum(low, 0).tolist()
    right, bottom = np.minimum(high, eye.size).tolist()
    return None if left >= right or top >= bottom else np.s_[top:bottom, left:right]


def around(solid: Solid) -> Vector:
    """The corners of a box around it."""
    signs = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)])
    return np.asarray(solid.place + signs * solid.body.radius, np.float64)


def cast(layers: Layers, eye: Eye, solid: Solid, owner: int, paint: Floats, gloss: float) -> int:
    """Put a body into the picture where nothing is nearer; how many pixels it covers if nothing hides it."""
    window = window_of(eye, around(solid))
    if window is None:
        return 0
    rays = eye.rays[window]
    shape = rays.shape[:2]
    enter, _, facing = solid.meet(eye.place.astype(np.float32), rays.reshape(-1, 3))
    hit = enter < NEVER / 2
    seen = (hit & (enter < layers.far[window].ravel())).reshape(shape)
    rows, columns = np.nonzero(seen)
    flat = seen.ravel()
    top, left = window[0].start, window[1].start
    at = rows + top, columns + left
    layers.far[at], layers.owner[at] = enter[flat], owner
    layers.facing[at], layers.gloss[at] = facing[flat], gloss
    if solid.body.print is None:
        layers.paint[at] = paint[0]
    else:
        places = eye.place.astype(np.float32) + enter[flat, None] * rays.reshape(-1, 3)[flat]
        x, y, z = solid.own(places).T
        share = solid.body.print(x, y, z)[:, None]
        layers.paint[at] = (1 - share) * paint[0] + share * paint[1]
    return int(hit.sum())


def shaded(
    places: Floats, owner: Numbers, solids: list[Solid], eye: Eye, lamp: Vector, step: int, *, endless: bool
) -> Floats:
    """Where bodies stand between these places and a lamp: 1 is in shadow. `endless`: the lamp is a way.

    places, owner       as every `step`-th pixel sees them; body n of `solids` owns pixels n + 1
    """
    dark = np.zeros(owner.shape, np.float32)
    for number, solid in enumerate(solids, 1):
        corners = around(solid)
        away = lamp[None] if endless else lamp - corners
        # Shadows fall this far: onto the floor, the wall, the next piece.
        away = away / np.linalg.norm(away, axis=1, keepdims=True)
        reach = np.concatenate([corners, corners - away * 28])
        window = window_of(eye, reach, step)
        if window is None:
            continue
        here = np.s_[
            window[0].start // step : window[0].stop // step + 1,
            window[1].start // step : window[1].stop // step + 1,
        ]
        candidates = (owner[here] != number) & (owner[here] > -2)
        start = places[here][candidates]
        if not len(start):
            continue
        way = (
            np.broadcast_to(lamp.astype(np.float32), start.shape)
            if endless
            else lamp.astype(np.float32) - start
        )
        enter, leave, _ = solid.meet(start, np.ascontiguousarray(way, np.float32))
        hidden = (leave > enter) & (enter > 0)
        dark[here][candidates] = np.maximum(dark[here][candidates], hidden)
    return dark


def box(low: tuple[float, float, float], high: tuple[float, float, float], tilt: float = 0.0) -> Solid:
    """A block between two corners, tilted about the x axis."""
    middle, half = (np.array(high) + low) / 2, (np.array(high) - low) / 2
    ways = np.concatenate([np.eye(3), -np.eye(3)])
    c, s = np.cos(tilt), np.sin(tilt)
    turn = np.array([[1.0, 0, 0], [0, c, -s], [0, s, c]])
    body = Body([Part(ways, np.concatenate([half, half]))], float(np.linalg.norm(half)))
    return Solid(body, turn, middle)
