"""The table says so: numbers changed by hand, whatever the rules think.

An adjustment is a difference ("one date fewer"), never a value, so that it still means the same when entries
around it are taken back or changed. Keshis come from and go to the supply, so that their number stays right.

    points                      "points"
    resources                   "water", "dinar", "date"
    goods keshis                "goods yellow"
    keshis in a sector          "keshis river"      (medina: on the watchtower)
    a water vendor              "vendor river"
    pawns                       "river" (the jetty is its last step), "mosque", "palace"
    the audience disc           "disc"              (sections turned, once somebody has said how it lies)
    tiles and places            "scroll 23", "gate river green", … (see `things`)
    what is inside the tower    "tower red"         (player -1: the table's)
    what lies in its base       "base red"          (player -1, in the draft)
    what lies face up           "up scroll 23", …   (player -1, see `things`)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.marrakesh.rules import draft, facts, supply
from companion.games.marrakesh.rules.adjust import face_up, things
from companion.games.marrakesh.rules.expansions import imam_sultan
from companion.games.marrakesh.rules.keshi import (
    CAPACITY,
    COLOUR_OF,
    COLOURS,
    GOODS,
    MEDINA,
    MOSQUE,
    PALACE,
    RED,
    RESOURCES,
    RIVER,
    SAHARA,
    SQUARE,
    TOP_STAIR,
)
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.sectors import river
from companion.games.marrakesh.rules.sectors.square import SPACES
from companion.games.marrakesh.rules.state import BOARD, CLAIM, Player, State
from companion.play.errors import IllegalMove
from words import N_

SOURCE: Final = "override"
"""Where points come from that were adjusted by hand."""

_UNCOUNTED: Final = (SAHARA, SQUARE)
"""Sectors where each keshi has a place of its own: a number alone cannot say which (see `things`)."""
_TAKES_ROOM: Final = ("keshis", "vendor", "square", "caravans")
"""What may have kept somebody from claiming."""


def keys(g: State, seat: int) -> Iterator[str]:
    """Everything that can be adjusted for a seat (-1: for the table)."""
    if seat < 0:
        if g.phase == CLAIM:
            yield from (f"base {colour}" for colour in COLOURS)
        yield from (f"tower {colour}" for colour in COLOURS)
        yield from things.keys(g, seat)
        return
    yield from ("points", *RESOURCES)
    yield from (f"goods {colour}" for colour in GOODS)
    yield from (f"keshis {sector}" for sector in BOARD if sector not in _UNCOUNTED)
    yield from (f"vendor {sector}" for sector in BOARD)
    yield from (RIVER, MOSQUE, PALACE)
    if g.depth == FULL and g.players[seat].disc is not None:
        yield "disc"
    yield from things.keys(g, seat)


def check(g: State, seat: int, what: str, by: int) -> None:
    """Refuse, with a sentence, what cannot lie on a table."""
    if not -1 <= seat < len(g.players):
        raise IllegalMove(N_("there is no such seat"))
    if not isinstance(by, int) or isinstance(by, bool) or not -999 <= by <= 999 or by == 0:
        raise IllegalMove(N_("say by how much, from -999 to 999"))
    if what not in keys(g, seat):
        raise IllegalMove(N_("'{what}' cannot be adjusted", what=what[:40]))
    if what == "points":
        return
    now, most = span(g, seat, what)
    if not 0 <= now + by <= most:
        raise IllegalMove(N_("there are {now} now; it must stay from 0 to {most}", now=now, most=most))
    if seat >= 0 and _kind(what) in things.KINDS:
        things.check(g, g.players[seat], what, by)


def _kind(what: str) -> str:
    return what.partition(" ")[0]


def span(g: State, seat: int, what: str) -> tuple[int, int]:
    """The present number and the largest it can be."""
    if seat < 0:
        return _of_the_table(g, what)
    return (g.players[seat].score, 999) if what == "points" else _now(g, g.players[seat], what)


def _of_the_table(g: State, what: str) -> tuple[int, int]:
    """What is in the tower comes from the supply, what lies in the base out of the tower."""
    kind, _, colour = what.partition(" ")
    if kind not in ("base", "tower"):
        lies = int(face_up.known(g, what))
        return lies, lies
    if kind == "base":
        return g.base[colour], g.base[colour] + g.tower.inside[colour]
    return g.tower.inside[colour], g.tower.inside[colour] + g.supply[colour]


def _now(g: State, p: Player, what: str) -> tuple[int, int]:
    kind, _, which = what.partition(" ")
    if kind in things.KINDS:
        return things.now(g, p, what)
    match kind:
        case "goods":
            return p.goods[which], 99
        case "keshis" if which == MEDINA:
            return p.guards_on_watchtower, CAPACITY - len(p.gates)
        case "keshis":
            return p.keshis[which], CAPACITY
        case "vendor":
            return int(which in p.vendors), 1
        case "disc":
            return p.disc or 0, SPACES - 1
        case "river":
            return p.river, _rivers_end(g)
        case "mosque" | "palace":
            return (p.mosque if kind == MOSQUE else p.palace), TOP_STAIR
    return p.resources[what], 99


def apply(g: State, seat: int, what: str, by: int) -> None:
    """Let it be so."""
    check(g, seat, what, by)
    g.tell("adjusted", seat, what=what, by=by)
    kind, _, which = what.partition(" ")
    if kind == "base":
        _fall(g, which, by)
        return
    if kind == "tower":
        g.tower.inside[which] += by
        g.tower.went_in[which] += by
        supply.return_wood(g, which, -by)
        return
    if seat < 0:
        face_up.forget(g, what)
        return
    p = g.players[seat]
    match kind:
        case "points":
            g.points(p, by, SOURCE)
        case "goods":
            p.goods[which] += by
            supply.move(g, which, by)
        case "keshis":
            p.keshis[which] += by
            supply.move(g, COLOUR_OF[which], by)
        case "vendor":
            (p.vendors.add if by > 0 else p.vendors.discard)(which)
            supply.move(g, RED, by)
        case "disc":
            p.disc = (p.disc or 0) + by
        case "river":
            p.river += by
            _arrive(g, p)
        case "mosque" | "palace":
            p.mosque += by if kind == MOSQUE else 0
            p.palace += by if kind == PALACE else 0
            if by > 0:
                imam_sultan.put_by_hand(g, p, kind)
        case _ if kind in things.KINDS:
            things.put(g, p, what, by)
        case _:
            p.resources[kind] += by
    if kind in _TAKES_ROOM:
        _back_into_the_draft(g, p)


def _fall(g: State, colour: str, by: int) -> None:
    """More or fewer came out of the tower than was counted."""
    if by > 0 and g.base[colour] == 0:
        for p in g.players:
            # Out of the draft is who can claim nothing; of this colour there was nothing to claim.
            p.out_of_draft = p.out_of_draft and draft.room(g, p, colour) <= 0
    g.tower.inside[colour] -= by
    g.tower.came_out[colour] += by
    g.base[colour] += by


def _back_into_the_draft(g: State, p: Player) -> None:
    """Who was passed over because a sector was thought to be full may claim after all."""
    if g.depth == FULL and draft.claimable(g, p):
        p.out_of_draft = False


def _rivers_end(g: State) -> int:
    """How far a fisherman can be: to the jetty, once somebody has said where that is."""
    length: int | None = facts.known(g, "river length")
    return 99 if length is None else length


def _arrive(g: State, p: Player) -> None:
    """A fisherman put somewhere came there last; at the river's end he has a spot, but not its points."""
    p.jetty = None
    if p.river == facts.known(g, "river length"):
        p.jetty = river.best_free_spot(g, facts.known(g, "jetty spots") or ())
    g.river_queue.remove(p.seat)
    g.river_queue.append(p.seat)
