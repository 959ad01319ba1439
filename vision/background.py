"""The empty tray as today's photo should show it, so that pieces are what differs from it.

Looking up through the clear floor there are three kinds of background. What the ring lights (walls, the
tower's foot) looks as it did when calibrated, or darker where a piece stands in the ring's light. The
ring's own reflection, a circle of dots with a halo, lies over pieces and background alike and is taken off.
And what the room lights drops out of a pair, but has to be guessed in a single photo (see `vision.room`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.bloom import positive_fit
from vision.light import (
    LINEAR,
    PAPER_LIGHT,
    WITHOUT_COLOUR,
    Image,
    PaperLight,
    as_bytes,
    as_roots,
    paper_points_mm,
)
from vision.photo import Frame
from vision.profile import EmptyTray, Place
from vision.rectify import Raster

# A dot of the ring's reflection is smaller than this; the tower's bars and boards are longer.
DOT_MM = 8.0
RIM_MM = 12.0
# Light as strong as this part of white paper's: weaker dots are not worth taking off.
FAINTEST_DOT = 0.06
HALO_WIDTHS_MM = (1.5, 3.5, 8.0, 20.0)
SHIFT_REACH_PIXELS = 6
# Light of a dot (white paper has 40 000), and how few such pixels are no ring.
DOT_LIGHT, FEWEST_DOT_PIXELS = 4000.0, 20
# A painted face mirrors the ring this widely.
SHEEN_MM = 19.0


def split_glare(light: Image, pixels_a_mm: float) -> tuple[Image, Image]:
    """The empty tray's light as (plain background, glare). A dot is short in every direction, a bar
    is not.
    """
    rim = int(RIM_MM * pixels_a_mm)
    length = int(DOT_MM * pixels_a_mm) | 1
    opened = [np.asarray(cv2.morphologyEx(light, cv2.MORPH_OPEN, bar), np.float32) for bar in _bars(length)]
    dots = light - np.maximum.reduce(opened)
    strong = (dots.max(axis=2) > FAINTEST_DOT * PAPER_LIGHT).astype(np.uint8)
    # Along the rim the bright paper begins, which is no dot either.
    inner = np.zeros_like(strong)
    inner[rim:-rim, rim:-rim] = strong[rim:-rim, rim:-rim]
    strong = inner
    if not strong.any():
        return light, np.zeros_like(light)
    wide = cv2.dilate(strong, np.ones((5, 5), np.uint8)) > 0
    dots = np.where(wide[..., None], dots, 0).astype(np.float32)
    glare = dots + _halo(light - dots, dots, wide, pixels_a_mm)
    return light - glare, glare


def _bars(length: int) -> list[npt.NDArray[np.uint8]]:
    flat = np.ones((1, length), np.uint8)
    slanted = np.eye(int(length * 0.75) | 1, dtype=np.uint8)
    return [flat, flat.T, slanted, np.ascontiguousarray(slanted[:, ::-1])]


def _halo(rest: Image, dots: Image, wide: npt.NDArray[np.bool_], pixels_a_mm: float) -> Image:
    """The bloom around the dots, fitted where nothing but bloom can be: the darkest surroundings."""
    blurred = [cv2.GaussianBlur(dots, (0, 0), width * pixels_a_mm) for width in HALO_WIDTHS_MM]
    columns = np.stack([b.mean(axis=2) for b in blurred], axis=-1)
    near = (columns[..., -1] > 0.02 * columns[..., -1].max()) & ~wide
    wanted = rest.mean(axis=2)
    fit = near.copy()
    weights = np.zeros(len(HALO_WIDTHS_MM))
    for _ in range(6):
        weights = positive_fit(columns[fit], wanted[fit])
        above = wanted - columns @ weights
        # Walls and the tower are brighter than bloom alone: they leave the fit.
        limit = max(2.0 * float(np.median(np.abs(above[fit]))), 0.004 * PAPER_LIGHT)
        fit = near & (above < limit)
        if fit.sum() < 200:
            return np.zeros_like(rest)
    halo = sum(weight * image for weight, image in zip(weights, blurred, strict=True))
    return np.asarray(np.minimum(halo, np.maximum(rest, 0)), np.float32)


def sheen(glare: Image, pixels_a_mm: float) -> npt.NDArray[np.float32]:
    """How much a face that lies flat mirrors the ring, from 1 in the ring's middle down to 0.

    Paint is glossy: where a clear floor mirrors the ring's lamps sharply, a painted face mirrors them softly,
    and every colour gets the same white light on top. Seen from above no floor shows where that is; the ring
    is then about over the middle of the tray.
    """
    height, width = glare.shape[:2]
    middle = ((width - 1) / 2, (height - 1) / 2)
    dots = glare[..., 1] > DOT_LIGHT
    if np.count_nonzero(dots) >= FEWEST_DOT_PIXELS:
        rows, columns = np.nonzero(dots)
        middle = (float(columns.mean()), float(rows.mean()))
    y, x = np.ogrid[0:height, 0:width]
    square = (x - middle[0]) ** 2 + (y - middle[1]) ** 2
    return np.asarray(np.exp(-square / (2 * (SHEEN_MM * pixels_a_mm) ** 2)), np.float32)


@dataclass(frozen=True)
class EmptyLook:
    """The empty tray for one kind of photo: the light field's inverse, the glare, and what is left as
    bytes.
    """

    paper: PaperLight
    inverse_field: Image
    glare: Image
    plain: Image

    @cached_property
    def gray_field(self) -> Image:
        """The same field for light without its colour."""
        return np.asarray(cv2.transform(self.inverse_field, WITHOUT_COLOUR), np.float32)

    @property
    def plain_bytes(self) -> Frame:
        """The background without glare in the numbers of a corrected photo."""
        return as_bytes(self.plain)

    def blurred(self, width: int) -> EmptyLook:
        """The tray as a photo shows it whose noise was smoothed out that widely."""
        glare, plain = (
            np.asarray(cv2.blur(image, (width, width)), np.float32) for image in (self.glare, self.plain)
        )
        return replace(self, glare=glare, plain=plain)

    def after_a_bump(self, light: Image) -> tuple[EmptyLook, tuple[float, float]]:
        """The same tray when frame or camera have moved a little: dots and tower shift against the paper.

        `light` is today's photo, corrected for light but with the glare still in it.
        """
        today = np.sqrt(np.maximum(light.max(axis=2), 0))
        tower = best_shift(today, as_roots(self.plain.max(axis=2)))
        dots = best_shift(today, np.sqrt(np.maximum(self.glare.max(axis=2), 0)))
        return replace(self, glare=shifted(self.glare, dots), plain=shifted(self.plain, tower)), tower


def empty_look(empty: EmptyTray, place: Place, raster: Raster, *, pair: bool) -> EmptyLook:
    white = empty.paper_ring if pair and empty.paper_ring is not None else empty.paper_lit
    paper = PaperLight(paper_points_mm(place.tray_mm), white)
    inverse = (1 / paper.field(raster)).astype(np.float32)
    light = (LINEAR[empty.lit] * PAPER_LIGHT).astype(np.float32)
    if pair and empty.unlit is not None:
        light = light - (LINEAR[empty.unlit] * PAPER_LIGHT).astype(np.float32)
    light = (light * inverse).astype(np.float32)
    plain, glare = split_glare(light, raster.pixels_a_mm)
    return EmptyLook(paper, inverse, glare, plain)


def best_shift(seen: Image, wanted: Image, reach: int = SHIFT_REACH_PIXELS) -> tuple[float, float]:
    """By how many pixels (right, down) the structure of `wanted` lies beside its place in `seen`."""
    # Only what stands out of its surroundings counts: the room's light is gentle, dots and edges are not.
    seen, wanted = (image - cv2.blur(image, (21, 21)) for image in (seen, wanted))
    rows, columns = np.nonzero(_structure(wanted)[reach:-reach, reach:-reach])
    if len(rows) < 50:
        return 0.0, 0.0
    # A few thousand of the busiest pixels tell as much as all of them.
    pick = slice(None, None, max(1, len(rows) // 3000))
    rows, columns = rows[pick] + reach, columns[pick] + reach
    values = wanted[rows, columns]
    span = np.arange(-reach, reach + 1)
    misfits = np.array(
        [
            [np.minimum(np.abs(seen[rows + dy, columns + dx] - values), 25).mean() for dx in span]
            for dy in span
        ]
    )
    y, x = np.unravel_index(int(misfits.argmin()), misfits.shape)
    if misfits[y, x] > 0.98 * misfits[reach, reach]:
        return 0.0, 0.0
    return float(span[x]) + _lowest(misfits[y], int(x)), float(span[y]) + _lowest(misfits[:, x], int(y))


def _structure(image: Image) -> npt.NDArray[np.bool_]:
    rise = np.abs(cv2.Sobel(image, cv2.CV_32F, 1, 0)) + np.abs(cv2.Sobel(image, cv2.CV_32F, 0, 1))
    return np.asarray(rise > 25, np.bool_)


def _lowest(values: npt.NDArray[np.float64], at: int) -> float:
    """Where between pixels a row of values is lowest, by a parabola through its lowest three."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, here, after = values[at - 1 : at + 2]
    bow = before - 2 * here + after
    return 0.0 if bow <= 1e-9 else float(0.5 * (before - after) / bow)


def shifted(image: Image, shift: tuple[float, float]) -> Image:
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64)
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.warpAffine(image, move, size, borderMode=cv2.BORDER_REPLICATE), np.float32)
