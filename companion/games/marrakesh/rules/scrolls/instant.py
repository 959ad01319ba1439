"""Scrolls that act once, the moment they are acquired, in the order of the addendum."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.games.marrakesh.rules import bonus, deploy, facts, oases, sectors
from companion.games.marrakesh.rules.bonus import ANY_KESHI
from companion.games.marrakesh.rules.catalogue.scrolls import ONE_DATE_FROM_58
from companion.games.marrakesh.rules.keshi import DATE, DINAR, MOSQUE, PALACE, RESOURCES, WATER
from companion.games.marrakesh.rules.scrolls import permanent
from companion.games.marrakesh.rules.scrolls.several import gain_all
from companion.games.marrakesh.rules.sectors import madrasa, sahara, square, stairs
from companion.play.decision import Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

Effect: TypeAlias = Callable[["State", "Player", str], Play[None]]


def acquire(g: State, p: Player, number: int, *, source: str) -> Play[None]:
    """The player lays scroll `number` in front of them; what acts at once, acts now."""
    p.scrolls.add(number)
    g.tell("scroll", p.seat, scroll=number, source=source)
    effect = EFFECTS.get(number)
    if effect is not None:
        yield from effect(g, p, f"scroll {number}")


def depicted_keshi(g: State, p: Player, scroll: str) -> Play[None]:
    """01–12: take the keshi shown and deploy it."""
    colour = yield from facts.need(g, f"{scroll} colour")
    yield from deploy.deploy(g, p, colour, source=scroll)


def two_water(g: State, p: Player, scroll: str) -> Play[None]:
    """19: gain 2 water."""
    yield from bonus.pay_out(g, p, ((WATER, 2),), source=scroll)


def two_dinars(g: State, p: Player, scroll: str) -> Play[None]:
    """20: gain 2 dinars."""
    yield from bonus.pay_out(g, p, ((DINAR, 2),), source=scroll)


def three_dates(g: State, p: Player, scroll: str) -> Play[None]:
    """21: gain 3 dates."""
    yield from bonus.pay_out(g, p, ((DATE, 3),), source=scroll)


def one_keshi(g: State, p: Player, scroll: str) -> Play[None]:
    """30: deploy a keshi of choice."""
    yield from bonus.pay_out(g, p, ((ANY_KESHI, 1),), source=scroll)


def depicted_goods(g: State, p: Player, scroll: str) -> Play[None]:
    """37–42: take both goods keshis shown."""
    for colour in (yield from facts.need(g, f"{scroll} colours")):
        yield from deploy.deploy(g, p, colour, source=scroll)


def two_keshis(g: State, p: Player, scroll: str) -> Play[None]:
    """43: deploy 2 keshis of choice, one after the other."""
    yield from bonus.pay_out(g, p, ((ANY_KESHI, 2),), source=scroll)


def three_spectators(g: State, p: Player, scroll: str) -> Play[None]:
    """47: three times each bonus that faces 3 spectators, entertainer or not."""
    facing = yield from square.all_facing(g, p)
    three = [(printed, 3) for printed, n in facing if permanent.counted(g, p, n) == 3]
    yield from gain_all(g, p, three, source=scroll)


def any_action(g: State, p: Player, scroll: str) -> Play[None]:
    """53: perform a sector action of choice; no assistant is used, so no vendor pays (our ruling)."""
    yield from sectors.any_action(g, p, source=scroll)


def both_stairs(g: State, p: Player, scroll: str) -> Play[None]:
    """55: 3 steps on each staircase, in the player's order."""
    first = yield from choose(p.seat, "stair first", (MOSQUE, PALACE), source=scroll)
    for stair in (first, PALACE if first == MOSQUE else MOSQUE):
        yield from stairs.move(g, p, stair, 3, source=scroll)


def souk_vendor(g: State, p: Player, scroll: str) -> Play[None]:
    """57: a water vendor for the souk and 3 water; he gives water from the player's next turn on."""
    deploy.souk_vendor(g, p, source=scroll)
    yield from bonus.pay_out(g, p, ((WATER, 3),), source=scroll)


def seven_scholars(g: State, p: Player, scroll: str) -> Play[None]:
    """58: for 1 date a scroll that needs 7 scholars, without them (the Sultan saves nothing: our ruling)."""
    yield from madrasa.take_free(g, p, ONE_DATE_FROM_58, dates=1, may_pass=False, source=scroll)


def whole_line(g: State, p: Player, scroll: str) -> Play[None]:
    """59: every bonus of the line between the player's two pawns."""
    line = yield from stairs.line(g, p)
    yield from gain_all(g, p, [(printed, 1) for printed in line], source=scroll)


def three_oases(g: State, p: Player, scroll: str) -> Play[None]:
    """62: claim 3 discovered oases for nothing; no desert town."""
    for _ in range(3):
        yield from sahara.claim_free(g, p, may_pass=False, source=scroll)


def keshi_and_action(g: State, p: Player, scroll: str) -> Play[None]:
    """64: deploy a keshi of choice, then the action of the sector where it went."""
    sector = yield from deploy.keshi_of_choice(g, p, scroll)
    if sector is not None:
        yield from sectors.perform(g, p, sector)


def three_keshis(g: State, p: Player, scroll: str) -> Play[None]:
    """67: deploy 3 keshis of choice, one after the other."""
    yield from bonus.pay_out(g, p, ((ANY_KESHI, 3),), source=scroll)


def all_entertainers(g: State, p: Player, scroll: str) -> Play[None]:
    """70: the bonus of every entertainer, times the spectators facing it (31 counts)."""
    if not p.square:
        return
    facing = yield from square.all_facing(g, p)
    yield from gain_all(g, p, [facing[space] for space in sorted(p.square)], source=scroll)


def claimed_oasis(g: State, p: Player, scroll: str) -> Play[None]:
    """71: score a claimed oasis now; it counts again at the end."""
    if p.claimed:
        claimed = tuple(f"{number:02}" for number in p.claimed)
        number = yield from choose(p.seat, "score oasis", claimed, source=scroll)
        yield from oases.score(g, p, int(number), source=scroll)


def sell_resources(g: State, p: Player, scroll: str) -> Play[None]:
    """72: return any resources, 2 points for each."""
    for resource in RESOURCES:
        counts = tuple(str(n) for n in range(p.resources[resource] + 1))
        n = int((yield from choose(p.seat, "sell", counts, resource=resource, source=scroll)))
        if n:
            g.spend(p, resource, n, scroll)
            g.points(p, 2 * n, scroll)


EFFECTS: Final[dict[int, Effect]] = {
    **dict.fromkeys(range(1, 13), depicted_keshi),
    19: two_water,
    20: two_dinars,
    21: three_dates,
    30: one_keshi,
    **dict.fromkeys(range(37, 43), depicted_goods),
    43: two_keshis,
    47: three_spectators,
    53: any_action,
    55: both_stairs,
    57: souk_vendor,
    58: seven_scholars,
    59: whole_line,
    62: three_oases,
    64: keshi_and_action,
    67: three_keshis,
    70: all_entertainers,
    71: claimed_oasis,
    72: sell_resources,
}
