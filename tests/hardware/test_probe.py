"""What is plugged in, from files laid out as a Pi's kernel lays them out."""

from pathlib import Path
from typing import Any

import pytest

from companion.words import Text
from hardware.board import find_board, find_pins
from hardware.camera import name_camera, open_camera
from hardware.clock import HandWoundClock
from hardware.errors import CameraMissing
from hardware.picamera import PiCamera
from hardware.probe import CameraFound, find_cameras
from tests.hardware.fake_picamera2 import FakePicamera2, TimedRing
from tests.hardware.test_power_and_screen import lay

PI_5 = {
    "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
    "dev/gpiochip0": "",
    "sys/class/video4linux/video0/name": "rp1-cfe-csi2_ch0\n",
    "sys/class/video4linux/video19/name": "rpi-hevc-dec\n",
    "sys/class/video4linux/video20/name": "pispbe-input\n",
    "sys/class/video4linux/video8/name": "HD Pro Webcam C920\n",
    "sys/class/video4linux/video8/index": "0\n",
    "sys/class/video4linux/video9/name": "HD Pro Webcam C920\n",
    "sys/class/video4linux/video9/index": "1\n",
}


def no_picamera2() -> Any:
    raise CameraMissing(Text("picamera2 is not installed here"))


def with_picamera2() -> Any:
    clock = HandWoundClock()
    return FakePicamera2.made_for(clock, TimedRing(clock))


def test_a_pi_with_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    root = lay(tmp_path, PI_5)
    assert find_cameras(root, with_picamera2) == (
        CameraFound("picamera:0", "Raspberry Pi camera imx708"),
        CameraFound("webcam:8", "HD Pro Webcam C920"),
    )
    assert find_board(root) == "Raspberry Pi 5 Model B Rev 1.0"
    assert find_pins(root) == "lgpio"


def test_a_bare_laptop_has_none_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    assert (find_cameras(tmp_path, no_picamera2), find_board(tmp_path), find_pins(tmp_path)) == ((), "", "")


def test_mock_pins_count_only_when_asked_for_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    assert find_pins(tmp_path) == "mock"


def test_a_camera_manager_that_fails_leaves_the_webcams(tmp_path: Path) -> None:
    class Broken:
        @staticmethod
        def global_camera_info() -> list[object]:
            raise RuntimeError("camera manager failed")

    found = find_cameras(lay(tmp_path, PI_5), lambda: Broken)
    assert [camera.spec for camera in found] == ["webcam:8"]


def test_auto_takes_the_first_that_is_there_and_says_so_when_none_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.probe.find_cameras", lambda: (CameraFound("simulated", "a tower"),))
    with open_camera("auto") as camera:
        assert camera.name == "simulated tower"
    monkeypatch.setattr("hardware.probe.find_cameras", lambda: ())
    with pytest.raises(CameraMissing, match="start with --camera simulated"):
        open_camera("auto")


def test_auto_on_a_pi_waits_for_the_pis_own_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.probe.find_cameras", lambda: ())
    monkeypatch.setattr("hardware.board.find_board", lambda: "Raspberry Pi 5 Model B Rev 1.0")
    assert isinstance(name_camera("auto"), PiCamera)
