"""The room behind the tray: its light, guessed place by place from the photo itself.

Through the clear floor the camera sees the ceiling, the tower's foot and the walls of the tray, lit by
whatever the room has: a window, a lamp, a party. Each of them is one surface, so its light changes gently
across it: where pieces leave enough of a surface free, a tilted plane through what is seen there is the
background.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.background import positive_fit
from vision.light import FAINT_LIGHT, Image
from vision.rectify import Raster

SURFACE_COLOURS = 8
SMALLEST_SURFACE_MM2 = 35.0
# Every fourth pixel each way is enough to fit hills.
STRIDE = 3
TERMS = 6
ENOUGH_SAMPLES = 60
FEW_SAMPLES, SMALL_SAMPLES = 12, 80
# A large surface is fitted as well by some of its samples as by all.
MOST_SAMPLES = 500
# How far, in bytes, a small surface's own light may be from a share of the ceiling's.
OWN_LIGHT_BYTES = 8.0
MOST_DOUBT = 6.0
BLOOM_WIDTHS_MM = (1.5, 3.5, 8.0, 18.0)


@dataclass(frozen=True)
class Backlight:
    """What the room adds to the background of one photo, at the least and at the most, and the usual misfit
    in bytes.
    """

    dim: Image
    bright: Image
    doubt: Image
    # As bright as the largest surface, everywhere.
    brightest: Image


class Room:
    """The surfaces of one tray, and how to fit today's room light to them.

    A surface shows `ring + pattern · hill`: what the ring lights, and a pattern (flat, or the tray's own
    look) times a gentle hill that is fitted to each photo.
    """

    def __init__(
        self,
        looks: list[Image],
        ring: Image | None,
        pattern: Image,
        raster: Raster,
        window: npt.NDArray[np.bool_],
    ) -> None:
        self.pattern = pattern
        self.surfaces = find_surfaces(looks, raster)
        numbers = self.surfaces.astype(np.uint8)
        kernel = np.ones((3, 3), np.uint8)
        self.seams = (cv2.dilate(numbers, kernel) != cv2.erode(numbers, kernel)) & window
        sizes = np.bincount(self.surfaces.ravel())
        self.largest = int(sizes.argmax())
        self._places = [_Place.of(numbers == surface, raster) for surface in range(len(sizes))]
        rows, columns = np.nonzero(_grid(window.shape) & window & ~self.seams)
        order = np.argsort(self.surfaces[rows, columns], kind="stable")
        rows, columns = rows[order], columns[order]
        owners = self.surfaces[rows, columns]
        counts = np.bincount(owners, minlength=len(sizes))
        # One piece can cover a surface with fewer samples than this: it is never fitted.
        self._fitted = np.nonzero(counts >= ENOUGH_SAMPLES)[0]
        keep = np.isin(owners, self._fitted)
        self._at = (rows[keep], columns[keep])
        small = sorted(set(range(len(sizes))) - set(self._fitted.tolist()))
        self._small = [_SmallSurface.of(self.surfaces == surface, window, pattern, ring) for surface in small]
        self._counts = counts[self._fitted]
        self._starts = np.concatenate([[0], np.cumsum(self._counts)[:-1]])
        self._terms = _terms(self._at[1], self._at[0], raster)
        self._ring = 0.0 if ring is None else ring[self._at]
        self._inverse_pattern = (1 / np.maximum(pattern[self._at], 1e-3)).astype(np.float32)

    def fit(self, light: Image, usable: npt.NDArray[np.bool_], *, ring: bool) -> Backlight:
        """Today's background light, from a photo with pieces in it."""
        hills, misfits = self._hills(light, usable, ring=ring)
        bright = np.zeros_like(light)
        doubts = np.full(len(self._places), MOST_DOUBT, np.float32)
        level = np.zeros(3, np.float32)
        for number, surface in enumerate(self._fitted):
            place = self._places[surface]
            shown = place.evaluate(hills[number])
            if surface == self.largest:
                level = np.asarray(shown[::8, ::8].reshape(-1, 3).mean(axis=0), np.float32)
            cv2.copyTo(shown, place.mask, bright[place.box])
            doubts[surface] = min(float(misfits[number]), MOST_DOUBT)
        dim = bright.copy()
        for small in self._small:
            low, high = small.between(light, level, ring=ring)
            dim[small.whole] = low
            bright[small.whole] = high
        dim *= self.pattern
        bright *= self.pattern
        return Backlight(dim, bright, doubts[self.surfaces], brightest=self.pattern * level)

    def _hills(
        self, light: Image, usable: npt.NDArray[np.bool_], *, ring: bool
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Weights (surfaces × terms × channels) and usual misfits of today's hills."""
        seen = light[self._at] - self._ring if ring else light[self._at]
        free = usable[self._at]
        hills = np.zeros((len(self._fitted), TERMS, 3), np.float32)
        misfits = np.full(len(self._fitted), MOST_DOUBT, np.float32)
        for number, (start, count) in enumerate(zip(self._starts, self._counts, strict=True)):
            step = max(1, count // MOST_SAMPLES)
            keep = np.nonzero(free[start : start + count : step])[0] * step + start
            if len(keep) >= 8:
                inverse = self._inverse_pattern[keep]
                hills[number], misfits[number] = _robust_hill(self._terms[keep], seen[keep], inverse)
        return hills, misfits


def _robust_hill(
    terms: npt.NDArray[np.float32], seen: npt.NDArray[np.float32], inverse_pattern: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.float32], float]:
    """One surface's hill and its usual misfit in bytes; pixels far from the commonest light are left out."""
    share = seen * inverse_pattern
    shown = np.sqrt(np.maximum(seen, 0) + FAINT_LIGHT)
    hill = np.zeros((TERMS, 3), np.float32)
    hill[0] = _commonest(share)
    misfit = MOST_DOUBT
    for used in (1, 3, 3, TERMS, TERMS):
        expected = np.maximum((terms @ hill) / inverse_pattern, 0)
        gap = cv2.absdiff(shown, np.sqrt(expected + FAINT_LIGHT))
        far = np.maximum(np.maximum(gap[:, 0], gap[:, 1]), gap[:, 2])
        misfit = float(np.partition(far, int(0.4 * len(far)))[int(0.4 * len(far))])
        near = far < max(5.0, 2.0 * misfit)
        if np.count_nonzero(near) < 8 * used:
            break
        chosen = terms[near, :used]
        square = chosen.T @ chosen + np.eye(used, dtype=np.float32) * 1e-3
        hill = np.zeros_like(hill)
        hill[:used] = np.linalg.solve(square, chosen.T @ share[near])
    return hill, misfit


@dataclass(frozen=True)
class _Place:
    """Where one surface lies in the raster: its box, its mask in it, and terms to work out hills on a coarse
    grid.
    """

    box: tuple[slice, slice]
    mask: npt.NDArray[np.uint8]
    coarse: npt.NDArray[np.float32]

    @classmethod
    def of(cls, mask: npt.NDArray[np.bool_], raster: Raster) -> _Place:
        left, top, width, height = cv2.boundingRect(mask.astype(np.uint8))
        box = np.s_[top : top + height, left : left + width]
        columns = np.linspace(left, left + width - 1, max(2, width // 12))
        rows = np.linspace(top, top + height - 1, max(2, height // 12))
        x, y = np.meshgrid(columns, rows)
        terms = _terms(x.ravel(), y.ravel(), raster).reshape(*x.shape, TERMS)
        return cls(box, mask[box].astype(np.uint8), terms)

    def evaluate(self, hill: npt.NDArray[np.float32]) -> Image:
        levels = np.maximum(self.coarse @ hill, 0)
        height, width = self.mask.shape
        return np.asarray(cv2.resize(levels, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


@dataclass(frozen=True)
class _SmallSurface:
    """A surface that one piece can cover: a bar, a narrow face of the tower's foot."""

    whole: tuple[npt.NDArray[np.int64], ...]
    few: tuple[npt.NDArray[np.int64], ...]
    pattern: Image
    ring: Image

    @classmethod
    def of(
        cls, mask: npt.NDArray[np.bool_], window: npt.NDArray[np.bool_], pattern: Image, ring: Image | None
    ) -> _SmallSurface:
        rows, columns = np.nonzero(mask & window)
        step = max(1, len(rows) // SMALL_SAMPLES)
        few = (rows[::step], columns[::step])
        there = np.maximum(pattern[few], 1e-3)
        return cls(np.nonzero(mask), few, there, np.zeros_like(there) if ring is None else ring[few])

    def between(self, light: Image, level: Image, *, ring: bool) -> tuple[Image, Image]:
        """Its room light at the least and at the most: nothing to the ceiling's, or what it plainly shows."""
        nothing = np.zeros(3, np.float32)
        if len(self.few[0]) < FEW_SAMPLES:
            return nothing, level
        seen = light[self.few] - self.ring if ring else light[self.few]
        own = np.maximum(_commonest(seen / self.pattern), 0)
        share = np.float32(np.clip(own @ level / max(float(level @ level), 1e-9), 0, 1.2))
        off = np.sqrt(own * self.pattern[0]) - np.sqrt(share * level * self.pattern[0])
        # A colour off the ceiling's is a piece that covers the surface, not the surface.
        if np.abs(off).max() >= OWN_LIGHT_BYTES:
            return nothing, level
        return share * level, share * level


def _grid(shape: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    grid = np.zeros(shape, np.bool_)
    grid[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE] = True
    return grid


def _terms(columns: npt.NDArray[Any], rows: npt.NDArray[Any], raster: Raster) -> npt.NDArray[np.float32]:
    x, y = columns * (2 / raster.width) - 1, rows * (2 / raster.height) - 1
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).astype(np.float32)


def _commonest(share: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The colour most pixels have: the shortest stretch of brightness that holds a third of them, its
    middle.
    """
    bright = np.sqrt(np.maximum(share.sum(axis=1), 0))
    order = np.argsort(bright)
    ranked = bright[order]
    third = max(4, len(ranked) // 3)
    start = int((ranked[third - 1 :] - ranked[: len(ranked) - third + 1]).argmin())
    return np.asarray(share[order[start : start + third]].mean(axis=0), np.float32)


def find_surfaces(looks: list[Image], raster: Raster) -> npt.NDArray[np.int32]:
    """Number the tray's surfaces by how they look empty: floor, walls, the faces of the tower's foot."""
    features = np.concatenate(
        [np.sqrt(np.maximum(cv2.blur(look, (3, 3)) + FAINT_LIGHT, 0)) for look in looks], axis=2
    )
    points = np.ascontiguousarray(features.reshape(-1, features.shape[2]), np.float32)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 15, 1.0)
    cv2.setRNGSeed(3)
    _, _, centres = cv2.kmeans(
        points[::7], SURFACE_COLOURS, np.empty(0, np.int32), ends, 3, cv2.KMEANS_PP_CENTERS
    )
    far = ((points[:, None, :] - centres[None]) ** 2).sum(axis=2)
    kinds = cv2.medianBlur(far.argmin(axis=1).astype(np.uint8).reshape(features.shape[:2]), 3)
    x, y = np.meshgrid(np.linspace(-1, 1, raster.width), np.linspace(-1, 1, raster.height))
    # Walls of one colour that meet in a corner are lit from different sides: they count as four.
    sides = (x > y).astype(np.int32) * 2 + (x > -y)
    largest = int(np.bincount(kinds.ravel()).argmax())
    numbered = np.zeros(kinds.shape, np.int32)
    found = 0
    for kind in range(SURFACE_COLOURS):
        for side in range(1 if kind == largest else 4):
            mask = (kinds == kind) if kind == largest else (kinds == kind) & (sides == side)
            count, groups, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
            for group in range(1, count):
                if stats[group, cv2.CC_STAT_AREA] >= SMALLEST_SURFACE_MM2 * raster.pixels_a_mm**2:
                    found += 1
                    numbered[groups == group] = found
    if found == 0:
        return numbered
    _, nearest = cv2.distanceTransformWithLabels(
        (numbered == 0).astype(np.uint8), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
    )
    owner = np.zeros(int(nearest.max()) + 1, np.int32)
    owner[nearest[numbered > 0]] = numbered[numbered > 0]
    return np.asarray(owner[nearest] - 1, np.int32)


def bloom(
    missing: Image, lamp: npt.NDArray[np.uint8], usable: npt.NDArray[np.bool_], pixels_a_mm: float
) -> Image:
    """The glow around a lamp in view, fitted to the light that the room's surfaces leave unexplained."""
    step = 2
    source = cv2.resize(lamp.astype(np.float32), None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    size = (source.shape[1], source.shape[0])
    rest = cv2.resize(missing, size, interpolation=cv2.INTER_AREA)
    free = cv2.resize(usable.astype(np.float32), size, interpolation=cv2.INTER_AREA) > 0.9
    glows = [cv2.GaussianBlur(source, (0, 0), width * pixels_a_mm / step) for width in BLOOM_WIDTHS_MM]
    columns = np.stack(glows, axis=-1)
    near = free & (columns[..., -1] > 0.005)
    if near.sum() < 30:
        return np.zeros_like(missing)
    glow = np.zeros_like(rest)
    for channel in range(3):
        wanted = rest[..., channel]
        fit = near
        for _ in range(4):
            # Errors count as they would in bytes, so that the faint outskirts fit as well as the bright rim.
            scale = 1 / np.sqrt(np.maximum(wanted[fit], 0) + 4 * FAINT_LIGHT)
            weights = positive_fit(columns[fit] * scale[:, None], wanted[fit] * scale)
            glow[..., channel] = columns @ weights
            above = wanted - glow[..., channel]
            # Pieces in front of the glow are darker or brighter than it: they leave the fit.
            fit = near & (np.abs(above) < max(800.0, 2.0 * float(np.median(np.abs(above[near])))))
            if fit.sum() < 30:
                break
    return np.asarray(
        cv2.resize(glow, (missing.shape[1], missing.shape[0]), interpolation=cv2.INTER_LINEAR), np.float32
    )
