"""Random tables to learn from: small flat pictures with everything on them known.

Nothing is traced: prisms are drawn face by face, light is added up as the ring's and the room's, and the
camera's faults are put on top. What counts is that no two tables are alike, and that the truth is exact.

>>> table = random_table(7)
>>> table.channels().shape, int(table.pieces.max()) == table.number
((1, 15, 144, 144), True)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.net_input import PIXELS_A_MM, Block, assemble
from vision.photo import Frame
from vision.training.backgrounds import Background, Image, background, clouds, colour, lamps, moved
from vision.training.solids import REACH_MM, Pose, Shape, Sprite, draw

Map: TypeAlias = npt.NDArray[np.int32]
Mask: TypeAlias = npt.NDArray[np.bool_]

SIDE = 144
TRAY, PIECE, FOREIGN = 0, 1, 2
# A piece of which less is in sight is not counted, as in the photo logs.
LEAST_VISIBLE = 0.25
HALF = int(REACH_MM * PIXELS_A_MM)


@dataclass(frozen=True)
class RandomTable:
    """Four pictures of one table, each but the photo perhaps missing, and what is on it."""

    photo: Frame
    empty: Frame | None
    unlit: Frame | None
    empty_unlit: Frame | None
    # 0 where there is no piece, then one number for the largest visible part of each.
    pieces: Map
    kinds: npt.NDArray[np.uint8]

    @property
    def number(self) -> int:
        return int(self.pieces.max(initial=0))

    @property
    def unclear(self) -> Mask:
        """Where a piece is that is hardly in sight: neither right nor wrong."""
        return np.asarray((self.kinds == PIECE) & (self.pieces == 0), np.bool_)

    def channels(self) -> Block:
        return assemble(self.photo, empty=self.empty, unlit=self.unlit, empty_unlit=self.empty_unlit)


class _Scene:
    """A table being laid: the light of the room and that of the ring, and who is seen where."""

    def __init__(self, rng: np.random.Generator, empty: Background, room: Image) -> None:
        self.rng, self.empty = rng, empty
        self.room, self.ring = room.copy(), empty.ring.copy()
        self.owner = np.zeros(room.shape[:2], np.int32)
        self.whole: list[int] = []
        # Light of the room that falls on things: from below they stand dark before it.
        level = float(np.median(room))
        share = rng.uniform(0.0, 0.15) if empty.from_below else rng.uniform(0.7, 1.3)
        self.ambient = level * share if empty.from_below else max(level, 0.02) * 2 * share
        self.shadow = rng.uniform(-5, 5, 2)
        self.dark = float(rng.uniform(0, 0.7))

    def cast_shadow(self, sprite: Sprite, x: int, y: int) -> None:
        """The light a thing takes from the table beside it; before the room's ceiling nothing is shaded."""
        cover = cv2.GaussianBlur(sprite.cover, (0, 0), 2.5)
        here, there = _windows(x + round(self.shadow[0]), y + round(self.shadow[1]), self.owner.shape)
        if here is None or there is None:
            return
        less = (1 - self.dark * cover[there])[..., None]
        self.ring[here] *= less
        if not self.empty.from_below:
            self.room[here] *= less

    def put(self, sprite: Sprite, x: int, y: int, paint: Image, owner: int) -> None:
        """Lay a thing on top of all that is there; an owner below 0 is something foreign."""
        here, there = _windows(x, y, self.owner.shape)
        if here is None or there is None:
            self.whole.append(int((sprite.cover > 0.5).sum()))
            return
        cover = sprite.cover[there][..., None]
        printed = sprite.print[there][..., None]
        faces = paint * (1 - printed) + (0.02 if paint.mean() > 0.2 else 0.9) * printed
        shade = self._shaded(sprite.shade)[there][..., None]
        falloff = self.empty.falloff[here]
        ring = (faces * shade + sprite.gloss[there][..., None]) * falloff
        self.ring[here] = self.ring[here] * (1 - cover) + cover * ring
        room = faces * (0.4 + 0.6 * shade) * self.ambient
        self.room[here] = self.room[here] * (1 - cover) + cover * room
        self.owner[here][sprite.cover[there] > 0.5] = owner
        self.whole.append(int((sprite.cover > 0.5).sum()))

    def _shaded(self, shade: Image) -> Image:
        """Sometimes a shadow's edge runs over a face."""
        if self.rng.random() > 0.15:
            return shade
        way = self.rng.normal(0, 1, 2)
        grid = np.arange(len(shade), dtype=np.float32) - HALF + self.rng.uniform(-6, 6)
        edge = 1 / (1 + np.exp(-np.clip(way[0] * grid[None] + way[1] * grid[:, None], -20, 20)))
        return np.asarray(shade * (1 - self.rng.uniform(0.1, 0.6) * edge), np.float32)


Window: TypeAlias = tuple[slice, slice]


def _windows(x: int, y: int, shape: tuple[int, ...]) -> tuple[Window | None, Window | None]:
    """Where a thing's small picture lies on the table, and which part of it that is."""
    left, top = x - HALF, y - HALF
    low, high = (max(0, left), max(0, top)), (min(shape[1], x + HALF), min(shape[0], y + HALF))
    if low[0] >= high[0] or low[1] >= high[1]:
        return None, None
    here = np.s_[low[1] : high[1], low[0] : high[0]]
    there = np.s_[low[1] - top : high[1] - top, low[0] - left : high[0] - left]
    return here, there


def random_table(seed: int | tuple[int, ...], side: int = SIDE) -> RandomTable:
    """The table of this seed: the same pictures and the same truth every time."""
    rng = np.random.default_rng(seed)
    before = background(rng, side)
    empty = moved(rng, before) if rng.random() < 0.35 else before
    gain = float(np.exp(rng.normal(0, 0.8))) if rng.random() < 0.7 else 1.0
    room = empty.room * gain * rng.uniform(0.8, 1.2, 3).astype(np.float32)
    if rng.random() < (0.25 if empty.from_below else 0.05):
        room = room + lamps(rng, side)
    scene = _Scene(rng, empty, room)
    _lay_pieces(scene, side)
    if rng.random() < 0.12:
        _lay_foreign(scene, side)
    pieces, kinds = _truth(scene)
    pictures = _Camera(rng).pictures(scene, before)
    return RandomTable(*pictures, pieces, kinds)


def places(rng: np.random.Generator, side: int) -> npt.NDArray[np.float64]:
    """Where pieces lie, in pixels: spread, in touching rows, or heaped on one spot."""
    piece = 10 * PIXELS_A_MM
    kind = rng.random()
    if kind < 0.08:
        return np.zeros((0, 2))
    if kind < 0.3:
        return _apart(rng.uniform(-6, side + 6, (int(rng.integers(1, 14)), 2)), 1.1 * piece)
    if kind < 0.5:
        rows = []
        for _ in range(int(rng.integers(1, 5))):
            angle, number = rng.uniform(0, np.pi), int(rng.integers(2, 7))
            step = piece * rng.uniform(0.98, 1.15) * np.array([np.cos(angle), np.sin(angle)])
            rows.append(
                rng.uniform(0, side, 2) + np.arange(number)[:, None] * step + rng.normal(0, 0.7, (number, 2))
            )
        return _apart(np.concatenate(rows), 0.9 * piece)
    number = int(rng.integers(4, 28))
    spread = piece * np.sqrt(number) * rng.uniform(0.25, 0.5)
    heap = rng.uniform(0.2 * side, 0.8 * side, 2) + rng.normal(0, spread, (number, 2))
    return _apart(heap, piece * float(rng.choice([rng.uniform(0.45, 0.8), rng.uniform(0.8, 1.0)])))


def _apart(wished: npt.NDArray[np.float64], least: float) -> npt.NDArray[np.float64]:
    """Those of the places that keep this distance from all before them."""
    kept: list[npt.NDArray[np.float64]] = []
    for place in wished:
        if all(np.hypot(*(place - other)) >= least for other in kept):
            kept.append(place)
    return np.array(kept).reshape(-1, 2)


def _lay_pieces(scene: _Scene, side: int) -> None:
    rng = scene.rng
    where = places(rng, side)
    kinds: tuple[Shape, ...] = ("octagon", "octagon", "octagon", "octagon", "die", "disc", "pill")
    usual = kinds[int(rng.integers(0, len(kinds)))]
    paints = [colour(rng) for _ in range(int(rng.integers(1, 13)))]
    if rng.random() < 0.25:  # as the table itself: gray on gray, white on white
        paints[0] = np.clip(np.median(scene.empty.ring, axis=(0, 1)) * rng.uniform(0.7, 1.4), 0.01, 1).astype(
            np.float32
        )
    eye = rng.uniform(0, side, 2)  # the camera stands over this place
    slant = float(rng.uniform(0.0, 0.006))
    poses: tuple[Pose, ...] = ("flat", "side", "leaning")
    chances = rng.dirichlet([2.0, 2.0, 1.0])
    sprites = []
    for place in where:
        shape = usual if rng.random() < 0.92 else kinds[int(rng.integers(0, len(kinds)))]
        pose = poses[int(rng.choice(3, p=chances))]
        if shape == "disc" and rng.random() < 0.8:
            pose = "flat"
        corner = np.floor(place)
        sprite = draw(rng, shape, pose, place - corner, (eye - place) * slant * (rng.random() + 0.5))
        sprites.append((sprite, int(corner[0]), int(corner[1])))
    for number, (sprite, x, y) in enumerate(sprites, 1):
        scene.cast_shadow(sprite, x, y)
        scene.put(sprite, x, y, paints[int(rng.integers(0, len(paints)))], number)


def _lay_foreign(scene: _Scene, side: int) -> None:
    """A hand's fingers, a card, or dust and crumbs."""
    rng = scene.rng
    mask = np.zeros((side, side), np.float32)
    kind = rng.random()
    if kind < 0.45:
        skin = np.array([0.25, 0.35, 0.6], np.float32) * float(rng.uniform(0.2, 1.3))
        start = rng.uniform(-0.2 * side, 1.2 * side, 2)
        for _ in range(int(rng.integers(1, 5))):
            end = rng.uniform(0.2 * side, 0.8 * side, 2)
            thick = int(rng.uniform(22, 40))
            cv2.line(mask, _whole(start + rng.normal(0, 20, 2)), _whole(end), 1.0, thick, cv2.LINE_AA)
        paint = np.ones((side, side, 3), np.float32) * skin
    elif kind < 0.75:
        middle, size = rng.uniform(0, side, 2), rng.uniform(40, 120, 2)
        box = cv2.boxPoints(
            (
                (float(middle[0]), float(middle[1])),
                (float(size[0]), float(size[1])),
                float(rng.uniform(0, 90)),
            )
        )
        cv2.fillConvexPoly(mask, np.round(box).astype(np.int32), 1.0, cv2.LINE_AA)
        print_ = clouds(rng, side, (12, 12))[..., None] > 0.7
        paint = np.where(print_, colour(rng), colour(rng)).astype(np.float32)
    else:
        for _ in range(int(rng.integers(5, 60))):
            cv2.circle(mask, _whole(rng.uniform(0, side, 2)), int(rng.integers(0, 3)), 1.0, -1, cv2.LINE_AA)
        paint = np.ones((side, side, 3), np.float32) * colour(rng)
    shade = 1 - 0.4 * cv2.GaussianBlur(1 - mask, (0, 0), 6)
    cover = mask[..., None]
    lit = paint * shade[..., None]
    scene.ring = scene.ring * (1 - cover) + cover * lit * scene.empty.falloff
    scene.room = scene.room * (1 - cover) + cover * lit * scene.ambient
    scene.owner[mask > 0.5] = -1


def _whole(place: npt.NDArray[np.float64]) -> tuple[int, int]:
    return int(place[0]), int(place[1])


def _truth(scene: _Scene) -> tuple[Map, npt.NDArray[np.uint8]]:
    """What is seen of each piece: of one that another cuts in two, the larger part stands for it."""
    kinds = np.where(scene.owner > 0, PIECE, np.where(scene.owner < 0, FOREIGN, TRAY)).astype(np.uint8)
    pieces = np.zeros(scene.owner.shape, np.int32)
    count = 0
    for number, whole in enumerate(scene.whole, 1):
        mask = (scene.owner == number).astype(np.uint8)
        if mask.sum() < LEAST_VISIBLE * whole:
            continue
        _, parts, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
        if stats[largest, cv2.CC_STAT_AREA] < LEAST_VISIBLE * whole:
            continue
        count += 1
        pieces[parts == largest] = count
    return pieces, kinds


class _Camera:
    """What one camera does to light, the same for the four pictures but for its noise."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.exposure = float(np.exp(rng.uniform(-0.5, 0.5)))
        self.cast = rng.uniform(0.9, 1.1, 3).astype(np.float32)
        self.blur = float(rng.uniform(0, 1.1))
        self.noise = float(rng.choice([rng.uniform(0.5, 3), rng.uniform(3, 14)], p=[0.8, 0.2]))
        # One camera's noise is finer than a pixel of the flat tray, another's coarser.
        self.coarse = float(rng.uniform(0.5, 1.0)) if rng.random() < 0.4 else 0.0
        self.quality = int(rng.integers(60, 98))

    def pictures(
        self, scene: _Scene, empty: Background
    ) -> tuple[Frame, Frame | None, Frame | None, Frame | None]:
        rng = self.rng
        drift = float(np.exp(rng.normal(0, 0.1)))
        seen_empty = rng.random() < 0.8
        pair = rng.random() < (0.85 if empty.from_below else 0.25)
        photo = self._picture(scene.room + scene.ring, drift)
        return (
            photo,
            self._picture(empty.room + empty.ring, 1.0, quiet=True) if seen_empty else None,
            self._picture(scene.room, drift) if pair else None,
            self._picture(empty.room, 1.0, quiet=True) if pair and seen_empty else None,
        )

    def _picture(self, light: Image, drift: float, *, quiet: bool = False) -> Frame:
        """Light to bytes: lens, exposure, colour cast, curve, noise and JPEG."""
        if self.blur > 0.3:
            light = np.asarray(cv2.GaussianBlur(light, (0, 0), self.blur), np.float32)
        value = np.clip(light * (self.exposure * drift) * self.cast, 0, 1)
        bytes_ = 255 * np.sqrt(value)
        noise = self.rng.standard_normal(light.shape, np.float32)
        if self.coarse:
            noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), self.coarse) * 1.5, np.float32)
        noise = noise * (min(self.noise, 2.0) if quiet else self.noise)
        # It is rougher in the dark.
        bytes_ = np.clip(bytes_ + noise * (1.3 - 0.6 * value), 0, 255).astype(np.uint8)
        done, packed = cv2.imencode(".jpg", bytes_, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        if not done:
            raise RuntimeError("the picture could not be packed")
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
