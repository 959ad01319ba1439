"""The glow around a lamp in view: it spreads over everything near it, pieces and background alike."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.light import FAINT_LIGHT, Image

WIDTHS_MM = (1.5, 3.5, 8.0, 18.0)
# Glow is fitted at a quarter of the size, where it is at least this strong against the lamp.
STEP, FAINTEST, FEWEST = 4, 0.005, 20
ROUNDS = 4
# Light (white paper has 40 000) that the glow may miss by; pieces before it miss it by more.
MISSES = 800.0


@dataclass(frozen=True)
class Lamp:
    """A lamp in view: where it is clipped, and all of it, as it would be with nothing before it."""

    clipped: npt.NDArray[np.uint8]
    whole: npt.NDArray[np.uint8]


def positive_fit(
    columns: npt.NDArray[np.floating],
    wanted: npt.NDArray[np.floating],
    counts: npt.NDArray[np.floating] | None = None,
) -> npt.NDArray[np.float64]:
    """Least squares with weights that are not negative: terms that would be are left out. `counts` says how
    much each row counts.
    """
    columns = columns.astype(np.float64, copy=False)
    weighed = columns if counts is None else columns * counts[:, None]
    # Few terms and many rows: the equations of the terms are quicker to solve than those of the rows.
    square, right = weighed.T @ columns, weighed.T @ wanted.astype(np.float64, copy=False)
    used = list(range(columns.shape[1]))
    weights = np.zeros(columns.shape[1])
    while used:
        # OpenCV solves four equations in a twentieth of numpy's time.
        _, solution = cv2.solve(square[used][:, used], right[used], flags=cv2.DECOMP_SVD)
        least = int(solution.argmin())
        if solution[least] >= 0:
            weights[used] = solution[:, 0]
            break
        used.pop(least)
    return weights


def bloom(
    missing: Image, lamp: npt.NDArray[np.uint8], usable: npt.NDArray[np.bool_], pixels_a_mm: float
) -> Image:
    """The glow of the lamp, fitted to the light that the room's surfaces leave unexplained."""
    size = (lamp.shape[1] // STEP, lamp.shape[0] // STEP)
    source = cv2.resize(lamp.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    rest = np.atleast_3d(np.asarray(cv2.resize(missing, size, interpolation=cv2.INTER_AREA), np.float32))
    free = cv2.resize(usable.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    glows = [cv2.GaussianBlur(source, (0, 0), width * pixels_a_mm / STEP) for width in WIDTHS_MM]
    columns = np.stack(glows, axis=-1).astype(np.float32)
    near = free & (columns[..., -1] > FAINTEST)
    if np.count_nonzero(near) < FEWEST:
        return np.zeros_like(missing)
    columns_near, rest_near = columns[near].astype(np.float64), rest[near].astype(np.float64)
    glow = np.empty_like(rest)
    for channel in range(rest.shape[2]):
        glow[..., channel] = columns @ _weights(columns_near, rest_near[:, channel])
    whole = (missing.shape[1], missing.shape[0])
    return np.asarray(cv2.resize(glow, whole, interpolation=cv2.INTER_LINEAR), np.float32)


def _weights(columns: npt.NDArray[np.float64], wanted: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    weights = np.zeros(columns.shape[1])
    fit = np.ones(len(wanted), np.bool_)
    # Errors count as they would in bytes, so that the faint outskirts fit as well as the bright rim.
    counts = 1 / (np.maximum(wanted, 0) + 4 * FAINT_LIGHT)
    middle = len(wanted) // 2
    for _ in range(ROUNDS):
        weights = positive_fit(columns, wanted, counts * fit)
        above = np.abs(wanted - columns @ weights)
        # Pieces in front of the glow are darker or brighter than it: they leave the fit.
        fit = above < max(MISSES, 2.0 * float(np.partition(above, middle)[middle]))
        if np.count_nonzero(fit) < FEWEST:
            break
    return weights.astype(np.float32)
