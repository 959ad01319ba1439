"""A room without any light: the unlit half of every pair is black, when calibrating and when playing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.learn import learn
from hardware.camera import FlashPair
from hardware.clock import HandWoundClock
from hardware.simulated import SimulatedTower
from vision.count import TrayCounter
from vision.light import LINEAR
from vision.photo import Photo

THROW = {"red": 2, "white": 1, "green": 1, "purple": 1, "orange": 1}


def in_the_dark(pair: FlashPair, name: str) -> Photo:
    """The pair as it would be with no light but the ring's."""
    assert pair.unlit is not None
    ring = np.clip(LINEAR[pair.lit] - LINEAR[pair.unlit], 0, 1)
    curved = np.where(ring <= 0.0031308, 12.92 * ring, 1.055 * cv2.pow(ring, 1 / 2.4) - 0.055)
    return Photo(np.asarray(curved * 255 + 0.5, np.uint8), np.zeros_like(pair.unlit), name)


@pytest.fixture(scope="module")
def tower_and_clock() -> tuple[SimulatedTower, HandWoundClock]:
    clock = HandWoundClock()
    return SimulatedTower(seed=20, clock=clock), clock


def test_a_table_calibrated_in_the_dark_counts_in_the_dark(
    tower_and_clock: tuple[SimulatedTower, HandWoundClock],
) -> None:
    tower, clock = tower_and_clock
    photos = {name: in_the_dark(pair, name) for name, pair in tower.calibration_photos().items()}
    empty = photos.pop("empty")
    counter = TrayCounter(learn({name: [photo] for name, photo in photos.items()}, empty=empty))
    with tower:
        tower.clear()
        tower.toss(THROW)
        clock.sleep(tower.seconds_until_still() + 0.5)
        photo = in_the_dark(tower.capture(), "throw")
        truth = tower.truth().counts
    for unlit in (photo.unlit, None):
        counted = counter.count(photo.frame, unlit).counts
        assert {label: count for label, count in counted.items() if count} == {
            label: count for label, count in truth.items() if count
        }
