"""Pictures without a frame that are far bigger or smaller than their pieces, or no photos at all."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.test_plain_doubts import Found, asked_about
from tests.vision.test_plain_tables import COUNTS, THROW, camera, candies, learned
from vision import plain, plain_doubt
from vision.count import TrayCounter
from vision.photo import Frame
from vision.pixels import Evidence
from vision.plain import PlainTray
from vision.profile import Profile

SMALLEST_RASTER = 40_000


@pytest.fixture(scope="module")
def profile() -> Profile:
    return learned()


def enlarged(photo: Frame, times: float) -> Frame:
    return np.asarray(cv2.resize(photo, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC), np.uint8)


@pytest.mark.parametrize("times", [1.0, 2.0])
def test_a_picture_too_big_for_its_scale_is_laid_out_smaller(
    profile: Profile, monkeypatch: pytest.MonkeyPatch, times: float
) -> None:
    photo = enlarged(camera(candies(THROW)), times)
    monkeypatch.setattr(plain, "LARGEST_RASTER", SMALLEST_RASTER)
    assert PlainTray(profile.place).lay_flat(photo, None).lit[..., 0].size <= 1.02 * SMALLEST_RASTER
    observation = TrayCounter(profile).count(photo)
    assert observation.counts == COUNTS
    where = sorted((piece.x / times, piece.y / times) for piece in observation.pieces)
    assert np.allclose(where, sorted((x, y) for _, x, y in THROW), atol=4)


def test_noise_is_not_an_empty_table(profile: Profile) -> None:
    noise = np.random.default_rng(3).integers(0, 256, (600, 800, 3)).astype(np.uint8)
    observation = TrayCounter(profile).count(noise)
    assert not observation.sure
    assert "the photo is nothing but noise" in map(str, observation.doubts)


def test_a_grainy_photo_is_a_photo(profile: Profile) -> None:
    grain = np.random.default_rng(3).normal(0, 15, (360, 480, 3))
    photo = np.clip(candies(THROW) + grain, 0, 255).astype(np.uint8)
    assert "the photo is nothing but noise" not in map(str, TrayCounter(profile).count(photo).doubts)


@pytest.mark.parametrize("size", [(480, 16), (16, 360), (16, 16)])
def test_a_strip_narrower_than_a_piece_is_asked_about(profile: Profile, size: tuple[int, int]) -> None:
    strip = camera(candies([]))[: size[1], : size[0]]
    observation = TrayCounter(profile).count(np.ascontiguousarray(strip))
    assert not observation.sure
    assert "the photo is smaller than a piece" in map(str, observation.doubts)


def test_the_table_is_looked_at_once_however_many_bits_lie_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    whole = plain_doubt._table_colour

    def looking(evidence: Evidence) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        looked.append(1)
        return np.asarray(whole(evidence), np.float64)

    monkeypatch.setattr(plain_doubt, "_table_colour", looking)
    bit: Found = ("nothing", (0.5, 12.0), 6.0)
    assert asked_about([bit] * 5, ["white", "red"], share=0.25)
    assert len(looked) == 1
