"""The empty tray behind the pieces, ready to be compared with photos of one view.

At home, where the camera was when calibrating, everything lies where it did. After a bump the ring's
reflection and the tower shift against the paper frame: they are looked for once, and kept until the view
moves again.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.background import SHEEN, EmptyLook, sheen, shifted
from vision.light import FAINT_BYTE, FAINT_LIGHT, PAPER_LIGHT, Image, as_bytes
from vision.photo import Frame
from vision.pixels import Mask, Numbers
from vision.rectify import MARGIN_MM, Raster
from vision.room import Room
from vision.surfaces import convex, find_surfaces, without_gaps
from vision.walls import Walls

Flags = npt.NDArray[np.bool_]

NEIGHBOURS = np.ones((3, 3), np.uint8)
# Noise smeared this widely is part of how the empty tray is kept.
CALM = 3
# Glare is never taken off perfectly: this part of it may be left, and of its steepest sides this part.
GLARE_LEFT, GLARE_STEEP = 0.25, 0.06
# Samples of the room's light are taken where the reflection is weaker than this.
FAINT_GLARE = 0.05 * PAPER_LIGHT
# How much (squared bytes) the rim of a dot may be off before its colours are half believed.
HALF_BELIEVED = 400.0
# The room is never darker in a corner than this part of its usual light.
FAINTEST_ROOM = 0.01
# Calibrated in the dark, a room has no pattern: so little light everywhere will do (white paper has 40 000).
PITCH_DARK = 20.0
# Walls reach to within this of the window's edge.
RIM_MM = 3.0


@dataclass(frozen=True)
class Backdrop:
    """The empty tray for one view."""

    look: EmptyLook
    room: Room
    # What the ring lights, with its reflection; nothing where calibrated without pairs.
    base: Image | None
    # The same without the reflection, in bytes: as it is, and as bright as glare that is left makes it.
    plain: Frame
    brightest: Frame
    # What the ring lights, as bright as glare that is left makes it.
    glaring: Image
    glare: Image
    sheen: Image
    # Surfaces as small numbers, and pixels that are not ceiling or floor, as 0 or 1.
    numbers: Frame
    walls: Image
    # Surfaces whose light can change suddenly: walls with dark corners, several faces taken for one.
    fickle: Mask
    # After a bump edges may lie aside: how far.
    slack: Mask | None
    # How far off (squared bytes) the rim of a dot of the reflection may be, and how far to believe colours.
    dots: Image
    trust: Image
    # What hangs from the ceiling: by which share its light may differ from the ceiling's.
    hanging: Image
    wall_pixels: Walls
    # How bright (in bytes above none) the ring makes every place, and the walls that no dot lies over.
    lit: Image
    plain_walls: Image

    def slackened(self, low: Frame, high: Frame) -> tuple[Frame, Frame]:
        """The darkest and brightest looks of places whose edges may lie some pixels aside."""
        if self.slack is None:
            return low, high
        return (
            np.asarray(cv2.erode(low, self.slack), np.uint8),
            np.asarray(cv2.dilate(high, self.slack), np.uint8),
        )

    def by_surface(self, values: npt.NDArray[np.float32]) -> Image:
        """A number for every surface as a picture."""
        table = np.zeros(256, np.float32)
        table[: len(values)] = values
        return np.asarray(cv2.LUT(self.numbers, table), np.float32)


class BackdropKeeper:
    """Builds backdrops: the one at home, and the one of the last bump."""

    def __init__(self, look: EmptyLook, room: Image | None, raster: Raster) -> None:
        """`room` is the room's light in the empty tray; without a pair nobody knows it."""
        self.look = look
        self.raster = raster
        rim = round((MARGIN_MM + 0.3) * raster.pixels_a_mm)
        self.window = np.zeros((raster.height, raster.width), np.uint8)
        self.window[rim:-rim, rim:-rim] = 1
        self._room = room
        # The room is dimmer than the ring: four times its light counts as much.
        dimmer = None if room is None else 4 * room
        self._surfaces = find_surfaces(look.plain, look.glare, dimmer, raster)
        self._home: Backdrop | None = None
        self._moved: object = None
        self._moved_backdrop: Backdrop | None = None

    def at_home(self) -> Backdrop:
        if self._home is None:
            self._home = self._build(self.look, self._surfaces, self._room, moved=False)
        return self._home

    def after_a_bump(self, view: object, ring: Image) -> Backdrop:
        """For the view of a photo whose light, the reflection still in it, is `ring`."""
        if self._moved_backdrop is None or self._moved is not view:
            look, tower = self.look.after_a_bump(ring)
            surfaces = _shifted_numbers(self._surfaces, tower)
            room = None if self._room is None else shifted(self._room, tower)
            self._moved, self._moved_backdrop = view, self._build(look, surfaces, room, moved=True)
        return self._moved_backdrop

    def _build(self, look: EmptyLook, surfaces: Numbers, room: Image | None, *, moved: bool) -> Backdrop:
        look = look.blurred(CALM)
        numbers = surfaces.astype(np.uint8)
        near = _differ(numbers, np.ones((5, 5), np.uint8))
        usable = (self.window > 0) & ~near & (look.glare[..., 1] < FAINT_GLARE)
        pattern = look.plain if room is None else _room_pattern(room)
        fickle = self._fickle(surfaces)
        fitted = Room(surfaces, pattern, usable, self.raster, fickle)
        reach = np.ones((5, 5), np.uint8) if moved else NEIGHBOURS
        glare = np.ascontiguousarray(look.glare[..., 1])
        steep = cv2.subtract(cv2.dilate(glare, reach), cv2.erode(glare, reach))
        dots = np.asarray((np.float32(GLARE_STEEP) * steep / as_bytes(glare)) ** 2, np.float32)
        hanging = np.zeros(surfaces.shape, np.float32)
        if room is not None:
            hanging = _hanging(fitted, pattern, usable, near)
        seams = _differ(numbers, reach)
        glaring = np.asarray(look.plain + np.float32(GLARE_LEFT) * look.glare, np.float32)
        shine = np.float32(SHEEN) * sheen(look.glare, self.raster.pixels_a_mm)
        return Backdrop(
            look=look,
            room=fitted,
            base=None if room is None else look.plain + look.glare,
            plain=as_bytes(look.plain),
            glaring=glaring,
            brightest=as_bytes(glaring),
            glare=glare,
            sheen=np.ascontiguousarray(np.repeat(shine[..., None], 3, axis=2)),
            numbers=numbers,
            walls=(surfaces != fitted.largest).astype(np.float32),
            fickle=np.isin(surfaces, sorted(fickle)).astype(np.uint8),
            slack=NEIGHBOURS if moved else None,
            dots=dots,
            trust=np.asarray(HALF_BELIEVED / (HALF_BELIEVED + dots), np.float32),
            hanging=hanging,
            wall_pixels=Walls(numbers, self.window & (surfaces != fitted.largest), seams, self.raster),
            lit=as_bytes(look.plain).astype(np.float32).mean(axis=2) - FAINT_BYTE,
            plain_walls=((surfaces != fitted.largest) & (dots < 1)).astype(np.float32),
        )

    def _fickle(self, surfaces: Numbers) -> frozenset[int]:
        width = 2 * round(RIM_MM * self.raster.pixels_a_mm) + 1
        along = (self.window > 0) & (cv2.erode(self.window, np.ones((width, width), np.uint8)) == 0)
        largest = int(np.bincount(surfaces[self.window > 0]).argmax())
        chosen = set(np.unique(surfaces[along]).tolist())
        chosen |= {number for number in range(int(surfaces.max()) + 1) if not convex(surfaces == number)}
        return frozenset(chosen - {largest})


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
    smooth = even.fit(pattern, None, None).light
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
