"""The light ring under the clear floor.

Wiring: a ring of white LEDs (12 V or 5 V, some 100–300 mA) between its supply and the drain of a logic-level
N-channel MOSFET (IRLZ44N or the like), the MOSFET's source to ground, its gate through 220 Ω to a BCM pin
(any will do) and through 10 kΩ to ground, so the ring stays dark while the Pi boots. Supply ground and a GND
pin of the Pi belong together. Never feed the ring from a GPIO pin.

Dimmed, the pin is pulsed by software, which is not as even as a camera likes: photos are best
with the ring full on, and one that is too bright wants a resistor.

    ring = RingLight(18)
    ring.on()           # comes up gently, nobody is dazzled
    ring.switch(0.0)    # at once, between the two frames of a flash pair
    ring.off()
"""

from collections.abc import Iterator
from typing import Protocol

from gpiozero.pins import Factory

from hardware.outputs import SteadyOutput

RAMP_SECONDS = 0.4
RAMP_STEP_SECONDS = 0.004


class Light(Protocol):
    """Anything that lights the tray."""

    @property
    def switchable(self) -> bool:
        """Whether a camera can take a flash pair with it."""

    @property
    def level(self) -> float:
        """How bright it is told to be: 0 is off, 1 is full."""

    def on(self, level: float = 1.0) -> None:
        """Come up gently."""

    def off(self) -> None:
        """Go down gently."""

    def switch(self, level: float) -> None:
        """Be that bright at once, as a flash pair needs it."""

    def close(self) -> None:
        """Go dark and give the pin back."""


class NoLight:
    """No ring, or one that is always on: there is nothing to switch, and no harm in asking."""

    switchable = False
    level = 0.0

    def on(self, level: float = 1.0) -> None:
        """Nothing to light."""

    def off(self) -> None:
        """Nothing to darken."""

    def switch(self, level: float) -> None:
        """Nothing to switch."""

    def close(self) -> None:
        """Nothing to give back."""


class RingLight:
    """A ring on a pin.

    bcm_pin:
        the BCM number of the pin at the MOSFET's gate.
    ramp_seconds:
        how long `on` and `off` take from dark to full.
    frequency_hz:
        of the pulses while it is neither dark nor full: a frame of 5 ms sees ten of them.
    """

    switchable = True

    def __init__(
        self,
        bcm_pin: int,
        *,
        ramp_seconds: float = RAMP_SECONDS,
        frequency_hz: int = 2000,
        pin_factory: Factory | None = None,
    ) -> None:
        self._led = SteadyOutput(bcm_pin, frequency_hz=frequency_hz, pin_factory=pin_factory)
        self._ramp_seconds = ramp_seconds
        self._wanted = 0.0

    @property
    def level(self) -> float:
        return self._wanted

    def on(self, level: float = 1.0) -> None:
        self._ramp_to(min(1.0, max(0.0, level)))

    def off(self) -> None:
        self._ramp_to(0.0)

    def switch(self, level: float) -> None:
        self._led.source = None  # a ramp under way would undo it
        self._wanted = min(1.0, max(0.0, level))
        self._led.value = self._wanted

    def close(self) -> None:
        if self._led.closed:
            return
        self._wanted = 0.0
        self._led.close()

    def _ramp_to(self, level: float) -> None:
        self._led.source = None
        self._wanted = level
        start, end = float(self._led.value), level
        steps = round(abs(end - start) * self._ramp_seconds / RAMP_STEP_SECONDS)
        if steps < 2:
            self._led.value = end
            return
        self._led.source_delay = RAMP_STEP_SECONDS
        self._led.source = _steps(start, end, steps)


def _steps(start: float, end: float, count: int) -> Iterator[float]:
    """Evenly for the eye, which sees the square root of what shines.

    Dark and full in turn, as often as it takes: dim ones would have to be pulsed.
    """
    first, last = start**0.5, end**0.5
    due = 0.0
    for step in range(1, count):
        due += (first + (last - first) * step / count) ** 2
        shines = due >= 1
        due -= shines
        yield float(shines)
    yield end
