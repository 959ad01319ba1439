"""How the frame loop sleeps, with pipes in place of touchscreens."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.nap import LONGEST_SECONDS, Nap

LONG = 30.0


class Screen:
    """A touchscreen that SDL has open: what is written to it can be read until somebody does."""

    def __init__(self, opened: Path) -> None:
        self.ours, self.finger = os.pipe()
        self.listed = opened / str(self.ours)
        self.listed.symlink_to("/dev/input/event3")

    def touch(self) -> None:
        os.write(self.finger, b"x")

    def close(self) -> None:
        for end in (self.ours, self.finger):
            os.close(end)


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    made = Screen(tmp_path)
    yield made
    made.close()


def seconds_asleep(nap: Nap, seconds: float = LONG, at_most: float = LONG) -> float:
    begun = time.monotonic()
    nap.sleep(seconds, at_most)
    return time.monotonic() - begun


def test_without_a_device_it_naps_as_short_as_it_is_told(tmp_path: Path) -> None:
    assert 0.01 < seconds_asleep(Nap(tmp_path), at_most=0.02) < LONG / 2


def test_with_a_device_it_sleeps_on(tmp_path: Path, screen: Screen) -> None:
    """Fifty times longer than the naps of where nobody tells."""
    assert seconds_asleep(Nap(tmp_path), at_most=0.02) > LONGEST_SECONDS * 0.9


def test_a_finger_wakes_it(tmp_path: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.nap.LONGEST_SECONDS", LONG)
    screen.touch()
    assert seconds_asleep(Nap(tmp_path)) < LONG / 2


def test_a_call_from_another_thread_wakes_it(
    tmp_path: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.nap.LONGEST_SECONDS", LONG)
    nap = Nap(tmp_path)
    caller = threading.Timer(0.05, nap.nudge)
    caller.start()
    assert seconds_asleep(nap) < LONG / 2
    caller.join()
    assert seconds_asleep(nap, 0.02) > 0.01  # once: the call was heard


def test_a_call_before_it_sleeps_is_not_missed(tmp_path: Path) -> None:
    nap = Nap(tmp_path)
    for _call in range(100_000):  # more than a pipe holds
        nap.nudge()
    assert seconds_asleep(nap) < LONG / 2


def test_a_device_that_was_unplugged_does_not_keep_it_awake(tmp_path: Path, screen: Screen) -> None:
    """Its file tells of trouble without end until SDL closes it."""
    os.close(screen.finger)
    nap = Nap(tmp_path)
    assert seconds_asleep(nap, at_most=0.02) > 0.01
    screen.finger = os.open(os.devnull, os.O_RDONLY)


def test_a_device_that_comes_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.nap.LONGEST_SECONDS", LONG)
    now = [0.0]
    nap = Nap(tmp_path, clock=lambda: now[0])
    nap.sleep(0.01, 0.01)
    screen = Screen(tmp_path)
    now[0] = 2.0
    screen.touch()
    try:
        assert seconds_asleep(nap) < LONG / 2
    finally:
        screen.close()


def test_its_ends_are_closed_with_it(tmp_path: Path) -> None:
    nap = Nap(tmp_path)
    ends = (nap._bed, nap._bell)
    del nap
    for end in ends:
        with pytest.raises(OSError):
            os.fstat(end)
