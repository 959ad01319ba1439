"""How large the tray is, told from its paper frame: the markers are 14 mm, whatever is between them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.rectify import MARKER_MM, MARKER_OUTSIDE_MM, TRAY_MM, View, fit_lens

Corners = npt.NDArray[np.float64]
Size = tuple[float, float]

# How far the markers may lie from their places, in pixels of a picture 1024 wide, for a tray of that size.
FITS_PIXELS = 0.7
SAME_TRAY = 0.03
STEPS = (0.04, 0.02, 0.01, 0.005)


def tray_size_mm(corners: Corners, picture_size: tuple[int, int]) -> Size:
    """Width and height of the window, from the sixteen corners of all four markers in a picture."""
    if _misfit(corners, picture_size, TRAY_MM) < FITS_PIXELS * picture_size[0] / 1024:
        return TRAY_MM
    size = _fitted(corners, picture_size, _measured(corners))
    return TRAY_MM if _like(size, TRAY_MM, SAME_TRAY) else (float(round(size[0])), float(round(size[1])))


def _measured(corners: Corners) -> Size:
    """As a ruler would: the distance between markers against the length of their sides."""
    markers = corners.reshape(4, 4, 2)
    centres = markers.mean(axis=1)

    def distance_mm(one: int, other: int, *sides: tuple[int, int]) -> float:
        lengths = [np.linalg.norm(markers[m, a] - markers[m, b]) for m in (one, other) for a, b in sides]
        return float(np.linalg.norm(centres[one] - centres[other]) / np.mean(lengths)) * MARKER_MM

    across = (distance_mm(0, 1, (0, 1), (3, 2)) + distance_mm(3, 2, (0, 1), (3, 2))) / 2
    down = (distance_mm(0, 3, (0, 3), (1, 2)) + distance_mm(1, 2, (0, 3), (1, 2))) / 2
    return across - 2 * MARKER_OUTSIDE_MM, down - 2 * MARKER_OUTSIDE_MM


def _fitted(corners: Corners, picture_size: tuple[int, int], size: Size) -> Size:
    """The size, together with the bend of the lens, under which all corners fall into place."""
    best = _misfit(corners, picture_size, size)
    for step in STEPS:
        improved = True
        while improved:
            improved = False
            for across, down in ((1 - step, 1), (1 + step, 1), (1, 1 - step), (1, 1 + step)):
                tried = (size[0] * across, size[1] * down)
                if (found := _misfit(corners, picture_size, tried)) < best:
                    size, best, improved = tried, found, True
    return size


def _misfit(corners: Corners, picture_size: tuple[int, int], size: Size) -> float:
    view = View.from_markers(corners, fit_lens(corners, picture_size, size), size)
    return float("inf") if view is None else view.misfit(corners, size)


def _like(size: Size, other: Size, share: float) -> bool:
    return all(abs(one / two - 1) < share for one, two in zip(size, other, strict=True))
