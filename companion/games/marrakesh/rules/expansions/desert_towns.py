"""Expansion 5: the start oasis is covered, and a fourth space on each path leads to a desert town.

A caravan on a fourth space takes one of the towns beside the board and scores 4 points. A Sahara action
claims a taken town for one goods keshi of each colour; it flips where it lies and uses no storage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import supply, towns
from companion.games.marrakesh.rules.catalogue.towns import TOWNS, TOWNS_IN_PLAY
from companion.games.marrakesh.rules.keshi import GOODS
from companion.play.decision import TABLE, Decision, Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

ARRIVAL_POINTS: Final = 4


def beside_the_board(g: State) -> Play[list[int]]:
    """The towns that can still be taken; the table names them when it first matters."""
    if g.towns is None:
        taken = [number for p in g.players for number in p.towns.values()]  # told by hand before it mattered
        n = max(0, TOWNS_IN_PLAY[len(g.players)] - len(taken))
        numbers = tuple(str(number) for number in TOWNS if number not in taken)
        picks = (yield Decision("towns", TABLE, numbers, min_picks=n, max_picks=n)) if n else ()
        g.towns = sorted(map(int, (picks,) if n == 1 else picks))
    return g.towns


def arrive(g: State, p: Player, path: str) -> Play[None]:
    """A caravan has reached a fourth space: a town of choice, and 4 points."""
    left = yield from beside_the_board(g)
    if left:
        key = yield from choose(p.seat, "town", tuple(map(str, left)), path=path)
        left.remove(int(key))
        p.towns[path] = int(key)
        g.tell("town", p.seat, town=int(key), path=path)
    if path in p.towns or g.rulings["no town left pays"]:
        g.points(p, ARRIVAL_POINTS, "desert town reached")


def claimable(p: Player) -> list[int]:
    """Taken towns not claimed yet, if the player has a goods keshi of each colour."""
    if any(p.goods[colour] < 1 for colour in GOODS):
        return []
    return [number for number in p.towns.values() if number not in p.claimed_towns]


def claim(g: State, p: Player, number: int) -> Play[None]:
    """Pay one goods keshi of each colour and flip the town where it lies; it uses no storage."""
    for colour in GOODS:
        p.goods[colour] -= 1
        supply.put_back(g, colour)
    p.claimed_towns.add(number)
    g.tell("claim town", p.seat, town=number)
    yield from towns.claimed(g, p, number)
