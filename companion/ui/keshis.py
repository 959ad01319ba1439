"""The twelve keshi colours as the table knows them: a symbol and a name each, so that colour is never
alone.
"""

from companion.pieces import COLOUR_NAMES
from companion.pieces import COLOURS as COLOURS
from companion.ui.i18n import N_, say

SYMBOLS = {
    "turquoise": "fish",
    "green": "palm",
    "pink": "drum",
    "black": "minaret",
    "white": "crown",
    "gray": "scroll",
    "beige": "shield",
    "brown": "camel",
    "red": "jug",
    "yellow": "lamp",
    "purple": "carpet",
    "orange": "spices",
}
PLAYER_COLOURS = ("green", "blue", "yellow", "red")
PLAYER_COLOUR_NAMES = {"green": N_("green"), "blue": N_("blue"), "yellow": N_("yellow"), "red": N_("red")}


def colour_name(colour: str) -> str:
    """The colour's name in the language in use."""
    return say(COLOUR_NAMES[colour])


def symbol(colour: str) -> str:
    """The icon that stands for the colour."""
    return SYMBOLS[colour]
