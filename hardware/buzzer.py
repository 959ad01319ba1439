"""A small buzzer for tables that leave the sound off, or have no loudspeaker.

Wiring: a passive piezo buzzer between a BCM pin and GND; an active one works too, in one pitch only.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, Protocol

from gpiozero.pins import Factory

from hardware.outputs import SteadyOutput

Tune = Literal["your turn", "counted", "undone", "fault", "end"]

NOTE_SECONDS = 0.09
MIDDLE_A_HZ = 440.0
# Pitches in octaves: -1 is an octave below the middle A, 1 an octave above, None a rest.
_TUNES: Mapping[Tune, tuple[float | None, ...]] = {
    "your turn": (0.25, 0.58),
    "counted": (0.58,),
    "undone": (0.25, -0.17),
    "fault": (-0.75, None, -0.75),
    "end": (0.25, 0.58, 0.83, None, 1.0),
}


class Buzzer(Protocol):
    """Anything that can play these."""

    def play(self, tune: Tune) -> None:
        """Begin to play; returns at once."""

    def close(self) -> None:
        """Be silent."""


class NoBuzzer:
    """No buzzer, and no harm in asking."""

    def play(self, tune: Tune) -> None:
        """Nothing to hear."""

    def close(self) -> None:
        """Nothing to silence."""


class PiezoBuzzer:
    """A buzzer on a pulsed pin; a new tune cuts the old one short.

    gpiozero's TonalBuzzer ends a note without driving the pin low: a piezo left high hums, an active buzzer
    sounds on.
    """

    def __init__(self, bcm_pin: int, *, pin_factory: Factory | None = None) -> None:
        self._piezo = SteadyOutput(bcm_pin, frequency_hz=MIDDLE_A_HZ, pin_factory=pin_factory)
        self._piezo.source_delay = NOTE_SECONDS

    def play(self, tune: Tune) -> None:
        self._piezo.source = None
        self._piezo.source = self._duties(_TUNES[tune])

    def close(self) -> None:
        self._piezo.close()

    def _duties(self, pitches: Iterable[float | None]) -> Iterator[float]:
        """Note by note, and silence at the end."""
        for pitch in pitches:
            if pitch is not None:
                self._piezo.hertz = MIDDLE_A_HZ * 2**pitch
            yield 0.0 if pitch is None else 0.5
        yield 0.0
