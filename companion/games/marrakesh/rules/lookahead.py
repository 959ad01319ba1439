"""Looking ahead: what is missing for the provisions, what each assistant would bring, what the tower holds.

Only what is known is said; nothing here asks the table or changes the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.games.marrakesh.rules import facts, seasons, sectors
from companion.games.marrakesh.rules.keshi import DINAR, RESOURCES, SOUK, WATER, Resource
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.scrolls import permanent
from companion.games.marrakesh.rules.state import ASSISTANTS, FINAL, OVER, SEASON

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.marrakesh.rules.state import Player, State


@dataclass(frozen=True, slots=True)
class Provisions:
    """What a player's face-up provision tiles will ask for at the end of the season.

    cost       what all tiles together cost
    penalty    the points lost without it
    short      what is missing now, by resource (scroll 33's substitutes already counted)
    unknown    tiles whose cost nobody has told
    shortcut   scroll 44 would do: 1 dinar, then any 1 resource a tile
    """

    cost: Mapping[Resource, int]
    penalty: int
    short: Mapping[Resource, int]
    unknown: int
    shortcut: bool

    @property
    def paid(self) -> bool:
        return self.shortcut or not (self.short or self.unknown)


def provisions(g: State, p: Player) -> Provisions:
    """What is missing for the provisions, if the season ended now."""
    cost: dict[Resource, int] = {}
    penalty = unknown = 0
    for tile in p.provisions:
        told = facts.known(g, tile)
        if told is None:
            unknown += 1
            continue
        penalty += told["points"]
        for resource, n in told["cost"].items():
            cost[resource] = cost.get(resource, 0) + n
    return Provisions(cost, penalty, _short(p, cost), unknown, _shortcut(p))


def still_due(g: State, p: Player) -> bool:
    """Whether the season's provisions are still ahead of a player whose board is followed.

    From their turn to pay on nothing can be got any more, and what is missing is what was just paid.
    """
    if g.depth != FULL or g.phase in (FINAL, OVER):
        return False
    place = (p.seat - g.start_seat) % len(g.players)
    return g.phase != SEASON or (g.step, g.turn) < (seasons.PAYMENT, place)


def _short(p: Player, cost: Mapping[Resource, int]) -> dict[Resource, int]:
    missing = {r: cost.get(r, 0) - p.resources[r] for r in RESOURCES if cost.get(r, 0) > p.resources[r]}
    if DINAR in missing:
        spare = sum(max(0, p.resources[r] - cost.get(r, 0)) for r in permanent.dinar_substitutes(p))
        missing[DINAR] -= min(spare, missing[DINAR])
        if not missing[DINAR]:
            del missing[DINAR]
    return missing


def _shortcut(p: Player) -> bool:
    """Scroll 44: whether a dinar (or what stands in for it) and a resource for each tile are there."""
    coins = p.resources[DINAR] + sum(p.resources[r] for r in permanent.dinar_substitutes(p))
    enough = sum(p.resources.values()) >= 1 + len(p.provisions)
    return permanent.provision_shortcut(p) and coins > 0 and enough


def assistants(g: State, p: Player) -> dict[str, Mapping[str, Any]]:
    """What the action of each sector with a waiting assistant would bring now, as the sectors say it."""
    return {name: sectors.BY_NAME[name].yields(g, p) for name in dict.fromkeys(p.assistants)}


def vendor_water(g: State, p: Player, sector: str) -> int:
    """Water a vendor would give before the assistant in this sector does anything.

    Scroll 57's vendor is new until the turn in which he came is over.
    """
    new = sector == SOUK and p.new_souk_vendor and g.phase == ASSISTANTS
    return permanent.vendor_water(p) if sector in p.vendors and not new else 0


def with_vendor_water(g: State, p: Player, sector: str) -> Player:
    """The player with a vendor's water in hand: it can pay for the very action."""
    watered = p.copy()
    watered.resources[WATER] += vendor_water(g, p, sector)
    return watered
