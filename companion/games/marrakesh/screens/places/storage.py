"""The oasis storage: six spaces in a row, what each shows, what still stands there, and claimed oases."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.sectors.sahara import STORAGE_SPACES
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.parts.signs import UNKNOWN
from companion.games.marrakesh.screens.parts.things import draw_thing
from companion.ui import brush, icons, lettering
from companion.ui.colour import mix
from companion.ui.look import Look
from companion.ui.widgets.drawing import NO_ANSWERS, Answers, Drawing, Place, centred


class StorageSpace(Place):
    """One space.

    printed   what it shows: "keshi", "exchange", "scroll", "nothing", or "?" where nobody has told it
    stands    the keshi that waits there, or nothing
    oasis     the claimed oasis that covers it, 0 for none
    """

    def __init__(self, number: int, printed: str, stands: str, oasis: int, answers: Answers) -> None:
        super().__init__(str(number), answers, say=str(number + 1))
        self.number = number
        self.printed = printed
        self.stands = stands
        self.oasis = oasis

    def shows(self) -> Hashable:
        return (self.printed, self.stands, self.oasis)

    def paint(self, surface: pygame.Surface, look: Look, box: pygame.Rect) -> None:
        palette, radius = look.palette, look.metrics.radius
        face = palette.panel_low if self.aside else mix(palette.panel, palette.piece["brown"], 0.1)
        brush.panel(surface, box, face, radius, palette.line, max(1, look.metrics.mm(0.3)))
        side = min(box.size)
        if self.oasis:
            tile = box.inflate(-side // 6, -side // 6)
            brush.panel(surface, tile, palette.panel, radius, palette.piece["green"], max(2, side // 20))
            mark = icons.icon("oasis", round(side * 0.36), palette.piece["green"])
            surface.blit(mark, mark.get_rect(midtop=(tile.centerx, tile.top + side // 14)))
            words = lettering.text(f"{self.oasis:02}", "bold", max(9, round(side * 0.32)), palette.ink)
            surface.blit(words, words.get_rect(midbottom=(tile.centerx, tile.bottom - side // 20)))
        elif self.stands in COLOURS:
            draw_thing(surface, self.stands, box.center, round(side * 0.72), palette, palette.ink)
        elif self.printed == UNKNOWN:
            words = lettering.text(UNKNOWN, "bold", round(side * 0.5), palette.ink_soft)
            surface.blit(words, words.get_rect(center=box.center))
        elif self.printed != "nothing":
            ink = mix(palette.ink, face, 0.35)
            draw_thing(surface, self.printed, box.center, round(side * 0.56), palette, ink)
        number = lettering.text(
            str(self.number + 1), "bold", max(8, look.metrics.text("mark")), palette.ink_soft
        )
        if side > 2.2 * number.get_height():
            surface.blit(number, (box.x + look.metrics.gap_small, box.y + look.metrics.gap_small // 2))


class StorageDrawing(Drawing):
    """The row of six, from the left. `player` None is a bare print, as while it is taught."""

    columns = 6.2
    rows = 1.1
    place_mm = 13.0

    def __init__(
        self, g: State, player: Player | None, answers: Answers = NO_ANSWERS, *, grow: float = 1.0
    ) -> None:
        told: Sequence[str] = facts.known(g, "storage spaces") or ()  # while it is asked, the first of them
        printed = [*told, *[UNKNOWN] * (STORAGE_SPACES - len(told))]
        waits = player.storage if player is not None else []
        claimed = player.claimed if player is not None else []
        spaces = [
            StorageSpace(
                number,
                printed[number],
                waits[number] if number < len(waits) else "",
                claimed[number] if number < len(claimed) else 0,
                answers,
            )
            for number in range(STORAGE_SPACES)
        ]
        super().__init__(spaces, grow=grow, key="storage")

    def least_width(self, look: Look) -> int:
        return round(3.1 * self.least_px(look)) + 1

    def in_rows(self, look: Look, width: int) -> int:
        """How many rows: two where six do not fit side by side."""
        return 1 if width >= round(self.columns * self.least_px(look)) else 2

    def least_height(self, look: Look, width: int) -> int:
        return round(self.in_rows(look, width) * 1.1 * self.least_px(look)) + 1

    def height(self, look: Look, width: int) -> int:
        rows = self.in_rows(look, width)
        return max(self.least_height(look, width), round(rows * 1.1 * look.metrics.unit(self.place_mm)))

    def spots(self, look: Look) -> list[pygame.Rect]:
        rows = self.in_rows(look, self.rect.width)
        across = STORAGE_SPACES // rows
        side = min(self.rect.width / across, self.rect.height / rows, look.metrics.unit(24.0))
        side = max(side, min(self.least_px(look) + 2, self.rect.width / across))
        left = self.rect.centerx - side * (across - 1) / 2
        top = self.rect.centery - side * (rows - 1) / 2
        gap = look.metrics.gap_small // 2
        return [
            centred(left + side * (n % across), top + side * (n // across), side - gap, side - gap)
            for n in range(STORAGE_SPACES)
        ]
