"""The oasis storage: what claimed oases will cover, from the left.

Keshis drawn at setup stand on some of its spaces. Which ones, the table sees; the companion is told when an
oasis covers them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import facts, supply
from companion.games.marrakesh.rules.keshi import BROWN, COLOURS, GOODS
from companion.play.decision import Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

SPACES: Final = 6
STORAGE_COLOURS: Final = tuple(c for c in COLOURS if c not in (*GOODS, BROWN))
"""The bag for the oasis storage: one of each colour but goods and brown."""

NOTHING: Final = "nothing"
UNTOLD: Final = "keshi"
"""On a space: a keshi may stand there, and nobody has told which one."""

ICONS: Final = ("exchange", "scroll")


def lay_out(g: State, p: Player) -> None:
    """What is printed on the spaces no oasis covers, if that is known; who stands there comes later."""
    printed = facts.known(g, "storage spaces")
    if p.storage or printed is None:
        return
    p.storage = [UNTOLD if what == UNTOLD else icon(what) for what in printed]
    p.storage[: len(p.claimed)] = [""] * min(len(p.claimed), len(printed))


def icon(printed: str) -> str:
    """The icon printed on a space, or nothing."""
    return printed if printed in ICONS else ""


def covered(g: State, p: Player, place: int) -> Play[str]:
    """What an oasis laid on a space covers; the storage itself is asked for if nobody has told it."""
    if not p.storage:
        printed = yield from facts.need(g, "storage spaces")
        lay_out(g, p)
        p.storage[place] = UNTOLD if printed[place] == UNTOLD else icon(printed[place])
    return p.storage[place] if place < len(p.storage) else ""


def told_keshi(g: State, p: Player, place: int) -> Play[str]:
    """Which of the keshis drawn at setup stands on a space; "nothing" where there is none to deploy."""
    lying = {colour for other in g.players for colour in (*other.storage, *other.off_storage)}
    bag = [colour for colour in STORAGE_COLOURS if colour not in lying]
    key = yield from choose(p.seat, "storage holds", (*bag, NOTHING), place=place + 1)
    if key != NOTHING:
        supply.take(g, key)
        p.off_storage.append(key)
    return key
