"""Button, lamp, buzzer, light ring, tower sensor and power, as the table uses them.

A press of the button posts a word; the frame loop acts on it here. A machine without pins loads none of it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from companion.config import Settings as Config
from companion.ui.i18n import say
from companion.words import NOTHING, Text

if TYPE_CHECKING:
    from companion.app import App
    from companion.ui.stage import Stage
    from hardware.lamps import Pattern
    from hardware.lights import Light
    from hardware.pins import OpenedPins

log = logging.getLogger(__name__)

POWER_EVERY_TICKS = 6  # of the frame loop's five seconds

PATTERNS: Mapping[str, Pattern] = {
    "fault": "fault",
    "moving": "working",
    "hand": "working",
    "counting": "working",
    "counted": "your turn",
    "waiting": "your turn",
    "paused": "your turn",
}
"""What the lamp shows of what the watcher does."""


@dataclass(frozen=True)
class Pressed:
    """Something happened at the pins: "confirm", "holding", "undo", "shutdown" or "stirred"."""

    what: str


@dataclass(frozen=True)
class PowerNews:
    """What the supply has to say."""

    sentence: Text


class Pins:
    """Everything on the pins; all of it optional."""

    def __init__(self, config: Config, post: Callable[[object], None]) -> None:
        self._config = config
        self._post = post
        self._opened: OpenedPins | None = None
        self._ring: DimmedLight | None = None
        self._ready = threading.Event()
        self._level = config.light.level
        self._ticks = 0
        self._said = NOTHING
        self._pattern: Pattern = "off"

    def open(self) -> None:
        """Open what is wired; called when the first picture is on the screen."""
        from hardware.board import find_pins

        try:
            if find_pins() and any(asdict(self._config.pins).values()):
                self._open()
        except Exception:  # a library that is broken, say: the table plays without pins
            log.exception("the pins could not be opened")
        finally:
            self._ready.set()

    def _open(self) -> None:
        from hardware.pins import PinWishes, open_pins

        button, light = self._config.button, self._config.light
        self._opened = open_pins(
            asdict(self._config.pins),
            lambda event: self._post(Pressed(event)),
            wishes=PinWishes(
                light.ramp_seconds,
                button.debounce_seconds,
                button.long_press_seconds,
                button.shutdown_press_seconds,
            ),
        )
        for missing in self._opened.missing:
            log.warning("%s: %s", missing.name, missing.reason)
        if self._opened.light.switchable:
            self._ring = DimmedLight(self._opened.light, self._level)

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()

    # --- light ---------------------------------------------------------------------------------------

    def ring(self) -> Light | None:
        """The light ring, once the pins are open; asked for from the thread that opens the tray."""
        self._ready.wait(10)
        return self._ring

    def set_ring(self, level: float) -> None:
        self._level = level
        if self._ring is not None:
            self._ring.most = level

    # --- lamp and buzzer -----------------------------------------------------------------------------

    def show(self, state: str) -> None:
        """What the watcher does, on lamp and buzzer."""
        if self._opened is None or state not in PATTERNS:
            return
        self._pattern = PATTERNS[state]
        self._opened.lamp.show(self._pattern)
        if state == "fault":
            self._opened.buzzer.play("fault")
        elif state == "counted":
            self._opened.buzzer.play("counted")

    # --- button --------------------------------------------------------------------------------------

    def take(self, event: object, stage: Stage, app: App, undo: Callable[[], None]) -> bool:
        """Act on a press or on what the supply says; False when the news is for the screens."""
        if isinstance(event, PowerNews):
            stage.toast(say(event.sentence))
            return True
        if not isinstance(event, Pressed):
            return False
        if event.what == "stirred":
            app.wake()
        elif event.what == "confirm":
            if not app.wake():
                stage.confirm()
        elif event.what == "holding" and self._opened is not None:
            self._opened.lamp.show("holding")
        elif event.what == "undo":
            undo()
            if self._opened is not None:
                self._opened.lamp.show(self._pattern)  # it is held no longer
                self._opened.buzzer.play("undone")
        elif event.what == "shutdown":
            if self._switched_off():
                app.stop()
            elif self._opened is not None:
                self._opened.lamp.show(self._pattern)
        return True

    # --- power ---------------------------------------------------------------------------------------

    def look_at_power(self) -> None:
        """Now and then, from the frame loop; the looking itself happens beside it."""
        from hardware.board import find_board

        self._ticks += 1
        if self._ticks % POWER_EVERY_TICKS == 1 and find_board():
            threading.Thread(target=self._read_power, name="power", daemon=True).start()

    def _read_power(self) -> None:
        from hardware.errors import HardwareError
        from hardware.power import read_power

        try:
            sentences = read_power().sentences
        except HardwareError as error:  # no supply that tells: that is no news for the table
            log.debug("power: %s", error.said)
            return
        if sentences and sentences[0] != self._said:
            self._post(PowerNews(sentences[0]))
        self._said = sentences[0] if sentences else NOTHING

    def power_off(self) -> None:
        """Switch the Pi off cleanly; the game is on disk already. Where it refuses, the table is told."""
        self._switched_off()

    def _switched_off(self) -> bool:
        from hardware.errors import HardwareError
        from hardware.power import power_off

        try:
            power_off()
        except HardwareError as error:
            log.warning("not switched off: %s", error.said)
            self._post(PowerNews(error.said))
            return False
        return True


class DimmedLight:
    """The ring with its brightness turned down by the table."""

    def __init__(self, light: Light, most: float) -> None:
        self._light = light
        self.most = most

    @property
    def switchable(self) -> bool:
        return self._light.switchable

    @property
    def level(self) -> float:
        return self._light.level

    def on(self, level: float = 1.0) -> None:
        self._light.on(level * self.most)

    def off(self) -> None:
        self._light.off()

    def switch(self, level: float) -> None:
        self._light.switch(level * self.most)

    def close(self) -> None:
        self._light.close()
