"""The three seasons as the table has them: a track, and the tracker that goes on when one is over."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pygame

from companion.games.marrakesh.rules.state import SEASONS
from companion.ui import brush, icons, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.widget import Place, Sprite, Widget


class SeasonTrack(Widget):
    """Three discs in a line; what is over is brass, and a camel stands on the season that is played.

    now     the season from 0; after the last one the camel leaves the track
    """

    def __init__(self, now: int, *, grow: float = 0.0) -> None:
        super().__init__(grow=grow, key="season-track")
        self.now = now

    def side(self, look: Look) -> int:
        return look.metrics.unit(4.3)

    def natural_width(self, look: Look) -> int:
        return round(self.side(look) * (SEASONS * 1.7 + 0.4))

    def height(self, look: Look, width: int) -> int:
        return round(self.side(look) * 1.9)

    def content(self) -> Hashable:
        return self.now

    def spot(self, look: Look, season: int) -> Place:
        """The middle of a season's disc."""
        side = self.side(look)
        wide = self.natural_width(look)
        left = self.rect.centerx - wide // 2
        foot = self.rect.centery + self.height(look, self.rect.width) // 2
        return round(left + side * (0.85 + 1.7 * season)), foot - side // 2

    def camel_at(self, look: Look, season: int) -> Place:
        x, y = self.spot(look, season)
        return x, y - round(self.side(look) * 0.86)

    def sprites(self, look: Look) -> list[Sprite]:
        side = self.side(look)

        def draw(surface: pygame.Surface, centre: Place, look: Look, _was: Any, _share: float) -> None:
            mark = icons.icon("camel", side, look.palette.brass)
            surface.blit(mark, mark.get_rect(center=centre))

        start = self.camel_at(look, self.now - 1) if self.now else None
        place = self.camel_at(look, self.now)
        return [Sprite("season tracker", place, (side, side), draw, self.now, enters=start)]

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, side = look.palette, self.side(look)
        first, last = self.spot(look, 0), self.spot(look, SEASONS - 1)
        line = mix(palette.band, palette.band_ink, 0.35)
        brush.polyline(surface, line, [(float(x), float(y)) for x, y in (first, last)], max(2, side // 8))
        for season in range(SEASONS):
            over = season < self.now
            ground = palette.brass if over else mix(palette.band, palette.band_ink, 0.2)
            disc = brush.disc(side, ground)
            surface.blit(disc, disc.get_rect(center=self.spot(look, season)))
            ink = palette.on(ground) if over else palette.band_ink
            words = lettering.text(str(season + 1), "bold", round(side * 0.62), ink)
            surface.blit(words, words.get_rect(center=self.spot(look, season)))
        if "season tracker" not in look.moving and self.now < SEASONS:
            mark = icons.icon("camel", side, palette.brass)
            surface.blit(mark, mark.get_rect(center=self.camel_at(look, self.now)))
