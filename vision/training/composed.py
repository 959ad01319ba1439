"""Whole tables as photo logs, made in a second a picture: `python -m vision.training.composed --help`.

Nothing is traced by chance as Blender does it: each pixel's ray meets planes and balls (`casting`), lamps are a few
places, shadows are what stands between. A table's number gives its looks, photos and truth; nothing else does.

>>> python -m vision.training.composed --table 0 --photos 24 --set tuned --out DIR      # doctest: +SKIP
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.photo import unlit_twin
from vision.rectify import TRAY_MM
from vision.training.backgrounds import Image, material
from vision.training.casting import Eye, Floats, Layers, Numbers, Solid, cast, shaded, window_of
from vision.training.foreign import Foreign, card, dust, hand
from vision.training.kinds import body as trained_body
from vision.training.laying import Arrangement, Floor, Laid, lay
from vision.training.printed_frame import BORDER_MM, printed_frame
from vision.training.random_tables import LEAST_VISIBLE
from vision.training.sealed_looks import sealed_card, sealed_dust, sealed_hand
from vision.training.solids import Body, Part, Vector, prism
from vision.training.table_look import PAINTS, Look, Which, look_of

LIGHTS = ("studio", "evening", "daylight", "dark", "party", "drift")
# What a throw is: most are spread, some poured, in few is something that does not belong there.
KINDS: dict[str, float] = {
    "toss": 0.50, "sorted": 0.14, "heap": 0.16, "hand": 0.10, "dust": 0.04, "card": 0.03, "die": 0.03,
}  # fmt: skip
SHADOW_STEP = 2
FOREIGN_SIDE = 440
PRINT_A_MM = 5.0
LONGEST = 1024
CEILING_MM = -1500.0


@dataclass(frozen=True)
class Lamp:
    """A light of the room: the way to it, its colour, and how wide it is."""

    way: Vector
    power: Image
    wide: float
    # Its disc is seen behind the tray.
    seen: bool


@dataclass(frozen=True)
class Room:
    """The light of one photo beside the ring's."""

    ambient: Image
    lamps: list[Lamp]
    noise: float


def room_of(rng: np.random.Generator, light: str, *, under: bool) -> Room:
    colours = {  # blue, green, red
        "studio": ((1.0, 0.97, 0.92), 0.05),
        "evening": ((0.38, 0.66, 1.0), 0.16),
        "daylight": ((1.0, 0.84, 0.68), 0.42),
        "dark": ((0.6, 0.8, 1.0), 0.008),
        "party": (tuple(rng.uniform(0.1, 1.0, 3)), 0.14),
        "drift": ((0.8, 0.9, 1.0), 0.18),
    }
    colour, strength = colours[light]
    power = np.array(colour) * strength * np.exp(rng.normal(0, 0.35)) * np.exp(rng.normal(0, 0.06, 3))
    side = -1.0 if under else 1.0
    lamps = []
    share = float(rng.uniform(0.2, 0.7))
    for _ in range(int(rng.integers(1, 3))):
        angle, low = rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 1.6)
        way = np.array([np.cos(angle), np.sin(angle), side * low])
        lamps.append(
            Lamp(
                way / np.linalg.norm(way),
                (1 - share) * power.astype(np.float32),
                rng.uniform(0.03, 0.2),
                False,
            )
        )
    if under and light in ("evening", "party", "drift", "daylight") and rng.random() < 0.35:
        way = np.array([*rng.uniform(-0.35, 0.35, 2), -1.0])
        lamps.append(
            Lamp(way, (8 * power / power.max()).astype(np.float32), float(rng.uniform(0.02, 0.12)), True)
        )
    noise = float(rng.uniform(4, 10) if light == "dark" else rng.uniform(0.6, 2.2))
    return Room(np.asarray(share * power, np.float32), lamps, noise)


class Camera:
    """How light becomes a JPEG: exposure, white balance, curve, blur, noise; one of each table."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.exposure = 1.0
        self.target = float(rng.uniform(0.5, 0.75))
        self.curve = float(rng.uniform(0.40, 0.50))
        self.vivid = float(rng.uniform(0.9, 1.3))
        self.blur = float(rng.uniform(0.6, 1.5))
        self.balance = float(rng.uniform(0.0, 0.7))
        self.vignette = float(rng.uniform(0.0, 0.35))
        self.quality = int(rng.integers(82, 97))
        self.steady = bool(rng.random() < 0.5)

    def expose(self, lit: Floats, paper: Image) -> tuple[float, Image]:
        """How much it takes in of this photo, and what it makes white: like in its unlit twin."""
        bright = float(np.percentile(lit[::8, ::8].max(axis=2), 95))
        exposure = self.target / max(bright, 1e-3)
        if self.exposure != 1.0:
            exposure = min(self.exposure, exposure * 1.25) if self.steady else exposure
        white = paper / max(float(paper.mean()), 1e-4)
        return exposure, np.asarray(1 / np.maximum(white, 0.2) ** self.balance, np.float32)

    def develop(
        self, rng: np.random.Generator, light: Floats, exposure: float, balance: Image, noise: float
    ) -> npt.NDArray[np.uint8]:
        value = cv2.GaussianBlur(light, (0, 0), self.blur) * (exposure * balance)
        height, width = value.shape[:2]
        y, x = np.ogrid[:height, :width]
        away = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2).astype(np.float32)
        value *= (1 - self.vignette * 2 * away)[..., None]
        if self.vivid != 1.0:
            gray = value.mean(axis=2, keepdims=True)
            value = gray + (value - gray) * np.float32(self.vivid)
        value = np.clip(value, 0, 1)
        seen = 255 * value ** np.float32(self.curve)
        grain = rng.standard_normal(value.shape, np.float32)
        if noise > 3:  # in the dark it comes in blotches too
            grain += 1.5 * cv2.GaussianBlur(grain, (0, 0), 1.2)
        seen += grain * np.float32(noise) * (1.3 - 0.6 * value)
        return np.clip(seen, 0, 255).astype(np.uint8)


@dataclass(frozen=True)
class Piece:
    """A body in the tray, its colour, how it lies, and what the camera sees of it."""

    color: str
    laid: Laid
    x: float
    y: float
    visible: float


class Table:
    """One table; `shoot` takes a pair of photos of what lies in it."""

    def __init__(self, number: int, which: Which) -> None:
        self.look = look_of(number, which, under=number % 2 == 0)
        self.rng = np.random.default_rng((number, 45 if which == "tuned" else 47))
        self.camera = Camera(self.rng)
        self.print = _printed(self.look)
        self._layers: dict[int, Layers] = {}

    def empty_layers(self, eye: Eye) -> Layers:
        if id(eye) not in self._layers:
            if eye is not self.look.eye:
                return _empty(self.look, eye, self.print)
            self._layers[id(eye)] = _empty(self.look, eye, self.print)
        return self._layers[id(eye)].copy()

    def keshi(self) -> Body:
        size = self.look.size_mm * float(self.rng.normal(1, 0.006))
        return worn_keshi(size, self.look.worn)

    def solid(self, laid: Laid) -> Solid:
        """A body that lies in the tray, in the world: from below the tray hangs over the camera."""
        if self.look.under:
            mirror = np.diag([1.0, 1.0, -1.0])
            return Solid(laid.body, mirror @ laid.turn, mirror @ laid.place)
        return Solid(laid.body, laid.turn, laid.place - [0, 0, self.look.depth_mm])

    def shoot(
        self,
        pieces: list[tuple[str, Laid]],
        room: Room,
        eye: Eye,
        foreign: tuple[Foreign, float] | None = None,
        strangers: list[tuple[Laid, Image]] | None = None,
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8] | None, list[Piece]]:
        """The photo, its unlit twin from below, and what is seen of each piece."""
        look, rng = self.look, self.rng
        layers = self.empty_layers(eye)
        if foreign is not None:
            _put_foreign(layers, eye, *foreign)
        solids, whole = [], []
        for name, laid in pieces:
            solid = self.solid(laid)
            paint = look.paints[name] * np.float32(rng.normal(1, 0.03))
            second = paint * np.float32(0.8)
            solids.append(solid)
            whole.append(
                cast(
                    layers,
                    eye,
                    solid,
                    len(solids),
                    np.stack([paint, second]),
                    look.gloss * rng.uniform(0.5, 1.2),
                )
            )
        for laid, paint in strangers or []:
            solids.append(self.solid(laid))
            contrast = np.full(3, 0.03 if paint.mean() > 0.2 else 0.8, np.float32)
            cast(layers, eye, solids[-1], len(solids), np.stack([paint, contrast]), look.gloss)
        ring, room_light = light_up(look, layers, eye, solids, room)
        lit = ring + room_light
        paper = lit[layers.owner == 0][::997].mean(axis=0)
        exposure, balance = self.camera.expose(lit, np.asarray(paper, np.float32))
        photo = self.camera.develop(rng, lit, exposure, balance, room.noise)
        twin = self.camera.develop(rng, room_light, exposure, balance, room.noise) if look.under else None
        return photo, twin, _seen(layers.owner, pieces, whole)


def worn_keshi(size: float, worn: float) -> Body:
    """An octagonal prism as high as it is wide, its corners rounded by a ball."""
    keshi = prism(8, size, size)
    reach = float(np.hypot(size * 1.083, size)) / 2
    radius = min(reach, worn * size)
    return Body([Part(keshi.ways, keshi.out, [(np.zeros(3), radius)])], radius)


def _printed(look: Look) -> Image:
    """The paper with its print, and no white at all as bright as light itself."""
    sheet = printed_frame(PRINT_A_MM).astype(np.float32) / 255
    return np.asarray(
        np.maximum(sheet**2.2, 0.02)[..., None] * look.paper * np.float32([0.98, 0.99, 1.0]), np.float32
    )


def _sampled(texture: Image, x: Floats, y: Floats, pixels_a_mm: float) -> Image:
    """A texture laid out around the middle, mirrored at its ends, at any number of places."""
    height, width = texture.shape[:2]
    # OpenCV takes no picture as long as such a list.
    rows = -(-x.size // LONGEST)
    padded = np.zeros((2, rows * LONGEST), np.float32)
    padded[0, : x.size] = x.ravel() * pixels_a_mm + (width - 1) / 2
    padded[1, : x.size] = y.ravel() * pixels_a_mm + (height - 1) / 2
    maps = padded.reshape(2, rows, LONGEST)
    seen = cv2.remap(texture, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen.reshape(-1, 3)[: x.size].reshape(*x.shape, 3), np.float32)


def _empty(look: Look, eye: Eye, sheet: Image) -> Layers:
    """What an eye sees of the empty tray."""
    rays = eye.rays
    height, width = rays.shape[:2]
    place = eye.place.astype(np.float32)
    flat = -place[2] / rays[..., 2]
    x, y = place[0] + flat * rays[..., 0], place[1] + flat * rays[..., 1]
    half_x, half_y = TRAY_MM[0] / 2, TRAY_MM[1] / 2
    inside = (np.abs(x) < half_x) & (np.abs(y) < half_y)
    paper = (np.abs(x) < half_x + BORDER_MM) & (np.abs(y) < half_y + BORDER_MM) & ~inside
    facing = np.zeros((height, width, 3), np.float32)
    facing[..., 2] = 1
    layers = Layers(
        flat.astype(np.float32),
        np.zeros((height, width), np.int32),
        facing,
        _sampled(look.table, x, y, 1.4),
        np.zeros((height, width), np.float32),
    )
    layers.far[~inside & ~paper] *= np.float32(1 + 4 / place[2])
    rows, columns = np.nonzero(paper)
    layers.paint[paper] = _sampled(sheet, x[paper], y[paper], PRINT_A_MM)
    rows, columns = np.nonzero(inside)
    ray = rays[rows, columns]
    deep = look.depth_mm
    bottom = (-deep - place[2]) / ray[:, 2]
    far = np.full(len(rows), bottom, np.float32)
    owner = np.full(len(rows), -2 if look.under else 0, np.int32)
    normal = np.tile(np.float32([0, 0, 1]), (len(rows), 1))
    for axis, reach in ((0, half_x - look.wall_inset_mm), (1, half_y - look.wall_inset_mm)):
        with np.errstate(divide="ignore", invalid="ignore"):
            at = (np.sign(ray[:, axis]) * np.float32(reach) - place[axis]) / ray[:, axis]
        closer = (at < far) & (at > 0)
        far = np.where(closer, at, far)
        owner[closer] = 0
        normal[closer] = 0
        normal[closer, axis] = -np.sign(ray[closer, axis])
    open_ = owner == -2
    far[open_] = ((CEILING_MM - place[2]) / ray[:, 2])[open_]
    places = place + far[:, None] * ray
    is_wall = np.abs(normal[:, 2]) < 0.5
    paint = _sampled(look.floor, places[:, 0], places[:, 1], 2.0)
    along = np.where(np.abs(normal[:, 0]) > 0.5, places[:, 1], places[:, 0])
    paint[is_wall] = _sampled(look.wall, along[is_wall], places[is_wall, 2], 2.0)
    layers.far[rows, columns], layers.owner[rows, columns] = far, owner
    layers.facing[rows, columns], layers.paint[rows, columns] = normal, paint
    for solid, colour, gloss in look.tower:
        cast(layers, eye, solid, 0, np.stack([colour, colour]), gloss)
    return layers


def _put_foreign(layers: Layers, eye: Eye, foreign: Foreign, height: float) -> None:
    """A flat thing at this height, nearer than what lies behind it."""
    rays, place = eye.rays, eye.place.astype(np.float32)
    at = (np.float32(height) - place[2]) / rays[..., 2]
    x, y = place[0] + at * rays[..., 0], place[1] + at * rays[..., 1]
    columns, rows = x * 2 + FOREIGN_SIDE / 2, y * 2 + FOREIGN_SIDE / 2
    maps = columns.astype(np.float32), rows.astype(np.float32)
    cover = cv2.remap(foreign.cover, *maps, cv2.INTER_LINEAR)
    seen = (cover > 0.5) & (at < layers.far)
    paint = cv2.remap(foreign.paint, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    layers.far[seen], layers.owner[seen], layers.paint[seen] = at[seen], -1, paint[seen]
    layers.facing[seen], layers.gloss[seen] = (0, 0, 1), 0.0


def light_up(look: Look, layers: Layers, eye: Eye, solids: list[Solid], room: Room) -> tuple[Floats, Floats]:
    """What the camera gets of the ring's light and of the room's."""
    place = eye.place.astype(np.float32)
    places = place + layers.far[..., None] * eye.rays
    few = np.s_[::SHADOW_STEP, ::SHADOW_STEP]
    few_places, few_owner = np.ascontiguousarray(places[few]), np.ascontiguousarray(layers.owner[few])
    size = eye.size

    def dark(lamp: Vector, *, endless: bool) -> Floats:
        shadow = shaded(few_places, few_owner, solids, eye, lamp, SHADOW_STEP, endless=endless)
        return np.asarray(cv2.resize(shadow, size, interpolation=cv2.INTER_LINEAR), np.float32)

    # Few things shine: pieces, dice, the tower.
    shiny = np.nonzero(layers.gloss > 0)
    shiny_places, to_eye, shiny_facing = places[shiny], -eye.rays[shiny], layers.facing[shiny]
    to_eye /= np.linalg.norm(to_eye, axis=1, keepdims=True)
    gloss = layers.gloss[shiny][:, None]

    def sheen(way: Floats) -> Floats:
        half = way + to_eye
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        return np.maximum(np.einsum("ij,ij->i", half, shiny_facing), 0) ** np.float32(look.sharpness)

    diffuse, shine = np.zeros(layers.far.shape, np.float32), np.zeros(len(shiny[0]), np.float32)
    lamps = look.ring[np.linspace(0, len(look.ring), min(4, len(look.ring)), endpoint=False).astype(int)]
    high = np.float32(eye.place[2])
    for across, down in lamps:
        lamp = eye.place + [across, down, 0]
        way = lamp.astype(np.float32) - places
        away = np.einsum("ijk,ijk->ij", way, way)
        open_ = 1 - dark(lamp, endless=False)
        straight = np.maximum(np.einsum("ijk,ijk->ij", way, layers.facing), 0)
        diffuse += open_ * straight * high**2 / (away * np.sqrt(away))
        shine += open_[shiny] * sheen(way[shiny] / np.sqrt(away[shiny])[:, None])
    power = np.float32(look.ring_power * 0.6 / len(lamps))
    ring = layers.paint * (diffuse * power + np.float32(0.05 * look.ring_power))[..., None]
    ring[shiny] += gloss * shine[:, None] * power
    # Towards the camera's side of a tray seen from below only what the table throws back.
    share = (
        np.where(layers.facing[..., 2] > 0.3, 0.05, 0.25).astype(np.float32) if look.under else np.float32(1)
    )
    lit = (share * _narrow(look, places))[..., None] * room.ambient
    for source in room.lamps:
        if source.seen:
            continue
        soft = [source.way, source.way + [source.wide, 0, 0], source.way + [0, source.wide, 0]]
        falls, shine = np.zeros(layers.far.shape, np.float32), np.zeros(len(shiny[0]), np.float32)
        for each in soft:
            way = each.astype(np.float32)
            open_ = (1 - dark(each, endless=True)) * _opening(look, places, way)
            falls += np.maximum(layers.facing @ way, 0) * open_
            shine += open_[shiny] * sheen(way)
        lit += falls[..., None] * (source.power / 3)
        # Paint is not in it: the sheen has the lamp's own colour.
        lit[shiny] += gloss * shine[:, None] * (source.power / 3) / np.maximum(layers.paint[shiny], 0.01)
    lit *= layers.paint
    open_room = layers.owner == -2
    if look.under:
        ring[open_room] = look.glow * look.ring_power * np.float32([0.9, 0.95, 1.0])
        lit[open_room] = _behind(look, eye.rays[open_room], room)
        ring += _mirror(look, eye)[..., None] * np.float32([0.95, 1.0, 1.0])
    return ring, lit


def _narrow(look: Look, places: Floats) -> Floats:
    """Less of the room reaches the tray's floor near its walls."""
    half_x, half_y = TRAY_MM[0] / 2, TRAY_MM[1] / 2
    near = np.minimum(half_x - np.abs(places[..., 0]), half_y - np.abs(places[..., 1]))
    deep = np.clip(-places[..., 2], 0, look.depth_mm)
    return np.where(near > 0, 1 - 0.5 * deep / (deep + np.maximum(near, 0) + 1), 1).astype(np.float32)


def _opening(look: Look, places: Floats, way: Floats) -> Floats:
    """Whether the walls let a lamp's light through to each place."""
    top = np.float32(-look.depth_mm if look.under else 0.0)
    up = top - places[..., 2]
    steps = up / way[2]
    x, y = places[..., 0] + steps * way[0], places[..., 1] + steps * way[1]
    half_x, half_y = TRAY_MM[0] / 2, TRAY_MM[1] / 2
    within = (np.abs(x) < half_x) & (np.abs(y) < half_y)
    beyond = steps <= 0
    return (within | beyond).astype(np.float32)


def _behind(look: Look, rays: Floats, room: Room) -> Floats:
    """The room above a tray that is seen from below: a ceiling, brighter towards a window, and lamps."""
    x, y = rays[:, 0] / -rays[:, 2], rays[:, 1] / -rays[:, 2]
    seen = np.ones(len(rays), np.float32)
    total = room.ambient * 0
    for lamp in room.lamps:
        if not lamp.seen:
            total = total + lamp.power
            seen += np.clip(0.5 * (x * lamp.way[0] + y * lamp.way[1]), -0.5, 1).astype(np.float32)
    ceiling = (0.8 * room.ambient + 0.35 * total) * seen[:, None]
    for lamp in room.lamps:
        if lamp.seen:
            away = np.hypot(x - lamp.way[0], y - lamp.way[1])
            disc = np.clip((lamp.wide - away) * 60 + 0.5, 0, 1) + 0.04 * np.exp(-away / (2 * lamp.wide))
            ceiling = ceiling + disc[:, None] * lamp.power
    return np.asarray(ceiling, np.float32)


def _mirror(look: Look, eye: Eye) -> Floats:
    """The ring in the clear floor: half as large, since the light goes there and back."""
    width, height = eye.size
    light = np.zeros((height, width), np.float32)
    middle = np.array([eye.place[0], eye.place[1], 0.0])
    spots = middle + np.column_stack([look.ring / 2, np.zeros(len(look.ring))])
    edge = eye.to_picture(np.stack([middle, middle + [look.dot_mm / 2, 0, 0]]))
    radius = float(np.hypot(*(edge[1] - edge[0])))
    for x, y in eye.to_picture(spots):
        cv2.circle(light, (round(16 * x), round(16 * y)), round(16 * radius), 1.0, -1, cv2.LINE_AA, 4)
    light = cv2.GaussianBlur(light, (0, 0), 0.3 * radius + 0.5)
    if len(look.ring) > 50:
        light = cv2.GaussianBlur(light, (0, 0), 1.2 * radius)
    return np.asarray(look.mirrored * look.ring_power * light, np.float32)


def _seen(owner: Numbers, pieces: list[tuple[str, Laid]], whole: list[int]) -> list[Piece]:
    shown = []
    for number, ((name, laid), full) in enumerate(zip(pieces, whole, strict=True), 1):
        rows, columns = np.nonzero(owner == number)
        x, y = (float(columns.mean()), float(rows.mean())) if len(rows) else (-1.0, -1.0)
        shown.append(Piece(name, laid, x, y, len(rows) / max(1, full)))
    return shown


def bumped(rng: np.random.Generator, eye: Eye, by: float = 1.0) -> Eye:
    """The camera after somebody knocked against the tower."""
    place = eye.place + rng.normal(0, 1.5 * by, 3)
    return replace(eye, place=place, turn=eye.turn + rng.normal(0, 0.008 * by, 3))


def calibrate(table: Table, folder: Path) -> None:
    """An empty tray and three pieces of each colour, in a quiet room."""
    rng, look = table.rng, table.look
    folder.mkdir(parents=True, exist_ok=True)
    quiet = room_of(rng, "studio", under=look.under)
    for name in ("empty", *PAINTS):
        laid = []
        if name != "empty":
            floor = Floor(max(look.wall_inset_mm, 0) + 0.5)
            spots = rng.permutation([[x, y] for x in (-45, 0, 45) for y in (-30, 5, 35)])[:3]
            for number, spot in enumerate(spots):
                pose = ("flat",) if number == 0 else ("side",) if number == 1 else ("flat", "side")
                found = floor.drop(
                    rng, table.keshi(), spot + rng.normal(0, 4, 2), pose, spread=8, tries=20, flat=True
                )
                if found is not None:
                    laid.append((name, found))
        photo, twin, _ = table.shoot(laid, quiet, look.eye)
        if name == "empty":
            _settle(table, quiet)
            photo, twin, _ = table.shoot([], quiet, look.eye)
        _write(folder / f"{name}.jpg", photo, twin, table.camera.quality)


def _settle(table: Table, room: Room) -> None:
    """The camera keeps the exposure the empty tray wants."""
    layers = table.empty_layers(table.look.eye)
    ring, lit = light_up(table.look, layers, table.look.eye, [], room)
    table.camera.exposure = table.camera.expose(ring + lit, np.ones(3, np.float32))[0]


def _write(
    path: Path, photo: npt.NDArray[np.uint8], twin: npt.NDArray[np.uint8] | None, quality: int
) -> None:
    settings = [cv2.IMWRITE_JPEG_QUALITY, quality]
    cv2.imwrite(str(path), photo, settings)
    if twin is not None:
        cv2.imwrite(str(unlit_twin(path)), twin, settings)


def play(table: Table, folder: Path, count: int) -> None:
    """Throws with their log. Every light comes equally often."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for number in range(count):
        light = LIGHTS[number % len(LIGHTS)]
        kind = str(table.rng.choice(list(KINDS), p=list(KINDS.values())))
        lines.append(json.dumps(_throw(table, folder, f"{number:03}_{light}_{kind}.jpg", light, kind)))
    (folder / "log.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _throw(table: Table, folder: Path, name: str, light: str, kind: str) -> dict[str, Any]:
    rng, look = table.rng, table.look
    arrangement: Arrangement = "heap" if kind == "heap" else "sorted" if kind == "sorted" else "toss"
    number = int(rng.integers(14, 25)) if kind == "heap" else int(rng.integers(0, 17))
    names = [str(each) for each in rng.choice(list(PAINTS), number)]
    if kind == "sorted":
        names.sort()
    floor = Floor(max(look.wall_inset_mm, 0) + 0.5)
    found = lay(rng, [table.keshi() for _ in names], arrangement, floor)
    pieces = [(each, laid) for each, laid in zip(names, found, strict=True) if laid is not None]
    strangers = [] if kind != "die" else _dice(rng, floor)
    foreign = None if kind in ("toss", "sorted", "heap", "die") else _foreign(rng, look, kind)
    eye = look.eye
    if light == "drift" or (light == "party" and rng.random() < 0.4):
        eye = bumped(rng, look.eye, float(rng.uniform(0.3, 1.6)))
    room = room_of(rng, light, under=look.under)
    photo, twin, seen = table.shoot(pieces, room, eye, foreign, strangers)
    _write(folder / name, photo, twin, table.camera.quality)
    counts = Counter(each.color for each in seen if each.visible >= LEAST_VISIBLE)
    everything = Counter(each.color for each in seen)
    return {
        "image": name,
        "counts": {each: counts[each] for each in PAINTS},
        "all_counts": {each: everything[each] for each in PAINTS},
        "hand": kind == "hand",
        "light": light,
        "arrangement": arrangement,
        "foreign": kind if kind in ("hand", "die", "card", "dust") else None,
        "mount": "under" if look.under else "overhead",
        "pieces": [
            {
                "color": each.color,
                "pose": {"flat": "upright", "side": "lying"}.get(each.laid.pose, each.laid.pose),
                "x": round(each.x, 1),
                "y": round(each.y, 1),
                "visible": round(min(1.0, each.visible), 3),
            }
            for each in seen
        ],
    }


def _dice(rng: np.random.Generator, floor: Floor) -> list[tuple[Laid, Image]]:
    dice = []
    for _ in range(int(rng.integers(1, 4))):
        spot = rng.uniform(-1, 1, 2) * (floor.half - 14)
        found = floor.drop(
            rng,
            trained_body(rng, "die", float(rng.uniform(9, 13))),
            spot,
            ("flat",),
            spread=80,
            tries=60,
            flat=True,
        )
        if found is not None:
            dice.append((found, np.asarray(material(rng, 4).mean(axis=(0, 1)), np.float32)))
    return dice


def _foreign(rng: np.random.Generator, look: Look, kind: str) -> tuple[Foreign, float]:
    """What does not belong there, and how high it is; its picture's own light is in its paint."""
    sealed = look.which == "sealed"
    makers = {
        "hand": sealed_hand if sealed else hand,
        "card": sealed_card if sealed else card,
        "dust": sealed_dust if sealed else dust,
    }
    window = np.s_[
        FOREIGN_SIDE // 2 - 110 : FOREIGN_SIDE // 2 + 110, FOREIGN_SIDE // 2 - 150 : FOREIGN_SIDE // 2 + 150
    ]
    least = {"hand": 0.07, "card": 0.02, "dust": 0.0003}[kind]
    while True:
        made = makers[kind](rng, FOREIGN_SIDE)
        # A hand has an arm.
        armed = max(
            made.cover[0].max(), made.cover[-1].max(), made.cover[:, 0].max(), made.cover[:, -1].max()
        )
        if made.cover[window].mean() > least and (kind != "hand" or armed > 0.5):
            break
    floor = 0.0 if look.under else -look.depth_mm
    out = -1.0 if look.under else 1.0
    height = {"hand": rng.uniform(11, 30), "card": rng.uniform(10.5, 14), "dust": rng.uniform(0.1, 0.3)}[kind]
    return made, float(floor + out * height)


def make(number: int, which: Which, count: int, folder: Path) -> None:
    table = Table(number, which)
    calibrate(table, folder / "calibration")
    play(table, folder / "play", count)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.composed", description="Make a table's photos and their log."
    )
    parser.add_argument("--table", type=int, required=True, help="even numbers are seen from below")
    parser.add_argument("--photos", type=int, default=24)
    parser.add_argument("--set", choices=("tuned", "sealed"), default="tuned", dest="which")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    make(given.table, given.which, given.photos, given.out)


if __name__ == "__main__":
    main()
