"""What every camera does alike: the Pi's own, a webcam, a folder of photos, the simulated tower.

On a Raspberry Pi `pytest -m pi tests/hardware` runs the same tests with its real camera.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import Camera
from hardware.clock import HandWoundClock
from hardware.errors import CameraError, CameraMissing, CameraStalled
from hardware.folder import FolderCamera
from hardware.lights import Light, NoLight
from hardware.picamera import PiCamera
from hardware.simulated import SimulatedTower
from hardware.simulated.tower import SimulatedRing
from hardware.webcam import Webcam
from tests.hardware.fake_picamera2 import FakePicamera2, TimedRing
from tests.hardware.fake_webcam import FakeCapture


@dataclass
class Case:
    """One camera, its ring, and how the outside world makes it fail."""

    camera: Camera
    light: Light
    pairs: bool
    stall: Callable[[], None] | None = None
    unplug: Callable[[], None] | None = None


def simulated(_: Path) -> Case:
    tower = SimulatedTower(seed=3, clock=HandWoundClock())
    return Case(
        tower, tower.light, True, lambda: tower.trouble("stalled"), lambda: tower.trouble("unplugged")
    )


def folder(path: Path) -> Case:
    for name, level in (("2.jpg", 180), ("2.off.jpg", 20), ("10.jpg", 60)):
        cv2.imwrite(str(path / name), np.full((768, 1024, 3), level, np.uint8))
    return Case(FolderCamera(path, clock=HandWoundClock()), NoLight(), True)


def webcam(_: Path) -> Case:
    ring = SimulatedRing()
    device = FakeCapture(ring)
    return Case(
        Webcam(0, light=ring, opener=lambda _: device),
        ring,
        True,
        lambda: device.hang(True),
        lambda: setattr(device, "unplugged", True),
    )


def webcam_without_ring(_: Path) -> Case:
    return Case(Webcam(0, opener=lambda _: FakeCapture(NoLight())), NoLight(), False)


def picamera(_: Path) -> Case:
    clock = HandWoundClock()
    ring = TimedRing(clock)
    driver = FakePicamera2.made_for(clock, ring)
    return Case(
        PiCamera(light=ring, clock=clock, driver=lambda: driver),
        ring,
        True,
        lambda: setattr(driver, "stalled", True),
        lambda: setattr(driver, "connected", False),
    )


def virtual_picamera(_: Path) -> Case:
    """As libcamera's virtual camera is: NV12 only, nothing to set."""
    clock = HandWoundClock()
    ring = TimedRing(clock)
    driver = FakePicamera2.made_for(clock, ring, controls={}, only_nv12=True)
    return Case(PiCamera(light=ring, clock=clock, driver=lambda: driver), ring, True)


def real_picamera(_: Path) -> Case:
    return Case(PiCamera(), NoLight(), False)


CASES = [
    simulated,
    folder,
    webcam,
    webcam_without_ring,
    picamera,
    virtual_picamera,
    pytest.param(real_picamera, marks=pytest.mark.pi),
]


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Case]:
    made: Case = request.param(tmp_path)
    yield made
    made.camera.close()


def watch_repeatedly(camera: Camera, timeout_seconds: float) -> None:
    """What was already on its way may still arrive before a fault shows."""
    for _ in range(3):
        camera.watch(timeout_seconds)


def reopen_repeatedly(camera: Camera) -> None:
    """A ribbon cable that came off shows at the latest when the camera is opened again."""
    for _ in range(20):
        camera.watch()
        camera.close()
        camera.open()


def test_watching_gives_small_colour_frames(case: Case) -> None:
    with case.camera as camera:
        frames = [camera.watch() for _ in range(3)]
    for frame in frames:
        assert frame.dtype == np.uint8
        assert frame.shape == frames[0].shape
        height, width, channels = frame.shape
        assert channels == 3
        assert 240 <= width <= 660
        assert 180 <= height <= 490


def test_a_capture_is_a_full_frame_larger_than_what_is_watched(case: Case) -> None:
    with case.camera as camera:
        small, pair = camera.watch(), camera.capture()
    assert pair.lit.dtype == np.uint8
    assert pair.lit.shape[0] >= 768
    assert pair.lit.shape[1] >= 1.5 * small.shape[1]
    assert pair.lit.flags["C_CONTIGUOUS"]


def test_a_flash_pair_is_lit_and_unlit_and_leaves_the_ring_as_it_was(case: Case) -> None:
    case.light.on(0.3)
    with case.camera as camera:
        before = case.light.level
        pair = camera.capture()
        if not case.pairs:
            assert pair.unlit is None
            return
        assert pair.unlit is not None
        assert pair.unlit.shape == pair.lit.shape
        assert pair.lit.mean() > pair.unlit.mean() + 40
        assert case.light.level == before


def test_later_captures_come_later(case: Case) -> None:
    with case.camera as camera:
        first = camera.capture()
        camera.watch()
        assert camera.capture().taken_at >= first.taken_at


def test_frames_belong_to_whoever_asked(case: Case) -> None:
    with case.camera as camera:
        first = camera.watch()
        kept = first.copy()
        camera.watch()[:] = 0
        camera.watch()
        assert np.array_equal(first, kept)


def test_frames_are_given_back_so_that_they_never_run_out(case: Case) -> None:
    with case.camera as camera:
        for _ in range(12):
            camera.watch()
        camera.capture()
        camera.watch()


def test_it_opens_again_after_closing_and_closing_twice_does_no_harm(case: Case) -> None:
    camera = case.camera
    for _ in range(2):
        camera.open()
        camera.open()
        assert camera.watch().size
        camera.close()
        camera.close()
    with pytest.raises(CameraMissing):
        camera.watch()
    with pytest.raises(CameraMissing):
        camera.capture()


def test_unlocked_it_meters_anew_when_it_is_opened_again(case: Case) -> None:
    with case.camera as camera:
        metered = camera.settings()
        camera.lock(dict.fromkeys(metered, 7) | {"colour_gains": [7.0, 7.0]})
    camera.unlock()
    with camera:
        assert camera.settings() == metered


def test_settings_go_in_and_come_out_as_plain_values(case: Case) -> None:
    with case.camera as camera:
        camera.lock({**camera.settings(), "unheard_of": 1})
        settings = camera.settings()
        camera.lock(settings)
        assert json.loads(json.dumps(settings)) == json.loads(json.dumps(camera.settings()))
        assert camera.watch().size


def test_it_has_a_name_a_person_understands(case: Case) -> None:
    case.camera.open()
    assert any(word in case.camera.name for word in ("camera", "webcam", "photos", "tower"))


def test_a_camera_that_stalls_is_noticed_in_time(case: Case) -> None:
    if case.stall is None:
        return  # a photo cannot stall
    with case.camera as camera:
        camera.watch()
        case.stall()
        with pytest.raises(CameraStalled, match=r"within 0\.2 seconds"):
            watch_repeatedly(camera, 0.2)


def test_an_unplugged_camera_says_so(case: Case) -> None:
    if case.unplug is None:
        return  # nothing to unplug
    case.camera.open()
    case.unplug()
    with pytest.raises(CameraError) as raised:
        reopen_repeatedly(case.camera)
    assert str(raised.value).endswith(".")
