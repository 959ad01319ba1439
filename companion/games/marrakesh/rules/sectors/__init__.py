"""The nine sectors of a player's board: what an assistant, a scroll or a river tile can do there.

Every sector module has

    action(g, p)     the sector action, asking what the rulebook leaves to the player
    possible(g, p)   whether the action can be done at all
    ready(g, p)      asks what must be known before `possible` can answer (nothing, in most sectors)
    yields(g, p)     what the action would bring now, as data for the screen
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from companion.games.marrakesh.rules import keshi, vendors
from companion.games.marrakesh.rules.sectors import (
    madrasa,
    medina,
    orchard,
    river,
    sahara,
    souk,
    square,
    stairs,
)
from companion.play.decision import PASS, Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State


class Sector(Protocol):
    """What a sector module (or one of the two staircases) offers."""

    def action(self, g: State, p: Player) -> Play[None]: ...
    def possible(self, g: State, p: Player) -> bool: ...
    def ready(self, g: State, p: Player) -> Play[None]: ...
    def yields(self, g: State, p: Player) -> Mapping[str, Any]: ...


BY_NAME: Final[dict[str, Sector]] = {
    keshi.RIVER: river,
    keshi.ORCHARD: orchard,
    keshi.SOUK: souk,
    keshi.SQUARE: square,
    keshi.MOSQUE: stairs.MOSQUE_SECTOR,
    keshi.PALACE: stairs.PALACE_SECTOR,
    keshi.MADRASA: madrasa,
    keshi.MEDINA: medina,
    keshi.SAHARA: sahara,
}


def action(g: State, p: Player, sector: str) -> Play[None]:
    """The action of a sector, as an assistant there performs it."""
    g.tell("action", p.seat, sector=sector)
    yield from BY_NAME[sector].action(g, p)


def perform(g: State, p: Player, sector: str) -> Play[None]:
    """A sector action given by a scroll or a river tile: no assistant is used, so no vendor pays (ruling)."""
    if not g.rulings["granted actions bring no vendor water"] and vendors.give_water(g, p, sector):
        vendors.give_points(g, p, action=True)
    yield from BY_NAME[sector].ready(g, p)
    if BY_NAME[sector].possible(g, p):
        yield from action(g, p, sector)


def _when_it_comes_to_it(g: State, p: Player, sector: str) -> Player:
    """The player as the action finds them: with the vendor's water, where a granted action brings some."""
    if g.rulings["granted actions bring no vendor water"]:
        return p
    return vendors.served(p, sector)


def any_action(g: State, p: Player, *, source: str) -> Play[None]:
    """A sector action of choice (scroll 53, river tile 01), if the player wants one."""
    options = []
    for name, sector in BY_NAME.items():
        then = _when_it_comes_to_it(g, p, name)
        yield from sector.ready(g, then)
        if sector.possible(g, then):
            options.append(name)
    key = yield from choose(p.seat, "any action", (*options, PASS), source=source)
    if key != PASS:
        yield from perform(g, p, key)
