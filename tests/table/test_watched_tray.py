"""How the camera stands, before and while it is used: opening, missing, not calibrated, ready."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue

import pytest

from companion.table.found_tray import Hands
from companion.table.reports import CameraState, Report
from companion.table.watched_tray import CameraNews, WatchedTray
from hardware.clock import HandWoundClock
from hardware.errors import CameraMissing
from hardware.lights import Light
from hardware.simulated import SimulatedTower
from hardware.tray_camera import TrayCamera
from vision.profile import Profile
from words import Text


class Found:
    """A real tray, as far as home can tell: a tower whose camera can be pulled out."""

    real = True
    hands: Hands | None = None
    profile: Profile | None = None
    unplugged = False
    works = CameraState("uncalibrated")

    def __init__(self) -> None:
        clock = HandWoundClock()
        self.tower = SimulatedTower(seed=1, clock=clock, full_size=(320, 240))
        self.camera = TrayCamera(self.tower, clock=clock)

    def keep(self, profile: Profile) -> None:
        self.profile = profile


class Table:
    """A tray, and the news of it."""

    def __init__(self, find: Callable[[Light | None], Found]) -> None:
        self.news: SimpleQueue[object] = SimpleQueue()
        self.tray = WatchedTray("webcam:0", find, self.news.put)

    def next_state(self) -> CameraState:
        while True:
            event = self.news.get(timeout=30)
            if isinstance(event, CameraNews):
                return event.state


@pytest.fixture
def found() -> Found:
    return Found()


def test_it_is_opening_until_the_camera_has_given_a_picture(found: Found) -> None:
    table = Table(lambda light: found)
    assert table.tray.state.kind == "opening"
    table.tray.open_soon()
    assert table.next_state().kind == "uncalibrated"
    assert not found.camera.is_open, "and is let go again"
    table.tray.close()


def test_a_camera_that_gives_no_picture_is_missing_and_says_why(found: Found) -> None:
    found.tower.trouble("unplugged")
    table = Table(lambda light: found)
    table.tray.open_soon()
    state = table.next_state()
    assert state.kind == "missing"
    assert "unplugged" in str(state.says)
    found.tower.trouble(None)
    found.works = CameraState("ready")
    for _ in range(100):
        table.tray.look_after()
        if not table.news.empty():
            break
        found.camera.hurry()
    assert table.next_state().kind == "ready"
    table.tray.close()


def test_one_that_is_pulled_out_at_home_is_missing(found: Found) -> None:
    table = Table(lambda light: found)
    table.tray.open_soon()
    assert table.next_state().kind == "uncalibrated"
    table.tray.look_after()
    found.tower.trouble("unplugged")
    found.unplugged = True
    table.tray.look_after()
    assert table.next_state().kind == "missing"
    table.tray.close()


def test_what_cannot_be_found_is_missing() -> None:
    def none(light: Light | None) -> Found:
        raise CameraMissing(Text("No camera was found."))

    table = Table(none)
    table.tray.open_soon()
    assert table.next_state() == CameraState("missing", Text("No camera was found."))
    table.tray.close()


def test_faults_and_counts_of_an_evening_are_heard_too(found: Found) -> None:
    table = Table(lambda light: found)
    table.tray.open_soon()
    assert table.next_state().kind == "uncalibrated"
    table.tray._hear(Report("fault", fault="camera", sentence=Text("It was unplugged.")))
    assert table.next_state() == CameraState("missing", Text("It was unplugged."))
    table.tray._hear(Report("paused"))
    assert table.tray.state.kind == "missing", "that proves nothing"
    table.tray._hear(Report("moving"))
    assert table.next_state().kind == "uncalibrated"
    table.tray.close()
