"""Scrolls that stay in force once acquired, in the order of the addendum.

Each scroll is one small function that the rest of the rules asks at the right moment: "does this player's
scroll change what happens here?" A player without the scroll gets the plain rule. Scrolls that act at the
end of a round (69) or of a season (28) stand among them, in their place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import bonus, facts, oases, river_bonus
from companion.games.marrakesh.rules.bonus import POINTS, RESOURCE, RIVER_STEP, Bonus
from companion.games.marrakesh.rules.catalogue.scrolls import END_OF_ROUND, END_OF_SEASON, PERMANENT, scroll
from companion.games.marrakesh.rules.keshi import DATE, DINAR, MOSQUE, PALACE, WATER, Resource
from companion.games.marrakesh.rules.scrolls import several
from companion.games.marrakesh.rules.sectors import square
from companion.play.decision import Play
from companion.words import N_

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

# ---- 01–21: one scholar ---------------------------------------------------------------------------------

THRESHOLD_EXTRAS: Final[dict[int, Bonus]] = {
    13: ((WATER, 1),),
    14: ((DATE, 1),),
    15: ((DINAR, 1),),
    16: ((RIVER_STEP, 1),),
}


@scroll(13, PERMANENT, N_("At each threshold you also gain 1 water."))
@scroll(14, PERMANENT, N_("At each threshold you also gain 1 date."))
@scroll(15, PERMANENT, N_("At each threshold you also gain 1 more dinar."))
@scroll(16, PERMANENT, N_("At each threshold you also go 1 step on the river."))
def threshold_extras(p: Player) -> list[Bonus]:
    """13–16: at every threshold crossed, beside its dinar: a water, a date, a dinar, a river step."""
    return [extra for number, extra in THRESHOLD_EXTRAS.items() if number in p.scrolls]


@scroll(17, PERMANENT, N_("Crossing a rapid gives its bonus at once."))
def on_river_step(g: State, p: Player) -> Play[None]:
    """17: crossing a rapid gives that rapid's bonus at once (twice with 60)."""
    yield from _crossed(g, p, range(p.river, p.river + 1))


def on_head_start(g: State, p: Player) -> Play[None]:
    """17: where the table counts the crocodile's head start as steps, the rapids behind it give theirs."""
    yield from _crossed(g, p, range(p.river + 1))


def _crossed(g: State, p: Player, spaces: range) -> Play[None]:
    if 17 in p.scrolls:
        for rapid, (space, _bonuses) in enumerate((yield from facts.need(g, "river rapids"))):
            if space in spaces:
                yield from river_bonus.one_of(g, p, [rapid], source="scroll 17")


@scroll(18, PERMANENT, N_("Each use of the exchange office gives 1 more resource of your choice."))
def office_extra(g: State, p: Player) -> Play[None]:
    """18: every use of the exchange office gives one more resource of choice."""
    if 18 in p.scrolls:
        yield from bonus.pay_out(g, p, ((RESOURCE, 1),), source="scroll 18")


# ---- 22–42: three scholars ------------------------------------------------------------------------------


@scroll(22, PERMANENT, N_("City gates for 0 dinars cost you no points."))
def gate_points(p: Player, price: int, points: int) -> int:
    """22: a gate from the workshop that asks 0 dinars costs no points."""
    return 0 if 22 in p.scrolls and price == 0 and points < 0 else points


ORCHARD_CHOICES: Final[dict[int, str]] = {23: WATER, 24: DINAR, 25: POINTS}


@scroll(23, PERMANENT, N_("Each date picker may bring 1 water instead of 1 date."))
@scroll(24, PERMANENT, N_("Each date picker may bring 1 dinar instead of 1 date."))
@scroll(25, PERMANENT, N_("Each date picker may bring 1 point instead of 1 date."))
def orchard_choices(p: Player) -> tuple[str, ...]:
    """23–25: instead of its date each date picker may bring a water, a dinar, a point."""
    return tuple(what for number, what in ORCHARD_CHOICES.items() if number in p.scrolls)


STAIR_CURRENCIES: Final[dict[int, Resource]] = {26: DATE, 27: WATER}


@scroll(26, PERMANENT, N_("On the staircases each date buys 1 more step."))
@scroll(27, PERMANENT, N_("On the staircases each water buys 1 more step."))
def stair_currencies(p: Player) -> tuple[Resource, ...]:
    """26, 27: when advancing on a staircase, a date (26) or a water (27) buys one more step."""
    return tuple(what for number, what in STAIR_CURRENCIES.items() if number in p.scrolls)


@scroll(28, END_OF_SEASON, N_("Before season scoring: all bonuses of the rapids you have passed."))
def season_rapids(g: State, p: Player) -> Play[None]:
    """28: at the start of season scoring every bonus of every rapid passed (twice with 60)."""
    if 28 in p.scrolls:
        yield from river_bonus.all_of(g, p, source="scroll 28")


TWO_POINTS: Final[Bonus] = ((POINTS, 2),)
"""The space of the main square that scroll 29 looks at."""


@scroll(29, PERMANENT, N_("After the main square action: 2 points for each spectator at the 2-point space."))
@scroll(51, PERMANENT, N_("After the main square action: every bonus that faces 1 spectator."))
def after_square(g: State, p: Player) -> Play[None]:
    """29, 51: what a main square action brings at its end; no entertainer is needed for either.

    29: the space with the 2 points pays for each spectator facing it.
    51: every space that faces exactly 1 spectator pays its bonus once.
    """
    if 29 not in p.scrolls and 51 not in p.scrolls:
        return
    facing = yield from square.all_facing(g, p)
    if 29 in p.scrolls:
        for printed, spectators in facing:
            if printed == TWO_POINTS:
                yield from bonus.pay_out(g, p, printed, times=spectators, source="scroll 29")
    if 51 in p.scrolls:
        lone = [(printed, 1) for printed, spectators in facing if counted(g, p, spectators) == 1]
        yield from several.gain_all(g, p, lone, source="scroll 51")


def counted(g: State, p: Player, spectators: int) -> int:
    """The spectators that 47 and 51 look for: those of 31 count too (our ruling)."""
    return (
        spectators if g.rulings["scroll 51 counts effective spectators"] else spectators - spectators_extra(p)
    )


@scroll(31, PERMANENT, N_("Every section of your audience disc has 1 more spectator."))
def spectators_extra(p: Player) -> int:
    """31: one more spectator in every section of the audience disc."""
    return 1 if 31 in p.scrolls else 0


@scroll(32, PERMANENT, N_("City gates cost you 1 dinar less."))
def gate_price(p: Player, price: int) -> int:
    """32: a gate costs one dinar less, but nobody is paid for taking a free one."""
    return max(0, price - 1) if 32 in p.scrolls else price


@scroll(33, PERMANENT, N_("Dates and water may be paid in place of dinars."))
def dinar_substitutes(p: Player) -> tuple[Resource, ...]:
    """33: dates and water may stand in for dinars wherever dinars are paid; never the reverse."""
    return (DATE, WATER) if 33 in p.scrolls else ()


@scroll(34, PERMANENT, N_("One souk action may buy several luxury goods."))
def souk_many_goods(p: Player) -> bool:
    """34: several luxury goods with one souk action."""
    return 34 in p.scrolls


@scroll(35, PERMANENT, N_("Each water vendor gives 2 water."))
def vendor_water(p: Player) -> int:
    """35: a water vendor gives 2 water instead of 1."""
    return 2 if 35 in p.scrolls else 1


@scroll(36, PERMANENT, N_("The keshi that comes with a city gate may be of any colour."))
def gate_any_colour(p: Player) -> bool:
    """36: the keshi that comes with a gate may be of any colour."""
    return 36 in p.scrolls


# ---- 43–60: five scholars -------------------------------------------------------------------------------


@scroll(44, PERMANENT, N_("Provisions: for 1 dinar, any 1 resource is enough for each tile."))
def provision_shortcut(p: Player) -> bool:
    """44: for 1 dinar, once a season, any 1 resource a provision tile is enough."""
    return 44 in p.scrolls


@scroll(45, PERMANENT, N_("Claiming an oasis costs any 1 resource."))
def oasis_flat_cost(p: Player) -> bool:
    """45: claiming an oasis costs any 1 resource (desert towns keep their price)."""
    return 45 in p.scrolls


@scroll(46, PERMANENT, N_("One souk action may use the exchange office several times."))
def souk_many_offices(p: Player) -> bool:
    """46: the exchange office several times with one souk action."""
    return 46 in p.scrolls


@scroll(48, PERMANENT, N_("Each move on a staircase may be 1 step longer."))
def stair_extra_step(p: Player) -> bool:
    """48: each move on a staircase may be one step longer."""
    return 48 in p.scrolls


PAST_THE_TOP: Final[dict[str, int]] = {MOSQUE: 49, PALACE: 52}


@scroll(49, PERMANENT, N_("At the top of the mosque each further step is worth 2 points."))
@scroll(52, PERMANENT, N_("At the top of the palace each further step is worth 2 points."))
def past_top_points(p: Player, stair: str) -> int:
    """49, 52: points for each step past the top of the mosque (49) or the palace (52): 2 instead of 1."""
    return 2 if PAST_THE_TOP[stair] in p.scrolls else 1


@scroll(50, PERMANENT, N_("A water vendor also gives 2 points."))
def vendor_points(g: State, p: Player, action: bool) -> int:
    """50: 2 points beside a vendor's water, with the sector action; in Essential with any use."""
    if 50 not in p.scrolls:
        return 0
    return 2 if action or g.rulings["scroll 50 on any use"] else 0


@scroll(54, PERMANENT, N_("A new entertainer also earns the bonuses of both neighbouring spaces."))
def entertainer_neighbours(p: Player) -> bool:
    """54: a new entertainer also earns the deployment bonuses of the two spaces beside it."""
    return 54 in p.scrolls


@scroll(56, PERMANENT, N_("At the jetty each further step is worth 2 points."))
def past_jetty_points(p: Player) -> int:
    """56: points for each step past the jetty: 2 instead of 1."""
    return 2 if 56 in p.scrolls else 1


@scroll(60, PERMANENT, N_("Bonuses from rapids come twice."))
def rapid_times(p: Player) -> int:
    """60: every bonus from a rapid comes twice."""
    return 2 if 60 in p.scrolls else 1


# ---- 61–72: seven scholars ------------------------------------------------------------------------------


@scroll(61, PERMANENT, N_("Claim any 2 keshis from the tower, of different colours if you like."))
def claims_any_two(p: Player) -> bool:
    """61: two keshis of any colours from the tower's base, not only of one colour."""
    return 61 in p.scrolls


@scroll(63, PERMANENT, N_("At each threshold 2 different bonuses of the line."))
def line_picks(p: Player) -> int:
    """63: two different bonuses of the line at each threshold instead of one."""
    return 2 if 63 in p.scrolls else 1


@scroll(65, PERMANENT, N_("The main square action is always done twice in a row."))
def square_times(p: Player) -> int:
    """65: the main square action is always done twice in a row, the disc turned each time."""
    return 2 if 65 in p.scrolls else 1


@scroll(66, PERMANENT, N_("Each city gate brings 2 keshis."))
def gate_keshis(p: Player) -> int:
    """66: two keshis come with a gate instead of one (with 36 both of any colour)."""
    return 2 if 66 in p.scrolls else 1


@scroll(68, PERMANENT, N_("An oasis you discover is scored at once, and again later."))
def on_discover(g: State, p: Player, oasis: int) -> Play[None]:
    """68: an oasis just discovered is scored once, at once; it stays and may be claimed and scored later."""
    if 68 in p.scrolls:
        yield from oases.score(g, p, oasis, source="scroll 68")


@scroll(69, END_OF_ROUND, N_("The river bonus is all bonuses of the rapids you have passed."))
def river_bonus_all(p: Player) -> bool:
    """69: at the end of a round every bonus of every rapid passed instead of one."""
    return 69 in p.scrolls
