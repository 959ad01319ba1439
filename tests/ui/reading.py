"""Reading a drawn screen: every line of words as it lies on the canvas, and what a reader would find wrong.

The layout's audit asks the widgets; this looks at what they drew, so no widget can leave its words out.

    python -m tests.ui.reading --only home        # every screen, size, language and size of words
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pygame
import pygame.surfarray

from companion.locale import LANGUAGES
from companion.ui import i18n, lettering
from companion.ui.colour import Colour
from companion.ui.look import Look
from companion.ui.metrics import TEXT_SCALES
from companion.ui.painter import Painter
from companion.ui.showcase import showcase
from companion.ui.stage import Stage
from companion.ui.widget import Widget

SIZES = ((800, 480), (1280, 720), (720, 1280))
COVERED = 0.06  # so much of a line's ink may be painted over: rims that touch
STICKS_OUT = 2  # pixels


@dataclass(frozen=True)
class Line:
    """A line of words as it was drawn: where its ink lies, and by which widget."""

    words: str
    size_px: int
    ink: pygame.Rect
    clip: pygame.Rect
    widget: Widget
    inked: Any  # which pixels of `ink` are letters
    drawn: Any  # how they looked when they were drawn

    def __str__(self) -> str:
        return f"{self.words!r} of {type(self.widget).__name__} at {self.widget.path}"


@contextmanager
def written() -> Iterator[dict[int, tuple[pygame.Surface, str, int]]]:
    """Which pictures are words, and in which size, while it lasts."""
    known: dict[int, tuple[pygame.Surface, str, int]] = {}
    setting = lettering.text

    def text(words: str, face: str, size_px: int, colour: Colour) -> pygame.Surface:
        picture = setting(words, face, size_px, colour)
        known[id(picture)] = (picture, words, size_px)
        return picture

    lettering.text = text  # type: ignore[assignment]
    try:
        yield known
    finally:
        lettering.text = setting


class Canvas(pygame.Surface):
    """Remembers the lines that are drawn on it."""

    def __init__(self, size: tuple[int, int], known: dict[int, tuple[pygame.Surface, str, int]]) -> None:
        super().__init__(size)
        self.known = known
        self.widget: Widget | None = None
        self.lines: list[Line] = []

    def blit(self, source: pygame.Surface, dest: Any, *more: Any, **named: Any) -> pygame.Rect:
        landed = super().blit(source, dest, *more, **named)
        if id(source) in self.known and self.widget is not None:
            _picture, words, size_px = self.known[id(source)]
            inner = source.get_bounding_rect()
            at = dest.topleft if isinstance(dest, pygame.Rect) else dest[:2]
            ink = inner.move(round(at[0]), round(at[1]))
            part = ink.clip(self.get_clip()).clip(self.get_rect())
            if part.size != (0, 0) and words.strip():
                alpha = pygame.surfarray.array_alpha(
                    source.subsurface(part.move(-round(at[0]), -round(at[1])))
                )
                self.lines.append(
                    Line(words, size_px, ink, part, self.widget, alpha > 128, self.pixels(part))
                )
        return landed

    def pixels(self, part: pygame.Rect) -> Any:
        return pygame.surfarray.array3d(self.subsurface(part))


class Scribe(Painter):
    """Paints, and tells the canvas whose words they are."""

    def draw_inside(self, canvas: pygame.Surface, widget: Widget, look: Look, part: pygame.Rect) -> None:
        assert isinstance(canvas, Canvas)
        if widget.rect.colliderect(part):
            canvas.widget = widget
            widget.draw(canvas, look)
        for child in widget.children:
            self.draw(canvas, child, look, part)
        if widget.rect.colliderect(part):
            canvas.widget = widget
            widget.draw_over(canvas, look)


def layers(stage: Stage) -> Iterator[tuple[Widget, Canvas]]:
    """Screen, dialog and toast, each drawn on a canvas of its own."""
    display = pygame.Rect((0, 0), stage.metrics.size_px)
    look = stage.look()
    stage.build()
    stage.root.place(display, look)
    for layer in stage.root.children:
        with written() as known:
            canvas = Canvas(display.size, known)
            canvas.fill(look.palette.ground)
            Scribe().draw(canvas, layer, look, display)
            canvas.set_clip(None)
        yield layer, canvas


def misprints(stage: Stage) -> list[str]:
    """What is wrong with the words of a screen as they are drawn."""
    look = stage.look()
    return [fault for layer, canvas in layers(stage) for fault in faults(layer, canvas, look)]


def faults(layer: Widget, canvas: Canvas, look: Look) -> Iterator[str]:
    windows = [widget for widget in layer.walk() if widget.scrolls]
    lines = canvas.lines
    for line in lines:
        scrolled = any(line.widget.path.startswith(f"{window.path}/") for window in windows)
        if line.words.endswith("…") and line.words not in whole_words(line.widget):
            yield f"{line}: cut off"
        if line.size_px < look.metrics.least_mark:
            yield f"{line}: {line.size_px} px, the scale ends at {look.metrics.least_mark}"
        if not line.widget.rect.inflate(2 * STICKS_OUT, 2 * STICKS_OUT).contains(line.ink):
            yield f"{line}: sticks out of it, {tuple(line.ink)} of {tuple(line.widget.rect)}"
        if scrolled:  # what fades out at the edge of a window is meant to
            continue
        if line.clip != line.ink:
            yield f"{line}: cut at an edge"
        changed = (canvas.pixels(line.clip) != line.drawn).any(axis=2) & line.inked
        if line.inked.sum() and changed.sum() > COVERED * line.inked.sum():
            yield f"{line}: painted over"
    for one, other in combinations(lines, 2):
        common = one.clip.clip(other.clip)
        if min(common.size) > STICKS_OUT:
            yield f"{one} and {other.words!r} lie over one another"


def whole_words(widget: Widget) -> str:
    """What the widget has to say, with what its labels have."""
    labels = [getattr(widget, "label", None), getattr(widget, "note", None), *getattr(widget, "texts", [])]
    return "\n".join([widget.say, *(getattr(label, "words", "") for label in labels)])


def dressed(show: Callable[[Stage], None], size: tuple[int, int], language: str, text: str) -> Stage:
    """A screen on a stage of its own."""
    stage = Stage(size)
    stage.now = 100.0
    stage.dress(language=language, text=text)
    show(stage)
    return stage


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.ui.reading")
    parser.add_argument("--only", default="", help="only screens whose name contains this")
    parser.add_argument("--languages", nargs="+", choices=list(LANGUAGES), default=list(LANGUAGES))
    parser.add_argument("--texts", nargs="+", choices=list(TEXT_SCALES), default=list(TEXT_SCALES))
    args = parser.parse_args(arguments)
    found = 0
    for language in args.languages:
        for size in SIZES:
            for text in args.texts:
                for name, show in showcase().items():
                    if args.only in name:
                        for fault in misprints(dressed(show, size, language, text)):
                            found += 1
                            print(f"{language} {size[0]}x{size[1]} {text}: {name}: {fault}")
    i18n.use("en")
    print(f"{found} faults", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
