"""Edges told by the kernel: its part played by a pipe, lgpio's by a module that notes what it is asked."""

import os
import struct
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

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


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """lgpio as far as gpiozero asks for it; returns what it was asked."""
    asked: list[str] = []
    module = ModuleType("lgpio")

    class LgpioError(Exception):
        pass

    def noting(name: str) -> object:
        def note(*_arguments: object) -> int:
            asked.append(name)
            return 0

        return note

    constants = ("BOTH_EDGES", "RISING_EDGE", "FALLING_EDGE", "SET_PULL_NONE", "SET_PULL_UP", "SET_PULL_DOWN")
    for number, name in enumerate(constants):
        setattr(module, name, number)
    calls = (
        *("gpiochip_open", "gpiochip_close", "gpio_claim_input", "gpio_claim_output", "gpio_claim_alert"),
        *("gpio_free", "gpio_read", "gpio_write", "gpio_get_mode", "tx_pwm", "callback"),
        "gpio_set_debounce_micros",
    )
    for name in calls:
        setattr(module, name, noting(name))
    module.error = LgpioError  # type: ignore[attr-defined]
    modes: dict[int, int] = {}

    def claim_input(_handle: int, pin: int, flags: int = 3) -> None:
        asked.append("gpio_claim_input")
        modes[pin] = {3: 1 << 7, 4: 1 << 5, 5: 1 << 6}.get(flags, flags)

    module.callback = lambda *_arguments: SimpleNamespace(cancel=lambda: None)  # type: ignore[attr-defined]
    module.gpio_claim_input = claim_input  # type: ignore[attr-defined]
    module.gpio_get_mode = lambda _handle, pin: modes[pin]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lgpio", module)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr("hardware.pins.find_pins", lambda: "lgpio")
    # gpiozero keeps the pins of a Pi for all its factories together.
    monkeypatch.setattr(gpiozero.pins.local.LocalPiFactory, "pins", {})
    monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: 0xC03112)
    yield asked
    sys.modules.pop("gpiozero.pins.lgpio", None)


def test_a_press_comes_by_the_kernel_and_lgpio_looks_for_no_edges(line: Line, lgpio: list[str]) -> None:
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
    assert lgpio == []  # it was not even opened


def test_lgpio_is_opened_only_for_what_pulses(line: Line, lgpio: list[str]) -> None:
    """Its threads never end again."""
    pins = open_pins({"light_ring": 18}, print, wishes=PinWishes(ramp_seconds=0.0))
    assert pins.missing == ()
    line.driven.clear()
    for level in (1.0, 0.0, 1.0):
        pins.light.switch(level)
    assert (line.driven, lgpio) == ([1, 0, 1], [])
    pins.light.switch(0.5)
    assert lgpio == ["gpiochip_open", "gpio_claim_output", "tx_pwm", "tx_pwm"]
    pins.light.switch(0.0)
    assert lgpio[-2:] == ["tx_pwm", "gpio_free"]  # and the kernel drives it low again
    assert line.level == 0
    pins.close()


def test_a_line_that_cannot_be_had_is_missing_by_itself(
    line: Line, lgpio: list[str], monkeypatch: pytest.MonkeyPatch
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


def test_lgpio_leaves_no_pipe_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It makes one where it is loaded, and goes there: in play that is the folder with the games."""
    from hardware.quiet_pins import _load_lgpio

    (tmp_path / "lgpio.py").write_text(
        "import os\n"
        "os.chdir(os.environ.get('LG_WD', '.'))\n"
        "os.mkfifo('.lgd-nfy0')\n"
        "opened = os.open('.lgd-nfy0', os.O_RDWR)\n"
    )
    games = tmp_path / "games"
    games.mkdir()
    monkeypatch.chdir(games)
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    loaded = _load_lgpio()
    monkeypatch.delitem(sys.modules, "lgpio")
    os.close(loaded.opened)
    assert (os.getcwd(), list(games.iterdir())) == (str(games), [])
    assert "LG_WD" not in os.environ
