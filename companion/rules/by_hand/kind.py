"""What one kind of tile or place needs, so that the table can put it right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from companion.rules.state import Player, State

FINE: Final = ""
"""No refusal."""


def always(g: State, p: Player, which: str, by: int) -> str:
    """Nothing speaks against it but the number itself."""
    return FINE


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of tile or place on a player's board; `which` is what stands behind the kind in the key.

    every    all that can be meant
    now      how many there are, and the most there can be
    put      let it be so
    refusal  a sentence if so many more or fewer cannot be, else nothing
    """

    every: Callable[[State, Player], Iterable[str]]
    now: Callable[[State, Player, str], tuple[int, int]]
    put: Callable[[State, Player, str, int], None]
    refusal: Callable[[State, Player, str, int], str] = always
