"""How long the table has been playing, by a clock that nobody can set.

A Pi has no clock battery: its time of day jumps by hours when the network comes up. So play time is measured
in stretches of the monotonic clock, and each journal entry carries the sum so far; after a restart the next
stretch begins where the last entry left off.
"""

import time
from collections.abc import Callable


class PlayClock:
    """A stopwatch for one game.

    >>> seconds = iter([100.0, 160.0, 500.0, 505.0])
    >>> clock = PlayClock(already_seconds=3600.0, monotonic=lambda: next(seconds))
    >>> clock.pause()          # a minute played, then dinner
    >>> clock.resume()
    >>> clock.seconds
    3665.0
    """

    def __init__(self, already_seconds: float = 0.0, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._already_seconds = already_seconds
        self._running_since: float | None = monotonic()

    @property
    def seconds(self) -> float:
        """The play time so far."""
        if self._running_since is None:
            return self._already_seconds
        # Never backwards, even on a clock that misbehaves: entries must not get younger.
        return self._already_seconds + max(0.0, self._monotonic() - self._running_since)

    def pause(self) -> None:
        """Stops counting, as when the screen goes dark. Harmless when paused already."""
        if self._running_since is not None:
            self._already_seconds = self.seconds
            self._running_since = None

    def resume(self) -> None:
        """Counts on. Harmless when running already."""
        if self._running_since is None:
            self._running_since = self._monotonic()
