"""The twelve colours of the pieces as the table knows them: a symbol and a name each, so that colour is never
alone.
"""

from companion.pieces import COLOUR_NAMES, TWELVE
from companion.pieces import COLOURS as COLOURS
from companion.ui.i18n import N_, say

SYMBOLS = {label: colour.symbol for label, colour in TWELVE.items()}
PLAYER_COLOURS = ("green", "blue", "yellow", "red")
PLAYER_COLOUR_NAMES = {"green": N_("green"), "blue": N_("blue"), "yellow": N_("yellow"), "red": N_("red")}


def colour_name(colour: str) -> str:
    """The colour's name in the language in use."""
    return say(COLOUR_NAMES[colour])


def symbol(colour: str) -> str:
    """The icon that stands for the colour."""
    return SYMBOLS[colour]
