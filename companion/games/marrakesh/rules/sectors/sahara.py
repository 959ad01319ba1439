"""The Sahara: caravans discover oases, the sector action claims them (rulebook page 12).

Claiming costs the resources printed on the board beside the oasis. A claimed oasis goes onto the next storage
space from the left and triggers what it covers: a keshi to deploy, the exchange icon, or a free scroll of the
kind that needs 3 scholars. With expansion 5 taken desert towns are claimed here too, for goods.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from companion.games.marrakesh.rules import deploy, facts, paying, storage, supply
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.scrolls import FREE_FROM_STORAGE
from companion.games.marrakesh.rules.expansions import desert_towns
from companion.games.marrakesh.rules.keshi import BEIGE, BROWN, COLOURS, GOODS, PINK, RED, SECTOR_OF
from companion.games.marrakesh.rules.scrolls import permanent
from companion.games.marrakesh.rules.sectors import madrasa
from companion.play.decision import PASS, TABLE, Play, choose, confirm

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

STORAGE_SPACES: Final = storage.SPACES
TOWN_SPACE: Final = 4
"""The space of a path that leads to a desert town."""


def discover(g: State, p: Player, space: str) -> Play[None]:
    """Turn up the oasis beside a caravan; the table says which one it is (scroll 68 scores it at once)."""
    seen = face_up(g)
    left = tuple(f"{number:02}" for number in OASES if number not in seen)
    key = yield from choose(TABLE, "reveal", left, display="oasis", space=space, seat=p.seat)
    p.discovered[space] = int(key)
    g.tell("discover", p.seat, oasis=int(key), space=space)
    yield from permanent.on_discover(g, p, int(key))


def face_up(g: State) -> set[int]:
    """The oases that everybody can see: discovered, claimed, beside the board (river tile 02)."""
    return set(g.spare_oases).union(*((*p.discovered.values(), *p.claimed) for p in g.players))


def action(g: State, p: Player) -> Play[None]:
    """Claim as many discovered oases (and towns) as wanted and affordable, one after the other."""
    while True:
        yield from ready(g, p)
        options = [*_affordable(g, p), *(f"town:{n}" for n in desert_towns.claimable(p))]
        key = yield from choose(p.seat, "sahara claim", (*options, PASS))
        if key == PASS:
            return
        if key.startswith("town:"):
            yield from desert_towns.claim(g, p, int(key.removeprefix("town:")))
        else:
            yield from _pay(g, p, key)
            yield from _claim(g, p, key)


def possible(g: State, p: Player) -> bool:
    return bool(_affordable(g, p) or desert_towns.claimable(p))


def ready(g: State, p: Player) -> Play[None]:
    """The claim costs beside discovered oases must be known, unless scroll 45 makes them flat."""
    if not permanent.oasis_flat_cost(p) and any(p.resources.values()):
        for space in p.discovered:
            yield from facts.need(g, f"sahara {space} cost")


def yields(g: State, p: Player) -> Mapping[str, Any]:
    """The oases discovered, which of them (and of the towns) the player could claim now, and those of which
    nobody has told the cost yet: that is asked when the assistant is used."""
    told = permanent.oasis_flat_cost(p) or not any(p.resources.values())
    return {
        "discovered": dict(p.discovered),
        "affordable": _affordable(g, p),
        "towns": desert_towns.claimable(p),
        "untold": [s for s in p.discovered if not told and facts.known(g, f"sahara {s} cost") is None],
    }


def _affordable(g: State, p: Player) -> list[str]:
    if permanent.oasis_flat_cost(p):
        return list(p.discovered) if any(p.resources.values()) else []
    found = []
    for space in p.discovered:
        cost = facts.known(g, f"sahara {space} cost")
        if cost is not None and paying.can_pay(p, cost):
            found.append(space)
    return found


def _pay(g: State, p: Player, space: str) -> Play[None]:
    """The cost printed on the board beside the oasis; with scroll 45 any 1 resource."""
    if permanent.oasis_flat_cost(p):
        yield from paying.pay_any(g, p, source="scroll 45")
    else:
        cost = yield from facts.need(g, f"sahara {space} cost")
        yield from paying.pay(g, p, cost, source="oasis")


def _claim(g: State, p: Player, space: str) -> Play[None]:
    yield from store(g, p, p.discovered.pop(space), source="sahara")


def claim_free(g: State, p: Player, *, may_pass: bool, source: str) -> Play[bool]:
    """Scroll 62 and river tile 15: claim a discovered oasis for nothing, never a town."""
    if not p.discovered:
        return False
    spaces = tuple(p.discovered)
    key = yield from choose(p.seat, "free claim", (*spaces, PASS) if may_pass else spaces, source=source)
    if key == PASS:
        return False
    yield from _claim(g, p, key)
    return True


def store(g: State, p: Player, oasis: int, *, source: str) -> Play[None]:
    """Lay a claimed oasis on the next storage space and trigger what it covers; a seventh lies beside."""
    p.claimed.append(oasis)
    g.tell("claim oasis", p.seat, oasis=oasis, source=source)
    place = len(p.claimed) - 1
    if place < storage.SPACES:
        yield from storage.covered(g, p, place)
    if place >= len(p.storage):
        return
    covered = p.storage[place]
    if covered in COLOURS:
        yield from _storage_keshi(g, p, place)
        return
    p.storage[place] = ""
    if covered == storage.UNTOLD:
        colour = yield from storage.told_keshi(g, p, place)
        if colour != storage.NOTHING:
            yield from deploy.deploy(g, p, colour, source="storage", taken=True)
        return
    if covered == "exchange":
        yield from exchange(g, p)
    elif covered == "scroll":
        yield from madrasa.take_free(g, p, FREE_FROM_STORAGE, source="storage")


def _storage_keshi(g: State, p: Player, place: int) -> Play[None]:
    """The keshi that stood on the space may be deployed."""
    colour = p.storage[place]
    room = deploy.free_spaces(g, p, colour) > 0
    wanted = not room or (yield from confirm(p.seat, "storage keshi", colour=colour))
    p.storage[place] = ""
    if wanted:
        yield from deploy.deploy(g, p, colour, source="storage", taken=True)
    else:
        supply.put_back(g, colour)


def exchange(g: State, p: Player) -> Play[None]:
    """The exchange icon: return 1 deployed keshi and deploy 1 of another colour, goods too.

    Never returned: caravans, guards committed to gates, goods.
    """
    key = yield from choose(p.seat, "exchange return", (*returnable(p), PASS))
    if key == PASS:
        return
    colour, _, where = key.partition(":")
    if colour == RED:
        p.vendors.remove(where)
    else:
        p.keshis[SECTOR_OF[colour]] -= 1
        if colour == PINK:
            p.square.remove(int(where))
    supply.put_back(g, colour)
    g.tell("return", p.seat, colour=colour)
    others = tuple(c for c in deploy.deployable(g, p) if c != colour)
    taken = yield from choose(p.seat, "exchange take", others, returned=colour)
    yield from deploy.deploy(g, p, taken, source="exchange")


def returnable(p: Player) -> list[str]:
    """What the exchange icon takes: "green", "pink:3" (the space), "red:river" (the vendor's sector)."""
    found = []
    for colour in COLOURS:
        if colour == RED:
            found += [f"{RED}:{sector}" for sector in sorted(p.vendors)]
        elif colour == PINK:
            found += [f"{PINK}:{space}" for space in sorted(p.square)]
        elif colour == BEIGE:
            found += [colour] if p.guards_on_watchtower > 0 else []
        elif colour != BROWN and colour not in GOODS and p.keshis[SECTOR_OF[colour]]:
            found.append(colour)
    return found
