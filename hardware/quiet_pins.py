"""The pins of a Pi, quiet while nothing happens.

gpiozero's own way, by lgpio, looks for edges two thousand times a second from the first button on, and for
pulses fifty times from the first pin on, all evening. Here the kernel itself is asked for levels and tells of
edges (`hardware.kernel_line`), and what has to pulse does so in a process that ends soon after
(`hardware.pulses`).

    factory = quiet_factory()       # where lgpio is what drives the pins
    Button(17, pin_factory=factory)
"""

import logging
import os
import threading
from typing import Any

from gpiozero import PinFixedPull, PinInvalidFunction, PinPWMUnsupported, PinSetInput
from gpiozero.pins import Factory
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from hardware.kernel_line import InputLine, OutputLine, Pull, WatchedLine
from hardware.pulses import Pulses

log = logging.getLogger(__name__)

STEADY_SECONDS = 5.0
"""How long a pin that pulsed has to be steady until the process for its pulses ends: the next note, breath or
flash often comes sooner, and the process takes a moment to start."""


def quiet_factory() -> Factory:
    """Raises OSError where the board is none that gpiozero knows."""
    made: Factory = QuietFactory()
    return made


class QuietPin(LocalPiPin):  # type: ignore[misc]
    """Levels and edges by the kernel, pulses by a process beside."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self._lock = threading.RLock()  # a pin is given back from a thread of its own
        self._hertz = 0.0
        self._duty = 0.0
        self._pulses: Pulses | None = None
        self._giving_back: threading.Timer | None = None
        self._line: InputLine | OutputLine | WatchedLine | None = InputLine(
            self._chip, self._number, pull="floating"
        )

    @property
    def _chip(self) -> str:
        return f"/dev/gpiochip{self.factory.chip}"

    def _become(self, line: type[OutputLine] | Pull) -> None:
        self._let_go()
        if isinstance(line, str):
            self._line = InputLine(self._chip, self._number, pull=line)
        else:
            self._line = line(self._chip, self._number)

    def _let_go(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def _get_function(self) -> str:
        return "output" if self._pulses or isinstance(self._line, OutputLine) else "input"

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f"{self!r} can be no {value}")
        with self._lock:
            self._end_pulses()
            self._become(OutputLine if value == "output" else "floating")

    def _get_state(self) -> Any:
        with self._lock:
            if self._pulses is not None:
                return self._duty
            return self._line.level() if self._line is not None else 0

    def _set_state(self, value: float) -> None:
        with self._lock:
            if self._pulses is not None:
                self._pulse(float(value))
            elif isinstance(self._line, OutputLine):
                self._line.drive(int(bool(value)))
            else:
                raise PinSetInput(f"{self!r} is an input")

    # --- edges -------------------------------------------------------------------------------------

    def _get_pull(self) -> Pull:
        return "floating" if self._line is None or isinstance(self._line, OutputLine) else self._line.pull

    def _set_pull(self, value: Pull) -> None:
        if self.function != "input":
            raise PinFixedPull(f"{self!r} is an output")
        self._become(value)

    def _get_bounce(self) -> None:
        return None

    def _set_bounce(self, value: float | None) -> None:
        """Contacts that chatter are the button's own business."""

    def _get_edges(self) -> str:
        return "both"

    def _set_edges(self, value: str) -> None:
        """Both are told, always."""

    def _enable_event_detect(self) -> None:
        pull = self._get_pull()
        self._let_go()
        self._line = WatchedLine(self._chip, self._number, pull=pull, changed=self._call_when_changed)

    def _disable_event_detect(self) -> None:
        self._become(self._get_pull())

    # --- pulses ------------------------------------------------------------------------------------

    def _get_frequency(self) -> float | None:
        return self._hertz or None

    def _set_frequency(self, value: float | None) -> None:
        """Of what is written next: pulses begin and end with a state."""
        with self._lock:
            if value and self._pulses is None:
                self._let_go()
                try:
                    self._pulses = Pulses(self.factory.chip, self._number)
                except OSError as error:
                    self._become(OutputLine)
                    log.warning("pin %d cannot pulse: %s", self._number, error)
                    raise PinPWMUnsupported(str(error)) from error
            self._hertz = value or 0.0

    def _pulse(self, duty: float) -> None:
        assert self._pulses is not None
        self._duty = duty
        try:
            self._pulses.write(self._hertz, duty)
        except OSError as error:
            log.warning("pin %d: %s", self._number, error)
            self._give_back()
            return
        if self._giving_back is not None:
            self._giving_back.cancel()
            self._giving_back = None
        if not self._hertz:
            self._giving_back = threading.Timer(STEADY_SECONDS, self._give_back_if_steady)
            self._giving_back.daemon = True
            self._giving_back.start()

    def _give_back_if_steady(self) -> None:
        with self._lock:
            if self._pulses is not None and not self._hertz:
                self._give_back()

    def _give_back(self) -> None:
        """To the kernel, as it is driven."""
        self._end_pulses()
        line = OutputLine(self._chip, self._number)
        line.drive(int(self._duty >= 1))
        self._line = line

    def _end_pulses(self) -> None:
        if self._giving_back is not None:
            self._giving_back.cancel()
            self._giving_back = None
        pulses, self._pulses = self._pulses, None
        self._hertz = 0.0
        if pulses is not None:
            pulses.close()

    def close(self) -> None:
        self.when_changed = None
        with self._lock:
            self._end_pulses()
            self._let_go()


class QuietFactory(LocalPiFactory):  # type: ignore[misc]
    """The pins of the board this runs on."""

    def __init__(self) -> None:
        super().__init__()
        # The pins of a Pi 5 were the fifth chip of its first kernels.
        of_a_5 = (self._get_revision() & 0xFF0) >> 4 == 0x17
        self.chip = 4 if of_a_5 and os.path.exists("/dev/gpiochip4") else 0
        self.pin_class = QuietPin
