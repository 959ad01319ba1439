"""A webcam's settings and mishaps, a folder's order and broken photos, and the specs that name them."""

import time
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import CameraWishes, name_camera, open_camera
from hardware.camera_kinds import spelled
from hardware.clock import HandWoundClock
from hardware.errors import CameraBroken, CameraMissing, CameraRefused, CameraStalled
from hardware.folder import FolderCamera, photos_in
from hardware.lights import NoLight
from hardware.picamera import PiCamera
from hardware.simulated import SimulatedTower
from hardware.simulated.tower import SimulatedRing
from hardware.tray_camera import TrayCamera
from hardware.webcam import ANSWER_SECONDS, Webcam
from tests.hardware.fake_webcam import FakeCapture


def test_a_webcams_automatics_are_held_where_they_settled() -> None:
    device = FakeCapture(NoLight())
    with Webcam(0, opener=lambda _: device) as camera:
        assert camera.settings() == {
            "exposure_microseconds": 15600.0,
            "gain": 20.0,
            "white_balance_kelvin": 4600.0,
        }
    assert (cv2.CAP_PROP_AUTO_EXPOSURE, 1) in device.set_calls
    assert (cv2.CAP_PROP_AUTO_WB, 0) in device.set_calls
    assert (cv2.CAP_PROP_EXPOSURE, 156.0) in device.set_calls
    assert device.released


def test_a_webcam_takes_the_calibrated_settings_when_it_opens() -> None:
    device = FakeCapture(NoLight())
    camera = Webcam(0, opener=lambda _: device)
    camera.lock({"exposure_microseconds": 5000, "lens_position": 3.0})
    with camera:
        assert device.properties[cv2.CAP_PROP_EXPOSURE] == 50
        assert camera.settings() == {"exposure_microseconds": 5000}


def test_a_webcams_flash_pair_waits_until_the_late_frames_have_passed() -> None:
    ring = SimulatedRing()
    with Webcam(0, light=ring, opener=lambda _: FakeCapture(ring)) as camera:
        for _ in range(3):
            pair = camera.capture()
            assert pair.unlit is not None
            assert pair.lit[10:].mean() == 200
            assert pair.unlit[10:].mean() == 20


def test_a_webcam_of_four_frames_a_second_takes_flash_pairs() -> None:
    ring = SimulatedRing()
    device = FakeCapture(ring)
    camera = TrayCamera(Webcam(0, light=ring, opener=lambda _: device), light=ring)
    camera.watch()
    device.frame_seconds = 0.25
    pair = camera.flash()
    assert pair.unlit is not None
    assert (pair.lit[10:].mean(), pair.unlit[10:].mean()) == (200, 20)
    assert camera.health.well
    camera.let_go()


class HangsInTheDark(SimulatedRing):
    """A ring that makes the camera hang when it goes dark."""

    device: FakeCapture | None = None

    def switch(self, level: float) -> None:
        super().switch(level)
        if self.device is not None:
            self.device.hang(level == 0.0)


def test_a_stalled_webcam_is_told_with_the_time_that_was_really_waited() -> None:
    ring = HangsInTheDark()
    device = FakeCapture(ring)
    with Webcam(0, light=ring, opener=lambda _: device) as camera:
        device.frame_seconds = 0.1
        ring.device = device
        before = time.monotonic()
        with pytest.raises(CameraStalled, match=r"gave no frame within 0\.5 seconds"):
            camera.capture(timeout_seconds=0.5)
        assert time.monotonic() - before >= 0.3 + 0.5  # three frames with the ring on at least, then nothing
        device.hang(False)


def test_a_webcam_whose_first_frame_takes_its_time_is_waited_for() -> None:
    device = FakeCapture(NoLight())
    device.first_frame_seconds = ANSWER_SECONDS + 0.5  # as many take to start their stream
    with Webcam(0, opener=lambda _: device) as camera:
        assert camera.settings()["exposure_microseconds"] == 15600.0


def test_no_such_webcam_says_where_to_look() -> None:
    with pytest.raises(CameraMissing, match="/dev/video7"):
        Webcam(7, opener=lambda _: FakeCapture(NoLight(), has_device=False)).open()


def test_an_unplugged_webcam_is_noticed_at_once() -> None:
    device = FakeCapture(NoLight())
    camera = Webcam(0, opener=lambda _: device)
    camera.open()
    device.unplugged = True
    with suppress(CameraMissing):
        camera.watch()  # the frame that was on its way
    with pytest.raises(CameraMissing, match="was unplugged"):
        camera.watch()
    camera.close()


def test_a_driver_that_throws_gives_the_webcam_back_at_once(caplog: pytest.LogCaptureFixture) -> None:
    device = FakeCapture(NoLight())
    camera = Webcam(0, opener=lambda _: device)
    camera.open()

    def throw() -> tuple[bool, object]:
        raise cv2.error("Corrupt JPEG data")

    device.read = throw  # type: ignore[method-assign]
    began = time.monotonic()
    with suppress(CameraMissing):
        camera.watch(5.0)  # the frame that was on its way
    with pytest.raises(CameraMissing):
        camera.watch(5.0)
    assert time.monotonic() - began < 2.0
    camera.close()
    assert device.released
    assert "Corrupt JPEG data" in caplog.text


def grays(folder: Path, **levels: int) -> Path:
    for name, level in levels.items():
        cv2.imwrite(str(folder / f"{name}.png"), np.full((90, 120, 3), level, np.uint8))
    return folder


def test_photos_are_counted_as_people_count_and_unlit_twins_left_out(tmp_path: Path) -> None:
    for name in ("10.jpg", "2.jpg", "2.off.jpg", "1_hand.JPG", "log.jsonl", "notes.txt"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "sub.jpg").mkdir()
    assert [photo.name for photo in photos_in(tmp_path)] == ["1_hand.JPG", "2.jpg", "10.jpg"]


def test_each_photo_stays_a_while_and_the_last_for_good(tmp_path: Path) -> None:
    clock = HandWoundClock()
    with FolderCamera(grays(tmp_path, a=50, b=150), clock=clock, seconds_a_photo=4.0) as camera:
        assert camera.watch().mean() == 50
        assert camera.capture().unlit is None
        clock.sleep(4.0)
        assert camera.watch().mean() == 150
        clock.sleep(400.0)
        assert camera.capture().lit.mean() == 150


def test_a_broken_photo_is_named_and_the_next_one_still_comes(tmp_path: Path) -> None:
    clock = HandWoundClock()
    grays(tmp_path, z=80)
    (tmp_path / "a.jpg").write_bytes(b"no photo at all")
    (tmp_path / "b.jpg").write_bytes(b"")
    with FolderCamera(tmp_path, clock=clock, seconds_a_photo=4.0) as camera:
        for name in ("a.jpg", "b.jpg"):
            with pytest.raises(CameraBroken, match=f"{name} is no photo"):
                camera.capture()
            clock.sleep(4.0)
        assert camera.capture().lit.mean() == 80


def test_a_folder_that_is_not_there_or_empty_is_said(tmp_path: Path) -> None:
    with pytest.raises(CameraMissing, match="no folder"):
        open_camera(f"photos:{tmp_path / 'nowhere'}")
    with pytest.raises(CameraMissing, match="no photos in"):
        open_camera(f"photos:{tmp_path}")


def test_specs_name_their_cameras(tmp_path: Path) -> None:
    assert isinstance(name_camera("picamera"), PiCamera)
    assert name_camera("webcam:3").name == "webcam /dev/video3"
    assert isinstance(name_camera(f"photos:{tmp_path}"), FolderCamera)
    tower = name_camera("simulated", wishes=CameraWishes(seed=4, layer="B2"))
    assert isinstance(tower, SimulatedTower)
    assert (tower.seed, tower.layer) == (4, "B2")


@pytest.mark.parametrize("spec", ["", "polaroid", "webcam:x", "photos:", "simulated:2", "picamera:-1"])
def test_a_spec_that_names_none_is_refused_with_those_that_do(spec: str) -> None:
    with pytest.raises(CameraRefused, match=f"Say {spelled()}"):
        open_camera(spec)


def test_wished_settings_are_fixed_when_it_opens() -> None:
    with open_camera("simulated", wishes=CameraWishes(settings={"gain": 2})) as camera:
        assert camera.settings() == {"gain": 2}
