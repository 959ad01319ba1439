"""Expansion 2: the Imam waits on the mosque staircase, the Sultan on the palace staircase.

Who reaches the stair takes the guest along, later whoever passes (drawing level is not enough). At the top
the guest goes down to the next player on the staircase; if several are level, one stair above them.

Sultan: each scroll costs 1 date less. Imam: each luxury good costs 1 goods keshi less, any one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.rules import facts
from companion.rules.decision import Play
from companion.rules.keshi import MOSQUE, PALACE, TOP_STAIR
from companion.rules.options import IMAM_SULTAN

if TYPE_CHECKING:
    from companion.rules.state import Player, State

WAITING: Final = "waiting"
WITH: Final = "with"
GONE: Final = "gone"

GUEST: Final[dict[str, str]] = {MOSQUE: "imam", PALACE: "sultan"}


def scroll_discount(g: State, p: Player) -> int:
    """Dates saved on each scroll in the Sultan's company."""
    return 1 if g.guests.get(PALACE) == (WITH, p.seat) else 0


def luxury_discount(g: State, p: Player) -> int:
    """Goods keshis saved on each luxury good in the Imam's company."""
    return 1 if g.guests.get(MOSQUE) == (WITH, p.seat) else 0


def moved(g: State, p: Player, stair: str) -> Play[None]:
    """The player has gone up a stair: does a guest join them, or leave them at the top?"""
    if IMAM_SULTAN not in g.expansions:
        return
    if stair not in g.guests:
        g.guests[stair] = (WAITING, (yield from facts.need(g, f"{GUEST[stair]} stair")))
    how, where = g.guests[stair]
    mine = stairs_of(p, stair)
    reached = how == WAITING and mine >= where
    passed = how == WITH and where != p.seat and mine > stairs_of(g.players[where], stair)
    if reached or passed:
        g.guests[stair] = (WITH, p.seat)
        g.tell("guest joins", p.seat, guest=GUEST[stair])
    if g.guests[stair] == (WITH, p.seat) and mine >= TOP_STAIR:
        _leave(g, p, stair)


def _leave(g: State, p: Player, stair: str) -> None:
    """At the top the guest turns to the next on the staircase; with nobody below, it leaves the game."""
    below = [q for q in g.players if stairs_of(q, stair) < TOP_STAIR]
    if not below:
        if g.rulings["imam and sultan leave"]:
            g.guests[stair] = (GONE, 0)
            g.tell("guest leaves", p.seat, guest=GUEST[stair])
        return
    highest = max(stairs_of(q, stair) for q in below)
    second = [q for q in below if stairs_of(q, stair) == highest]
    if len(second) == 1:
        g.guests[stair] = (WITH, second[0].seat)
        g.tell("guest joins", second[0].seat, guest=GUEST[stair])
    else:
        g.guests[stair] = (WAITING, highest + 1)
        g.tell("guest waits", -1, guest=GUEST[stair], stair=highest + 1)


def stairs_of(p: Player, stair: str) -> int:
    return p.mosque if stair == MOSQUE else p.palace
