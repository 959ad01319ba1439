"""The screen: one state of the touchscreen, as a function from what is so to the widgets that show it.

A screen holds as little as it can: it is built anew from the game whenever something changed. See the guide
in `companion.ui`.
"""

from typing import TYPE_CHECKING

from companion.ui.widget import Widget

if TYPE_CHECKING:
    from companion.ui.stage import Stage


class Screen:
    """Base of all screens. Only `build` must be written."""

    name = ""  # a short name for pictures and logs

    def build(self, ui: "Stage") -> Widget:
        """The widgets that show how things are now. Change nothing here; taps call back."""
        raise NotImplementedError

    def opened(self, ui: "Stage") -> None:
        """It came to the front: start what it needs."""

    def returned(self, ui: "Stage") -> None:
        """The screen above it went away, and it is in front again."""

    def closed(self, ui: "Stage") -> None:
        """It left the front: stop what it started."""

    def news(self, ui: "Stage", event: object) -> bool:
        """Something a worker thread posted; True when it was for this screen (it is then built again)."""
        return False

    def tick(self, ui: "Stage", now: float) -> float | None:
        """Called before each frame. The seconds until it wants another one, or None when it waits for
        events.
        """
        return None

    def key(self, ui: "Stage", key: int, letter: str) -> bool:
        """A key of a keyboard that no widget wanted; True when it was of use."""
        return False

    def back(self, ui: "Stage") -> None:
        """The back button or Escape."""
        ui.back()
