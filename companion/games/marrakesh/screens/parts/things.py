"""Everything a screen of the game has to name or picture: keshis, resources, sectors, steps, points.

A thing is the rules' own key for it ("green", "keshi:green", "date", "river", "points"). `draw_thing`
pictures it; its name is in `screens.words`.
"""

from __future__ import annotations

import pygame

from companion.games.marrakesh.rules.keshi import COLOUR_OF, COLOURS, SECTORS, SOUK
from companion.games.marrakesh.rules.names import SECTOR
from companion.games.marrakesh.rules.texts.sources import group
from companion.ui import brush, icons
from companion.ui.colour import mix
from companion.ui.piece_colours import symbol
from companion.ui.theme import Palette
from companion.ui.tokens import draw_piece, draw_player

ICONS = {
    "water": "water",
    "dinar": "dinar",
    "date": "date",
    "points": "points",
    "resource": "question",
    "goods": "spices",
    "any-keshi": "people",
    "same-keshis": "people",
    "river-step": "river-step",
    "mosque-step": "mosque-step",
    "palace-step": "palace-step",
    "stair-step": "stair-step",
    "exchange": "turn",
    "scroll": "scroll",
    "keshi": "people",
    "square-bonus": "square-bonus",
    "oasis": "oasis",
    "jetty": "river-step",
    "gate": "arch",
    "luxury": "necklace",
    "line": "line",
    "souk": "carpet",
    "river tile": "fish",
    "complete": "trophy",
    "office": "scales",
    "vendor": "jug",
    "by hand": "pencil",
    "left over": "spices",
    "town": "town",
    "slippers": "slippers",
    "tajine": "tajine",
    "dagger": "dagger",
    "oil lamp": "oil-lamp",
    "necklace": "necklace",
}
OF_SOURCES = {
    "gate match": "gate",
    "river bonus": "jetty",
    "refresh": "scroll",
    "storage": "oasis",
    "desert town reached": "town",
    "claim": "keshi",
    "assistant": "keshi",
    "turn": "by hand",
    "final scoring": "by hand",
    "override": "by hand",
    "position": "by hand",
}
"""Sources of points that look like another thing: the gate's own colour is scored at the gate."""

RESOURCE_PAINT = {
    "water": (44, 112, 176),
    "dinar": (176, 128, 42),
    "date": (122, 72, 36),
    "points": (168, 66, 38),
}


def colour_in(thing: str) -> str:
    """The keshi colour a thing stands for, or nothing."""
    name = thing.removeprefix("keshi:").removeprefix("any:")
    if name in COLOURS:
        return name
    return COLOUR_OF.get(name, "") if name != SOUK else ""


def is_thing(key: str) -> bool:
    """Whether there is a picture for it."""
    return bool(colour_in(key)) or key in ICONS or key in SECTORS


def picture_of(source: str) -> str:
    """The thing that pictures a source of points, or nothing.

    >>> picture_of("scroll 23"), picture_of("gate match"), picture_of("river")
    ('scroll', 'gate', 'river')
    """
    of = group(source)
    thing = OF_SOURCES.get(of, of)
    return thing if is_thing(thing) else ""


def draw_thing(
    surface: pygame.Surface,
    thing: str,
    centre: tuple[int, int],
    side: int,
    palette: Palette,
    ink: tuple[int, int, int],
) -> None:
    """The thing as a token `side` pixels wide: keshis as keshis, the rest as an icon on a coin."""
    if thing.startswith("player:"):
        draw_player(surface, thing.removeprefix("player:"), centre, side, palette)
        return
    kind, _colon, back = thing.partition(":")
    if kind == "scroll" and back:
        draw_scroll(surface, back, centre, side, palette)
        return
    if kind == "gate" and back:
        draw_gate(surface, back, centre, side, palette)
        return
    colour = colour_in(thing)
    if colour and thing not in SECTOR:
        draw_piece(surface, colour, centre, side, palette)
        return
    if colour:  # a sector: the keshi it is for, framed like a building
        box = pygame.Rect(0, 0, side, side)
        box.center = centre
        paint = palette.piece[colour]
        brush.panel(surface, box, paint, max(2, side // 6), mix(paint, (0, 0, 0), 0.4), max(1, side // 18))
        mark = icons.icon(sector_icon(thing), max(6, round(side * 0.7)), palette.on(paint))
        surface.blit(mark, mark.get_rect(center=centre))
        return
    name = ICONS.get(thing, "")
    if not name:
        return
    if thing in RESOURCE_PAINT:
        paint = RESOURCE_PAINT[thing]
        disc = brush.disc(side, paint)
        surface.blit(disc, disc.get_rect(center=centre))
        mark = icons.icon(name, max(6, round(side * 0.66)), palette.on(paint))
    else:
        mark = icons.icon(name, max(6, round(side * 0.86)), ink)
    surface.blit(mark, mark.get_rect(center=centre))


def draw_scroll(
    surface: pygame.Surface, back: str, centre: tuple[int, int], side: int, palette: Palette
) -> None:
    """A scroll of one of the four kinds, by the colour of its back."""
    box = pygame.Rect(0, 0, round(side * 0.82), side)
    box.center = centre
    paint = palette.piece[back]
    brush.panel(surface, box, paint, max(2, side // 8), mix(paint, (0, 0, 0), 0.4), max(1, side // 16))
    mark = icons.icon("scroll", max(6, round(side * 0.62)), palette.on(paint))
    surface.blit(mark, mark.get_rect(center=centre))


def draw_gate(
    surface: pygame.Surface, colour: str, centre: tuple[int, int], side: int, palette: Palette
) -> None:
    """A city gate in its colour, with the colour's symbol in the archway."""
    paint = palette.piece[colour]
    dark = icons.icon("arch", side, mix(paint, (0, 0, 0), 0.45))
    surface.blit(dark, dark.get_rect(center=(centre[0], centre[1] + 1)))
    arch = icons.icon("arch", max(6, side - 2), paint)
    surface.blit(arch, arch.get_rect(center=centre))
    small = round(side * 0.5)
    if small >= 8:
        draw_piece(surface, colour, (centre[0], centre[1] + side // 5), small, palette)


def sector_icon(sector: str) -> str:
    """The symbol of a sector: that of its keshi, the carpet for the souk."""
    return ICONS["souk"] if sector == SOUK else symbol(COLOUR_OF[sector])
