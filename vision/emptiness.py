"""How unlike the empty tray every pixel is: by what the ring lights, and by what the room lights.

All of it is in costs: how many times farther than usual, squared, a pixel is from what the background can
look like there.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.backdrop import Backdrop
from vision.bloom import Lamp
from vision.light import FAINT_BYTE, FAINT_LIGHT, Image, as_bytes
from vision.photo import Frame
from vision.room import Backlight

Floats = npt.NDArray[np.float32]

BACK_MOST = 12.0
# How far, in bytes, the background may be from what is expected: at the least, and against the usual misfit
# of its surface; where the room shines through the floor, and on walls and tower.
OPEN_SPREAD, WALL_SPREAD = (2.6, 2.2), (3.0, 2.0)
RING_SPREAD, NOISY = 3.5, 3.0
# A wall that looks just as it did empty is a wall: labels cover many colours, a place's own look is one. It
# has to be lit this many times more than its noise.
KNOWN_PLACE, CLEARLY_LIT, QUITE_LIKE = 8.0, 6.0, 3.0
# A silhouette takes about this part of the room's light away; what shines through speaks against a piece.
TAKES_AWAY, TAKES_ABOUT, SHINES_THROUGH = 0.55, 0.15, 5.0
# What a wall behind other pieces keeps of the room's light, at the least.
ROOM_SHADE = 0.65
SUM_SPREAD = 1.3
FICKLE = 0.1
# A wall whose light can change suddenly shows from this to that part of the ring's and of the room's light.
FICKLE_LEAST, FICKLE_MOST = (0.8, 0.3), (1.1, 2.0)
SUNNIER = 1.3
# In an open tray a piece only takes some of the light from the floor beside it; its walls may be lit by the
# room from any side.
OPEN_FLOOR, OPEN_WALLS = (0.8, 1.08), (0.5, 1.6)
# This part of the glow around a lamp may be left.
GLOW_LEFT = 0.15
_ALL = np.ones((1, 3), np.float32)


def against_ring(seen: Frame, backdrop: Backdrop) -> Image:
    """A pair holds only what the ring lights: how far each pixel is from the empty tray's."""
    low, high = backdrop.slackened(backdrop.plain, backdrop.brightest)
    off = outside(seen, low, high)
    noise = backdrop.by_surface(_noise(off, backdrop.numbers))
    off /= noise + backdrop.dots
    _over_walls(off, seen, backdrop.plain, backdrop)
    known = cv2.divide(backdrop.lit, cv2.sqrt(noise), scale=1 / CLEARLY_LIT)
    known = np.clip(known - np.float32(0.5), 0, 1)
    known *= backdrop.plain_walls
    known *= np.clip(KNOWN_PLACE - np.float32(KNOWN_PLACE / QUITE_LIKE) * off, 0.3 * KNOWN_PLACE, KNOWN_PLACE)
    return np.asarray(cv2.subtract(np.minimum(off, np.float32(BACK_MOST)), known), np.float32)


def against_room(
    lit: Image, seen: Frame, backdrop: Backdrop, lamp: Lamp | None
) -> tuple[Image, Image | None]:
    """A single photo shows ring and room together: the room has to be guessed from what pieces leave free.

    Also the glow of a lamp in view, which lies over pieces as well.
    """
    room = backdrop.room.fit(lit, backdrop.base, lamp)
    if backdrop.base is None:
        return _against_open_tray(seen, backdrop, room), room.glow
    plain = backdrop.look.plain
    low, high = as_bytes(cv2.add(plain, room.dimmest)), as_bytes(cv2.add(backdrop.glaring, room.brightest))
    low, high = backdrop.slackened(low, high)
    off = outside(seen, low, high)
    off /= _spread(room, backdrop) ** 2 + _may_hang(low, backdrop) + backdrop.dots
    _over_walls(off, seen, as_bytes(cv2.add(plain, room.light)), backdrop)
    cv2.copyTo(cv2.min(off, _fickle(seen, backdrop, room)), backdrop.fickle, off)
    return np.asarray(np.minimum(off, np.float32(BACK_MOST)), np.float32), room.glow


def _against_open_tray(seen: Frame, backdrop: Backdrop, room: Backlight) -> Image:
    wall = backdrop.walls[..., None]
    (low, high), (wall_low, wall_high) = OPEN_FLOOR, OPEN_WALLS
    darkest = as_bytes((np.float32(low) + np.float32(wall_low - low) * wall) * room.light)
    brightest = as_bytes((np.float32(high) + np.float32(wall_high - high) * wall) * room.light)
    off = outside(seen, *backdrop.slackened(darkest, brightest))
    off /= _spread(room, backdrop) ** 2 + backdrop.dots
    return np.asarray(np.minimum(off, np.float32(BACK_MOST)), np.float32)


def _fickle(seen: Frame, backdrop: Backdrop, room: Backlight) -> Image:
    """The same for surfaces that sun and shadow may part."""
    plain = backdrop.look.plain
    (ring_least, room_least), (ring_most, room_most) = FICKLE_LEAST, FICKLE_MOST
    low = as_bytes(cv2.addWeighted(plain, ring_least, room.dimmest, room_least, 0))
    sun = backdrop.by_surface(np.maximum(np.float32(room_most), np.float32(SUNNIER) * room.sunny))
    sunny = cv2.multiply(room.brightest, cv2.merge([sun, sun, sun]))
    high = as_bytes(cv2.addWeighted(plain, ring_most, sunny, 1, 0))
    return outside(seen, low, high) * np.float32(1 / WALL_SPREAD[0] ** 2)


def silhouettes(dark: Image, backdrop: Backdrop, lamp: Lamp | None) -> Image:
    """With the ring off, pieces stand dark before the room; where the room shines through there is none."""
    room = backdrop.room.fit(dark, None, lamp, dark=True)
    shown = as_bytes(dark)
    low, _ = backdrop.slackened(as_bytes(room.dimmest), shown)
    drop = _sum(cv2.subtract(low, shown))
    contrast = _sum(cv2.subtract(low, np.full_like(low, FAINT_BYTE)))
    spread = np.float32(SUM_SPREAD) * _spread(room, backdrop)
    shade = np.float32(1 - ROOM_SHADE) * contrast
    shade *= backdrop.walls
    away = np.maximum(drop - shade, 0)
    back = np.minimum((away / spread) ** 2, BACK_MOST)
    missing = np.maximum(np.float32(TAKES_AWAY) * contrast - drop, 0)
    missing /= np.maximum(spread, np.float32(TAKES_ABOUT) * contrast)
    weighed = back - np.minimum(missing * missing, SHINES_THROUGH)
    cv2.copyTo(weighed * np.float32(FICKLE), backdrop.fickle, weighed)
    return np.asarray(weighed, np.float32)


def outside(seen: Frame, low: npt.NDArray[Any], high: npt.NDArray[Any]) -> Image:
    """The squared distance of each pixel's colour from what lies between two others."""
    off = cv2.max(cv2.subtract(low, seen), cv2.subtract(seen, high))
    return np.asarray(cv2.transform(cv2.multiply(off, off, dtype=cv2.CV_32F), _ALL), np.float32)


def _over_walls(off: Image, seen: Frame, expected: Frame, backdrop: Backdrop) -> None:
    """Put how unlike their wall they are into all wall pixels; along seams either may be seen."""
    walls = backdrop.wall_pixels
    unlike = walls.off(seen, expected, backdrop.dots)
    flat = off.ravel()
    seam = walls.seams
    unlike[seam] = np.minimum(unlike[seam], np.take(flat, walls.at[seam]))
    flat[walls.at] = unlike


def _noise(off: Image, numbers: Frame) -> Floats:
    """The usual squared distance on every surface, from its quieter pixels: pieces may cover half of it."""
    few, owners = off[::4, ::4].ravel(), numbers[::4, ::4].ravel()
    spread = np.full(int(numbers.max()) + 1, RING_SPREAD**2, np.float32)
    for number in range(len(spread)):
        own = few[owners == number]
        if len(own) >= 20:
            spread[number] += NOISY * float(np.partition(own, len(own) // 3)[len(own) // 3])
    return spread


def _spread(room: Backlight, backdrop: Backdrop) -> Image:
    """How far off, in bytes, the room's light may be."""
    doubts = room.doubts
    spread = np.maximum(np.float32(WALL_SPREAD[0]), np.float32(WALL_SPREAD[1]) * doubts)
    largest = backdrop.room.largest
    spread[largest] = max(OPEN_SPREAD[0], OPEN_SPREAD[1] * float(doubts[largest]))
    picture = backdrop.by_surface(spread)
    if room.glow is not None:
        total = room.glow.max(axis=2)
        picture = picture + GLOW_LEFT * total / np.sqrt(np.maximum(room.light[..., 1], 0) + FAINT_LIGHT)
    return np.asarray(picture, np.float32)


def _may_hang(low: Frame, backdrop: Backdrop) -> Image:
    return 3 * (backdrop.hanging * _sum(low) * np.float32(1 / 3)) ** 2


def _sum(picture: npt.NDArray[Any]) -> Image:
    return np.asarray(cv2.transform(picture.astype(np.float32), _ALL), np.float32)
