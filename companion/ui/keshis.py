"""The twelve keshi colours as the table knows them: a symbol and a name each, so that colour is never
alone.
"""

from companion.games.marrakesh.rules.keshi import COLOURS as COLOURS
from companion.games.marrakesh.rules.names import COLOUR, ROLE
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
GOODS_NAMES = {"yellow": N_("yellow goods"), "purple": N_("purple goods"), "orange": N_("orange goods")}
"""Shorter than the rules say it. No book tells which of lamp and spices is yellow and which orange, so all
three are named by their colour.
"""
PLAYER_COLOURS = ("green", "blue", "yellow", "red")
PLAYER_COLOUR_NAMES = {"green": N_("green"), "blue": N_("blue"), "yellow": N_("yellow"), "red": N_("red")}


def colour_name(colour: str) -> str:
    """The colour's name in the language in use."""
    return say(COLOUR[colour])


def role_name(colour: str) -> str:
    """Who or what a keshi of this colour is."""
    return say(GOODS_NAMES.get(colour, ROLE[colour]))


def symbol(colour: str) -> str:
    """The icon that stands for the colour."""
    return SYMBOLS[colour]
