"""What noise makes of a wall's tint."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from vision.pixels import spread_out
from vision.wall_noise import ASKED, LEAST_NOISE, noise_levels, usual_tint

WALLS, GRAIN = 6, 110.0
Floats = npt.NDArray[np.float32]


def noisy_tints(square: float) -> Floats:
    """Six walls with nothing before them."""
    noise = 3 * GRAIN**2 / (square + 1200)
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


def test_walls_too_small_to_tell_have_the_least_noise() -> None:
    none = noise_levels(
        np.ones(ASKED, np.float32),
        np.ones(ASKED, np.float32),
        GRAIN,
        np.zeros(1, np.bool_),
        np.zeros(1, np.float32),
    )
    assert usual_tint(none, np.ones(1, np.float32), GRAIN) == LEAST_NOISE


def test_a_photo_without_any_noise_is_no_trouble() -> None:
    square = np.full(WALLS * ASKED, 5000, np.float32)
    quiet = noise_levels(
        np.zeros_like(square), square, 0.0, np.ones(WALLS, np.bool_), np.zeros(WALLS, np.float32)
    )
    assert usual_tint(quiet, square[:WALLS], 0.0) == pytest.approx(LEAST_NOISE)


def test_samples_lie_all_over_a_face_and_not_on_a_line() -> None:
    """A face 100 pixels wide: every hundredth pixel would be one column."""
    chosen = spread_out(5000, 50)
    assert (np.diff(chosen) > 0).all()
    assert chosen[0] < 100 <= 4900 <= chosen[-1] < 5000
    assert np.std(chosen % 100) > 20
    assert (chosen == spread_out(5000, 50)).all()


def test_a_small_face_is_asked_several_times() -> None:
    assert set(spread_out(5, 40).tolist()) == {0, 1, 2, 3, 4}
    assert len(spread_out(0, 0)) == 0
