"""A piece on the screen: its colour, its symbol, and where there is room its name and how many."""

from collections.abc import Hashable

import pygame

from companion.ui import brush, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.piece_colours import colour_name
from companion.ui.tokens import draw_piece
from companion.ui.widget import Tap
from companion.ui.widgets.button import Pressable, draw_focus
from companion.ui.widgets.label import Label

__all__ = ["PieceChip", "draw_piece"]


class PieceChip(Pressable):
    """A piece with its name and, when given, a count. Tappable when it has something to do.

    `chosen` marks it picked; `name=False` leaves only token and count where the name stands nearby.
    """

    def __init__(
        self,
        colour: str,
        on_tap: Tap | None = None,
        *,
        count: int | None = None,
        note: str = "",
        name: bool = True,
        stacked: bool = False,
        chosen: bool = False,
        enabled: bool = True,
        why: str = "",
        size: str = "label",
        grow: float = 0.0,
        key: str = "",
    ) -> None:
        super().__init__(on_tap, enabled=enabled, why=why, grow=grow, key=key or f"piece-{colour}")
        self.touchable = self.focusable = on_tap is not None or bool(why)
        self.colour = colour
        self.count = count
        self.stacked = stacked
        self.chosen = chosen
        self.size = size
        self.say = colour_name(colour)
        align = "centre" if stacked else "left"
        self.label = Label(self.say, size=size, face="strong", align=align) if name else None
        self.note = Label(note, size="note", tone="ink_soft", align=align) if note else None

    @property
    def texts(self) -> list[Label]:
        return [label for label in (self.label, self.note) if label]

    def token_px(self, look: Look) -> int:
        if self.stacked or self.touchable:
            return look.metrics.unit(6.0 if self.size == "note" else 7.0)
        return round(look.metrics.text(self.size) * 1.5)

    def count_px(self, look: Look) -> int:
        if self.count is None:
            return 0
        words = self.count_words()
        return lettering.width(words, "bold", look.metrics.text("answer" if self.touchable else self.size))

    def count_words(self) -> str:
        return f"× {self.count}" if self.label and not self.stacked else str(self.count)

    def pad_px(self, look: Look) -> int:
        return look.metrics.gap_small if self.touchable else 0

    def words_width(self, look: Look, width: int) -> int:
        if self.stacked:
            return width - 2 * self.pad_px(look)
        count = self.count_px(look) + look.metrics.gap_small if self.count is not None else 0
        return width - 2 * self.pad_px(look) - self.token_px(look) - look.metrics.gap_small - count

    def least_width(self, look: Look) -> int:
        words = max((text.least_width(look) for text in self.texts), default=0)
        return self.width_with(look, words)

    def natural_width(self, look: Look) -> int:
        words = max((text.natural_width(look) for text in self.texts), default=0)
        return self.width_with(look, words)

    def width_with(self, look: Look, words: int) -> int:
        token, pad, gap = self.token_px(look), 2 * self.pad_px(look), look.metrics.gap_small
        count = self.count_px(look) + (gap if self.count is not None else 0)
        wide = max(words, token + count) if self.stacked else token + count + (words + gap if words else 0)
        return max(wide + pad, look.metrics.touch if self.touchable else 0)

    def height(self, look: Look, width: int) -> int:
        words = sum(text.height(look, self.words_width(look, width)) for text in self.texts)
        token = self.token_px(look)
        high = token + words + look.metrics.gap_small // 2 if self.stacked else max(token, words)
        return max(high + 2 * self.pad_px(look), look.metrics.touch if self.touchable else 0)

    def least_height(self, look: Look, width: int) -> int:
        words = sum(text.least_height(look, self.words_width(look, width)) for text in self.texts)
        token = self.token_px(look)
        high = token + words + look.metrics.gap_small // 2 if self.stacked else max(token, words)
        return max(high + 2 * self.pad_px(look), look.metrics.touch if self.touchable else 0)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        pad, token, width = self.pad_px(look), self.token_px(look), self.words_width(look, rect.width)
        heights = [text.height(look, width) for text in self.texts]
        if self.stacked:
            top = rect.y + (rect.height - token - sum(heights) - look.metrics.gap_small // 2) // 2
            top = max(top, rect.y + pad // 2)
            spread = self.count_px(look) + look.metrics.gap_small if self.count is not None else 0
            self.token_at = (rect.centerx - spread // 2, top + token // 2)
            self.count_at = (self.token_at[0] + token // 2 + look.metrics.gap_small, self.token_at[1])
            x, y = rect.x + pad, top + token + look.metrics.gap_small // 2
        else:
            self.token_at = (rect.x + pad + token // 2, rect.centery)
            x = rect.x + pad + token + look.metrics.gap_small
            y = rect.y + max(0, rect.height - sum(heights)) // 2
            self.count_at = (x if not self.texts else rect.right - pad - self.count_px(look), rect.centery)
        for text, high in zip(self.texts, heights, strict=True):
            text.place(pygame.Rect(x, y, width, min(high, rect.bottom - y)), look)
            y += high

    def content(self) -> Hashable:
        texts = tuple(text.content() for text in self.texts)
        return (self.colour, self.count, texts, self.chosen, self.is_enabled, self.touchable)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette = look.palette
        ink = "ink"
        if self.touchable:
            face = palette.chosen if self.chosen else palette.panel
            face = palette.panel_low if not self.is_enabled else face
            ink = (
                "chosen_ink" if self.chosen and self.is_enabled else "ink" if self.is_enabled else "ink_soft"
            )
            face = mix(face, palette.ink, 0.12) if self.sunk(look) else face
            line = palette.brass if self.chosen else palette.line
            brush.panel(surface, self.rect, face, look.metrics.radius, line, max(1, look.metrics.mm(0.25)))
        draw_piece(surface, self.colour, self.token_at, self.token_px(look), palette)
        for text in self.texts:
            text.tone = ink if text is self.label else ("chosen_ink" if ink == "chosen_ink" else "ink_soft")
            text.draw(surface, look)
        if self.count is not None:
            size = look.metrics.text("answer" if self.touchable else self.size)
            words = lettering.text(self.count_words(), "bold", size, getattr(palette, ink))
            surface.blit(words, words.get_rect(midleft=self.count_at))
        draw_focus(surface, self, look)

    def problems(self, look: Look) -> list[str]:
        return [problem for text in self.texts for problem in text.problems(look)]
