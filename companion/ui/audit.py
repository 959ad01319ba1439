"""Reading a placed screen: what is visible where, what a finger hits, and what a person would find wrong.

`audit(root, look)` is used by the tests on every screen, size and language: words cut off, a button too small
for a finger, two targets over one another, something outside the display.
"""

from collections.abc import Iterator
from itertools import combinations

import pygame

from companion.ui.look import Look
from companion.ui.widget import Widget


def visible(root: Widget, clip: pygame.Rect) -> Iterator[tuple[Widget, pygame.Rect]]:
    """Every widget with the part of the display it may paint on, in drawing order."""
    yield root, clip
    inner = clip.clip(root.rect) if root.clips else clip
    for child in root.children:
        yield from visible(child, inner)


def top_layer(root: Widget) -> Widget:
    """The part that takes touches: the topmost modal widget, or everything."""
    modal = [widget for widget in root.walk() if widget.modal]
    return modal[-1] if modal else root


def widget_at(root: Widget, clip: pygame.Rect, x: int, y: int) -> Widget | None:
    """The uppermost touchable widget under a finger."""
    found = None
    for widget, part in visible(top_layer(root), clip):
        if widget.touchable and widget.enabled and widget.rect.clip(part).collidepoint(x, y):
            found = widget
    return found


def audit(root: Widget, look: Look) -> list[str]:
    """What a person would notice of a placed screen: an empty list means all is well."""
    display = pygame.Rect((0, 0), look.size_px)
    faults: list[str] = []
    targets: list[tuple[Widget, pygame.Rect]] = []
    for widget, clip in visible(root, display):
        name = f"{type(widget).__name__} {widget.say!r} at {widget.path}"
        faults += [f"{name}: {problem}" for problem in widget.problems(look)]
        if widget.touchable and not widget.scrolls:
            targets.append((widget, widget.rect.clip(clip)))
            if min(widget.rect.size) < look.metrics.touch - 1:
                size = " × ".join(str(round(side / look.metrics.px_per_mm, 1)) for side in widget.rect.size)
                faults.append(f"{name}: a finger needs 9 mm, this is {size} mm")
        if clip == display and not display.inflate(2, 2).contains(widget.rect) and widget.rect.size != (0, 0):
            faults.append(f"{name}: outside the display {tuple(widget.rect)}")
        if not widget.scrolls:
            room = widget.rect.inflate(2, 2)
            for child in widget.children:
                if child.rect.size != (0, 0) and not room.contains(child.rect):
                    faults.append(
                        f"{name}: too small for {type(child).__name__} {child.say!r},"
                        f" {tuple(child.rect)} in {tuple(widget.rect)}"
                    )
        if getattr(widget, "tiles", False):
            for one, other in combinations(widget.children, 2):
                common = one.rect.clip(other.rect)
                if min(common.size) > 1:
                    faults.append(f"{name}: {one.say!r} ({one.path}) and {other.say!r} overlap")
    layer = set(map(id, top_layer(root).walk()))
    reachable = [(target, part) for target, part in targets if id(target) in layer]
    for (one, one_part), (other, other_part) in combinations(reachable, 2):
        if min(one_part.clip(other_part).size) > 1 and not within(one, other):
            faults.append(f"{one.say!r} and {other.say!r} lie over one another")
    return faults


def within(one: Widget, other: Widget) -> bool:
    """Whether one holds the other."""
    return one.path.startswith(other.path + "/") or other.path.startswith(one.path + "/")
