"""The room behind the tray: its light, guessed surface by surface from the photo itself.

Through the clear floor the camera sees the ceiling, the tower's foot and the walls of the tray, lit by
whatever the room has: a window, a lamp, a party. Across one surface the room's light changes gently, so a
hill (a plane, or a bowl on large surfaces) through what the pieces leave free is the background. Pieces may
cover half of a surface: the fit starts from the light most of its samples agree on, and what lies far from
the hill leaves it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.bloom import Lamp, bloom
from vision.light import Image, as_roots
from vision.pixels import Numbers
from vision.rectify import Raster

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Rounds = tuple[tuple[float, int], ...]

# A sample every two millimetres each way is enough to fit hills, and so many of them for any surface.
SAMPLE_MM, MOST_SAMPLES = 2.0, 700
TERMS = 10
# So many samples for a landscape, for a bowl and for a plane; with fewer a surface has one light.
ENOUGH_FOR = ((600, TERMS), (90, 6), (18, 3))
FEWEST = 5
# What keeps used terms tame: on all surfaces, and on those too narrow to tell a slope from noise.
TAME, TAME_NARROW = 1e-3, 0.005
# Samples and guesses looked at while searching for the light most samples agree on, and how near (in bytes)
# is agreement.
MOST_ASKED, MOST_GUESSES, AGREES = 80, 26, 8.0
# A sample brighter than the light agreed on speaks against it as much as this part of one speaks for it.
BRIGHTER_COUNTS = 0.7
# How far a surface's brightness and tint, against the ceiling's, stray from the calibrated ones (log).
USUAL_LEVEL, USUAL_TINT = 1.0, 0.5
FAINT_SHARE = 0.3
# How far from the hill, in bytes, a sample may lie in each round to stay in the fit, and the terms used.
ROUNDS = ((8.0, 1), (8.0, 3), (6.0, 6), (5.0, TERMS), (4.0, TERMS))
SMALL_ROUNDS = ((8.0, 1), (8.0, 3), (6.0, 6), (4.0, 6))
# A surface that sun and shadow may part is only known roughly: it is not worth more.
ROUGH_ROUNDS = ((8.0, 1), (6.0, 3))
DOUBTS_APART = 2.5
MOST_DOUBT = 8.0
# Cells in which the largest surface may have dents: how wide, how far they spread (in cells), how many
# samples of doubt there are, and how deep (in bytes) a dent can be.
DENT_MM, DENT_BLUR, DENT_DOUBT, DENT_BYTES = 10.0, 0.8, 1.0, 7.0
QUIET, SUNNY = 0.4, 0.9
# Where surfaces meet within so many pixels, either one's light may be seen.
_MEETING = np.ones((5, 5), np.uint8)
# Around a lamp nothing tells the room's light.
SPOILT = np.ones((15, 15), np.uint8)


@dataclass(frozen=True)
class Backlight:
    """What the room adds to the background of one photo.

    `light` is what is expected; where surfaces meet it may be anything from `dimmest` to `brightest`. `glow`
    is the part of it that comes from a lamp in view. By surface: how far off (in bytes) that usually is, and
    how many times brighter its sunniest tenth is.
    """

    light: Image
    dimmest: Image
    brightest: Image
    glow: Image | None
    doubts: Floats
    sunny: Floats


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
        fickle: frozenset[int] = frozenset(),
    ) -> None:
        """`usable` says where samples may be taken, `fickle` which surfaces sun and shadow may part."""
        self.surfaces = surfaces
        self.pattern = pattern
        self.raster = raster
        masks = [surfaces == number for number in range(int(surfaces.max()) + 1)]
        self._faces = [
            _Face.of(mask, usable, pattern, raster, rough=number in fickle)
            for number, mask in enumerate(masks)
        ]
        self.largest = int(np.argmax([len(face.at) for face in self._faces]))
        self._open = masks[self.largest] & usable
        self._fitted = [number for number, face in enumerate(self._faces) if len(face.at) >= FEWEST]
        self._fitted.sort(key=lambda number: number != self.largest)
        self._stand_in = np.array([self._most_like(number, mask) for number, mask in enumerate(masks)])

    def _most_like(self, number: int, mask: Flags) -> int:
        """The surface whose light stands for this one's: its own, or a neighbour's that looks like it."""
        if number in self._fitted or not self._fitted:
            return number
        near = cv2.dilate(mask.astype(np.uint8), np.ones((13, 13), np.uint8)) > 0
        around = np.unique(self.surfaces[near]).tolist()
        neighbours = [other for other in around if other in self._fitted] or [self.largest]
        own = np.median(self.pattern[mask], axis=0)
        looks = [np.median(self.pattern[self.surfaces == other], axis=0) for other in neighbours]
        away = [float(np.abs(np.log(look / own)).sum()) for look in looks]
        return int(neighbours[int(np.argmin(away))])

    def fit(
        self,
        light: Image,
        base: Image | None,
        lamp: Lamp | None,
        *,
        dark: bool = False,
    ) -> Backlight:
        """Today's room light in a photo with pieces in it.

        Before the room alone all pieces are `dark`: the brighter of two lights is the room's then.
        """
        if lamp is None:
            return self._fit(light, base, None, None, dark=dark)
        spoilt = cv2.dilate(lamp.whole, SPOILT) > 0
        first = self._fit(light, base, None, spoilt, dark=dark)
        missing = light - first.light if base is None else light - first.light - base
        wide = cv2.dilate(lamp.whole, np.ones((5, 5), np.uint8)) > 0
        glow = bloom(missing, lamp.clipped, self._open & ~wide, self.raster.pixels_a_mm)
        return self._fit(light, base, glow, spoilt, dark=dark)

    def _fit(
        self, light: Image, base: Image | None, glow: Image | None, spoilt: Flags | None, *, dark: bool
    ) -> Backlight:
        known = [part for part in (base, glow) if part is not None]
        hills = np.zeros((len(self._faces), TERMS, 3), np.float32)
        doubts = np.full(len(self._faces), MOST_DOUBT, np.float32)
        sunny = np.ones(len(self._faces), np.float32)
        level: Floats | None = None
        dents: Image | None = None
        for number in self._fitted:
            face = self._faces[number]
            seen = face.look(light, known, spoilt)
            if seen is None:
                continue
            hills[number], doubts[number], sunny[number] = seen.hill(level, dark=dark)
            if number == self.largest:
                level = np.maximum(hills[number, 0], 0)
                dents = self._dents(seen, hills[number])
        hills, doubts, sunny = hills[self._stand_in], doubts[self._stand_in], sunny[self._stand_in]
        room = np.zeros_like(light)
        for face, hill in zip(self._faces, hills, strict=True):
            face.paint(hill, room)
        if dents is not None:
            largest = self._faces[self.largest]
            cv2.add(room[largest.box], dents[largest.box], dst=room[largest.box], mask=largest.mask)
        dimmest, brightest = cv2.erode(room, _MEETING), cv2.dilate(room, _MEETING)
        expected, low, high = (cv2.multiply(each, self.pattern) for each in (room, dimmest, brightest))
        if glow is not None:
            expected, low, high = (cv2.add(each, glow) for each in (expected, low, high))
        return Backlight(np.asarray(expected), np.asarray(low), np.asarray(high), glow, doubts, sunny)

    def _dents(self, seen: _Samples, hill: Floats) -> Image:
        """What the largest surface's light has beside its hill: a window's light falls off more steeply."""
        off, near = seen.beside(hill)
        height, width = self.surfaces.shape
        step = round(DENT_MM * self.raster.pixels_a_mm)
        rows, columns = height // step + 1, width // step + 1
        cells = seen.at // width // step * columns + seen.at % width // step
        sums = [np.bincount(cells, each * near, rows * columns) for each in (*off, np.ones_like(near))]
        grid = np.stack(sums, axis=-1).reshape(rows, columns, 4).astype(np.float32)
        grid = np.asarray(cv2.GaussianBlur(grid, (0, 0), DENT_BLUR), np.float32)
        dents = grid[..., :3] / (grid[..., 3:] + np.float32(DENT_DOUBT))
        whole = cv2.resize(dents, (columns * step, rows * step), interpolation=cv2.INTER_LINEAR)
        return np.asarray(whole[:height, :width], np.float32)


@dataclass(frozen=True)
class _Face:
    """One surface: where its samples lie, and where and how its hill is painted."""

    at: npt.NDArray[np.int64]
    terms: Floats
    pattern: Floats
    most_terms: int
    rounds: Rounds
    box: tuple[slice, slice]
    mask: npt.NDArray[np.uint8]
    coarse: Floats

    @classmethod
    def of(cls, mask: Flags, usable: Flags, pattern: Image, raster: Raster, *, rough: bool) -> _Face:
        step = max(1, round(SAMPLE_MM * raster.pixels_a_mm))
        grid = np.zeros(mask.shape, np.bool_)
        grid[step // 2 :: step, step // 2 :: step] = True
        rows, columns = np.nonzero(mask & usable & grid)
        most = next((terms for enough, terms in ENOUGH_FOR if len(rows) >= enough), 1)
        every = slice(None, None, max(1, round(len(rows) / MOST_SAMPLES)))
        rows, columns = rows[every], columns[every]
        left, top, width, height = cv2.boundingRect(mask.astype(np.uint8))
        box = np.s_[top : top + height, left : left + width]
        x, y = np.meshgrid(
            np.linspace(left, left + width - 1, max(2, width // 12)),
            np.linspace(top, top + height - 1, max(2, height // 12)),
        )
        coarse = _terms(x.ravel(), y.ravel(), raster).reshape(*x.shape, TERMS)
        there = np.ascontiguousarray(np.maximum(pattern[rows, columns], 1e-3).T)
        terms = np.ascontiguousarray(_terms(columns, rows, raster).T)
        at = rows * mask.shape[1] + columns
        rounds = ROUGH_ROUNDS if rough else ROUNDS if most == TERMS else SMALL_ROUNDS
        return cls(at, terms, there, most, rounds, box, mask[box].astype(np.uint8), coarse)

    def look(self, light: Image, known: list[Image], spoilt: Flags | None) -> _Samples | None:
        """What one photo shows of it; nothing if too little of it is in sight."""
        seen = self._sampled(light)
        base = np.zeros_like(seen)
        for part in known:
            base += self._sampled(part)
        if spoilt is None:
            return _Samples(self.at, self.terms, self.pattern, seen, base, self.most_terms, self.rounds)
        free = ~spoilt.ravel()[self.at]
        if np.count_nonzero(free) < FEWEST:
            return None
        terms, pattern, seen, base = (each[:, free] for each in (self.terms, self.pattern, seen, base))
        return _Samples(self.at[free], terms, pattern, seen, base, self.most_terms, self.rounds)

    def _sampled(self, picture: Image) -> Floats:
        return np.ascontiguousarray(np.take(picture.reshape(-1, 3), self.at, axis=0).T)

    def paint(self, hill: Floats, picture: Image) -> None:
        levels = np.maximum(self.coarse @ hill, 0)
        height, width = self.mask.shape
        shown = cv2.resize(levels, (width, height), interpolation=cv2.INTER_LINEAR)
        cv2.copyTo(shown, self.mask, picture[self.box])


class _Samples:
    """The samples of one surface in one photo; arrays are channels (or terms) × samples."""

    def __init__(
        self,
        at: npt.NDArray[np.int64],
        terms: Floats,
        pattern: Floats,
        seen: Floats,
        base: Floats,
        most_terms: int,
        rounds: Rounds,
    ) -> None:
        self.at = at
        self.rounds = rounds
        self.terms, self.pattern, self.base = terms, pattern, base
        self.most_terms = most_terms
        self.shown = as_roots(seen)
        self.share = (seen - base) / pattern

    def hill(self, level: Floats | None, *, dark: bool) -> tuple[Floats, float, float]:
        """Its hill, its usual misfit in bytes, and how much brighter its sunniest tenth is."""
        hill = np.zeros((TERMS, 3), np.float32)
        hill[0] = self._agreed(level, dark=dark)
        shape: Floats = hill[0][:, None]
        far = self._far(shape)
        for nearest, wanted in self.rounds:
            terms = min(wanted, self.most_terms)
            near = far < max(nearest, min(DOUBTS_APART * _quantile(far, QUIET), nearest + 3))
            if np.count_nonzero(near) < 4 * terms:
                continue
            hill = self._solve(near, terms)
            shape = np.maximum(hill[:terms].T @ self.terms[:terms], 0)
            far = self._far(shape)
        doubt = min(MOST_DOUBT, _quantile(far, QUIET))
        brighter = (self.share / np.maximum(shape, 1e-3)).min(axis=0)
        return hill, doubt, max(1.0, _quantile(brighter, SUNNY))

    def beside(self, hill: Floats) -> tuple[Floats, Floats]:
        """What each sample has beside the hill, and which of them (as 0 or 1) are background."""
        shape = np.maximum(hill.T @ self.terms, 0)
        return self.share - shape, (self._far(shape) < DENT_BYTES).astype(np.float32)

    def _agreed(self, level: Floats | None, *, dark: bool) -> Floats:
        """The light most samples agree on, and that is not unlikely beside the ceiling's `level`."""
        few = slice(None, None, max(1, self.share.shape[1] // MOST_ASKED))
        pattern, shown, base = self.pattern[:, few], self.shown[:, few], self.base[:, few]
        guesses = np.maximum(self.share[:, few], 0)
        guesses = guesses[:, :: max(1, guesses.shape[1] // MOST_GUESSES)]
        # Channels × guesses × samples.
        gap = shown[:, None] - as_roots(base[:, None] + guesses[:, :, None] * pattern[:, None])
        far = np.abs(gap).max(axis=0)
        far *= 1 / AGREES
        votes = np.maximum(0, 1 - far * far).sum(axis=1)
        if dark:
            brighter = (gap.sum(axis=0) > 3 * AGREES).sum(axis=1)
            votes = np.maximum(votes - BRIGHTER_COUNTS * brighter, 0.01)
        if level is not None:
            votes *= _likely(guesses.T, level)
        return np.asarray(guesses[:, int(votes.argmax())], np.float32)

    def _far(self, shape: Floats) -> Floats:
        """How far each sample lies from the hill, in bytes."""
        gap = as_roots(self.base + shape * self.pattern)
        gap -= self.shown
        np.abs(gap, out=gap)
        return np.asarray(np.maximum(np.maximum(gap[0], gap[1]), gap[2]), np.float32)

    def _solve(self, near: Flags, terms: int) -> Floats:
        used = self.terms[:terms]
        weighed = used * near
        square = (weighed @ used.T).astype(np.float64)
        # Across a narrow face a slope cannot be told from noise: it has to be worth its price.
        slope = TAME_NARROW * square[0, 0] if self.most_terms < TERMS else 0.0
        square.flat[:: terms + 1] += TAME
        square.flat[terms + 1 :: terms + 1] += slope
        right = (weighed @ self.share.T).astype(np.float64)
        hill = np.zeros((TERMS, 3), np.float32)
        hill[:terms] = cv2.solve(square, right, flags=cv2.DECOMP_CHOLESKY)[1]
        return hill


def _likely(guesses: Floats, level: Floats) -> Floats:
    """How likely each guess of a surface's light is, knowing the ceiling's."""
    away = np.log((guesses + FAINT_SHARE) / (level + FAINT_SHARE))
    brighter = away.mean(axis=1)
    tint = np.abs(away - brighter[:, None]).max(axis=1)
    return np.asarray(np.exp(-0.5 * (brighter / USUAL_LEVEL) ** 2 - 0.5 * (tint / USUAL_TINT) ** 2))


def _quantile(values: Floats, share: float) -> float:
    at = int(share * len(values))
    ranked = values.copy()
    ranked.partition(at)
    return float(ranked[at])


def _terms(columns: npt.NDArray[Any], rows: npt.NDArray[Any], raster: Raster) -> Floats:
    x, y = columns * (2 / raster.width) - 1, rows * (2 / raster.height) - 1
    return np.stack(
        [np.ones_like(x), x, y, x * x, x * y, y * y, x**3, x * x * y, x * y * y, y**3], axis=-1
    ).astype(np.float32)
