"""Water vendors: one of them in a sector gives water before anything is done there (rulebook page 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.marrakesh.rules.keshi import SOUK, WATER
from companion.games.marrakesh.rules.scrolls import permanent

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State


def serves(p: Player, sector: str) -> bool:
    """Whether a vendor in the sector gives water now; scroll 57's gives none in his first turn."""
    return sector in p.vendors and not (sector == SOUK and p.new_souk_vendor)


def give_water(g: State, p: Player, sector: str) -> bool:
    """1 water (2 with scroll 35), if a vendor serves there; whether one does."""
    if not serves(p, sector):
        return False
    g.gain(p, WATER, permanent.vendor_water(p), "vendor")
    return True


def give_points(g: State, p: Player, *, action: bool) -> None:
    """Scroll 50's points beside a vendor's water."""
    g.points(p, permanent.vendor_points(g, p, action), "scroll 50")


def served(p: Player, sector: str) -> Player:
    """A copy of the player with the vendor's water in hand: it can pay for the very action."""
    then = p.copy()
    if serves(p, sector):
        then.resources[WATER] += permanent.vendor_water(p)
    return then
