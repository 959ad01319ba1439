"""How the camera stands, before and while it is used: opening, missing, not calibrated, ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import Any

import pytest

from companion.play.decision import Decision
from companion.table.reports import CameraState, Report
from companion.table.watched_tray import CameraNews, WatchedTray
from companion.words import Text
from hardware.clock import HandWoundClock
from hardware.errors import CameraMissing
from hardware.lights import Light
from hardware.simulated import SimulatedTower
from hardware.tray_camera import TrayCamera
from vision.profile import Profile


class Found:
    """A real tray, as far as home can tell: a tower whose camera can be pulled out."""

    real = True
    tower: SimulatedTower | None = None
    profile: Profile | None = None
    unplugged = False
    works = CameraState("uncalibrated")

    def __init__(self) -> None:
        clock = HandWoundClock()
        self.eye = SimulatedTower(seed=1, clock=clock, full_size=(320, 240))
        self.camera = TrayCamera(self.eye, clock=clock)

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
    found.eye.trouble("unplugged")
    table = Table(lambda light: found)
    table.tray.open_soon()
    state = table.next_state()
    assert state.kind == "missing"
    assert "unplugged" in str(state.says)
    found.eye.trouble(None)
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
    found.eye.trouble("unplugged")
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


class Hands:
    """They lay out what the game says, and nothing else."""

    def __init__(self, tower: SimulatedTower) -> None:
        self.tower = tower
        self.followed: list[object] = []

    def follow(self, state: Any, pending: Decision | None) -> None:
        self.followed.append(state)
        self.tower.place(state)

    def take(self, colours: Mapping[str, int]) -> None:
        self.tower.take(colours)

    def lay_out(self, counts: Mapping[str, int]) -> None:
        self.followed.append(counts)


def lying(tower: SimulatedTower) -> dict[str, int]:
    return {colour: n for colour, n in tower.truth().counts.items() if n}


def test_each_game_moves_a_simulated_towers_pieces_with_hands_of_its_own(found: Found) -> None:
    found.tower = found.eye
    table, first, second = Table(lambda light: found), list[Hands](), list[Hands]()

    def lent(hands: list[Hands]) -> Callable[[SimulatedTower], Hands]:
        def lend(tower: SimulatedTower) -> Hands:
            hands.append(Hands(tower))
            return hands[-1]

        return lend

    table.tray.begin(lent(first))
    table.tray.follow({"red": 2}, None)
    table.tray.open_soon()  # the game was there before the tower
    table.next_state()
    assert lying(found.eye) == {"red": 2}
    table.tray.begin(lent(second))
    table.tray.follow({"green": 1}, None)
    assert lying(found.eye) == {"green": 1}, "what the other game left there is gone"
    table.tray.lay_out({"pink": 3})
    table.tray.close()
    assert [each.followed for each in (*first, *second)] == [[{"red": 2}], [{"green": 1}, {"pink": 3}]]


def test_a_tower_is_calibrated_before_any_game_has_hands_for_it(found: Found) -> None:
    found.tower = found.eye
    table = Table(lambda light: found)
    table.tray.open_soon()
    table.next_state()
    table.tray.lay_out({"pink": 3})
    table.tray.lay_out({"red": 1})
    assert lying(found.eye) == {"red": 1}
    table.tray.close()
