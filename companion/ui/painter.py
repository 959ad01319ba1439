"""Draws only what changed: compares what each widget shows now with what is on the display already."""

from collections.abc import Hashable

import pygame

from companion.ui.audit import visible
from companion.ui.look import Look
from companion.ui.widget import Widget

Shown = tuple[tuple[int, int, int, int], tuple[int, int, int, int], Hashable]


def signature(widget: Widget, clip: pygame.Rect, look: Look) -> Shown:
    """All that decides how the widget's place looks."""
    state = (
        type(widget).__name__,
        widget.content(),
        widget.path == look.pressed,
        widget.path == look.focused,
        look.moving and tuple(sprite.name for sprite in widget.sprites(look) if sprite.name in look.moving),
    )
    rect, part = widget.rect, widget.rect.clip(clip)
    return (rect.x, rect.y, rect.w, rect.h), (part.x, part.y, part.w, part.h), state


def merged(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """Fewer rectangles covering the same: touching ones become one, so that nothing is painted twice."""
    todo, done = list(rects), list[pygame.Rect]()
    while todo:
        rect = todo.pop()
        hit = rect.collidelist(done)
        if hit < 0:
            done.append(rect)
        else:
            todo.append(rect.union(done.pop(hit)))
    return done


class Painter:
    """Keeps what is on the canvas, and brings the canvas up to date."""

    def __init__(self) -> None:
        self.shown: dict[str, Shown] = {}
        self.palette = ""

    def forget(self) -> None:
        """Paint everything next time."""
        self.palette = ""

    def paint(self, canvas: pygame.Surface, root: Widget, look: Look) -> list[pygame.Rect]:
        """Draw what differs; gives the parts of the canvas that changed."""
        display = canvas.get_rect()
        now = {widget.path: signature(widget, clip, look) for widget, clip in visible(root, display)}
        if self.palette != look.palette.name:
            dirty = [display]
        else:
            places: list[pygame.Rect] = []
            for path in now.keys() | self.shown.keys():
                new, old = now.get(path), self.shown.get(path)
                if new != old:
                    places += [pygame.Rect(shown[1]) for shown in (new, old) if shown]
            dirty = merged([place.clip(display) for place in places if place.width and place.height])
        self.shown, self.palette = now, look.palette.name
        for part in dirty:
            canvas.set_clip(part)
            canvas.fill(look.palette.ground, part)
            self.draw(canvas, root, look, part)
        canvas.set_clip(None)
        return dirty

    def draw(self, canvas: pygame.Surface, widget: Widget, look: Look, part: pygame.Rect) -> None:
        """The widget and all below it, as far as they reach into the part."""
        if widget.clips:
            inside = part.clip(widget.rect)
            if not inside.width or not inside.height:
                return
            canvas.set_clip(inside)
            self.draw_inside(canvas, widget, look, inside)
            canvas.set_clip(part)
        else:
            self.draw_inside(canvas, widget, look, part)

    def draw_inside(self, canvas: pygame.Surface, widget: Widget, look: Look, part: pygame.Rect) -> None:
        touched = widget.rect.colliderect(part)
        if touched:
            widget.draw(canvas, look)
        for child in widget.children:
            self.draw(canvas, child, look, part)
        if touched:
            widget.draw_over(canvas, look)
