"""The empty tray behind the pieces, ready to be compared with photos of one view.

At home, where the camera was when calibrating, everything lies where it did. After a bump the ring's
reflection and the tower shift against the paper frame: they are looked for once, and kept until the view
moves again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.background import EmptyLook, sheen, shifted
from vision.light import FAINT_BYTE, FAINT_LIGHT, PAPER_LIGHT, WITHOUT_COLOUR, Image, as_bytes, floored
from vision.photo import Frame
from vision.pixels import Mask, Numbers
from vision.rectify import MARGIN_MM, Raster
from vision.reflection import Box, KnownTray, Reflection, box_around
from vision.room import Room
from vision.sampling import spread_out
from vision.surfaces import convex, find_surfaces, without_gaps
from vision.walls import Walls

Flags = npt.NDArray[np.bool_]

Places = npt.NDArray[np.int64]
Tone = TypeVar("Tone", np.uint8, np.float32)

NEIGHBOURS = np.ones((3, 3), np.uint8)
# Where surfaces meet within so many pixels, either one's light may be seen.
MEETING = np.ones((5, 5), np.uint8)
# Glare is never taken off perfectly: of its steepest sides this part may be left.
GLARE_STEEP = 0.03
# A dot this bright was clipped in the empty tray, one this bright may be clipped in a photo.
CLIPPED_EMPTY, CLIPPED_GLARE = 0.6 * PAPER_LIGHT, 0.075 * PAPER_LIGHT
# Samples of the room's light are taken where the reflection is weaker than this.
FAINT_GLARE = 0.05 * PAPER_LIGHT
# How much (squared bytes) the rim of a dot may be off before its colours are half believed.
HALF_BELIEVED = 400.0
# The room is never darker in a corner than this part of its usual light.
FAINTEST_ROOM = 0.01
# Calibrated in the dark, a room has no pattern: so little light everywhere will do (white paper has 40 000).
PITCH_DARK = 20.0
# What a wall behind other pieces keeps of the room's light, at the least.
ROOM_SHADE = 0.65
# What a pixel that is unlike the empty tray counts at the most. Before a wall neither a silhouette nor what
# shines through is as certain: a lamp may light a piece as well as the wall behind it, so what looks bright
# speaks less against one; and a shadow on a wall that looks empty in the ring's light stays a shadow.
BACK_MOST, WALL_AWAY, WALL_SHINES = 12.0, 7.5, 0.6
FICKLE = 0.1
# So many pixels of a surface tell its noise, if it has enough of them.
NOISE_ASKED, NOISE_ENOUGH = 120, 320
# Walls reach to within this of the window's edge.
RIM_MM = 3.0


@dataclass(frozen=True)
class Backdrop:
    """The empty tray for one view. Places are numbers of pixels, row by row."""

    look: EmptyLook
    room: Room
    # The same without its colour, as it is with the ring off.
    dark_room: Room
    # Whether it was calibrated with pairs, so that ring and room are known apart.
    behind_glass: bool
    # What the ring lights without its reflection, in bytes: as it is, and the darkest it may look after a
    # bump.
    plain: Frame
    plain_low: Frame
    # The same as light, lifted by the faint light.
    lifted_plain: Image
    reflection: Reflection
    # How bright what the ring lights may look under it.
    lit_by_ring: KnownTray
    glare: Image
    # The box around all that it can clip, and a pixel around that.
    dots_box: Box
    # What to take off a photo: the reflection less the faint light that bytes are lifted by.
    lowered_glare: Image
    sheen: Image
    # Surfaces as small numbers, and pixels that are not ceiling or floor, as 0 or 1.
    numbers: Frame
    walls: Image
    # By pixel, how far silhouettes and what shines through count: less before walls, and hardly at all before
    # surfaces whose light can change suddenly (walls with dark corners, several faces taken for one).
    most_away: Image
    shines: Image
    steady: Image
    # Where surfaces meet, so that either one's light may be seen; after a bump edges may lie aside anywhere.
    seams: Mask
    slack: Mask | None
    # How far off (squared bytes) the rim of a dot of the reflection may be, and how far to believe colours.
    dots: Image
    trust: Image
    # What hangs from the ceiling: by which share (three times squared) its light may differ from the
    # ceiling's.
    hanging: Image
    wall_pixels: Walls
    # How bright (in bytes above none) the ring makes every wall pixel that no dot lies over; elsewhere 0.
    wall_lit: Image
    # By how much of its light the room's shade may darken each place.
    room_shade: Image
    # By surface: pixels to tell its noise from, and whether they are enough.
    noise_at: tuple[Places, Flags]

    def lowest(self, picture: npt.NDArray[Tone]) -> npt.NDArray[Tone]:
        """The darkest look of places whose surface, or whose edge, may be another."""
        return self._slackened(picture, cv2.erode)

    def highest(self, picture: npt.NDArray[Tone]) -> npt.NDArray[Tone]:
        """The brightest one."""
        return self._slackened(picture, cv2.dilate)

    def _slackened(
        self, picture: npt.NDArray[Tone], choose: Callable[..., cv2.typing.MatLike]
    ) -> npt.NDArray[Tone]:
        loose = picture.copy() if self.slack is None else choose(picture, self.slack)
        cv2.copyTo(choose(picture, NEIGHBOURS), self.seams, loose)
        return np.asarray(loose, picture.dtype)

    def by_surface(self, values: npt.NDArray[np.float32]) -> Image:
        """A number for every surface as a picture."""
        table = np.zeros(256, np.float32)
        table[: len(values)] = values
        return np.asarray(cv2.LUT(self.numbers, table), np.float32)


class BackdropKeeper:
    """Builds backdrops: the one at home, and the one of the last bump."""

    def __init__(self, look: EmptyLook, room: Image | None, raster: Raster, sheen_light: float) -> None:
        """`room` is the room's light in the empty tray; without a pair nobody knows it. `sheen_light` is what
        a painted face mirrors in the ring's middle.
        """
        self.look = look
        self.raster = raster
        rim = round((MARGIN_MM + 0.3) * raster.pixels_a_mm)
        self.window = np.zeros((raster.height, raster.width), np.uint8)
        self.window[rim:-rim, rim:-rim] = 1
        self._room = room
        self._sheen = sheen_light
        # The room is dimmer than the ring: four times its light counts as much.
        dimmer = None if room is None else 4 * room
        self._surfaces = find_surfaces(look.plain, look.glare, dimmer, raster)
        self._home: dict[int, Backdrop] = {}
        self._moved: object = None
        self._after_the_bump: dict[int, Backdrop] = {}

    def at_home(self, width: int) -> Backdrop:
        """For photos whose noise was smoothed out that widely."""
        if width not in self._home:
            self._home[width] = self._build(self.look.blurred(width), self._surfaces, self._room, moved=False)
        return self._home[width]

    def after_a_bump(self, view: object, ring: Image, width: int) -> Backdrop:
        """For the view of a photo whose light, the reflection still in it, is `ring`."""
        if self._moved is not view:
            self._moved, self._after_the_bump = view, {}
        if width not in self._after_the_bump:
            look, tower = self.look.after_a_bump(ring)
            surfaces = _shifted_numbers(self._surfaces, tower)
            room = None if self._room is None else shifted(self._room, tower)
            self._after_the_bump[width] = self._build(look.blurred(width), surfaces, room, moved=True)
        return self._after_the_bump[width]

    def _build(self, look: EmptyLook, surfaces: Numbers, room: Image | None, *, moved: bool) -> Backdrop:
        numbers = surfaces.astype(np.uint8)
        near = _differ(numbers, MEETING)
        usable = (self.window > 0) & ~near & (look.glare[..., 1] < FAINT_GLARE)
        pattern = look.plain if room is None else _room_pattern(room)
        fickle = self._fickle(surfaces)
        base = None if room is None else look.plain + look.glare
        fitted = Room(surfaces, pattern, usable, self.raster, base=base, fickle=fickle)
        gray = np.asarray(cv2.transform(pattern, WITHOUT_COLOUR), np.float32)
        in_the_dark = Room(surfaces, gray, usable, self.raster, fickle=fickle, dark=True)
        reach = MEETING if moved else NEIGHBOURS
        glare = np.ascontiguousarray(look.glare[..., 1])
        steep = cv2.subtract(cv2.dilate(glare, reach), cv2.erode(glare, reach))
        dots = np.asarray((np.float32(GLARE_STEEP) * steep / as_bytes(glare)) ** 2, np.float32)
        hanging = np.zeros(surfaces.shape, np.float32)
        if room is not None:
            hanging = _hanging(fitted, pattern, usable, near)
        shine = np.float32(self._sheen) * sheen(look.glare, self.raster.pixels_a_mm)
        plain = as_bytes(look.plain)
        walls = (surfaces != fitted.largest).astype(np.float32)
        wall = (self.window > 0) & (walls > 0)
        lit = (plain.astype(np.float32).mean(axis=2) - FAINT_BYTE) * ((dots < 1) & wall)
        slack = NEIGHBOURS if moved else None
        lifted_plain = floored(look.plain + np.float32(FAINT_LIGHT))
        reflection = Reflection(look.glare, self.window > 0)
        return Backdrop(
            look=look,
            room=fitted,
            dark_room=in_the_dark,
            behind_glass=room is not None,
            plain=plain,
            lifted_plain=lifted_plain,
            plain_low=np.asarray(cv2.erode(plain, NEIGHBOURS), np.uint8) if moved else plain,
            reflection=reflection,
            lit_by_ring=KnownTray(reflection, lifted_plain, plain, slack),
            glare=glare,
            dots_box=box_around(cv2.dilate((glare > CLIPPED_GLARE).view(np.uint8), NEIGHBOURS) > 0),
            lowered_glare=look.glare - np.float32(FAINT_LIGHT),
            sheen=np.ascontiguousarray(np.repeat(shine[..., None], 3, axis=2)),
            numbers=numbers,
            walls=walls,
            most_away=np.float32(BACK_MOST) - np.float32(BACK_MOST - WALL_AWAY) * walls,
            shines=np.float32(1) - np.float32(1 - WALL_SHINES) * walls,
            steady=np.where(np.isin(surfaces, sorted(fickle)), FICKLE, 1).astype(np.float32),
            seams=near.astype(np.uint8),
            slack=slack,
            dots=dots,
            trust=np.asarray(HALF_BELIEVED / (HALF_BELIEVED + dots), np.float32),
            hanging=3 * hanging**2,
            wall_pixels=Walls(numbers, wall, _differ(numbers, reach), self.raster, fickle),
            wall_lit=np.asarray(lit, np.float32),
            room_shade=np.float32(1 - ROOM_SHADE) * walls,
            noise_at=_asked(surfaces),
        )

    def _fickle(self, surfaces: Numbers) -> frozenset[int]:
        width = 2 * round(RIM_MM * self.raster.pixels_a_mm) + 1
        along = (self.window > 0) & (cv2.erode(self.window, np.ones((width, width), np.uint8)) == 0)
        largest = int(np.bincount(surfaces[self.window > 0]).argmax())
        chosen = set(np.unique(surfaces[along]).tolist())
        chosen |= {number for number in range(int(surfaces.max()) + 1) if not convex(surfaces == number)}
        return frozenset(chosen - {largest})


def _asked(surfaces: Numbers) -> tuple[Places, Flags]:
    """Pixels of every surface, evenly spread over it; and whether there are enough to tell its noise."""
    at = [np.flatnonzero(surfaces == number) for number in range(int(surfaces.max()) + 1)]
    asked = np.array([own[spread_out(len(own), NOISE_ASKED)] for own in at])
    return asked, np.array([len(own) >= NOISE_ENOUGH for own in at])


def _differ(numbers: Frame, reach: Mask) -> Flags:
    return np.asarray(cv2.dilate(numbers, reach) != cv2.erode(numbers, reach), np.bool_)


def _room_pattern(room: Image) -> Image:
    """The room's light in the empty tray, less its noise: what today's light is a multiple of."""
    seen = np.sqrt(np.maximum(cv2.blur(room, (3, 3)), 0) * 4 + FAINT_LIGHT).astype(np.float32)
    for _ in range(2):
        seen = np.asarray(cv2.bilateralFilter(seen, 9, 7.0, 3.0), np.float32)
    calm = (seen**2 - FAINT_LIGHT) / 4
    faintest = np.maximum(FAINTEST_ROOM * np.median(calm, axis=(0, 1)), PITCH_DARK)
    return np.maximum(calm, faintest).astype(np.float32)


def _hanging(room: Room, pattern: Image, usable: Flags, near: Flags) -> Image:
    """Where the ceiling is not even: a lamp that hangs there, dust on the floor."""
    even = Room(room.surfaces, np.ones_like(pattern), usable, room.raster)
    smooth = even.fit(pattern, None).light
    share = np.abs(pattern.sum(axis=2) / np.maximum(smooth.sum(axis=2), 1) - 1)
    share[(room.surfaces != room.largest) | near] = 0
    return np.asarray(cv2.dilate(share, NEIGHBOURS), np.float32)


def _shifted_numbers(numbers: Numbers, shift: tuple[float, float]) -> Numbers:
    """Surfaces moved by a whole number of pixels."""
    move = np.array([[1, 0, round(shift[0])], [0, 1, round(shift[1])]], np.float64)
    size = (numbers.shape[1], numbers.shape[0])
    flat = cv2.warpAffine(
        numbers.astype(np.uint8), move, size, flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE
    )
    return without_gaps(np.asarray(flat, np.int32))
