"""The pins of a Pi as gpiozero's lgpio factory has them, but quiet while nothing happens.

lgpio looks for edges two thousand times a second from the first button on, and for pulses fifty times from
the first pin on, all evening. Here the kernel itself is asked for levels and tells of edges
(`hardware.kernel_line`), and lgpio is opened only when something has to pulse.

    factory = quiet_factory()       # where lgpio is what drives the pins
    Button(17, pin_factory=factory)
"""

import os
import tempfile
from types import ModuleType
from typing import Any

from gpiozero import PinFixedPull, PinInvalidFunction, PinSetInput
from gpiozero.pins import Factory

from hardware.kernel_line import InputLine, OutputLine, Pull, WatchedLine


def quiet_factory() -> Factory:
    """Raises what lgpio raises, which is no narrower than Exception, or OSError."""
    _load_lgpio()
    import lgpio
    from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

    class QuietPin(LGPIOPin):  # type: ignore[misc]
        """Pulses by lgpio, everything else by the kernel."""

        def __init__(self, factory: Any, info: Any) -> None:
            super(LGPIOPin, self).__init__(factory, info)  # LGPIOPin's own would open the chip
            self._pwm: tuple[float, int] | None = None
            self._line: InputLine | OutputLine | WatchedLine | None = InputLine(
                self._chip, self._number, pull="floating"
            )

        @property
        def _chip(self) -> str:
            return f"/dev/gpiochip{self.factory.chip}"

        @property
        def _handle(self) -> Any:
            return self.factory._handle  # noqa: SLF001 - of gpiozero's own pin, which this is one of

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
            return "output" if self._pwm or isinstance(self._line, OutputLine) else "input"

        def _set_function(self, value: str) -> None:
            if value not in ("input", "output"):
                raise PinInvalidFunction(f"{self!r} can be no {value}")
            self._set_frequency(None)
            self._become(OutputLine if value == "output" else "floating")

        def _get_state(self) -> Any:
            if self._pwm:
                return super()._get_state()
            return self._line.level() if self._line is not None else 0

        def _set_state(self, value: float) -> None:
            if self._pwm:
                super()._set_state(value)
            elif isinstance(self._line, OutputLine):
                self._line.drive(int(bool(value)))
            else:
                raise PinSetInput(f"{self!r} is an input")

        def _get_pull(self) -> Pull:
            return "floating" if self._line is None or isinstance(self._line, OutputLine) else self._line.pull

        def _set_pull(self, value: Pull) -> None:
            if self.function != "input":
                raise PinFixedPull(f"{self!r} is an output")
            self._become(value)

        def _set_frequency(self, value: float | None) -> None:
            if value and not self._pwm:
                self._let_go()
                lgpio.gpio_claim_output(self._handle, self._number)
                lgpio.tx_pwm(self._handle, self._number, value, 0)
                self._pwm = (value, 0)
            elif self._pwm and not value:
                super()._set_frequency(None)
                lgpio.gpio_free(self._handle, self._number)
                self._become(OutputLine)
            elif value:
                super()._set_frequency(value)

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
            self._line = WatchedLine(self._chip, self._number, pull=pull, changed=self._tell)

        def _disable_event_detect(self) -> None:
            self._become(self._get_pull())

        def _tell(self, seconds: float, level: int) -> None:
            # Past LGPIOPin, which expects what lgpio tells.
            super(LGPIOPin, self)._call_when_changed(seconds, level)

        def close(self) -> None:
            self.when_changed = None
            self._set_frequency(None)
            self._let_go()

    class QuietFactory(LGPIOFactory):  # type: ignore[misc]
        """Opens lgpio's chip when the first pin has to pulse."""

        def __init__(self) -> None:
            super(LGPIOFactory, self).__init__()
            # The pins of a Pi 5 were the fifth chip of its first kernels.
            of_a_5 = (self._get_revision() & 0xFF0) >> 4 == 0x17
            self._chip = 4 if of_a_5 and os.path.exists("/dev/gpiochip4") else 0
            self._opened: int | None = None
            self.pin_class = QuietPin

        @property
        def _handle(self) -> int:
            if self._opened is None:
                self._opened = lgpio.gpiochip_open(self._chip)
            return self._opened

        def close(self) -> None:
            super(LGPIOFactory, self).close()
            if self._opened is not None:
                lgpio.gpiochip_close(self._opened)
                self._opened = None

    made: Factory = QuietFactory()
    return made


def _load_lgpio() -> ModuleType:
    """lgpio leaves a pipe in the folder it is first loaded in; its name is needed only until it is open."""
    here, before = os.getcwd(), os.environ.get("LG_WD")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LG_WD"] = folder
        try:
            import lgpio
        finally:
            os.chdir(here)  # it goes there itself
            if before is None:
                del os.environ["LG_WD"]
            else:
                os.environ["LG_WD"] = before
    module: ModuleType = lgpio
    return module
