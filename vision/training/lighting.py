"""Light on a composed table: the ring's beside the lens, and the room's, each for itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.rectify import TRAY_MM
from vision.training.backgrounds import Image
from vision.training.casting import Eye, Floats, Layers, Solid, shaded
from vision.training.solids import Vector
from vision.training.table_look import Look

LIGHTS = ("studio", "evening", "daylight", "dark", "party", "drift")
# Shadows are soft and the tray smooth: every second pixel will do.
COARSE = 2
# What the clear floor throws back, blue, green, red: dust is a little yellow.
GLOW = np.array([0.9, 0.95, 1.0], np.float32)
MIRRORED = np.array([0.95, 1.0, 1.0], np.float32)


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


def room_of(rng: np.random.Generator, light: str, *, under: bool, glaring: bool = False) -> Room:
    """The room's light in a photo; `glaring`: lamps are in view more often, larger and brighter or dimmer."""
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
    if (
        under
        and light in ("evening", "party", "drift", "daylight")
        and rng.random() < (0.6 if glaring else 0.35)
    ):
        for _ in range(int(rng.integers(1, 3)) if glaring else 1):
            way = np.array([*rng.uniform(-0.35, 0.35, 2), -1.0])
            bright = float(np.exp(rng.uniform(np.log(1.5), np.log(25)))) if glaring else 8.0
            wide = float(rng.uniform(0.02, 0.25 if glaring else 0.12))
            lamps.append(Lamp(way, (bright * power / power.max()).astype(np.float32), wide, True))
    noise = float(rng.uniform(4, 10) if light == "dark" else rng.uniform(0.6, 2.2))
    return Room(np.asarray(share * power, np.float32), lamps, noise)


@dataclass(frozen=True)
class _Places:
    """Places that are lit: where, how they face, and the way from there to the eye."""

    where: Floats
    facing: Floats
    to_eye: Floats


def light_up(
    look: Look, layers: Layers, bare: Layers, eye: Eye, solids: list[Solid], room: Room
) -> tuple[Floats, Floats]:
    """What the camera gets of the ring's light and of the room's.

    layers, bare        what every pixel sees, and what it would see of the empty tray
    """
    few = np.s_[::COARSE, ::COARSE]
    start = eye.place.astype(np.float32)
    rays = np.ascontiguousarray(eye.rays[few])
    seen = start + layers.far[few][..., None] * rays
    owner = np.ascontiguousarray(layers.owner[few])
    lamps = look.ring[np.linspace(0, len(look.ring), min(4, len(look.ring)), endpoint=False).astype(int)]
    ring_lamps = [eye.place + np.array([across, down, 0]) for across, down in lamps]
    soft = [
        (np.asarray(source.way + source.wide * aside, np.float64), np.asarray(source.power / 3, np.float32))
        for source in room.lamps
        if not source.seen
        for aside in np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    ]
    open_ring = [1 - shaded(seen, owner, solids, eye, lamp, COARSE, endless=False) for lamp in ring_lamps]
    open_soft = [1 - shaded(seen, owner, solids, eye, way, COARSE, endless=True) for way, _ in soft]

    def lit(places: _Places, at: Callable[[Floats], Floats], *, shiny: bool) -> tuple[Floats, ...]:
        ring, shine = _from_ring(look, places, ring_lamps, [at(each) for each in open_ring], shiny=shiny)
        return (
            ring,
            shine,
            *_from_room(look, places, room, soft, [at(each) for each in open_soft], shiny=shiny),
        )

    # The tray itself is smooth: it is lit coarsely.
    back = _Places(
        (start + bare.far[few][..., None] * rays).reshape(-1, 3), bare.facing[few].reshape(-1, 3), rays
    )
    ring_few, _, room_few, _ = lit(back, np.ravel, shiny=False)
    ring = layers.paint * _whole(ring_few.reshape(owner.shape), eye)[..., None]
    lit_room = layers.paint * _whole(room_few.reshape(*owner.shape, 3), eye)
    # What lies in it, and what shines, is lit pixel by pixel.
    here = np.nonzero((layers.owner > 0) | (layers.owner == -1) | (layers.gloss > 0))
    ways = eye.rays[here]
    to_eye = -ways / np.linalg.norm(ways, axis=1, keepdims=True)
    things = _Places(start + layers.far[here][:, None] * ways, layers.facing[here], to_eye)
    near = here[0] // COARSE, here[1] // COARSE
    ring_here, shine, room_here, room_shine = lit(things, lambda each: each[near], shiny=True)
    paint, gloss = layers.paint[here], layers.gloss[here][:, None]
    ring[here] = paint * ring_here[:, None] + gloss * shine[:, None]
    lit_room[here] = paint * room_here + gloss * room_shine
    if look.under:
        open_room = layers.owner == -2
        ring[open_room] = look.glow * look.ring_power * GLOW
        lit_room[open_room] = _behind(look, eye.rays[open_room], room)
        ring += _mirror(look, eye)[..., None] * MIRRORED
    return ring, lit_room


def _whole(coarse: Floats, eye: Eye) -> Floats:
    return np.asarray(cv2.resize(coarse, eye.size, interpolation=cv2.INTER_LINEAR), np.float32)


def _from_ring(
    look: Look, places: _Places, lamps: list[Vector], open_: list[Floats], *, shiny: bool
) -> tuple[Floats, Floats]:
    """The ring's light on paint, and its sheen; it fades with the distance."""
    power = np.float32(look.ring_power * 0.6 / len(lamps))
    diffuse, shine = (np.zeros(len(places.where), np.float32) for _ in range(2))
    high = np.float32(lamps[0][2])
    for lamp, clear in zip(lamps, open_, strict=True):
        way = lamp.astype(np.float32) - places.where
        away = np.einsum("ij,ij->i", way, way)
        straight = np.maximum(np.einsum("ij,ij->i", way, places.facing), 0)
        diffuse += clear * straight * high**2 / (away * np.sqrt(away))
        if shiny:
            shine += clear * _sheen(look, places, way / np.sqrt(away)[:, None])
    return diffuse * power + np.float32(0.05 * look.ring_power), shine * power


def _from_room(
    look: Look,
    places: _Places,
    room: Room,
    soft: list[tuple[Vector, Image]],
    open_: list[Floats],
    *,
    shiny: bool,
) -> tuple[Floats, Floats]:
    """The room's light on paint, and the sheen of its lamps, in colour."""
    # Towards the camera's side of a tray seen from below only what the table throws back.
    share = np.where(places.facing[:, 2] > 0.3, 0.05, 0.25) if look.under else np.ones(len(places.where))
    lit = (share * _narrow(look, places.where))[:, None].astype(np.float32) * room.ambient
    shine = np.zeros_like(lit)
    for (way64, power), clear in zip(soft, open_, strict=True):
        way = way64.astype(np.float32)
        through = clear * _opening(look, places.where, way)
        lit += (np.maximum(places.facing @ way, 0) * through)[:, None] * power
        if shiny:
            shine += (through * _sheen(look, places, way))[:, None] * power
    return lit, shine


def _sheen(look: Look, places: _Places, way: Floats) -> Floats:
    half = way + places.to_eye
    half /= np.sqrt(np.einsum("ij,ij->i", half, half))[:, None]
    mirrored = np.maximum(np.einsum("ij,ij->i", half, places.facing), 0)
    return np.asarray(mirrored ** np.float32(look.sharpness), np.float32)


def _narrow(look: Look, places: Floats) -> Floats:
    """Less of the room reaches the tray's floor near its walls."""
    half_x, half_y = TRAY_MM[0] / 2, TRAY_MM[1] / 2
    near = np.minimum(half_x - np.abs(places[..., 0]), half_y - np.abs(places[..., 1]))
    deep = np.clip(-places[..., 2], 0, look.depth_mm)
    less = 0.5 * deep / (deep + np.maximum(near, 0) + 1)
    return np.asarray(np.where(near > 0, 1 - less, 1), np.float32)


def _opening(look: Look, places: Floats, way: Floats) -> Floats:
    """Whether the walls let a lamp's light through to each place."""
    top = np.float32(-look.depth_mm if look.under else 0.0)
    up = top - places[..., 2]
    steps = up / way[2]
    x, y = places[..., 0] + steps * way[0], places[..., 1] + steps * way[1]
    half_x, half_y = TRAY_MM[0] / 2, TRAY_MM[1] / 2
    within = (np.abs(x) < half_x) & (np.abs(y) < half_y)
    beyond = steps < 0.1  # the paper itself is beyond, to rounding
    return np.asarray(within | beyond, np.float32)


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
    edge = eye.to_picture(middle + np.array([[0, 0, 0], [look.dot_mm / 2, 0, 0]]))
    radius = float(np.hypot(*(edge[1] - edge[0])))
    for x, y in eye.to_picture(spots):
        cv2.circle(light, (round(16 * x), round(16 * y)), round(16 * radius), 1.0, -1, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(light, (0, 0), 0.3 * radius + 0.5)
    if len(look.ring) > 50:
        soft = cv2.GaussianBlur(soft, (0, 0), 1.2 * radius)
    return np.asarray(look.mirrored * look.ring_power * soft, np.float32)
