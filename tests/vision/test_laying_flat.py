"""Only the part of a photo that shows the tray is shrunk: nothing may look different for that."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from vision.flatten import Flattener
from vision.photo import Frame
from vision.rectify import Lens, Raster, View
from vision.shrink import FACTORS, grain, shrunk, stacked

SIZE = (384, 288)
LARGEST_BYTE = 255


def noise(seed: int) -> Frame:
    return np.random.default_rng(seed).integers(0, LARGEST_BYTE, (SIZE[1], SIZE[0], 3), np.uint8)


def view_of(region: tuple[float, float, float, float]) -> View:
    left, top, right, bottom = np.array(region) * (*SIZE, *SIZE)
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    return View.from_region(Lens(SIZE), corners, (right - left, bottom - top))


@pytest.mark.parametrize("factor", FACTORS)
def test_parts_shrink_to_the_pixels_of_the_whole(factor: int) -> None:
    first, second = noise(1), noise(2)
    step = factor * grain(factor)
    box = np.s_[2 * step : 5 * step, step : 7 * step]
    small = np.s_[2 * step // factor : 5 * step // factor, step // factor : 7 * step // factor]
    both = np.concatenate([shrunk(first, factor)[small], shrunk(second, factor)[small]])
    assert np.array_equal(stacked((first[box], second[box]), factor), both)


@pytest.mark.parametrize("factor", [1, 2, 3])
@pytest.mark.parametrize("region", [(0.2, 0.2, 0.8, 0.8), (0.6, 0.6, 1.2, 1.2), (-0.3, -0.1, 0.3, 0.4)])
def test_a_pair_is_laid_flat_as_its_halves_are(
    factor: int, region: tuple[float, float, float, float]
) -> None:
    spots: npt.NDArray[np.float64] = np.array([[-90.0, 0.0], [12.5, 80.25]])
    flattener = Flattener(Raster(120, 90, 0.6), spots)
    flattener.aim(view_of(region), factor)
    lit, unlit, seen = flattener.flatten(noise(1), noise(2))
    assert unlit is not None
    for number, (picture, flat) in enumerate(((noise(1), lit), (noise(2), unlit))):
        alone, nothing, here = flattener.flatten(picture, None)
        assert nothing is None
        assert np.array_equal(alone, flat)
        assert np.array_equal(here, seen[2 * number : 2 * number + 2])


def test_beyond_the_picture_its_last_pixels_go_on() -> None:
    flattener = Flattener(Raster(120, 90, 1.0))
    flattener.aim(view_of((0.9, 0.9, 1.1, 1.1)))
    picture = noise(3)
    flat, _, _ = flattener.flatten(picture, None)
    assert (flat[-1, -1] == picture[-1, -1]).all()
