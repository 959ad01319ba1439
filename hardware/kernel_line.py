"""A line of a gpiochip, asked for from the kernel itself (its character device, since Linux 5.10).

    lamp = OutputLine("/dev/gpiochip0", 27)
    lamp.drive(1)
    with_edges = WatchedLine("/dev/gpiochip0", 17, pull="up", changed=lambda seconds, level: …)
    with_edges.level()      # 0 or 1
    with_edges.close()

The kernel wakes the thread that waits when the level changes, and nothing happens in between.
"""

import fcntl
import os
import select
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

Pull = Literal["up", "down", "floating"]

# As in linux/gpio.h: one line is asked for, without further attributes.
_INPUT, _OUTPUT, _RISING, _FALLING = 1 << 2, 1 << 3, 1 << 4, 1 << 5
_BIAS = {"up": 1 << 8, "down": 1 << 9, "floating": 1 << 10}
_CONFIG = struct.Struct("=QI20x240x")
_REQUEST = struct.Struct(f"=I252x32s{_CONFIG.size}sII20xi")
_VALUES = struct.Struct("=QQ")
_EVENT = struct.Struct("=QIIII24x")
_RISEN = 1
_READ_AND_WRITE = 3


def _ioctl_number(number: int, size: int) -> int:
    return _READ_AND_WRITE << 30 | size << 16 | 0xB4 << 8 | number


GET_LINE = _ioctl_number(0x07, _REQUEST.size)
GET_VALUES = _ioctl_number(0x0E, _VALUES.size)
SET_VALUES = _ioctl_number(0x0F, _VALUES.size)


class InputLine:
    """One input that is only looked at."""

    def __init__(self, chip: str, offset: int, *, pull: Pull) -> None:
        self.pull = pull
        self._line = _request(chip, offset, _INPUT | _BIAS[pull])

    def level(self) -> int:
        """What is there right now."""
        return _level(self._line)

    def close(self) -> None:
        os.close(self._line)


class OutputLine:
    """One output, low from the start."""

    def __init__(self, chip: str, offset: int) -> None:
        self._line = _request(chip, offset, _OUTPUT)

    def level(self) -> int:
        """What it is driven to."""
        return _level(self._line)

    def drive(self, level: int) -> None:
        fcntl.ioctl(self._line, SET_VALUES, _VALUES.pack(level, 1))

    def close(self) -> None:
        os.close(self._line)


class WatchedLine:
    """One input, from when it is made until it is closed.

    changed: told the time (monotonic, in seconds) and the level of each change, in this line's own thread.
    """

    def __init__(self, chip: str, offset: int, *, pull: Pull, changed: Callable[[float, int], None]) -> None:
        self.pull = pull
        self._changed = changed
        self._line = _request(chip, offset, _INPUT | _RISING | _FALLING | _BIAS[pull])
        self._stop, self._stopper = os.pipe()
        self._thread = threading.Thread(target=self._wait, name=f"pin {offset}", daemon=True)
        self._thread.start()

    def level(self) -> int:
        """What is there right now."""
        return _level(self._line)

    def close(self) -> None:
        """Give the line back; nothing is told any more."""
        os.close(self._stopper)
        # Whoever is told of a change may be the one who closes.
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _wait(self) -> None:
        waiting = select.poll()
        for end in (self._line, self._stop):
            waiting.register(end, select.POLLIN)
        try:
            while not any(end == self._stop for end, _why in waiting.poll()):
                told = os.read(self._line, _EVENT.size)
                if len(told) < _EVENT.size:
                    return  # the chip is gone
                nanoseconds, kind, *_ = _EVENT.unpack(told)
                self._changed(nanoseconds / 1e9, int(kind == _RISEN))
        finally:
            for end in (self._line, self._stop):
                with suppress(OSError):
                    os.close(end)


def _level(line: int) -> int:
    told = fcntl.ioctl(line, GET_VALUES, _VALUES.pack(0, 1))
    return int(_VALUES.unpack(told)[0]) & 1


def _request(chip: str, offset: int, flags: int) -> int:
    device = os.open(chip, os.O_RDWR | os.O_CLOEXEC)
    try:
        asked = _REQUEST.pack(offset, b"marrakesh companion", _CONFIG.pack(flags, 0), 1, 0, 0)
        return int(_REQUEST.unpack(fcntl.ioctl(device, GET_LINE, asked))[-1])
    finally:
        os.close(device)
