"""The main square: the audience disc turns, then one entertainer's bonus comes once for each spectator
(rulebook page 9).

Spaces are numbered 0 to 7 clockwise from the top. The disc's sections are written down clockwise too;
turned by n, section s faces space s + n.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from companion.games.marrakesh.rules import bonus, facts
from companion.games.marrakesh.rules.bonus import Bonus
from companion.games.marrakesh.rules.expansions.audience_disc import disc_key
from companion.games.marrakesh.rules.keshi import SQUARE
from companion.games.marrakesh.rules.scrolls import permanent
from companion.play.decision import Decision, Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

SPACES: Final = 8
_KEYS: Final = tuple(map(str, range(SPACES)))


def action(g: State, p: Player) -> Play[None]:
    """Turn, choose a space, take its bonus; scroll 65 does it all twice."""
    if not possible(g, p):
        return
    for _ in range(permanent.square_times(p)):
        yield from orientation(g, p)
        p.disc = ((p.disc or 0) + 1) % SPACES
        facing = yield from all_facing(g, p)
        spaces = tuple(str(space) for space in sorted(p.square))
        key = yield from choose(p.seat, "square", spaces, spectators=[n for _, n in facing])
        printed, spectators = facing[int(key)]
        g.tell("square", p.seat, space=int(key), spectators=spectators)
        yield from bonus.pay_out(g, p, printed, times=spectators, source=SQUARE)
        yield from permanent.after_square(g, p)


def possible(g: State, p: Player) -> bool:
    return bool(p.square)


def ready(g: State, p: Player) -> Play[None]:
    yield from ()


def yields(g: State, p: Player) -> Mapping[str, Any]:
    """What each entertainer would bring after the turn, as far as disc and square are known."""
    printed, disc = facts.known(g, "square bonuses"), facts.known(g, disc_key(g))
    if printed is None or disc is None or p.disc is None:
        return {"spaces": {}}
    extra = permanent.spectators_extra(p)
    return {"spaces": {s: (printed[s], disc[(s - p.disc - 1) % SPACES] + extra) for s in sorted(p.square)}}


def orientation(g: State, p: Player) -> Play[int]:
    """How the disc lies; its owner laid it as they liked, and says so when it first matters.

    What is printed on disc and square has to be known before: it tells one section from another.
    """
    if p.disc is None:
        yield from facts.need(g, "square bonuses")
        yield from facts.need(g, disc_key(g))
        p.disc = int((yield Decision("disc", p.seat, _KEYS, about={"disc": disc_key(g)})))
    return p.disc


def all_facing(g: State, p: Player) -> Play[list[tuple[Bonus, int]]]:
    """For each of the eight spaces: its bonus, and how many spectators face it (scroll 31: one more)."""
    printed = yield from facts.need(g, "square bonuses")
    sections = yield from facts.need(g, disc_key(g))
    turned = yield from orientation(g, p)
    extra = permanent.spectators_extra(p)
    return [(bonus.parse(printed[s]), sections[(s - turned) % SPACES] + extra) for s in range(SPACES)]
