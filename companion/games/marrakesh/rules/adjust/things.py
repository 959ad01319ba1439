"""Tiles and places put right by hand: who has which tile, who stands where, what does not lie there at all.

An entry that nobody made ("she took scroll 23 an hour ago") is told as one more or one fewer of something
that is there once. Behind its kind stands which one is meant:

    scroll 23                       a player has this scroll
    luxury 7                        … this luxury good, by the number under which its print was told
    gate river green                … a green gate on the river's gate space, where one of the guards stands
    oasis left-1 14                 … oasis 14 face up at the first space of the left path
    oasis storage 14                … oasis 14 claimed: it covers the next space of the storage
    storage 3 pink                  … a keshi on a space of the storage that no oasis covers
    town left 5, town claimed 5     … a desert town, and whether it is claimed
    caravans left                   … so many caravans on a path
    square 3                        … an entertainer on a space of the main square, 0–7 clockwise from the top

Of the table there can be one fewer: what is known of a display is forgotten, and asked when it matters next.

    up scroll 23, up luxury 7       this tile does not lie face up
    workshop 2                      other gates lie at this workshop
    office 3                        another exchange office lies there this season

What a tile brought when it was taken (points, keshis, resources) is put right as the numbers it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.marrakesh.rules.adjust import desert, face_up, tiles
from companion.games.marrakesh.rules.adjust.kind import Adjustment
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import Player, State
from companion.play.errors import IllegalMove
from companion.words import N_

KINDS: Final[dict[str, Adjustment]] = {
    "scroll": tiles.SCROLL,
    "luxury": tiles.LUXURY,
    "gate": tiles.GATE,
    "oasis": desert.OASIS,
    "storage": desert.STORAGE,
    "town": desert.TOWN,
    "caravans": desert.CARAVANS,
    "square": tiles.ENTERTAINER,
}


def followed(g: State, p: Player) -> bool:
    """Whether it is known what lies on a board: not in light depth, nor before it is counted after that."""
    return g.depth == FULL and p.seat < g.counted


def keys(g: State, seat: int) -> Iterator[str]:
    """Every tile and place of a player that can be put right, or of the table (-1)."""
    if seat < 0:
        yield from face_up.keys(g)
        return
    for name, kind in KINDS.items():
        yield from (f"{name} {which}" for which in kind.every(g, g.players[seat]))


def now(g: State, p: Player, what: str) -> tuple[int, int]:
    """How many there are, and the most there can be."""
    name, _, which = what.partition(" ")
    return KINDS[name].now(g, p, which)


def check(g: State, p: Player, what: str, by: int) -> None:
    """Refuse, with a sentence, what cannot lie there."""
    name, _, which = what.partition(" ")
    if name != "scroll" and not followed(g, p):
        raise IllegalMove(
            N_("what lies on this board is not followed now: tell it when the board is counted")
        )
    KINDS[name].refuse(g, p, which, by)


def put(g: State, p: Player, what: str, by: int) -> None:
    """Let it be so."""
    name, _, which = what.partition(" ")
    KINDS[name].put(g, p, which, by)
