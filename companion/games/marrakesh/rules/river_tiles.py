"""What the river tile at the end of a season gives, in the order of the addendum.

Seasons 1 and 2 reward the foremost fisherman only; season 3 also the second, but not with two players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.games.marrakesh.rules import bonus, deploy, oases, sectors
from companion.games.marrakesh.rules.bonus import ANY_KESHI, POINTS, RESOURCE
from companion.games.marrakesh.rules.keshi import (
    BEIGE,
    BROWN,
    DATE,
    DINAR,
    GOODS,
    MOSQUE,
    ORCHARD,
    PALACE,
    PINK,
    RED,
    SQUARE,
    WATER,
)
from companion.games.marrakesh.rules.sectors import sahara, stairs
from companion.play.decision import PASS, Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

Reward: TypeAlias = Callable[["State", "Player", str], Play[None]]

# ---- seasons 1 and 2: one winner ------------------------------------------------------------------------


def any_action(g: State, p: Player, tile: str) -> Play[None]:
    """01: a sector action of choice."""
    yield from sectors.any_action(g, p, source=tile)


def spare_oasis(g: State, p: Player, tile: str) -> Play[None]:
    """02: one of the three oases beside the board, claimed for nothing; it may be the seventh."""
    spare = tuple(f"{number:02}" for number in g.spare_oases)
    key = yield from choose(p.seat, "spare oasis", (*spare, PASS), source=tile)
    if key != PASS:
        g.spare_oases.remove(int(key))
        yield from sahara.store(g, p, int(key), source=tile)


def two_keshis(g: State, p: Player, tile: str) -> Play[None]:
    """03: deploy 2 keshis of choice."""
    yield from bonus.pay_out(g, p, ((ANY_KESHI, 2),), source=tile)


def five_points(g: State, p: Player, tile: str) -> Play[None]:
    """04: 5 points."""
    yield from bonus.pay_out(g, p, ((POINTS, 5),), source=tile)


def water_vendor(g: State, p: Player, tile: str) -> Play[None]:
    """07: deploy a water vendor."""
    yield from deploy.deploy(g, p, RED, source=tile)


def three_points(g: State, p: Player, tile: str) -> Play[None]:
    """08: 3 points."""
    yield from bonus.pay_out(g, p, ((POINTS, 3),), source=tile)


def crocodile(g: State, p: Player, tile: str) -> Play[None]:
    """09: in the last season the fisherman starts on the crocodile's space."""
    p.crocodile = True
    g.tell("crocodile", p.seat)
    yield from ()


def one_of_each_goods(g: State, p: Player, tile: str) -> Play[None]:
    """10: a goods keshi of each colour."""
    for colour in GOODS:
        yield from deploy.deploy(g, p, colour, source=tile)


def entertainer_caravan_or_guard(g: State, p: Player, tile: str) -> Play[None]:
    """13: deploy an entertainer, a caravan or a guard."""
    colours = tuple(c for c in (PINK, BROWN, BEIGE) if deploy.free_spaces(g, p, c))
    if colours:
        colour = yield from choose(p.seat, "any keshi", colours, source=tile)
        yield from deploy.deploy(g, p, colour, source=tile)


def one_of_each_resource(g: State, p: Player, tile: str) -> Play[None]:
    """14: 1 water, 1 dinar and 1 date."""
    yield from bonus.pay_out(g, p, ((WATER, 1), (DINAR, 1), (DATE, 1)), source=tile)


def two_oases(g: State, p: Player, tile: str) -> Play[None]:
    """15: claim up to 2 discovered oases for nothing; no desert town."""
    for _ in range(2):
        yield from sahara.claim_free(g, p, may_pass=True, source=tile)


def square_twice(g: State, p: Player, tile: str) -> Play[None]:
    """16: the main square action twice, the disc turned before each."""
    for _ in range(2):
        yield from sectors.perform(g, p, SQUARE)


WINNER: Final[dict[int, Reward]] = {
    1: any_action,
    2: spare_oasis,
    3: two_keshis,
    4: five_points,
    7: water_vendor,
    8: three_points,
    9: crocodile,
    10: one_of_each_goods,
    13: entertainer_caravan_or_guard,
    14: one_of_each_resource,
    15: two_oases,
    16: square_twice,
}

# ---- season 3: a first and a second ---------------------------------------------------------------------


def points(n: int) -> Reward:
    """05: 7 points for the first, 3 for the second."""
    return lambda g, p, tile: bonus.pay_out(g, p, ((POINTS, n),), source=tile)


def resources(n: int) -> Reward:
    """06: 6 resources of choice for the first, 3 for the second."""
    return lambda g, p, tile: bonus.pay_out(g, p, ((RESOURCE, n),), source=tile)


def steps(n: int) -> Reward:
    """11: 3 steps on one staircase for the first, 1 for the second."""

    def reward(g: State, p: Player, tile: str) -> Play[None]:
        stair = yield from choose(p.seat, "which stair", (MOSQUE, PALACE, PASS), steps=n, source=tile)
        if stair != PASS:
            yield from stairs.move(g, p, stair, n, source=tile)

    return reward


def point_a_gate(g: State, p: Player, tile: str) -> Play[None]:
    """12: 1 point for each city gate …"""
    yield from bonus.pay_out(g, p, ((POINTS, 1),), times=len(p.gates), source=tile)


def point_a_date_picker(g: State, p: Player, tile: str) -> Play[None]:
    """12: … or 1 point for each date picker."""
    yield from bonus.pay_out(g, p, ((POINTS, 1),), times=p.keshis[ORCHARD], source=tile)


def date_and_dinar_an_entertainer(g: State, p: Player, tile: str) -> Play[None]:
    """17: 1 date and 1 dinar for each entertainer …"""
    yield from bonus.pay_out(g, p, ((DATE, 1), (DINAR, 1)), times=len(p.square), source=tile)


def water_and_date_a_vendor(g: State, p: Player, tile: str) -> Play[None]:
    """17: … or 1 water and 1 date for each water vendor."""
    yield from bonus.pay_out(g, p, ((WATER, 1), (DATE, 1)), times=oases.deployed(g, p, RED), source=tile)


def two_points_a_luxury_good(g: State, p: Player, tile: str) -> Play[None]:
    """18: 2 points for each luxury good …"""
    yield from bonus.pay_out(g, p, ((POINTS, 2),), times=len(p.luxury), source=tile)


def point_for_four_keshis(g: State, p: Player, tile: str) -> Play[None]:
    """18: … or 1 point for every 4 deployed keshis, goods too."""
    all_keshis = oases.all_deployed(g, p) + p.goods_total
    yield from bonus.pay_out(g, p, ((POINTS, 1),), times=all_keshis // 4, source=tile)


FIRST_AND_SECOND: Final[dict[int, tuple[Reward, Reward]]] = {
    5: (points(7), points(3)),
    6: (resources(6), resources(3)),
    11: (steps(3), steps(1)),
}

WINNER_CHOOSES: Final[dict[int, dict[str, Reward]]] = {
    12: {"gates": point_a_gate, "date pickers": point_a_date_picker},
    17: {"entertainers": date_and_dinar_an_entertainer, "vendors": water_and_date_a_vendor},
    18: {"luxury goods": two_points_a_luxury_good, "keshis": point_for_four_keshis},
}


def award(g: State, number: int, ranking: Sequence[Player]) -> Play[None]:
    """Give the tile to the foremost (and, in season 3, the second) of those who may win anything.

    ranking   the fishermen who have left the start space, foremost first
    """
    tile = f"river tile {number}"
    if not ranking:
        return
    first = ranking[0]
    if number in WINNER:
        yield from WINNER[number](g, first, tile)
        return
    if number in FIRST_AND_SECOND:
        for_first, for_second = FIRST_AND_SECOND[number]
    else:
        halves = WINNER_CHOOSES[number]
        key = yield from choose(first.seat, "river tile", tuple(halves), tile=number)
        for_first = halves[key]
        for_second = next(reward for name, reward in halves.items() if name != key)
    yield from for_first(g, first, tile)
    if len(ranking) > 1 and len(g.players) > 2:
        yield from for_second(g, ranking[1], tile)
