"""A pin that can pulse, but only does so between dark and full.

lgpio pulses pins by software: even at a duty of 0 it wakes the processor twice a cycle, and where it stops it
leaves the pin as it happens to be. So dark and full are plain levels here, written when the pulses are over.
"""

import logging
from collections.abc import Iterable

import gpiozero
from gpiozero.pins import Factory

log = logging.getLogger(__name__)

LEAST_DUTY = 0.01  # lgpio counts in percent: anything less would be pulses of no length


class SteadyOutput(gpiozero.PWMLED):  # type: ignore[misc]
    """An output that is low from the start, at rest without pulses, and low when it is let go.

    A pin that does not open raises. One that stops answering later ends neither the game nor a count: the
    journal has it once, and each further write tries again.

    frequency_hz:
        of the pulses; `hertz` may be changed between two writes.
    """

    source: Iterable[float] | None  # gpiozero has no types

    def __init__(
        self, bcm_pin: int, *, frequency_hz: float = 100, pin_factory: Factory | None = None
    ) -> None:
        self.hertz = frequency_hz
        self._steady = False
        self._opened = False
        # gpiozero begins with a write of 0, so what a killed process left on goes off here.
        # No pulses yet: they take a process of their own.
        super().__init__(bcm_pin, frequency=None, pin_factory=pin_factory)
        self._answers = True
        self._opened = True
        self._last = 0.0

    def close(self) -> None:
        if self.closed:
            return
        try:
            self.source = None
            self.off()
        finally:
            super().close()

    def _read(self) -> float:
        return self._last if self._opened and not self.closed else float(super()._read())

    def _write(self, value: float) -> None:
        if not self._opened or self.closed:
            self._drive(value)
            return
        self._last = value
        try:
            self._drive(value)
        except Exception as error:  # lgpio.error too, which derives from nothing narrower
            if self._answers:
                log.warning("%s answers no longer: %s", self.pin, error)
            self._answers = False
        else:
            self._answers = True

    def _drive(self, value: float) -> None:
        wanted = self.hertz if LEAST_DUTY <= value < 1 else None
        if self.pin.frequency != wanted and not self._steady:
            try:
                self.pin.frequency = wanted
            except gpiozero.PinPWMUnsupported:  # no pulses from this pin: full is the nearest to dim
                self._steady = True
        pulsing = wanted is not None and not self._steady
        super()._write(value if pulsing else int(wanted is not None or value >= 1))
