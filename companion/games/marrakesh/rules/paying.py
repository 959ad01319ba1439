"""Paying resources: what can be paid, and how, when scroll 33 lets dates and water stand in for dinars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.games.marrakesh.rules.keshi import DATE, DINAR, RESOURCES, WATER
from companion.games.marrakesh.rules.scrolls import permanent
from companion.play.decision import Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State


def can_pay(p: Player, cost: Mapping[str, int]) -> bool:
    """Whether a player can pay a cost in resources, scroll 33 included."""
    held = p.resources
    short = cost.get(DINAR, 0) - held[DINAR]
    if held[WATER] < cost.get(WATER, 0) or held[DATE] < cost.get(DATE, 0):
        return False
    if short <= 0:
        return True
    return short <= sum(held[r] - cost.get(r, 0) for r in permanent.dinar_substitutes(p))


def pay(
    g: State, p: Player, cost: Mapping[str, int], *, keep: Mapping[str, int] | None = None, source: str
) -> Play[None]:
    """Return the resources to the supply; with scroll 33 the player says what stands in for dinars.

    keep   what must be left for a payment that has to follow
    """
    dinars = cost.get(DINAR, 0)
    g.spend(p, WATER, cost.get(WATER, 0), source)
    g.spend(p, DATE, cost.get(DATE, 0), source)
    if dinars and permanent.dinar_substitutes(p):
        ways = dinar_ways(p, dinars, keep or {})
        way = yield from choose(p.seat, "pay dinars", tuple(ways), dinars=dinars, source=source)
        for resource, n in ways[way].items():
            g.spend(p, resource, n, source)
    else:
        g.spend(p, DINAR, dinars, source)


def dinar_ways(p: Player, dinars: int, keep: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Scroll 33: the ways to pay so many dinars out of what a player holds, by their key.

    With 1 dinar, 2 dates and no water, 3 dinars can only be "1 dinar + 2 date".
    """
    held = {resource: n - keep.get(resource, 0) for resource, n in p.resources.items()}
    ways = {}
    for coins in range(min(dinars, held[DINAR]), -1, -1):
        for dates in range(min(dinars - coins, held[DATE]), -1, -1):
            water = dinars - coins - dates
            if water <= held[WATER]:
                way = {DINAR: coins, DATE: dates, WATER: water}
                ways[" + ".join(f"{n} {resource}" for resource, n in way.items() if n)] = way
    return ways


def pay_any(g: State, p: Player, *, source: str) -> Play[None]:
    """Pay one resource of choice (scrolls 44 and 45)."""
    held = tuple(resource for resource in RESOURCES if p.resources[resource])
    resource = yield from choose(p.seat, "pay any", held, source=source)
    g.spend(p, resource, 1, source)
