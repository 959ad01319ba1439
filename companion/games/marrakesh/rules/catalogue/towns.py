"""The 12 desert towns of expansion 5: nine that count at the end, three that act when claimed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from words import N_, Text


@dataclass(frozen=True, slots=True)
class Town:
    """One desert town, by its number; 10 to 12 act when claimed and count nothing at the end."""

    number: int
    text: Text


TOWNS: Final[dict[int, Town]] = {
    town.number: town
    for town in (
        Town(1, N_("2 points for each of your city gates.")),
        Town(2, N_("2 points for each of your luxury goods.")),
        Town(3, N_("2 points for each of your scrolls.")),
        Town(4, N_("1 point for each step you have gone on the palace staircase.")),
        Town(5, N_("1 point for each step you have gone on the mosque staircase.")),
        Town(6, N_("1 point for every 3 keshis on your board (no goods).")),
        Town(7, N_("1 point for each river step of season 3, up to the jetty.")),
        Town(8, N_("2 points for each sector with at least 4 keshis, vendors counted (not the souk).")),
        Town(9, N_("1 point for each spectator facing one of your entertainers.")),
        Town(10, N_("Take any scroll of the display for nothing.")),
        Town(11, N_("Take any luxury good of the display for nothing.")),
        Town(12, N_("Build any city gate without paying dinars.")),
    )
}

TOWNS_IN_PLAY: Final[dict[int, int]] = {2: 3, 3: 5, 4: 7}
"""How many towns lie beside the board, by the number of players."""
