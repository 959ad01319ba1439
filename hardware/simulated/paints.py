"""The paints of the twelve keshis, the paper frame, the tower and the room, as they reflect light.

Values are linear reflectances in OpenCV's order (blue, green, red); a print run shifts them a little.
"""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from pieces import COLOURS as COLOURS
from pieces import TWELVE

Bgr = tuple[float, float, float]
Linear = npt.NDArray[np.float32]

KESHI_PAINTS: Mapping[str, Bgr] = {label: colour.paint for label, colour in TWELVE.items()}

PAPER = 0.86
INK = 0.03
STRIP_PATCHES = (0.86, 0.58, 0.33, 0.17, 0.055, 0.014)

# One table has a red-brown tower over a felted tray, the next a sage or a blue one over birch.
TOWERS: tuple[Bgr, ...] = ((0.045, 0.07, 0.26), (0.10, 0.17, 0.09), (0.28, 0.15, 0.08))
TRAY_WALLS: tuple[Bgr, ...] = ((0.008, 0.008, 0.009), (0.30, 0.42, 0.50), (0.28, 0.40, 0.48))
TABLES: tuple[Bgr, ...] = ((0.12, 0.20, 0.29), (0.09, 0.065, 0.055), (0.13, 0.10, 0.085))
SKINS: tuple[Bgr, ...] = ((0.24, 0.33, 0.58), (0.13, 0.20, 0.38), (0.055, 0.085, 0.17), (0.30, 0.40, 0.66))


def tinted(light: Linear, tint: npt.ArrayLike, onto: Linear | None = None) -> Linear:
    """A picture with each of its colours made stronger or weaker; ten times faster than broadcasting."""
    return np.asarray(cv2.transform(light, np.diag(np.asarray(tint, np.float32)), onto), np.float32)


Where = tuple[slice, slice]
_FINER = 4


def coverage(corners_px: npt.NDArray[np.float64], size: tuple[int, int]) -> tuple[Where, Linear]:
    """Which part of a picture a polygon touches, and how much of each pixel there it covers.

    OpenCV's own soft edges make a polygon half a pixel too large, too much for a marker; so it is filled
    four times finer and averaged.
    """
    width, height = size
    left, top = np.clip(np.floor(corners_px.min(axis=0)), 0, (width, height)).astype(int)
    right, bottom = np.clip(np.ceil(corners_px.max(axis=0)), 0, (width, height)).astype(int)
    where = (slice(int(top), int(bottom)), slice(int(left), int(right)))
    if right <= left or bottom <= top:
        return where, np.zeros((max(0, int(bottom - top)), max(0, int(right - left))), np.float32)
    fine = np.zeros(((bottom - top) * _FINER, (right - left) * _FINER), np.uint8)
    fixed = np.round(((corners_px - (left, top)) * _FINER - 0.5) * 16).astype(np.int32)
    cv2.fillPoly(fine, [fixed], 255, shift=4)
    alpha = cv2.resize(fine, (int(right - left), int(bottom - top)), interpolation=cv2.INTER_AREA)
    return where, alpha * np.float32(1 / 255)


def blend(patch: Linear, alpha: npt.NDArray[np.float32], colour: Sequence[float] | Linear) -> None:
    """Lay one colour over a part of a picture, colour by colour because that is quicker."""
    for channel in range(3):
        under = patch[..., channel]
        under += alpha * (np.float32(colour[channel]) - under)


def print_run(seed: int) -> dict[str, Linear]:
    """The twelve paints of one copy of the game: each batch a few percent off the next."""
    dice = np.random.default_rng([seed, 1])
    return {
        colour: (np.array(paint) * dice.normal(1.0, 0.03, 3)).clip(0.008, 0.95).astype(np.float32)
        for colour, paint in KESHI_PAINTS.items()
    }
