"""Pictures: an icon of the set, or a photo scaled into its place."""

from collections.abc import Hashable
from functools import lru_cache

import pygame
import pygame.image
import pygame.transform

from companion.table.reports import Photo
from companion.ui import brush, icons
from companion.ui.look import Look
from companion.ui.tokens import draw_picture
from companion.ui.widget import Widget


@lru_cache(maxsize=8)
def scaled(photo: pygame.Surface, size_px: tuple[int, int]) -> pygame.Surface:
    """The photo at its size on the screen; shrinking one takes longer than all the rest of a frame."""
    return pygame.transform.smoothscale(photo, size_px)


@lru_cache(maxsize=3)
def surface(size_px: tuple[int, int], rgb: bytes) -> pygame.Surface:
    """Rows of red, green, blue bytes as a picture that can be drawn."""
    return pygame.image.frombuffer(rgb, size_px, "RGB")


def surface_of(photo: Photo | None) -> pygame.Surface | None:
    """A frame of the watcher as a picture that can be drawn."""
    return None if photo is None else surface(photo.size_px, photo.rgb)


class Icon(Widget):
    """A drawing of `icons.py`, `size` being a text size or a number of millimetres of a 5-inch panel."""

    def __init__(
        self, name: str, *, size: str | float = "label", tone: str = "ink", grow: float = 0.0, key: str = ""
    ) -> None:
        super().__init__(grow=grow, key=key)
        self.name = name
        self.size = size
        self.tone = tone

    def side(self, look: Look) -> int:
        return look.metrics.text(self.size) if isinstance(self.size, str) else look.metrics.unit(self.size)

    def natural_width(self, look: Look) -> int:
        return self.side(look)

    def height(self, look: Look, width: int) -> int:
        return self.side(look)

    def content(self) -> Hashable:
        return (self.name, self.size, self.tone)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        side = min(self.side(look), self.rect.width, self.rect.height)
        ink = getattr(look.palette, self.tone)
        draw_picture(surface, self.name, self.rect.center, max(4, side), ink, look.palette)


class Picture(Widget):
    """A photo, kept in proportion. `stamp` tells one photo from the next, so that only a new one is drawn.

    `ratio` is width by height; `marks` are drawn over it by `draw_over` of a subclass.
    """

    def __init__(
        self,
        photo: pygame.Surface | None,
        stamp: Hashable,
        *,
        ratio: float = 4 / 3,
        least_mm: float = 20.0,
        grow: float = 1.0,
        key: str = "",
    ) -> None:
        super().__init__(grow=grow, key=key)
        self.photo = photo
        self.stamp = stamp
        self.ratio = ratio
        self.least_mm = least_mm

    def least_width(self, look: Look) -> int:
        return look.metrics.mm(self.least_mm)

    def natural_width(self, look: Look) -> int:
        return self.photo.get_width() if self.photo else look.metrics.mm(self.least_mm)

    def height(self, look: Look, width: int) -> int:
        return round(width / self.ratio)

    def least_height(self, look: Look, width: int) -> int:
        return min(round(width / self.ratio), look.metrics.mm(self.least_mm))

    @property
    def frame(self) -> pygame.Rect:
        """The part of its place that the photo fills."""
        ratio = self.photo.get_width() / self.photo.get_height() if self.photo else self.ratio
        wide = min(self.rect.width, round(self.rect.height * ratio))
        frame = pygame.Rect(0, 0, wide, round(wide / ratio))
        frame.center = self.rect.center
        return frame

    def content(self) -> Hashable:
        return (self.stamp, self.photo is None)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        frame = self.frame
        if self.photo is None:
            brush.fill(surface, look.palette.panel_low, frame)
            mark = icons.icon("camera", max(8, min(frame.size) // 3), look.palette.line)
            surface.blit(mark, mark.get_rect(center=frame.center))
            return
        surface.blit(scaled(self.photo, frame.size), frame)

    def to_photo(self, x: float, y: float) -> tuple[float, float]:
        """A place on the display as pixels of the photo."""
        frame = self.frame
        scale = (self.photo.get_width() if self.photo else frame.width) / max(1, frame.width)
        return (x - frame.x) * scale, (y - frame.y) * scale

    def to_display(self, x: float, y: float) -> tuple[float, float]:
        """A pixel of the photo as a place on the display."""
        frame = self.frame
        scale = frame.width / max(1, self.photo.get_width() if self.photo else frame.width)
        return frame.x + x * scale, frame.y + y * scale
