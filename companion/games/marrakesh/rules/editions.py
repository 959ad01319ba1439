"""Classic/Deluxe and Essential: what is in the box, and the few things done differently.

Classic and Deluxe share every rule. Essential has fewer wooden keshis (they only go round through the
tower; boards hold cardboard and five markers), other displays, and a shorter scoring track. What differs in
the flow is written where it happens, under `g.essential`; what is a number stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules.keshi import BLACK, COLOURS, GRAY, GREEN, TURQUOISE, WHITE

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State

MARKED: Final = frozenset((TURQUOISE, GREEN, GRAY, WHITE, BLACK))
"""Essential: colours whose sector has a track 0–8 with a wooden marker instead of keshi spaces."""


@dataclass(frozen=True, slots=True)
class Edition:
    """What the box holds.

    wood            wooden keshis of each colour
    """

    name: str
    wood: Mapping[str, int]


CLASSIC: Final = Edition("classic", dict.fromkeys(COLOURS, 25))
ESSENTIAL: Final = Edition("essential", {colour: 10 if colour in MARKED else 6 for colour in COLOURS})


def of(g: State) -> Edition:
    return ESSENTIAL if g.essential else CLASSIC


def starting_supply(essential: bool, players: int) -> dict[str, int]:
    """Wooden keshis beside the board before anybody has taken twelve; Essential's markers are gone already.

    >>> starting_supply(True, 4)["green"], starting_supply(True, 4)["red"]
    (6, 6)
    """
    if not essential:
        return dict(CLASSIC.wood)
    return {c: n - (players if c in MARKED else 0) for c, n in ESSENTIAL.wood.items()}
