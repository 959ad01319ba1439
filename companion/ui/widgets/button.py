"""Buttons: they sink at once under the finger and act when it lifts inside them."""

from collections.abc import Hashable

import pygame

from companion.ui import brush, icons
from companion.ui.colour import Colour, mix
from companion.ui.look import Look
from companion.ui.theme import Palette
from companion.ui.tokens import draw_picture
from companion.ui.widget import Tap, Widget
from companion.ui.widgets.label import Label, heights_together

KINDS = ("main", "plain", "quiet", "danger", "chosen", "band")


def button_colours(kind: str, palette: Palette, enabled: bool) -> tuple[Colour, str, Colour]:
    """Face, name of the ink, and the edge below a button of this kind."""
    if not enabled and kind == "band":
        return palette.band, "band_faint", palette.band
    if not enabled:
        return palette.panel_low, "ink_soft", palette.panel_low
    return {
        "main": (palette.accent, "accent_ink", mix(palette.accent, (0, 0, 0), 0.35)),
        "danger": (palette.bad_ground, "bad", mix(palette.bad_ground, palette.bad, 0.45)),
        "chosen": (palette.chosen, "chosen_ink", mix(palette.chosen, (0, 0, 0), 0.35)),
        "band": (mix(palette.band, palette.band_ink, 0.1), "band_ink", palette.band),
    }.get(kind, (palette.panel, "ink", mix(palette.line, palette.ink, 0.12)))


class Pressable(Widget):
    """Anything a finger presses. A disabled one with a reason `why` says so when it is tapped.

    instead    what such a tap does where it is not enough to say why in passing
    """

    touchable = True
    focusable = True
    instead: Tap | None = None

    def __init__(
        self,
        on_tap: Tap | None = None,
        *,
        enabled: bool = True,
        why: str = "",
        grow: float = 0.0,
        key: str = "",
    ) -> None:
        super().__init__(grow=grow, key=key)
        self.on_tap = on_tap
        self.is_enabled = enabled
        self.why = why

    @property
    def enabled(self) -> bool:
        return self.is_enabled or bool(self.why)

    def tapped(self, x: int, y: int) -> None:
        if self.is_enabled and self.on_tap is not None:
            self.on_tap()

    def sunk(self, look: Look) -> bool:
        return look.pressed == self.path and self.is_enabled

    def least_width(self, look: Look) -> int:
        return look.metrics.touch

    def natural_width(self, look: Look) -> int:
        return look.metrics.touch

    def height(self, look: Look, width: int) -> int:
        return look.metrics.touch


class Button(Pressable):
    """Words, an icon or both. `note` is a smaller second line; `stacked` puts the icon above the words."""

    def __init__(
        self,
        words: str = "",
        on_tap: Tap | None = None,
        *,
        icon: str = "",
        note: str = "",
        kind: str = "plain",
        size: str = "label",
        stacked: bool = False,
        align: str = "centre",
        trailing: str = "",
        wraps: bool = True,
        enabled: bool = True,
        why: str = "",
        say: str = "",
        grow: float = 0.0,
        key: str = "",
    ) -> None:
        super().__init__(on_tap, enabled=enabled, why=why, grow=grow, key=key)
        self.icon = icon
        self.kind = kind
        self.size = size
        self.stacked = stacked
        self.align = align
        self.trailing = trailing  # an icon at the far end, such as "next"
        self.say = say or words
        text_align = "centre" if stacked or (align == "centre" and not icon) else "left"
        face = "bold" if kind in ("main", "chosen", "danger") else "strong"
        self.label = Label(words, size=size, face=face, align=text_align, wraps=wraps) if words else None
        self.note = Label(note, size="note", align=text_align) if note else None

    @property
    def texts(self) -> list[Label]:
        return [label for label in (self.label, self.note) if label]

    def icon_px(self, look: Look) -> int:
        if not self.icon:
            return 0
        beside = 5.6 if self.size == "answer" else 4.4
        return look.metrics.unit(7.5 if self.stacked else beside if self.label else 5.2)

    def pad_px(self, look: Look) -> int:
        return look.metrics.gap if self.label else look.metrics.gap_small

    def beside_px(self, look: Look) -> int:
        """The width that is not for words."""
        side = 2 * self.pad_px(look)
        if self.icon and not self.stacked:
            side += self.icon_px(look) + (look.metrics.gap if self.label else 0)
        return side + (look.metrics.unit(3.6) + look.metrics.gap_small if self.trailing else 0)

    def least_width(self, look: Look) -> int:
        words = max((text.least_width(look) for text in self.texts), default=0)
        return max(look.metrics.touch, words + self.beside_px(look))

    def natural_width(self, look: Look) -> int:
        words = max((text.natural_width(look) for text in self.texts), default=0)
        return max(
            look.metrics.target, words + self.beside_px(look), self.icon_px(look) + 2 * self.pad_px(look)
        )

    def edge_px(self, look: Look) -> int:
        return 0 if self.kind in ("quiet", "band") else max(2, look.metrics.mm(0.45))

    def above_px(self, look: Look) -> int:
        """The height that is not for words."""
        stacked = self.icon_px(look) + look.metrics.gap_small if self.stacked else 0
        return stacked + look.metrics.gap_small + self.edge_px(look)

    def height(self, look: Look, width: int) -> int:
        words = sum(text.height(look, width - self.beside_px(look)) for text in self.texts)
        return max(look.metrics.target, words + self.above_px(look))

    def least_height(self, look: Look, width: int) -> int:
        words = sum(text.least_height(look, width - self.beside_px(look)) for text in self.texts)
        return max(look.metrics.touch, words + self.above_px(look))

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        inner = pygame.Rect(rect.x, rect.y, rect.width, rect.height - self.edge_px(look))
        left, width = rect.x + self.pad_px(look), rect.width - self.beside_px(look)
        icon = self.icon_px(look)
        self.icon_at = inner.center
        if self.stacked:
            words = sum(text.height(look, width) for text in self.texts)
            words = min(words, inner.height - icon - look.metrics.gap_small)
            top = inner.y + max(0, inner.height - icon - words - look.metrics.gap_small // 2) // 2
            self.icon_at = (inner.centerx, top + icon // 2)
            top += icon + look.metrics.gap_small // 2
            inner = pygame.Rect(rect.x, top, rect.width, words)
        elif icon and self.label:
            if self.align == "centre":
                wish = min(width, max(text.natural_width(look) for text in self.texts))
                left += (width - wish) // 2
                width = wish
            self.icon_at = (left + icon // 2, inner.centery)
            left += icon + look.metrics.gap
        heights = heights_together(self.texts, look, width, inner.height)
        y = inner.y + max(0, inner.height - sum(heights)) // 2
        for text, high in zip(self.texts, heights, strict=True):
            only = len(heights) == 1 and not self.stacked
            text.place(pygame.Rect(left, inner.y if only else y, width, inner.height if only else high), look)
            y += high

    def content(self) -> Hashable:
        texts = tuple((text.content(), tuple(text.rect)) for text in self.texts)
        return (texts, self.icon, self.kind, self.is_enabled, self.trailing)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, edge = look.palette, self.edge_px(look)
        face, ink, below = button_colours(self.kind, palette, self.is_enabled)
        sunk = self.sunk(look)
        drop = edge if sunk else 0
        radius = look.metrics.radius
        body = pygame.Rect(self.rect.x, self.rect.y + drop, self.rect.width, self.rect.height - edge)
        if self.kind == "quiet":
            if sunk:
                brush.panel(surface, body, palette.panel_low, radius)
        elif self.kind == "band":
            ground = mix(palette.band, palette.band_ink, 0.32 if sunk else 0.1)
            brush.panel(surface, body.inflate(-2, -look.metrics.gap_small), ground, radius)
        else:
            if not sunk and self.is_enabled:
                brush.panel(surface, self.rect, below, radius)
            face = mix(face, palette.ink, 0.12) if sunk else face
            border = palette.line if self.kind == "plain" and self.is_enabled else None
            brush.panel(surface, body, face, radius, border, max(1, look.metrics.mm(0.2)))
        for text in self.texts:
            text.tone = ink
            text.rect.y += drop
            text.draw(surface, look)
            text.rect.y -= drop
        if self.icon:
            at = (self.icon_at[0], self.icon_at[1] + drop)
            draw_picture(surface, self.icon, at, self.icon_px(look), getattr(palette, ink), palette)
        if self.trailing:
            picture = icons.icon(self.trailing, look.metrics.unit(3.6), getattr(palette, ink))
            end = (self.rect.right - self.pad_px(look), body.centery)
            surface.blit(picture, picture.get_rect(midright=end))
        draw_focus(surface, self, look)

    def problems(self, look: Look) -> list[str]:
        faults = [problem for text in self.texts for problem in text.problems(look)]
        outside = [text for text in self.texts if not self.rect.inflate(2, 2).contains(text.rect)]
        return faults + ["words outside the button" for _text in outside]


def draw_focus(surface: pygame.Surface, widget: Widget, look: Look) -> None:
    """A brass ring around what the arrow keys are on."""
    if look.focused == widget.path:
        pygame.draw.rect(
            surface,
            look.palette.brass,
            widget.rect,
            max(3, look.metrics.mm(0.5)),
            border_radius=look.metrics.radius,
        )


def IconButton(  # noqa: N802 - reads as a widget
    icon: str,
    on_tap: Tap | None,
    *,
    say: str,
    kind: str = "plain",
    enabled: bool = True,
    why: str = "",
    key: str = "",
) -> Button:
    """A square button with a picture only; `say` is what it means, for finding it and for a reader."""
    return Button(icon=icon, on_tap=on_tap, say=say, kind=kind, enabled=enabled, why=why, key=key)
