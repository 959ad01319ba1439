"""The guard over the camera: every fault is noticed within two seconds, said once, retried, and over."""

import contextlib
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.clock import HandWoundClock
from hardware.errors import CameraBroken, CameraError, CameraMissing, CameraStalled
from hardware.folder import FolderCamera
from hardware.frames import Frame
from hardware.guard import LAST_RETRY_SECONDS, GuardedCamera, Health
from hardware.simulated import SimulatedTower
from hardware.simulated.tower import Trouble

FAULTS: dict[Trouble, str] = {
    "unplugged": "missing",
    "stalled": "stalled",
    "frozen": "frozen",
    "black": "black",
    "wrong size": "wrong size",
}


class Watch:
    """A guarded tower, watched as the companion does: again and again, whatever comes."""

    def __init__(self, room: str = "evening") -> None:
        self.clock = HandWoundClock()
        self.tower = SimulatedTower(seed=1, clock=self.clock, room=room, full_size=(512, 384))
        self.said: list[Health] = []
        self.guard = GuardedCamera(
            self.tower, light=self.tower.light, clock=self.clock, on_change=self.said.append
        )
        self.guard.open()
        self.tower.light.on()

    def look(self, seconds: float) -> int:
        """Watch for a while; how many frames came."""
        frames, until = 0, self.clock.now() + seconds
        while self.clock.now() < until:
            try:
                self.guard.watch()
                frames += 1
            except CameraError:
                self.clock.sleep(0.05)
        return frames

    def states(self) -> list[str]:
        return [health.state for health in self.said]


@pytest.mark.parametrize(("trouble", "state"), FAULTS.items())
def test_a_fault_is_noticed_within_two_seconds_and_over_when_it_is_over(trouble: Trouble, state: str) -> None:
    watch = Watch()
    assert watch.look(1.0) >= 14
    began = watch.clock.now()
    watch.tower.trouble(trouble, seconds=10.0)
    watch.look(10.0)
    assert watch.states()[:2] == ["well", state]
    assert watch.said[1].since - began <= 2.0
    assert str(watch.said[1].sentence).endswith((".", "?"))
    watch.look(LAST_RETRY_SECONDS + 2.0)
    assert watch.guard.health.well
    assert watch.guard.watch().shape == (240, 320, 3)
    assert watch.states() == ["well", state, "well"]  # said once, not again and again


def test_retries_come_further_and_further_apart() -> None:
    watch = Watch()
    opened: list[float] = []
    really_open = watch.tower.open

    def open_and_note() -> None:
        opened.append(watch.clock.now())
        really_open()

    watch.tower.open = open_and_note  # type: ignore[method-assign]  # looked over its shoulder
    watch.tower.trouble("unplugged", seconds=60.0)
    watch.look(60.0)
    gaps = np.diff(opened)
    assert gaps[0] == pytest.approx(1.0, abs=0.3)
    assert all(later > earlier - 0.3 for earlier, later in pairwise(gaps))
    assert gaps[-1] == pytest.approx(LAST_RETRY_SECONDS, abs=0.5)
    assert len(opened) < 12


def test_a_camera_that_was_never_there_is_picked_up_when_it_comes() -> None:
    clock = HandWoundClock()
    tower = SimulatedTower(seed=1, clock=clock)
    tower.trouble("unplugged", seconds=5.0)
    guard = GuardedCamera(tower, clock=clock)
    guard.open()
    assert guard.health.state == "missing"
    with pytest.raises(CameraMissing, match="unplugged"):
        guard.watch()
    clock.sleep(15.0)
    watched, really_watch = 0, tower.watch

    def watch_and_count(timeout_seconds: float = 2.0) -> Frame:
        nonlocal watched
        watched += 1
        return really_watch(timeout_seconds)

    tower.watch = watch_and_count  # type: ignore[method-assign]
    assert guard.watch().size
    assert watched == 2  # one frame might be an old one
    assert guard.health.well


def test_settings_are_fixed_again_after_a_restart() -> None:
    watch = Watch()
    watch.guard.lock({"exposure_microseconds": 4000})
    watch.tower.trouble("unplugged", seconds=1.0)
    watch.look(0.5)
    watch.tower._settings.clear()
    watch.look(5.0)
    assert watch.guard.settings() == {"exposure_microseconds": 4000}


def test_a_dark_room_with_the_ring_off_is_no_fault() -> None:
    watch = Watch(room="dark")
    watch.tower.light.off()
    watch.look(5.0)
    assert watch.states() == ["well"]


def test_keshis_at_rest_are_not_taken_for_a_frozen_camera() -> None:
    watch = Watch()
    watch.tower.place({"red": 3})
    watch.look(8.0)
    assert watch.states() == ["well"]


@pytest.mark.parametrize("trouble", ["black", "wrong size"])
def test_a_bad_capture_is_refused_not_counted(trouble: Trouble) -> None:
    watch = Watch()
    watch.guard.capture()
    watch.tower.trouble(trouble)
    with pytest.raises(CameraBroken):
        watch.guard.capture()
    assert watch.guard.health.state == trouble


def test_a_stall_in_the_middle_of_a_count_is_noticed_in_two_seconds_too() -> None:
    watch = Watch()
    watch.tower.trouble("stalled")
    began = watch.clock.now()
    with pytest.raises(CameraStalled):
        watch.guard.capture(timeout_seconds=30.0)
    assert watch.clock.now() - began <= 2.0
    assert watch.guard.health.state == "stalled"


def test_lit_and_unlit_the_same_is_a_frozen_camera() -> None:
    watch = Watch()
    pair = watch.guard.capture()
    watch.tower.trouble("frozen")
    watch.tower._stuck_frames = {(512, True): pair.lit, (512, False): pair.lit}
    with pytest.raises(CameraBroken, match="same picture over and over"):
        watch.guard.capture()


def test_photos_may_repeat_themselves(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.full((96, 128, 3), 90, np.uint8))
    clock = HandWoundClock()
    guard = GuardedCamera(FolderCamera(tmp_path, clock=clock), clock=clock)
    guard.open()
    for _ in range(60):
        guard.watch()
    assert guard.health.well


def test_a_closed_guard_says_so() -> None:
    watch = Watch()
    watch.guard.close()
    assert watch.guard.health.state == "closed"
    with pytest.raises(CameraMissing, match="open it first"):
        watch.guard.watch()


@pytest.mark.parametrize(("trouble", "state"), FAULTS.items())
def test_closing_and_opening_does_not_make_it_well(trouble: Trouble, state: str) -> None:
    watch = Watch()
    watch.look(1.0)
    watch.tower.trouble(trouble)
    watch.look(2.0)
    tries: list[int] = []
    for _ in range(40):
        watch.guard.close()
        watch.guard.open()
        with contextlib.suppress(CameraError):
            while watch.guard.watch().size:
                pass
        if watch.guard.health.tries not in tries:
            tries.append(watch.guard.health.tries)
        watch.clock.sleep(1.0)
    assert watch.states() == ["well", state]
    assert tries == sorted(tries)
    assert len(tries) > 3
    watch.tower.trouble(None)
    watch.clock.sleep(LAST_RETRY_SECONDS)
    assert watch.guard.watch().size
    assert watch.states() == ["well", state, "well"]


def test_a_frozen_camera_takes_no_photo_until_it_is_well() -> None:
    watch = Watch()
    watch.tower.trouble("frozen")
    watch.look(3.0)
    watch.clock.sleep(LAST_RETRY_SECONDS)
    with pytest.raises(CameraBroken, match="same picture over and over"):
        watch.guard.capture()
    watch.tower.trouble(None)
    watch.clock.sleep(LAST_RETRY_SECONDS)
    assert watch.guard.capture().lit.size
    assert watch.guard.health.well
