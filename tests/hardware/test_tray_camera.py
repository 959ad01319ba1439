"""The owner of the camera: every fault is noticed within two seconds, said once, retried, and over."""

import contextlib
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import Making, WhicheverIsThere
from hardware.clock import HandWoundClock
from hardware.errors import CameraBroken, CameraError, CameraMissing, CameraStalled
from hardware.folder import FolderCamera
from hardware.frames import Frame
from hardware.simulated import SimulatedTower
from hardware.simulated.tower import Trouble
from hardware.tray_camera import LAST_RETRY_SECONDS, Health, TrayCamera

FAULTS: dict[Trouble, str] = {
    "unplugged": "missing",
    "stalled": "stalled",
    "frozen": "frozen",
    "black": "black",
    "wrong size": "wrong size",
}


class Watch:
    """A cameraed tower, watched as the companion does: again and again, whatever comes."""

    def __init__(self, room: str = "evening") -> None:
        self.clock = HandWoundClock()
        self.tower = SimulatedTower(seed=1, clock=self.clock, room=room, full_size=(512, 384))
        self.said: list[Health] = []
        self.camera = TrayCamera(
            self.tower, light=self.tower.light, clock=self.clock, on_change=self.said.append
        )
        self.camera.watch()
        self.tower.light.on()

    def look(self, seconds: float) -> int:
        """Watch for a while; how many frames came."""
        frames, until = 0, self.clock.now() + seconds
        while self.clock.now() < until:
            try:
                self.camera.watch()
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
    assert watch.camera.health.well
    assert watch.camera.watch().shape == (240, 320, 3)
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
    camera = TrayCamera(tower, clock=clock)
    with pytest.raises(CameraMissing, match="unplugged"):
        camera.watch()
    assert camera.health.state == "missing"
    clock.sleep(15.0)
    watched, really_watch = 0, tower.watch

    def watch_and_count(timeout_seconds: float = 2.0) -> Frame:
        nonlocal watched
        watched += 1
        return really_watch(timeout_seconds)

    tower.watch = watch_and_count  # type: ignore[method-assign]
    assert camera.watch().size
    assert watched == 2  # one frame might be an old one
    assert camera.health.well


def test_settings_are_fixed_again_after_a_restart() -> None:
    watch = Watch()
    watch.camera.lock({"exposure_microseconds": 4000})
    watch.tower.trouble("unplugged", seconds=1.0)
    watch.look(0.5)
    watch.tower._settings.clear()
    watch.look(5.0)
    assert watch.camera.settings() == {"exposure_microseconds": 4000}


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
    watch.camera.flash()
    watch.tower.trouble(trouble)
    with pytest.raises(CameraBroken):
        watch.camera.flash()
    assert watch.camera.health.state == trouble


def test_a_stall_in_the_middle_of_a_count_is_noticed_in_two_seconds_too() -> None:
    watch = Watch()
    watch.tower.trouble("stalled")
    began = watch.clock.now()
    with pytest.raises(CameraStalled):
        watch.camera.flash()
    assert watch.clock.now() - began <= 2.0
    assert watch.camera.health.state == "stalled"


def test_lit_and_unlit_the_same_is_a_frozen_camera() -> None:
    watch = Watch()
    pair = watch.camera.flash()
    watch.tower.trouble("frozen")
    watch.tower._stuck_frames = {(512, True): pair.lit, (512, False): pair.lit}
    with pytest.raises(CameraBroken, match="same picture over and over"):
        watch.camera.flash()


def test_photos_may_repeat_themselves(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.full((96, 128, 3), 90, np.uint8))
    clock = HandWoundClock()
    camera = TrayCamera(FolderCamera(tmp_path, clock=clock), clock=clock)
    for _ in range(60):
        camera.watch()
    assert camera.health.well


def test_let_go_it_is_dark_and_closed_and_opens_by_itself_when_it_is_needed() -> None:
    watch = Watch()
    watch.camera.let_go()
    assert watch.camera.health.state == "closed"
    assert watch.tower.light.level == 0
    assert watch.camera.watch().size
    assert watch.camera.health.well


@pytest.mark.parametrize(("trouble", "state"), FAULTS.items())
def test_closing_and_opening_does_not_make_it_well(trouble: Trouble, state: str) -> None:
    watch = Watch()
    watch.look(1.0)
    watch.tower.trouble(trouble)
    watch.look(2.0)
    tries: list[int] = []
    for _ in range(40):
        watch.camera.let_go()
        with contextlib.suppress(CameraError):
            while watch.camera.watch().size:
                pass
        if watch.camera.tries not in tries:
            tries.append(watch.camera.tries)
        watch.clock.sleep(1.0)
    assert watch.states() == ["well", state]
    assert tries == sorted(tries)
    assert len(tries) > 3
    watch.tower.trouble(None)
    watch.clock.sleep(LAST_RETRY_SECONDS)
    assert watch.camera.watch().size
    assert watch.states() == ["well", state, "well"]


def test_a_frozen_camera_takes_no_photo_until_it_is_well() -> None:
    watch = Watch()
    watch.tower.trouble("frozen")
    watch.look(3.0)
    watch.clock.sleep(LAST_RETRY_SECONDS)
    with pytest.raises(CameraBroken, match="same picture over and over"):
        watch.camera.flash()
    watch.tower.trouble(None)
    watch.clock.sleep(LAST_RETRY_SECONDS)
    assert watch.camera.flash().lit.size
    assert watch.camera.health.well


def test_the_journal_has_a_fault_once_and_that_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    watch = Watch()
    watch.tower.trouble("unplugged", seconds=10.0)
    watch.look(10.0)
    watch.look(LAST_RETRY_SECONDS + 2.0)
    assert watch.camera.health.well
    told = [record.getMessage() for record in caplog.records]
    assert told == ["camera: The simulated camera was unplugged.", "camera: it works again"]


def test_any_camera_is_one_that_is_there_when_it_is_opened(tmp_path: Path) -> None:
    """Plugged in late, or back on another port with frames of another size: found without a restart."""
    clock = HandWoundClock()
    specs = []
    for high in (200, 300):
        (tmp_path / str(high)).mkdir()
        cv2.imwrite(str(tmp_path / str(high) / "1.jpg"), np.full((high, 400, 3), 90, np.uint8))
        specs.append(f"photos:{tmp_path / str(high)}")
    there: list[str] = []
    whichever = WhicheverIsThere(f"photos:{tmp_path / 'nowhere'}", Making(clock=clock), lambda: there)
    camera = TrayCamera(whichever, clock=clock)

    def comes() -> Frame:
        for _try in range(400):
            with contextlib.suppress(CameraError):
                return camera.watch()
        raise AssertionError(camera.health)

    with pytest.raises(CameraError):
        camera.watch()
    there.append(specs[0])
    low = comes()
    camera.let_go()
    there.insert(0, specs[1])
    comes()
    assert whichever.spec == specs[0]  # one that works is not changed for another
    camera.let_go()
    there.remove(specs[0])
    assert comes().shape > low.shape
    assert whichever.spec == specs[1]
