"""The common supply of keshis: taking from it, giving back to it, and what to do when a colour runs out.

Classic (rulebook page 2): when a colour is used up, keshis of another colour stand in on the boards and count
as the colour of their district. Essential: boards take cardboard, which never matters; wood only goes
round between supply, screens, tower and base.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import editions, invariants
from companion.games.marrakesh.rules.keshi import COLOURS

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State

ANYTHING: Final = "anything"
"""When every wooden keshi is in use, a coin or a bean stands in."""


def take(g: State, colour: str) -> None:
    """Take a keshi of a colour for a board."""
    if g.essential:
        return
    if g.supply[colour] > 0:
        g.supply[colour] -= 1
    else:
        _stand_in(g, colour)


def put_back(g: State, colour: str) -> None:
    """Return a keshi of a colour from a board; a stand-in goes back first."""
    if g.essential:
        return
    for (counts_as, painted), n in g.stand_ins.items():
        if counts_as == colour and n > 0:
            g.stand_ins[counts_as, painted] -= 1
            if painted != ANYTHING:
                g.supply[painted] += 1
            return
    g.supply[colour] += 1


def move(g: State, colour: str, by: int) -> None:
    """Keshis added to a board come from the supply, those taken off go back to it."""
    for _ in range(abs(by)):
        (take if by > 0 else put_back)(g, colour)


def return_wood(g: State, colour: str, n: int = 1) -> None:
    """Put a keshi that came out of the tower back into the supply."""
    g.supply[colour] += n


def take_wood(g: State, colour: str) -> bool:
    """Take a keshi painted in this very colour, for a screen; False if there is none anywhere to be had."""
    if g.supply[colour] == 0 and not (g.essential or _swap_from_a_board(g, colour)):
        return False
    if g.supply[colour] == 0:
        return False
    g.supply[colour] -= 1
    return True


def deal_twelve(g: State, start_seat: int) -> None:
    """Each player takes twelve keshis, one of each colour; a placeholder where Essential's wood lacks."""
    queue = _placeholder_order(g, start_seat)
    for colour in COLOURS:
        without = _without(g, colour, queue)
        for p in g.players:
            if p.seat in without:
                p.placeholders.add(colour)
                g.tell("placeholder", p.seat, colour=colour)
            else:
                p.screen.append(colour)


def _without(g: State, colour: str, queue: list[int]) -> list[int]:
    """Take wood for everybody; the seats at the head of the queue, who get none, go to its end (a ruling)."""
    short = sum(1 for _ in g.players if not take_wood(g, colour))
    without = queue[:short]
    if g.rulings["placeholders go round"]:
        del queue[:short]
        queue.extend(without)
    return without


def _placeholder_order(g: State, start_seat: int) -> list[int]:
    """Which seat takes a placeholder: the leader, then the next in score; ties from the start player on."""
    order = g.players[start_seat:] + g.players[:start_seat]
    if not g.rulings["placeholder ties from start player"]:
        order = order[1:] + order[:1]
    return [p.seat for p in sorted(order, key=lambda p: -p.score)]


def _stand_in(g: State, colour: str) -> None:
    """Take some other keshi that counts as `colour`: of whatever there is most."""
    painted = max(COLOURS, key=lambda c: g.supply[c])
    if g.supply[painted] > 0:
        g.supply[painted] -= 1
    else:
        painted = ANYTHING
    g.stand_ins[colour, painted] = g.stand_ins.get((colour, painted), 0) + 1
    g.tell("stand in", -1, colour=colour, painted=painted)


def _swap_from_a_board(g: State, colour: str) -> bool:
    """Free a keshi painted `colour` by letting another stand in for it on a board."""
    genuine = sum(invariants.on_board(p, colour) for p in g.players) - sum(
        n for (counts_as, _painted), n in g.stand_ins.items() if counts_as == colour
    )
    if genuine > 0:
        _stand_in(g, colour)
        g.supply[colour] += 1
        return True
    for (counts_as, painted), n in list(g.stand_ins.items()):
        if painted == colour and n > 0:
            g.stand_ins[counts_as, painted] -= 1
            _stand_in(g, counts_as)
            g.supply[colour] += 1
            return True
    return False


def recount(g: State) -> None:
    """Make the supply fit what lies everywhere else, after boards were laid out by hand."""
    g.stand_ins.clear()
    g.supply.update(dict.fromkeys(COLOURS, 0))
    printed = editions.of(g).wood
    missing = {colour: invariants.wood(g, colour) - printed[colour] for colour in COLOURS}
    for colour, n in missing.items():
        g.supply[colour] = max(0, -n)
    for colour, n in missing.items():
        for _ in range(0 if g.essential else n):
            _stand_in(g, colour)
