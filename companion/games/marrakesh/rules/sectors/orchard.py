"""The date orchard: 1 date a date picker (rulebook page 9); scrolls 23 to 25 may change each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.games.marrakesh.rules.keshi import DATE, ORCHARD
from companion.games.marrakesh.rules.scrolls import permanent
from companion.play.decision import Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State


def action(g: State, p: Player) -> Play[None]:
    left = p.keshis[ORCHARD]
    for instead in permanent.orchard_choices(p):
        counts = tuple(map(str, range(left + 1)))
        n = int((yield from choose(p.seat, "orchard", counts, instead=instead, of=left)))
        left -= n
        if instead == "points":
            g.points(p, n, "scroll 25")
        else:
            g.gain(p, instead, n, ORCHARD)
    g.gain(p, DATE, left, ORCHARD)


def possible(g: State, p: Player) -> bool:
    return p.keshis[ORCHARD] > 0


def ready(g: State, p: Player) -> Play[None]:
    yield from ()


def yields(g: State, p: Player) -> Mapping[str, Any]:
    """Dates, and what may be taken instead of each."""
    return {"date": p.keshis[ORCHARD], "instead": permanent.orchard_choices(p)}
