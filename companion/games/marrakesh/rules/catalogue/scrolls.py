"""The 72 scrolls: four kinds by the scholars they need, when they act, and what they do in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from words import N_, Text

INSTANT: Final = "instant"
PERMANENT: Final = "permanent"
END_OF_ROUND: Final = "end of round"
END_OF_SEASON: Final = "end of season"


@dataclass(frozen=True, slots=True)
class ScrollKind:
    """One of the four academies: the colour of the scrolls' backs, and what each of them needs."""

    name: str
    scholars: int
    dates: int
    numbers: tuple[int, ...]


KINDS: Final[dict[str, ScrollKind]] = {
    kind.name: kind
    for kind in (
        ScrollKind("gray", 1, 1, tuple(range(1, 22))),
        ScrollKind("yellow", 3, 1, tuple(range(22, 43))),
        ScrollKind("pink", 5, 2, tuple(range(43, 61))),
        ScrollKind("orange", 7, 3, tuple(range(61, 73))),
    )
}

FREE_FROM_STORAGE: Final = "yellow"
"""The oasis storage gives a scroll that needs exactly 3 scholars."""

ONE_DATE_FROM_58: Final = "orange"
"""Scroll 58 takes a scroll that needs exactly 7 scholars, for 1 date."""


@dataclass(frozen=True, slots=True)
class Scroll:
    """One scroll, by the number in its lower left corner."""

    number: int
    kind: str
    timing: str
    text: Text


_DEPICTED_KESHI = N_("Deploy the keshi it shows.")
_DEPICTED_GOODS = N_("Take both goods keshis it shows.")

_TEXTS: Final[dict[int, tuple[str, Text]]] = {
    **dict.fromkeys(range(1, 13), (INSTANT, _DEPICTED_KESHI)),
    13: (PERMANENT, N_("At each threshold you also gain 1 water.")),
    14: (PERMANENT, N_("At each threshold you also gain 1 date.")),
    15: (PERMANENT, N_("At each threshold you also gain 1 more dinar.")),
    16: (PERMANENT, N_("At each threshold you also go 1 step on the river.")),
    17: (PERMANENT, N_("Crossing a rapid gives its bonus at once.")),
    18: (PERMANENT, N_("Each use of the exchange office gives 1 more resource of your choice.")),
    19: (INSTANT, N_("Gain 2 water.")),
    20: (INSTANT, N_("Gain 2 dinars.")),
    21: (INSTANT, N_("Gain 3 dates.")),
    22: (PERMANENT, N_("City gates for 0 dinars cost you no points.")),
    23: (PERMANENT, N_("Each date picker may bring 1 water instead of 1 date.")),
    24: (PERMANENT, N_("Each date picker may bring 1 dinar instead of 1 date.")),
    25: (PERMANENT, N_("Each date picker may bring 1 point instead of 1 date.")),
    26: (PERMANENT, N_("On the staircases each date buys 1 more step.")),
    27: (PERMANENT, N_("On the staircases each water buys 1 more step.")),
    28: (END_OF_SEASON, N_("Before season scoring: all bonuses of the rapids you have passed.")),
    29: (PERMANENT, N_("After the main square action: 2 points for each spectator at the 2-point space.")),
    30: (INSTANT, N_("Deploy 1 keshi of your choice.")),
    31: (PERMANENT, N_("Every section of your audience disc has 1 more spectator.")),
    32: (PERMANENT, N_("City gates cost you 1 dinar less.")),
    33: (PERMANENT, N_("Dates and water may be paid in place of dinars.")),
    34: (PERMANENT, N_("One souk action may buy several luxury goods.")),
    35: (PERMANENT, N_("Each water vendor gives 2 water.")),
    36: (PERMANENT, N_("The keshi that comes with a city gate may be of any colour.")),
    **dict.fromkeys(range(37, 43), (INSTANT, _DEPICTED_GOODS)),
    43: (INSTANT, N_("Deploy 2 keshis of your choice.")),
    44: (PERMANENT, N_("Provisions: for 1 dinar, any 1 resource is enough for each tile.")),
    45: (PERMANENT, N_("Claiming an oasis costs any 1 resource.")),
    46: (PERMANENT, N_("One souk action may use the exchange office several times.")),
    47: (INSTANT, N_("Gain 3 times every main square bonus that faces 3 spectators.")),
    48: (PERMANENT, N_("Each move on a staircase may be 1 step longer.")),
    49: (PERMANENT, N_("At the top of the mosque each further step is worth 2 points.")),
    50: (PERMANENT, N_("A water vendor also gives 2 points.")),
    51: (PERMANENT, N_("After the main square action: every bonus that faces 1 spectator.")),
    52: (PERMANENT, N_("At the top of the palace each further step is worth 2 points.")),
    53: (INSTANT, N_("Perform any sector action.")),
    54: (PERMANENT, N_("A new entertainer also earns the bonuses of both neighbouring spaces.")),
    55: (INSTANT, N_("3 steps on each staircase, in the order you like.")),
    56: (PERMANENT, N_("At the jetty each further step is worth 2 points.")),
    57: (INSTANT, N_("A water vendor for the souk, and 3 water.")),
    58: (INSTANT, N_("Pay 1 date and take a scroll that needs 7 scholars.")),
    59: (INSTANT, N_("Gain all bonuses of the line between your two pawns.")),
    60: (PERMANENT, N_("Bonuses from rapids come twice.")),
    61: (PERMANENT, N_("Claim any 2 keshis from the tower, of different colours if you like.")),
    62: (INSTANT, N_("Claim 3 discovered oases for nothing.")),
    63: (PERMANENT, N_("At each threshold 2 different bonuses of the line.")),
    64: (INSTANT, N_("Deploy 1 keshi of your choice, then perform its sector action.")),
    65: (PERMANENT, N_("The main square action is always done twice in a row.")),
    66: (PERMANENT, N_("Each city gate brings 2 keshis.")),
    67: (INSTANT, N_("Deploy 3 keshis of your choice.")),
    68: (PERMANENT, N_("An oasis you discover is scored at once, and again later.")),
    69: (END_OF_ROUND, N_("The river bonus is all bonuses of the rapids you have passed.")),
    70: (INSTANT, N_("Gain the bonuses of all your entertainers, each times its spectators.")),
    71: (INSTANT, N_("Score one of your claimed oases now, and again later.")),
    72: (INSTANT, N_("Return any resources for 2 points each.")),
}

SCROLLS: Final[dict[int, Scroll]] = {
    number: Scroll(number, kind.name, *_TEXTS[number]) for kind in KINDS.values() for number in kind.numbers
}
