"""Everything a screen of the game has to name or picture: keshis, resources, sectors, steps, points.

A thing is the rules' own key for it ("green", "keshi:green", "date", "river", "points"). `draw_thing`
pictures it, `thing_name` names it in the language in use.
"""

from __future__ import annotations

import pygame

from companion.games.marrakesh.rules.keshi import COLOUR_OF, COLOURS, SECTORS, SOUK
from companion.games.marrakesh.rules.names import COLOUR, SECTOR
from companion.games.marrakesh.rules.texts.words import PATH as PATHS
from companion.games.marrakesh.rules.texts.words import amount
from companion.ui import brush, icons
from companion.ui.colour import mix
from companion.ui.i18n import N_, _, say
from companion.ui.theme import Palette
from companion.ui.tokens import draw_keshi, draw_player

NAMES = {
    "water": N_("water"),
    "dinar": N_("dinar"),
    "date": N_("date"),
    "points": N_("points"),
    "resource": N_("any resource"),
    "goods": N_("any goods"),
    "any-keshi": N_("any keshi"),
    "same-keshis": N_("keshis of one colour"),
    "river-step": N_("river step"),
    "mosque-step": N_("mosque step"),
    "palace-step": N_("palace step"),
    "stair-step": N_("step on a staircase"),
    "exchange": N_("exchange"),
    "scroll": N_("scroll"),
    "keshi": N_("keshi"),
    "nothing": N_("nothing"),
    "left": N_("left path"),
    "right": N_("right path"),
    "start": N_("start oasis"),
}
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
    "souk": "carpet",
}
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


def thing_name(thing: str) -> str:
    """What people call it."""
    name = thing.removeprefix("keshi:")
    for names in (COLOUR, SECTOR, NAMES):
        if name in names:
            return say(names[name])
    path, _dash, place = name.partition("-")
    if path in NAMES and place.isdigit():
        return _("oasis {n} ({path})").format(path=_(NAMES[path]), n=place)
    return _(name.replace("-", " "))


def so_many(thing: str, n: int) -> str:
    """So many of a thing, as people say it: "2 dates", "2 green", "river: 4"."""
    number = str(n).replace("-", "−")
    if thing in SECTOR or thing in PATHS:
        return _("{what}: {value}").format(what=thing_name(thing), value=number)
    try:
        one_or_many = amount(thing, n)
    except KeyError:
        return _("{n} {colour}").format(n=number, colour=thing_name(thing))
    return say(one_or_many).replace(str(n), number)


def is_thing(key: str) -> bool:
    """Whether there is a picture for it."""
    return bool(colour_in(key)) or key in ICONS or key in SECTORS


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
    colour = colour_in(thing)
    if colour and thing not in SECTOR:
        draw_keshi(surface, colour, centre, side, palette)
        return
    if colour:  # a sector: the keshi it is for, framed like a building
        box = pygame.Rect(0, 0, side, side)
        box.center = centre
        paint = palette.keshi[colour]
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


def sector_icon(sector: str) -> str:
    """The symbol of a sector: that of its keshi, the carpet for the souk."""
    from companion.ui.keshis import symbol

    return ICONS["souk"] if sector == SOUK else symbol(COLOUR_OF[sector])


def sector_name(sector: str) -> str:
    """A sector's name in the language in use."""
    return say(SECTOR[sector])
