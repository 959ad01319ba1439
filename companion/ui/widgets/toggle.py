"""A switch that is on or off, with its words beside it."""

from collections.abc import Hashable, Sequence

import pygame

from companion.ui import brush, icons
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.tokens import draw_piece
from companion.ui.widget import Tap
from companion.ui.widgets.button import Pressable, draw_focus
from companion.ui.widgets.label import Label

TOKEN_MM = 4.2


class Toggle(Pressable):
    """The whole row is the target: words and a note at the left, the switch at the right."""

    def __init__(
        self,
        words: str,
        on: bool,
        on_tap: Tap,
        *,
        note: str = "",
        box: bool = False,
        pieces: Sequence[str] = (),
        enabled: bool = True,
        why: str = "",
        grow: float = 0.0,
        key: str = "",
    ) -> None:
        super().__init__(on_tap, enabled=enabled, why=why, grow=grow, key=key or words)
        self.say = words
        self.on = on
        self.box = box  # a box to tick off instead of a switch
        self.pieces = tuple(pieces)  # shown below the words, to count out
        self.label = Label(words, face="strong")
        self.note = Label(note, size="note", tone="ink_soft") if note else None

    @property
    def texts(self) -> list[Label]:
        return [text for text in (self.label, self.note) if text]

    def switch_px(self, look: Look) -> tuple[int, int]:
        return look.metrics.unit(5.4 if self.box else 10), look.metrics.unit(5.4)

    def words_width(self, look: Look, width: int) -> int:
        return width - self.switch_px(look)[0] - look.metrics.gap * 3

    def least_width(self, look: Look) -> int:
        words = max(text.least_width(look) for text in self.texts)
        return words + self.switch_px(look)[0] + look.metrics.gap * 3

    def natural_width(self, look: Look) -> int:
        words = max(text.natural_width(look) for text in self.texts)
        return words + self.switch_px(look)[0] + look.metrics.gap * 3

    def height(self, look: Look, width: int) -> int:
        words = sum(text.height(look, self.words_width(look, width)) for text in self.texts)
        return max(look.metrics.target, words + self.pieces_px(look, width) + 2 * look.metrics.gap_small)

    def pieces_px(self, look: Look, width: int) -> int:
        """How high the pieces stand, in as many rows as they need."""
        if not self.pieces:
            return 0
        across = max(1, self.words_width(look, width) // look.metrics.unit(TOKEN_MM))
        return -(-len(self.pieces) // across) * look.metrics.unit(TOKEN_MM) + look.metrics.gap_small

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        width = self.words_width(look, rect.width)
        heights = [text.height(look, width) for text in self.texts]
        y = rect.y + (rect.height - sum(heights) - self.pieces_px(look, rect.width)) // 2
        for text, high in zip(self.texts, heights, strict=True):
            text.place(pygame.Rect(rect.x + look.metrics.gap, y, width, high), look)
            y += high

        self.pieces_at = (rect.x + look.metrics.gap, y + look.metrics.gap_small)

    def content(self) -> Hashable:
        return (tuple(text.content() for text in self.texts), self.on, self.is_enabled, self.box, self.pieces)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, metrics = look.palette, look.metrics
        face = mix(palette.panel, palette.ink, 0.1) if self.sunk(look) else palette.panel
        brush.panel(surface, self.rect, face, metrics.radius, palette.line, max(1, metrics.mm(0.2)))
        self.label.tone = "ink" if self.is_enabled else "ink_soft"
        for text in self.texts:
            text.draw(surface, look)
        side = metrics.unit(TOKEN_MM)
        across = max(1, self.words_width(look, self.rect.width) // side)
        for place, colour in enumerate(self.pieces):
            x = self.pieces_at[0] + side * (place % across) + side // 2
            y = self.pieces_at[1] + side * (place // across) + side // 2
            draw_piece(surface, colour, (x, y), round(side * 0.92), palette)
        wide, high = self.switch_px(look)
        track = pygame.Rect(self.rect.right - metrics.gap - wide, self.rect.centery - high // 2, wide, high)
        if self.box:
            self.draw_box(surface, look, track)
        else:
            self.draw_switch(surface, look, track)
        draw_focus(surface, self, look)

    def draw_box(self, surface: pygame.Surface, look: Look, box: pygame.Rect) -> None:
        palette, metrics = look.palette, look.metrics
        ground = palette.good if self.on else palette.ground
        line = palette.good if self.on else mix(palette.line, palette.ink, 0.3)
        brush.panel(surface, box, ground, metrics.radius, line, max(2, metrics.mm(0.35)))
        if self.on:
            mark = icons.icon("check", round(box.height * 0.7), palette.panel)
            surface.blit(mark, mark.get_rect(center=box.center))

    def draw_switch(self, surface: pygame.Surface, look: Look, track: pygame.Rect) -> None:
        palette, high = look.palette, track.height
        ground = palette.chosen if self.on else mix(palette.panel_low, palette.ink, 0.12)
        brush.panel(surface, track, ground, high // 2)
        rim = max(2, high // 10)
        knob = brush.disc(high - 2 * rim, palette.panel if self.on else palette.ground)
        x = track.right - rim - knob.get_width() if self.on else track.x + rim
        surface.blit(knob, (x, track.y + rim))
        mark = icons.icon(
            "check" if self.on else "cross", high // 2, palette.ink if self.on else palette.ink_soft
        )
        surface.blit(mark, mark.get_rect(center=(x + knob.get_width() // 2, track.centery)))

    def problems(self, look: Look) -> list[str]:
        return [problem for text in self.texts for problem in text.problems(look)]
