"""A small buzzer for tables that leave the sound off, or have no loudspeaker.

Wiring: a passive piezo buzzer between a BCM pin and GND; an active one works too, in one pitch only.
"""

from collections.abc import Mapping
from typing import Literal, Protocol

import gpiozero
from gpiozero.pins import Factory

Tune = Literal["your turn", "counted", "undone", "fault", "end"]

NOTE_SECONDS = 0.09
# Pitches as gpiozero's TonalBuzzer has them: -1 an octave below the middle A, 1 an octave above, None a rest.
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
    """A buzzer on a PWM pin; a new tune cuts the old one short."""

    def __init__(self, bcm_pin: int, *, pin_factory: Factory | None = None) -> None:
        self._buzzer = gpiozero.TonalBuzzer(bcm_pin, octaves=1, pin_factory=pin_factory)
        self._buzzer.source_delay = NOTE_SECONDS

    def play(self, tune: Tune) -> None:
        self._buzzer.source = None
        self._buzzer.source = iter((*_TUNES[tune], None))

    def close(self) -> None:
        self._buzzer.source = None
        self._buzzer.close()
