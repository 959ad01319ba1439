"""Expansion 3: six more exchange offices.

Classic mixes the six new tiles with the six of the base game; in Essential they are the backs of the same six
tiles, laid random side up. Three offices are used, one a season. Which two share a tile no document says, and
the tiles carry no numbers: the companion numbers them in the order in which the table describes them. So a
number says nothing about the expansion, and a base game may meet any of the twelve.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State

ALL: Final = tuple(f"office {n}" for n in range(1, 13))


def still_possible(g: State) -> tuple[str, ...]:
    """The offices that may be revealed next: those not seen in an earlier season of this game."""
    return tuple(office for office in ALL if office not in g.offices)
