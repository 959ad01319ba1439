"""When the light is measured: as the empty tray is photographed, and then no more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.session import CalibrationSession
from companion.table.pictures_taken import CapturedPair
from companion.table.watcher import TrayWatcher
from hardware.clock import HandWoundClock
from hardware.folder import FolderCamera
from hardware.picamera import PiCamera
from hardware.simulated.tower import SimulatedRing
from hardware.tray_camera import TrayCamera
from hardware.webcam import Webcam
from tests.hardware.fake_picamera2 import FakePicamera2, TimedRing
from tests.hardware.fake_webcam import FakeCapture

HAND_IN_VIEW, EMPTY_TRAY, LID_OPEN = 30_000, 8_000, 2_000  # microseconds that each would need


class Table:
    """A camera through its watcher, and the light that falls on the tray."""

    def __init__(self, watcher: TrayWatcher, light_up: Callable[[int], None]) -> None:
        self.watcher = watcher
        self.light_up = light_up

    def shoot(self, *, meter: bool = False) -> None:
        """Tap until there is a picture, as one does while a camera is coming back."""
        captured = False
        while not captured:
            self.watcher.capture("calibration", meter=meter)
            self.watcher.step()
            captured = any(report.captured for report in self.watcher.news())

    @property
    def exposure(self) -> object:
        return self.watcher.camera.settings()["exposure_microseconds"]


def on_a_pi() -> Table:
    clock = HandWoundClock()
    ring = TimedRing(clock)
    driver = FakePicamera2.made_for(clock, ring)
    camera = TrayCamera(PiCamera(light=ring, clock=clock, driver=lambda: driver), light=ring, clock=clock)

    def light_up(microseconds: int) -> None:
        driver.scene_microseconds = microseconds

    return Table(TrayWatcher(camera, None, clock=clock), light_up)


def with_a_webcam() -> Table:
    ring = SimulatedRing()
    device = FakeCapture(ring)
    camera = TrayCamera(Webcam(0, light=ring, opener=lambda _: device), light=ring)

    def light_up(microseconds: int) -> None:
        device.scene = microseconds / 100

    return Table(TrayWatcher(camera, None), light_up)


@pytest.mark.parametrize("made", [on_a_pi, with_a_webcam])
def test_the_empty_tray_is_metered_and_the_colours_are_not(made: Callable[[], Table]) -> None:
    table = made()
    table.light_up(HAND_IN_VIEW)
    table.watcher.look_on()
    table.watcher.step()
    table.light_up(EMPTY_TRAY)
    session = CalibrationSession()
    table.shoot(meter=True)
    session.remember_camera(table.watcher.camera)
    assert session.camera_settings["exposure_microseconds"] == EMPTY_TRAY
    table.light_up(LID_OPEN)
    table.shoot()
    assert table.exposure == EMPTY_TRAY
    table.watcher.stop()


@pytest.mark.parametrize("made", [on_a_pi, with_a_webcam])
def test_a_second_try_at_the_empty_tray_is_metered_again(made: Callable[[], Table]) -> None:
    table = made()
    table.watcher.look_on()
    table.light_up(HAND_IN_VIEW)
    table.shoot(meter=True)
    CalibrationSession().remember_camera(table.watcher.camera)
    table.light_up(EMPTY_TRAY)
    table.shoot(meter=True)
    assert table.exposure == EMPTY_TRAY
    table.watcher.stop()


def test_a_camera_lost_after_the_empty_tray_comes_back_with_its_lock() -> None:
    ring = SimulatedRing()
    devices = [FakeCapture(ring), FakeCapture(ring), FakeCapture(ring)]
    left = iter(devices)
    camera = TrayCamera(Webcam(0, light=ring, opener=lambda _: next(left)), light=ring)
    table = Table(TrayWatcher(camera, None), lambda _: None)
    table.watcher.look_on()
    table.watcher.step()
    table.shoot(meter=True)
    CalibrationSession().remember_camera(camera)
    devices[1].unplugged, devices[2].scene = True, LID_OPEN / 100
    table.shoot()
    assert table.exposure == 15_600
    assert devices[2].properties[cv2.CAP_PROP_EXPOSURE] == 156
    table.watcher.stop()


def test_photos_in_a_folder_do_not_begin_again(tmp_path: Path) -> None:
    for name, level in (("1.png", 50), ("2.png", 150)):
        cv2.imwrite(str(tmp_path / name), np.full((90, 120, 3), level, np.uint8))
    clock = HandWoundClock()
    watcher = TrayWatcher(TrayCamera(FolderCamera(tmp_path, clock=clock), clock=clock), None, clock=clock)
    watcher.look_on()
    watcher.step()
    clock.sleep(5.0)
    watcher.capture("calibration", meter=True)
    watcher.step()
    (captured,) = [report.captured for report in watcher.news() if report.captured]
    assert isinstance(captured, CapturedPair)
    assert captured.pair.lit.mean() == 150
