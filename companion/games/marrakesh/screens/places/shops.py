"""The souk's exchange office and luxury shops, and the medina's workshops.

Places are the rules' own answers: "office:yellow" trades a goods keshi, "luxury:7" buys a tile; a shop whose
tile nobody has named is "shop-2". A workshop is its number.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from companion.games.marrakesh.rules import displays, facts
from companion.games.marrakesh.rules.catalogue.gates import PER_WORKSHOP, WORKSHOPS
from companion.games.marrakesh.rules.keshi import COLOURS, GOODS
from companion.games.marrakesh.rules.scrolls import permanent
from companion.games.marrakesh.rules.state import EMPTY, UNKNOWN, Player, State
from companion.games.marrakesh.screens.parts.signs import (
    ARROW,
    Item,
    Sign,
    bonus_signs,
    cost_signs,
    draw_signs,
)
from companion.games.marrakesh.screens.parts.signs import UNKNOWN as MARK
from companion.games.marrakesh.screens.parts.things import ICONS, draw_gate
from companion.games.marrakesh.screens.words import thing_name
from companion.ui import brush, icons
from companion.ui.colour import mix
from companion.ui.i18n import _, capital
from companion.ui.look import Look
from companion.ui.widgets.drawing import NO_ANSWERS, Answers, Drawing, Place

ACROSS = 5
LOW = 2.2  # a place so many times as wide as high has its parts side by side


class Shop(Place):
    """A tile on the counter: its picture, what it costs and what it brings; "?" where nobody has told it."""

    def __init__(
        self,
        name: str,
        picture: str,
        cost: tuple[Item, ...],
        gain: tuple[Item, ...],
        answers: Answers,
        *,
        say: str,
    ) -> None:
        super().__init__(name, answers, say=say)
        self.picture = picture
        self.cost = cost
        self.gain = gain

    def shows(self) -> Hashable:
        return (self.picture, self.cost, self.gain)

    def paint(self, surface: pygame.Surface, look: Look, box: pygame.Rect) -> None:
        palette = look.palette
        face = palette.panel_low if self.aside else palette.panel
        brush.panel(surface, box, face, look.metrics.radius, palette.line, max(1, look.metrics.mm(0.25)))
        wide = box.width - look.metrics.gap_small
        parts = [part for part in (self.picture, self.cost, self.gain) if part]
        if not parts:
            return
        if box.width > LOW * box.height:
            self.paint_in_a_line(surface, look, box)
            return
        row = box.height // len(parts)
        side = round(min(row * 0.8, look.metrics.unit(8.0)))
        for index, part in enumerate(parts):
            spot = (box.centerx, box.y + row * index + row // 2)
            if isinstance(part, str):
                mark = icons.icon(part, side, mix(palette.ink, palette.brass, 0.5))
                surface.blit(mark, mark.get_rect(center=spot))
            else:
                arrow: tuple[Item, ...] = (ARROW,) if part is self.gain else ()
                draw_signs(surface, (*arrow, *part), spot, round(side * 0.8), look, palette.ink, width=wide)

    def paint_in_a_line(self, surface: pygame.Surface, look: Look, box: pygame.Rect) -> None:
        """On a low counter the picture stands before the price."""
        side = round(min(box.height * 0.62, look.metrics.unit(10.0)))
        signs = (*self.cost, *((ARROW, *self.gain) if self.gain else ()))
        left = box.x
        if self.picture:
            mark = icons.icon(self.picture, side, mix(look.palette.ink, look.palette.brass, 0.5))
            spot = (box.x + round(box.width * 0.22), box.centery)
            surface.blit(mark, mark.get_rect(center=spot))
            left = spot[0] + side // 2
        middle = ((left + box.right) // 2, box.centery)
        wide = box.right - left - look.metrics.gap
        draw_signs(surface, signs, middle, round(side * 0.7), look, look.palette.ink, width=wide)


class SoukDrawing(Drawing):
    """The season's exchange office above, the five shops below.

    offered    where nobody has named what lies in the shops: the tiles that may, as answers name them
    """

    columns = 5.1
    rows = 2.2
    place_mm = 15.0

    def __init__(
        self,
        g: State,
        answers: Answers = NO_ANSWERS,
        *,
        offices: bool = True,
        shops: bool = True,
        offered: Sequence[str] = (),
        grow: float = 1.0,
    ) -> None:
        self.offices = [office_place(g, colour, answers) for colour in GOODS] if offices else []
        self.shops = [shop_place(g, slot, answers) for slot in range(len(g.luxury.up))] if shops else []
        if offered:
            self.shops = [tile_place(g, name, answers) for name in offered]
        super().__init__([*self.offices, *self.shops], grow=grow, key="souk")

    def spots(self, look: Look) -> list[pygame.Rect]:
        gap, rect = look.metrics.gap_small, self.rect
        counters = [self.shops[n : n + ACROSS] for n in range(0, len(self.shops), ACROSS)]
        lines = [line for line in (self.offices, *counters) if line]
        high = min((rect.height - gap * (len(lines) - 1)) / len(lines), rect.width / 5 * 1.3)
        top = rect.centery - (high * len(lines) + gap * (len(lines) - 1)) / 2
        spots = []
        for row, line in enumerate(lines):
            across = len(line) if line is self.offices or len(counters) < 2 else ACROSS
            wide = (rect.width - gap * (across - 1)) / across
            spots += [
                pygame.Rect(
                    round(rect.x + n * (wide + gap)), round(top + row * (high + gap)), int(wide), int(high)
                )
                for n in range(len(line))
            ]
        return spots


def office_place(g: State, colour: str, answers: Answers) -> Shop:
    """What this season's office gives for a goods keshi."""
    told = facts.known(g, g.offices[-1]) if g.offices and g.office_season == g.season else None
    gain = tuple(bonus_signs(told[colour] if told is not None else None))
    return Shop(f"office:{colour}", "", (Sign(colour),), gain, answers, say=thing_name(colour))


def shop_place(g: State, slot: int, answers: Answers) -> Shop:
    """What lies face up in a shop."""
    number = g.luxury.up[slot]
    if number in (UNKNOWN, EMPTY):
        cost: tuple[Item, ...] = (MARK,) if number == UNKNOWN else ()
        return Shop(f"shop-{slot}", "", cost, (), answers, say=str(slot + 1))
    return tile_place(g, f"luxury:{number}", answers)


def tile_place(g: State, name: str, answers: Answers) -> Shop:
    """A luxury good as it is printed; "luxury:new" has not been described yet."""
    ident = name.partition(":")[2]
    if ident == displays.NEW:
        words = capital(_("another luxury good"))
        return Shop(name, "plus", (words,), (), answers, say=words)
    good = displays.luxury_good(g, int(ident))
    price, gain = tuple(cost_signs(dict(good.cost))), tuple(bonus_signs(good.gain))
    picture = ICONS.get(good.kind, "question")
    return Shop(name, picture, price, gain, answers, say=thing_name(good.kind))


class Workshop(Place):
    """A workshop: its price and points, and the gates that lie there."""

    def __init__(self, g: State, player: Player | None, number: int, answers: Answers) -> None:
        super().__init__(str(number), answers, say=str(number))
        told = facts.known(g, f"workshop {number}")
        self.price: tuple[Item, ...] = (MARK,)
        self.points: tuple[Item, ...] = (MARK,)
        if told is not None:
            price, points = told["price"], told["points"]
            if player is not None:
                price = permanent.gate_price(player, told["price"])
                points = permanent.gate_points(player, told["price"], points)
            self.price = (str(price), Sign("dinar"))
            self.points = (f"{points:+d}".replace("-", "−"), Sign("points"))
        gates = g.workshops[number - 1]
        self.gates: tuple[str, ...] = (
            ("",) * displays.gates_left(g, number)
            if gates is None
            else tuple(colour for colour in COLOURS for _gate in range(gates.get(colour, 0)))
        )

    def shows(self) -> Hashable:
        return (self.price, self.points, self.gates)

    def paint(self, surface: pygame.Surface, look: Look, box: pygame.Rect) -> None:
        palette = look.palette
        face = palette.panel_low if self.aside else palette.panel
        brush.panel(surface, box, face, look.metrics.radius, palette.line, max(1, look.metrics.mm(0.25)))
        high = round(min(box.height * 0.22, look.metrics.unit(7.0)))
        wide = box.width - look.metrics.gap_small
        for share, items in ((0.16, self.price), (0.42, self.points)):
            spot = (box.centerx, box.y + round(box.height * share))
            draw_signs(surface, items, spot, high, look, palette.ink, width=wide)
        across = PER_WORKSHOP // 2
        side = int(min(wide / across, box.height * 0.21))
        for index, colour in enumerate(self.gates[:PER_WORKSHOP]):
            row, column = divmod(index, across)
            x = box.centerx + round((column - (across - 1) / 2) * side)
            y = box.y + round(box.height * 0.66) + row * side
            if colour:
                draw_gate(surface, colour, (x, y), side - 1, look.palette)
            else:
                arch = icons.icon("arch", max(6, side - 1), mix(palette.line, palette.ink, 0.3))
                surface.blit(arch, arch.get_rect(center=(x, y)))


class WorkshopsDrawing(Drawing):
    """The four workshops from left to right."""

    columns = 4.2
    rows = 1.4
    place_mm = 18.0

    def __init__(
        self, g: State, player: Player | None = None, answers: Answers = NO_ANSWERS, *, grow: float = 1.0
    ) -> None:
        shops = [Workshop(g, player, number, answers) for number in range(1, WORKSHOPS + 1)]
        super().__init__(shops, grow=grow, key="workshops")

    def spots(self, look: Look) -> list[pygame.Rect]:
        gap, rect = look.metrics.gap_small, self.rect
        wide = (rect.width - gap * (WORKSHOPS - 1)) / WORKSHOPS
        high = min(rect.height, wide * 1.5)
        top = rect.centery - high / 2
        return [
            pygame.Rect(round(rect.x + n * (wide + gap)), round(top), int(wide), int(high))
            for n in range(WORKSHOPS)
        ]
