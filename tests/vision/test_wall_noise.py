"""What noise makes of a wall's tint."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from vision.wall_noise import ASKED, LEAST_NOISE, noise_levels, usual_tint

WALLS, GRAIN = 6, 110.0
Floats = npt.NDArray[np.float32]


def noisy_tints(square: float) -> Floats:
    """Six walls with nothing before them, in clumps: three times the noise of single pixels."""
    noise = 9 * GRAIN**2 / (square + 1200)
    return (np.random.default_rng(3).exponential(noise, WALLS * ASKED)).astype(np.float32)


def levels(tint: Floats, square: float, room_share: float = 0.0) -> Floats:
    bright = np.full(WALLS * ASKED, square, np.float32)
    shares = np.full(WALLS, room_share, np.float32)
    return noise_levels(tint, bright, GRAIN, np.ones(WALLS, np.bool_), shares)


@pytest.mark.parametrize("square", [2000.0, 20000.0])
def test_the_usual_tint_is_what_noise_makes_of_it(square: float) -> None:
    tint = noisy_tints(square)
    usual = usual_tint(levels(tint, square), np.full(WALLS, square, np.float32), GRAIN)
    assert usual == pytest.approx(np.maximum(tint.mean(), LEAST_NOISE), rel=0.4)


def test_in_the_dark_a_wall_full_of_pieces_is_no_noisier_than_the_others() -> None:
    tint = noisy_tints(5000.0)
    empty = levels(tint, 5000.0)
    tint[: ASKED * 4 // 5] += 400
    covered = levels(tint, 5000.0)
    assert covered[0] < 2.5 * empty[0]
    # Where the room shines on it, it may be the room.
    assert levels(tint, 5000.0, room_share=1.0)[0] > 4 * empty[0]


@pytest.mark.parametrize(("grain", "noisy"), [(1.0, False), (GRAIN, True)])
def test_walls_too_small_to_tell_have_the_noise_of_the_light_alone(grain: float, noisy: bool) -> None:
    one = np.ones(ASKED, np.float32)
    untold = noise_levels(one, one, grain, np.zeros(1, np.bool_), np.zeros(1, np.float32))
    assert bool(usual_tint(untold, one[:1], grain)[0] > LEAST_NOISE) is noisy


def test_a_photo_without_any_noise_is_no_trouble() -> None:
    square = np.full(WALLS * ASKED, 5000, np.float32)
    quiet = noise_levels(
        np.zeros_like(square), square, 0.0, np.ones(WALLS, np.bool_), np.zeros(WALLS, np.float32)
    )
    assert usual_tint(quiet, square[:WALLS], 0.0) == pytest.approx(LEAST_NOISE)
