"""Several bonuses at once (scrolls 28, 47, 51, 59, 69, 70): the player says in which order.

Plain resources and points come first without asking: having them earlier is never worse, and water gained
now can lengthen the river steps that come with it. Only among what asks or moves something is an order asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from companion.rules import bonus
from companion.rules.decision import Play, choose

if TYPE_CHECKING:
    from companion.rules.bonus import Bonus
    from companion.rules.state import Player, State

_PLAIN: Final = frozenset(("water", "dinar", "date", "points"))


def gain_all(g: State, p: Player, gains: Iterable[tuple[Bonus, int]], *, source: str) -> Play[None]:
    """Pay out every bonus, each as often as its number says (0: not at all)."""
    left: list[tuple[Bonus, int]] = []
    for gain, times in gains:
        if times > 0 and all(what in _PLAIN for what, _ in gain):
            yield from bonus.pay_out(g, p, gain, times=times, source=source)
        elif times > 0:
            left.append((gain, times))
    while left:
        keys = {f"{times} x {bonus.format(gain)}": i for i, (gain, times) in enumerate(left)}
        key = yield from choose(p.seat, "which first", tuple(keys), source=source)
        gain, times = left.pop(keys[key])
        yield from bonus.pay_out(g, p, gain, times=times, source=source)
