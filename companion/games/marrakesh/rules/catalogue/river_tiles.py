"""The nine river tiles with their eighteen sides: which season they serve and what they give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from words import N_, Text


@dataclass(frozen=True, slots=True)
class RiverTile:
    """One side of a river tile, by the number in its lower left corner.

    season  0, 1 or 2
    back    the number on the other side of the same tile
    """

    number: int
    season: int
    back: int
    text: Text


RIVER_TILES: Final[dict[int, RiverTile]] = {
    tile.number: tile
    for tile in (
        RiverTile(1, 0, 2, N_("Any sector action.")),
        RiverTile(2, 0, 1, N_("Claim one of the 3 oases beside the board for nothing.")),
        RiverTile(3, 1, 4, N_("Deploy 2 keshis of your choice.")),
        RiverTile(4, 1, 3, N_("5 points.")),
        RiverTile(5, 2, 6, N_("First: 7 points. Second: 3 points.")),
        RiverTile(6, 2, 5, N_("First: 6 resources of choice. Second: 3.")),
        RiverTile(7, 0, 8, N_("Deploy a water vendor.")),
        RiverTile(8, 0, 7, N_("3 points.")),
        RiverTile(9, 1, 10, N_("Start the last season on the crocodile's space.")),
        RiverTile(10, 1, 9, N_("One goods keshi of each colour.")),
        RiverTile(11, 2, 12, N_("First: 3 steps on one staircase. Second: 1 step.")),
        RiverTile(12, 2, 11, N_("1 point for each city gate, or 1 point for each date picker.")),
        RiverTile(13, 0, 14, N_("Deploy an entertainer, a caravan or a guard.")),
        RiverTile(14, 0, 13, N_("1 water, 1 dinar and 1 date.")),
        RiverTile(15, 1, 16, N_("Claim 2 discovered oases for nothing.")),
        RiverTile(16, 1, 15, N_("The main square action twice in a row.")),
        RiverTile(
            17,
            2,
            18,
            N_("1 date and 1 dinar for each entertainer, or 1 water and 1 date for each water vendor."),
        ),
        RiverTile(18, 2, 17, N_("2 points for each luxury good, or 1 point for every 4 keshis.")),
    )
}

FIRST_GAME: Final[tuple[int, int, int]] = (1, 3, 5)
"""The tiles recommended for a first game, one a season."""


def of_season(season: int) -> tuple[int, ...]:
    """The six sides that may lie at the river's end in a season (0, 1, 2)."""
    return tuple(number for number, tile in RIVER_TILES.items() if tile.season == season)
