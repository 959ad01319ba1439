"""The 30 oases: what each of them counts. Values are worked out in `rules.oases`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from words import N_, Text


@dataclass(frozen=True, slots=True)
class Oasis:
    """One oasis, by the number in its upper left corner, and what it counts."""

    number: int
    text: Text


_GROUPS: Final[tuple[tuple[range, Text], ...]] = (
    (range(1, 5), N_("2 points for each of your city gates in the 3 colours shown.")),
    (range(5, 14), N_("3 points and 1 for each of your keshis of the colour shown.")),
    (range(14, 19), N_("Points for each of your luxury goods of the kind shown.")),
    (
        range(19, 22),
        N_("3 points and 1 for each resource of the kind shown you return (up to 12)."),
    ),
    (range(22, 23), N_("3 points and 1 for each of your luxury goods.")),
    (range(23, 24), N_("3 points and 1 for each of your scrolls.")),
    (
        range(24, 25),
        N_("4 points for each sector with at most 3 keshis, vendors not counted (not the souk)."),
    ),
    (range(25, 26), N_("4 points for each complete sector (not the souk).")),
    (range(26, 27), N_("3 points for each of your claimed oases.")),
    (range(27, 29), N_("7 points if you have reached the top of the staircase shown.")),
    (
        range(29, 30),
        N_("7 points if you have crossed 5 thresholds on both staircases together."),
    ),
    (range(30, 31), N_("7 points if your fisherman is at the jetty at the end.")),
)

OASES: Final[dict[int, Oasis]] = {
    number: Oasis(number, text) for numbers, text in _GROUPS for number in numbers
}
