"""A pair of hands at the table: taps what says something, drags, types, through the stage's real events."""

import pygame

from companion.ui.audit import top_layer, visible
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget


class Hands:
    """Shows a screen on a canvas and works it by what its buttons say.

    hands = Hands(Home(ports))
    hands.tap("New game")
    """

    def __init__(self, screen: Screen, size_px: tuple[int, int] = (800, 480)) -> None:
        self.stage = Stage(size_px)
        self.canvas = pygame.Surface(size_px)
        self.now = 100.0
        self.stage.now = self.now
        self.stage.push(screen)
        self.wait(0.0)

    def wait(self, seconds: float = 0.5, frames: int = 1) -> list[pygame.Rect]:
        """Let time pass; gives the parts of the display that changed."""
        changed: list[pygame.Rect] = []
        for _frame in range(frames):
            self.now += seconds / frames
            changed += self.stage.frame(self.canvas, self.now)
        return changed

    def find(self, words: str) -> Widget:
        """The touchable widget that says this; the test fails with a list of what there is."""
        there = [w for w in top_layer(self.stage.root).walk() if w.touchable and w.say]
        for widget in there:
            if widget.say == words:
                return widget
        for widget in there:
            if widget.say.startswith(words):
                return widget
        raise AssertionError(f"nothing says {words!r}; there is {[w.say for w in there]}")

    def says(self, words: str) -> bool:
        """Whether anything on the screen says this."""
        return any(words in widget.say for widget in self.stage.root.walk() if widget.say)

    def tap(self, words: str) -> None:
        """Tap what says this, scrolling to it when it is out of view."""
        widget = self.find(words)
        self.show(widget)
        self.tap_at(*self.find(words).rect.center)

    def tap_at(self, x: int, y: int) -> None:
        self.wait(0.2)
        self.stage.press(x, y, self.now)
        self.wait(0.05)
        self.stage.lift(x, y, self.now)
        self.wait(0.05)

    def show(self, widget: Widget) -> None:
        """Drag the list until the widget is in view."""
        for area in self.stage.root.walk():
            if area.scrolls and widget.path.startswith(area.path + "/"):
                over = max(0, widget.rect.bottom - area.rect.bottom) or min(0, widget.rect.y - area.rect.y)
                if over:
                    self.stage.touch.scroll(self.stage.root, area.path, over)
                    self.stage.moved = True
        self.wait(0.02)

    def type(self, letters: str) -> None:
        """Type on a real keyboard."""
        for letter in letters:
            self.stage.key(ord(letter.lower()), letter)
        self.wait(0.02)

    def targets(self) -> list[Widget]:
        display = pygame.Rect((0, 0), self.stage.metrics.size_px)
        return [w for w, _clip in visible(self.stage.root, display) if w.touchable]
