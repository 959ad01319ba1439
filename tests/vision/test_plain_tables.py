"""Candies on all kinds of tables, in all kinds of light, learned from small cuttings without a frame."""

from __future__ import annotations

import contextlib

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.errors import CalibrationError
from calibration.learn import learn
from vision.count import TrayCounter
from vision.errors import VisionError
from vision.observation import Observation
from vision.photo import Frame, Photo
from vision.profile import Profile

CANDIES = {"red": (35, 30, 185), "green": (60, 140, 50), "blue": (170, 80, 30), "yellow": (40, 200, 235)}
PAPER, WOOD = (225.0, 228.0, 230.0), (95.0, 135.0, 175.0)
RADIUS = 16
WIDE, HIGH = 480, 360
Spot = tuple[str, int, int]
Light = npt.NDArray[np.float64]
THROW: list[Spot] = [
    ("red", 60, 60),
    ("red", 92, 62),  # touching the first
    ("green", 400, 70),
    ("blue", 250, 180),
    ("blue", 70, 290),
    ("yellow", 420, 300),
    ("yellow", 240, 60),
]
COUNTS = {"red": 2, "green": 1, "blue": 2, "yellow": 2}


def candies(spots: list[Spot], table: tuple[float, float, float] = PAPER, *, shadow: float = 0.3) -> Light:
    """A photo before the lamp's tint and the camera's noise: glossy discs with soft shadows on grain."""
    dice = np.random.default_rng(len(spots))
    grain = cv2.GaussianBlur(dice.normal(0, 0.4, (HIGH, WIDE)), (0, 0), sigmaX=12, sigmaY=1)
    photo = np.array(table) * (1 + grain)[..., None]
    dark = np.zeros((HIGH, WIDE))
    for _, x, y in spots:
        cv2.circle(dark, (x + 5, y + 4), RADIUS, 1.0, -1)
    photo = photo * (1 - shadow * cv2.GaussianBlur(dark, (0, 0), 3))[..., None]
    for label, x, y in spots:
        sharp = np.zeros((HIGH, WIDE))
        cv2.circle(sharp, (x, y), RADIUS, 1.0, -1)
        body = cv2.GaussianBlur(sharp, (0, 0), 0.8)[..., None]
        shine = np.zeros((HIGH, WIDE))
        cv2.circle(shine, (x - 5, y - 5), 2, 0.8, -1)
        gloss = cv2.GaussianBlur(shine, (0, 0), 1.2)[..., None]
        photo = photo * (1 - body) + np.array(CANDIES[label]) * body
        photo = photo * (1 - gloss) + 250 * gloss
    return np.asarray(photo, np.float64)


def camera(light: Light, cast: tuple[float, float, float] = (1, 1, 1)) -> Frame:
    noise = np.random.default_rng(5).normal(0, 2, light.shape)
    return np.asarray(np.clip(light * np.array(cast) + noise, 0, 255), np.uint8)


def corner_light(strength: float) -> Light:
    """A lamp in one corner."""
    fall = np.linspace(1, 1 - strength, WIDE)[None, :] * np.linspace(1, 1 - strength / 2, HIGH)[:, None]
    return np.asarray(fall[..., None], np.float64)


def learned(
    table: tuple[float, float, float] = PAPER,
    *,
    margin: int = 10,
    fall: float = 0.0,
    empty_cast: tuple[float, float, float] = (1, 1, 1),
    shadow: float = 0.3,
) -> Profile:
    """A profile from two cuttings a label out of one photo, and a bit of the bare table."""
    spots = [
        (label, 60 + 110 * number, 70 + 160 * row) for number, label in enumerate(CANDIES) for row in (0, 1)
    ]
    photo = camera(candies(spots, table, shadow=shadow) * corner_light(fall))
    reach = RADIUS + margin
    cuttings: dict[str, list[Photo]] = {label: [] for label in CANDIES}
    for label, x, y in spots:
        cut = photo[y - reach : y + reach, x - reach : x + reach]
        cuttings[label].append(Photo(np.ascontiguousarray(cut), None, f"{label}.jpg"))
    bare = camera(candies([], table) * corner_light(fall), empty_cast)[150:210, 200:300]
    return learn(cuttings, empty=Photo(np.ascontiguousarray(bare), None, "empty.jpg"), set_name="candies")


def seen(profile: Profile, photo: Frame) -> Observation:
    return TrayCounter(profile).count(photo)


@pytest.mark.parametrize("table", [PAPER, WOOD])
@pytest.mark.parametrize("margin", [1, 4, 12])
def test_cuttings_may_be_tight_or_loose(table: tuple[float, float, float], margin: int) -> None:
    assert seen(learned(table, margin=margin), camera(candies(THROW, table))).counts == COUNTS


@pytest.mark.parametrize("table", [PAPER, WOOD])
def test_light_that_falls_off_across_the_table(table: tuple[float, float, float]) -> None:
    photo = camera(candies(THROW, table) * corner_light(0.45))
    assert seen(learned(table), photo).counts == COUNTS
    assert seen(learned(table, fall=0.45), photo).counts == COUNTS


@pytest.mark.parametrize("cast", [(0.55, 0.8, 1.0), (1.0, 0.85, 0.7), (0.5, 0.5, 0.5)])
def test_a_lamp_of_another_tint(cast: tuple[float, float, float]) -> None:
    assert seen(learned(), camera(candies(THROW), cast)).counts == COUNTS


@pytest.mark.parametrize("table", [PAPER, WOOD])
def test_the_bare_table_was_taken_in_other_light(table: tuple[float, float, float]) -> None:
    profile = learned(table, margin=6, empty_cast=(0.6, 0.75, 0.85))
    observation = seen(profile, camera(candies(THROW, table)))
    assert observation.counts == COUNTS
    assert observation.sure


def test_a_deep_shadow_is_no_piece() -> None:
    observation = seen(learned(shadow=0.55), camera(candies(THROW, shadow=0.55)))
    assert observation.counts == COUNTS
    assert not observation.hand


def test_what_no_label_explains_is_asked_about() -> None:
    photo = camera(candies(THROW))
    cv2.circle(photo, (330, 250), RADIUS, (130, 40, 150), -1)
    assert not seen(learned(), photo).sure


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (4, 60)])
@pytest.mark.parametrize("value", [0, 128, 255])
def test_scraps_teach_nothing_but_break_nothing(size: tuple[int, int], value: int) -> None:
    scrap = Photo(np.full((*size, 3), value, np.uint8), None, "red.jpg")
    candy = Photo(camera(candies([("blue", 240, 180)])), None, "blue.jpg")
    with contextlib.suppress(CalibrationError, VisionError):
        profile = learn({"red": [scrap], "blue": [candy]}, empty=scrap, set_name="candies")
        TrayCounter(profile).count(camera(candies(THROW)))
