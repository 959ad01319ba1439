"""The finger: a press shows at once, acts when lifted inside, drags scroll on with momentum, bounces are
ignored.
"""

import pygame

from companion.ui.audit import top_layer, visible, widget_at
from companion.ui.look import Look
from companion.ui.widget import Widget

BOUNCE_SECONDS = 0.06  # a worn panel lifts and presses again faster than any finger
# A second tap this soon was meant for what the first one hit: nobody has read what stands there now.
DOUBLE_SECONDS = 0.18
SLOP_MM = 2.2  # a finger that moves less than this means a tap
REPEAT_AFTER_SECONDS = 0.45
REPEAT_EVERY_SECONDS = 0.12
FRICTION = 0.06  # part of the speed left after a second of gliding
LEAST_SPEED_PX = 24.0


class Touch:
    """Follows one finger over a placed tree of widgets.

    It knows four things between builds: which path is pressed, how far each scroll area is moved, how fast
    one glides on, and what could be tapped when the last tap acted.
    """

    def __init__(self) -> None:
        self.pressed = ""
        self.scrolled: dict[str, float] = {}
        self.start = (0, 0)
        self.last = (0, 0)
        self.last_at = 0.0
        self.lifted_at = -1.0
        self.dragging = ""
        self.down = False
        self.speed = 0.0
        self.gliding = ""
        self.pressed_at = 0.0
        self.repeats = 0
        self.known: frozenset[str] | None = None  # the paths of all there was to tap, None after no tap

    def press(self, root: Widget, look: Look, x: int, y: int, now: float) -> bool:
        """A finger came down. True when something to see changed."""
        if self.down or now - self.lifted_at < BOUNCE_SECONDS:
            return False
        widget = widget_at(root, pygame.Rect((0, 0), look.size_px), x, y)
        if self.is_new(widget) and now - self.lifted_at < DOUBLE_SECONDS:
            return False
        self.down = True
        self.start = self.last = (x, y)
        self.last_at = self.pressed_at = now
        self.repeats = 0
        self.speed = 0.0
        stopped, self.gliding, self.dragging = bool(self.gliding), "", ""
        # A tap on a gliding list only stops it, as on a phone.
        self.pressed = widget.path if widget is not None and not widget.scrolls and not stopped else ""
        return bool(self.pressed)

    def is_new(self, widget: Widget | None) -> bool:
        """Whether this came to the screen by the last tap."""
        return widget is not None and self.known is not None and widget.path not in self.known

    def move(self, root: Widget, look: Look, x: int, y: int, now: float) -> bool:
        """The finger moved. True when something to see changed."""
        if not self.down:
            return False
        if not self.dragging:
            far = max(abs(x - self.start[0]), abs(y - self.start[1]))
            if far < look.metrics.mm(SLOP_MM):
                return False
            area = scroll_area_at(root, look, *self.start)
            if area is None:
                changed = self.leave(root, x, y)
                self.last, self.last_at = (x, y), now
                return changed
            self.dragging, self.pressed = area.path, ""
        step = self.last[1] - y
        seconds = max(1e-3, now - self.last_at)
        self.speed = 0.6 * self.speed + 0.4 * step / seconds
        self.last, self.last_at = (x, y), now
        return self.scroll(root, self.dragging, step)

    def leave(self, root: Widget, x: int, y: int) -> bool:
        """Let go of the pressed widget when the finger slips off it."""
        widget = by_path(root, self.pressed)
        if widget is not None and not widget.rect.collidepoint(x, y):
            self.pressed = ""
            return True
        return False

    def lift(self, root: Widget, x: int, y: int, now: float) -> Widget | None:
        """The finger went up: gives the widget that was tapped, if any."""
        if not self.down:
            return None
        self.down = False
        self.lifted_at = now
        if self.dragging:
            still = now - self.last_at > 0.09  # the finger rested before it lifted: no momentum
            self.gliding = "" if still or abs(self.speed) < LEAST_SPEED_PX else self.dragging
            self.dragging = ""
            return None
        widget, self.pressed = by_path(root, self.pressed), ""
        if widget is None or self.repeats or not widget.rect.collidepoint(x, y):
            return None
        return widget

    def repeat(self, root: Widget, now: float) -> Widget | None:
        """A widget that acts again and again while it is held, such as the plus of a stepper."""
        due = REPEAT_AFTER_SECONDS + self.repeats * REPEAT_EVERY_SECONDS
        if not self.down or not self.pressed or now - self.pressed_at < due:
            return None
        widget = by_path(root, self.pressed)
        if widget is None or not widget.repeats:
            return None
        self.repeats += 1
        return widget

    def scroll(self, root: Widget, path: str, step: float) -> bool:
        """Move a scroll area by so many pixels, as far as it goes."""
        area = by_path(root, path)
        if area is None:
            return False
        before = min(self.scrolled.get(path, 0.0), float(getattr(area, "reach", 0)))
        after = min(max(0.0, before + step), float(getattr(area, "reach", 0)))
        self.scrolled[path] = after
        return after != before

    def glide(self, root: Widget, seconds: float) -> bool:
        """One step of momentum. True when something moved."""
        if not self.gliding:
            return False
        moved = self.scroll(root, self.gliding, self.speed * seconds)
        self.speed *= FRICTION**seconds
        if not moved or abs(self.speed) < LEAST_SPEED_PX:
            self.gliding = ""
        return moved

    @property
    def busy(self) -> bool:
        """Whether it needs a frame soon without a new event."""
        return bool(self.gliding) or (self.down and bool(self.pressed))


def by_path(root: Widget, path: str) -> Widget | None:
    """The widget of this path in the present tree."""
    return next((widget for widget in root.walk() if widget.path == path), None) if path else None


def scroll_area_at(root: Widget, look: Look, x: int, y: int) -> Widget | None:
    """The innermost scroll area under a finger that has anything to scroll."""
    found = None
    for widget, clip in visible(top_layer(root), pygame.Rect((0, 0), look.size_px)):
        reach = getattr(widget, "reach", 0)
        if widget.scrolls and reach and widget.rect.clip(clip).collidepoint(x, y):
            found = widget
    return found
