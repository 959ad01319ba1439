"""Taking the light out: how bright a thing looks against white paper lying in its place.

The paper around the window is white everywhere, so it tells how strong the light is today, what tint it
has, and how it falls off from the middle to the edge. Divided by it, a red keshi has the same numbers at
noon and at midnight. Light is counted so that white paper has 200² of it, and a photo keeps `√(light +
20²)` in a byte: noise is then about as wide in the dark as in the bright.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.photo import Frame
from vision.rectify import Points, Raster

Image: TypeAlias = npt.NDArray[np.float32]
Gain: TypeAlias = npt.NDArray[np.float64]
Values: TypeAlias = npt.NDArray[np.float32]

# White paper's light, and light so faint that it drowns in noise: a byte is √(light + faint).
PAPER_LIGHT = 200.0**2
FAINT_BYTE = 20
FAINT_LIGHT = float(FAINT_BYTE**2)
# A pixel this near to white in the photo is clipped: its colour is lost.
CLIPPED = 250
LEAST_GAIN = 0.01
# Of so many rows and columns of a photo one is asked for its noise.
NOISE_STEP = 4
# Noise between neighbouring pixels (in light, white paper being 40 000) up to which a blur this wide will do.
SMOOTHING = ((330.0, 3), (600.0, 5))


def _linear_table() -> npt.NDArray[np.float64]:
    value = np.arange(256) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


LINEAR = _linear_table()
LINEAR_LIGHT = (LINEAR * PAPER_LIGHT).astype(np.float32)
# What makes one channel of three.
WITHOUT_COLOUR = np.full((1, 3), 1 / 3, np.float32)


def linear(picture: Frame) -> Image:
    """Light as the sensor met it: a photo's bytes without their gamma curve, 0–1."""
    return np.asarray(cv2.LUT(picture, LINEAR.astype(np.float32)), np.float32)


def as_roots(light: npt.NDArray[Any]) -> Image:
    """The same scale as `as_bytes`, in fractions and without a top."""
    lifted = np.asarray(light + np.float32(FAINT_LIGHT), np.float32)
    np.maximum(lifted, 0, out=lifted)
    return np.asarray(np.sqrt(lifted, out=lifted), np.float32)


def as_bytes(light: npt.NDArray[Any]) -> Frame:
    """Light against white paper's as bytes, noise about equally wide everywhere."""
    return used_up_bytes(floored(np.add(light, np.float32(FAINT_LIGHT), order="C")))


def floored(values: Values) -> Values:
    """In place: nothing below 0. OpenCV is several times quicker at it than numpy."""
    cv2.threshold(values, 0, 0, cv2.THRESH_TOZERO, values)
    return values


def capped(values: Values, most: float) -> Values:
    """In place: nothing above the most."""
    cv2.threshold(values, most, 0, cv2.THRESH_TRUNC, values)
    return values


def brightest(picture: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The brightest channel of every pixel; numpy's `max` takes twenty times as long."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red))


def darkest(picture: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The darkest channel of every pixel."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red))


def lifted_bytes(lifted: Values) -> Frame:
    """The same for light to which the faint light was added already, and that is nowhere below 0."""
    return np.asarray(cv2.convertScaleAbs(cv2.sqrt(lifted)), np.uint8)


def used_up_bytes(lifted: Values) -> Frame:
    """The same, quicker, where that light is needed no more: it is written over."""
    return np.asarray(cv2.convertScaleAbs(cv2.sqrt(lifted, lifted)), np.uint8)


def from_bytes(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The light behind such bytes."""
    return np.asarray(np.square(values, dtype=np.float64) - FAINT_LIGHT, np.float64)


def paper_points_mm(tray_mm: tuple[float, float]) -> Points:
    """Places on the paper that are plain white: beside the window, clear of markers, title and gray strip."""
    half_wide, half_high = tray_mm[0] / 2, tray_mm[1] / 2
    along_sides = np.linspace(-half_high + 8, half_high - 8, 19)
    along_edges = np.linspace(-half_wide + 5, half_wide - 5, 27)
    points = [(side * (half_wide + 7), y) for side in (-1, 1) for y in along_sides]
    points += [(x, side * (half_high + 4)) for side in (-1, 1) for x in along_edges]
    return np.array(points, np.float64)


def _terms(points: Points, scale_mm: float) -> npt.NDArray[np.float64]:
    x, y = points[:, 0] / scale_mm, points[:, 1] / scale_mm
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


@dataclass(frozen=True)
class PaperLight:
    """The light as calibrated: what the paper showed around the window, for one kind of photo (lit, or
    pair).
    """

    points_mm: Points
    white: npt.NDArray[np.float64]

    def field(self, raster: Raster) -> Image:
        """How bright white paper would look everywhere in the flat tray: a gentle hill through the paper's
        points.
        """
        scale = float(np.abs(self.points_mm).max())
        usable = (self.white > 0.02).all(axis=1) & (self.white < 0.97).all(axis=1)
        if usable.sum() < 12:
            return np.ones((raster.height, raster.width, 3), np.float32)
        terms = _terms(self.points_mm[usable], scale)
        shape, *_ = np.linalg.lstsq(terms, np.log(self.white[usable]), rcond=None)
        x, y = np.meshgrid(np.arange(raster.width), np.arange(raster.height))
        places = raster.to_mm(np.stack([x, y], axis=-1).reshape(-1, 2).astype(np.float64))
        return (
            np.exp(_terms(places, scale) @ shape).astype(np.float32).reshape(raster.height, raster.width, 3)
        )

    @cached_property
    def _known(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
        """Which of the points were bright enough to compare with, and their light."""
        return self.white.min(axis=1) > 0.02, np.maximum(self.white, 0.02)

    def gain(self, white: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """How much stronger each channel is today than when calibrated; a hand over some of the paper is
        outvoted.
        """
        bright_enough, known = self._known
        usable = bright_enough & (white.max(axis=1) < 0.97)
        if np.count_nonzero(usable) < 12:
            # Where the paper is clipped it is at least that bright.
            usable = bright_enough
        if np.count_nonzero(usable) < 12:
            return np.ones(3)
        # The median, which numpy takes five times as long for.
        ranked = np.sort((white / known)[usable], axis=0)
        gain = (ranked[(len(ranked) - 1) // 2] + ranked[len(ranked) // 2]) / 2
        return np.asarray(
            np.maximum(gain, LEAST_GAIN), np.float64
        )  # a black picture has no light to take out


def todays_field(gain: Gain, inverse_field: Image) -> Image:
    """What a flat picture's light is multiplied by: today's gain and the field out."""
    return np.asarray(cv2.transform(inverse_field, np.diag(1 / gain).astype(np.float32)), np.float32)


def ring_light(picture: Frame, field: Image) -> Image:
    """A flat picture to light against white paper's: gamma off, and out with `todays_field`."""
    # Written over itself a picture stays in the processor's cache: that takes half as long as a new one.
    light = cv2.LUT(picture, LINEAR_LIGHT)
    return np.asarray(cv2.multiply(light, field, light), np.float32)


def light_noise(picture: Frame, gain: Gain, inverse_field: Image) -> float:
    """How much the light of neighbouring pixels of a flat picture usually differs."""
    height, width = picture.shape[0] // NOISE_STEP * NOISE_STEP, picture.shape[1] // NOISE_STEP * NOISE_STEP
    here, there = (
        LINEAR_LIGHT.take(picture[start:height:NOISE_STEP, start:width:NOISE_STEP, 1]) for start in (0, 1)
    )
    apart = np.abs(here - there) * inverse_field[0:height:NOISE_STEP, 0:width:NOISE_STEP, 1]
    middle = apart.size // 2
    return float(np.partition(apart.ravel(), middle)[middle]) / float(gain[1])


def blur_width(noise: float) -> int:
    """How widely such noise has to be smoothed out: in the dark a pixel alone says little."""
    return next((width for most, width in SMOOTHING if noise < most), 7)


def paper_white(spots: Frame, *, pair: bool) -> npt.NDArray[np.float64]:
    """The linear light of spots on the paper, n × 3; of a pair, whose unlit twin's spots follow the lit
    ones, only the ring's part of it.
    """
    white = np.asarray(LINEAR[spots], np.float64)
    return white[: len(white) // 2] - white[len(white) // 2 :] if pair else white
