"""Expansion 4: the purple side of the audience disc, with one section of 4 spectators and one of none.

The table decides before the game which side everybody uses; the fact that tells the eight sections follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.marrakesh.rules.options import SPECTATORS

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State


def disc_key(g: State) -> str:
    """The fact that tells the spectators: the pink side's, or the purple one's."""
    return "disc purple" if SPECTATORS in g.expansions else "disc pink"
