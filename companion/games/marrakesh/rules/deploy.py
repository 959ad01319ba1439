"""Deploying a keshi: onto a free space of its sector, with the bonus printed there (rulebook pages 7 to 12).

Essential's marker sectors are the same here: one step of the marker is one keshi more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import bonus, facts, supply
from companion.games.marrakesh.rules.bonus import ANY_GOODS, ANY_KESHI, SAME_KESHIS
from companion.games.marrakesh.rules.expansions import desert_towns
from companion.games.marrakesh.rules.keshi import (
    BROWN,
    CAPACITY,
    COLOURS,
    GOODS,
    GREEN,
    PINK,
    RED,
    SAHARA,
    SECTOR_OF,
    SECTORS,
    SOUK,
    SQUARE,
)
from companion.games.marrakesh.rules.options import DESERT_TOWNS
from companion.games.marrakesh.rules.scrolls import permanent, several
from companion.games.marrakesh.rules.sectors import sahara
from companion.play.decision import Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

UNLIMITED: Final = 99
"""The souk never fills."""

VENDOR_SECTORS: Final = tuple(sector for sector in SECTORS if sector != SOUK)
PATHS: Final = {"left": 3, "right": 3, "start": 2}
TOWN_PATHS: Final = {"left": 4, "right": 4, "start": 0}


def free_spaces(g: State, p: Player, colour: str) -> int:
    """How many more keshis of a colour a player's board can take."""
    if colour in GOODS:
        return UNLIMITED
    if colour == RED:
        return CAPACITY - len(p.vendors) + (SOUK in p.vendors)
    return CAPACITY - p.keshis[SECTOR_OF[colour]]


def deployable(g: State, p: Player) -> tuple[str, ...]:
    """The colours a player's board has room for; never empty, for the souk takes everything."""
    return tuple(colour for colour in COLOURS if free_spaces(g, p, colour) > 0)


def deploy(
    g: State, p: Player, colour: str, *, source: str, taken: bool = False, or_return: bool = False
) -> Play[str | None]:
    """Deploy one keshi and give its deployment bonus; the sector it went to, or None if it was forfeited.

    taken       the keshi is in the player's hand already (claimed, from the storage, from a gate)
    or_return   the book itself says that it goes back if its sector is full (gates)
    """
    if free_spaces(g, p, colour) <= 0:
        if taken:
            supply.put_back(g, colour)
        g.tell("forfeit", p.seat, colour=colour, source=source)
        if or_return or g.rulings["full sector forfeits"]:
            return None
        other = yield from choose(p.seat, "any keshi", deployable(g, p), source=source)
        return (yield from deploy(g, p, other, source=source))
    if not taken:
        supply.take(g, colour)
    if colour == RED:
        return (yield from _vendor(g, p, source))
    sector = SECTOR_OF[colour]
    g.tell("deploy", p.seat, colour=colour, source=source)
    if colour == PINK:
        yield from _entertainer(g, p)
    elif colour == BROWN:
        yield from _caravan(g, p)
    elif sector == SOUK:
        p.goods[colour] += 1
    else:
        p.keshis[sector] += 1
        if colour == GREEN:
            g.points(p, 1, "orchard")
    return sector


def keshi_of_choice(g: State, p: Player, source: str) -> Play[str | None]:
    """One keshi of any colour that has room; where it went, if anywhere."""
    colour = yield from choose(p.seat, "any keshi", deployable(g, p), source=source)
    return (yield from deploy(g, p, colour, source=source))


@bonus.gives(ANY_KESHI)
def keshis_of_choice(g: State, p: Player, n: int, times: int, source: str) -> Play[None]:
    for _ in range(n):
        yield from keshi_of_choice(g, p, source)


@bonus.gives(SAME_KESHIS)
def same_keshis(g: State, p: Player, n: int, times: int, source: str) -> Play[None]:
    colour = yield from choose(p.seat, "same keshis", deployable(g, p), n=n, source=source)
    yield from _several(g, p, colour, n, source)


@bonus.gives(ANY_GOODS)
def goods_of_choice(g: State, p: Player, n: int, times: int, source: str) -> Play[None]:
    colour = yield from choose(p.seat, "goods", GOODS, n=n, source=source)
    yield from _several(g, p, colour, n, source)


def _giver_of(colour: str) -> bonus.Giver:
    return lambda g, p, n, times, source: _several(g, p, colour, n, source)


for _colour in COLOURS:
    bonus.gives(f"keshi:{_colour}")(_giver_of(_colour))


def _several(g: State, p: Player, colour: str, n: int, source: str) -> Play[None]:
    for _ in range(n):
        yield from deploy(g, p, colour, source=source)


def next_of(p: Player, waiting: list[str], *, source: str) -> Play[str]:
    """Which of several keshis is deployed next; asked where an entertainer or a caravan makes it matter."""
    kinds = tuple(colour for colour in COLOURS if colour in waiting)
    if len(kinds) > 1 and (PINK in kinds or BROWN in kinds):
        return (yield from choose(p.seat, "deploy next", kinds, source=source))
    return kinds[0]


def souk_vendor(g: State, p: Player, *, source: str) -> None:
    """Scroll 57: a water vendor beside the souk; he gives water from the next turn on."""
    if SOUK not in p.vendors:
        supply.take(g, RED)
        p.vendors.add(SOUK)
        p.new_souk_vendor = True
        g.tell("deploy", p.seat, colour=RED, sector=SOUK, source=source)


def _vendor(g: State, p: Player, source: str) -> Play[str]:
    """A water vendor: into any sector without one, but not into the souk."""
    free = tuple(sector for sector in VENDOR_SECTORS if sector not in p.vendors)
    p.in_hand = RED
    sector = yield from choose(p.seat, "deploy vendor", free, source=source)
    p.in_hand = ""
    p.vendors.add(sector)
    g.tell("deploy", p.seat, colour=RED, sector=sector, source=source)
    return sector


def _entertainer(g: State, p: Player) -> Play[None]:
    """An entertainer: onto any free space of the main square, for the bonus beside it (scroll 54: and both
    beside that one)."""
    free = tuple(str(space) for space in range(CAPACITY) if space not in p.square)
    p.in_hand = PINK
    space = int((yield from choose(p.seat, "deploy entertainer", free)))
    p.in_hand = ""
    p.keshis[SQUARE] += 1
    p.square.add(space)
    printed = yield from facts.need(g, "square bonuses")
    own = bonus.parse(printed[space])
    if not permanent.entertainer_neighbours(p):
        yield from bonus.pay_out(g, p, own, source=SQUARE)
        return
    neighbours = [(bonus.parse(printed[(space + way) % CAPACITY]), 1) for way in (-1, 1)]
    yield from several.gain_all(g, p, neighbours, source="scroll 54", beside=[(own, SQUARE)])


def path_length(g: State, path: str) -> int:
    return (TOWN_PATHS if DESERT_TOWNS in g.expansions else PATHS)[path]


def _caravan(g: State, p: Player) -> Play[None]:
    """A caravan: onto the next space of a path, discovering what lies beside it."""
    free = tuple(path for path, n in p.paths.items() if n < path_length(g, path))
    p.in_hand = BROWN
    path = yield from choose(p.seat, "deploy caravan", free)
    p.in_hand = ""
    p.keshis[SAHARA] += 1
    p.paths[path] += 1
    space = p.paths[path]
    if path == "start":
        if space == 1:
            yield from bonus.resources_of_choice(g, p, 2, SAHARA)
        else:
            g.points(p, 2, SAHARA)
    elif space == 4:
        yield from desert_towns.arrive(g, p, path)
    else:
        yield from sahara.discover(g, p, f"{path}-{space}")
