"""The 25 luxury goods of five kinds. Prices and rewards are printed on the tiles only."""

from __future__ import annotations

from typing import Final

from words import N_, Text

KINDS: Final[dict[str, Text]] = {
    "slippers": N_("slippers"),
    "tajine": N_("tajine"),
    "dagger": N_("dagger"),
    "oil lamp": N_("oil lamp"),
    "necklace": N_("necklace"),
}

TILES: Final = 25
SHOPS: Final = 5
