"""Everything on the Pi's pins, opened by name: light ring, confirm button, its lamp, tower sensor, buzzer.

    pins = open_pins({"light_ring": 18, "confirm_button": 17, "button_lamp": 27}, post=events.put)
    pins.lamp.show("your turn")
    for missing in pins.missing:
        print(missing.name, missing.reason)

Numbers are BCM numbers; 0 stands for what is not wired. Each part is optional: one that cannot be opened is
reported and stood in for by something that does nothing, and so are all on a machine without pins.
"""

import logging
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeVar

from gpiozero.pins import Factory

from companion.words import N_, NOTHING, Text
from hardware.board import find_pins
from hardware.buttons import (
    DEBOUNCE_SECONDS,
    LONG_PRESS_SECONDS,
    SHUTDOWN_PRESS_SECONDS,
    ConfirmButton,
    Press,
)
from hardware.buzzer import Buzzer, NoBuzzer, PiezoBuzzer
from hardware.lamps import ButtonLamp, Lamp, NoLamp
from hardware.lights import RAMP_SECONDS, Light, NoLight, RingLight
from hardware.sensors import TowerSensor

log = logging.getLogger(__name__)

PinEvent = Press | Literal["stirred"]
NAMES = ("light_ring", "confirm_button", "button_lamp", "tower_sensor", "buzzer")
LAST_BCM_PIN = 27

T = TypeVar("T")


class _Closable(Protocol):
    def close(self) -> None: ...


@dataclass(frozen=True)
class Missing:
    """A part that is wired according to the config but does not answer, and why."""

    name: str
    reason: Text


@dataclass(frozen=True)
class PinWishes:
    """How the parts should feel, as the config has it."""

    ramp_seconds: float = RAMP_SECONDS
    debounce_seconds: float = DEBOUNCE_SECONDS
    long_press_seconds: float = LONG_PRESS_SECONDS
    shutdown_press_seconds: float = SHUTDOWN_PRESS_SECONDS


@dataclass
class OpenedPins:
    """What was opened; the rest is stood in for."""

    light: Light = field(default_factory=NoLight)
    lamp: Lamp = field(default_factory=NoLamp)
    buzzer: Buzzer = field(default_factory=NoBuzzer)
    button: ConfirmButton | None = None
    sensor: TowerSensor | None = None
    missing: tuple[Missing, ...] = ()

    def close(self) -> None:
        """Everything dark and silent, the pins given back."""
        parts: tuple[_Closable | None, ...] = (self.button, self.sensor, self.lamp, self.buzzer, self.light)
        for part in parts:
            if part is not None:
                with suppress(Exception):  # lgpio.error too, which derives from nothing narrower
                    part.close()


def open_pins(
    numbers: Mapping[str, int],
    post: Callable[[PinEvent], None],
    *,
    wishes: PinWishes | None = None,
    pin_factory: Factory | None = None,
) -> OpenedPins:
    """Open what is wired.

    numbers:
        BCM numbers by name (see `NAMES`); 0, or a name left out, is not wired.
    post:
        given "confirm", "holding", "undo", "shutdown" and "stirred", from other threads: it may only post.
    pin_factory:
        the Pi's own pins, unless a test brings its mock factory.
    """
    wishes = wishes or PinWishes()
    if pin_factory is None:
        pin_factory, reason = _find_factory()
        if reason:
            return OpenedPins(missing=tuple(Missing(name, reason) for name in NAMES if numbers.get(name)))
    opener = _Opener(numbers, pin_factory)
    pins = OpenedPins()
    pins.light = opener.opened(
        "light_ring",
        lambda pin: RingLight(pin, ramp_seconds=wishes.ramp_seconds, pin_factory=pin_factory),
        pins.light,
    )
    pins.lamp = opener.opened("button_lamp", lambda pin: ButtonLamp(pin, pin_factory=pin_factory), pins.lamp)
    pins.buzzer = opener.opened("buzzer", lambda pin: PiezoBuzzer(pin, pin_factory=pin_factory), pins.buzzer)
    pins.button = opener.opened(
        "confirm_button",
        lambda pin: ConfirmButton(
            pin,
            post,
            debounce_seconds=wishes.debounce_seconds,
            long_press_seconds=wishes.long_press_seconds,
            shutdown_press_seconds=wishes.shutdown_press_seconds,
            pin_factory=pin_factory,
        ),
        None,
    )
    pins.sensor = opener.opened(
        "tower_sensor",
        lambda pin: TowerSensor(pin, lambda: post("stirred"), pin_factory=pin_factory),
        None,
    )
    pins.missing = tuple(opener.missing)
    return pins


def _find_factory() -> tuple[Factory | None, Text]:
    """What drives the pins; None leaves it to gpiozero, as the environment may ask. And why not, if so."""
    if find_pins() != "lgpio":
        return None, NOTHING
    from hardware.quiet_pins import quiet_factory

    try:
        return quiet_factory(), NOTHING
    except Exception as error:  # lgpio.error too, which derives from nothing narrower
        return None, N_("the pins do not answer: {error}", error=str(error))


class _Opener:
    """Opens one part after the other and keeps account of those that fail."""

    def __init__(self, numbers: Mapping[str, int], pin_factory: Factory | None) -> None:
        self._numbers = numbers
        self._has_pins = pin_factory is not None or bool(find_pins())
        self._taken: dict[int, str] = {}
        self.missing = [
            Missing(name, N_("nothing is known by this name; there are {names}", names=", ".join(NAMES)))
            for name in numbers
            if name not in NAMES
        ]

    def opened(self, name: str, make: Callable[[int], T], instead: T) -> T:
        """The part on its pin, or what stands in for it."""
        number = self._numbers.get(name, 0)
        if number == 0:
            return instead
        reason = self._reason_against(number)
        if not reason:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # gpiozero warns of every library it tries in vain
                    part = make(number)
            except Exception as error:  # lgpio.error too, which derives from nothing narrower
                reason = N_("pin {number} does not answer: {error}", number=number, error=str(error))
            else:
                self._taken[number] = name
                return part
        log.info("%s is missing: %s", name, reason)
        self.missing.append(Missing(name, reason))
        return instead

    def _reason_against(self, number: int) -> Text:
        if not 0 < number <= LAST_BCM_PIN:
            return N_(
                "there is no BCM pin {number}; they go from 1 to {last}", number=number, last=LAST_BCM_PIN
            )
        if number in self._taken:
            return N_("pin {number} is taken by {other} already", number=number, other=self._taken[number])
        return NOTHING if self._has_pins else N_("this machine has no pins")
