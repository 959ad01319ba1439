"""The sensor at the tower: something fell in, so the watcher wakes up and looks.

Wiring, either: an infrared beam-break pair across the tower's mouth, both on 3.3 V and GND, the receiver's
open-collector output to a BCM pin; or a vibration switch (SW-420 module) on 3.3 V and GND, its DO
output to the pin. Both pull the pin low, or make it chatter, when keshis pass. Without a sensor the
watcher looks at the tray all the time it may be tossed: nothing is lost but a little processor time.
"""

from collections.abc import Callable

import gpiozero
from gpiozero.pins import Factory

from hardware.clock import Clock, WallClock

QUIET_SECONDS = 1.0


class TowerSensor:
    """Posts that the tower was stirred, once for a handful of keshis.

    stirred:
        called at most once in `quiet_seconds`, from the sensor's own thread: it may only post.
    """

    def __init__(
        self,
        bcm_pin: int,
        stirred: Callable[[], None],
        *,
        quiet_seconds: float = QUIET_SECONDS,
        clock: Clock | None = None,
        pin_factory: Factory | None = None,
    ) -> None:
        self._stirred = stirred
        self._quiet = quiet_seconds
        self._clock = clock or WallClock()
        self._last_at = float("-inf")
        self._sensor = gpiozero.DigitalInputDevice(bcm_pin, pull_up=True, pin_factory=pin_factory)
        # Either edge: which one means "something passed" differs from module to module.
        self._sensor.when_activated = self._edge
        self._sensor.when_deactivated = self._edge

    def close(self) -> None:
        self._sensor.close()

    def _edge(self) -> None:
        now = self._clock.now()
        if now - self._last_at >= self._quiet:
            self._last_at = now
            self._stirred()
