"""How unlike the empty tray every pixel is: by what the ring lights, and by what the room lights.

All of it is in costs: how many times farther than usual, squared, a pixel is from what the background can
look like there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.backdrop import BACK_MOST, Backdrop
from vision.bloom import Lamp
from vision.light import (
    FAINT_BYTE,
    FAINT_LIGHT,
    Image,
    as_bytes,
    as_roots,
    brightest,
    capped,
    floored,
    lifted_bytes,
    used_up_bytes,
)
from vision.photo import Frame
from vision.room import Backlight
from vision.shown import Shown
from vision.walls import Mixture

Floats = npt.NDArray[np.float32]

# How far, in bytes, the background may be from what is expected: at the least, and against the usual misfit
# of its surface; where the room shines through the floor, and on walls and tower.
OPEN_SPREAD, WALL_SPREAD = (2.6, 2.2), (3.0, 2.0)
RING_SPREAD, NOISY = 3.5, 3.0
# A wall that looks just as it did empty is a wall: labels cover many colours, a place's own look is one. It
# has to be lit this many times more than its noise.
KNOWN_PLACE, KNOWN_LEAST, CLEARLY_LIT, QUITE_LIKE = 8.0, 2.4, 6.0, 3.0
# A silhouette takes about this part of the room's light away; what shines through speaks against a piece.
TAKES_AWAY, TAKES_ABOUT, SHINES_THROUGH = 0.55, 0.15, 5.0
# What takes away less than this is none, what takes away more is one as far as its light tells.
TAKES_LITTLE, TAKES_MUCH = 0.2, 0.45
# How far off the room's light may be without its colour, against the farthest channel; what seems to shine
# through has to be surer.
GRAY_SPREAD, SHINES_SPREAD = 0.45, 1.6
# A wall is lit by no hill if its light is off by so many bytes; with a lamp in view little is told before it.
UNFIT, UNFIT_TELLS = 7.5, 0.1
# In an open tray a piece only takes some of the light from the floor beside it; its walls may be lit by the
# room from any side.
OPEN_FLOOR, OPEN_WALLS = (0.8, 1.08), (0.5, 1.6)
# This part of the glow around a lamp may be left.
GLOW_LEFT = 0.15
_ALL, _FAINT = np.ones((1, 3), np.float32), np.float32(FAINT_LIGHT)


@dataclass(frozen=True)
class Weighed:
    """A photo against the empty tray: how unlike it every pixel is, and what lies before it. That is the
    photo's light (lifted by the faint light) without reflection and glow, and the same in bytes.
    """

    unlike: Image
    lifted: Image
    seen: Frame
    # Of a single photo through glass: what the background was expected to look like.
    expected: Frame | None = None


def against_ring(shown: Shown, lifted: Image, backdrop: Backdrop) -> Weighed:
    """A pair holds only what the ring lights: how far each pixel is from the empty tray's."""
    left = backdrop.reflection.take_off(lifted, backdrop.lifted_plain, shown.photo)
    seen = lifted_bytes(lifted)
    off = outside(seen, backdrop.plain_low, backdrop.lit_by_ring.brightest(left))
    noise = _noise(off, backdrop)
    off /= backdrop.by_surface(noise) + backdrop.dots
    backdrop.wall_pixels.compare(off, seen, backdrop.plain, backdrop.dots, shown.grain)
    known = backdrop.wall_lit * backdrop.by_surface(1 / np.sqrt(noise * np.float32(CLEARLY_LIT**2)))
    known -= np.float32(0.5)
    capped(floored(known), 1.0)
    # The more it looks as it did empty, the more; but never nothing.
    alike = floored(np.float32(KNOWN_PLACE - KNOWN_LEAST) - np.float32(KNOWN_PLACE / QUITE_LIKE) * off)
    alike += np.float32(KNOWN_LEAST)
    known *= alike
    capped(off, BACK_MOST)
    off -= known
    return Weighed(off, lifted, seen)


def against_room(shown: Shown, lifted: Image, backdrop: Backdrop, lamp: Lamp | None) -> Weighed:
    """A single photo shows ring and room together: the room has to be guessed from what pieces leave free.

    The glow of a lamp in view lies over pieces as well.
    """
    room = backdrop.room.fit(shown.ring, lamp)
    if backdrop.behind_glass:
        weighed = _against_glass(shown, lifted, backdrop, room, lamp)
    else:
        seen = lifted_bytes(lifted)
        weighed = Weighed(_against_open_tray(seen, backdrop, room), lifted, seen)
    if room.glow is None:
        return weighed
    lifted = floored(np.asarray(cv2.subtract(lifted, room.glow, lifted), np.float32))
    return replace(weighed, lifted=lifted, seen=lifted_bytes(lifted))


def _against_glass(
    shown: Shown, lifted: Image, backdrop: Backdrop, room: Backlight, lamp: Lamp | None
) -> Weighed:
    """Before what ring and room light behind the clear floor, the glow still in it."""
    light = np.asarray(cv2.add(backdrop.lifted_plain, room.light), np.float32)
    left = backdrop.reflection.take_off(lifted, light, shown.photo)
    seen = lifted_bytes(lifted)
    reflected = backdrop.reflection.over(light, left)
    expected = used_up_bytes(light)
    high = backdrop.reflection.put(reflected, expected)
    low = backdrop.lowest(expected)
    off = outside(seen, low, backdrop.highest(high))
    spread = _spread(room, backdrop)
    spread *= spread
    spread += backdrop.dots
    green = cv2.extractChannel(low, 1)
    spread += cv2.multiply(cv2.multiply(green, green, dtype=cv2.CV_32F), backdrop.hanging)
    off /= spread
    mixture = Mixture(lifted, backdrop.look.plain, room.light, lamp is not None)
    backdrop.wall_pixels.compare(off, seen, expected, backdrop.dots, shown.grain, mixture)
    return Weighed(capped(off, BACK_MOST), lifted, seen, expected)


def _against_open_tray(seen: Frame, backdrop: Backdrop, room: Backlight) -> Image:
    wall = backdrop.walls[..., None]
    (low, high), (wall_low, wall_high) = OPEN_FLOOR, OPEN_WALLS
    darkest = as_bytes((np.float32(low) + np.float32(wall_low - low) * wall) * room.light)
    brightest = as_bytes((np.float32(high) + np.float32(wall_high - high) * wall) * room.light)
    off = outside(seen, backdrop.lowest(darkest), backdrop.highest(brightest))
    off /= _spread(room, backdrop) ** 2 + backdrop.dots
    return capped(off, BACK_MOST)


def silhouettes(dark: Image, backdrop: Backdrop, lamp: Lamp | None) -> Image:
    """With the ring off, pieces stand dark before the room; where the room shines through there is none. The
    light it is given is written over; it has no colour, for dark pieces say hardly anything by theirs.
    """
    room = backdrop.dark_room.fit(dark, lamp)
    spread = _spread(room, backdrop)
    spread *= np.float32(GRAY_SPREAD)
    for light in (dark, floored(room.light)):
        light += _FAINT
        cv2.sqrt(light, light)
    contrast = backdrop.lowest(room.light)
    # Everything below is written over what is needed no more.
    drop = floored(np.asarray(cv2.subtract(contrast, dark, dark), np.float32))
    contrast -= np.float32(FAINT_BYTE)
    floored(contrast)
    away = np.asarray(cv2.multiply(contrast, backdrop.room_shade), np.float32)
    cv2.subtract(drop, away, away)
    floored(away)
    away /= spread
    away *= away
    cv2.min(away, backdrop.most_away, away)
    # Before a bright window the room's light is never guessed to the byte: what takes little of it away is no
    # piece, however clearly it does.
    taken = contrast + np.float32(1 / 3)
    np.divide(drop, taken, out=taken)
    taken -= np.float32(TAKES_LITTLE)
    taken *= np.float32(1 / (TAKES_MUCH - TAKES_LITTLE))
    away *= capped(floored(taken), 1.0)
    missing = contrast * np.float32(TAKES_AWAY)
    missing -= drop
    floored(missing)
    contrast *= np.float32(TAKES_ABOUT)
    spread *= np.float32(SHINES_SPREAD)
    missing /= np.asarray(cv2.max(spread, contrast, contrast), np.float32)
    missing *= missing
    capped(missing, SHINES_THROUGH)
    missing *= backdrop.shines
    away -= missing
    away *= backdrop.steady
    if lamp is not None:
        away *= backdrop.by_surface(_told_beside_a_lamp(room, backdrop))
    return away


def _told_beside_a_lamp(room: Backlight, backdrop: Backdrop) -> Floats:
    """How far to believe silhouettes before each surface: a lamp lights walls near it so steeply that no hill
    fits them, and their dark ends look like silhouettes.
    """
    told = np.where(room.doubts >= UNFIT, np.float32(UNFIT_TELLS), np.float32(1))
    told[backdrop.room.largest] = 1
    return told


def outside(seen: Frame, low: npt.NDArray[Any], high: npt.NDArray[Any]) -> Image:
    """The squared distance of each pixel's colour from what lies between two others."""
    off = np.asarray(cv2.max(cv2.subtract(low, seen), cv2.subtract(seen, high)), np.float32)
    return np.asarray(cv2.transform(cv2.multiply(off, off, off), _ALL), np.float32)


def _noise(off: Image, backdrop: Backdrop) -> Floats:
    """The usual squared distance on every surface, from its quieter pixels: pieces may cover half of it."""
    asked, loud = backdrop.noise_at
    third = asked.shape[1] // 3
    quiet = np.partition(np.take(off.ravel(), asked), third, axis=1)[:, third]
    return np.asarray(RING_SPREAD**2 + NOISY * quiet * loud, np.float32)


def _spread(room: Backlight, backdrop: Backdrop) -> Image:
    """How far off, in bytes, the room's light may be."""
    doubts = room.doubts
    spread = np.maximum(np.float32(WALL_SPREAD[0]), np.float32(WALL_SPREAD[1]) * doubts)
    largest = backdrop.room.largest
    spread[largest] = max(OPEN_SPREAD[0], OPEN_SPREAD[1] * float(doubts[largest]))
    picture = backdrop.by_surface(spread)
    if room.glow is not None:
        glow = room.glow if room.glow.ndim == 2 else brightest(room.glow)
        strongest = glow * np.float32(GLOW_LEFT)
        strongest /= as_roots(room.light if room.light.ndim == 2 else cv2.extractChannel(room.light, 1))
        picture += strongest
    return np.asarray(picture, np.float32)
