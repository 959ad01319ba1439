"""The room behind the tray: its light, guessed surface by surface from the photo itself.

Through the clear floor the camera sees the ceiling, the tower's foot and the walls of the tray, lit by
whatever the room has: a window, a lamp, a party. What each surface shows is fitted as a hill (see
`vision.hills`); this module samples the surfaces and says what they look like.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.bloom import Lamp, bloom
from vision.hills import FEWEST, MOST_DOUBT, TERMS, TWO_LIGHTS, Batch, Hills, Surface, most_terms
from vision.light import Image, as_bytes
from vision.photo import Frame
from vision.pixels import Numbers
from vision.rectify import Raster
from vision.squares import Squares

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]

# A sample every two millimetres each way is enough to fit hills, and so many of them for each surface, in the
# dark so many. A small face with fewer than so many is sampled twice as finely.
SAMPLE_MM, MOST_SAMPLES, DARK_SAMPLES, FINE_BELOW = 2.0, 480, 200, 24
# Cells in which the largest surface may have dents: how wide, how far they spread (in cells), how many
# samples of doubt there are, and how deep (in bytes) a dent can be.
DENT_MM, DENT_BLUR, DENT_DOUBT, DENT_BYTES = 10.0, 0.8, 1.0, 7.0
# A second light on a surface is as wide as a piece and as big as several, so that none are taken for it.
# Which of the two it is, is told by what lies around a pixel.
WIDER_MM, WIDER_MM2, AROUND = 8.0, 500.0, (7, 7)
# Around a lamp nothing tells the room's light.
SPOILT = np.ones((15, 15), np.uint8)


@dataclass(frozen=True)
class Backlight:
    """What the room adds to the background of one photo, as expected; `glow` is the part of it that comes
    from a lamp in view. By surface: how far off (in bytes) that usually is.
    """

    light: Image
    glow: Image | None
    doubts: Floats


class Room:
    """The surfaces of one tray, and how to fit today's room light to them.

    A surface shows `base + pattern · hill`: what is known of it (the ring's light), and a pattern (the
    tray's own look) times a gentle hill that is fitted to each photo.
    """

    def __init__(
        self,
        surfaces: Numbers,
        pattern: Image,
        usable: Flags,
        raster: Raster,
        *,
        base: Image | None = None,
        fickle: frozenset[int] = frozenset(),
        dark: bool = False,
    ) -> None:
        """`usable` says where samples may be taken, `fickle` which surfaces sun and shadow may part, `base`
        what the ring lights. In the `dark` it lights nothing, and all pieces are darker than the room.

        A pattern without channels has light fitted without its colour.
        """
        self.surfaces = surfaces
        self.pattern = pattern
        self.raster = raster
        self._base = base
        self._channels = pattern.size // surfaces.size
        self._all = np.ones((1, self._channels), np.float32)
        masks = [surfaces == number for number in range(int(surfaces.max()) + 1)]
        faces = [_surface(mask, usable, raster, rough=n in fickle) for n, mask in enumerate(masks)]
        self.largest = int(np.argmax([len(face.at) for face in faces]))
        self._open = masks[self.largest] & usable
        others = [n for n, face in enumerate(faces) if len(face.at) >= FEWEST and n != self.largest]
        self._fitted = np.array([self.largest, *others])
        sizes = np.bincount(surfaces.ravel(), minlength=len(masks))[self._fitted]
        self._wide_enough = sizes >= 2 * WIDER_MM2 * raster.pixels_a_mm**2
        self._wide_enough[0] = False  # the ceiling has dents instead
        self._stand_in = np.array([self._most_like(number, mask) for number, mask in enumerate(masks)])
        self._batch: Batch | None = None
        if len(faces[self.largest].at):
            chosen = [faces[number] for number in self._fitted]
            samples = DARK_SAMPLES if dark else MOST_SAMPLES
            self._batch = Batch(chosen, pattern, base, raster, samples, dark=dark)
        cell = round(DENT_MM * raster.pixels_a_mm)
        self._squares = Squares(surfaces, pattern, raster, self.largest, cell)
        at = self._batch.at[0] if self._batch is not None else np.zeros(0, np.int64)
        self._dent_weights, self._dent_cells = _dent_weights(at, raster, cell)

    def _most_like(self, number: int, mask: Flags) -> int:
        """The surface whose light stands for this one's: its own, or a neighbour's that looks like it."""
        if number in self._fitted:
            return number
        near = cv2.dilate(mask.astype(np.uint8), np.ones((13, 13), np.uint8)) > 0
        around = np.unique(self.surfaces[near]).tolist()
        neighbours = [other for other in around if other in self._fitted] or [self.largest]
        own = np.median(self.pattern[mask], axis=0)
        looks = [np.median(self.pattern[self.surfaces == other], axis=0) for other in neighbours]
        away = [float(np.abs(np.log(look / own)).sum()) for look in looks]
        return int(neighbours[int(np.argmin(away))])

    def fit(self, light: Image, lamp: Lamp | None) -> Backlight:
        """Today's room light in a photo with pieces in it."""
        if lamp is None:
            return self._fit(light, None, None)
        spoilt = cv2.dilate(lamp.whole, SPOILT) > 0
        first = self._fit(light, None, spoilt)
        missing = light - first.light
        if self._base is not None:
            missing -= self._base
        wide = cv2.dilate(lamp.whole, np.ones((5, 5), np.uint8)) > 0
        glow = bloom(missing, lamp.clipped, self._open & ~wide, self.raster.pixels_a_mm)
        return self._fit(light, glow, spoilt)

    def _fit(self, light: Image, glow: Image | None, spoilt: Flags | None) -> Backlight:
        count = len(self._stand_in)
        others: tuple[Floats, Flags] | None = None
        hills = np.zeros((count, TERMS, self._channels), np.float32)
        doubts = np.full(count, MOST_DOUBT, np.float32)
        dents: Floats | None = None
        if self._batch is not None:
            found = self._batch.fit(light, [] if glow is None else [glow], spoilt)
            dents = self._dents(found.rest[0], found.far[0])
            hills[self._fitted], doubts[self._fitted] = found.terms, found.doubts
            others = self._second_lights(self._batch, found, hills)
        hills, doubts = hills[self._stand_in], doubts[self._stand_in]
        expected = self._squares.paint(hills, dents)
        if others is not None:
            other, two = self._squares.paint(others[0][self._stand_in], dents), others[1][self._stand_in]
            rest = light if self._base is None else light - self._base
            rest = rest if glow is None else rest - glow
            self._choose(expected, other, two[self.surfaces], as_bytes(rest))
        if glow is not None:
            expected = np.asarray(cv2.add(expected, glow), np.float32)
        return Backlight(expected, glow, doubts)

    def _second_lights(self, batch: Batch, first: Hills, hills: Floats) -> tuple[Floats, Flags] | None:
        """The hills with another light on those surfaces that have two (several faces taken for one, of which
        the sun lights only some), and which these are; nothing if there are none.
        """
        if not ((first.doubts > TWO_LIGHTS) & self._wide_enough).any():
            return None
        other, two = batch.second(first)
        two &= self._wide_enough
        if not two.any():
            return None
        numbers = self._fitted[two]
        others, which = hills.copy(), np.zeros(len(hills), np.bool_)
        others[numbers], which[numbers] = other.terms[two], True
        return others, which

    def _choose(self, expected: Image, other: Image, where: Flags, seen: Frame) -> None:
        """Where a surface has two lights take the other one, in place, in patches plainly lit by it that are
        bigger than pieces.
        """
        off = [cv2.absdiff(seen, as_bytes(light)).astype(np.float32) for light in (expected, other)]
        first, second = (cv2.blur(cv2.transform(each, self._all), AROUND) for each in off)
        better = ((second < first) & where).astype(np.uint8)
        side = round(WIDER_MM * self.raster.pixels_a_mm) | 1
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
        opened = cv2.morphologyEx(better, cv2.MORPH_OPEN, disc)
        _, groups, stats, _ = cv2.connectedComponentsWithStats(opened)
        wide = stats[:, cv2.CC_STAT_AREA] >= WIDER_MM2 * self.raster.pixels_a_mm**2
        wide[0] = False
        cv2.copyTo(other, wide[groups].view(np.uint8), expected)

    def _dents(self, rest: Floats, far: Floats) -> Floats:
        """What the largest surface's light has beside its hill: a window's light falls off more steeply.
        From the rest of each sample and how far that is, one value for each cell of the raster.
        """
        near = (far < np.float32(DENT_BYTES)).astype(np.float32)
        grid = self._dent_weights @ np.concatenate([rest * near, near[None]]).T
        dents = grid[:, :-1] / (grid[:, -1:] + np.float32(DENT_DOUBT))
        return np.asarray(dents.reshape(*self._dent_cells, -1), np.float32)


def _dent_weights(at: Places, raster: Raster, step: int) -> tuple[Floats, tuple[int, int]]:
    """How much each sample counts for each cell, so many pixels wide, and how many cells there are down and
    across.
    """
    rows, columns = raster.height // step + 1, raster.width // step + 1
    y, x = np.divmod(at, raster.width)
    # A sample counts for the cells around its own as well.
    down, across = (_spread_along(count)[:, own // step] for count, own in ((rows, y), (columns, x)))
    weights = np.ascontiguousarray(down[:, None] * across)
    return weights.reshape(rows * columns, -1), (rows, columns)


def _spread_along(cells: int) -> Floats:
    """How much each cell of a row counts for each of them."""
    alone = np.eye(cells, dtype=np.float32)
    return np.asarray(cv2.GaussianBlur(alone, (1, 0), 0, sigmaY=DENT_BLUR), np.float32)


def _surface(mask: Flags, usable: Flags, raster: Raster, *, rough: bool) -> Surface:
    step = max(1, round(SAMPLE_MM * raster.pixels_a_mm))
    at = _on_grid(mask & usable, step)
    if len(at) < FINE_BELOW:
        at = _on_grid(mask & usable, max(1, step // 2))
    return Surface(at, most_terms(len(at)), rough)


def _on_grid(mask: Flags, step: int) -> Places:
    """Every so many pixels of a mask, each way."""
    grid = np.zeros(mask.shape, np.bool_)
    grid[step // 2 :: step, step // 2 :: step] = True
    return np.flatnonzero(mask & grid)
