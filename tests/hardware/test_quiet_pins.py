"""Edges told by the kernel: its part played by a pipe, lgpio's by a module that notes what it is asked."""

import os
import signal
import struct
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import gpiozero.pins.local
import pytest

from hardware import kernel_line
from hardware.kernel_line import WatchedLine
from hardware.pins import PinWishes, open_pins

SECONDS = 5.0
RISEN, FALLEN = 1, 2


class Line:
    """One line of the kernel's gpiochip."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, int]] = []
        self.driven: list[int] = []
        self.level = 1
        self.ours = self.theirs = -1

    def request(self, chip: str, offset: int, flags: int) -> int:
        self.asked.append((chip, offset, flags))
        self.theirs, self.ours = os.pipe()
        return self.theirs

    def change(self, level: int, nanoseconds: int = 0) -> None:
        self.level = level
        told = struct.pack("=QIIII24x", nanoseconds, RISEN if level else FALLEN, 17, 1, 1)
        os.write(self.ours, told)

    def ioctl(self, _file: int, number: int, values: bytes) -> bytes:
        if number == kernel_line.SET_VALUES:
            self.level = struct.unpack("=QQ", values)[0]
            self.driven.append(self.level)
        return struct.pack("=QQ", self.level, 1)


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    made = Line()
    monkeypatch.setattr(kernel_line, "_request", made.request)
    monkeypatch.setattr(kernel_line, "fcntl", SimpleNamespace(ioctl=made.ioctl))
    return made


class Heard(list[tuple[float, int]]):
    """What was told, and a way to wait for it."""

    def __init__(self) -> None:
        super().__init__()
        self.news = threading.Semaphore(0)

    def __call__(self, seconds: float, level: int) -> None:
        self.append((seconds, level))
        self.news.release()


def test_the_kernel_is_asked_as_its_header_says() -> None:
    """GPIO_V2_GET_LINE_IOCTL and GPIO_V2_LINE_GET_VALUES_IOCTL: the sizes of their structures are in them."""
    assert (kernel_line.GET_LINE, kernel_line.GET_VALUES) == (0xC250B407, 0xC010B40E)


def test_each_change_is_told_with_its_time(line: Line) -> None:
    heard = Heard()
    watched = WatchedLine("/dev/gpiochip0", 17, pull="up", changed=heard)
    line.change(0, 1_500_000_000)
    line.change(1, 1_750_000_000)
    assert all(heard.news.acquire(timeout=SECONDS) for _change in range(2))
    assert heard == [(1.5, 0), (1.75, 1)]
    assert watched.level() == 1
    watched.close()
    with pytest.raises(OSError):
        os.fstat(line.theirs)


def test_who_is_told_may_close(line: Line) -> None:
    closed = threading.Event()

    def close(_seconds: float, _level: int) -> None:
        watched.close()
        closed.set()

    watched = WatchedLine("/dev/gpiochip0", 17, pull="up", changed=close)
    line.change(0)
    assert closed.wait(SECONDS)


LGPIO = """
import os
os.mkfifo(".lgd-nfy0")  # as the real one does wherever it is loaded

class error(Exception):
    pass

def say(*words):
    with open(os.environ["TOLD"], "a") as file:
        print(*words, file=file)

def gpiochip_open(chip):
    return chip

def gpio_claim_output(handle, pin):
    if pin == 19:
        raise error("GPIO busy")

def tx_pwm(handle, pin, hertz, percent):
    say("pulses", pin, round(hertz), round(percent))

def gpio_write(handle, pin, level):
    say("level", pin, level)
"""


class Lgpio:
    """lgpio as the process for pulses finds it, and what it was asked there."""

    def __init__(self, told: Path) -> None:
        self._told = told
        told.touch()

    def asked(self) -> list[str]:
        return self._told.read_text().splitlines()


@pytest.fixture
def lgpio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lgpio:
    (tmp_path / "lgpio.py").write_text(LGPIO)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("TOLD", str(tmp_path / "told"))
    monkeypatch.setattr("hardware.pins.find_pins", lambda: "lgpio")
    # gpiozero keeps the pins of a Pi for all its factories together.
    monkeypatch.setattr(gpiozero.pins.local.LocalPiFactory, "pins", {})
    monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: 0xC03112)
    return Lgpio(tmp_path / "told")


def children() -> list[str]:
    """The processes that this one has started and that live."""
    return Path(f"/proc/self/task/{threading.main_thread().native_id}/children").read_text().split()


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.01)


def test_a_press_comes_by_the_kernel(line: Line, lgpio: Lgpio) -> None:
    presses: list[str] = []
    news = threading.Semaphore(0)

    def post(press: str) -> None:
        presses.append(press)
        news.release()

    pins = open_pins({"confirm_button": 17}, post, wishes=PinWishes(debounce_seconds=0.0))
    assert pins.missing == ()
    chip, offset, flags = line.asked[-1]
    assert (chip, offset) == ("/dev/gpiochip0", 17)
    assert flags & 1 << 8  # with the pull-up that a button to ground needs
    line.change(0)
    line.change(1)
    assert news.acquire(timeout=SECONDS)
    assert presses == ["confirm"]
    pins.close()
    assert lgpio.asked() == []


def test_a_process_lives_only_for_what_pulses(
    line: Line, lgpio: Lgpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.quiet_pins.STEADY_SECONDS", 0.05)
    before = children()
    pins = open_pins({"light_ring": 18}, print, wishes=PinWishes(ramp_seconds=0.0))
    assert pins.missing == ()
    line.driven.clear()
    for level in (1.0, 0.0, 1.0):
        pins.light.switch(level)
    assert (line.driven, lgpio.asked(), children()) == ([1, 0, 1], [], before)
    pins.light.switch(0.5)
    assert lgpio.asked() == ["pulses 18 2000 50"]  # it shines when `switch` is back: a photo follows
    assert len(children()) == len(before) + 1
    pins.light.switch(1.0)
    assert lgpio.asked()[1:3] == ["pulses 18 0 0", "level 18 1"]
    wait_until(lambda: children() == before)
    assert line.level == 1  # and the kernel drives it on
    pins.light.switch(0.0)
    assert line.level == 0
    pins.close()


def test_what_pulses_when_the_companion_stops_is_low_after_it(line: Line, lgpio: Lgpio) -> None:
    before = children()
    pins = open_pins({"light_ring": 18}, print, wishes=PinWishes(ramp_seconds=0.0))
    pins.light.switch(0.5)
    pins.close()
    assert (lgpio.asked()[-1], children()) == ("level 18 0", before)


def test_a_pin_that_cannot_pulse_shines_fully_instead(line: Line, lgpio: Lgpio) -> None:
    pins = open_pins({"light_ring": 19}, print, wishes=PinWishes(ramp_seconds=0.0))
    pins.light.switch(0.5)
    assert line.level == 1
    pins.light.switch(0.0)
    assert line.level == 0
    pins.close()


def test_a_process_that_dies_takes_nothing_along(line: Line, lgpio: Lgpio) -> None:
    before = children()
    pins = open_pins({"light_ring": 18}, print, wishes=PinWishes(ramp_seconds=0.0))
    pins.light.switch(0.5)
    for process in set(children()) - set(before):
        os.kill(int(process), signal.SIGKILL)
    pins.light.switch(1.0)
    assert line.level == 1
    pins.light.switch(0.4)
    assert lgpio.asked()[-1] == "pulses 18 2000 40"  # there is another
    pins.close()
    assert children() == before


def test_a_line_that_cannot_be_had_is_missing_by_itself(
    line: Line, lgpio: Lgpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(chip: str, offset: int, flags: int) -> int:
        if offset == 17:
            raise OSError(16, "Device or resource busy")
        return line.request(chip, offset, flags)

    monkeypatch.setattr(kernel_line, "_request", refuse)
    pins = open_pins({"confirm_button": 17, "light_ring": 18}, print)
    assert [missing.name for missing in pins.missing] == ["confirm_button"]
    assert "busy" in str(pins.missing[0].reason)
    assert pins.light.switchable
    pins.close()


def test_lgpio_leaves_no_pipe_behind(
    line: Line, lgpio: Lgpio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It makes one where it is loaded: in play that would be the folder with the games."""
    games = tmp_path / "games"
    games.mkdir()
    monkeypatch.chdir(games)
    pins = open_pins({"light_ring": 18}, print, wishes=PinWishes(ramp_seconds=0.0))
    pins.light.switch(0.5)
    pins.close()
    assert list(games.iterdir()) == []
