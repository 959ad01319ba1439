"""What people call the keshis and the sectors they belong to.

Apart from `texts`, which loads all the rules: the first screen needs only these. They are Texts; whoever
shows them says them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pieces import COLOUR_NAMES
from words import N_, Text

COLOUR: Final = COLOUR_NAMES

EDITION: Final = {"classic": N_("Classic"), "deluxe": N_("Deluxe"), "essential": N_("Essential")}

ROLE: Final[dict[str, Text]] = {
    "turquoise": N_("fish"),
    "green": N_("date picker"),
    "pink": N_("entertainer"),
    "black": N_("cleric"),
    "white": N_("noble"),
    "gray": N_("scholar"),
    "beige": N_("guard"),
    "brown": N_("caravan"),
    "red": N_("water vendor"),
    "yellow": N_("yellow goods keshi"),
    "purple": N_("purple goods keshi"),
    "orange": N_("orange goods keshi"),
}

SECTOR: Final[dict[str, Text]] = {
    "river": N_("river"),
    "orchard": N_("date orchard"),
    "souk": N_("souk"),
    "square": N_("main square"),
    "mosque": N_("mosque"),
    "palace": N_("palace"),
    "madrasa": N_("madrasa"),
    "medina": N_("medina"),
    "sahara": N_("Sahara"),
}

THING: Final[dict[str, Text]] = {
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


def thing(key: str) -> Text:
    """What people call anything that is counted, chosen or named by its key: "green", "river", "left-3"."""
    name = key.removeprefix("keshi:")
    for names in (COLOUR, SECTOR, THING):
        if name in names:
            return names[name]
    path, _dash, place = name.partition("-")
    if path in THING and place.isdigit():
        return N_("oasis {n} ({path})", path=THING[path], n=place)
    return Text(name.replace("-", " "))


def things(keys: Iterable[str]) -> tuple[Text, ...]:
    """The same, one after the other."""
    return tuple(map(thing, keys))
