"""Light on a composed table: the ring's beside the lens, and the room's, each for itself."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.rectify import TRAY_MM
from vision.training.backgrounds import Image
from vision.training.casting import Eye, Floats, Layers, Solid, shaded
from vision.training.solids import Vector
from vision.training.table_look import Look

LIGHTS = ("studio", "evening", "daylight", "dark", "party", "drift")
# Shadows are soft: every second pixel will do.
SHADOW_STEP = 2
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
    to_eye, shiny_facing = -eye.rays[shiny], layers.facing[shiny]
    to_eye /= np.linalg.norm(to_eye, axis=1, keepdims=True)
    gloss = layers.gloss[shiny][:, None]

    def sheen(way: Floats) -> Floats:
        half = way + to_eye
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        mirrored = np.maximum(np.einsum("ij,ij->i", half, shiny_facing), 0)
        return np.asarray(mirrored ** np.float32(look.sharpness), np.float32)

    diffuse, shine = np.zeros(layers.far.shape, np.float32), np.zeros(len(shiny[0]), np.float32)
    lamps = look.ring[np.linspace(0, len(look.ring), min(4, len(look.ring)), endpoint=False).astype(int)]
    high = np.float32(eye.place[2])
    for across, down in lamps:
        lamp = eye.place + np.array([across, down, 0])
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
        soft = source.way + source.wide * np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
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
        ring[open_room] = look.glow * look.ring_power * GLOW
        lit[open_room] = _behind(look, eye.rays[open_room], room)
        ring += _mirror(look, eye)[..., None] * MIRRORED
    return ring, lit


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
    beyond = steps <= 0
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
