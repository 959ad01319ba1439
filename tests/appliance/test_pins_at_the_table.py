"""Button, lamp, buzzer, ring and supply at the table: from the pins to the screens, and back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.appliance.pins import Pressed
from companion.config import read
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.setup.plan import Lots
from companion.table.reports import Report
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button
from companion.ui.window import Window
from companion.wiring import Companion
from companion.words import Text
from hardware.errors import PowerRefused
from hardware.pins import OpenedPins
from hardware.power import Power

WEAK = "The power supply is too weak right now; use the one made for this Pi."


class Told:
    """A lamp, or a buzzer, that writes down what it is told."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def show(self, pattern: str) -> None:
        self.heard.append(pattern)

    def play(self, tune: str) -> None:
        self.heard.append(tune)

    def close(self) -> None:
        """Nothing to give back."""


class OneButton(Screen):
    """A screen with one main thing to do."""

    done = 0

    def build(self, ui: Stage) -> Widget:
        return Button("That is right", self.act, kind="main")

    def act(self) -> None:
        self.done += 1


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    made = MockFactory(revision="c04170", pin_class=MockPWMPin)  # a Pi 5
    monkeypatch.setattr(gpiozero.Device, "pin_factory", made)
    monkeypatch.setattr("hardware.board.find_pins", lambda *_: "mock")
    monkeypatch.setattr("hardware.pins.find_pins", lambda *_: "mock")
    yield made
    made.reset()


@pytest.fixture
def table(factory: MockFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Companion]:
    """A table on a Pi with everything wired, its first picture on the screen."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    config = read("[light]\nlevel = 0.5\nramp_seconds = 0.0\n", "config.toml")
    table = Companion(config, tmp_path, Window((800, 480)), camera="none")
    table.app.turn()
    yield table
    table.tray.close()
    table.pins.close()
    table.store.close()


def heard_by(table: Companion) -> tuple[Told, Told]:
    """Lamp and buzzer, replaced by such as write down what they are told."""
    lamp, buzzer = Told(), Told()
    table.pins.close()
    table.pins._opened = OpenedPins(lamp=lamp, buzzer=buzzer)
    return lamp, buzzer


def press(table: Companion, what: str) -> None:
    table.app.post(Pressed(what))
    table.app.turn()


def test_a_keshi_in_the_tower_lights_the_screen(table: Companion, factory: MockFactory) -> None:
    table.app.darken()
    factory.pin(22).drive_low()
    table.app.turn()
    assert not table.app.dark


def test_a_press_does_the_main_thing_but_first_it_lights_a_dark_screen(table: Companion) -> None:
    screen = OneButton()
    table.stage.push(screen)
    table.app.turn()
    table.app.darken()
    press(table, "confirm")
    assert (table.app.dark, screen.done) == (False, 0)
    press(table, "confirm")
    assert screen.done == 1


def test_a_long_press_takes_back_and_the_lamp_goes_on_as_before(table: Companion) -> None:
    lamp, buzzer = heard_by(table)
    table.play(GameOptions.of(("Sarah", "Jan"), depth="light"), Lots(start=0))
    assert table.session is not None
    entries = len(table.session.game.journal.entries)
    table.app.post(Report("waiting"))
    press(table, "holding")
    table.app.post(Report("live"))
    press(table, "undo")
    assert len(table.session.game.journal.entries) < entries
    assert lamp.heard == ["your turn", "holding", "your turn"]
    assert buzzer.heard == ["undone"]


def test_a_very_long_press_switches_off(table: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    switched: list[str] = []
    monkeypatch.setattr("hardware.power.power_off", lambda: switched.append("off"))
    table.app.running = True
    press(table, "shutdown")
    assert switched == ["off"]
    assert not table.app.running


@pytest.mark.parametrize(
    ("state", "shown", "played"),
    [
        ("waiting", ["your turn"], []),
        ("moving", ["working"], []),
        ("counting", ["working"], []),
        ("counted", ["your turn"], ["counted"]),
        ("fault", ["fault"], ["fault"]),
    ],
)
def test_lamp_and_buzzer_tell_what_the_camera_does(
    table: Companion, state: str, shown: list[str], played: list[str]
) -> None:
    lamp, buzzer = heard_by(table)
    table.app.post(Report(state))
    table.app.turn()
    assert (lamp.heard, buzzer.heard) == (shown, played)


def test_the_ring_is_as_bright_as_the_table_wants_it(table: Companion, factory: MockFactory) -> None:
    ring, pin = table.pins.ring(), factory.pin(18)
    assert ring is not None
    ring.switch(1.0)
    assert pin.state == 0.5
    ring.off()
    table.pins.set_ring(0.2)
    ring.on()
    assert pin.state == pytest.approx(0.2)


def test_a_weak_supply_is_said_once_until_it_is_well_again(
    table: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    supply = [Power(under_voltage=True)]
    monkeypatch.setattr("hardware.board.find_board", lambda *_: "Raspberry Pi 5")
    monkeypatch.setattr("hardware.power.read_power", lambda: supply[0])

    def said() -> str:
        table.stage.end_toast(table.stage.toast_words)
        for _ in range(6):  # it is not asked at every tick
            table.pins.look_at_power()
        for thread in threading.enumerate():
            if thread.name == "power":
                thread.join(10)
        table.app.turn()
        return table.stage.toast_words

    assert said() == WEAK
    assert said() == ""
    supply[0] = Power()
    assert said() == ""
    supply[0] = Power(under_voltage=True)
    assert said() == WEAK


def test_a_broken_library_for_the_pins_ends_no_start(
    factory: MockFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object, **_more: object) -> OpenedPins:
        raise ImportError("lgpio: undefined symbol")

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr("hardware.pins.open_pins", broken)
    table = Companion(read("", "config.toml"), tmp_path, Window((800, 480)), camera="none")
    table.app.turn()
    assert table.app.pictures == 1
    assert table.pins.ring() is None
    press(table, "confirm")
    table.app.post(Report("waiting"))
    table.app.turn()
    table.tray.close()
    table.pins.close()
    table.store.close()


def test_a_pi_that_does_not_switch_off_says_so_and_plays_on(
    table: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise PowerRefused(Text("systemctl poweroff refused: no rights"))

    monkeypatch.setattr("hardware.power.power_off", refuse)
    table.app.running = True
    press(table, "shutdown")
    table.app.turn()
    assert table.app.running
    assert "refused" in table.stage.toast_words


def test_a_supply_that_tells_nothing_is_no_news(
    table: Companion, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nothing() -> Power:
        raise PowerRefused(Text("Nothing here tells about the power supply."))

    monkeypatch.setattr("hardware.power.read_power", nothing)
    table.pins._read_power()
    assert capsys.readouterr().err == ""
