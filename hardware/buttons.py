"""The button beside the tray: a press confirms, a long press takes back, a very long one switches off.

Wiring: a push button between a BCM pin and GND, nothing else; the Pi's own pull-up holds the pin high.
A cable longer than half a metre wants 10 kΩ to 3.3 V as well.

    button = ConfirmButton(17, post=events.put)
    events.get()        # "confirm", "undo", "holding" or "shutdown"

Nothing happens in the button's own thread but posting; the frame loop decides what it means.
"""

import threading
from collections.abc import Callable
from typing import Literal

import gpiozero
from gpiozero.pins import Factory

from hardware.clock import Clock, WallClock

Press = Literal["confirm", "undo", "holding", "shutdown"]

DEBOUNCE_SECONDS = 0.03
LONG_PRESS_SECONDS = 1.0
SHUTDOWN_PRESS_SECONDS = 6.0


class ConfirmButton:
    """One push button with three meanings.

    post:
        is given "confirm" when it is let go soon, "holding" once it counts as long (so that lamp or screen
        can say "let go to undo"), "undo" when it is let go then, "shutdown" while it is still held.
    debounce_seconds:
        contacts that chatter this long after a change are not listened to.
    """

    def __init__(
        self,
        bcm_pin: int,
        post: Callable[[Press], None],
        *,
        debounce_seconds: float = DEBOUNCE_SECONDS,
        long_press_seconds: float = LONG_PRESS_SECONDS,
        shutdown_press_seconds: float = SHUTDOWN_PRESS_SECONDS,
        clock: Clock | None = None,
        pin_factory: Factory | None = None,
    ) -> None:
        self._post = post
        self._debounce = debounce_seconds
        self._long = long_press_seconds
        self._shutdown = shutdown_press_seconds
        self._clock = clock or WallClock()
        self._down_since: float | None = None
        self._let_go_at = float("-inf")
        self._said: Press | None = None
        self._let_go = threading.Event()
        # Not gpiozero.Button, whose thread looks ten times a second whether it is held.
        self._button = gpiozero.DigitalInputDevice(bcm_pin, pull_up=True, pin_factory=pin_factory)
        self._button.when_activated = self._pressed
        self._button.when_deactivated = self._released

    def close(self) -> None:
        self._let_go.set()
        self._button.close()

    def _pressed(self) -> None:
        now = self._clock.now()
        if now - self._let_go_at < self._debounce:
            if self._down_since is None:
                return  # the contacts still chatter after a press that is over
        else:
            self._down_since = now
            self._said = None
            self._let_go = threading.Event()
            threading.Thread(target=self._hold, args=(self._let_go,), name="held button", daemon=True).start()
        self._let_go_at = float("-inf")

    def _released(self) -> None:
        now = self._clock.now()
        down_since = self._down_since
        self._let_go_at = now
        if down_since is None:
            return
        held = now - down_since
        if held < self._debounce:
            return  # chatter of a press that has just begun; it goes on when the contact closes again
        self._down_since = None
        self._let_go.set()
        if held < self._long:
            self._post("confirm")
        elif self._said != "shutdown":
            self._post("undo")

    def _hold(self, let_go: threading.Event) -> None:
        """One press, for as long as it lasts."""
        waited = 0.0
        says: tuple[tuple[float, Press], ...] = ((self._long, "holding"), (self._shutdown, "shutdown"))
        for seconds, press in says:
            if let_go.wait(seconds - waited):
                return
            waited = seconds
            self._said = press
            self._post(press)
