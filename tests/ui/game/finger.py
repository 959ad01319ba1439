"""A finger on the real loop: it finds things by what they say and touches them with real events."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from companion.config import Settings
from companion.config.settings import SoundSettings, TableSettings
from companion.ui.audit import top_layer
from companion.ui.widget import Widget
from companion.ui.window import Window
from companion.wiring import Companion


class Clock:
    """Time as the loop sees it: every look takes a few milliseconds."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        self.now += 0.004
        return self.now


class Finger:
    """Touches one companion. `taps` counts every touch."""

    def __init__(self, companion: Companion) -> None:
        self.companion = companion
        self.app = companion.app
        self.stage = companion.stage
        self.clock = Clock()
        self.app.clock = self.clock
        self.taps = 0
        self.look()

    # -- seeing -------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Let the loop take its events and draw."""
        self.app.turn()

    def touchables(self) -> list[Widget]:
        return [w for w in top_layer(self.stage.root).walk() if w.touchable and not w.scrolls]

    def words(self) -> list[str]:
        """Everything on the screen that says something."""
        return [widget.say for widget in self.stage.root.walk() if widget.say]

    def says(self, words: str) -> bool:
        return any(words in said for said in self.words())

    def find(self, words: str, where: Callable[[Widget], bool] = lambda widget: True) -> Widget:
        for widget in self.touchables():
            if widget.say == words and where(widget):
                return widget
        raise AssertionError(f"nothing says {words!r}; there is {[w.say for w in self.touchables()]}")

    def can_tap(self, words: str) -> bool:
        return any(widget.say == words for widget in self.touchables())

    # -- touching -----------------------------------------------------------------------------------------

    def tap(self, words: str, where: Callable[[Widget], bool] = lambda widget: True) -> None:
        """Tap what says this, scrolling to it where that is needed."""
        self.bring_into_view(words, where)
        self.tap_at(*self.find(words, where).rect.center)

    def tap_key(self, key: str) -> None:
        """Tap what bears this key, whatever it says."""
        widget = next((w for w in self.touchables() if w.path.rpartition("/")[2] == key), None)
        if widget is None:
            raise AssertionError(f"there is no {key!r} among {[w.path for w in self.touchables()]}")
        self.tap(widget.say, lambda each: each.path.rpartition("/")[2] == key)

    def tap_main(self) -> str:
        """Tap the one main thing to do; what it said."""
        for widget in self.touchables():
            if getattr(widget, "kind", "") == "main" and getattr(widget, "is_enabled", False):
                said = widget.say
                self.tap_at(*widget.rect.center)
                return said
        raise AssertionError(f"there is no main button among {[w.say for w in self.touchables()]}")

    def tap_at(self, x: int, y: int) -> None:
        self.taps += 1
        self.clock.now += 0.2
        self.post(pygame.MOUSEBUTTONDOWN, (x, y), button=1)
        self.post(pygame.MOUSEBUTTONUP, (x, y), button=1)

    def post(self, kind: int, place: tuple[int, int], **more: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, {"pos": place, "touch": False, **more}))
        self.look()

    def bring_into_view(self, words: str, where: Callable[[Widget], bool]) -> None:
        """Drag the list that holds it until it is all in view."""
        for _ in range(60):
            widget = self.find(words, where)
            area = self.area_of(widget)
            if area is None:
                return
            over = max(0, widget.rect.bottom - area.rect.bottom) or min(0, widget.rect.y - area.rect.y)
            if abs(over) < 2 or (
                widget.rect.height > area.rect.height and area.rect.contains(middle(widget))
            ):
                return
            most = area.rect.height // 2
            step = max(-most, min(most, over))
            step += (1 if step > 0 else -1) * self.stage.metrics.mm(
                2.4
            )  # the finger must first move out of a tap
            self.drag(area.rect.center, -step)
        raise AssertionError(f"{words!r} cannot be brought into view")

    def area_of(self, widget: Widget) -> Widget | None:
        areas = [a for a in self.stage.root.walk() if a.scrolls and widget.path.startswith(a.path + "/")]
        return areas[-1] if areas else None

    def drag(self, start: tuple[int, int], by: int) -> None:
        x, y = start
        self.clock.now += 0.2
        self.post(pygame.MOUSEBUTTONDOWN, (x, y), button=1)
        for part in (0.5, 1.0):
            self.clock.now += 0.05
            self.post(pygame.MOUSEMOTION, (x, y + round(by * part)), buttons=(1, 0, 0), rel=(0, 0))
        self.clock.now += 0.3  # it rests before it lifts: the list does not glide on
        self.post(pygame.MOUSEBUTTONUP, (x, y + by), button=1)


def middle(widget: Widget) -> pygame.Rect:
    """The part of a widget that a finger aims at."""
    spot = pygame.Rect(0, 0, 8, 8)
    spot.center = widget.rect.center
    return spot


def companion_at(data: Path, size_px: tuple[int, int], language: str, *, camera: str = "none") -> Companion:
    """A whole companion with its store in a folder, speaking a language."""
    window = Window(size_px)
    companion = Companion(Settings(), data, window, camera=camera)
    companion.settings.set(Settings(table=TableSettings(language=language), sound=SoundSettings(volume=0.0)))
    return companion
