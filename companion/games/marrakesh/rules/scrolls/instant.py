"""Scrolls that act once, the moment they are acquired, in the order of the addendum."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.games.marrakesh.rules import bonus, deploy, facts, oases, sectors
from companion.games.marrakesh.rules.bonus import ANY_KESHI
from companion.games.marrakesh.rules.catalogue.scrolls import INSTANT, ONE_DATE_FROM_58, scroll
from companion.games.marrakesh.rules.keshi import DATE, DINAR, MOSQUE, PALACE, RESOURCES, WATER
from companion.games.marrakesh.rules.scrolls import permanent
from companion.games.marrakesh.rules.scrolls.several import gain_all
from companion.games.marrakesh.rules.sectors import madrasa, sahara, square, stairs
from companion.play.decision import Play, choose
from companion.words import N_, Text

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

Effect: TypeAlias = Callable[["State", "Player", str], Play[None]]


EFFECTS: Final[dict[int, Effect]] = {}


def acts(*numbers: int, text: Text) -> Callable[[Effect], Effect]:
    """The scrolls of these numbers do this at once, and what they say."""

    def note(effect: Effect) -> Effect:
        EFFECTS.update(dict.fromkeys(numbers, effect))
        for number in numbers:
            scroll(number, INSTANT, text)
        return effect

    return note


def brings(number: int, gain: bonus.Bonus, text: Text) -> None:
    """The scroll of this number is a bonus and nothing else."""

    def effect(g: State, p: Player, source: str) -> Play[None]:
        yield from bonus.pay_out(g, p, gain, source=source)

    acts(number, text=text)(effect)


brings(19, ((WATER, 2),), N_("Gain 2 water."))
brings(20, ((DINAR, 2),), N_("Gain 2 dinars."))
brings(21, ((DATE, 3),), N_("Gain 3 dates."))
brings(30, ((ANY_KESHI, 1),), N_("Deploy 1 keshi of your choice."))
brings(43, ((ANY_KESHI, 2),), N_("Deploy 2 keshis of your choice."))
brings(67, ((ANY_KESHI, 3),), N_("Deploy 3 keshis of your choice."))


def acquire(g: State, p: Player, number: int, *, source: str) -> Play[None]:
    """The player lays scroll `number` in front of them; what acts at once, acts now."""
    p.scrolls.add(number)
    g.tell("scroll", p.seat, scroll=number, source=source)
    effect = EFFECTS.get(number)
    if effect is not None:
        yield from effect(g, p, f"scroll {number}")


@acts(*range(1, 13), text=N_("Deploy the keshi it shows."))
def depicted_keshi(g: State, p: Player, source: str) -> Play[None]:
    """Take the keshi shown and deploy it."""
    colour = yield from facts.need(g, f"{source} colour")
    yield from deploy.deploy(g, p, colour, source=source)


@acts(*range(37, 43), text=N_("Take both goods keshis it shows."))
def depicted_goods(g: State, p: Player, source: str) -> Play[None]:
    """Take both goods keshis shown."""
    for colour in (yield from facts.need(g, f"{source} colours")):
        yield from deploy.deploy(g, p, colour, source=source)


@acts(47, text=N_("Gain 3 times every main square bonus that faces 3 spectators."))
def three_spectators(g: State, p: Player, source: str) -> Play[None]:
    """Three times each bonus that faces 3 spectators, entertainer or not."""
    facing = yield from square.all_facing(g, p)
    three = [(printed, 3) for printed, n in facing if permanent.counted(g, p, n) == 3]
    yield from gain_all(g, p, three, source=source)


@acts(53, text=N_("Perform any sector action."))
def any_action(g: State, p: Player, source: str) -> Play[None]:
    """Perform a sector action of choice; no assistant is used, so no vendor pays (our ruling)."""
    yield from sectors.any_action(g, p, source=source)


@acts(55, text=N_("3 steps on each staircase, in the order you like."))
def both_stairs(g: State, p: Player, source: str) -> Play[None]:
    """3 steps on each staircase, in the player's order."""
    first = yield from choose(p.seat, "stair first", (MOSQUE, PALACE), source=source)
    for stair in (first, PALACE if first == MOSQUE else MOSQUE):
        yield from stairs.move(g, p, stair, 3, source=source)


@acts(57, text=N_("A water vendor for the souk, and 3 water."))
def souk_vendor(g: State, p: Player, source: str) -> Play[None]:
    """A water vendor for the souk and 3 water; he gives water from the player's next turn on."""
    deploy.souk_vendor(g, p, source=source)
    yield from bonus.pay_out(g, p, ((WATER, 3),), source=source)


@acts(58, text=N_("Pay 1 date and take a scroll that needs 7 scholars."))
def seven_scholars(g: State, p: Player, source: str) -> Play[None]:
    """For 1 date a scroll that needs 7 scholars, without them (the Sultan saves nothing: our ruling)."""
    yield from madrasa.take_free(g, p, ONE_DATE_FROM_58, dates=1, may_pass=False, source=source)


@acts(59, text=N_("Gain all bonuses of the line between your two pawns."))
def whole_line(g: State, p: Player, source: str) -> Play[None]:
    """Every bonus of the line between the player's two pawns."""
    line = yield from stairs.line(g, p)
    yield from gain_all(g, p, [(printed, 1) for printed in line], source=source)


@acts(62, text=N_("Claim 3 discovered oases for nothing."))
def three_oases(g: State, p: Player, source: str) -> Play[None]:
    """Claim 3 discovered oases for nothing; no desert town."""
    for _ in range(3):
        yield from sahara.claim_free(g, p, may_pass=False, source=source)


@acts(64, text=N_("Deploy 1 keshi of your choice, then perform its sector action."))
def keshi_and_action(g: State, p: Player, source: str) -> Play[None]:
    """Deploy a keshi of choice, then the action of the sector where it went."""
    sector = yield from deploy.keshi_of_choice(g, p, source)
    if sector is not None:
        yield from sectors.perform(g, p, sector)


@acts(70, text=N_("Gain the bonuses of all your entertainers, each times its spectators."))
def all_entertainers(g: State, p: Player, source: str) -> Play[None]:
    """The bonus of every entertainer, times the spectators facing it (31 counts)."""
    if not p.square:
        return
    facing = yield from square.all_facing(g, p)
    yield from gain_all(g, p, [facing[space] for space in sorted(p.square)], source=source)


@acts(71, text=N_("Score one of your claimed oases now, and again later."))
def claimed_oasis(g: State, p: Player, source: str) -> Play[None]:
    """Score a claimed oasis now; it counts again at the end."""
    if p.claimed:
        claimed = tuple(f"{number:02}" for number in p.claimed)
        number = yield from choose(p.seat, "score oasis", claimed, source=source)
        yield from oases.score(g, p, int(number), source=source)


@acts(72, text=N_("Return any resources for 2 points each."))
def sell_resources(g: State, p: Player, source: str) -> Play[None]:
    """Return any resources, 2 points for each."""
    for resource in RESOURCES:
        counts = tuple(str(n) for n in range(p.resources[resource] + 1))
        n = int((yield from choose(p.seat, "sell", counts, resource=resource, source=source)))
        if n:
            g.spend(p, resource, n, source)
            g.points(p, 2 * n, source)
