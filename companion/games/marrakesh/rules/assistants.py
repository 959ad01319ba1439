"""Use your assistants (rulebook page 8).

In turn order each player uses all three, in any order, each finished before the next begins. First a water
vendor of the sector gives 1 water, which can pay for the very action; then either a new keshi of the sector's
colour comes from the supply, or the sector action is performed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.marrakesh.rules import deploy, displays, light_depth, sectors, vendors
from companion.games.marrakesh.rules.keshi import COLOUR_OF, GOODS, SOUK
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import RIVER_BONUS
from companion.play.decision import Decision, Play, choose
from companion.play.engine import QUIET, Flow

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

KESHI = "keshi"
ACTION = "action"


def phase(g: State) -> Flow:
    """Every player's turn; displays are refilled after the third assistant."""
    while g.turn < len(g.players):
        p = g.acting()
        if g.step == 0:
            p.new_souk_vendor = False
            g.step = 1
        if g.depth == FULL:
            while p.assistants:
                yield QUIET
                waiting = tuple(dict.fromkeys(p.assistants))
                sector = yield from choose(p.seat, "assistant", waiting)
                p.assistants.remove(sector)
                yield from use(g, p, sector)
            displays.refill(g)
        else:
            yield QUIET
            yield from light_depth.points_by_hand(g, p, "turn")
            p.assistants.clear()
        g.step, g.turn = 0, g.turn + 1
    g.phase, g.step, g.turn = RIVER_BONUS, 0, 0


def use(g: State, p: Player, sector: str) -> Play[None]:
    """One assistant: vendor's water, then a new keshi or the sector action."""
    present = vendors.give_water(g, p, sector)
    yield from sectors.BY_NAME[sector].ready(g, p)
    options = use_options(g, p, sector)
    if not options:
        g.tell("nothing to do", p.seat, sector=sector)
        if present:
            vendors.give_points(g, p, action=False)
        return
    key = yield from choose(p.seat, "use assistant", options, sector=sector)
    if present:
        vendors.give_points(g, p, action=key == ACTION)
    if key == ACTION:
        yield from sectors.action(g, p, sector)
    else:
        colour = key.removeprefix("keshi:") if sector == SOUK else COLOUR_OF[sector]
        yield from deploy.deploy(g, p, colour, source="assistant")


def use_options(g: State, p: Player, sector: str) -> tuple[str, ...]:
    """ "keshi" if the sector has room ("keshi:yellow" … in the souk), "action" if it is possible."""
    options: list[str] = []
    if sector == SOUK:
        options += [f"keshi:{colour}" for colour in GOODS]
    elif deploy.free_spaces(g, p, COLOUR_OF[sector]) > 0:
        options.append(KESHI)
    if sectors.BY_NAME[sector].possible(g, p):
        options.append(ACTION)
    return tuple(options)


def ways(g: State, p: Player, sector: str) -> tuple[str, ...]:
    """The options of "use assistant" in a sector, before the assistant there is taken up.

    Nothing where they depend on a printed value that nobody has told: it is asked for first.
    """
    then = vendors.served(p, sector)
    if next(sectors.BY_NAME[sector].ready(g, then), None) is not None:
        return ()
    return use_options(g, then, sector)


def first_question(g: State, p: Player, sector: str, key: str = ACTION) -> Decision | None:
    """What the action (or a new keshi) would ask first, if it came now; tried on a copy of the table."""
    then = g.copy()
    mine = then.players[p.seat]
    if sector in mine.assistants:
        mine.assistants.remove(sector)
    vendors.give_water(then, mine, sector)
    if key == ACTION:
        asked = next(sectors.action(then, mine, sector), None)
    else:
        colour = key.removeprefix("keshi:") if sector == SOUK else COLOUR_OF[sector]
        asked = next(deploy.deploy(then, mine, colour, source="assistant"), None)
    return asked if isinstance(asked, Decision) else None
