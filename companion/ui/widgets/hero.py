"""The face of the companion: the tower in brass before a wall of tiles."""

from collections.abc import Hashable

import pygame

from companion.ui import brush, icons, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.widget import Widget


class Hero(Widget):
    """A night-blue panel with tiling, a great star, and the game's name."""

    def __init__(self, title: str, words: str, *, icon: str = "tower", grow: float = 1.0) -> None:
        super().__init__(grow=grow)
        self.title = title
        self.words = words
        self.icon = icon
        self.say = title

    def natural_width(self, look: Look) -> int:
        words = lettering.width(self.words, "body", self.usual_px(look)) + look.metrics.margin
        return max(look.metrics.unit(40), self.least_width(look), words)

    def least_width(self, look: Look) -> int:
        title = lettering.width(self.title, "title", look.metrics.text("title")) + 2 * look.metrics.margin
        # Where the panel beside it needs the room, the words below the title stand in two lines.
        return max(
            title, lettering.longest_word(self.words, "body", self.usual_px(look)) + look.metrics.margin
        )

    def height(self, look: Look, width: int) -> int:
        return look.metrics.unit(22)

    def content(self) -> Hashable:
        return (self.title, self.words, self.icon)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, metrics, rect = look.palette, look.metrics, self.rect
        line = mix(palette.band, palette.band_ink, 0.1)
        surface.blit(brush.zellige(rect.width, rect.height, metrics.unit(13), palette.band, line), rect)
        thick = max(2, metrics.mm(0.4))
        edge = (
            (rect.x, rect.bottom - thick, rect.width, thick)
            if rect.width > rect.height
            else (rect.right - thick, rect.y, thick, rect.height)
        )
        brush.fill(surface, palette.brass, edge)
        wide = rect.width > rect.height * 1.4
        side = min(round(rect.height * (0.7 if wide else 0.42)), round(rect.width * 0.62))
        size = metrics.text("score")
        title = lettering.text(self.title, "title", size, palette.band_ink)
        while title.get_width() > rect.width * (0.6 if wide else 0.88) and size > metrics.text("answer"):
            size -= 1
            title = lettering.text(self.title, "title", size, palette.band_ink)
        small = self.small_px(look)
        words = [
            lettering.text(line, "body", small, palette.band_soft)
            for line in lettering.wrap(self.words, "body", small, rect.width - metrics.margin)
        ]
        if wide:
            total = side + metrics.gap * 3 + max(line.get_width() for line in (title, *words))
            centre = (rect.x + (rect.width - total) // 2 + side // 2, rect.centery)
            x = centre[0] + side // 2 + metrics.gap * 3
            at, below = (
                (x, rect.centery - title.get_height() // 3),
                (x, rect.centery + title.get_height() // 2),
            )
            self.draw_star(surface, look, centre, side)
            surface.blit(title, title.get_rect(midleft=at))
            for row, below_title in enumerate(words):
                surface.blit(
                    below_title, below_title.get_rect(midleft=below).move(0, row * below_title.get_height())
                )
        else:
            total = side + metrics.gap * 2 + title.get_height() + sum(line.get_height() for line in words)
            top = rect.y + (rect.height - total) // 2
            self.draw_star(surface, look, (rect.centerx, top + side // 2), side)
            surface.blit(title, title.get_rect(midtop=(rect.centerx, top + side + metrics.gap * 2)))
            bottom = top + total
            for below_title in reversed(words):
                surface.blit(below_title, below_title.get_rect(midbottom=(rect.centerx, bottom)))
                bottom -= below_title.get_height()

    def draw_star(self, surface: pygame.Surface, look: Look, centre: tuple[int, int], side: int) -> None:
        palette = look.palette
        for share, colour in ((1.0, palette.brass), (0.94, palette.band), (0.84, palette.accent)):
            star = brush.star(round(side * share), colour)
            surface.blit(star, star.get_rect(center=centre))
        mark = icons.icon(self.icon, round(side * 0.44), palette.accent_ink)
        surface.blit(mark, mark.get_rect(center=centre))

    def small_px(self, look: Look) -> int:
        """The size of the words below the title: no larger than the panel is wide, nor smaller than usual."""
        size = look.metrics.text("note")
        room = self.rect.width - look.metrics.margin
        while size > self.usual_px(look) and lettering.width(self.words, "body", size) > room:
            size -= 1
        return size

    def usual_px(self, look: Look) -> int:
        return round(look.metrics.text("note") / look.metrics.text_scale)

    def problems(self, look: Look) -> list[str]:
        size = self.small_px(look)
        if lettering.longest_word(self.words, "body", size) > self.rect.width - look.metrics.margin:
            return ["the words below the title are wider than the panel"]
        return []
