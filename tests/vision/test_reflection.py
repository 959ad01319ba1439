"""Today's reflection of the ring: as strong as the dots say that no piece covers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.light import FAINT_LIGHT, PAPER_LIGHT, Image, as_bytes
from vision.reflection import LEFT_MOST, MOST_KEPT, KnownTray, Reflection

SIZE = (150, 200)
MIDDLES = [
    (round(100 + 40 * np.cos(angle)), round(75 + 40 * np.sin(angle)))
    for angle in np.linspace(0, 2 * np.pi, 12, endpoint=False)
]


@pytest.fixture
def glare() -> Image:
    """Twelve dots in a ring, each with skirts."""
    dots = np.zeros(SIZE, np.float32)
    for middle in MIDDLES:
        cv2.circle(dots, middle, 4, float(PAPER_LIGHT), -1)
    spread = cv2.GaussianBlur(dots, (0, 0), 1.5) + 0.3 * cv2.GaussianBlur(dots, (0, 0), 5)
    return np.repeat(spread[..., None], 3, axis=2).astype(np.float32)


def reflection_of(glare: Image) -> Reflection:
    return Reflection(glare, np.ones(SIZE, np.bool_))


def photo_of(light: Image) -> np.ndarray:
    """The camera's bytes are only asked for what is clipped."""
    return np.where(light >= PAPER_LIGHT, 255, 100).astype(np.uint8)


def lifted(light: Image) -> Image:
    return np.asarray(light + np.float32(FAINT_LIGHT), np.float32)


@pytest.mark.parametrize("stronger", [1.0, 1.3, 0.85])
@pytest.mark.parametrize("covered", [0, 4])
def test_today_s_reflection_is_taken_off(glare: Image, stronger: float, covered: int) -> None:
    plain = np.full((*SIZE, 3), 3000, np.float32)
    today = plain + np.float32(stronger) * glare
    for middle in MIDDLES[:covered]:
        cv2.circle(today, middle, 10, (25_000, 9_000, 4_000), -1)
    rest = lifted(today - glare)
    left = reflection_of(glare).take_off(rest, lifted(plain), photo_of(today))
    assert left < 0.1
    free = np.ones(SIZE, np.uint8)
    for middle in MIDDLES[:covered]:
        cv2.circle(free, middle, 12, 0, -1)
    off = np.abs(rest - lifted(plain)).max(axis=2)
    assert float(off[free > 0].max()) < 0.02 * PAPER_LIGHT


def test_skirts_grow_more_than_dots(glare: Image) -> None:
    plain = np.full((*SIZE, 3), 3000, np.float32)
    today = plain + 1.05 * glare + 4 * np.sqrt(glare)
    rest = lifted((today - glare).astype(np.float32))
    reflection_of(glare).take_off(rest, lifted(plain), photo_of(today.astype(np.float32)))
    faint = (glare[..., 1] > 1000) & (glare[..., 1] < 5000)
    assert float(np.abs(rest - lifted(plain))[faint].mean()) < 100


def test_dots_that_do_not_agree_change_nothing(glare: Image) -> None:
    """A hand over the ring: better a wide margin than a wrong reflection."""
    rng = np.random.default_rng(1)
    rest = lifted(rng.uniform(0, PAPER_LIGHT, (*SIZE, 3)).astype(np.float32))
    before = rest.copy()
    photo = np.full((*SIZE, 3), 100, np.uint8)
    assert reflection_of(glare).take_off(rest, lifted(np.zeros_like(rest)), photo) == LEFT_MOST
    assert np.array_equal(rest, before)


def test_a_floor_that_mirrors_nothing() -> None:
    rest = lifted(np.full((*SIZE, 3), 3000, np.float32))
    before = rest.copy()
    reflection = reflection_of(np.zeros((*SIZE, 3), np.float32))
    photo = np.zeros((*SIZE, 3), np.uint8)
    assert reflection.take_off(rest, lifted(np.zeros_like(rest)), photo) == LEFT_MOST
    assert np.array_equal(rest, before)


def test_how_bright_a_known_tray_may_look_is_worked_out_once(glare: Image) -> None:
    plain = np.full(glare.shape, 500.0, np.float32)
    shown = as_bytes(plain)
    reflection = reflection_of(glare)
    tray = KnownTray(reflection, lifted(plain), shown, None)
    high = tray.brightest(0.101)
    assert tray.brightest(0.109) is high
    # A little more than asked for, never less.
    assert (high >= as_bytes(plain + 0.109 * glare) - 1).all()
    assert (high[glare.max(axis=2) == 0] == shown[glare.max(axis=2) == 0]).all()
    assert (tray.brightest(0.2) >= high).all()
    # A few of them, not all there can be.
    for left in np.arange(0.12, 0.25, 0.01):
        tray.brightest(float(left))
    assert len(tray._kept) <= MOST_KEPT
    assert (tray.brightest(0.105) == high).all()
    aside = KnownTray(reflection, lifted(plain), shown, np.ones((3, 3), np.uint8)).brightest(0.105)
    assert (aside == cv2.dilate(high, np.ones((3, 3), np.uint8))).all()
