"""The parts on the pins, driven pin by pin through gpiozero's mock factory."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from gpiozero.pins import PinInfo
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.buttons import ConfirmButton
from hardware.buzzer import PiezoBuzzer
from hardware.clock import HandWoundClock
from hardware.lamps import ButtonLamp
from hardware.lights import NoLight, RingLight, _steps
from hardware.pins import PinEvent, PinWishes, open_pins
from hardware.sensors import TowerSensor

ALL = {"light_ring": 18, "confirm_button": 17, "button_lamp": 27, "tower_sensor": 22, "buzzer": 13}


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = MockFactory(revision="c04170", pin_class=MockPWMPin)  # a Pi 5
    yield made
    made.reset()


class LgpioLikePin(MockPWMPin):  # type: ignore[misc]
    """Where its pulses stop, the pin stays as it was just then: here always high."""

    _frequency: float | None

    def __init__(self, factory: MockFactory, info: PinInfo) -> None:
        self.heard: list[float] = []
        super().__init__(factory, info)

    def _set_frequency(self, value: float | None) -> None:
        if value is not None:
            self.heard.append(value)
        if value is None and self._frequency is not None:
            self._frequency = None
            self._change_state(1.0)
        else:
            super()._set_frequency(value)


@pytest.fixture
def lgpio_like() -> Iterator[MockFactory]:
    made = MockFactory(revision="c04170", pin_class=LgpioLikePin)
    yield made
    made.reset()


def wait_until(true: Callable[[], bool], seconds: float = 3.0) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.005)


class Finger:
    """Presses a button whose clock only moves when the finger does."""

    def __init__(self, factory: MockFactory, **feel: float) -> None:
        self.clock = HandWoundClock()
        self.posted: list[str] = []
        self.button = ConfirmButton(17, self.posted.append, clock=self.clock, pin_factory=factory, **feel)
        self._pin = factory.pin(17)

    def down(self) -> None:
        self._pin.drive_low()

    def up(self) -> None:
        self._pin.drive_high()

    def press(self, seconds: float) -> None:
        self.down()
        self.clock.sleep(seconds)
        self.up()


def test_a_short_press_confirms_when_let_go(factory: MockFactory) -> None:
    finger = Finger(factory)
    finger.down()
    finger.clock.sleep(0.2)
    assert finger.posted == []
    finger.up()
    assert finger.posted == ["confirm"]


def test_chattering_contacts_are_one_press(factory: MockFactory) -> None:
    finger = Finger(factory)
    for _ in range(4):  # closing
        finger.down()
        finger.clock.sleep(0.002)
        finger.up()
        finger.clock.sleep(0.001)
    finger.press(0.15)
    for _ in range(20):  # opening, together for longer than a press has to be
        finger.clock.sleep(0.001)
        finger.press(0.002)
    assert finger.posted == ["confirm"]


def test_two_presses_are_two(factory: MockFactory) -> None:
    finger = Finger(factory)
    finger.press(0.1)
    finger.clock.sleep(0.1)
    finger.press(0.1)
    assert finger.posted == ["confirm", "confirm"]


def test_a_spark_too_short_for_a_finger_is_nothing_and_harms_nothing(factory: MockFactory) -> None:
    finger = Finger(factory)
    finger.press(0.005)
    finger.clock.sleep(5.0)
    finger.press(0.1)
    assert finger.posted == ["confirm"]


def test_a_long_press_undoes_when_let_go(factory: MockFactory) -> None:
    finger = Finger(factory)
    finger.press(1.4)
    assert finger.posted == ["undo"]


def test_a_held_button_says_so_and_a_very_long_press_asks_for_shutdown(factory: MockFactory) -> None:
    posted: list[str] = []
    button = ConfirmButton(
        17, posted.append, long_press_seconds=0.1, shutdown_press_seconds=0.3, pin_factory=factory
    )
    factory.pin(17).drive_low()
    wait_until(lambda: posted[:1] == ["holding"])
    wait_until(lambda: posted == ["holding", "shutdown"])
    time.sleep(0.1)
    factory.pin(17).drive_high()
    assert posted == ["holding", "shutdown"]  # said once, and not undone as well
    button.close()


def test_a_button_that_nobody_touches_wakes_no_thread(factory: MockFactory) -> None:
    before = set(threading.enumerate())
    finger = Finger(factory)
    assert set(threading.enumerate()) == before
    finger.down()
    (holding,) = set(threading.enumerate()) - before
    finger.clock.sleep(0.2)
    finger.up()
    holding.join(5)
    assert not holding.is_alive()


def test_a_ramp_shines_more_and_more() -> None:
    up, down = list(_steps(0.0, 1.0, 100)), list(_steps(1.0, 0.0, 100))
    assert set(up) == set(down) == {0.0, 1.0}
    quarters = [sum(up[part : part + 25]) for part in range(0, 100, 25)]
    assert quarters == sorted(quarters)
    assert quarters[0] < quarters[1] < quarters[3]
    assert (up[-1], down[-1]) == (1.0, 0.0)
    assert list(_steps(0.0, 0.5, 100))[-1] == 0.5


def test_the_ring_comes_up_gently_and_goes_dark_gently(lgpio_like: MockFactory) -> None:
    ring, pin = RingLight(18, ramp_seconds=0.2, pin_factory=lgpio_like), lgpio_like.pin(18)
    for turn, end in ((ring.on, 1.0), (ring.off, 0.0)):
        pin.clear_states()
        turn()
        assert ring.level == end
        ring._led._source_thread.join(5)
        assert pin.state == end
        assert len(pin.states) > 10  # dark and full in turn
    assert pin.heard == []  # nothing pulsed: lgpio would not stop looking after it
    ring.close()


def test_the_ring_switches_at_once_for_a_flash_pair_even_in_a_ramp(factory: MockFactory) -> None:
    ring = RingLight(18, ramp_seconds=5.0, pin_factory=factory)
    ring.on()
    ring.switch(1.0)
    assert factory.pin(18).state == 1.0
    ring.switch(0.0)
    assert factory.pin(18).state == 0.0
    time.sleep(0.06)
    assert factory.pin(18).state == 0.0  # the ramp is over
    ring.switch(7.0)
    assert ring.level == 1.0
    ring.close()
    ring.close()


def test_the_lamp_shows_each_pattern_differently(factory: MockFactory) -> None:
    lamp, pin = ButtonLamp(27, pin_factory=factory), factory.pin(27)
    lamp.show("your turn")
    wait_until(lambda: 0.1 < pin.state < 0.9)
    lamp.show("working")
    wait_until(lambda: pin.state == 1)
    wait_until(lambda: pin.state == 0)
    lamp.show("holding")
    wait_until(lambda: pin.state == 1)
    time.sleep(0.2)
    assert pin.state == 1
    lamp.show("fault")
    pin.clear_states()
    wait_until(lambda: len(pin.states) > 5)
    lamp.show("off")
    assert pin.state == 0


def test_the_ring_pulses_only_between_dark_and_full(lgpio_like: MockFactory) -> None:
    ring, pin = RingLight(18, ramp_seconds=0.2, pin_factory=lgpio_like), lgpio_like.pin(18)
    assert (pin.frequency, pin.state) == (None, 0)
    ring.switch(0.5)
    assert (pin.frequency, pin.state) == (2000, 0.5)
    ring.switch(1.0)
    assert (pin.frequency, pin.state) == (None, 1)
    ring.switch(0.5)
    ring.switch(0.0)
    assert (pin.frequency, pin.state) == (None, 0)
    ring.switch(0.004)  # lgpio would pulse at 0 %
    assert (pin.frequency, pin.state) == (None, 0)


def test_the_lamp_pulses_only_while_it_breathes(lgpio_like: MockFactory) -> None:
    lamp, pin = ButtonLamp(27, pin_factory=lgpio_like), lgpio_like.pin(27)
    assert (pin.frequency, pin.state) == (None, 0)
    lamp.show("your turn")
    wait_until(lambda: pin.frequency is not None)
    lamp.show("holding")
    assert (pin.frequency, pin.state) == (None, 1)
    lamp.show("off")
    assert (pin.frequency, pin.state) == (None, 0)


def test_the_lamp_stops_when_nobody_takes_the_turn(
    lgpio_like: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pulses wake the processor, and a companion left alone on the table is to sleep."""
    monkeypatch.setattr("hardware.lamps.BREATH_SECONDS", 0.09)
    monkeypatch.setattr("hardware.lamps.BREATHING_SECONDS", 0.18)
    lamp, pin = ButtonLamp(27, pin_factory=lgpio_like), lgpio_like.pin(27)
    before = threading.active_count()
    lamp.show("your turn")
    wait_until(lambda: pin.frequency is not None)
    wait_until(lambda: threading.active_count() == before)
    assert (pin.frequency, pin.state) == (None, 0)


@pytest.mark.parametrize("name", ["light_ring", "button_lamp"])
def test_an_output_is_low_from_the_start_and_low_when_let_go(lgpio_like: MockFactory, name: str) -> None:
    pin = lgpio_like.pin(18)
    pin.function, pin.state = "output", 1  # as a killed process left it
    pins = open_pins({name: 18}, print, wishes=PinWishes(ramp_seconds=0.0), pin_factory=lgpio_like)
    assert pins.missing == ()
    assert (pin.frequency, pin.state) == (None, 0)
    pins.light.switch(0.5)
    pins.lamp.show("your turn")
    wait_until(lambda: pin.frequency is not None)
    pins.close()
    assert (pin.frequency, pin.state) == (None, 0)


def test_the_buzzer_is_low_after_its_tune_and_pulses_only_during_a_note(lgpio_like: MockFactory) -> None:
    pin = lgpio_like.pin(13)
    pin.function, pin.state = "output", 1  # as a killed process left it
    buzzer = PiezoBuzzer(13, pin_factory=lgpio_like)
    assert (pin.frequency, pin.state) == (None, 0)
    pin.heard.clear()
    buzzer.play("your turn")
    wait_until(lambda: len(pin.heard) == 2 and (pin.frequency, pin.state) == (None, 0))
    assert [round(hertz) for hertz in pin.heard] == [523, 658]
    buzzer.play("end")
    wait_until(lambda: pin.frequency is not None)
    buzzer.close()  # in the middle of a note
    assert (pin.frequency, pin.state) == (None, 0)


def test_a_handful_of_keshis_stirs_the_sensor_once(factory: MockFactory) -> None:
    clock = HandWoundClock()
    stirs: list[float] = []
    TowerSensor(22, lambda: stirs.append(clock.now()), clock=clock, pin_factory=factory)
    pin = factory.pin(22)
    for _ in range(9):
        clock.sleep(0.05)
        pin.drive_low()
        pin.drive_high()
    assert len(stirs) == 1
    clock.sleep(2.0)
    pin.drive_low()
    assert len(stirs) == 2


def test_all_parts_open_by_name_and_close(factory: MockFactory) -> None:
    posted: list[PinEvent] = []
    pins = open_pins(ALL, posted.append, wishes=PinWishes(ramp_seconds=0.0), pin_factory=factory)
    assert pins.missing == ()
    pins.light.on()
    assert factory.pin(18).state == 1.0
    factory.pin(22).drive_low()
    assert posted == ["stirred"]
    buzzer = factory.pin(13)
    buzzer.clear_states()
    pins.buzzer.play("your turn")
    wait_until(lambda: len(buzzer.states) >= 3)
    pins.close()
    assert factory.pin(18).state == 0.0
    assert open_pins(ALL, posted.append, pin_factory=factory).missing == ()  # the pins were given back


def test_what_is_not_wired_is_not_missed(factory: MockFactory) -> None:
    pins = open_pins({"light_ring": 0, "buzzer": 13}, print, pin_factory=factory)
    assert pins.missing == ()
    assert isinstance(pins.light, NoLight)
    assert pins.button is None


def test_wrong_numbers_and_names_are_reported_and_the_rest_works(factory: MockFactory) -> None:
    numbers = {"light_ring": 40, "button_lamp": 27, "buzzer": 27, "horn": 5, "confirm_button": 17}
    pins = open_pins(numbers, print, pin_factory=factory)
    assert [missing.name for missing in pins.missing] == ["horn", "light_ring", "buzzer"]
    assert str(pins.missing[1].reason) == "there is no BCM pin 40; they go from 1 to 27"
    assert "taken by button_lamp" in str(pins.missing[2].reason)
    assert pins.button is not None
    pins.buzzer.play("fault")
    pins.light.on()
    pins.close()


def test_pins_without_pwm_are_dark_or_full() -> None:
    plain = MockFactory(revision="c04170")
    pins = open_pins({"light_ring": 18, "buzzer": 13}, print, pin_factory=plain)
    assert pins.missing == ()
    levels = []
    for level in (0.5, 0.0, 1.0, 0.004):
        pins.light.switch(level)
        levels.append(plain.pin(18).state)
    assert levels == [1, 0, 1, 0]
    pins.buzzer.play("counted")
    wait_until(lambda: plain.pin(13).state == 1)
    wait_until(lambda: plain.pin(13).state == 0)
    pins.close()
    plain.reset()


class LgpioError(Exception):
    """Like `lgpio.error`, which derives from nothing narrower."""


class HeldPin(MockPWMPin):  # type: ignore[misc]
    """Pins of which another program holds two."""

    def __init__(self, factory: MockFactory, info: PinInfo) -> None:
        if info.name in {"GPIO18", "GPIO17"}:
            raise LgpioError("GPIO busy")
        super().__init__(factory, info)


def test_a_pin_that_another_program_holds_fails_by_itself() -> None:
    factory = MockFactory(revision="c04170", pin_class=HeldPin)
    posted: list[PinEvent] = []
    pins = open_pins(ALL, posted.append, pin_factory=factory)
    assert [(missing.name, str(missing.reason)) for missing in pins.missing] == [
        ("light_ring", "pin 18 does not answer: GPIO busy"),
        ("confirm_button", "pin 17 does not answer: GPIO busy"),
    ]
    factory.pin(22).drive_low()
    assert posted == ["stirred"]
    pins.close()
    factory.reset()


class FailingPin(MockPWMPin):  # type: ignore[misc]
    """Pins whose chip goes away in mid-game."""

    gone = False

    def _set_state(self, value: float) -> None:
        if self.gone:
            raise LgpioError("no such device")
        super()._set_state(value)


def test_outputs_that_answer_no_longer_are_told_once_and_work_again_when_they_do(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    factory = MockFactory(revision="c04170", pin_class=FailingPin)
    pins = open_pins(ALL, print, wishes=PinWishes(ramp_seconds=0.0), pin_factory=factory)
    monkeypatch.setattr(FailingPin, "gone", True)
    for level in (1.0, 0.0, 1.0):
        pins.light.switch(level)
    pins.light.off()
    pins.lamp.show("holding")
    pins.lamp.show("fault")
    pins.buzzer.play("counted")
    assert sorted(record.message.split()[0] for record in caplog.records if "GPIO18" in record.message) == [
        "GPIO18"
    ]
    monkeypatch.setattr(FailingPin, "gone", False)
    pins.light.switch(1.0)
    assert factory.pin(18).state == 1.0
    monkeypatch.setattr(FailingPin, "gone", True)
    pins.close()
    monkeypatch.setattr(FailingPin, "gone", False)
    factory.reset()


def test_pins_whose_chip_does_not_open_are_missing_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_chip() -> MockFactory:
        raise LgpioError("can not open gpiochip")

    monkeypatch.setattr("hardware.pins.find_pins", lambda: "lgpio")
    monkeypatch.setattr("hardware.quiet_pins.quiet_factory", no_chip)
    pins = open_pins({**ALL, "buzzer": 0}, print)
    assert {missing.name for missing in pins.missing} == {*ALL} - {"buzzer"}
    assert {str(missing.reason) for missing in pins.missing} == {
        "the pins do not answer: can not open gpiochip"
    }
    pins.close()


def test_a_part_that_does_not_close_keeps_no_other_from_closing(factory: MockFactory) -> None:
    def fail() -> None:
        raise LgpioError("bad handle")

    pins = open_pins(ALL, print, wishes=PinWishes(ramp_seconds=0.0), pin_factory=factory)
    assert pins.button is not None
    pins.light.on()
    pins.button.close()
    pins.button.close = fail  # type: ignore[method-assign]
    pins.close()
    assert factory.pin(18).state == 0.0


def test_a_machine_without_pins_stands_in_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr("hardware.pins.find_pins", lambda: "")
    pins = open_pins(ALL, print)
    assert {str(missing.reason) for missing in pins.missing} == {"this machine has no pins"}
    assert len(pins.missing) == len(ALL)
    pins.lamp.show("fault")
    pins.close()
