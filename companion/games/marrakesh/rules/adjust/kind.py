"""What one kind of tile or place needs, so that the table can put it right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.games.marrakesh.rules.state import Player, State


def always(g: State, p: Player, which: str, by: int) -> None:
    """Nothing speaks against it but the number itself."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """One kind of tile or place on a player's board; `which` is what stands behind the kind in the key.

    every    all that can be meant
    now      how many there are, and the most there can be
    put      let it be so
    refuse   raise IllegalMove, with a sentence, if so many more or fewer cannot be
    """

    every: Callable[[State, Player], Iterable[str]]
    now: Callable[[State, Player, str], tuple[int, int]]
    put: Callable[[State, Player, str, int], None]
    refuse: Callable[[State, Player, str, int], None] = always
