"""The watcher at a tray whose camera and counting a test drives by hand."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace, TracebackType
from typing import Self, cast

import numpy as np
import pytest

from companion.table import watcher as watcher_module
from companion.table.pictures_taken import CountedLook, picture_of
from companion.table.reports import Report
from companion.table.watcher import TrayWatcher
from companion.words import Text
from hardware.camera import FlashPair, Frame
from hardware.clock import HandWoundClock
from hardware.errors import CameraError, CameraMissing, CameraStalled
from hardware.picamera import PiCamera
from hardware.simulated import SimulatedTower
from hardware.simulated.tower import SimulatedRing, Trouble
from hardware.tray_camera import TrayCamera
from tests.hardware.fake_picamera2 import FakePicamera2, TimedRing
from vision.errors import PhotoError
from vision.observation import Observation
from vision.profile import Profile
from vision.steady import Watch

SETTINGS: dict[str, object] = {"exposure_us": 9000}


def looks_in(reports: list[Report]) -> list[CountedLook]:
    """What was counted, in order."""
    return [report.look for report in reports if isinstance(report.look, CountedLook)]


class AnyChange:
    """An eye to which whatever differs from the last frame moves."""

    def __init__(self) -> None:
        self.last: Frame | None = None

    def see(self, frame: Frame) -> Watch:
        last, self.last = self.last, frame
        return Watch("still" if last is not None and (last[:-1] == frame[:-1]).all() else "moving", 0.0)


class Tray:
    """A camera and a counter in one: it shows as many bright squares as there are red keshis."""

    name = "tray in a test"
    live = True

    def __init__(self, clock: HandWoundClock) -> None:
        self.clock = clock
        self.light = SimulatedRing()
        self.profile = cast("Profile", SimpleNamespace(camera=SETTINGS))
        self.red = 0
        self.hand = False
        self.trouble: Exception | None = None
        self.blind: Exception | None = None
        self.opened = 0
        self.is_open = False
        self.captures = 0
        self.ring_during_watch: list[float] = []
        self.locked: Mapping[str, object] = {}
        self.misread: dict[int, int] = {}  # which capture sees how many instead

    def open(self) -> None:
        if self.trouble is not None:
            raise self.trouble
        self.opened += 1
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def picture(self) -> Frame:
        frame = np.full((240, 320, 3), 40, np.uint8)
        for n in range(self.red):
            frame[40 : 40 + 60, 10 + 40 * n : 40 + 40 * n] = (30, 30, 220)
        if self.hand:
            frame[120:, :] = 250 if self.clock.now() % 0.2 < 0.1 else 120
        return frame

    def watch(self, timeout_seconds: float = 2.0) -> Frame:
        self.clock.sleep(1 / 15)
        if self.trouble is not None:
            self.clock.sleep(timeout_seconds)
            raise self.trouble
        self.ring_during_watch.append(self.light.level)
        frame = self.picture()
        frame[-1, -1] = len(self.ring_during_watch) % 2  # no live picture is ever quite like the one before
        return frame

    def capture(self, timeout_seconds: float = 5.0) -> FlashPair:
        if self.trouble is not None:
            raise self.trouble
        self.captures += 1
        self.light.switch(1.0)  # and left on: the watcher must see to it
        frame = self.picture()
        return FlashPair(frame, None, self.clock.now())

    def settings(self) -> dict[str, object]:
        return {}

    def lock(self, settings: Mapping[str, object]) -> None:
        self.locked = settings

    def unlock(self) -> None:
        self.locked = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def count(self, frame: Frame, unlit: Frame | None = None) -> Observation:
        if self.blind is not None:
            raise self.blind
        seen = self.misread.get(self.captures, self.red)
        return Observation({"red": seen}, (), sure=True, hand=self.hand)


@pytest.fixture
def clock() -> HandWoundClock:
    return HandWoundClock()


@pytest.fixture
def tray(clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch) -> Tray:
    monkeypatch.setattr("companion.table.stillness.Watcher", AnyChange)
    return Tray(clock)


@pytest.fixture
def watcher(tray: Tray, clock: HandWoundClock) -> TrayWatcher:
    return TrayWatcher(TrayCamera(tray, light=tray.light, clock=clock), tray, clock=clock)


def run(watcher: TrayWatcher, seconds: float) -> list[Report]:
    """Let the watcher work for so many seconds of the table's time; what it posted."""
    clock = watcher._clock
    until = clock.now() + seconds
    while clock.now() < until:
        before = clock.now()
        watcher.step()
        if clock.now() == before:
            clock.sleep(0.1)
    return watcher.news()


def states(reports: list[Report]) -> list[str]:
    return [report.state for report in reports]


def counts(reports: list[Report]) -> list[int]:
    return [look.observation.total for look in looks_in(reports)]


def test_an_empty_tray_before_the_toss_is_no_news(watcher: TrayWatcher) -> None:
    watcher.watch()
    assert counts(run(watcher, 4)) == []


def test_keshis_that_fell_and_lie_still_are_counted_once(watcher: TrayWatcher, tray: Tray) -> None:
    watcher.watch()
    run(watcher, 2)
    for tray.red in range(1, 5):
        reports = run(watcher, 0.2)
        assert states(reports) in (["moving"], [])
    reports = run(watcher, 3)
    assert states(reports) == ["counting", "counted"]
    assert counts(reports) == [4]
    assert states(run(watcher, 10)) == []


def test_nothing_is_counted_while_a_hand_is_in_view(watcher: TrayWatcher, tray: Tray) -> None:
    tray.red = 2
    watcher.watch()
    assert counts(run(watcher, 3)) == [2]
    tray.hand = True
    tray.red = 1
    assert counts(run(watcher, 3)) == []
    tray.hand = False
    assert counts(run(watcher, 3)) == [1]


def test_the_last_keshi_leaving_the_tray_is_news(watcher: TrayWatcher, tray: Tray) -> None:
    tray.red = 1
    watcher.watch()
    assert counts(run(watcher, 3)) == [1]
    tray.red = 0
    assert counts(run(watcher, 3)) == [0]


def test_one_look_that_disagrees_does_not_flip_the_count(watcher: TrayWatcher, tray: Tray) -> None:
    tray.red = 3
    tray.misread = {1: 2}
    watcher.watch()
    assert counts(run(watcher, 3)) == [3]
    assert tray.captures == 3


def test_a_keshi_taken_between_two_flashes_is_noticed(watcher: TrayWatcher, tray: Tray) -> None:
    tray.red = 3
    watcher.watch()
    while not tray.captures:
        watcher.step()
    tray.red = 2  # while the flash still dazzles
    assert counts(run(watcher, 3)) == [3, 2]


def test_the_ring_is_dark_unless_it_counts(watcher: TrayWatcher, tray: Tray) -> None:
    tray.red = 2
    watcher.watch()
    run(watcher, 3)
    assert tray.captures
    assert set(tray.ring_during_watch) == {0.0}
    watcher.pause()
    run(watcher, 0.5)
    assert tray.light.level == 0.0


def test_paused_it_lets_the_camera_go_and_asks_for_no_frame(watcher: TrayWatcher, tray: Tray) -> None:
    watcher.watch()
    run(watcher, 1)
    watcher.pause()
    assert states(run(watcher, 0.3)) == ["paused"]
    assert not tray.is_open
    assert watcher.live is None
    looks = len(tray.ring_during_watch)
    run(watcher, 5)
    assert len(tray.ring_during_watch) == looks


@pytest.mark.parametrize(
    "trouble",
    [CameraStalled(Text("No frame came.")), CameraMissing(Text("It was unplugged.")), RuntimeError("driver")],
)
def test_a_camera_that_fails_is_told_within_two_seconds_and_picked_up_again(
    watcher: TrayWatcher, tray: Tray, clock: HandWoundClock, trouble: Exception
) -> None:
    tray.red = 2
    watcher.watch()
    assert counts(run(watcher, 3)) == [2]
    tray.trouble = trouble
    began = clock.now()
    while not (reports := watcher.news()):
        watcher.step()
    assert clock.now() - began <= 2.0
    assert states(reports) == ["fault"]
    assert reports[0].fault == "camera"
    assert reports[0].sentence == (
        trouble.said if isinstance(trouble, CameraError) else watcher_module.STUMBLED
    )
    assert states(run(watcher, 20)) == [], "one fault is told once"
    tray.trouble = None
    tray.red = 1  # taken while nobody was looking
    assert counts(run(watcher, 12)) == [1]
    assert tray.is_open


def test_who_asks_for_a_count_while_the_camera_fails_is_told_so(watcher: TrayWatcher, tray: Tray) -> None:
    tray.red = 2
    watcher.watch()
    run(watcher, 3)
    tray.trouble = CameraMissing(Text("It was unplugged."))
    run(watcher, 6)
    watcher.count_now()
    reports = run(watcher, 40)
    assert states(reports) in (["fault"], ["counting", "fault"])
    assert str(reports[-1].sentence) == "It was unplugged."
    watcher.capture("calibration 1")
    assert states(run(watcher, 40)) == ["fault"]
    tray.trouble = None
    assert counts(run(watcher, 12)) == [2]


def test_at_the_guarded_tower_a_count_asked_for_during_a_fault_is_answered() -> None:
    clock = HandWoundClock()
    tower = SimulatedTower(seed=5, clock=clock, full_size=(320, 240))
    camera = TrayCamera(tower, light=tower.light, clock=clock)
    watcher = TrayWatcher(camera, Oracle(tower), clock=clock)
    tower.place({"red": 2})
    watcher.watch()
    run(watcher, 4)
    tower.trouble("unplugged")
    assert states(run(watcher, 8)) == ["fault"]
    watcher.count_now()
    assert states(run(watcher, 40))[-1] == "fault"
    watcher.capture("calibration 1")
    assert states(run(watcher, 40)) == ["fault"]


@pytest.mark.parametrize("trouble", ["unplugged", "stalled", "black", "wrong size", "frozen"])
def test_at_the_guarded_tower_one_fault_is_told_once_and_nothing_is_counted(trouble: Trouble) -> None:
    clock = HandWoundClock()
    tower = SimulatedTower(seed=5, clock=clock, full_size=(320, 240))
    camera = TrayCamera(tower, light=tower.light, clock=clock)
    watcher = TrayWatcher(camera, Oracle(tower), clock=clock)
    tower.place({"red": 2})
    watcher.watch()
    assert counts(run(watcher, 4)) == [2]
    tower.trouble(trouble)
    reports = run(watcher, 60)
    assert states(reports)[-1] == "fault"
    assert states(reports).count("fault") == 1
    assert counts(reports) == []
    tower.trouble(None)
    tower.take({"red": 1})
    reports = run(watcher, 15)
    assert states(reports) == ["counting", "counted"]
    assert counts(reports) == [1]


@pytest.mark.parametrize(
    ("lame", "error"),
    [("capture", CameraError(Text("The camera's picture is black."))), ("count", RuntimeError("a stumble"))],
)
def test_frames_alone_do_not_end_a_fault(
    watcher: TrayWatcher, tray: Tray, lame: str, error: Exception
) -> None:
    def fail(*_: object) -> None:
        raise error

    tray.red = 2
    setattr(tray, lame, fail)
    watcher.watch()
    assert states(run(watcher, 60)) == ["waiting", "moving", "counting", "fault"]
    assert 5 <= tray.opened <= 12, "less and less often"
    delattr(tray, lame)
    assert states(run(watcher, 12)) == ["counting", "counted"]


def test_a_picture_for_the_calibration_ends_a_fault_too(tray: Tray, clock: HandWoundClock) -> None:
    watcher = TrayWatcher(TrayCamera(tray, light=tray.light, clock=clock), None, clock=clock)
    watcher.look_on()
    run(watcher, 2)
    tray.trouble = CameraMissing(Text("It was unplugged."))
    assert states(run(watcher, 20)) == ["fault"]
    tray.trouble = None
    assert states(run(watcher, 12)) == ["waiting"]
    tray.trouble = CameraMissing(Text("It was unplugged."))
    assert states(run(watcher, 5)) == ["fault"]
    tray.trouble = None
    watcher.capture("calibration 1")
    assert states(run(watcher, 0.1))[:2] == ["waiting", "captured"]


def test_it_tries_less_and_less_often_while_the_camera_stays_away(watcher: TrayWatcher, tray: Tray) -> None:
    tries = 0

    def count_open() -> None:
        nonlocal tries
        tries += 1
        raise CameraMissing(Text("none"))

    tray.open = count_open  # type: ignore[method-assign]
    watcher.watch()
    run(watcher, 60)
    assert 6 <= tries <= 14


def test_a_photo_nothing_can_be_seen_in_is_told_and_counted_again_after_a_change(
    watcher: TrayWatcher, tray: Tray
) -> None:
    tray.red = 1
    tray.blind = PhotoError(Text("There is nothing to be seen in this photo."))
    watcher.watch()
    reports = run(watcher, 5)
    assert [str(r.sentence) for r in reports if r.state == "fault"] == [
        "There is nothing to be seen in this photo."
    ]
    tray.blind = None
    tray.red = 2
    assert counts(run(watcher, 3)) == [2]


def test_without_a_calibration_it_says_so_and_goes_on_watching(tray: Tray, clock: HandWoundClock) -> None:
    watcher = TrayWatcher(TrayCamera(tray, light=tray.light, clock=clock), None, clock=clock)
    tray.red = 1
    watcher.watch()
    reports = run(watcher, 3)
    assert [r.fault for r in reports if r.state == "fault"] == ["not calibrated"]
    assert watcher.live is not None
    watcher.use(tray)
    assert counts(run(watcher, 3)) == [1]
    assert tray.locked == SETTINGS


def test_looking_on_for_the_calibration_it_counts_nothing(tray: Tray, clock: HandWoundClock) -> None:
    watcher = TrayWatcher(TrayCamera(tray, light=tray.light, clock=clock), None, clock=clock)
    watcher.look_on()
    tray.red = 3
    assert states(run(watcher, 5)) == ["waiting", "moving", "waiting"]
    assert tray.captures == 0
    assert watcher.live is not None
    watcher.use(tray)
    assert counts(run(watcher, 5)) == []
    watcher.watch()
    assert counts(run(watcher, 3)) == [3]


def test_a_new_calibration_meters_anew_and_a_cancelled_one_locks_the_old_settings(
    watcher: TrayWatcher, tray: Tray
) -> None:
    watcher.watch()
    run(watcher, 1)
    assert (tray.opened, tray.locked) == (1, SETTINGS)
    watcher.look_on()
    run(watcher, 1)
    assert (tray.opened, tray.locked) == (2, {})
    tray.trouble = CameraMissing(Text("It was unplugged."))
    run(watcher, 5)
    tray.trouble = None
    run(watcher, 8)
    assert tray.is_open
    assert tray.locked == {}
    watcher.pause()
    run(watcher, 1)
    watcher.count_now()
    run(watcher, 1)
    assert tray.locked == SETTINGS


def test_calibrating_again_the_pis_camera_finds_the_exposure_of_today(
    tray: Tray, clock: HandWoundClock
) -> None:
    old = {
        "exposure_microseconds": 60000,
        "analogue_gain": 12.0,
        "colour_gains": [3.0, 1.0],
        "lens_position": 9.0,
    }
    tray.profile = cast("Profile", SimpleNamespace(camera=old))
    ring = TimedRing(clock)
    driver = FakePicamera2.made_for(clock, ring)
    camera = TrayCamera(PiCamera(light=ring, clock=clock, driver=lambda: driver), light=ring, clock=clock)
    watcher = TrayWatcher(camera, tray, clock=clock)
    watcher.watch()
    run(watcher, 1)
    assert camera.settings() == old
    watcher.look_on()
    run(watcher, 3)
    assert camera.settings()["exposure_microseconds"] == 8000
    watcher.pause()
    watcher.watch()
    run(watcher, 3)
    assert camera.settings() == old


def test_kept_a_new_calibration_is_what_the_camera_is_locked_to(watcher: TrayWatcher, tray: Tray) -> None:
    watcher.look_on()
    run(watcher, 1)
    new = Tray(tray.clock)
    new.profile = cast("Profile", SimpleNamespace(camera={"exposure_us": 4000}))
    watcher.use(new)
    watcher.watch()
    run(watcher, 1)
    assert tray.locked == {"exposure_us": 4000}


def test_the_live_picture_is_bright_enough_to_see_something(watcher: TrayWatcher, tray: Tray) -> None:
    tray.red = 1
    watcher.watch()
    run(watcher, 1)
    assert tray.picture().max() == 220
    assert watcher.live is not None
    assert watcher.live.size_px == (320, 240)
    dark = picture_of((tray.picture() // 8).astype(np.uint8), brighten=True)
    assert max(dark.rgb) > 150
    assert max(picture_of((tray.picture() // 8).astype(np.uint8)).rgb) < 30


def test_told_to_count_now_it_counts_even_an_empty_tray(watcher: TrayWatcher) -> None:
    watcher.watch()
    run(watcher, 3)
    watcher.count_now()
    assert counts(run(watcher, 1)) == [0]


def test_calibration_can_ask_for_a_capture(watcher: TrayWatcher, tray: Tray) -> None:
    watcher.capture("green")
    reports = run(watcher, 0.5)
    assert [(r.state, r.captured and r.captured.purpose) for r in reports] == [("captured", "green")]
    assert tray.light.level == 0.0


def test_in_its_thread_it_works_stops_and_lets_the_camera_go(tray: Tray) -> None:
    posted: list[Report] = []
    counted = threading.Event()

    def post(report: Report) -> None:
        posted.append(report)
        if report.look is not None:
            counted.set()

    watcher = TrayWatcher(
        TrayCamera(tray, light=tray.light, clock=tray.clock), tray, clock=tray.clock, post=post
    )
    watcher.start()
    tray.red = 2
    watcher.watch()
    assert counted.wait(10)
    watcher.stop()
    assert counts(posted) == [2]
    assert "live" in states(posted)
    assert not tray.is_open


class HandInView:
    """Every count finds a hand, as long as it is there."""

    def __init__(self, tray: Tray) -> None:
        self.there = True
        self._see = tray.count
        tray.count = self.count  # type: ignore[method-assign]

    def count(self, frame: Frame, unlit: Frame | None = None) -> Observation:
        return replace(self._see(frame, unlit), hand=self.there)


def test_a_hand_that_rests_is_not_flashed_at_over_and_over(watcher: TrayWatcher, tray: Tray) -> None:
    tray.red = 2
    hand = HandInView(tray)
    watcher.watch(count_empty=True)
    assert counts(run(watcher, 15)) == []
    assert tray.captures <= 5
    tray.red, hand.there = 1, False  # it goes, and takes one along
    assert counts(run(watcher, 2)) == [1]


def test_what_stays_in_the_tray_and_is_no_keshi_is_told_once(watcher: TrayWatcher, tray: Tray) -> None:
    """A card, say; or the calibration is another tray's, and every count takes something for a hand."""
    tray.red = 2
    hand = HandInView(tray)
    watcher.watch(count_empty=True)
    early = run(watcher, 2)
    assert "fault" not in states(early), "a hand may rest for a moment"
    later = run(watcher, 40)
    assert [r.fault for r in later if r.state == "fault"] == ["covered"]
    assert states(later)[-1] == "fault", "it is not taken back every few seconds"
    watcher.count_now()
    assert [r.fault for r in run(watcher, 1) if r.state == "fault"] == ["covered"], "who asks is told again"
    hand.there = False
    assert counts(run(watcher, 20)) == [2]


def test_told_to_stop_it_takes_no_further_look(watcher: TrayWatcher, tray: Tray) -> None:
    tray.red = 2
    see = tray.count

    def count_and_stop(frame: Frame, unlit: Frame | None = None) -> Observation:
        watcher._stopping = True  # as `stop` does from the frame loop, which gives a slow look six seconds
        return see(frame, unlit)

    tray.count = count_and_stop  # type: ignore[method-assign]
    watcher.watch()
    assert counts(run(watcher, 3)) == []
    assert tray.captures == 1


class Oracle:
    """Counts by asking the tower itself; only the watching is tested here."""

    profile = None

    def __init__(self, tower: SimulatedTower) -> None:
        self.tower = tower

    def count(self, frame: Frame, unlit: Frame | None = None) -> Observation:
        truth = self.tower.truth()
        return Observation(dict(truth.counts), (), sure=True, hand=truth.hand)


@pytest.mark.parametrize("room", ["evening", "daylight", "dark"])
def test_a_toss_and_a_draft_at_the_simulated_tower(room: str) -> None:
    clock = HandWoundClock()
    tower = SimulatedTower(seed=5, clock=clock, room=room, full_size=(320, 240))
    watcher = TrayWatcher(TrayCamera(tower, light=tower.light, clock=clock), Oracle(tower), clock=clock)
    watcher.watch()
    assert counts(run(watcher, 2)) == []
    tower.toss({"red": 3, "white": 3, "green": 3, "black": 3})
    reports = run(watcher, 8)
    rests = looks_in(reports)
    lying = Counter(tower.truth().counts)
    assert len(rests) == 1
    assert Counter(rests[0].observation.counts) == lying
    assert "moving" in states(reports)
    taken = {next(c for c, n in lying.items() if n): 1}
    tower.take(taken)
    reports = run(watcher, 8)
    rests = looks_in(reports)
    assert [r.observation.total for r in rests] == [lying.total() - 1]


@pytest.mark.parametrize(("room", "seed"), [("studio", 2), ("evening", 3)])
def test_each_keshi_that_falls_alone_is_noticed_and_then_the_tray_is_at_rest(room: str, seed: int) -> None:
    clock = HandWoundClock()
    tower = SimulatedTower(seed=seed, clock=clock, room=room, full_size=(400, 300))
    watcher = TrayWatcher(TrayCamera(tower, light=tower.light, clock=clock), Oracle(tower), clock=clock)
    watcher.watch(count_empty=True)
    counted = dict[str, int]()
    for colour in ("purple", "black", "white", "red", "gray", "yellow"):
        tower.toss({colour: 1})
        reports = run(watcher, 4)
        counted = next((dict(look.observation.counts) for look in reversed(looks_in(reports))), counted)
        assert counted == tower.truth().counts, f"{colour} fell"
        assert "moving" not in states(run(watcher, 2))


@pytest.mark.parametrize("room", ["evening", "daylight"])
def test_two_hands_within_one_look_are_told_from_one(room: str) -> None:
    clock = HandWoundClock()
    tower = SimulatedTower(seed=5, clock=clock, room=room, full_size=(320, 240))
    watcher = TrayWatcher(TrayCamera(tower, light=tower.light, clock=clock), Oracle(tower), clock=clock)
    watcher.watch()
    tower.place({"white": 4, "red": 2})
    run(watcher, 5)
    tower.take({"white": 2}, "left")
    assert [r.look.hands for r in run(watcher, 6) if r.look is not None] == [1]
    seconds = tower.take({"white": 1}, "left")
    assert counts(run(watcher, seconds + 0.2)) == [], "it has not come to rest yet"
    tower.take({"white": 1}, "right")
    assert [r.look.hands > 1 for r in run(watcher, 6) if r.look is not None] == [True]


def test_whoever_came_while_the_camera_was_away_may_have_been_several(
    watcher: TrayWatcher, tray: Tray
) -> None:
    watcher.watch(count_empty=True)
    first = [r.look.hands for r in run(watcher, 3) if r.look is not None]
    assert first == [2]
    tray.trouble = CameraMissing(Text("The camera was unplugged."))
    run(watcher, 3)
    tray.trouble = None
    assert [r.look.hands for r in run(watcher, 12) if r.look is not None] == [2]
