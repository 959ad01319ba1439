"""The clock on the wall, and one a test winds by hand.

Everything that waits takes a `Clock`, so that ten seconds of a stalled camera cost a test nothing,
and robots can play a whole evening against the simulated tower in a minute:

    clock = HandWoundClock()
    tower = SimulatedTower(clock=clock)
    tower.toss({"red": 3})
    clock.sleep(4.0)            # nobody waited; the pieces lie still
"""

import threading
import time
from typing import Protocol


class Clock(Protocol):
    """Seconds that only ever go forward, and a way to let some pass."""

    def now(self) -> float:
        """Seconds since some moment, never going back."""

    def sleep(self, seconds: float) -> None:
        """Let that many seconds pass."""


class WallClock:
    """Real time, from the monotonic clock: a Pi has no clock battery, and its time of day jumps."""

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        if seconds > 0:
            time.sleep(seconds)


class HandWoundClock:
    """Time stands still until somebody sleeps, which then takes no time at all."""

    def __init__(self, now: float = 1000.0) -> None:
        self._now = now
        self._lock = threading.Lock()

    def now(self) -> float:
        with self._lock:
            return self._now

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self._now += max(0.0, seconds)
