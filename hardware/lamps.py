"""The lamp in the button: it breathes when it is your turn, blinks during work, flashes at a fault.

After two minutes in which nobody took the turn it stops: somebody who comes back looks at the screen.

Wiring: the LED of an illuminated button, its long leg through 330 Ω to a BCM pin, its short leg to GND. Lamps
that need 5 V or 12 V take a transistor in between, as the light ring does.
"""

from collections.abc import Iterator
from typing import Literal, Protocol

from gpiozero.pins import Factory

from hardware.outputs import SteadyOutput

BREATH_SECONDS = 1.8
BREATHING_SECONDS = 120.0
_STEPS = 45
"""Of a breath, half of them up."""

Pattern = Literal["off", "your turn", "working", "holding", "fault"]


class Lamp(Protocol):
    """Anything that can show these."""

    def show(self, pattern: Pattern) -> None:
        """Show it until told otherwise."""

    def close(self) -> None:
        """Go dark."""


class NoLamp:
    """No lamp, and no harm in asking."""

    def show(self, pattern: Pattern) -> None:
        """Nothing to light."""

    def close(self) -> None:
        """Nothing to darken."""


class ButtonLamp:
    """An LED on a PWM pin."""

    def __init__(self, bcm_pin: int, *, pin_factory: Factory | None = None) -> None:
        self._led = SteadyOutput(bcm_pin, pin_factory=pin_factory)
        self._shown: Pattern = "off"

    def show(self, pattern: Pattern) -> None:
        if pattern == self._shown:
            return  # a pattern told again must not start over
        self._shown = pattern
        self._led.source = None
        match pattern:
            case "your turn":
                self._led.off()  # blinks no longer
                self._led.source_delay = BREATH_SECONDS / _STEPS
                self._led.source = _breaths(round(BREATHING_SECONDS / BREATH_SECONDS))
            case "working":
                self._led.blink(on_time=0.12, off_time=0.6)
            case "holding":
                self._led.on()
            case "fault":
                self._led.blink(on_time=0.1, off_time=0.1)
            case _:
                self._led.off()

    def close(self) -> None:
        self._led.close()


def _breaths(count: int) -> Iterator[float]:
    for _breath in range(count):
        for step in range(1, _STEPS + 1):
            yield 1 - abs(1 - 2 * step / _STEPS)
    yield 0.0
