"""Expansion 3: six more exchange offices.

Classic mixes the six new tiles with the six of the base game; in Essential they are the backs of the same six
tiles, laid random side up. Three offices are used, one a season. Which two share a tile no document says, and
the tiles carry no numbers: the companion numbers them in the order in which the table describes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.rules.options import OFFICES

if TYPE_CHECKING:
    from companion.rules.state import State

BASE: Final = tuple(f"office {n}" for n in range(1, 7))
WITH_EXPANSION: Final = tuple(f"office {n}" for n in range(1, 13))


def still_possible(g: State) -> tuple[str, ...]:
    """The offices that may be revealed next: those not seen in an earlier season of this game."""
    box = WITH_EXPANSION if OFFICES in g.expansions else BASE
    return tuple(office for office in box if office not in g.offices)
