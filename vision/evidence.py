"""Which pixels belong to pieces: every pixel's cost as background against its cost as the likeliest label.

The background is known surface by surface (see `vision.room`). With a pair it is known twice over: by what
the ring lights, and by the room shining through where nothing stands before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.backdrop import CLIPPED_EMPTY, CLIPPED_GLARE, NEIGHBOURS, Backdrop, BackdropKeeper
from vision.background import empty_look
from vision.bloom import Lamp
from vision.colour import Cells, ColourTable, cell_index
from vision.emptiness import Weighed, against_ring, against_room, silhouettes
from vision.light import (
    CLIPPED,
    LINEAR,
    PAPER_LIGHT,
    Image,
    brightest,
    capped,
    darkest,
    floored,
    used_up_bytes,
)
from vision.photo import Frame
from vision.pixels import NOTHING, Evidence, Faces, Mask
from vision.profile import Profile
from vision.rectify import Raster
from vision.separate import fill_hidden
from vision.shown import Shown, light_of
from vision.tray import FlatPhoto

Number = TypeVar("Number", np.uint8, np.float32)
Places = npt.NDArray[np.int64]

# How much better a label than the background has to explain a pixel's surroundings.
STANDS_OUT = 1.5
COULD_BE_EITHER = -1.8
LABEL_MOST = 6.0
# Gaps this wide between what stands out may be filled, and threads this thin are no pieces.
_GAP = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
_THIN = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
# Light of a lamp that is not clipped, in every channel: more than white paint that mirrors the ring.
LAMP = 215.5**2
# Pixels farther off the empty tray than this (a cost), and those near them, have their colour looked at.
DIFFERS, _AROUND = 0.8, np.ones((7, 7), np.uint8)
_AROUND_A_PIXEL = np.full(5, 1 / 5, np.float32)
# Around a lamp that is clipped nothing can be told.
_LAMP_RIM = np.ones((5, 5), np.uint8)
SEEN_WELL = 10.0
# With less of the calibrated light on the paper nothing can be told: the ring is off, or the twin is no twin.
HARDLY_LIT = 0.08
# With so much more of it a white piece under the ring is clipped, as a lamp is; so much of it is no speck.
DAZZLING, NO_SPECK_MM2 = 1.15, 20.0
# A photo is quiet if so narrow a blur is enough; in a noisy one what stands out is smoothed this widely.
QUIET_WIDTH, NOISY_REACH = 3, 5
# No piece is as bright as this byte, not even a white one that mirrors the ring.
WHITEST, NO_PIECE = 235, -6.0
# A clipped patch this big is a lamp, not a highlight; what interrupts it stands out this clearly.
LEAST_LAMP_MM2, BEFORE_LAMP = 50.0, 8.0


@dataclass(frozen=True)
class Unseen:
    """What one photo cannot show: pixels under dots, pixels to be filled in, and the window that is left
    open.
    """

    dotted: Mask
    veiled: Mask
    open_window: npt.NDArray[np.bool_]
    lamp: Lamp | None = None
    # What interrupts a lamp stands before it.
    before_lamp: Mask | None = None


@dataclass(frozen=True)
class Colours:
    """What the colours of one photo say, pixel by pixel: what is seen without sheen, the cells in the colour
    cube as faces on the floor and as tilted ones; and, of those that matter, the cheapest label and its cost.
    """

    seen: Frame
    cells: Cells
    tilted: Cells
    labels: Mask
    costs: Image


class Examiner:
    """Weighs the pixels of flat photos of one profile."""

    def __init__(self, profile: Profile, table: ColourTable, raster: Raster) -> None:
        self.table = table
        self.raster = raster
        empty = profile.empty
        self.pairs = empty.unlit is not None
        self._look = empty_look(empty, profile.place, raster, pair=self.pairs)
        room: Image | None = None
        if empty.unlit is not None:
            light = (LINEAR[empty.unlit] * PAPER_LIGHT).astype(np.float32)
            room = np.asarray(light * self._look.inverse_field, np.float32)
        self._keeper = BackdropKeeper(self._look, room, raster, profile.sheen)

    def examine(self, photo: FlatPhoto) -> tuple[FlatPhoto, Evidence]:
        """Weigh every pixel of a flat photo; with a frame it stays as it was laid out."""
        shown = light_of(photo, self._look, pairs=self.pairs)
        keeper, width = self._keeper, shown.width
        moved = photo.moved
        backdrop = keeper.after_a_bump(photo.view, shown.ring, width) if moved else keeper.at_home(width)
        # Of a pair the ring's light is needed no more, of a single photo it is the room's as well.
        over = None if shown.dark is None else shown.ring
        lifted = floored(np.asarray(cv2.subtract(shown.ring, backdrop.lowered_glare, over), np.float32))
        unseen = self._unseen(photo.lit, shown.unlit, lifted, backdrop)
        room: Image | None = None
        if shown.dark is None:
            weighed = against_room(shown, lifted, backdrop, unseen.lamp)
        else:
            weighed = against_ring(shown, lifted, backdrop)
            room = silhouettes(shown.dark, backdrop, unseen.lamp)
        ratio = weighed.unlike
        colours = self._colours(_candidates(ratio, room, unseen), weighed, backdrop)
        ratio -= colours.costs
        ratio *= backdrop.trust
        # Nothing painted is brighter than white paper: that is a lamp or a window.
        ratio[cv2.extractChannel(weighed.seen, 1) > WHITEST] = NO_PIECE
        _weigh_the_room(ratio, shown, room, unseen)
        evidence = Evidence(
            seen=colours.seen,
            cells=colours.cells,
            labels=colours.labels | unseen.dotted * np.uint8(NOTHING),
            foreground=_foreground(ratio, unseen, shown.width),
            ratio=ratio,
            glare=backdrop.glare,
            # In a single photo a patch that mostly lies under dots is only guessed at.
            sight=None if shown.dark is not None else _sight(unseen, backdrop),
            tilted=colours.tilted,
            window=unseen.open_window,
            lit=float(shown.gain.min()) >= HARDLY_LIT,
            dazzled=shown.dark is None
            and float(shown.gain.min()) > DAZZLING
            and self._is_dazzled(unseen.lamp),
            faces=None
            if weighed.expected is None
            else Faces(backdrop.numbers, backdrop.room.largest, backdrop.seams, weighed.expected),
            lamp=None if unseen.lamp is None else unseen.lamp.clipped | unseen.dotted,
        )
        return photo, evidence

    def _colours(self, candidates: Mask, weighed: Weighed, backdrop: Backdrop) -> Colours:
        """What the colours say, and which labels the candidates have. A label's colours are known without the
        sheen; tilted faces have none.
        """
        # The light before the tray is needed no more.
        light = cv2.subtract(weighed.lifted, backdrop.sheen, weighed.lifted)
        bare = used_up_bytes(floored(np.asarray(light, np.float32)))
        at = np.flatnonzero(candidates.view(np.bool_))
        cells, tilted = cell_index(bare), cell_index(weighed.seen)
        labels, costs = self.table.cheapest(cells.ravel().take(at), tilted.ravel().take(at))
        shape = candidates.shape
        return Colours(
            seen=bare,
            cells=cells,
            tilted=tilted,
            labels=_only(labels, at, shape, NOTHING),
            costs=_only(capped(costs, LABEL_MOST), at, shape, LABEL_MOST),
        )

    def _unseen(self, lit: Frame, unlit: Frame | None, lifted: Image, backdrop: Backdrop) -> Unseen:
        """Where nothing can be told: under the ring's dots, and in and around a lamp."""
        dots, no_dots = np.zeros((2, *lit.shape[:2]), np.uint8)
        box = backdrop.dots_box
        glare = backdrop.glare[box]
        # One clipped channel still leaves a red or a yellow to be told.
        dotted = (glare > CLIPPED_EMPTY) | ((lit[box][..., 1] >= CLIPPED) & (glare > CLIPPED_GLARE))
        dots[box] = cv2.dilate(dotted.view(np.uint8), NEIGHBOURS)
        veiled = dots if unlit is None else no_dots
        window = self._keeper.window > veiled
        lamp = _shining(lit if unlit is None else unlit, CLIPPED, veiled)
        if unlit is None:
            # At a short exposure a lamp is not clipped, but still brighter than paint.
            lamp |= _shining(lifted, LAMP, veiled)
        if not cv2.countNonZero(lamp):
            return Unseen(dots, veiled, window)
        # The lamp's rim is washed out: like a dot it goes with what is next to it.
        wide = np.asarray(cv2.dilate(lamp, _LAMP_RIM), np.uint8)
        whole = self._whole_lamps(lamp)
        # The tower may cut a lamp as well, but it stands where it always does.
        before = np.where((wide > 0) | (backdrop.walls > 0), 0, whole).astype(np.uint8)
        return Unseen(dots, veiled | (wide - lamp), window & (wide == 0), Lamp(lamp, lamp | whole), before)

    def _is_dazzled(self, lamp: Lamp | None) -> bool:
        """Whether as much is clipped as would be of a piece."""
        least = NO_SPECK_MM2 * self.raster.pixels_a_mm**2
        return lamp is not None and cv2.countNonZero(lamp.clipped) >= least

    def _whole_lamps(self, lamp: Mask) -> Mask:
        """Lamps as they would be with nothing before them: they bulge everywhere."""
        whole = np.zeros_like(lamp)
        contours, _ = cv2.findContours(lamp, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        least = LEAST_LAMP_MM2 * self.raster.pixels_a_mm**2
        hulls = [cv2.convexHull(contour) for contour in contours if cv2.contourArea(contour) >= least]
        cv2.fillPoly(whole, hulls, 1)
        return whole


def _shining(picture: npt.NDArray[Any], least: float, veiled: Mask) -> Mask:
    """Where every channel of a picture has at least so much, and nothing veils it, as 0 or 1."""
    # Mostly that is nowhere: to part the channels takes many times as long.
    if picture.max() < least:
        return np.zeros_like(veiled)
    green = (cv2.extractChannel(picture, 1) >= least).view(np.uint8) & (1 - veiled)
    if not cv2.countNonZero(green):
        return green
    return green & (darkest(picture) >= least).view(np.uint8)


def _sight(unseen: Unseen, backdrop: Backdrop) -> Image:
    """How well each pixel is seen: where something veils it, not at all."""
    return np.asarray(cv2.copyTo(backdrop.trust * np.float32(SEEN_WELL), 1 - unseen.veiled), np.float32)


def _candidates(back: Image, room: Image | None, unseen: Unseen) -> Mask:
    """The pixels whose colour matters: those that do not look empty, and a rim around them."""
    differs = back
    if room is not None:
        differs = np.asarray(cv2.threshold(room, 0, 0, cv2.THRESH_TOZERO)[1], np.float32)
        differs += back
    # A single noisy pixel is nothing to look at.
    found = (cv2.sepFilter2D(differs, -1, _AROUND_A_PIXEL, _AROUND_A_PIXEL) > DIFFERS).view(np.uint8)
    if unseen.before_lamp is not None:
        found |= unseen.before_lamp
    return np.asarray(cv2.dilate(found, _AROUND), np.uint8) | unseen.veiled


def _only(
    values: npt.NDArray[Number], at: Places, shape: tuple[int, ...], elsewhere: float
) -> npt.NDArray[Number]:
    """A picture of some pixels, with another value elsewhere."""
    only = np.full(shape, elsewhere, values.dtype)
    only.ravel()[at] = values
    return only


def _weigh_the_room(ratio: Image, shown: Shown, room: Image | None, unseen: Unseen) -> None:
    """Add to what the ring's light says what the room's does: silhouettes, and what stands before a lamp."""
    if room is not None and shown.unlit is not None:
        # The unlit photo has no dots: under them it alone tells. And where the room alone is too bright for
        # the camera, the ring's part cannot be told.
        ratio[unseen.dotted > 0] = 0
        if unseen.lamp is not None or shown.unlit.max() >= CLIPPED:
            ratio *= brightest(shown.unlit) < CLIPPED
        ratio += room
    if unseen.before_lamp is not None:
        cv2.copyTo(np.maximum(ratio, np.float32(BEFORE_LAMP)), unseen.before_lamp, ratio)


def _foreground(ratio: Image, unseen: Unseen, width: int) -> Mask:
    """What stands out, without threads."""
    reach = QUIET_WIDTH if width == QUIET_WIDTH else NOISY_REACH
    smooth = np.asarray(cv2.blur(ratio, (reach, reach)), np.float32)
    stands_out = (smooth > STANDS_OUT).astype(np.uint8)
    # A bar behind a piece of its own colour would cut it in two: what could be either joins what it parts.
    closed = np.asarray(cv2.morphologyEx(stands_out, cv2.MORPH_CLOSE, _GAP), np.uint8)
    joined = closed & (smooth > COULD_BE_EITHER)
    foreground = ((stands_out | joined) & unseen.open_window).astype(np.uint8)
    foreground = fill_hidden(foreground, unseen.veiled)
    return np.asarray(cv2.morphologyEx(foreground, cv2.MORPH_OPEN, _THIN), np.uint8)
