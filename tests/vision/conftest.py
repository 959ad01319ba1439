"""One simulated tower for all tests of the vision: calibrated once, thrown into as often as needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest

from calibration.learn import learn
from hardware.clock import HandWoundClock
from hardware.simulated import SimulatedTower
from vision.count import TrayCounter
from vision.photo import Photo
from vision.profile import Profile


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that train a net need torch, and run only when asked for: pytest -m train."""
    if "train" in str(config.getoption("markexpr")):
        return
    training = [item for item in items if item.get_closest_marker("train")]
    if training:
        config.hook.pytest_deselected(items=training)
        items[:] = [item for item in items if item not in training]


@dataclass
class Table:
    """A tower on a table, and what was learned of it."""

    tower: SimulatedTower
    clock: HandWoundClock
    profile: Profile
    counter: TrayCounter

    def throw(self, counts: Mapping[str, int]) -> Photo:
        """Throw these and take a flash pair once they lie still."""
        self.tower.clear()
        self.tower.toss(counts)
        self.clock.sleep(self.tower.seconds_until_still() + 0.5)
        pair = self.tower.capture()
        return Photo(pair.lit, pair.unlit, "throw")

    def seen(self) -> dict[str, int]:
        """What really lies in the tray."""
        counts = self.tower.truth().counts
        return {label: counts.get(label, 0) for label in self.profile.labels}


@pytest.fixture(scope="session")
def table() -> Iterator[Table]:
    clock = HandWoundClock()
    tower = SimulatedTower(seed=20, clock=clock)
    photos = {name: Photo(pair.lit, pair.unlit, name) for name, pair in tower.calibration_photos().items()}
    empty = photos.pop("empty")
    profile = learn({name: [photo] for name, photo in photos.items()}, empty=empty)
    with tower:
        yield Table(tower, clock, profile, TrayCounter(profile))
