"""What an assistant can do, as a card: the sector, how full it is, and lines of symbols."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from companion.games.marrakesh.screens.parts.signs import Item, draw_signs, signs_width
from companion.games.marrakesh.screens.parts.things import draw_thing
from companion.ui import brush, icons, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.widget import Tap
from companion.ui.widgets.button import Pressable, button_colours, draw_focus
from companion.ui.widgets.label import Label

PICTURE_MM, SMALL_MM, LEAST_MM = 9.0, 6.0, 4.0
ALIGNED_MM = 7.4  # as on the cards with a button for each use
WIDE = 2.4  # a card so many times as wide as high


class UseCard(Pressable):
    """Cards beside one another are aligned: picture and name above, the lines below, the lesser use last.

    corner   how full the sector is: below the name, in a low card beside it
    first    what comes before anything else: the vendor's water
    lines    what the action would bring; none where there is nothing to do
    last     the other use: a new keshi
    """

    def __init__(
        self,
        picture: str,
        title: str,
        on_tap: Tap,
        *,
        say: str = "",
        corner: str = "",
        first: Sequence[Item] = (),
        lines: Sequence[Sequence[Item]] = (),
        last: Sequence[Item] = (),
        chosen: bool = False,
        key: str = "",
    ) -> None:
        super().__init__(on_tap, key=key)
        self.picture = picture
        self.say = say or title
        self.label = Label(title, size="answer", face="strong", least=0.55)
        self.corner = corner
        self.first = tuple(first)
        self.lines = tuple(tuple(line) for line in lines)
        self.last = tuple(last)
        self.wide = False
        self.chosen = chosen

    @property
    def rows(self) -> list[tuple[Item, ...]]:
        return [*([self.first] if self.first else []), *self.lines]

    def side(self, look: Look) -> int:
        return look.metrics.unit(6.4)

    def picture_px(self, look: Look) -> int:
        """As large as the card has the height for, and its name the width."""
        metrics = look.metrics
        most = PICTURE_MM if self.wide else ALIGNED_MM
        high = max(metrics.unit(SMALL_MM), min(metrics.unit(most), self.rect.height // 2 - metrics.gap))
        if self.wide:
            return high
        beside = self.rect.width - 3 * metrics.gap - self.label.least_width(look)
        return min(high, max(metrics.unit(LEAST_MM), beside))

    def least_width(self, look: Look) -> int:
        return max(
            look.metrics.touch,
            look.metrics.unit(LEAST_MM) + self.label.least_width(look) + 3 * look.metrics.gap,
        )

    def natural_width(self, look: Look) -> int:
        return max(self.least_width(look), look.metrics.unit(34))

    def line_count(self) -> int:
        return max(1, len(self.rows)) + (1 if self.last else 0)

    def height(self, look: Look, width: int) -> int:
        return self.needs(look, width, PICTURE_MM, 4.4) + look.metrics.gap

    def least_height(self, look: Look, width: int) -> int:
        return max(look.metrics.touch, self.needs(look, width, SMALL_MM, 3.6))

    def needs(self, look: Look, width: int, picture_mm: float, line_mm: float) -> int:
        """Its height with a picture and lines of these sizes."""
        gap = look.metrics.gap
        room = max(1, width - look.metrics.unit(PICTURE_MM) - 3 * gap)
        words = self.label.least_height(look, room)
        lines = self.line_count() * look.metrics.unit(line_mm) + gap
        below = max(look.metrics.unit(picture_mm), words + self.corner_px(look)) + lines + 2 * gap
        beside = max(look.metrics.unit(picture_mm) + gap, words + gap, lines) + gap
        return beside if width > WIDE * below else below

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        # A low card has its lines beside the name, not below it.
        self.wide = rect.width > WIDE * rect.height
        gap, side = look.metrics.gap, self.picture_px(look)
        left = rect.x + 2 * gap + side
        if self.wide:
            corner = lettering.width(self.corner, "bold", look.metrics.text("note")) + gap
            wide = self.split(rect, look) - gap - left - (corner if self.corner else 0)
            top, high = rect.y + max(gap, (rect.height - side) // 2), side
        else:
            wide, top = rect.right - gap - left, rect.y + gap // 2
            line = lettering.line_height("strong", look.metrics.text("answer"))
            high = max(line, side - self.corner_px(look))
        high = max(high, self.label.least_height(look, wide))
        self.label.place(pygame.Rect(left, top, wide, high), look)

    def corner_px(self, look: Look) -> int:
        return lettering.line_height("bold", look.metrics.text("note")) if self.corner else 0

    def head(self, look: Look) -> pygame.Rect:
        """Where picture and name stand."""
        high = self.label.rect.height + (0 if self.wide else self.corner_px(look))
        return pygame.Rect(self.rect.x, self.label.rect.y, self.rect.width, max(high, self.picture_px(look)))

    def split(self, box: pygame.Rect, look: Look) -> int:
        """Where the lines of a low card begin: past the middle, and past the name."""
        words = self.picture_px(look) + self.label.least_width(look) + 3 * look.metrics.gap
        return box.x + max(round(box.width * 0.58), min(words, round(box.width * 0.76)))

    def content(self) -> Hashable:
        words = (self.label.content(), tuple(self.label.rect))
        return (self.picture, words, self.corner, self.first, self.lines, self.last, self.chosen)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, gap = look.palette, look.metrics.gap
        ground, ink_name, below = button_colours("chosen" if self.chosen else "plain", palette, True)
        ink = getattr(palette, ink_name)
        edge, sunk = max(2, look.metrics.mm(0.45)), self.sunk(look)
        box = pygame.Rect(
            self.rect.x, self.rect.y + (edge if sunk else 0), self.rect.width, self.rect.height - edge
        )
        if not sunk:
            brush.panel(surface, self.rect, below, look.metrics.radius)
        ground = mix(ground, palette.ink, 0.12) if sunk else ground
        brush.panel(surface, box, ground, look.metrics.radius, palette.line, max(1, look.metrics.mm(0.2)))
        side = self.picture_px(look)
        drop = edge if sunk else 0
        spot = (box.x + gap + side // 2, self.head(look).centery + drop)
        draw_thing(surface, self.picture, spot, side, palette, ink)
        self.label.tone = ink_name
        self.label.draw(surface, look)
        if self.corner:
            words = lettering.text(self.corner, "bold", look.metrics.text("note"), ink)
            if self.wide:
                end = (self.split(box, look) - gap, self.label.rect.centery)
                surface.blit(words, words.get_rect(midright=end))
            else:
                surface.blit(
                    words, words.get_rect(topleft=(self.label.rect.x, self.label.rect.bottom + drop))
                )
        self.draw_rows(surface, look, box, ink)
        draw_focus(surface, self, look)

    def draw_rows(
        self, surface: pygame.Surface, look: Look, box: pygame.Rect, ink: tuple[int, int, int]
    ) -> None:
        """The lines in the room between name and foot, the other use under a hairline."""
        palette, gap = look.palette, look.metrics.gap
        room = box.inflate(-2 * gap, -gap)
        if self.wide:
            split = self.split(box, look)
            room = pygame.Rect(split, box.y + gap // 2, box.right - gap - split, box.height - gap)
        else:
            below = self.head(look).bottom + gap
            room = pygame.Rect(room.x, below, room.width, room.bottom - below)
        top, foot, wide = room.y, room.bottom, room.width
        if self.last:
            high = max(look.metrics.unit(4.0), min(self.side(look), room.height // (len(self.rows) + 1)))
            foot -= round(high * 1.25)
            brush.fill(surface, palette.line, (room.x, foot, wide, max(1, look.metrics.mm(0.2))))
            spot = (room.centerx, foot + round(high * 0.66))
            draw_signs(surface, self.last, spot, round(high * 0.86), look, ink, width=wide)
        if not self.rows:
            mark = icons.icon("minus", max(8, min(self.side(look), foot - top)), palette.line)
            surface.blit(mark, mark.get_rect(center=(room.centerx, (top + foot) // 2)))
            return
        step = min((foot - top) / len(self.rows), self.side(look) * 1.7)
        begin = top + (foot - top - step * len(self.rows)) / 2
        high = round(min(self.side(look) * 1.25, step * 0.86))
        for index, items in enumerate(self.rows):
            spot = (room.centerx, round(begin + step * (index + 0.5)))
            draw_signs(surface, items, spot, high, look, ink, width=wide)

    def problems(self, look: Look) -> list[str]:
        room = (
            self.rect.right - self.split(self.rect, look) if self.wide else self.rect.width
        ) - 2 * look.metrics.gap
        least = max(10, look.metrics.unit(2.2))
        wide = [line for line in (*self.rows, self.last) if signs_width(line, least) > room]
        return [*self.label.problems(look), *(["symbols too small to see"] if wide else [])]


class WayButton(Pressable):
    """One thing an assistant can do, in lines of symbols."""

    def __init__(
        self, lines: Sequence[Sequence[Item]], on_tap: Tap, *, say: str, grow: float = 1.0, key: str = ""
    ) -> None:
        super().__init__(on_tap, grow=grow, key=key)
        self.lines = tuple(tuple(line) for line in lines) or (("–",),)
        self.say = say

    def least_width(self, look: Look) -> int:
        least = max(10, look.metrics.unit(2.6))
        wide = max(signs_width(line, least) for line in self.lines)
        return max(look.metrics.touch, wide + look.metrics.gap)

    def natural_width(self, look: Look) -> int:
        wide = max(signs_width(line, look.metrics.unit(5.0)) for line in self.lines)
        return max(look.metrics.touch, wide + look.metrics.gap)

    def height(self, look: Look, width: int) -> int:
        return self.least_height(look, width)

    def least_height(self, look: Look, width: int) -> int:
        return max(look.metrics.touch, len(self.lines) * look.metrics.unit(3.2) + look.metrics.gap_small)

    def content(self) -> Hashable:
        return self.lines

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette = look.palette
        ground, _ink, below = button_colours("plain", palette, True)
        edge, sunk = max(2, look.metrics.mm(0.45)), self.sunk(look)
        box = pygame.Rect(
            self.rect.x, self.rect.y + (edge if sunk else 0), self.rect.width, self.rect.height - edge
        )
        if not sunk:
            brush.panel(surface, self.rect, below, look.metrics.radius)
        ground = mix(ground, palette.brass, 0.28 if sunk else 0.1)
        brush.panel(surface, box, ground, look.metrics.radius, palette.line, max(1, look.metrics.mm(0.2)))
        step = min(box.height / len(self.lines), look.metrics.unit(9.0))
        top = box.y + (box.height - step * len(self.lines)) / 2
        side = round(min(step * 0.8, look.metrics.unit(7.0)))
        for index, items in enumerate(self.lines):
            spot = (box.centerx, round(top + step * (index + 0.5)))
            draw_signs(surface, items, spot, side, look, palette.ink, width=box.width - look.metrics.gap)
        draw_focus(surface, self, look)

    def problems(self, look: Look) -> list[str]:
        least = max(10, look.metrics.unit(2.2))
        wide = max(signs_width(line, least) for line in self.lines)
        return ["symbols too small to see"] if wide > self.rect.width else []
