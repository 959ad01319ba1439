"""The pins of a Pi as gpiozero's lgpio factory has them, but quiet while nothing happens.

lgpio looks for edges two thousand times a second from the first button on, all evening. Here the kernel tells
of them (see `hardware.kernel_line`), and lgpio only drives what is driven.

    factory = quiet_factory()       # where lgpio is what drives the pins
    Button(17, pin_factory=factory)
"""

import os
import tempfile
from types import ModuleType
from typing import Any

from gpiozero.pins import Factory

from hardware.kernel_line import WatchedLine


def quiet_factory() -> Factory:
    """Raises what lgpio raises, which is no narrower than Exception."""
    _load_lgpio()
    from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

    class QuietPin(LGPIOPin):  # type: ignore[misc]
        """Outputs by lgpio, edges by the kernel."""

        _watched: WatchedLine | None = None

        def _enable_event_detect(self) -> None:
            import lgpio

            pull = self.pull
            lgpio.gpio_free(self._chip, self._number)
            try:
                self._watched = WatchedLine(
                    f"/dev/gpiochip{self.factory.chip}", self._number, pull=pull, changed=self._tell
                )
            except OSError:  # a kernel that cannot: as lgpio does it
                self._claim(pull)
                super()._enable_event_detect()

        def _disable_event_detect(self) -> None:
            if self._watched is None:
                super()._disable_event_detect()
            else:
                watched, self._watched = self._watched, None
                watched.close()
                self._claim(watched.pull)

        def _tell(self, seconds: float, level: int) -> None:
            # Past LGPIOPin, which expects what lgpio tells.
            super(LGPIOPin, self)._call_when_changed(seconds, level)

        def _claim(self, pull: str) -> None:
            import lgpio

            flags = {"up": lgpio.SET_PULL_UP, "down": lgpio.SET_PULL_DOWN, "floating": lgpio.SET_PULL_NONE}
            lgpio.gpio_claim_input(self._chip, self._number, flags[pull])

        @property
        def _chip(self) -> Any:
            return self.factory._handle  # noqa: SLF001 - of gpiozero's own pin, which this is one of

        def _get_state(self) -> Any:
            return super()._get_state() if self._watched is None else self._watched.level()

        def _get_pull(self) -> Any:
            return super()._get_pull() if self._watched is None else self._watched.pull

        def _get_function(self) -> Any:
            return super()._get_function() if self._watched is None else "input"

        def close(self) -> None:
            self.when_changed = None
            super().close()

    made: Factory = LGPIOFactory()
    made.pin_class = QuietPin
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
