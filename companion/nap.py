"""How the frame loop sleeps: until a finger, a call from another thread, or the time it was given.

    nap = Nap()
    nap.sleep(5.0, at_most=0.04)
    nap.nudge()                     # from any thread: it wakes at once

On a console SDL reads the touchscreen's own device files, and so do we: the kernel wakes us when there is
something to read. Elsewhere, on X11 or Wayland, nothing tells, and the naps are short: SDL's own wait would
look every millisecond.
"""

import os
import select
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

LONGEST_SECONDS = 1.0
"""After this SDL is let look round: a touchscreen plugged in is news that comes another way."""
_DEVICES_KNOWN_SECONDS = 1.0
_OPENED = Path("/proc/self/fd")
_TROUBLE = select.POLLERR | select.POLLHUP | select.POLLNVAL


class Nap:
    """opened: the folder in which the kernel lists what this process has open."""

    def __init__(self, opened: Path = _OPENED, clock: Callable[[], float] = time.monotonic) -> None:
        self._opened = opened
        self._clock = clock
        self._bed, self._bell = os.pipe()
        for end in (self._bed, self._bell):
            os.set_blocking(end, False)
            weakref.finalize(self, os.close, end)
        self._devices: tuple[int, ...] = ()
        self._looked_at = float("-inf")

    def nudge(self) -> None:
        """Wake whoever sleeps, or make the next sleep none at all; from any thread, or a signal's handler."""
        with suppress(OSError):  # full: it has been rung often enough; closed: nobody sleeps any more
            os.write(self._bell, b"!")

    def sleep(self, seconds: float, at_most: float) -> None:
        """seconds: when there is something to do; at_most: how long where nobody tells of fingers."""
        devices = self._touched_devices()
        wait = min(seconds, LONGEST_SECONDS if devices else at_most)
        if wait <= 0:
            return
        waiting = select.poll()
        for end in (self._bed, *devices):
            waiting.register(end, select.POLLIN)
        for end, why in waiting.poll(wait * 1000):
            if end == self._bed:
                self._hear()
            elif why & _TROUBLE:  # unplugged: until SDL has let go of it, it would wake us again and again
                self._devices, self._looked_at = (), self._clock()
                time.sleep(min(wait, at_most))
                return

    def _hear(self) -> None:
        with suppress(BlockingIOError):
            while os.read(self._bed, 256):
                pass

    def _touched_devices(self) -> tuple[int, ...]:
        """The touchscreens, mice and keyboards that SDL has open; none where it has another source."""
        now = self._clock()
        if now - self._looked_at >= _DEVICES_KNOWN_SECONDS:
            self._looked_at = now
            self._devices = tuple(self._find_devices())
        return self._devices

    def _find_devices(self) -> list[int]:
        found = []
        with suppress(OSError):  # not Linux: nothing is listed
            for name in os.listdir(self._opened):
                with suppress(OSError):  # closed meanwhile
                    if os.readlink(self._opened / name).startswith("/dev/input/event"):
                        found.append(int(name))
        return found
