"""The Pi's camera: settings fixed together, frames matched to the ring, picked up again after a stall."""

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.clock import HandWoundClock
from hardware.errors import CameraBroken, CameraMissing, CameraRefused, CameraStalled
from hardware.frames import as_bgr
from hardware.picamera import PiCamera, import_picamera2
from hardware.probe import find_cameras
from tests.hardware.fake_picamera2 import PI_CONTROLS, FakePicamera2, TimedRing


class Bench:
    """A camera, its ring and the stand-in driver on one table."""

    def __init__(self, controls: dict[str, Any] = PI_CONTROLS) -> None:
        self.clock = HandWoundClock()
        self.ring = TimedRing(self.clock)
        self.driver: Any = FakePicamera2.made_for(self.clock, self.ring, controls=controls)
        self.camera = PiCamera(light=self.ring, clock=self.clock, driver=lambda: self.driver)

    @property
    def device(self) -> FakePicamera2:
        device: FakePicamera2 = self.camera._camera
        return device


def test_both_streams_come_from_one_configuration() -> None:
    bench = Bench()
    bench.camera.open()
    given = bench.device.camera_configuration()
    assert given["main"]["size"] == (1024, 768)
    assert given["lores"]["size"] == (320, 240)
    bench.camera.watch()
    bench.camera.capture()
    assert bench.device.camera_configuration() is given


@pytest.mark.parametrize("exposure_microseconds", [2000, 8000, 30000])
@pytest.mark.parametrize("offset_seconds", [0.0, 0.007, 0.019, 0.031])
def test_no_frame_of_a_flash_pair_was_exposed_while_the_ring_changed(
    exposure_microseconds: int, offset_seconds: float
) -> None:
    bench = Bench()
    bench.camera.lock(
        {"exposure_microseconds": exposure_microseconds, "analogue_gain": 1.0, "colour_gains": [2.0, 1.5]}
    )
    with bench.camera as camera:
        bench.ring.switch(0.0)
        bench.clock.sleep(offset_seconds)
        pair = camera.capture()
    assert pair.unlit is not None
    assert pair.lit[:, 600:].mean() == pytest.approx(201, abs=1)
    assert pair.unlit[:, 600:].mean() == pytest.approx(21, abs=1)


def test_without_exposure_in_the_metadata_enough_frames_pass() -> None:
    bench = Bench(controls={})
    with bench.camera as camera:
        pair = camera.capture()
    assert pair.unlit is not None
    assert pair.lit[:, 600:].mean() == pytest.approx(201, abs=1)
    assert pair.unlit[:, 600:].mean() == pytest.approx(21, abs=1)


def test_it_warms_up_with_the_ring_on_and_then_holds_what_was_metered() -> None:
    bench = Bench()
    bench.camera.open()
    assert bench.device.focused == 1
    assert [level for _, level in bench.ring.switched] == [0.0, 1.0, 0.0]
    assert bench.camera.settings() == {
        "exposure_microseconds": 8000,
        "analogue_gain": 1.5,
        "colour_gains": [2.1, 1.6],
        "lens_position": 5.5,
    }
    assert bench.device.applied == {
        "AeEnable": False,
        "AwbEnable": False,
        "AfMode": 0,
        "ExposureTime": 8000,
        "AnalogueGain": 1.5,
        "ColourGains": (2.1, 1.6),
        "LensPosition": 5.5,
    }


def test_calibrated_settings_are_there_from_the_first_frame() -> None:
    bench = Bench()
    calibrated = {
        "exposure_microseconds": 5000,
        "analogue_gain": 2.0,
        "colour_gains": [1.9, 1.7],
        "lens_position": 6.0,
    }
    bench.camera.lock(calibrated)
    bench.camera.open()
    assert bench.device.focused == 0
    assert bench.device.applied["ExposureTime"] == 5000
    assert bench.device.applied["ColourGains"] == (1.9, 1.7)
    assert bench.camera.settings() == calibrated


def test_a_camera_without_such_controls_is_left_as_it_is() -> None:
    bench = Bench(controls={"AeEnable": (False, True, True), "ExposureTime": (1, 66666, 8000)})
    bench.camera.lock({"exposure_microseconds": 4000, "lens_position": 3.0, "colour_gains": [2.0, 1.5]})
    bench.camera.open()
    assert bench.device.applied == {"AeEnable": False, "ExposureTime": 4000}


@pytest.mark.parametrize(("locked", "focused"), [({}, 1), ({"lens_position": 3.0}, 0)])
def test_a_focus_that_was_calibrated_is_not_looked_for_again(locked: dict[str, object], focused: int) -> None:
    bench = Bench()
    bench.camera.lock(locked)
    bench.camera.open()
    assert bench.device.focused == focused
    assert bench.camera.settings()["lens_position"] == (3.0 if locked else 5.5)


def test_after_a_stall_it_is_picked_up_with_its_settings() -> None:
    bench = Bench()
    bench.camera.open()
    settings = bench.camera.settings()
    bench.driver.stalled = True
    with pytest.raises(CameraStalled, match=r"gave no frame within 1 seconds"):
        bench.camera.watch(1.0)
    assert bench.device.jobs_stuck == 0  # the unanswered job was taken back
    bench.camera.close()
    with pytest.raises(CameraStalled):
        bench.camera.open()
    bench.driver.stalled = False
    bench.camera.open()
    assert bench.camera.watch().shape == (240, 320, 3)
    assert bench.camera.settings() == settings
    assert bench.device.applied["ExposureTime"] == 8000


def test_a_capture_that_stalls_leaves_the_ring_as_it_was() -> None:
    bench = Bench()
    bench.camera.open()
    bench.ring.switch(0.4)
    bench.driver.stalled = True
    with pytest.raises(CameraStalled):
        bench.camera.capture(1.0)
    assert bench.ring.level == 0.4


def test_blue_stays_blue_in_both_streams() -> None:
    bench = Bench()
    bench.camera.open()
    bench.ring.switch(1.0)
    for frame in (bench.camera.watch(), bench.camera.capture().lit):
        half = frame.shape[1] // 2
        assert frame[:, : half - 4, 0].mean() < 0.7 * frame[:, half + 4 :, 0].mean()
        assert frame[:, : half - 4, 2].mean() > 0.9 * frame[:, half + 4 :, 2].mean()


@pytest.mark.parametrize(("pixel_format", "order"), [("XRGB8888", (0, 1, 2)), ("BGR888", (2, 1, 0))])
def test_other_layouts_are_put_right(pixel_format: str, order: tuple[int, int, int]) -> None:
    channels = 4 if pixel_format == "XRGB8888" else 3
    array = np.zeros((4, 6, channels), np.uint8)
    array[..., :3] = (10, 20, 30)
    frame = as_bgr(array, pixel_format, (6, 4))
    assert frame[0, 0].tolist() == [(10, 20, 30)[place] for place in order]


def test_a_layout_nobody_knows_is_refused() -> None:
    with pytest.raises(CameraBroken, match="gives its frames as SBGGR10"):
        as_bgr(np.zeros((4, 6), np.uint8), "SBGGR10", (6, 4))


def test_a_camera_with_one_stream_is_watched_through_its_full_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    really_configure = bench.driver.configure

    def one_stream(camera: Any, configuration: dict[str, Any]) -> None:
        if configuration["lores"]:
            raise RuntimeError("Requested lores stream is not supported")
        really_configure(camera, configuration)

    monkeypatch.setattr(bench.driver, "configure", one_stream)
    bench.camera.open()
    assert bench.camera.watch().shape == (240, 320, 3)


def test_a_camera_that_another_program_holds_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()

    def busy(camera: Any) -> None:
        raise RuntimeError("Failed to acquire camera: Device or resource busy")

    monkeypatch.setattr(bench.driver, "start", busy)
    with pytest.raises(CameraMissing, match=r"resource busy.*is another program using it"):
        bench.camera.open()


def test_a_focus_that_never_comes_is_a_stall(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()

    def never(camera: Any, wait: float) -> bool:
        bench.clock.sleep(wait)
        raise TimeoutError

    monkeypatch.setattr(bench.driver, "autofocus_cycle", never)
    with pytest.raises(CameraStalled, match="starts, but gives no frames"):
        bench.camera.open()
    assert bench.ring.level == 0.0


def test_settings_no_camera_takes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    bench.camera.open()

    def refuse(camera: Any, controls: dict[str, Any]) -> None:
        raise ValueError("ColourGains wants two numbers")

    monkeypatch.setattr(bench.driver, "set_controls", refuse)
    with pytest.raises(CameraRefused, match="ColourGains wants two numbers"):
        bench.camera.lock({"colour_gains": [1.0]})


def test_a_driver_that_falls_over_is_a_stall(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    bench.camera.open()

    def fall(camera: Any, wait: float) -> None:
        raise RuntimeError("Camera frontend has timed out!")

    monkeypatch.setattr(bench.driver, "capture_request", fall)
    with pytest.raises(CameraStalled, match="frontend has timed out"):
        bench.camera.watch()


def test_without_a_ring_there_is_one_frame_only() -> None:
    bench = Bench()
    camera = PiCamera(clock=bench.clock, driver=lambda: bench.driver)
    with camera:
        assert camera.capture().unlit is None


def test_no_camera_on_the_cable_is_said() -> None:
    bench = Bench()
    bench.driver.connected = False
    with pytest.raises(CameraMissing, match="check both ends of the cable"):
        bench.camera.open()


def test_a_missing_picamera2_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "picamera2", None)
    with pytest.raises(CameraMissing, match="apt install python3-picamera2"):
        import_picamera2()


def test_a_picamera2_that_does_not_fit_numpy_is_said_and_no_harm_to_a_webcam(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def misfit(_name: str) -> None:
        raise ValueError("numpy.dtype size changed")

    monkeypatch.setattr(importlib, "import_module", misfit)
    with pytest.raises(CameraMissing, match=r"does not load .numpy.dtype size changed.; install"):
        import_picamera2()
    webcam = tmp_path / "sys/class/video4linux/video0"
    webcam.mkdir(parents=True)
    (webcam / "name").write_text("A webcam\n")
    assert [camera.spec for camera in find_cameras(tmp_path)] == ["webcam:0"]
