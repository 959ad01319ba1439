"""The display: a canvas the screens draw on, turned and dimmed on its way to the panel.

A panel mounted sideways or upside down is put right here, picture and touch alike, because a console without
a desktop does not do it for us.
"""

from typing import Protocol

import pygame
import pygame.transform

TITLE = "Marrakesh"
"""What the companion is called on its own screens, whatever game is on the table."""


class DisplayMissingError(Exception):
    """There is no screen to draw on; the message says what to do."""


class PanelLight(Protocol):
    """The panel's own light; each says whether the panel obeyed."""

    def set_brightness(self, level: float) -> bool: ...

    def blank(self) -> bool: ...

    def wake(self) -> bool: ...


class Window:
    """A window of the given size, or the whole screen with `size_px=None`.

    rotation    degrees clockwise
    touch_rotation  how the touchscreen is turned against the picture, where both do not come as one
    light       the panel's own, where the whole screen is the companion's
    """

    def __init__(
        self,
        size_px: tuple[int, int] | None = None,
        *,
        rotation: int = 0,
        touch_rotation: int = 0,
        light: PanelLight | None = None,
        title: str = TITLE,
    ) -> None:
        self.rotation = rotation % 360
        self.touch_rotation = touch_rotation % 360
        self.light = light
        # How bright the picture is drawn; 1 where the panel's own light is dimmed instead.
        self.brightness = 1.0
        try:
            pygame.display.init()
            flags = pygame.FULLSCREEN if size_px is None else 0
            self.panel = pygame.display.set_mode(size_px or (0, 0), flags)
        except pygame.error as fault:
            raise DisplayMissingError(
                f"No screen could be opened ({fault}). Connect one, or give a size: --display 800x480."
            ) from fault
        pygame.display.set_caption(title)
        if size_px is None:
            pygame.mouse.set_visible(False)
        self.driver = pygame.display.get_driver()
        self.make_canvas()

    def make_canvas(self) -> None:
        wide, high = self.panel.get_size()
        size = (high, wide) if self.rotation in (90, 270) else (wide, high)
        self.canvas = pygame.Surface(size).convert(self.panel)

    @property
    def size_px(self) -> tuple[int, int]:
        """The panel as it is wired, before turning."""
        return self.panel.get_size()

    @property
    def canvas_px(self) -> tuple[int, int]:
        """The display as the table sees it."""
        return self.canvas.get_size()

    def turn(self, rotation: int) -> None:
        """Another rotation, at once."""
        self.rotation = rotation % 360
        self.make_canvas()

    def to_canvas(self, x: float, y: float) -> tuple[int, int]:
        """A place on the panel as a place on the canvas."""
        wide, high = self.size_px
        if self.rotation == 90:
            x, y = y, wide - 1 - x
        elif self.rotation == 180:
            x, y = wide - 1 - x, high - 1 - y
        elif self.rotation == 270:
            x, y = high - 1 - y, x
        return round(x), round(y)

    def touched(self, across: float, down: float) -> tuple[int, int]:
        """A place on the touchscreen, in parts of its width and height, as a place on the canvas."""
        if self.touch_rotation == 90:
            across, down = 1 - down, across
        elif self.touch_rotation == 180:
            across, down = 1 - across, 1 - down
        elif self.touch_rotation == 270:
            across, down = down, 1 - across
        wide, high = self.size_px
        return self.to_canvas(across * wide, down * high)

    def to_panel(self, part: pygame.Rect) -> pygame.Rect:
        """A part of the canvas as a part of the panel."""
        wide, high = self.size_px
        if self.rotation == 90:
            return pygame.Rect(wide - part.bottom, part.x, part.height, part.width)
        if self.rotation == 180:
            return pygame.Rect(wide - part.right, high - part.bottom, part.width, part.height)
        if self.rotation == 270:
            return pygame.Rect(part.y, high - part.right, part.height, part.width)
        return pygame.Rect(part)

    def present(self, parts: list[pygame.Rect]) -> None:
        """Bring these parts of the canvas onto the panel."""
        places = []
        for part in parts:
            place = self.to_panel(part)
            if self.rotation:
                turned = pygame.transform.rotate(self.canvas.subsurface(part), -self.rotation)
                self.panel.blit(turned, place)
            else:
                self.panel.blit(self.canvas, place, part)
            if self.brightness < 1.0:
                level = round(255 * self.brightness)
                self.panel.fill((level, level, level), place, pygame.BLEND_MULT)
            places.append(place)
        pygame.display.update(places)

    def dim(self, level: float) -> None:
        """Brightness from 0.2 to 1: by the panel's own light where it can, else by darkening the picture."""
        level = min(1.0, max(0.2, level))
        by_panel = self.light is not None and self.light.set_brightness(level)
        self.brightness = 1.0 if by_panel else level
        self.present([self.canvas.get_rect()])

    def darken(self) -> None:
        """Screen off: black, and without its light where the panel lets it be switched."""
        self.panel.fill((0, 0, 0))
        pygame.display.flip()
        if self.light is not None:
            self.light.blank()

    def lighten(self) -> None:
        """Screen on again, as bright as before."""
        if self.light is not None:
            self.light.wake()
