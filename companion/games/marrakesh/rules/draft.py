"""Claim keshis (rulebook page 7; Essential pages 8 to 10).

In turn order, again and again until the base is empty: one colour, up to two of it, at least one if any can
be claimed. Classic deploys them at once. Essential lays them beside the board and exchanges all of them, in
turn order and each player's in any order, when the base is empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import deploy, supply
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.scrolls import permanent
from companion.games.marrakesh.rules.state import ASSISTANTS, PLACE
from companion.play.decision import PASS, TABLE, Play, choose
from companion.play.engine import QUIET, Flow

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

AT_ONCE: Final = 2


def phase(g: State) -> Flow:
    """Turn after turn until nothing is left that anybody can claim."""
    while any(g.base.values()) and not all(p.out_of_draft for p in g.players):
        yield QUIET
        p = g.acting()
        if not p.out_of_draft:
            options = claim_options(g, p)
            if options:
                key = yield from choose(p.seat, "claim", options)
            else:
                key = PASS
            if key == PASS:
                p.out_of_draft = True
                g.tell("out of draft", p.seat)
            else:
                yield from claim(g, p, key)
        g.turn = (g.turn + 1) % len(g.players)
    left = {colour: n for colour, n in g.base.items() if n}
    if left and g.rulings["unclaimable keshis leave"]:
        for colour, n in left.items():
            supply.return_wood(g, colour, n)
            g.base[colour] = 0
        g.tell("unclaimed", TABLE, counts=left)
    for p in g.players:
        p.out_of_draft = False
    g.phase, g.step, g.turn = (PLACE if g.essential else ASSISTANTS), 0, 0


def claimable(g: State, p: Player) -> dict[str, int]:
    """How many of each colour in the base a player could take in one turn."""
    return {c: min(AT_ONCE, n, room(g, p, c)) for c, n in g.base.items() if n and room(g, p, c) > 0}


def room(g: State, p: Player, colour: str) -> int:
    """Spaces left for a colour; what is claimed and not yet placed counts too (Essential, a ruling)."""
    if g.depth != FULL:
        return AT_ONCE
    waiting = p.beside.count(colour) if g.rulings["unplaced claims fill sectors"] else 0
    return deploy.free_spaces(g, p, colour) - waiting


def claim_options(g: State, p: Player) -> tuple[str, ...]:
    """ "green*1", "green*2", and with scroll 61 "green+pink".

    In light depth nobody knows who has scroll 61, nor whose sectors are full: two colours may be claimed by
    everybody, and who has room for nothing says so ("pass").
    """
    most = claimable(g, p)
    options = [f"{c}*{n}" for c in COLOURS if c in most for n in range(1, most[c] + 1)]
    if g.depth != FULL or permanent.claims_any_two(p):
        there = [c for c in COLOURS if c in most]
        options += [f"{a}+{b}" for i, a in enumerate(there) for b in there[i + 1 :]]
    if g.depth != FULL:
        options.append(PASS)
    return tuple(options)


def colours_of(key: str) -> list[str]:
    """The keshis a claim takes.

    >>> colours_of("green*2"), colours_of("green+pink")
    (['green', 'green'], ['green', 'pink'])
    """
    colour, _, n = key.partition("*")
    return [colour] * int(n) if n else key.split("+")


def claim(g: State, p: Player, key: str) -> Play[None]:
    """Take the keshis out of the base; Classic deploys them at once."""
    colours = colours_of(key)
    for colour in colours:
        g.base[colour] -= 1
        p.beside.append(colour)
    g.tell("claim", p.seat, colours=tuple(colours))
    if g.depth == FULL and not g.essential:
        while p.beside:
            colour = yield from deploy.next_of(p, p.beside, source="claim")
            p.beside.remove(colour)
            yield from deploy.deploy(g, p, colour, source="claim", taken=True)


def place(g: State) -> Flow:
    """Essential: exchange the claimed wooden keshis for cardboard and marker steps, with their bonuses."""
    while g.turn < len(g.players):
        p = g.acting()
        while p.beside and g.depth == FULL:
            yield QUIET
            colour = yield from deploy.next_of(p, p.beside, source="claim")
            p.beside.remove(colour)
            supply.return_wood(g, colour)
            yield from deploy.deploy(g, p, colour, source="claim")
        while p.beside:  # light depth: the table exchanges them, the wood goes back all the same
            supply.return_wood(g, p.beside.pop())
        g.turn += 1
    g.phase, g.step, g.turn = ASSISTANTS, 0, 0
