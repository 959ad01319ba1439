"""The simulated tower is a fair stand-in: calibrated from its own photos, the vision counts what fell."""

from collections import Counter

import numpy as np
import pytest

from calibration.learn import learn
from hardware.clock import HandWoundClock
from hardware.simulated import SimulatedTower
from hardware.simulated.paints import COLOURS
from vision.count import TrayCounter
from vision.photo import Photo

TOSSES = 5


@pytest.mark.parametrize("seed", [1, 2])
def test_the_vision_counts_what_came_out_of_the_tower(seed: int) -> None:
    clock = HandWoundClock()
    tower = SimulatedTower(seed=seed, clock=clock)
    photos = {name: Photo(pair.lit, pair.unlit) for name, pair in tower.calibration_photos().items()}
    empty = photos.pop("empty")
    counter = TrayCounter(learn({colour: [photo] for colour, photo in photos.items()}, empty=empty))
    hands = np.random.default_rng(seed)
    with tower:
        for _ in range(TOSSES):
            tower.clear()
            clock.sleep(tower.toss(Counter(map(str, hands.choice(COLOURS, 12)))))
            pair = tower.capture()
            assert dict(counter.count(pair.lit, pair.unlit).counts) == dict(tower.truth().counts)
