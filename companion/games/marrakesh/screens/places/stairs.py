"""Mosque and palace: two staircases with thresholds and pawns, and the line of bonuses between them.

A place is a staircase ("mosque", "palace"), or a bonus of the line by its text ("1 river-step").
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.keshi import MOSQUE, PALACE
from companion.games.marrakesh.rules.sectors.stairs import TOP
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.parts.pawn import pawn_name, pawn_sprite
from companion.games.marrakesh.screens.parts.signs import bonus_signs, draw_signs
from companion.games.marrakesh.screens.words import sector_name
from companion.ui import brush, icons, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Sprite
from companion.ui.widgets.drawing import NO_ANSWERS, Answers, Drawing, Place, centred
from companion.words import capital

STAIRS = (PALACE, MOSQUE)
"""The palace climbs from the left, the mosque from the right, so that the line runs from pawn to pawn."""

STEEPEST = 0.75  # a staircase is at most so many times as high as wide


class Staircase(Place):
    """One staircase seen from the side; brass marks the thresholds.

    of    the player whose pawns stand alone on it; None: everybody's
    """

    def __init__(self, g: State, stair: str, answers: Answers, of: Player | None = None) -> None:
        super().__init__(stair, answers, say=capital(sector_name(stair)))
        self.stair = stair
        self.title = capital(sector_name(stair))
        players = [of] if of is not None else g.players
        self.pawns = tuple((p.colour, p.mosque if stair == MOSQUE else p.palace) for p in players)
        known = [facts.known(g, f"stairs threshold {n}") for n in range(1, 5)]
        self.thresholds = tuple(step for step in known if step is not None)
        self.to_the_left = stair == MOSQUE
        self.words_later = False  # the line that lies over it is drawn first

    def shows(self) -> Hashable:
        return (self.stair, self.pawns, self.thresholds, self.title)

    def geometry(self, look: Look, box: pygame.Rect) -> tuple[int, float, float]:
        """A pawn's side, the width of a step and how much each rises."""
        pawn = min(look.metrics.unit(4.6), max(8, box.height // 4))
        return pawn, box.width / (TOP + 1), (box.height - pawn * 1.5) / (TOP + 1)

    def middle(self, look: Look, at: int, level: int = 0) -> tuple[float, float]:
        """Where a pawn on this step stands; several stand over one another."""
        box = self.body(look)
        pawn, step, rise = self.geometry(look, box)
        at = min(at, TOP)
        along = step * (at + 0.5)
        x = box.right - along if self.to_the_left else box.x + along
        y = box.bottom - rise * (at + 1) - pawn * (0.5 + 0.7 * level)
        return min(max(x, box.x + pawn / 2), box.right - pawn / 2), max(y, box.y + pawn / 2)

    def paint(self, surface: pygame.Surface, look: Look, box: pygame.Rect) -> None:
        palette, wall = look.palette, self.body(look)
        pawn, step, rise = self.geometry(look, wall)
        stone = mix(palette.panel_low, palette.ink, 0.1)
        if self.touchable:
            brush.panel(surface, box, palette.panel, look.metrics.radius)
        for index in range(TOP + 1):
            along = step * index
            x = wall.right - along - step if self.to_the_left else wall.x + along
            top = wall.bottom - rise * (index + 1)
            tread = pygame.Rect(round(x), round(top), round(step) + 1, round(wall.bottom - top))
            brush.fill(surface, stone if index % 2 else mix(stone, palette.panel, 0.25), tread)
            brush.fill(surface, palette.line, (tread.x, tread.y, tread.width, max(1, look.metrics.mm(0.3))))
            if index in self.thresholds:
                thick = max(3, look.metrics.mm(0.7))
                left = tread.right - thick if self.to_the_left else tread.x
                brush.fill(surface, palette.brass, (left, tread.y, thick, tread.height))
        if not self.words_later:
            self.paint_words(surface, look)
        self.paint_pawns(surface, look, pawn)

    def number_px(self, look: Look, step: float) -> int:
        return max(look.metrics.least_mark, min(look.metrics.text("mark"), round(step)))

    def paint_words(self, surface: pygame.Surface, look: Look) -> None:
        """Every fourth step's number, and which staircase it is."""
        wall, ink = self.body(look), look.palette.ink
        _pawn, step, rise = self.geometry(look, wall)
        taken = {at for _colour, at in self.pawns}
        for index in range(0, TOP + 1, 4):
            words = lettering.text(str(index), "bold", self.number_px(look, step), ink)
            if index in taken and rise * (index + 1) < words.get_height():
                continue  # a pawn stands before the number
            along = step * (index + 0.5)
            middle = round(wall.right - along if self.to_the_left else wall.x + along)
            surface.blit(words, words.get_rect(midbottom=(middle, wall.bottom - 2)).clamp(self.rect))
        self.paint_title(surface, look, step, rise)

    def paint_title(self, surface: pygame.Surface, look: Look, step: float, rise: float) -> None:
        """A sign on the wall, where the staircase is high: pawns and lines pass above it."""
        palette, pad, wall = look.palette, look.metrics.gap_small, self.body(look)
        foot = wall.bottom - self.number_px(look, step) - 2 * pad
        most = rise * (TOP + 1) * 0.62 - (wall.bottom - foot)  # as high as the sign may be
        high = min(look.metrics.text("answer"), max(look.metrics.least_mark, round(most * 0.72)))
        inner = round(step * 1.6)

        def fits(high: int) -> bool:
            """Whether the wall is as high as the sign where the sign ends."""
            wide = round(high * 1.1) + lettering.width(self.title, "title", high) + 3 * pad
            steps = (wall.width - inner - wide) / step
            return wall.bottom - foot + high * 1.35 <= rise * (int(steps) + 1)

        while high > look.metrics.least_mark and not fits(high):
            high -= 1
        title = lettering.text(self.title, "title", high, palette.ink)
        mark = icons.icon("minaret" if self.stair == MOSQUE else "crown", round(high * 1.1), palette.brass)
        wide = mark.get_width() + title.get_width() + 3 * pad
        sign = pygame.Rect(0, 0, wide, round(high * 1.35))
        if self.to_the_left:
            sign.bottomleft = (wall.x + inner, foot)
        else:
            sign.bottomright = (wall.right - inner, foot)
        brush.panel(surface, sign, palette.panel, min(look.metrics.radius, sign.height // 3), palette.line)
        surface.blit(mark, mark.get_rect(midleft=(sign.x + pad, sign.centery)))
        surface.blit(title, title.get_rect(midright=(sign.right - pad, sign.centery)))

    def paint_pawns(self, surface: pygame.Surface, look: Look, pawn: int) -> None:
        for colour, _at, spot in self.standing(look):
            if pawn_name(self.stair, colour) not in look.moving:
                draw_player(surface, colour, spot, pawn, look.palette)

    def standing(self, look: Look) -> list[tuple[str, int, tuple[int, int]]]:
        """Who stands on which step, and where: several on one step over one another."""
        together: dict[int, int] = {}
        stand = []
        for colour, at in self.pawns:
            level = together.get(at, 0)
            together[at] = level + 1
            x, y = self.middle(look, at, level)
            stand.append((colour, at, (round(x), round(y))))
        return stand

    def sprites(self, look: Look) -> list[Sprite]:
        def way(was: int, now: int) -> list[tuple[int, int]]:
            step = 1 if now >= was else -1
            places = [self.middle(look, at) for at in range(was, now + step, step)]
            return [(round(x), round(y)) for x, y in places]

        pawn = self.geometry(look, self.body(look))[0]
        return [
            pawn_sprite(self.stair, colour, spot, pawn, at, way) for colour, at, spot in self.standing(look)
        ]


class StairsDrawing(Drawing):
    """Both staircases, side by side; one over the other where the room stands upright."""

    place_mm = 26.0
    small_mm = 15.0

    def __init__(self, g: State, answers: Answers = NO_ANSWERS, *, grow: float = 1.0) -> None:
        super().__init__([Staircase(g, stair, answers) for stair in STAIRS], grow=grow, key="stairs")

    def upright(self, look: Look, width: int) -> bool:
        return width < 2 * look.metrics.unit(36)

    def least_width(self, look: Look) -> int:
        return look.metrics.unit(36)

    def natural_width(self, look: Look) -> int:
        return look.metrics.unit(120)

    def least_height(self, look: Look, width: int) -> int:
        return look.metrics.unit(self.small_mm) * (2 if self.upright(look, width) else 1)

    def height(self, look: Look, width: int) -> int:
        return look.metrics.unit(self.place_mm) * (2 if self.upright(look, width) else 1)

    def spots(self, look: Look) -> list[pygame.Rect]:
        gap, rect = look.metrics.gap, self.rect
        if self.upright(look, rect.width):
            high = min((rect.height - gap) // 2, round(rect.width * STEEPEST))
            top = rect.centery - high - gap // 2
            return [pygame.Rect(rect.x, top + n * (high + gap), rect.width, high) for n in range(2)]
        wide = (rect.width - gap) // 2
        high = min(rect.height, round(wide * STEEPEST))
        top = rect.centery - high // 2
        return [pygame.Rect(rect.x + n * (wide + gap), top, wide, high) for n in range(2)]


class LineBonus(Place):
    """One bonus on the line."""

    round = True

    def __init__(self, text: str, answers: Answers) -> None:
        super().__init__(text, answers, say=text)
        self.text = text

    def paint(self, surface: pygame.Surface, look: Look, box: pygame.Rect) -> None:
        palette, side = look.palette, min(box.size)
        rim = brush.disc(side, mix(palette.line, palette.ink, 0.2))
        surface.blit(rim, rim.get_rect(center=box.center))
        face = brush.disc(side - 4, palette.panel_low if self.aside else palette.panel)
        surface.blit(face, face.get_rect(center=box.center))
        draw_signs(
            surface,
            bonus_signs(self.text),
            box.center,
            round(side * 0.46),
            look,
            palette.ink,
            width=round(side * 0.8),
        )


class LineDrawing(Drawing):
    """A player's two pawns on the staircases, and the line that joins them with its bonuses."""

    rows = 2.6
    place_mm = 13.0

    def __init__(
        self,
        g: State,
        player: Player,
        bonuses: Sequence[str],
        answers: Answers = NO_ANSWERS,
        *,
        grow: float = 1.0,
    ) -> None:
        self.stairs = [Staircase(g, stair, NO_ANSWERS, of=player) for stair in STAIRS]
        for stair in self.stairs:
            stair.words_later = True
        self.steps = (player.palace, player.mosque)
        self.bonuses = [LineBonus(text, answers) for text in bonuses]
        super().__init__([*self.stairs, *self.bonuses], grow=grow, key="line")
        self.columns = max(4.0, len(bonuses) * 1.08)

    def spots(self, look: Look) -> list[pygame.Rect]:
        rect, gap = self.rect, look.metrics.gap_small
        count = max(1, len(self.bonuses))
        most = min(rect.width / count - gap, rect.height * 0.5, look.metrics.unit(19.0))
        side = max(min(self.least_px(look), rect.width / count - 1), most) if self.bonuses else 0
        step = min(rect.width / count, side * 1.35)
        wide = (rect.width - 2 * look.metrics.gap) // 2
        below = max(20, min(rect.height - round(side) - gap, round(wide * STEEPEST)))
        top = rect.y + (rect.height - below - round(side) - gap) // 2
        foot = top + round(side) + gap
        stairs = [
            pygame.Rect(rect.x, foot, wide, below),
            pygame.Rect(rect.right - wide, foot, wide, below),
        ]
        left = rect.centerx - step * (count - 1) / 2
        line = [centred(left + step * n, top + side / 2, side, side) for n in range(len(self.bonuses))]
        return [*stairs, *line]

    def shows(self) -> Hashable:
        return self.steps

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        """From each pawn a brass line to the bonuses, and from bonus to bonus; no word lies below it."""
        self.draw_line(surface, look)
        for stair in self.stairs:
            stair.paint_words(surface, look)

    def draw_line(self, surface: pygame.Surface, look: Look) -> None:
        ends = [stair.middle(look, at) for stair, at in zip(self.stairs, self.steps, strict=True)]
        thick = max(2, look.metrics.mm(0.5))
        if not self.bonuses:  # nobody has told yet what stands on it
            brush.polyline(surface, look.palette.brass, ends, thick)
            return
        first, last = self.bonuses[0].rect, self.bonuses[-1].rect
        brush.polyline(surface, look.palette.brass, [ends[0], (first.left, first.centery)], thick)
        brush.polyline(surface, look.palette.brass, [(last.right, last.centery), ends[1]], thick)
        for one, other in zip(self.bonuses, self.bonuses[1:], strict=False):
            points = [(one.rect.right, one.rect.centery), (other.rect.left, other.rect.centery)]
            brush.polyline(surface, look.palette.brass, [(float(x), float(y)) for x, y in points], thick)
