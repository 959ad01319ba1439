"""What lies face up beside the board, put right by hand: it is forgotten, and asked for when it matters next.

So nobody has to look up what lies there now: the table says what does not.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.marrakesh.rules.catalogue.luxury import TILES
from companion.games.marrakesh.rules.catalogue.scrolls import SCROLLS
from companion.games.marrakesh.rules.expansions import offices
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import UNKNOWN, Display, State


def keys(g: State) -> Iterator[str]:
    """Everything of which the table can say that it does not lie there."""
    if g.depth != FULL:
        return
    yield from (f"up scroll {number}" for number in SCROLLS)
    yield from (f"up luxury {number}" for number in range(1, TILES + 1))
    yield from (f"workshop {n}" for n in range(1, len(g.workshops) + 1))
    yield from offices.ALL


def known(g: State, what: str) -> bool:
    """Whether the companion thinks that it lies there."""
    kind, _, which = what.partition(" ")
    if kind == "workshop":
        return g.workshops[int(which) - 1] is not None
    if kind == "office":
        return g.office_season == g.season and what in g.offices[-1:]
    return any(int(which.split()[1]) in display.up for display in _displays(g, which))


def forget(g: State, what: str) -> None:
    """It does not lie there."""
    kind, _, which = what.partition(" ")
    if kind == "workshop":
        g.workshops[int(which) - 1] = None
        g.stock_taken = True  # it need not hold its eight
    elif kind == "office":
        g.offices.remove(what)
        g.office_season = -1
    else:
        number = int(which.split()[1])
        for display in _displays(g, which):
            display.up[:] = [UNKNOWN if tile == number else tile for tile in display.up]


def _displays(g: State, tile: str) -> list[Display]:
    kind, _, number = tile.partition(" ")
    return [g.luxury] if kind == "luxury" else [g.scrolls[SCROLLS[int(number)].kind]]
