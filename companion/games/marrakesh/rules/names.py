"""What people call the keshis and the sectors they belong to.

Apart from `texts`, which loads all the rules: the first screen needs only these.
"""

from __future__ import annotations

from typing import Final

from companion.play.text import N_, Text

COLOUR: Final[dict[str, Text]] = {
    "turquoise": N_("turquoise"),
    "green": N_("green"),
    "pink": N_("pink"),
    "black": N_("black"),
    "white": N_("white"),
    "gray": N_("gray"),
    "beige": N_("beige"),
    "brown": N_("brown"),
    "red": N_("red"),
    "yellow": N_("yellow"),
    "purple": N_("purple"),
    "orange": N_("orange"),
}

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
