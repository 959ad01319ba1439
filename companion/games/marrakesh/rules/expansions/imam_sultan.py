"""Expansion 2: the Imam waits on the mosque staircase, the Sultan on the palace staircase.

Who reaches the stair takes the guest along, later whoever passes (drawing level is not enough). At the top
the guest goes down to the next player on the staircase; if several are level, one stair above them.

Sultan: each scroll costs 1 date less. Imam: each luxury good costs 1 goods keshi less, any one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.keshi import MOSQUE, PALACE, TOP_STAIR
from companion.games.marrakesh.rules.options import FULL, IMAM_SULTAN
from companion.games.marrakesh.rules.state import Event
from companion.play.decision import TABLE, Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

WAITING: Final = "waiting"
WITH: Final = "with"
GONE: Final = "gone"

NOBODY: Final = "nobody"
"""Asked while stock is taken, with whom a guest goes: he waits above several who are level."""

GUEST: Final[dict[str, str]] = {MOSQUE: "imam", PALACE: "sultan"}
STAIR: Final = {guest: stair for stair, guest in GUEST.items()}


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
    _follow(g, p, stair)


def put_by_hand(g: State, p: Player, stair: str) -> None:
    """The table has put a pawn somewhere; where the guest waits may not be known yet, and then waits too."""
    waits = facts.known(g, f"{GUEST[stair]} stair")
    if IMAM_SULTAN not in g.expansions or (stair not in g.guests and waits is None):
        return
    g.guests.setdefault(stair, (WAITING, waits))
    _follow(g, p, stair)


def wait_elsewhere(g: State, stair: str) -> None:
    """Where the guest waits was told wrongly: he is with the foremost who reached the right stair, if any.

    Once somebody was at the top it no longer matters where he began.
    """
    foremost = max(g.players, key=lambda p: stairs_of(p, stair))
    printed = facts.known(g, f"{GUEST[stair]} stair")
    met = stairs_of(foremost, stair) >= printed
    if (
        stair in g.guests
        and stairs_of(foremost, stair) < TOP_STAIR
        and not (met and g.guests[stair][0] == WITH)
    ):
        g.guests[stair] = (WAITING, printed)
        _follow(g, foremost, stair)


def _follow(g: State, p: Player, stair: str) -> None:
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


def whereabouts(g: State, stair: str) -> Event | None:
    """Where the guest of a staircase is now, told as what last happened to them; None while nobody knows."""
    if IMAM_SULTAN not in g.expansions or g.depth != FULL:
        return None
    waits = facts.known(g, f"{GUEST[stair]} stair")
    how, where = g.guests.get(stair, (WAITING, waits))
    if where is None:
        return None
    if how == WITH:
        return Event("guest joins", where, {"guest": GUEST[stair]})
    kind = "guest leaves" if how == GONE else "guest waits"
    return Event(kind, TABLE, {"guest": GUEST[stair], "stair": where})


def stairs_of(p: Player, stair: str) -> int:
    return p.mosque if stair == MOSQUE else p.palace


def take_stock(g: State) -> Play[None]:
    """After light depth: where the guests are, worked out from the pawns. They go with the foremost they met.

    Once somebody is at the top, that is the foremost below. Where several are level, one of them may have
    come first and the others only have drawn level, or the guest stands one step above them: that is asked.
    """
    if IMAM_SULTAN not in g.expansions:
        return
    for stair, guest in GUEST.items():
        printed = yield from facts.need(g, f"{guest} stair")
        below = [p for p in g.players if stairs_of(p, stair) < TOP_STAIR]
        somebody_at_the_top = len(below) < len(g.players)
        met = [p for p in below if somebody_at_the_top or stairs_of(p, stair) >= printed]
        highest = max((stairs_of(p, stair) for p in met), default=0)
        foremost = [p.seat for p in met if stairs_of(p, stair) == highest]
        if not below:
            g.guests[stair] = yield from _at_the_top(g, guest)
        elif len(foremost) == 1:
            g.guests[stair] = (WITH, foremost[0])
        elif not foremost:
            g.guests[stair] = (WAITING, printed)
        else:
            g.guests[stair] = yield from _level(g, guest, foremost, highest, may_wait=somebody_at_the_top)


def _level(
    g: State, guest: str, foremost: list[int], highest: int, *, may_wait: bool
) -> Play[tuple[str, int]]:
    """With which of several who are level the guest goes, if with any."""
    waiting = (WAITING, highest + 1)
    options = [*map(str, foremost), *([NOBODY] if may_wait else [])]
    key = yield from choose(TABLE, "stock guest", options, guest=guest)
    return waiting if key == NOBODY else (WITH, int(key))


def _at_the_top(g: State, guest: str) -> Play[tuple[str, int]]:
    """With everybody at the top the guest is gone, or with the one who came last, as the table plays it."""
    if g.rulings["imam and sultan leave"]:
        return GONE, 0
    key = yield from choose(TABLE, "stock guest", [str(p.seat) for p in g.players], guest=guest)
    return WITH, int(key)
