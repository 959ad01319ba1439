"""The tray as the camera saw it, with every piece outlined and named."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Protocol

import pygame
import pygame.draw
import pygame.image

from companion.table.possible_count import NO_PIECE
from companion.table.reports import Doubt, Photo, Piece
from companion.ui import brush, icons, lettering
from companion.ui.look import Look
from companion.ui.piece_colours import symbol
from companion.ui.widgets.picture import Picture, surface, surface_of

Pick = Callable[[int], None]
CHALK = (255, 252, 244)  # on a photo, by day and by night
MARGIN = 0.07  # of the photo, around the outermost pieces
LEAST_PART = 0.4  # of the photo: a single piece is not blown up beyond that
HEAP_WIDE = 1.5  # of a heap's ring, half of its width, in widths of a piece
REACH = 0.08  # of the shown part: how far beside a piece a finger may land


class NamedPhoto(Protocol):
    """A photo and what its pieces are taken for.

    labels      the colour of each piece; NO_PIECE for none
    doubtful    indexes of the pieces to look at first
    chosen      index of the piece that is looked at
    colour      the colour that is looked at; no other piece is marked then
    heaps       where pieces lie on others
    """

    @property
    def photo(self) -> Photo: ...
    @property
    def pieces(self) -> Sequence[Piece]: ...
    @property
    def labels(self) -> Sequence[str]: ...
    @property
    def doubtful(self) -> Sequence[int]: ...
    @property
    def chosen(self) -> int | None: ...
    @property
    def colour(self) -> str: ...
    @property
    def heaps(self) -> Sequence[Doubt]: ...


def around(check: NamedPhoto) -> pygame.Rect:
    """The part of the photo where the pieces lie, with some room, in the photo's own proportions."""
    wide, high = check.photo.size_px
    places = [place for piece in check.pieces for place in (*piece.outline, (piece.x, piece.y))]
    if not places:
        return pygame.Rect(0, 0, wide, high)
    left, right = min(x for x, _y in places), max(x for x, _y in places)
    top, bottom = min(y for _x, y in places), max(y for _x, y in places)
    zoom = max((right - left) / wide, (bottom - top) / high) + 2 * MARGIN
    zoom = min(1.0, max(LEAST_PART, zoom))
    part = pygame.Rect(0, 0, round(wide * zoom), round(high * zoom))
    part.center = (round((left + right) / 2), round((top + bottom) / 2))
    return part.clamp(pygame.Rect(0, 0, wide, high))


@lru_cache(maxsize=2)
def _part(size_px: tuple[int, int], rgb: bytes, part: tuple[int, int, int, int]) -> pygame.Surface:
    return surface(size_px, rgb).subsurface(part)


def cropped(photo: Photo, part: pygame.Rect) -> pygame.Surface:
    """A part of a photo."""
    return _part(photo.size_px, photo.rgb, (part.x, part.y, part.width, part.height))


def live_picture(photo: Photo | None) -> Picture:
    """What the camera sees, with no piece named."""
    return Picture(surface_of(photo), id(photo) if photo is not None else None, key="live")


class TrayPhoto(Picture):
    """A counted photo. A tap on a piece chooses it; doubtful ones are ringed and carry a question mark."""

    touchable = True

    def __init__(self, check: NamedPhoto, on_pick: Pick, *, grow: float = 1.0) -> None:
        self.part = around(check)
        ratio = self.part.width / self.part.height
        super().__init__(cropped(check.photo, self.part), id(check.photo), ratio=ratio, grow=grow)
        self.key = "tray-photo"
        self.check = check
        self.on_pick = on_pick

    def to_photo(self, x: float, y: float) -> tuple[float, float]:
        at_x, at_y = super().to_photo(x, y)
        return at_x + self.part.x, at_y + self.part.y

    def to_display(self, x: float, y: float) -> tuple[float, float]:
        return super().to_display(x - self.part.x, y - self.part.y)

    def content(self) -> Hashable:
        check = self.check
        return (self.stamp, tuple(check.labels), tuple(check.doubtful), check.chosen, check.colour)

    def tapped(self, x: int, y: int) -> None:
        if not self.check.pieces:
            return
        at_x, at_y = self.to_photo(x, y)

        def far(index: int) -> float:
            piece = self.check.pieces[index]
            return (piece.x - at_x) ** 2 + (piece.y - at_y) ** 2

        nearest = min(range(len(self.check.pieces)), key=far)
        reach = self.part.width * REACH
        if far(nearest) <= reach**2:
            self.on_pick(nearest)

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        for heap in self.check.heaps:
            self.mark_heap(surface, look, heap)
        for index in sorted(range(len(self.check.pieces)), key=lambda i: i in self.check.doubtful):
            self.mark(surface, look, index)

    def mark_heap(self, surface: pygame.Surface, look: Look, heap: Doubt) -> None:
        """A ring around pieces that lie on others, and on it a hand: spread these."""
        if heap.place is None:
            return
        x, y = (round(value) for value in self.to_display(*heap.place))
        across = [[x for x, _y in piece.outline] for piece in self.check.pieces if piece.outline]
        wide = max((max(places) - min(places) for places in across), default=self.part.width * REACH)
        reach = round(HEAP_WIDE * wide * (self.to_display(1, 0)[0] - self.to_display(0, 0)[0]))
        thick = max(3, look.metrics.mm(0.8))
        pygame.draw.circle(surface, (20, 20, 24), (x, y), reach + 1, thick + 2)
        pygame.draw.circle(surface, look.palette.accent, (x, y), reach, thick)
        side = max(24, look.metrics.unit(5.0))
        coin = pygame.Rect(0, 0, side, side)
        coin.center = (x, y - reach)
        coin.clamp_ip(self.frame)
        brush.panel(surface, coin, look.palette.accent, side // 2)
        picture = icons.icon("hand", round(side * 0.7), look.palette.accent_ink)
        surface.blit(picture, picture.get_rect(center=coin.center))

    def mark(self, surface: pygame.Surface, look: Look, index: int) -> None:
        """The outline of a piece in its colour, and a tag with its symbol."""
        check, palette = self.check, look.palette
        piece, label = check.pieces[index], check.labels[index]
        # What is asked about stays marked while a colour is looked at.
        faded = bool(check.colour) and check.colour != label and index not in check.doubtful
        paint = palette.piece.get(label, palette.line)
        points = [self.to_display(x, y) for x, y in piece.outline]
        doubtful = index in check.doubtful or label == NO_PIECE
        thick = max(2, look.metrics.mm(0.5))
        if len(points) > 2 and not faded:
            pygame.draw.lines(surface, (20, 20, 24), True, points, thick + 2)
            pygame.draw.lines(surface, palette.brass if doubtful else CHALK, True, points, thick)
        if faded:
            return
        side = max(18, look.metrics.unit(3.6))
        x, y = (round(value) for value in self.to_display(piece.x, piece.y))
        tag = pygame.Rect(0, 0, side, side)
        reach = max((abs(px - x) for px, _py in points), default=side / 2)
        tag.center = (
            round(x + reach * 0.8),
            round(y - reach * 0.8),
        )  # beside it, so that its colour stays in view
        tag.clamp_ip(self.frame)
        if index == check.chosen:
            ring = tag.inflate(side // 2, side // 2)
            brush.panel(surface, ring, palette.accent, ring.width // 2)
        brush.panel(
            surface, tag.inflate(4, 4), palette.brass if doubtful else palette.panel, tag.width // 2 + 2
        )
        brush.panel(surface, tag, paint, tag.width // 2)
        name = "question" if label == NO_PIECE else symbol(label)
        picture = icons.icon(name, round(side * 0.7), palette.on(paint))
        surface.blit(picture, picture.get_rect(center=tag.center))
        if doubtful:
            words = lettering.text("?", "bold", look.metrics.text("note"), palette.accent_ink)
            coin = pygame.Rect(0, 0, words.get_height(), words.get_height())
            coin.midbottom = (tag.right, tag.y + 4)
            coin.clamp_ip(self.frame)
            brush.panel(surface, coin, palette.accent, coin.width // 2)
            surface.blit(words, words.get_rect(center=coin.center))
