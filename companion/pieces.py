"""The twelve colours of wooden pieces a tray can be calibrated for, in the order they are asked for.

They are labels: which game a piece belongs to, and what it is called there, is the game's.
"""

from __future__ import annotations

from typing import Final

from words import N_, Text

COLOUR_NAMES: Final[dict[str, Text]] = {
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
COLOURS: Final = tuple(COLOUR_NAMES)
