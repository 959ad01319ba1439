"""The widget: a thing with a place on the screen that knows the room it needs.

Every widget answers three questions before it is drawn: how narrow it can be (`least_width`), how wide it
would like to be (`natural_width`), and how high it is at a width (`height`). `place` then gives it its
rectangle. What it shows is told by `content()`: two widgets with equal content in the same place look the
same, and only what differs is drawn again.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol

import pygame

from companion.ui.look import Look

Tap = Callable[[], None]
Place = tuple[int, int]
MEASURES = ("least_width", "natural_width", "height", "least_height")


class Letters(Protocol):
    """Words that shrink to fit: how large they are, and how large they may be."""

    size: str
    size_px: int
    most_px: int
    measured: dict[Any, Any]


@dataclass(frozen=True)
class Sprite:
    """Something shown that stays itself from one picture to the next: a pawn, a piece, a score.

    name         which one it is
    place        its middle
    size_px      how wide and high its picture is
    draw         draws it around a middle, with the value it had before and how much of the way is done
    value        what it says or where it stands: when that changes, it moves
    comes_from   the name of what it came out of, when it is new
    way          the places between two values, the first and the last among them
    enters       where it begins when it is new, on whatever screen: itself may grow there
    """

    name: str
    place: Place
    size_px: tuple[int, int]
    draw: Callable[[pygame.Surface, Place, Look, Any, float], None]
    value: Hashable = None
    comes_from: str = ""
    way: Callable[[Any, Any], Sequence[Place]] | None = None
    enters: Place | None = None


def remembered(measure: Callable[..., int]) -> Callable[..., int]:
    """A measure that is worked out once for each widget, panel and width.

    Rows ask their columns, which ask their rows: without a memory the work would double with every level.
    """

    @wraps(measure)
    def ask(widget: "Widget", look: Look, *width: int) -> int:
        key = (measure, id(look.metrics), *width)
        known = widget.measured.get(key)
        if known is None:
            known = widget.measured[key] = measure(widget, look, *width)
        return known

    return ask


class Widget:
    """Base of everything on the screen. `grow` is its share of the room left over in its row or column."""

    grow: float = 0.0
    touchable = False  # a finger may act on it
    focusable = False  # the arrow keys stop at it
    clips = False  # its children show only inside it
    scrolls = False  # its content may be larger than itself
    repeats = False  # held down, it acts again and again
    modal = False  # while it is there, nothing below takes a touch
    path = ""
    say = ""  # what it says, for finding it and for a reader

    def __init__(self, *, grow: float = 0.0, key: str = "") -> None:
        self.grow = grow
        self.key = key
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.measured: dict[tuple[Any, ...], int] = {}

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for name in MEASURES:
            if name in cls.__dict__:
                setattr(cls, name, remembered(cls.__dict__[name]))

    @property
    def children(self) -> "list[Widget]":
        return []

    def least_width(self, look: Look) -> int:
        return self.natural_width(look)

    def natural_width(self, look: Look) -> int:
        return 0

    def height(self, look: Look, width: int) -> int:
        return 0

    def least_height(self, look: Look, width: int) -> int:
        """How low it can be pressed when room is short."""
        return self.height(look, width)

    def refits(self) -> bool:
        """Whether it stands differently where room is short, instead of only smaller."""
        return any(child.refits() for child in self.children)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        """Take this rectangle, and give the children theirs."""
        self.rect = pygame.Rect(rect)

    def content(self) -> Hashable:
        """All that its picture depends on, beside place and palette."""
        return None

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Paint itself without its children; the clip is set already."""

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        """Paint what lies above the children."""

    def sprites(self, look: Look) -> Sequence[Sprite]:
        """What of it moves when it changes (see `motion.py`); it leaves out what `look.moving` names."""
        return ()

    def problems(self, look: Look) -> list[str]:
        """What is wrong with its place: text cut off, too little room."""
        return []

    def walk(self) -> "Iterator[Widget]":
        """Itself and all below, in drawing order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def find(self, say: str) -> "Widget | None":
        """The first widget below that says this, to the letter."""
        return next((widget for widget in self.walk() if widget.say == say), None)

    # -- what a finger or key does ---------------------------------------------------------------------------

    def tapped(self, x: int, y: int) -> None:
        """A finger went down and up again on it, at this place of the screen."""

    def key_pressed(self, key: int, letter: str) -> bool:
        """A key of a keyboard while it has the focus; True when it was of use."""
        return False

    @property
    def enabled(self) -> bool:
        return True

    @property
    def leading(self) -> "Letters | None":
        """The words that are as large as those of its like, where it stands among them."""
        return None


def name_paths(root: Widget, prefix: str = "") -> None:
    """Give every widget a path that stays the same from one build to the next: keys where given, else
    positions.
    """
    root.path = prefix or "root"
    seen: dict[str, int] = {}
    for child in root.children:
        name = child.key or type(child).__name__
        seen[name] = seen.get(name, -1) + 1
        step = name if child.key and seen[name] == 0 else f"{name}{seen[name]}"
        name_paths(child, f"{root.path}/{step}")
