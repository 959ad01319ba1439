"""A drawing with places in it: each place shows what stands there, can be marked, and can be an answer.

A drawing says where its places stand and paints what lies below them. The places are widgets of their own, so
that a finger, the arrow keys and the audit find them as they find buttons. A place that answers nothing takes
no touch, and the same drawing may then be as small as a stamp.

    class Ring(Drawing):
        def spots(self, look): ...            # a rectangle for each place
        def paint_ground(self, surface, look): ...
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

import pygame
import pygame.draw

from companion.ui import brush, icons
from companion.ui.layout import Box
from companion.ui.look import Look
from companion.ui.widget import Tap
from companion.ui.widgets.button import Pressable, draw_focus

__all__ = ["NO_ANSWERS", "Answer", "Answers", "Drawing", "Place"]


@dataclass(frozen=True)
class Answer:
    """What a tap on a place does. `why` says why it cannot be tapped now."""

    tap: Tap | None
    say: str = ""
    key: str = ""
    why: str = ""
    chosen: bool = False


@dataclass(frozen=True)
class Answers:
    """The places of a drawing that answer the question, by their names, and those the question is about."""

    places: Mapping[str, Answer] = field(default_factory=dict)
    marked: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.places)


NO_ANSWERS = Answers()


class Place(Pressable):
    """One place of a drawing. Subclasses paint what is there into a box.

    name     what the drawing calls it
    round    a disc; else a panel with round corners
    """

    round = False

    def __init__(self, name: str, answers: Answers = NO_ANSWERS, *, say: str = "") -> None:
        answer = answers.places.get(name)
        on_tap = answer.tap if answer is not None else None
        why = answer.why if answer is not None else ""
        key = answer.key if answer is not None else ""
        super().__init__(on_tap, enabled=on_tap is not None, why=why, key=key or f"place-{name}")
        self.name = name
        self.touchable = self.focusable = on_tap is not None or bool(why)
        self.say = (answer.say if answer is not None else "") or say
        self.chosen = answer is not None and answer.chosen
        self.marked = name in answers.marked
        self.aside = bool(answers) and not self.touchable and not self.marked  # others are asked about

    def shows(self) -> Hashable:
        """All that `paint` depends on."""
        return None

    def paint(self, surface: pygame.Surface, look: Look, box: pygame.Rect) -> None:
        """What is at the place."""

    def content(self) -> Hashable:
        return (self.name, self.shows(), self.touchable, self.chosen, self.marked, self.aside)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        box = self.rect.inflate(-look.metrics.mm(0.6), -look.metrics.mm(0.6))
        if self.sunk(look):
            box = box.inflate(-look.metrics.mm(0.8), -look.metrics.mm(0.8))
        if self.round:
            side = min(box.size)
            box = pygame.Rect(0, 0, side, side)
            box.center = self.rect.center
        edge = self.edge(look)
        if edge is not None:
            colour, thick = edge
            self.outline(surface, look, box, colour)
            box = box.inflate(-2 * thick, -2 * thick)
        self.paint(surface, look, box)
        if self.chosen:
            side = max(10, min(look.metrics.unit(3.6), box.height // 2))
            coin = brush.disc(side, look.palette.chosen)
            spot = (box.right - side, box.top)
            surface.blit(coin, spot)
            surface.blit(
                icons.icon("check", round(side * 0.8), look.palette.chosen_ink),
                (spot[0] + side // 10, spot[1] + side // 10),
            )
        if self.marked:
            side = max(8, look.metrics.unit(3.4))
            hand = icons.icon("here", side, look.palette.accent_text)
            surface.blit(hand, hand.get_rect(midtop=(self.rect.centerx, self.rect.top - side // 3)))
        draw_focus(surface, self, look)

    def body(self, look: Look) -> pygame.Rect:
        """Its room within the rim."""
        edge = self.edge(look)
        inset = look.metrics.mm(0.6) // 2 + (edge[1] if edge is not None else 0)
        return self.rect.inflate(-2 * inset, -2 * inset)

    def edge(self, look: Look) -> tuple[tuple[int, int, int], int] | None:
        """The rim that says what a tap does here, and how thick it is."""
        if self.marked:
            return look.palette.accent, max(3, look.metrics.mm(0.7))
        if self.chosen:
            return look.palette.chosen, max(3, look.metrics.mm(0.7))
        if self.touchable and self.is_enabled:
            return look.palette.brass, max(2, look.metrics.mm(0.5))
        return None

    def outline(
        self, surface: pygame.Surface, look: Look, box: pygame.Rect, colour: tuple[int, int, int]
    ) -> None:
        if self.round:
            rim = brush.disc(box.width, colour)
            surface.blit(rim, rim.get_rect(center=box.center))
        else:
            brush.panel(surface, box, colour, look.metrics.radius)


class Drawing(Box):
    """Places and what lies below them.

    `columns` and `rows` say how many places stand side by side and over one another at most: from them and
    from the size of a finger come the least width and height.
    """

    tiles = False
    columns = 1.0
    rows = 1.0
    place_mm = 13.0  # a place at its usual size
    small_mm = 5.0  # one nobody has to hit

    def __init__(self, places: Sequence[Place], *, grow: float = 1.0, key: str = "") -> None:
        super().__init__(places, grow=grow, key=key)
        self.places = places

    @property
    def asks(self) -> bool:
        return any(place.touchable for place in self.places)

    def least_px(self, look: Look) -> int:
        return look.metrics.touch if self.asks else look.metrics.unit(self.small_mm)

    def least_width(self, look: Look) -> int:
        return round(self.columns * self.least_px(look)) + 1

    def natural_width(self, look: Look) -> int:
        return max(self.least_width(look), round(self.columns * look.metrics.unit(self.place_mm)))

    def height(self, look: Look, width: int) -> int:
        return max(self.least_height(look, width), round(self.rows * look.metrics.unit(self.place_mm)))

    def least_height(self, look: Look, width: int) -> int:
        return round(self.rows * self.least_px(look)) + 1

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        for place, spot in zip(self.places, self.spots(look), strict=True):
            place.place(spot, look)

    def spots(self, look: Look) -> Sequence[pygame.Rect]:
        """Where the places stand, in their order."""
        raise NotImplementedError

    def paint_ground(self, surface: pygame.Surface, look: Look) -> None:
        """What lies below the places."""

    def shows(self) -> Hashable:
        """All that the ground depends on."""
        return None

    def content(self) -> Hashable:
        return (self.shows(), tuple(tuple(place.rect) for place in self.places))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.paint_ground(surface, look)


def centred(x: float, y: float, wide: float, high: float) -> pygame.Rect:
    """A rectangle around a middle."""
    rect = pygame.Rect(0, 0, round(wide), round(high))
    rect.center = (round(x), round(y))
    return rect
