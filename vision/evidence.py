"""Which pixels belong to pieces: every pixel's cost as background against its cost as the likeliest label."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.background import EmptyLook, Span, best_shift, empty_look, shifted
from vision.colour import ColourTable, cell_index
from vision.light import CLIPPED, LINEAR, PAPER_LIGHT, Image, as_bytes, blur_width, ring_light
from vision.photo import Frame
from vision.profile import Profile
from vision.rectify import MARGIN_MM, Raster
from vision.room import Room, bloom
from vision.separate import Cells, Mask, fill_hidden
from vision.tray import FlatPhoto

# How much better a label than the background has to explain a pixel's surroundings.
STANDS_OUT = 1.5
# The background is known place by place, so a pixel may differ less from it (in bytes) than from a label's colours.
BACK_SPREAD = 4.5
BACK_MOST, LABEL_MOST = 12.0, 6.0
# What a place behind other pieces keeps of the ring's light, at the least.
RING_SHADE = 0.6
# Glare is never taken off perfectly: this part of it may be left.
GLARE_LEFT = 0.25
HIDING_GLARE = 0.3 * PAPER_LIGHT
CLIPPED_GLARE = 0.075 * PAPER_LIGHT


@dataclass(frozen=True)
class Evidence:
    """What one photo says pixel by pixel, ready to be cut into pieces."""

    seen: Frame
    cells: Cells
    labels: Mask
    foreground: Mask
    ratio: Image
    glare: Image


@dataclass(frozen=True)
class Backdrop:
    """The empty tray for one kind of photo and one view: what the ring lights, its glare, the room's surfaces."""

    look: EmptyLook
    room: Room
    span: Span


class Examiner:
    """Weighs the pixels of flat photos of one profile."""

    def __init__(self, profile: Profile, table: ColourTable, raster: Raster) -> None:
        self.table = table
        self.raster = raster
        empty = profile.empty
        self.pairs = empty.unlit is not None
        self._looks = {pair: empty_look(empty, profile.place, raster, pair=pair) for pair in {False, self.pairs}}
        inverse = self._looks[False].inverse_field
        shown = [self._looks[self.pairs].plain]
        if empty.unlit is not None:
            # The room is dimmer than the ring: four times its light counts as much.
            shown.append((LINEAR[empty.unlit] * (4 * PAPER_LIGHT)).astype(np.float32) * inverse)
            self._looks[False] = replace(
                self._looks[False], glare=self._looks[True].glare, plain=self._looks[True].plain
            )
        rim = round((MARGIN_MM + 0.3) * raster.pixels_a_mm)
        self.window = np.zeros((raster.height, raster.width), np.bool_)
        self.window[rim:-rim, rim:-rim] = True
        self._shown = shown
        self._backdrops: dict[tuple[bool, int], Backdrop] = {}
        self._moved: tuple[object, ...] = ()
        self._moved_backdrop: Backdrop | None = None

    def examine(self, photo: FlatPhoto) -> Evidence:
        pair = photo.unlit is not None and self.pairs
        look = self._looks[pair]
        gain = np.ones(3) if photo.paper is None else look.paper.gain(photo.paper)
        unlit = photo.unlit if pair else None
        light = ring_light(photo.lit, unlit, gain, look.inverse_field)
        width = blur_width(light)
        light = np.asarray(cv2.blur(light, (width, width)), np.float32)
        backdrop = self._backdrop(photo, pair, width, light)
        glare = backdrop.look.glare[..., 1]
        light = np.asarray(cv2.max(cv2.subtract(light, backdrop.look.glare), 0.0), np.float32)
        seen = as_bytes(light)
        cells = cell_index(seen)
        hidden = (glare > HIDING_GLARE) | ((photo.lit.max(axis=2) >= CLIPPED) & (glare > CLIPPED_GLARE))
        if hidden.any():
            hidden = cv2.dilate(hidden.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        lamp = (photo.lit if unlit is None else unlit).min(axis=2) >= CLIPPED
        lamp &= ~hidden
        wide_lamp = cv2.dilate(lamp.astype(np.uint8), np.ones((13, 13), np.uint8)) if lamp.any() else None
        usable = ~hidden if wide_lamp is None else ~hidden & (wide_lamp == 0)
        if unlit is not None:
            room_light = cv2.blur(ring_light(unlit, None, gain, look.inverse_field), (width, width))
            ratio = self._against_pair(seen, np.asarray(room_light, np.float32), backdrop, usable, lamp if wide_lamp is not None else None)
        else:
            ratio = self._against_room(seen, light, backdrop, usable, lamp if wide_lamp is not None else None)
        ratio = ratio - np.minimum(self.table.least[cells], LABEL_MOST)
        foreground = ((cv2.blur(ratio, (5, 5)) > STANDS_OUT) & usable & self.window).astype(np.uint8)
        # The lamp's rim is washed out: like the dots it goes with what is next to it.
        unseen = hidden if wide_lamp is None else hidden | ((wide_lamp > 0) & ~lamp)
        foreground = fill_hidden(foreground, unseen.astype(np.uint8))
        foreground = cv2.morphologyEx(foreground, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
        labels = self.table.best[cells]
        labels[hidden] = 255
        return Evidence(seen, cells, labels, np.asarray(foreground, np.uint8), ratio, glare)

    def _against_pair(self, seen: Frame, room_light: Image, backdrop: Backdrop, usable, lamp) -> Image:
        squares = backdrop.span.squares(seen)
        spread = max(BACK_SPREAD**2, 2.5 * float(np.median(squares[::4, ::4])))
        ratio = np.minimum(squares / spread, BACK_MOST)
        room = backdrop.room.fit(room_light, usable, ring=False)
        behind, doubt = room.bright, room.doubt
        if lamp is not None:
            behind = behind + bloom(room_light - behind, lamp, usable, self.raster.pixels_a_mm)
        kernel = np.ones((5, 5), np.uint8)
        expected, shown = as_bytes(behind), as_bytes(room_light)
        drop = cv2.subtract(cv2.erode(expected, kernel), shown).max(axis=2).astype(np.float32)
        rise = cv2.subtract(shown, cv2.dilate(expected, kernel)).max(axis=2).astype(np.float32)
        contrast = expected.max(axis=2).astype(np.float32) - 20
        spread = np.maximum(3.5, 2.5 * doubt)
        silhouette = np.where(drop > rise, np.minimum((drop / spread) ** 2, 10), np.minimum((rise / (2 * spread)) ** 2, 3))
        silhouette *= (contrast > 4) & (backdrop.room.surfaces == backdrop.room.largest)
        silhouette += 3.0 * ((contrast > 12) & (drop > 0.7 * contrast) & (doubt < 3))
        same = (np.maximum(drop, rise) < 5) * np.clip((contrast - 14) / 20, 0, 1) * 3 * (doubt < 4)
        self.dbg = (squares, ratio, silhouette, same, drop, rise, contrast, doubt)
        return np.asarray(ratio + silhouette - same, np.float32)

    def _against_room(self, seen: Frame, light: Image, backdrop: Backdrop, usable, lamp) -> Image:
        room = backdrop.room.fit(light, usable, ring=True)
        ring = backdrop.look.plain if self.pairs else None
        back = room.bright if ring is None else room.bright + ring
        glare = backdrop.look.glare[..., 1]
        dots = usable & (glare > 0.02 * PAPER_LIGHT)
        if dots.sum() > 50:
            # A single photo's paper shows room and ring together, so the glare may be off by a common factor.
            left = float(np.median((light - back)[..., 1][dots] / glare[dots]))
            light = np.asarray(cv2.max(light - left * backdrop.look.glare, 0.0), np.float32)
            seen = as_bytes(light)
        glow = 0.0 if lamp is None else bloom(light - back, lamp, usable, self.raster.pixels_a_mm)
        if ring is not None:
            low = as_bytes(room.dim + RING_SHADE * ring + glow)
            high = as_bytes(back + GLARE_LEFT * backdrop.look.glare + glow)
        else:
            low, high = as_bytes(0.6 * room.dim + glow), as_bytes(1.08 * back + glow)
        doubt = room.doubt
        squares = Span(low.astype(np.float32), high.astype(np.float32)).squares(seen)
        kernel = np.ones((5, 5), np.uint8)
        off = cv2.max(cv2.subtract(cv2.erode(low, kernel), seen), cv2.subtract(seen, cv2.dilate(high, kernel))).astype(np.float32)
        squares = np.where(backdrop.room.seams, (off**2).sum(axis=2), squares)
        return np.asarray(np.minimum(squares / np.maximum(BACK_SPREAD, 2.0 * doubt) ** 2, BACK_MOST), np.float32)

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
        shown = [shifted(image, tower) for image in self._shown]
        pattern = look.inverse_field if self.pairs else look.plain
        room = Room(shown, look.plain if self.pairs else None, pattern, self.raster, self.window)
        return Backdrop(look, room, look.span(shaded=RING_SHADE, glare_left=GLARE_LEFT))
