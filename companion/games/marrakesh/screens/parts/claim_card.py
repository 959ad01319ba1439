"""A colour in the tower's base as a card to tap: the keshis as they lie, and what taking them would do.

The whole card takes one keshi; where two may be taken its end takes two. A card that cannot be tapped shows
the full sector, and says why when it is touched.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from companion.games.marrakesh.rules.draft import room
from companion.games.marrakesh.rules.keshi import BROWN, CAPACITY, GOODS, GREEN, PINK, RED, SECTOR_OF
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.parts.signs import Item, Sign, draw_signs, signs_width
from companion.ui import brush, icons, lettering
from companion.ui.colour import mix
from companion.ui.layout import Box, Row
from companion.ui.look import Look
from companion.ui.tokens import draw_piece
from companion.ui.widget import Sprite, Tap, Widget
from companion.ui.widgets.button import Pressable, draw_focus

BRINGS: dict[str, tuple[Item, ...]] = {
    GREEN: ("1", Sign("points")),
    PINK: (Sign("square-bonus"),),
    BROWN: (Sign("oasis"),),
}
"""What deploying a keshi of a colour brings at once."""

SPREAD = 0.42  # keshis lying together overlap by the rest of their width


def filled(g: State, player: Player, colour: str) -> tuple[str, bool]:
    """How full the place is that a keshi would go to, and whether it is full; nothing in light depth."""
    if g.depth != FULL:
        return "", False
    if colour in GOODS:
        return str(player.goods[colour]), False
    taken = len(player.vendors) if colour == RED else player.keshis[SECTOR_OF[colour]]
    taken += player.beside.count(colour)
    return f"{min(taken, CAPACITY)}/{CAPACITY}", room(g, player, colour) <= 0


class TakeOne(Pressable):
    """The card's face: the keshis that lie there, how full their sector is, what deploying brings."""

    def __init__(
        self, colour: str, lying: int, on_tap: Tap | None, *, fill: str, full: bool, brings: Sequence[Item],
        say: str, why: str, key: str, chosen: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(on_tap, enabled=on_tap is not None, why=why, grow=1, key=key)
        self.colour = colour
        self.lying = lying
        self.fill = fill
        self.full = full
        self.brings = tuple(brings)
        self.say = say
        self.chosen = chosen

    def natural_width(self, look: Look) -> int:
        return look.metrics.unit(20)

    def height(self, look: Look, width: int) -> int:
        return look.metrics.target

    def least_height(self, look: Look, width: int) -> int:
        return look.metrics.touch

    def content(self) -> Hashable:
        return (self.colour, self.lying, self.fill, self.full, self.brings, self.is_enabled, self.chosen)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette = look.palette
        box = face(surface, self, look)
        part = 0.42 if self.fill or self.brings else 0.5
        side = min(round(box.height * 0.74), round(box.width * part), look.metrics.unit(13.0))
        notes = self.notes(look, side)
        if notes:
            side = min(side, box.width - notes - 3 * look.metrics.gap_small)
        room_px = box.width - 3 * look.metrics.gap_small - notes
        most = max(1, int((room_px - side) / (side * SPREAD)) + 1) if room_px > side else 1
        shown = min(self.lying, most, 4)
        x = box.x + look.metrics.gap_small + side // 2
        for index in range(shown):
            draw_piece(surface, self.colour, (x + round(index * side * SPREAD), box.centery), side, palette)
        if not self.is_enabled:
            mark = icons.icon("lock", max(8, side // 2), palette.ink_soft)
            surface.blit(mark, mark.get_rect(center=(x, box.centery)))
        if shown < self.lying:  # the rest lies below: their number says so
            spot = (x + round((shown - 1) * side * SPREAD + side * 0.36), box.top)
            self.draw_number(surface, look, spot, side, box.right - 2 * look.metrics.gap_small - notes)
        self.draw_notes(surface, look, box, side)

    def sprites(self, look: Look) -> list[Sprite]:
        """Where its keshis lie: what is claimed flies from here."""
        side = min(round(self.rect.height * 0.74), look.metrics.unit(13.0))
        spot = (self.rect.x + look.metrics.gap_small + side // 2, self.rect.centery)
        return [Sprite(f"lying {self.colour}", spot, (side, side), lambda *_drawn: None)]

    def draw_number(
        self, surface: pygame.Surface, look: Look, spot: tuple[int, int], side: int, before: int
    ) -> None:
        """How many lie there, beside the keshi and before the notes begin."""
        high = max(12, round(side * 0.46))
        words = lettering.text(f"×{self.lying}", "bold", round(high * 0.8), look.palette.band_ink)
        coin = pygame.Rect(0, 0, max(high, words.get_width() + high // 2), high)
        coin.midtop = (spot[0], spot[1] + 2)
        coin.right = min(coin.right, before)
        brush.panel(surface, coin, look.palette.band, high // 2)
        surface.blit(words, words.get_rect(center=coin.center))

    def note_px(self, look: Look, side: int) -> int:
        """As high as the keshi is large, and no wider than the room beside it."""
        high = max(look.metrics.text("note"), min(round(side * 0.42), look.metrics.text("answer")))
        room_px = self.rect.width - side - 3 * look.metrics.gap_small
        wide = max(self.fill_px(high), signs_width(self.brings, round(high * 1.1)))
        return high if wide <= room_px else max(look.metrics.text("mark"), high * room_px // wide)

    def fill_px(self, high: int) -> int:
        return lettering.width(self.fill, "bold", high) if self.fill else 0

    def notes(self, look: Look, side: int) -> int:
        """The width of what stands at the card's end."""
        high = self.note_px(look, side)
        return max(self.fill_px(high), signs_width(self.brings, round(high * 1.1)))

    def draw_notes(self, surface: pygame.Surface, look: Look, box: pygame.Rect, side: int) -> None:
        high = self.note_px(look, side)
        right = box.right - 2 * look.metrics.gap_small
        middle = box.centery
        if self.fill:
            tone = (
                look.palette.bad
                if self.full
                else look.palette.ink
                if self.is_enabled
                else look.palette.ink_soft
            )
            words = lettering.text(self.fill, "bold", high, tone)
            middle = box.centery - high * 2 // 3 if self.brings else box.centery
            surface.blit(words, words.get_rect(midright=(right, middle)))
            middle = box.centery + high * 2 // 3
        if self.brings:
            wide = signs_width(self.brings, round(high * 1.1))
            draw_signs(
                surface, self.brings, (right - wide // 2, middle), round(high * 1.1), look, look.palette.ink
            )


class TakeTwo(Pressable):
    """The card's end: two of the colour."""

    def __init__(self, colour: str, on_tap: Tap, *, say: str, key: str, chosen: bool = False) -> None:
        super().__init__(on_tap, key=key)
        self.colour = colour
        self.say = say
        self.chosen = chosen

    def natural_width(self, look: Look) -> int:
        return max(look.metrics.touch, look.metrics.unit(11))

    def content(self) -> Hashable:
        return (self.colour, self.chosen)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        box = face(surface, self, look, mix(look.palette.panel, look.palette.piece[self.colour], 0.3))
        high = min(look.metrics.text("label"), round(box.height * 0.36))
        words = lettering.text("2", "bold", high, look.palette.ink)
        below = words.get_rect(midbottom=(box.centerx, box.bottom - 1))
        above = below.top + (below.height - high) // 2 - box.top  # letters have air over them
        side = min(round(above * 0.9), round(box.width * 0.56), look.metrics.unit(9.0))
        for shift in (-1, 1):
            spot = (box.centerx + round(shift * side * 0.26), box.top + above // 2 + shift * 2 + 1)
            draw_piece(surface, self.colour, spot, side, look.palette)
        surface.blit(words, below)


def face(
    surface: pygame.Surface, widget: TakeOne | TakeTwo, look: Look, paint: tuple[int, int, int] | None = None
) -> pygame.Rect:
    """The ground of one part of the card, raised where it can be tapped; gives the part to draw on."""
    palette, edge = look.palette, max(2, look.metrics.mm(0.45))
    sunk = widget.sunk(look)
    body = pygame.Rect(
        widget.rect.x, widget.rect.y + (edge if sunk else 0), widget.rect.width, widget.rect.height - edge
    )
    if widget.is_enabled and not sunk:
        brush.panel(surface, widget.rect, mix(palette.line, palette.ink, 0.12), look.metrics.radius)
    ground = (paint or palette.panel) if widget.is_enabled else palette.panel_low
    ground = mix(ground, palette.ink, 0.12) if sunk else ground
    rim = (palette.chosen, look.metrics.mm(0.7)) if widget.chosen else (palette.line, look.metrics.mm(0.2))
    brush.panel(surface, body, ground, look.metrics.radius, rim[0], max(1, rim[1]))
    draw_focus(surface, widget, look)
    return body


def claim_card(
    g: State, player: Player, colour: str, lying: int, one: Tap | None, two: Tap | None,
    *, says: tuple[str, str], keys: tuple[str, str], why: str, chosen: int = 0,
) -> Box:  # fmt: skip
    """The card of a colour, with what a tap on its face and on its end does.

    chosen      how many of it are claimed so far, where an old claim is put right
    """
    fill, full = filled(g, player, colour)
    brings = BRINGS.get(colour, ()) if g.depth == FULL else ()
    parts: list[Widget] = [
        TakeOne(
            colour,
            lying,
            one,
            fill=fill,
            full=full,
            brings=brings,
            say=says[0],
            why=why,
            key=keys[0],
            chosen=chosen == 1,
        )
    ]
    if two is not None:
        parts.append(TakeTwo(colour, two, say=says[1], key=keys[1], chosen=chosen == 2))
    return Row(parts, gap=0.1, key=f"lying-{colour}")
