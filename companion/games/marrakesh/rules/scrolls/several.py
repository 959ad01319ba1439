"""Several bonuses at once (scrolls 16, 28, 47, 51, 54, 59, 69, 70): the player says in which order.

What only fills the supply comes first without asking: having it earlier is never worse, and water gained now
can lengthen the river steps that come with it. An order is asked only among what moves a pawn or deploys,
and not among keshis alone that bring nothing but themselves and their point.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import bonus
from companion.games.marrakesh.rules.bonus import ANY_GOODS, POINTS, RESOURCE
from companion.games.marrakesh.rules.keshi import BROWN, COLOURS, GOODS, PINK, RESOURCES
from companion.play.decision import Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.bonus import Bonus
    from companion.games.marrakesh.rules.state import Player, State

_SUPPLIES: Final = frozenset(
    (*RESOURCES, POINTS, RESOURCE, ANY_GOODS, *(f"keshi:{colour}" for colour in GOODS))
)
_QUIET_KESHIS: Final = frozenset(f"keshi:{colour}" for colour in COLOURS if colour not in (PINK, BROWN))


def gain_all(
    g: State,
    p: Player,
    gains: Iterable[tuple[Bonus, int]],
    *,
    source: str,
    beside: Iterable[tuple[Bonus, str]] = (),
) -> Play[None]:
    """Pay out every bonus, each as often as its number says (0: not at all).

    beside     bonuses that come at the same moment from elsewhere, with their own source
    """
    moving: list[tuple[Bonus, int, str]] = []
    for gain, times, of in (*((own, 1, of) for own, of in beside), *((one, n, source) for one, n in gains)):
        if times > 0 and only_supplies(gain):
            yield from bonus.pay_out(g, p, gain, times=times, source=of)
        elif times > 0:
            moving.append((gain, times, of))
    if all(what in _QUIET_KESHIS for gain, _times, _of in moving for what, _n in gain):
        for gain, times, of in moving:
            yield from bonus.pay_out(g, p, gain, times=times, source=of)
        return
    while moving:
        keys = {f"{times} x {bonus.format(gain)}": i for i, (gain, times, _of) in enumerate(moving)}
        key = yield from choose(p.seat, "which first", tuple(keys), source=source)
        gain, times, of = moving.pop(keys[key])
        yield from bonus.pay_out(g, p, gain, times=times, source=of)


def only_supplies(gain: Bonus) -> bool:
    """Whether a bonus only fills the supply and the souk."""
    return all(what in _SUPPLIES for what, _n in gain)


def never_worse_first(gain: Bonus) -> bool:
    """Whether a bonus may come first without asking: pieces that nobody would rather have later."""
    return all(what in _SUPPLIES or what in _QUIET_KESHIS for what, _n in gain)
