"""Expansion 1: tiles on twelve of the fifteen inner spaces between the staircases.

They are drawn (or agreed on) anew for every game, so what a line shows is asked once a game and forgotten
after it. The dinar and point spaces beside the stairs, the two topmost spaces and the lowest are never
covered; the table reads a line off the board as it lies tonight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.marrakesh.rules.facts import THIS_GAME
from companion.games.marrakesh.rules.options import STAIRCASE_TILES

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State


def line_key(g: State, palace: int, mosque: int) -> str:
    """The fact that tells the line between two segments (1–5): the board's own, or this game's."""
    printed = f"line {palace}-{mosque}"
    return f"{THIS_GAME}{printed}" if STAIRCASE_TILES in g.expansions else printed
