"""The room behind the tray: its light, guessed place by place from the photo itself.

Through the clear floor the camera sees the ceiling, the tower's foot and the walls of the tray, lit by whatever
the room has: a window, a lamp, a party. Each of them is one surface, so its light changes gently across it: where
pieces leave enough of a surface free, a tilted plane through what is seen there is the background.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.background import positive_fit
from vision.light import FAINT_LIGHT, Image
from vision.rectify import Raster

SURFACE_COLOURS = 8
SMALLEST_SURFACE_MM2 = 35.0
# Every third pixel each way is enough to fit planes.
STRIDE = 3
ENOUGH_SAMPLES = 250
MOST_DOUBT = 6.0
BLOOM_WIDTHS_MM = (1.5, 3.5, 8.0, 18.0)


@dataclass(frozen=True)
class Backlight:
    """What the room adds to the background of one photo, at the least and at the most, and the usual misfit in bytes."""

    dim: Image
    bright: Image
    doubt: Image


class Room:
    """The surfaces of one tray, and how to fit today's room light to them.

    A surface shows `ring + pattern · hill`: what the ring lights, and a pattern (flat, or the tray's own look)
    times a gentle hill that is fitted to each photo.
    """

    def __init__(self, looks: list[Image], ring: Image | None, pattern: Image, raster: Raster, window: npt.NDArray[np.bool_]) -> None:
        self.ring = np.zeros_like(pattern) if ring is None else ring
        self.pattern = pattern
        self.surfaces = find_surfaces(looks, raster)
        kernel = np.ones((5, 5), np.uint8)
        numbers = self.surfaces.astype(np.uint8)
        self.seams = (cv2.dilate(numbers, kernel) != cv2.erode(numbers, kernel)) & window
        self.largest = int(np.bincount(self.surfaces.ravel()).argmax())
        count = int(self.surfaces.max()) + 1
        x, y = np.meshgrid(np.linspace(-1, 1, raster.width), np.linspace(-1, 1, raster.height))
        terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).astype(np.float32)
        coarse = np.zeros_like(window)
        coarse[::STRIDE, ::STRIDE] = True
        coarse &= window & ~self.seams
        self._by_size = np.argsort(-np.bincount(self.surfaces.ravel(), minlength=count)).tolist()
        self._whole = []
        self._sample = []
        for surface in range(count):
            mine = self.surfaces == surface
            at = np.nonzero(mine)
            few = np.nonzero(mine & coarse)
            self._whole.append((at, terms[at]))
            self._sample.append((few, terms[few].astype(np.float64), pattern[few], self.ring[few]))

    def fit(self, light: Image, usable: npt.NDArray[np.bool_], *, ring: bool) -> Backlight:
        """Today's background light, from a photo with pieces in it."""
        bright = np.zeros_like(light)
        dim = np.zeros_like(light)
        doubt = np.full(light.shape[:2], MOST_DOUBT, np.float32)
        most = np.zeros(3)
        for surface in self._by_size:
            at, whole = self._whole[surface]
            few, terms, pattern, lit = self._sample[surface]
            if len(few[0]) < ENOUGH_SAMPLES:
                # One piece can cover a surface this small: it may be as dark as can be, or as bright as the ceiling.
                bright[at] = most
                continue
            keep = usable[few]
            seen = light[few] - lit if ring else light[few]
            hill, off = _robust_hill(terms[keep], seen[keep], pattern[keep])
            level = np.maximum(whole @ hill.astype(np.float32), 0)
            bright[at] = dim[at] = level
            doubt[at] = min(off, MOST_DOUBT)
            most = np.maximum(most, np.median(level[::16], axis=0)) if surface == self.largest else most
        dim, bright = cv2.multiply(self.pattern, dim), cv2.multiply(self.pattern, bright)
        return Backlight(np.asarray(dim, np.float32), np.asarray(bright, np.float32), doubt)


def _robust_hill(
    terms: npt.NDArray[np.float64], seen: npt.NDArray[np.float32], pattern: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.float64], float]:
    """Weights of the terms × channels, and the usual misfit; pixels far from the commonest light are left out."""
    hill = np.zeros((terms.shape[1], 3))
    if len(terms) < 8:
        return hill, 60.0
    share = seen / np.maximum(pattern, 1e-3)
    hill[0] = _commonest(share)
    misfit = 60.0
    shown = np.sqrt(np.maximum(seen, 0) + FAINT_LIGHT)
    for used in (1, 3, 3, 6, 6):
        gap = shown - np.sqrt(np.maximum((terms @ hill) * pattern, 0) + FAINT_LIGHT)
        far = np.abs(gap).max(axis=1)
        misfit = float(np.quantile(far, 0.4))
        near = far < max(5.0, 2.0 * misfit)
        if near.sum() < 12 * used:
            break
        hill = np.zeros_like(hill)
        hill[:used], *_ = np.linalg.lstsq(terms[near][:, :used], share[near].astype(np.float64), rcond=None)
    return hill, misfit


def _commonest(share: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """The colour most pixels have: the fullest bin by brightness, then the middle of what is in it."""
    bright = np.sqrt(np.maximum(share.mean(axis=1), 0))
    low, high = float(bright.min()), float(bright.max()) + 1e-6
    full, edges = np.histogram(bright, bins=24, range=(low, high))
    at = int(np.convolve(full, [1, 1, 1], "same").argmax())
    chosen = (bright >= edges[max(0, at - 1)]) & (bright <= edges[min(24, at + 2)])
    return np.asarray(np.median(share[chosen], axis=0), np.float64)


def find_surfaces(looks: list[Image], raster: Raster) -> npt.NDArray[np.int32]:
    """Number the tray's surfaces by how they look empty: floor, walls, the faces of the tower's foot."""
    features = np.concatenate([np.sqrt(np.maximum(cv2.blur(look, (3, 3)) + FAINT_LIGHT, 0)) for look in looks], axis=2)
    points = np.ascontiguousarray(features.reshape(-1, features.shape[2]), np.float32)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 15, 1.0)
    cv2.setRNGSeed(3)
    _, _, centres = cv2.kmeans(points[::7], SURFACE_COLOURS, np.empty(0, np.int32), ends, 3, cv2.KMEANS_PP_CENTERS)
    far = ((points[:, None, :] - centres[None]) ** 2).sum(axis=2)
    kinds = cv2.medianBlur(far.argmin(axis=1).astype(np.uint8).reshape(features.shape[:2]), 5)
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


def bloom(missing: Image, lamp: npt.NDArray[np.uint8], usable: npt.NDArray[np.bool_], pixels_a_mm: float) -> Image:
    """The glow around a lamp in view, fitted to the light that the room's surfaces leave unexplained."""
    step = 4
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
    return np.asarray(cv2.resize(glow, (missing.shape[1], missing.shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)
