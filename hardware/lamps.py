"""The lamp in the button: it breathes when it is your turn, blinks during work, flashes at a fault.

Wiring: the LED of an illuminated button, its long leg through 330 Ω to a BCM pin, its short leg to GND. Lamps
that need 5 V or 12 V take a transistor in between, as the light ring does.
"""

from typing import Literal, Protocol

from gpiozero.pins import Factory

from hardware.outputs import SteadyOutput

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
        match pattern:
            case "your turn":
                self._led.pulse(fade_in_time=0.9, fade_out_time=0.9)
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
