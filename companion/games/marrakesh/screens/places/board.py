"""A player's board: nine sectors with their keshi spaces, water vendor, assistant and city gate.

A place is a sector. What is asked about it decides what is drawn large: the gate spaces with the colours that
match them, the vendor spaces, or the assistants.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

import pygame

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.keshi import CAPACITY, COLOUR_OF, GOODS, MEDINA, SECTORS, SOUK
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.parts.signs import UNKNOWN
from companion.games.marrakesh.screens.parts.things import draw_gate, draw_thing
from companion.games.marrakesh.screens.words import sector_name
from companion.ui import brush, icons, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.widgets.drawing import NO_ANSWERS, Answers, Drawing, Place
from companion.ui.widgets.label import Label
from companion.ui.widgets.piece import draw_piece
from companion.words import capital

GATES, VENDORS, KESHIS = "gates", "vendors", "keshis"
COLUMNS: Final = 3
MARK, SMALL_MARK = 3.6, 2.5
"""A mark beside the name, in units; where the name would be cut marks are small."""


class SectorPlace(Place):
    """One sector: its name, its keshis as pips, and marks for vendor, assistant and gate."""

    def __init__(
        self, g: State, player: Player, sector: str, answers: Answers, about: str, *, named: bool = True
    ) -> None:
        super().__init__(sector, answers, say=sector_name(sector))
        self.sector = sector
        self.about = about
        self.keshis = player.goods_total if sector == SOUK else player.keshis[sector]
        self.committed = len(player.gates) if sector == MEDINA else 0
        self.goods = tuple(player.goods[colour] for colour in GOODS)
        self.vendor = sector in player.vendors
        self.assistant = sector in player.assistants
        self.complete = player.complete(sector)
        self.gate = next((colour for space, colour in player.gates if space == sector), "")
        matches = facts.known(g, f"gate space {sector}") if about == GATES and sector != MEDINA else ()
        self.matches: tuple[str, ...] | None = None if matches is None else tuple(matches)
        self.named = named  # else its symbol is name enough
        self.label = Label(capital(sector_name(sector)) if named else "", size="note", face="strong")
        self.bare = False
        self.mark = MARK if named else SMALL_MARK

    def least_width(self, look: Look) -> int:
        return max(
            look.metrics.unit(20 if self.named else 12), self.label.least_width(look) + look.metrics.unit(7)
        )

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        icon, pad = self.icon_px(look), look.metrics.gap_small
        rect = self.body(look)
        if not self.named:
            self.label.place(pygame.Rect(rect.x + pad, rect.y + pad, rect.width - 2 * pad, icon), look)
            return
        line = max(icon, self.rect.height * 11 // 20 - pad // 2)
        self.bare, self.mark = False, MARK
        left, width = rect.x + icon + 2 * pad, rect.width - icon - 3 * pad - self.marks_px(look)
        # Where the name would be cut the symbol gives way: the pieces below show it too.
        if width < self.label.least_width(look):
            self.bare = True
            left, width = rect.x + pad, width + icon + pad
        # Beside three marks even that is too little.
        if width < self.label.least_width(look):
            width += self.marks_px(look)
            self.mark = SMALL_MARK
            width -= self.marks_px(look)
        self.label.place(pygame.Rect(left, self.rect.y + pad // 2, width, line), look)

    def marks_px(self, look: Look) -> int:
        """The width of all marks, with the gaps before them."""
        return (look.metrics.unit(self.mark) + look.metrics.unit(0.4)) * len(self.marks())

    def icon_px(self, look: Look) -> int:
        return min(look.metrics.unit(4.6), max(8, self.rect.height // 2))

    def marks(self) -> list[str]:
        """The small marks beside the name; where gates are built only gates matter."""
        if self.about == GATES:
            return []
        shown = (
            (self.vendor, "jug"),
            (self.assistant, "people"),
            (bool(self.gate) and self.about != GATES, "arch"),
        )
        return [name for there, name in shown if there]

    def shows(self) -> Hashable:
        told = (self.mark, self.vendor, self.assistant, self.complete, self.gate, self.matches, self.about)
        return (self.keshis, self.committed, self.goods, told, self.label.content(), tuple(self.label.rect))

    def paint(self, surface: pygame.Surface, look: Look, box: pygame.Rect) -> None:
        palette, pad = look.palette, look.metrics.gap_small
        border = palette.brass if self.complete or self.assistant else palette.line
        face = palette.panel_low if self.aside else palette.panel
        brush.panel(surface, box, face, look.metrics.radius, border, max(1, look.metrics.mm(0.3)))
        icon, middle = self.icon_px(look), self.label.rect.centery
        if not self.bare:
            draw_thing(
                surface,
                self.sector,
                (self.body(look).x + pad + icon // 2, middle),
                icon,
                palette,
                palette.ink,
            )
        self.label.draw(surface, look)
        paints = {"jug": palette.bad, "people": palette.brass}
        x = box.right - pad
        for name in self.marks():
            paint = paints.get(name) or palette.piece[self.gate]
            side = look.metrics.unit(self.mark)
            if name == "arch":
                draw_gate(surface, self.gate, (x - side // 2, middle), side, palette)
            else:
                mark = icons.icon(name, side, paint)
                surface.blit(mark, mark.get_rect(midright=(x, middle)))
            x -= side + look.metrics.gap_small // 2
        low = pygame.Rect(box.x + pad, self.label.rect.bottom, box.width - 2 * pad, 0)
        low.height = max(6, box.bottom - low.y - pad)
        if self.about == GATES:
            self.paint_gate_space(surface, look, low)
        elif self.about == VENDORS:
            self.paint_vendor_space(surface, look, low)
        elif self.sector == SOUK:
            self.paint_goods(surface, look, low)
        else:
            self.paint_pips(surface, look, low)

    def paint_pips(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        """Eight spaces, the filled ones as keshis; a guard at a gate stands on a brass line."""
        palette, colour = look.palette, COLOUR_OF[self.sector]
        words = lettering.text(f"{self.keshis}", "bold", look.metrics.text("label"), palette.ink)
        free = room.width - words.get_width() - look.metrics.gap_small
        one, two = min(free // CAPACITY, room.height), min(2 * free // CAPACITY, room.height // 2)
        rows, step = (2, two) if two > one else (1, one)
        side, across = max(6, step - 2), CAPACITY // rows
        for index in range(CAPACITY):
            row, column = divmod(index, across)
            middle = room.centery + round((row - (rows - 1) / 2) * step)
            centre = (room.x + step * column + step // 2, middle)
            if index < self.keshis:
                draw_piece(surface, colour, centre, side, palette)
                if index >= self.keshis - self.committed:
                    brush.fill(surface, palette.brass, (centre[0] - side // 2, middle + side // 2, side, 3))
            else:
                draw_space(surface, centre, side, look)
        surface.blit(words, words.get_rect(midright=(room.right, room.centery)))

    def paint_goods(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        step = room.width // 3
        side = min(look.metrics.unit(4.6), room.height, round(step * 0.56))
        high = look.metrics.text("label")
        widest = max(lettering.width(str(n), "bold", high) for n in self.goods)
        if step < side + widest + look.metrics.gap_small:  # one under the other: number over keshi
            high = max(look.metrics.least_mark, min(high, round(room.height * 0.46)))
            side = min(side, room.height - high)
        beside = step >= side + widest + look.metrics.gap_small
        for index, colour in enumerate(GOODS):
            x = room.x + step * index
            number = lettering.text(str(self.goods[index]), "bold", high, look.palette.ink)
            if beside:
                draw_piece(surface, colour, (x + side // 2, room.centery), side, look.palette)
                left = x + side + look.metrics.gap_small // 2
                surface.blit(number, number.get_rect(midleft=(left, room.centery)))
            else:
                middle = x + step // 2
                draw_piece(surface, colour, (middle, room.bottom - side // 2), side, look.palette)
                surface.blit(number, number.get_rect(midbottom=(middle, room.bottom - side)))

    def paint_gate_space(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        """The gate that stands there; else the free space and the colours that pay 2 points more."""
        palette, side = look.palette, min(room.height, look.metrics.unit(7.0))
        left = (room.x + side // 2, room.centery)
        if self.sector == MEDINA:
            waiting = self.keshis - self.committed
            draw_piece(surface, COLOUR_OF[MEDINA], left, round(side * 0.8), palette)
            words = lettering.text(str(waiting), "bold", look.metrics.text("label"), palette.ink)
            surface.blit(words, words.get_rect(midleft=(left[0] + side // 2 + 3, room.centery)))
            return
        if self.gate:
            draw_gate(surface, self.gate, left, side, palette)
            return
        arch = icons.icon("arch", side, mix(palette.line, palette.ink, 0.25))
        surface.blit(arch, arch.get_rect(center=left))
        x, small = left[0] + side, max(10, min(round(side * 0.85), look.metrics.unit(4.4)))
        if self.matches is None:
            words = lettering.text(UNKNOWN, "bold", small, palette.ink_soft)
            surface.blit(words, words.get_rect(center=(x, room.centery)))
        for colour in self.matches or ():
            draw_piece(surface, colour, (x, room.centery), small, palette)
            x += small + 2
        if self.matches:
            high = max(look.metrics.least_mark, round(small * 0.88))
            words = lettering.text("+2", "bold", high, palette.accent_text)
            surface.blit(words, words.get_rect(midleft=(x - small // 2 + 3, room.centery)))

    def paint_vendor_space(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        """The one space of a water vendor, and how far the sector is from complete."""
        palette, side = look.palette, min(room.height, look.metrics.unit(7.0))
        left = (room.x + side // 2, room.centery)
        if self.vendor:
            draw_piece(surface, "red", left, side, palette)
        else:
            draw_space(surface, left, side, look)
        if self.sector != SOUK:
            text = f"{self.keshis}/{CAPACITY}"
            words = lettering.text(text, "bold", look.metrics.text("label"), palette.ink)
            surface.blit(words, words.get_rect(midright=(room.right, room.centery)))

    def problems(self, look: Look) -> list[str]:
        return self.label.problems(look) if self.named else []


def draw_space(surface: pygame.Surface, centre: tuple[int, int], side: int, look: Look) -> None:
    """A space for a keshi where none stands."""
    ring = brush.disc(side, look.palette.line)
    surface.blit(ring, ring.get_rect(center=centre))
    hole = brush.disc(max(2, side - 4), look.palette.panel_low)
    surface.blit(hole, hole.get_rect(center=centre))


class BoardDrawing(Drawing):
    """All nine sectors, always in the same places."""

    columns = 6.0
    rows = 3.0
    place_mm = 13.0

    def __init__(
        self,
        g: State,
        player: Player,
        answers: Answers = NO_ANSWERS,
        *,
        about: str = KESHIS,
        names: bool = True,
        grow: float = 1.0,
    ) -> None:
        about = about if g.depth == FULL else KESHIS
        super().__init__(
            [SectorPlace(g, player, sector, answers, about, named=names) for sector in SECTORS],
            grow=grow,
            key="board",
        )

    def least_width(self, look: Look) -> int:
        return COLUMNS * max(place.least_width(look) for place in self.places)

    def natural_width(self, look: Look) -> int:
        return max(self.least_width(look), COLUMNS * look.metrics.unit(32))

    def least_height(self, look: Look, width: int) -> int:
        gaps = 2 * (look.metrics.gap // 2)
        return COLUMNS * (look.metrics.touch if self.asks else look.metrics.unit(8.2)) + gaps

    def spots(self, look: Look) -> list[pygame.Rect]:
        gap = look.metrics.gap // 2
        wide = (self.rect.width - gap * (COLUMNS - 1)) / COLUMNS
        high = (self.rect.height - gap * (COLUMNS - 1)) / COLUMNS
        return [
            pygame.Rect(
                round(self.rect.x + (index % COLUMNS) * (wide + gap)),
                round(self.rect.y + (index // COLUMNS) * (high + gap)),
                int(wide),
                int(high),
            )
            for index in range(len(SECTORS))
        ]
