"""A choice to tap: what it is about as tokens, what it is called, and in smaller words what it would do."""

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
from companion.ui.widgets.label import Label, heights_together


class OptionButton(Pressable):
    """A big button with tokens before its words.

    things      keys of `things.py`, drawn in a row; more than four shrink
    badge       a short text in a coin beside the tokens, such as "×2"
    count       how many so far, in a coin at the end; its room is kept while there are none
    brings      what it brought, as symbols at the end
    """

    def __init__(
        self,
        words: str,
        on_tap: Tap | None,
        *,
        things: Sequence[str] = (),
        badge: str = "",
        count: int | None = None,
        brings: Sequence[Item] = (),
        note: str = "",
        kind: str = "plain",
        chosen: bool = False,
        enabled: bool = True,
        why: str = "",
        size: str = "label",
        grow: float = 0.0,
        key: str = "",
    ) -> None:
        super().__init__(on_tap, enabled=enabled, why=why, grow=grow, key=key)
        self.touchable = self.focusable = on_tap is not None or bool(why)
        self.things = tuple(things)
        self.badge = badge
        self.count = count
        self.brings = tuple(brings)
        self.chosen = chosen
        self.size = size
        self.kind = "chosen" if chosen else kind
        self.say = words
        # A bare number stands in the middle, as on any key.
        align = "centre" if words.lstrip("−").isdigit() and not things and not note else "left"
        self.label = Label(words, size=size, face="strong", align=align) if words else None
        self.note = Label(note, size="note", tone="ink_soft") if note else None

    @property
    def texts(self) -> list[Label]:
        return [label for label in (self.label, self.note) if label]

    @property
    def leading(self) -> Label | None:
        return self.label

    def token_px(self, look: Look) -> int:
        full = look.metrics.unit(6.4 if self.count is None else 5.6)
        return full if len(self.things) <= 2 else round(full * (0.85 if len(self.things) <= 4 else 0.7))

    def tokens_width(self, look: Look) -> int:
        side, gap = self.token_px(look), look.metrics.gap_small // 2
        wide = len(self.things) * (side + gap)
        if self.badge:
            wide += max(side, lettering.width(self.badge, "bold", look.metrics.text("label")) + 2 * gap) + gap
        return wide + (look.metrics.gap_small if wide else 0)

    def coin_px(self, look: Look) -> tuple[int, int]:
        """The coin of the count: round for one digit, longer for more."""
        size = look.metrics.text("label")
        high = lettering.line_height("bold", size)
        return max(high, lettering.width(str(self.count), "bold", size) + look.metrics.gap), high

    def brings_px(self, look: Look) -> int:
        return look.metrics.unit(4.0)

    def beside_px(self, look: Look) -> int:
        end = look.metrics.gap if self.count is None else self.coin_px(look)[0] + 2 * look.metrics.gap_small
        if self.brings:
            end += signs_width(self.brings, self.brings_px(look)) + look.metrics.gap
        return look.metrics.gap + self.tokens_width(look) + end

    def least_width(self, look: Look) -> int:
        words = max((text.least_width(look) for text in self.texts), default=0)
        return max(look.metrics.touch, words + self.beside_px(look))

    def natural_width(self, look: Look) -> int:
        words = max((text.natural_width(look) for text in self.texts), default=0)
        return max(look.metrics.target, words + self.beside_px(look))

    def edge_px(self, look: Look) -> int:
        return max(2, look.metrics.mm(0.45))

    def height(self, look: Look, width: int) -> int:
        words = sum(text.height(look, width - self.beside_px(look)) for text in self.texts)
        high = max(words, self.token_px(look) if self.things or self.badge else 0)
        return max(look.metrics.target, high + look.metrics.gap + self.edge_px(look))

    def least_height(self, look: Look, width: int) -> int:
        words = sum(text.least_height(look, width - self.beside_px(look)) for text in self.texts)
        return max(look.metrics.touch, words + look.metrics.gap_small + self.edge_px(look))

    def aside_px(self, look: Look) -> int:
        """How far tokens and words of a large answer move in, so that they stand in its middle."""
        if self.size != "answer" or self.note is not None or self.brings or self.count is not None:
            return 0
        words = max((text.natural_width(look) for text in self.texts), default=0)
        return max(0, self.rect.width - words - self.beside_px(look)) // 2

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        aside = self.aside_px(look)
        left = rect.x + look.metrics.gap + self.tokens_width(look) + aside
        width = rect.width - self.beside_px(look) - aside
        room = rect.height - self.edge_px(look)
        heights = heights_together(self.texts, look, width, room)
        y = rect.y + max(0, room - sum(heights)) // 2
        for text, high in zip(self.texts, heights, strict=True):
            text.place(pygame.Rect(left, y, width, high), look)
            y += high

    def content(self) -> Hashable:
        texts = tuple((text.content(), tuple(text.rect)) for text in self.texts)
        return (
            texts,
            self.things,
            self.badge,
            self.count,
            self.brings,
            self.kind,
            self.is_enabled,
            self.touchable,
        )

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, edge, radius = look.palette, self.edge_px(look), look.metrics.radius
        face, ink, below = button_colours(self.kind, palette, self.is_enabled)
        sunk = self.sunk(look)
        drop = edge if sunk else 0
        body = pygame.Rect(self.rect.x, self.rect.y + drop, self.rect.width, self.rect.height - edge)
        if self.touchable and self.is_enabled and not sunk:
            brush.panel(surface, self.rect, below, radius)
        face = mix(face, palette.ink, 0.12) if sunk else face
        border = palette.line if self.kind == "plain" and self.is_enabled else None
        brush.panel(surface, body, face, radius, border, max(1, look.metrics.mm(0.2)))
        self.draw_tokens(surface, look, body, getattr(palette, ink))
        for text in self.texts:
            text.tone = "ink_soft" if text is self.note and ink == "ink" else ink
            text.rect.y += drop
            text.draw(surface, look)
            text.rect.y -= drop
        if self.chosen:
            side = look.metrics.unit(3.4)
            mark = icons.icon("check", side, palette.chosen_ink)
            surface.blit(mark, mark.get_rect(topright=(body.right - 3, body.y + 3)))
        draw_focus(surface, self, look)

    def draw_tokens(
        self, surface: pygame.Surface, look: Look, body: pygame.Rect, ink: tuple[int, int, int]
    ) -> None:
        side, gap = self.token_px(look), look.metrics.gap_small // 2
        x = body.x + look.metrics.gap + self.aside_px(look)
        for thing in self.things:
            draw_thing(surface, thing, (x + side // 2, body.centery), side, look.palette, ink)
            x += side + gap
        if self.count:
            self.draw_count(surface, look, body)
        if self.brings:
            high = self.brings_px(look)
            wide = signs_width(self.brings, high)
            middle = (body.right - look.metrics.gap - wide // 2, body.centery)
            draw_signs(surface, self.brings, middle, high, look, ink)
        if self.badge:
            words = lettering.text(self.badge, "bold", look.metrics.text("label"), look.palette.band_ink)
            coin = pygame.Rect(x, 0, max(side, words.get_width() + 2 * gap), side)
            coin.centery = body.centery
            brush.panel(surface, coin, look.palette.band, side // 2)
            surface.blit(words, words.get_rect(center=coin.center))

    def draw_count(self, surface: pygame.Surface, look: Look, body: pygame.Rect) -> None:
        words = lettering.text(str(self.count), "bold", look.metrics.text("label"), look.palette.accent_ink)
        coin = pygame.Rect((0, 0), self.coin_px(look))
        coin.midright = (body.right - look.metrics.gap_small, body.centery)
        brush.panel(surface, coin, look.palette.accent, coin.height // 2)
        surface.blit(words, words.get_rect(center=coin.center))

    def problems(self, look: Look) -> list[str]:
        faults = [problem for text in self.texts for problem in text.problems(look)]
        outside = [text for text in self.texts if not self.rect.inflate(2, 2).contains(text.rect)]
        return faults + ["words outside the button" for _text in outside]
