"""The twelve keshi colours as the table knows them: a symbol and a name each, so that colour is never
alone.
"""

from companion.rules.keshi import COLOURS as COLOURS
from companion.ui.i18n import N_, _

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
COLOUR_NAMES = {
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
# No book says which of lamp and spices is yellow and which orange, so all three goods are named by their
# colour.
ROLE_NAMES = {
    "turquoise": N_("fish"),
    "green": N_("date picker"),
    "pink": N_("entertainer"),
    "black": N_("cleric"),
    "white": N_("noble"),
    "gray": N_("scholar"),
    "beige": N_("guard"),
    "brown": N_("caravan"),
    "red": N_("water vendor"),
    "yellow": N_("yellow goods"),
    "purple": N_("purple goods"),
    "orange": N_("orange goods"),
}
PLAYER_COLOURS = ("green", "blue", "yellow", "red")
PLAYER_COLOUR_NAMES = {"green": N_("green"), "blue": N_("blue"), "yellow": N_("yellow"), "red": N_("red")}


def colour_name(colour: str) -> str:
    """The colour's name in the language in use."""
    return _(COLOUR_NAMES[colour])


def role_name(colour: str) -> str:
    """Who or what a keshi of this colour is."""
    return _(ROLE_NAMES[colour])


def symbol(colour: str) -> str:
    """The icon that stands for the colour."""
    return SYMBOLS[colour]
