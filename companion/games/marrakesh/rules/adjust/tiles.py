"""Scrolls, luxury goods, city gates and the entertainers of the main square, put right by hand."""

from __future__ import annotations

from typing import Final

from companion.games.marrakesh.rules import displays, facts, supply
from companion.games.marrakesh.rules.adjust.kind import Adjustment
from companion.games.marrakesh.rules.catalogue.gates import GATES, PER_WORKSHOP
from companion.games.marrakesh.rules.catalogue.luxury import TILES
from companion.games.marrakesh.rules.catalogue.scrolls import SCROLLS
from companion.games.marrakesh.rules.keshi import CAPACITY, COLOURS, PINK, SQUARE
from companion.games.marrakesh.rules.sectors import medina
from companion.games.marrakesh.rules.state import Player, State
from companion.play.errors import IllegalMove
from companion.words import N_

# ---- scrolls --------------------------------------------------------------------------------------------


def _no_scroll(g: State, p: Player, which: str, by: int) -> None:
    """Every scroll is in the box once."""
    others = (other for other in g.players if other is not p)
    if by > 0 and any(int(which) in other.scrolls for other in others):
        raise IllegalMove(N_("somebody else has this scroll: take it away there first"))


def _put_scroll(g: State, p: Player, which: str, by: int) -> None:
    number = int(which)
    (p.scrolls.add if by > 0 else p.scrolls.discard)(number)
    display = g.scrolls[SCROLLS[number].kind]
    if by > 0:
        displays.hand_over(g, p, display, number)
    else:
        displays.give_back(display)


# ---- luxury goods ---------------------------------------------------------------------------------------


def _no_luxury(g: State, p: Player, which: str, by: int) -> None:
    if by < 0:
        return
    if any(which == good.id for other in g.players if other is not p for good in other.luxury):
        raise IllegalMove(N_("somebody else has this luxury good: take it away there first"))
    if facts.known(g, f"luxury {which}") is None:
        raise IllegalMove(N_("nobody has told what is printed on this luxury good: tell that first"))


def _put_luxury(g: State, p: Player, which: str, by: int) -> None:
    if by > 0:
        p.luxury.append(displays.luxury_good(g, int(which)))
        displays.hand_over(g, p, g.luxury, int(which))
    else:
        p.luxury = [good for good in p.luxury if good.id != which]
        displays.give_back(g.luxury)


# ---- gates ----------------------------------------------------------------------------------------------


def _gate_now(g: State, p: Player, which: str) -> tuple[int, int]:
    space, _, colour = which.partition(" ")
    return int((space, colour) in p.gates), 1


def _no_gate(g: State, p: Player, which: str, by: int) -> None:
    space, _, colour = which.partition(" ")
    if by < 0:
        return
    if space not in medina.free_gate_spaces(p):
        raise IllegalMove(N_("a gate stands there already: take it away first"))
    if p.guards_on_watchtower <= 0:
        raise IllegalMove(N_("no guard is left on the watchtower for this gate: put one there first"))
    if sum(built == colour for other in g.players for _space, built in other.gates) >= _in_the_box(colour):
        raise IllegalMove(N_("every gate of this colour is built: take one away first"))


def _in_the_box(colour: str) -> int:
    return next(n for gate, n in GATES.items() if gate == colour)


def _put_gate(g: State, p: Player, which: str, by: int) -> None:
    """From which workshop it came nobody says: where several may have had it, they are counted anew."""
    space, _, colour = which.partition(" ")
    counted = [(n, gates) for n, gates in enumerate(g.workshops) if gates is not None]
    if by > 0:
        p.gates.append((space, colour))
        possible = [n for n, gates in counted if gates.get(colour)]
    else:
        p.gates.remove((space, colour))
        possible = [n for n, gates in counted if sum(gates.values()) < PER_WORKSHOP]
    only = g.workshops[possible[0]] if len(possible) == 1 and None not in g.workshops else None
    if only is not None:
        only[colour] = only.get(colour, 0) - by
        return
    for n in possible:
        g.workshops[n] = None
    g.stock_taken = True  # no workshop need hold its eight


# ---- the main square ------------------------------------------------------------------------------------


def _put_entertainer(g: State, p: Player, which: str, by: int) -> None:
    (p.square.add if by > 0 else p.square.discard)(int(which))
    p.keshis[SQUARE] += by
    supply.move(g, PINK, by)


SCROLL: Final = Adjustment(
    lambda g, p: map(str, SCROLLS),
    lambda g, p, which: (int(int(which) in p.scrolls), 1),
    _put_scroll,
    _no_scroll,
)
LUXURY: Final = Adjustment(
    lambda g, p: map(str, range(1, TILES + 1)),
    lambda g, p, which: (int(any(good.id == which for good in p.luxury)), 1),
    _put_luxury,
    _no_luxury,
)
GATE: Final = Adjustment(
    lambda g, p: (f"{space} {colour}" for space in medina.GATE_SPACES for colour in COLOURS),
    _gate_now,
    _put_gate,
    _no_gate,
)
ENTERTAINER: Final = Adjustment(
    lambda g, p: map(str, range(CAPACITY)),
    lambda g, p, which: (int(int(which) in p.square), 1),
    _put_entertainer,
)
