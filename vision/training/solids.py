"""Single things on a random table, as small pictures: how much light each pixel throws back, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.net_input import PIXELS_A_MM

Image: TypeAlias = npt.NDArray[np.float32]
Vector: TypeAlias = npt.NDArray[np.float64]
Shape: TypeAlias = Literal["octagon", "disc", "die", "pill"]
Pose: TypeAlias = Literal["flat", "side", "leaning"]

# Drawn so many times larger and then shrunk, so that outlines are smooth.
FINER = 4
# cv2 takes places in parts of a pixel, as whole numbers shifted by so many bits.
SHIFT = 4
# Half a picture's side, in millimetres: the largest die stands on a corner inside.
REACH_MM = 15.0


@dataclass(frozen=True)
class Sprite:
    """One thing: how bright each pixel's face is, the gloss on it, what is painted on, and its cover."""

    shade: Image
    gloss: Image
    print: Image
    cover: Image


def turned(rng: np.random.Generator, pose: Pose) -> Vector:
    """How a prism lies: its own z axis towards the camera, across, or anyhow."""
    tilt = {
        "flat": rng.normal(0, 0.04),
        "side": np.pi / 2 + rng.normal(0, 0.05),
        "leaning": rng.uniform(0.15, 1.4),
    }[pose]
    own, way = rng.uniform(0, 2 * np.pi, 2)
    if pose == "side" and rng.random() < 0.7:
        own = rng.normal(0, 0.05)  # at rest on one of its eight sides
    return np.asarray(_about_z(way) @ _about_x(float(tilt)) @ _about_z(own), np.float64)


def _about_z(angle: float) -> Vector:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _about_x(angle: float) -> Vector:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0, 0], [0, c, -s], [0, s, c]])


def prism(sides: int, across: float, height: float) -> list[Vector]:
    """The faces of a prism around the origin, each a row of corners; `across` is from flat to flat."""
    angles = (np.arange(sides) + 0.5) * 2 * np.pi / sides
    radius = across / 2 / np.cos(np.pi / sides)
    ring = np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1)
    top = np.column_stack([ring, np.full(sides, height / 2)])
    bottom = np.column_stack([ring, np.full(sides, -height / 2)])
    after = np.roll(np.arange(sides), -1)
    walls = [np.stack([bottom[i], bottom[j], top[j], top[i]]) for i, j in enumerate(after)]
    return [top, bottom[::-1], *walls]


def draw(rng: np.random.Generator, shape: Shape, pose: Pose, offset: Vector, lean: Vector) -> Sprite:
    """A thing seen by a camera that looks at it from the side by `lean`; `offset` is part of a pixel."""
    if shape == "pill":
        return _pill(rng, offset)
    size = rng.uniform(0.9, 1.1)
    if shape == "octagon":
        faces = prism(8, 10 * size, 10 * size * rng.uniform(0.92, 1.08))
    elif shape == "disc":
        faces = prism(24, rng.uniform(8, 15), rng.uniform(1.5, 8))
    else:
        side = rng.uniform(8, 16)
        faces = prism(4, side, side)
    turn = turned(rng, pose)
    faces = [face @ turn.T for face in faces]
    # The floor is where its nearest corner is; what stands away from it shifts, and looks smaller.
    near = max(float(face[:, 2].max()) for face in faces)
    away = rng.uniform(0.0, 0.004)
    canvas = _Canvas()
    light = lean * rng.uniform(0, 1) + rng.normal(0, 0.12, 2)
    hardness, dimmest = rng.uniform(0.5, 1.6), rng.uniform(0.1, 0.6)
    glossy = rng.random() < 0.5
    for face in sorted(faces, key=lambda each: float(each[:, 2].mean())):
        depth = near - face[:, 2:]
        flat = (face[:, :2] + lean * depth) * (1 - away * depth)
        if _area(flat) <= 0:
            continue  # it looks away from the camera
        normal = np.cross(face[1] - face[0], face[2] - face[0])
        normal /= np.linalg.norm(normal)
        facing = max(0.0, float(normal[2] + normal[:2] @ light))
        shade = dimmest + (1 - dimmest) * min(1.0, facing) ** hardness
        gloss = rng.uniform(0, 0.35) if glossy and facing > 0.85 else 0.0
        canvas.face(flat + offset / PIXELS_A_MM, float(shade * rng.uniform(0.93, 1.07)), gloss)
        if shape == "die" and facing > 0.3:
            canvas.pips(rng, flat + offset / PIXELS_A_MM)
    if glossy:
        canvas.sheen(rng)
    return canvas.sprite(rounded=shape == "die")


def _area(corners: Vector) -> float:
    x, y = corners[:, 0], corners[:, 1]
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def _pill(rng: np.random.Generator, offset: Vector) -> Sprite:
    """A bean or capsule: an ellipse or a line with round ends, brightest in the middle."""
    canvas = _Canvas()
    length, thick = rng.uniform(8, 15), rng.uniform(5, 8)
    angle = rng.uniform(0, np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    steps = max(2, int(6 * rng.random()))
    bow = rng.uniform(-1.5, 1.5) * np.array([-way[1], way[0]])
    for part in range(steps):
        share = 1 - part / steps
        ends = np.linspace(-1, 1, 7)[:, None] * way * max(0.1, length - thick) / 2
        ends = ends + bow * (1 - np.linspace(-1, 1, 7)[:, None] ** 2) + offset / PIXELS_A_MM
        canvas.line(ends, thick * share, 0.6 + 0.4 * (1 - share**2))
    return canvas.sprite(rounded=False)


class _Canvas:
    """Faces drawn large, to be shrunk at the end."""

    def __init__(self) -> None:
        side = int(2 * REACH_MM * PIXELS_A_MM) * FINER
        self.side = side
        self.shade = np.zeros((side, side), np.float32)
        self.gloss = np.zeros((side, side), np.float32)
        self.paint = np.zeros((side, side), np.float32)
        self.cover = np.zeros((side, side), np.float32)

    def _pixels(self, places_mm: Vector) -> npt.NDArray[np.int32]:
        places = places_mm * PIXELS_A_MM * FINER + (self.side - 1) / 2
        return np.round(places * (1 << SHIFT)).astype(np.int32)

    def face(self, corners: Vector, shade: float, gloss: float) -> None:
        points = self._pixels(corners)
        for layer, value in ((self.shade, shade), (self.gloss, gloss), (self.cover, 1.0), (self.paint, 0.0)):
            cv2.fillConvexPoly(layer, points, value, lineType=cv2.LINE_8, shift=SHIFT)

    def line(self, points: Vector, thick: float, shade: float) -> None:
        path = [self._pixels(points)[:, None]]
        width = max(1, round(thick * PIXELS_A_MM * FINER))
        for layer, value in ((self.shade, shade), (self.cover, 1.0)):
            cv2.polylines(layer, path, False, value, width, cv2.LINE_8, SHIFT)

    def pips(self, rng: np.random.Generator, corners: Vector) -> None:
        """The eyes of a die on a face of four corners, as many as come up."""
        at = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}[int(rng.integers(1, 7))]
        first, along, down = corners[0], corners[1] - corners[0], corners[3] - corners[0]
        side = float(np.linalg.norm(along))
        for number in at:
            row, column = divmod(int(number), 3)
            middle = first + along * (0.25 + 0.25 * column) + down * (0.25 + 0.25 * row)
            x, y = self._pixels(middle).tolist()
            radius = round(0.09 * side * PIXELS_A_MM * FINER * (1 << SHIFT))
            cv2.circle(self.paint, (x, y), radius, 1.0, -1, cv2.LINE_8, SHIFT)

    def sheen(self, rng: np.random.Generator) -> None:
        """Mirrored light on part of it: a soft blob or a streak."""
        x, y = rng.uniform(-4, 4, 2)
        wide, high = rng.uniform(0.5, 4, 2)
        grid = (np.arange(self.side, dtype=np.float32) - self.side / 2) / (PIXELS_A_MM * FINER)
        across = np.exp(-(((grid - x) / wide) ** 2))
        along = np.exp(-(((grid - y) / high) ** 2))
        self.gloss += (rng.uniform(0, 0.5) * along[:, None] * across[None]).astype(np.float32)

    def sprite(self, *, rounded: bool) -> Sprite:
        cover = self.cover
        if rounded:
            soft = cv2.GaussianBlur(cover, (0, 0), 1.2 * PIXELS_A_MM * FINER / 2)
            cover = cover * (soft > 0.45)
        shrink = (self.side // FINER, self.side // FINER)
        layers = [
            np.asarray(cv2.resize(layer, shrink, interpolation=cv2.INTER_AREA), np.float32)
            for layer in (self.shade * cover, self.gloss * cover, self.paint * cover, cover)
        ]
        whole = np.maximum(layers[3], np.float32(1e-3))
        shade, gloss, paint = (np.asarray(layer / whole, np.float32) for layer in layers[:3])
        return Sprite(shade, gloss, paint, layers[3])
