"""A pin that can pulse, but only does so between dark and full.

lgpio pulses pins by software: even at a duty of 0 it wakes the processor twice a cycle, and where it stops it
leaves the pin as it happens to be. So dark and full are plain levels here, written when the pulses are over.
"""

from collections.abc import Iterable

import gpiozero
from gpiozero.pins import Factory

LEAST_DUTY = 0.01  # lgpio counts in percent: anything less would be pulses of no length


class SteadyOutput(gpiozero.PWMLED):  # type: ignore[misc]
    """An output that is low from the start, at rest without pulses, and low when it is let go.

    frequency_hz:
        of the pulses; `hertz` may be changed between two writes.
    """

    source: Iterable[float] | None  # gpiozero has no types

    def __init__(
        self, bcm_pin: int, *, frequency_hz: float = 100, pin_factory: Factory | None = None
    ) -> None:
        self.hertz = frequency_hz
        self._steady = False
        # gpiozero begins with a write of 0, so what a killed process left on goes off here.
        # No pulses yet: they take a process of their own.
        super().__init__(bcm_pin, frequency=None, pin_factory=pin_factory)

    def close(self) -> None:
        if self.closed:
            return
        try:
            self.source = None
            self.off()
        finally:
            super().close()

    def _write(self, value: float) -> None:
        wanted = self.hertz if LEAST_DUTY <= value < 1 else None
        if self.pin.frequency != wanted and not self._steady:
            try:
                self.pin.frequency = wanted
            except gpiozero.PinPWMUnsupported:  # no pulses from this pin: full is the nearest to dim
                self._steady = True
        pulsing = wanted is not None and not self._steady
        super()._write(value if pulsing else int(wanted is not None or value >= 1))
