"""The medina: city gates for guards on the watchtower (rulebook page 11).

For each gate the player pays the workshop's dinars, gains or loses its points, builds on any free gate space
(+2 points where the colours match), commits a guard and takes a keshi of the gate's colour. Those keshis are
deployed only after the last purchase, so a guard from a beige gate comes too late for this action.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from companion.games.marrakesh.rules import deploy, displays, facts, paying, supply
from companion.games.marrakesh.rules.catalogue.gates import MATCH_POINTS, WORKSHOPS
from companion.games.marrakesh.rules.keshi import COLOURS, DINAR, MEDINA, SECTORS
from companion.games.marrakesh.rules.scrolls import permanent
from companion.play.decision import PASS, Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

GATE_SPACES: Final = tuple(sector for sector in SECTORS if sector != MEDINA)
"""One gate space beside each of the other eight sectors."""

_NUMBERS: Final = range(1, WORKSHOPS + 1)


def action(g: State, p: Player) -> Play[None]:
    """Buy gates one by one, then deploy the keshis that came with them."""
    while p.guards_on_watchtower > 0 and free_gate_spaces(p):
        workshops = yield from _affordable(g, p)
        if not workshops:
            break
        key = yield from choose(p.seat, "medina workshop", (*workshops, PASS))
        if key == PASS:
            break
        yield from _buy(g, p, int(key), free=False)
    yield from _deploy_gate_keshis(g, p)


def possible(g: State, p: Player) -> bool:
    """A guard, a free space, and a workshop within the purse; unknown prices are asked by `ready` first."""
    return (
        p.guards_on_watchtower > 0
        and bool(free_gate_spaces(p))
        and any(displays.gates_left(g, n) and _payable(g, p, n) for n in _NUMBERS)
    )


def ready(g: State, p: Player) -> Play[None]:
    """Ask the prices only where no workshop with a known one settles the matter."""
    if p.guards_on_watchtower > 0 and not possible(g, p):
        for n in _NUMBERS:
            if displays.gates_left(g, n):
                yield from facts.need(g, f"workshop {n}")


def yields(g: State, p: Player) -> Mapping[str, Any]:
    """How many gates at most, and the workshops within reach."""
    within = [n for n in _NUMBERS if displays.gates_left(g, n) and _payable(g, p, n)]
    return {"gates": min(p.guards_on_watchtower, len(free_gate_spaces(p))), "workshops": within}


def free_gate_spaces(p: Player) -> list[str]:
    built = {space for space, _colour in p.gates}
    return [space for space in GATE_SPACES if space not in built]


def _payable(g: State, p: Player, workshop: int) -> bool:
    printed = facts.known(g, f"workshop {workshop}")
    return printed is not None and paying.can_pay(p, {DINAR: permanent.gate_price(p, printed["price"])})


def _affordable(g: State, p: Player) -> Play[list[str]]:
    """The workshops that still have gates and whose price the player can pay."""
    found = []
    for n in _NUMBERS:
        if displays.gates_left(g, n):
            yield from facts.need(g, f"workshop {n}")
            if _payable(g, p, n):
                found.append(str(n))
    return found


def _buy(g: State, p: Player, workshop: int, *, free: bool) -> Play[None]:
    printed = yield from facts.need(g, f"workshop {workshop}")
    colours = displays.gate_colours(g, workshop)
    if not colours:
        return  # only after taking stock: the table has just found this workshop empty
    colour = yield from choose(p.seat, "medina gate", colours, workshop=workshop)
    space = yield from choose(p.seat, "medina space", free_gate_spaces(p), colour=colour)
    if not free:
        price = permanent.gate_price(p, printed["price"])
        yield from paying.pay(g, p, {DINAR: price}, source="gate")
    g.points(p, permanent.gate_points(p, printed["price"], printed["points"]), "gate")
    displays.take_gate(g, workshop, colour)
    p.gates.append((space, colour))
    g.tell("gate", p.seat, colour=colour, space=space, workshop=workshop)
    if colour in (yield from facts.need(g, f"gate space {space}")):
        g.points(p, MATCH_POINTS, "gate match")
    yield from _take_gate_keshis(g, p, colour)


def _take_gate_keshis(g: State, p: Player, colour: str) -> Play[None]:
    """One keshi of the gate's colour (scroll 66: two; scroll 36: of any colour), laid beside the board."""
    for _ in range(permanent.gate_keshis(p)):
        taken = colour
        if permanent.gate_any_colour(p):
            waiting = p.gate_keshis
            room = [c for c in COLOURS if deploy.free_spaces(g, p, c) > waiting.count(c)]
            taken = yield from choose(p.seat, "gate keshi", room, gate=colour)
        supply.take(g, taken)
        p.gate_keshis.append(taken)


def _deploy_gate_keshis(g: State, p: Player) -> Play[None]:
    while p.gate_keshis:
        colour = yield from deploy.next_of(p, p.gate_keshis, source="gate")
        p.gate_keshis.remove(colour)
        yield from deploy.deploy(g, p, colour, source="gate", taken=True, or_return=True)


def build_free(g: State, p: Player, *, source: str) -> Play[None]:
    """Town 12: any gate without its dinars; points, guard and keshi as always."""
    workshops = tuple(str(n) for n in _NUMBERS if displays.gates_left(g, n))
    if p.guards_on_watchtower > 0 and free_gate_spaces(p) and workshops:
        key = yield from choose(p.seat, "medina workshop", (*workshops, PASS), source=source)
        if key != PASS:
            yield from _buy(g, p, int(key), free=True)
            yield from _deploy_gate_keshis(g, p)
