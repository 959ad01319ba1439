"""Pieces longer than wide, beans or sticks, on a table without the frame."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from calibration.learn import learn
from vision.count import TrayCounter
from vision.photo import Frame, Photo
from vision.profile import Profile

BEANS = {"red": (45, 40, 150), "yellow": (60, 190, 225), "green": (60, 130, 60)}
HALF = (26, 13)


def paper(width: int, height: int, seed: int) -> Frame:
    noise = np.random.default_rng(seed).normal(0, 2.0, (height, width, 3))
    return np.asarray(np.clip(215 + noise, 0, 255), np.uint8)


def lay(photo: Frame, bean: str, x: float, y: float, turned: float) -> None:
    mask = np.zeros(photo.shape[:2], np.uint8)
    cv2.ellipse(mask, ((x, y), (2 * HALF[0], 2 * HALF[1]), turned), 255, -1, cv2.LINE_AA)
    share = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None] / 255
    photo[:] = np.asarray(photo * (1 - share) + np.array(BEANS[bean]) * share, np.uint8)


def strewn(counts: dict[str, int], seed: int, width: int = 640, height: int = 480) -> Photo:
    """Beans that lie apart, turned every way."""
    dice = np.random.default_rng(seed)
    photo = paper(width, height, seed)
    columns, rows = width // 70, height // 70
    places = dice.permutation(columns * rows).tolist()
    for bean, place in zip(
        (bean for bean, count in counts.items() for _ in range(count)), places, strict=False
    ):
        x, y = 70 * (place % columns) + 35, 70 * (place // columns) + 35
        lay(photo, bean, x, y, dice.uniform(0, 180))
    return Photo(photo, None, f"{seed}.jpg")


@pytest.fixture(scope="module")
def profile() -> Profile:
    cuttings = {bean: [strewn({bean: 3}, n, 300, 240)] for n, bean in enumerate(BEANS, start=1)}
    return learn(cuttings, empty=Photo(paper(300, 240, 9), None, "empty.jpg"), set_name="beans")


def test_how_long_they_are_is_learned(profile: Profile) -> None:
    assert profile.piece.length == pytest.approx(2, abs=0.3)
    assert profile.piece.typical == pytest.approx(math.pi * HALF[0] * HALF[1], rel=0.2)


@pytest.mark.parametrize("seed", [20, 21, 22])
def test_none_is_cut_in_two(profile: Profile, seed: int) -> None:
    counts = {"red": 5, "yellow": 4, "green": 7}
    photo = strewn(counts, seed)
    seen = TrayCounter(profile).count(photo.frame)
    assert dict(seen.counts) == counts
    assert seen.sure


def test_two_side_by_side_are_two(profile: Profile) -> None:
    photo = paper(400, 300, 4)
    for x in (100, 127):
        lay(photo, "red", x, 100, 90)
    for y in (200, 227):
        lay(photo, "green", 250, y, 0)
    lay(photo, "yellow", 300, 80, 30)
    counts = TrayCounter(profile).count(photo).counts
    assert dict(counts) == {"red": 2, "yellow": 1, "green": 2}


def test_round_pieces_stay_round() -> None:
    """Candies: nothing is said of their length, as before."""
    photos = {}
    for number, bean in enumerate(BEANS):
        photo = paper(300, 240, number)
        for x in (60, 150, 240):
            cv2.circle(photo, (x, 120), 20, BEANS[bean], -1, cv2.LINE_AA)
        photos[bean] = [Photo(photo, None, f"{bean}.jpg")]
    candies = learn(photos, empty=Photo(paper(300, 240, 9), None, "empty.jpg"), set_name="candies")
    assert candies.piece.length == 1
