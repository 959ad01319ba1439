"""The twelve keshi colours, the three resources and the nine sectors of a player's board.

They are plain strings: they stand in journals, photo logs and profiles just as they are here, and
the engine looks them up millions of times an evening.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Colour: TypeAlias = str
Resource: TypeAlias = str
SectorName: TypeAlias = str

TURQUOISE: Final = "turquoise"
GREEN: Final = "green"
PINK: Final = "pink"
BLACK: Final = "black"
WHITE: Final = "white"
GRAY: Final = "gray"
BEIGE: Final = "beige"
BROWN: Final = "brown"
RED: Final = "red"
YELLOW: Final = "yellow"
PURPLE: Final = "purple"
ORANGE: Final = "orange"

COLOURS: Final[tuple[Colour, ...]] = (
    TURQUOISE, GREEN, PINK, BLACK, WHITE, GRAY, BEIGE, BROWN, RED, YELLOW, PURPLE, ORANGE,
)  # fmt: skip
GOODS: Final[tuple[Colour, ...]] = (YELLOW, PURPLE, ORANGE)

WATER: Final = "water"
DINAR: Final = "dinar"
DATE: Final = "date"
RESOURCES: Final[tuple[Resource, ...]] = (WATER, DINAR, DATE)

RIVER: Final = "river"
ORCHARD: Final = "orchard"
SOUK: Final = "souk"
SQUARE: Final = "square"
MOSQUE: Final = "mosque"
PALACE: Final = "palace"
MADRASA: Final = "madrasa"
MEDINA: Final = "medina"
SAHARA: Final = "sahara"

SECTORS: Final[tuple[SectorName, ...]] = (
    RIVER, ORCHARD, SOUK, SQUARE, MOSQUE, PALACE, MADRASA, MEDINA, SAHARA,
)  # fmt: skip

SECTOR_OF: Final[dict[Colour, SectorName]] = {
    TURQUOISE: RIVER,
    GREEN: ORCHARD,
    PINK: SQUARE,
    BLACK: MOSQUE,
    WHITE: PALACE,
    GRAY: MADRASA,
    BEIGE: MEDINA,
    BROWN: SAHARA,
    YELLOW: SOUK,
    PURPLE: SOUK,
    ORANGE: SOUK,
}
"""Where a colour lives. Red is missing: a water vendor goes wherever a vendor space is free."""

COLOUR_OF: Final[dict[SectorName, Colour]] = {s: c for c, s in SECTOR_OF.items() if s != SOUK}

CAPACITY: Final = 8
"""Keshi spaces of every sector but the souk, and water vendors in all."""

TOP_STAIR: Final = 16
"""The last step of either staircase, its fifth segment."""
