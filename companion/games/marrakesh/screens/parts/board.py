"""A player's board as a picture: nine sectors, each with its eight keshi spaces, vendor and assistant."""

from __future__ import annotations

from collections.abc import Hashable

import pygame
import pygame.draw

from companion.games.marrakesh.rules.keshi import CAPACITY, COLOUR_OF, GOODS, MEDINA, SECTORS, SOUK
from companion.games.marrakesh.rules.state import Player
from companion.games.marrakesh.screens.parts.things import draw_thing
from companion.games.marrakesh.screens.words import sector_name
from companion.ui import brush, icons, lettering
from companion.ui.layout import Grid
from companion.ui.look import Look
from companion.ui.widget import Widget
from companion.ui.widgets.keshi import draw_keshi
from companion.ui.widgets.label import Label
from words import capital


def board(player: Player, *, columns: int = 3, grow: float = 1.0) -> Widget:
    """All nine sectors."""
    return Grid(
        [SectorTile(player, sector) for sector in SECTORS], columns=columns, gap=0.5, stretch=True, grow=grow
    )


class SectorTile(Widget):
    """One sector: its name, its keshis as pips, a jug for its vendor, people for an assistant that waits."""

    def __init__(self, player: Player, sector: str) -> None:
        super().__init__(key=f"sector-{sector}")
        self.sector = sector
        self.say = sector_name(sector)
        self.keshis = player.goods_total if sector == SOUK else player.keshis[sector]
        self.committed = len(player.gates) if sector == MEDINA else 0
        self.goods = tuple(player.goods[colour] for colour in GOODS)
        self.vendor = sector in player.vendors
        self.assistant = sector in player.assistants
        self.complete = player.complete(sector)
        self.label = Label(capital(self.say), size="small", face="strong")

    def least_width(self, look: Look) -> int:
        return max(look.metrics.unit(20), self.label.least_width(look) + look.metrics.unit(7))

    def natural_width(self, look: Look) -> int:
        return look.metrics.unit(32)

    def height(self, look: Look, width: int) -> int:
        return look.metrics.unit(13)

    def least_height(self, look: Look, width: int) -> int:
        return look.metrics.unit(10.5)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        icon = look.metrics.unit(4.6)
        pad = look.metrics.gap_small
        right = look.metrics.unit(4.0) * (self.vendor + self.assistant)
        line = max(icon, rect.height // 2 - pad)
        self.label.place(
            pygame.Rect(
                rect.x + icon + 2 * pad, rect.y + pad // 2, rect.width - icon - 3 * pad - right, line
            ),
            look,
        )

    def content(self) -> Hashable:
        marks = (self.vendor, self.assistant, self.complete)
        return (self.sector, self.keshis, self.committed, self.goods, marks, self.label.content())

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, rect, pad = look.palette, self.rect, look.metrics.gap_small
        border = palette.brass if self.complete or self.assistant else palette.line
        brush.panel(surface, rect, palette.panel, look.metrics.radius, border, max(1, look.metrics.mm(0.3)))
        icon = look.metrics.unit(4.6)
        middle = self.label.rect.centery
        draw_thing(surface, self.sector, (rect.x + pad + icon // 2, middle), icon, palette, palette.ink)
        self.label.draw(surface, look)
        x = rect.right - pad
        for shown, name, tone in ((self.vendor, "jug", "bad"), (self.assistant, "people", "brass")):
            if shown:
                mark = icons.icon(name, look.metrics.unit(3.6), getattr(palette, tone))
                surface.blit(mark, mark.get_rect(midright=(x, middle)))
                x -= look.metrics.unit(4.0)
        low = pygame.Rect(rect.x + pad, self.label.rect.bottom, rect.width - 2 * pad, 0)
        low.height = rect.bottom - low.y - pad
        if self.sector == SOUK:
            self.draw_goods(surface, look, low)
        else:
            self.draw_pips(surface, look, low)

    def draw_pips(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        """Eight spaces, the filled ones as keshis; a guard at a gate stands lower."""
        palette, colour = look.palette, COLOUR_OF[self.sector]
        number = f"{self.keshis}"
        words = lettering.text(number, "bold", look.metrics.text("body"), palette.ink)
        step = min((room.width - words.get_width() - look.metrics.gap_small) // CAPACITY, room.height)
        side = max(6, step - 2)
        for index in range(CAPACITY):
            centre = (room.x + step * index + step // 2, room.centery)
            if index < self.keshis:
                draw_keshi(surface, colour, centre, side, palette)
                if index >= self.keshis - self.committed:
                    pygame.draw.line(
                        surface,
                        palette.brass,
                        (centre[0] - side // 2, room.bottom),
                        (centre[0] + side // 2, room.bottom),
                        3,
                    )
            else:
                ring = brush.disc(side, palette.line)
                surface.blit(ring, ring.get_rect(center=centre))
                hole = brush.disc(max(2, side - 4), palette.panel_low)
                surface.blit(hole, hole.get_rect(center=centre))
        surface.blit(words, words.get_rect(midright=(room.right, room.centery)))

    def draw_goods(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        side = min(look.metrics.unit(4.6), room.height)
        step = room.width // 3
        for index, colour in enumerate(GOODS):
            x = room.x + step * index
            draw_keshi(surface, colour, (x + side // 2, room.centery), side, look.palette)
            words = lettering.text(
                str(self.goods[index]), "bold", look.metrics.text("body"), look.palette.ink
            )
            surface.blit(
                words, words.get_rect(midleft=(x + side + look.metrics.gap_small // 2, room.centery))
            )

    def problems(self, look: Look) -> list[str]:
        return self.label.problems(look)
