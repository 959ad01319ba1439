"""Which pixels belong to pieces: every pixel's cost as background against its cost as the likeliest label."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.background import EmptyLook, Span, empty_look, shifted
from vision.colour import ColourTable, cell_index
from vision.light import CLIPPED, LINEAR, PAPER_LIGHT, Gain, Image, as_bytes, blur_width, ring_light
from vision.photo import Frame
from vision.pixels import NOTHING, Evidence, Mask
from vision.profile import Profile
from vision.rectify import MARGIN_MM, Raster
from vision.room import Room, bloom
from vision.separate import fill_hidden
from vision.tray import FlatPhoto

# How much better a label than the background has to explain a pixel's surroundings.
STANDS_OUT = 1.5
COULD_BE_EITHER = -1.8
_GAP = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
# The background is known place by place, so a pixel may differ less from it (in bytes) than from a label's
# colours.
BACK_SPREAD = 3.5
# A surface is told by itself from this many samples; its quietest quarter times this is its spread.
ENOUGH_PIXELS, QUIET_TO_SPREAD = 80, 4.9
BACK_MOST, LABEL_MOST = 12.0, 6.0
# What a place behind other pieces keeps of the ring's light, at the least.
RING_SHADE = 0.6
# In an open tray a piece only takes some of the light from the floor beside it.
OPEN_SHADE = 0.8
# Glare is never taken off perfectly: this part of it may be left.
GLARE_LEFT = 0.25
HIDING_GLARE = 0.3 * PAPER_LIGHT
CLIPPED_GLARE = 0.075 * PAPER_LIGHT


@dataclass(frozen=True)
class Backdrop:
    """The empty tray for one kind of photo and one view: what the ring lights, its glare, the room's
    surfaces.
    """

    look: EmptyLook
    glare: Image
    room: Room
    span: Span
    half_ring: Image | None
    half_glare: Image
    half_inverse: Image
    surfaces: Mask
    sampled: tuple[npt.NDArray[np.int64], ...]


@dataclass(frozen=True)
class Unseen:
    """What one photo cannot show: pixels under dots, pixels to be filled in, and the window that is left
    open.
    """

    dotted: npt.NDArray[np.bool_]
    veiled: Mask
    open_window: Mask
    lamp: Mask | None


class Examiner:
    """Weighs the pixels of flat photos of one profile."""

    def __init__(self, profile: Profile, table: ColourTable, raster: Raster) -> None:
        self.table = table
        self.raster = raster
        empty = profile.empty
        self.pairs = empty.unlit is not None
        self._looks = {
            pair: empty_look(empty, profile.place, raster, pair=pair) for pair in {False, self.pairs}
        }
        inverse = self._looks[False].inverse_field
        shown = [self._looks[self.pairs].plain]
        if empty.unlit is not None:
            # The room is dimmer than the ring: four times its light counts as much.
            shown.append((LINEAR[empty.unlit] * (4 * PAPER_LIGHT)).astype(np.float32) * inverse)
            self._looks[False] = replace(
                self._looks[False], glare=self._looks[True].glare, plain=self._looks[True].plain
            )
        rim = round((MARGIN_MM + 0.3) * raster.pixels_a_mm)
        self._window_bytes = np.zeros((raster.height, raster.width), np.uint8)
        self._window_bytes[rim:-rim, rim:-rim] = 255
        # The room's light is gentle: half the raster is plenty for it.
        self.half = Raster(raster.width // 2, raster.height // 2, raster.pixels_a_mm / 2)
        self._shown = shown
        self._backdrops: dict[tuple[bool, int], Backdrop] = {}
        self._moved: tuple[object, ...] = ()
        self._moved_backdrop: Backdrop | None = None

    def examine(self, photo: FlatPhoto) -> Evidence:
        """Weigh every pixel of a flat photo."""
        pair = photo.unlit is not None and self.pairs
        look = self._looks[pair]
        gain = np.ones(3) if photo.paper is None else look.paper.gain(photo.paper)
        unlit = photo.unlit if pair else None
        light = ring_light(photo.lit, unlit, gain, look.inverse_field)
        width = blur_width(light)
        light = np.asarray(cv2.blur(light, (width, width)), np.float32)
        backdrop = self._backdrop(photo, pair, width, light)
        light = np.maximum(light - backdrop.look.glare, 0)
        unseen = self._unseen(photo.lit, unlit, backdrop.glare)
        alibi: Image | None = None
        if unlit is not None:
            seen = as_bytes(light)
            ratio = self._against_ring(seen, backdrop) + self._silhouettes(unlit, gain, backdrop, unseen)
        else:
            light, ratio, alibi = self._against_room(light, backdrop, unseen)
            seen = as_bytes(light)
        cells = cell_index(seen)
        ratio -= np.minimum(self.table.least[cells], LABEL_MOST)
        reach = width + 2
        smooth = np.asarray(cv2.blur(ratio, (reach, reach)), np.float32)
        stands_out = (smooth > STANDS_OUT).astype(np.uint8)
        # A bar behind a piece of its own colour would cut it in two: what could be either joins what it
        # parts.
        joined = (cv2.morphologyEx(stands_out, cv2.MORPH_CLOSE, _GAP) > 0) & (smooth > COULD_BE_EITHER)
        foreground = (((stands_out > 0) | joined) & (unseen.open_window > 0)).astype(np.uint8)
        foreground = fill_hidden(foreground, unseen.veiled)
        opened = cv2.morphologyEx(foreground, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
        labels = self.table.best[cells]
        labels[unseen.dotted] = NOTHING
        return Evidence(seen, cells, labels, np.asarray(opened, np.uint8), ratio, backdrop.glare, alibi)

    def _unseen(self, lit: Frame, unlit: Frame | None, glare: Image) -> Unseen:
        """Where nothing can be told: under the ring's dots, and in and around a lamp."""
        dotted = glare > HIDING_GLARE
        bright = _most(lit) >= CLIPPED
        if bright.any():
            dotted |= bright & (glare > CLIPPED_GLARE)
        dots = dotted.astype(np.uint8)
        if dotted.any():
            dots = np.asarray(cv2.dilate(dots, np.ones((3, 3), np.uint8)), np.uint8)
            dotted = dots > 0
        window = self._window_bytes
        lamp = (_least(lit if unlit is None else unlit) >= CLIPPED) & ~dotted
        if not lamp.any():
            return Unseen(dotted, dots, window * (1 - dots), None)
        # The lamp's rim is washed out: like a dot it goes with what is next to it.
        wide = cv2.dilate(lamp.astype(np.uint8), np.ones((13, 13), np.uint8)) > 0
        veiled = (dotted | (wide & ~lamp)).astype(np.uint8)
        return Unseen(dotted, veiled, window * ~(dotted | wide), lamp.astype(np.uint8))

    def _against_ring(self, seen: Frame, backdrop: Backdrop) -> Image:
        """A pair holds only what the ring lights: how far each pixel is from the empty tray's."""
        squares = backdrop.span.squares(seen)
        # The room's light leaves noise behind where it was strong: on the floor more than on the tower.
        few = squares[::4, ::4].ravel()
        spread = np.full(256, max(BACK_SPREAD**2, 2.5 * float(np.median(few))), np.float32)
        for surface, places in enumerate(backdrop.sampled):
            if len(places) >= ENOUGH_PIXELS:
                # Pieces may cover half of a surface: its quietest quarter tells how noisy it is.
                quiet = float(np.partition(few[places], len(places) // 4)[len(places) // 4])
                spread[surface] = max(BACK_SPREAD**2, QUIET_TO_SPREAD * quiet)
        return np.asarray(np.minimum(squares / spread[backdrop.surfaces], BACK_MOST), np.float32)

    def _whole(self, weights: Image) -> Image:
        """Weights worked out at half the size, for every pixel."""
        size = (self.raster.width, self.raster.height)
        return np.asarray(cv2.resize(weights, size, interpolation=cv2.INTER_LINEAR), np.float32)

    def _silhouettes(self, unlit: Frame, gain: Gain, backdrop: Backdrop, unseen: Unseen) -> Image:
        """With the ring off, pieces stand dark before the room; where the room shines through there
        is none.
        """
        size = (self.half.width, self.half.height)
        small = np.asarray(cv2.resize(unlit, size, interpolation=cv2.INTER_AREA), np.uint8)
        light = ring_light(small, None, gain, backdrop.half_inverse)
        usable = cv2.resize(unseen.open_window, size, interpolation=cv2.INTER_NEAREST) > 0
        room = backdrop.room.fit(light, usable, ring=False)
        behind = room.bright
        if unseen.lamp is not None:
            lamp = np.asarray(cv2.resize(unseen.lamp, size, interpolation=cv2.INTER_NEAREST), np.uint8)
            behind = behind + bloom(light - behind, lamp, usable, self.half.pixels_a_mm)
        kernel = np.ones((3, 3), np.uint8)
        expected, shown = as_bytes(behind), as_bytes(np.asarray(cv2.blur(light, (3, 3)), np.float32))
        drop = _most(cv2.subtract(cv2.erode(expected, kernel), shown)).astype(np.float32)
        rise = _most(cv2.subtract(shown, cv2.dilate(expected, kernel))).astype(np.float32)
        contrast = _most(expected).astype(np.float32) - 20
        spread = np.maximum(3.5, 2.5 * room.doubt)
        darker, lighter = np.minimum((drop / spread) ** 2, 10), np.minimum((rise / (2 * spread)) ** 2, 3)
        silhouette = np.where(drop > rise, darker, lighter)
        silhouette *= (contrast > 4) & (backdrop.room.surfaces == backdrop.room.largest)
        silhouette += 3.0 * ((contrast > 12) & (drop > 0.7 * contrast) & (room.doubt < 3))
        same = (np.maximum(drop, rise) < 5) * np.clip((contrast - 14) / 20, 0, 1) * 3 * (room.doubt < 4)
        return self._whole((silhouette - same).astype(np.float32))

    def _against_room(self, light: Image, backdrop: Backdrop, unseen: Unseen) -> tuple[Image, Image, Image]:
        """A single photo shows ring and room together: the room has to be guessed from what pieces leave
        free.
        """
        size = (self.half.width, self.half.height)
        small = np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), np.float32)
        usable = cv2.resize(unseen.open_window, size, interpolation=cv2.INTER_NEAREST) > 0
        room = backdrop.room.fit(small, usable, ring=True)
        ring, glare = backdrop.half_ring, backdrop.half_glare
        back = room.bright if ring is None else room.bright + ring
        dots = usable & (glare[..., 1] > 0.02 * PAPER_LIGHT)
        if np.count_nonzero(dots) > 50:
            # A single photo's paper shows room and ring together, so the glare may be off by a common factor.
            left = np.float32(np.median((small - back)[..., 1][dots] / glare[..., 1][dots]))
            light = np.maximum(light - left * backdrop.look.glare, 0)
            small = np.maximum(small - left * glare, 0)
        dim, bright = room.dim, back
        if ring is None:
            dim, bright = np.float32(OPEN_SHADE) * dim, np.float32(1.08) * bright
        else:
            dim, bright = dim + np.float32(RING_SHADE) * ring, bright + np.float32(GLARE_LEFT) * glare
        if unseen.lamp is not None:
            lamp = np.asarray(cv2.resize(unseen.lamp, size, interpolation=cv2.INTER_NEAREST), np.uint8)
            glow = bloom(small - back, lamp, usable, self.half.pixels_a_mm)
            dim, bright = dim + glow, bright + glow
        low, high = as_bytes(dim), as_bytes(bright)
        full = (self.raster.width, self.raster.height)
        # Along seams either surface may be seen: anything between neighbours will do.
        kernel = np.ones((3, 3), np.uint8)
        low, high = _grown(cv2.erode(low, kernel), full), _grown(cv2.dilate(high, kernel), full)
        spread = _grown(np.maximum(BACK_SPREAD, 2.0 * room.doubt) ** 2, full)
        ratio = np.minimum(_outside(as_bytes(light), low, high) / spread, BACK_MOST)
        # Any surface may turn up as dark as the ring alone leaves it, or lit by the room as well: as bright
        # as the ceiling, in its own colour. In an open tray the room may light a wall much more than when
        # calibrated.
        if ring is not None:
            least, most = np.float32(RING_SHADE) * ring, 3 * ring + np.float32(1.15) * room.brightest
        else:
            least, most = np.float32(0.5) * backdrop.room.pattern, 3 * backdrop.room.pattern
        outside = _outside(as_bytes(small), as_bytes(least), as_bytes(most))
        alibi = self._whole(outside / np.float32(BACK_SPREAD**2))
        return light, np.asarray(ratio, np.float32), alibi

    def _backdrop(self, photo: FlatPhoto, pair: bool, width: int, light: Image) -> Backdrop:
        if not photo.moved:
            if (pair, width) not in self._backdrops:
                self._backdrops[pair, width] = self._build(pair, width, None)
            return self._backdrops[pair, width]
        key = (photo.view, pair, width)
        if self._moved_backdrop is None or self._moved != key:
            self._moved, self._moved_backdrop = key, self._build(pair, width, light)
        return self._moved_backdrop

    def _build(self, pair: bool, width: int, light: Image | None) -> Backdrop:
        look = self._looks[pair].blurred(width)
        tower = (0.0, 0.0)
        if light is not None:
            look, tower = look.after_a_bump(light)
        size = (self.half.width, self.half.height)
        shown = [_grown(shifted(image, tower), size) for image in self._shown]
        half_plain, half_inverse = _grown(look.plain, size), _grown(look.inverse_field, size)
        ring, pattern = (half_plain, half_inverse) if self.pairs else (None, half_plain)
        window = _grown(self._window_bytes, size) > 0
        room = Room(shown, ring, pattern, self.half, window)
        numbers, whole = room.surfaces.astype(np.uint8), (self.raster.width, self.raster.height)
        surfaces = np.asarray(cv2.resize(numbers, whole, interpolation=cv2.INTER_NEAREST), np.uint8)
        few = surfaces[::4, ::4].ravel()
        return Backdrop(
            look=look,
            glare=np.ascontiguousarray(look.glare[..., 1]),
            room=room,
            span=look.span(shaded=RING_SHADE, glare_left=GLARE_LEFT, slack_pixels=1 if light is None else 3),
            half_ring=ring,
            half_glare=_grown(look.glare, size),
            half_inverse=half_inverse,
            surfaces=surfaces,
            sampled=tuple(np.flatnonzero(few == surface) for surface in range(int(few.max()) + 1)),
        )


def _most(picture: npt.NDArray[Any]) -> Frame:
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _least(picture: Frame) -> Frame:
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def _outside(seen: Frame, low: npt.NDArray[Any], high: npt.NDArray[Any]) -> Image:
    """The squared distance of each pixel's colour from what lies between two others."""
    off = cv2.max(cv2.subtract(low, seen), cv2.subtract(seen, high))
    squares = cv2.multiply(off, off, dtype=cv2.CV_32F)
    return np.asarray(cv2.transform(squares, np.ones((1, 3), np.float32)), np.float32)


def _grown(image: npt.NDArray[Any], size: tuple[int, int]) -> npt.NDArray[Any]:
    """The image at another size, up or down."""
    how = cv2.INTER_AREA if size[0] < image.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=how))
