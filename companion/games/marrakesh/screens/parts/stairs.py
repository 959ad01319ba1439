"""Mosque and palace as a picture: two staircases with their thresholds, and every player's two pawns."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.sectors.stairs import TOP
from companion.games.marrakesh.rules.state import State
from companion.games.marrakesh.screens.words import sector_name
from companion.ui import brush, icons, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Widget
from words import capital


class StairsPicture(Widget):
    """One staircase seen from the side, climbing to the right; brass lines are the thresholds."""

    def __init__(self, g: State, stair: str, *, grow: float = 1.0) -> None:
        super().__init__(grow=grow, key=f"stairs-{stair}")
        self.stair = stair
        self.pawns = tuple(
            (player.colour, player.mosque if stair == "mosque" else player.palace) for player in g.players
        )
        known = [facts.known(g, f"stairs threshold {n}") for n in range(1, 5)]
        self.thresholds = tuple(step for step in known if step is not None)
        self.title = capital(sector_name(stair))
        self.say = self.title

    def least_width(self, look: Look) -> int:
        return look.metrics.unit(36)

    def natural_width(self, look: Look) -> int:
        return look.metrics.unit(60)

    def height(self, look: Look, width: int) -> int:
        return max(look.metrics.unit(26), width // 2)

    def least_height(self, look: Look, width: int) -> int:
        return look.metrics.unit(15)

    def content(self) -> Hashable:
        return (self.stair, self.pawns, self.thresholds, self.title)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, rect = look.palette, self.rect
        pawn = look.metrics.unit(4.6)
        step = rect.width / (TOP + 1)
        rise = (rect.height - pawn * 1.5) / (TOP + 1)
        stone = mix(palette.panel_low, palette.ink, 0.1)
        taken = {at for _colour, at in self.pawns}
        for index in range(TOP + 1):
            x = rect.x + step * index
            top = rect.bottom - rise * (index + 1)
            tread = pygame.Rect(round(x), round(top), round(step) + 1, round(rect.bottom - top))
            brush.fill(surface, stone if index % 2 else mix(stone, palette.panel, 0.25), tread)
            brush.fill(surface, palette.line, (tread.x, tread.y, tread.width, max(1, look.metrics.mm(0.3))))
            if index in self.thresholds:
                brush.fill(
                    surface, palette.brass, (tread.x, tread.y, max(3, look.metrics.mm(0.7)), tread.height)
                )
            words = lettering.text(str(index), "bold", look.metrics.text("tiny"), palette.on(stone))
            hidden = index in taken and tread.height < words.get_height()  # a pawn stands before the number
            if index % 4 == 0 and not hidden:
                surface.blit(words, words.get_rect(midbottom=(tread.centerx, rect.bottom - 2)))
        title = lettering.text(self.title, "title", look.metrics.text("large"), palette.ink)
        mark = icons.icon("minaret" if self.stair == "mosque" else "crown", title.get_height(), palette.brass)
        surface.blit(mark, (rect.x, rect.y))
        surface.blit(title, (rect.x + mark.get_width() + look.metrics.gap_small, rect.y))
        self.draw_pawns(surface, look, step, rise, pawn)

    def draw_pawns(self, surface: pygame.Surface, look: Look, step: float, rise: float, pawn: int) -> None:
        """Pawns on one stair stand over one another."""
        together: dict[int, int] = {}
        for colour, at in self.pawns:
            level = together.get(at, 0)
            together[at] = level + 1
            x = self.rect.x + step * (min(at, TOP) + 0.5)
            y = self.rect.bottom - rise * (min(at, TOP) + 1) - pawn * (0.5 + 0.7 * level)
            x = min(max(x, self.rect.x + pawn / 2), self.rect.right - pawn / 2)
            y = max(y, self.rect.y + pawn / 2)
            draw_player(surface, colour, (round(x), round(y)), pawn, look.palette)
