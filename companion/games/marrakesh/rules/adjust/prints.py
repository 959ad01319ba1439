"""A printed value put right in the middle of a game: what was laid out by the old one follows.

Most prints are looked up when they matter. A few are copied earlier: a luxury good somebody owns, the icons
of the storage, where Imam and Sultan wait, at which step the jetty is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.marrakesh.rules import facts, storage
from companion.games.marrakesh.rules.displays import luxury_good
from companion.games.marrakesh.rules.expansions import imam_sultan
from companion.games.marrakesh.rules.keshi import COLOURS

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State


def tell(g: State, key: str, value: Any) -> None:
    """A printed value, already checked, holds from here on, whatever was told before."""
    old = facts.known(g, key)
    facts.tell(g, key, value)
    if old is not None and old != value:
        _follow(g, key)


def _follow(g: State, key: str) -> None:
    """The fact `key` was told otherwise before."""
    kind, _, number = key.partition(" ")
    if kind == "luxury":
        for p in g.players:
            p.luxury = [luxury_good(g, int(number)) if good.id == number else good for good in p.luxury]
    if key == "storage spaces":
        _storage(g)
    elif key == "river length":
        for p in g.players:
            if p.jetty is not None:
                p.river = g.facts[key]
    elif key.endswith(" stair") and kind in imam_sultan.STAIR:
        imam_sultan.wait_elsewhere(g, imam_sultan.STAIR[kind])


def _storage(g: State) -> None:
    """Icons not covered yet are those printed; keshis stay where they stand."""
    for p in g.players:
        untold = storage.UNTOLD in p.storage
        for place, what in enumerate(g.facts["storage spaces"]):
            if len(p.claimed) <= place < len(p.storage) and p.storage[place] not in COLOURS:
                p.storage[place] = what if untold and what == storage.UNTOLD else storage.icon(what)
