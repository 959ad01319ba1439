"""The river: fish carry the fisherman along, water carries him further (rulebook page 8).

One step a fish. With any move of at least one step, 1 water buys 1 more step, as many as wanted. On the
jetty the fisherman anchors at the free spot with the highest number and scores it; from then on every step is
1 point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from companion.games.marrakesh.rules import bonus, facts
from companion.games.marrakesh.rules.bonus import RIVER_STEP
from companion.games.marrakesh.rules.keshi import RIVER, WATER
from companion.games.marrakesh.rules.scrolls import permanent
from companion.play.decision import Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

RIVERS_END: Final = 999
"""Further than any river is long: where the jetty is, whatever its step."""


def action(g: State, p: Player) -> Play[None]:
    yield from move(g, p, p.keshis[RIVER], source=RIVER)


def possible(g: State, p: Player) -> bool:
    return p.keshis[RIVER] > 0


def ready(g: State, p: Player) -> Play[None]:
    yield from ()


def yields(g: State, p: Player) -> Mapping[str, Any]:
    """Steps, and the water that could stretch them."""
    return {"steps": p.keshis[RIVER], "water": p.resources[WATER], "jetty": p.jetty is not None}


@bonus.gives(RIVER_STEP)
def steps_as_bonus(g: State, p: Player, n: int, times: int, source: str) -> Play[None]:
    moves, steps = bonus.moves(g, n, times)
    for _ in range(moves):
        yield from move(g, p, steps, source=source)


def move(g: State, p: Player, steps: int, *, source: str) -> Play[None]:
    """Go some steps, then as many more as the player pays water for."""
    if steps <= 0:
        return
    anchored = p.jetty is not None
    yield from _walk(g, p, steps, source)
    if anchored and not g.rulings["steps past the end may be stretched"]:
        return
    while held := p.resources[WATER]:
        key = yield from choose(p.seat, "river water", _up_to(held), source=source)
        paid = int(key)
        if not paid:
            return
        g.spend(p, WATER, paid, RIVER)
        yield from _walk(g, p, paid, source)
        if p.resources[WATER] <= held - paid:
            return  # no new water came up on the way: there is nothing more to ask


def _walk(g: State, p: Player, steps: int, source: str) -> Play[None]:
    past = 0
    start = p.river
    for _ in range(steps):
        if p.jetty is not None:
            past += 1
            continue
        length: int = yield from facts.need(g, "river length")
        p.river += 1
        yield from permanent.on_river_step(g, p)
        if p.river >= length:
            yield from _anchor(g, p)
    if p.river != start:
        g.river_queue.remove(p.seat)
        g.river_queue.append(p.seat)
    g.tell("river", p.seat, steps=steps, source=source)
    if past:
        g.points(p, past * permanent.past_jetty_points(p), RIVER)


def _anchor(g: State, p: Player) -> Play[None]:
    """Take the free jetty spot with the highest number, and its points."""
    p.jetty = best_free_spot(g, (yield from facts.need(g, "jetty spots")))
    g.points(p, p.jetty, "jetty")


def best_free_spot(g: State, spots: Iterable[int]) -> int:
    """The highest number at the jetty where no fisherman lies; 0 if all are taken."""
    free = list(spots)
    for other in g.players:
        if other.jetty in free:
            free.remove(other.jetty)
    return max(free, default=0)


def passed(g: State, p: Player) -> Play[list[int]]:
    """The rapids a fisherman has passed, as places in the fact "river rapids"."""
    if not has_left(p):
        return []
    rapids = yield from facts.need(g, "river rapids")
    behind = 0 if g.rulings["crocodile passes rapids"] else p.river_start
    return [rapid for rapid, (space, _bonuses) in enumerate(rapids) if behind < space <= _reached(p)]


def has_left(p: Player) -> bool:
    """Whether a fisherman has left the start space."""
    return p.river > 0 or p.jetty is not None


def _reached(p: Player) -> int:
    """How far down the river a fisherman is; nothing is further than the jetty."""
    return p.river if p.jetty is None else RIVERS_END


def standings(g: State) -> list[Player]:
    """The players from the foremost fisherman to the last; on one space the earlier is ahead."""

    def rank(p: Player) -> tuple[int, int, int]:
        reached, spot = place(g, p)
        return -reached, -spot, g.river_queue.index(p.seat)

    return sorted(g.players, key=rank)


def place(g: State, p: Player) -> tuple[int, int]:
    """The space a fisherman is on: how far down the river, and his spot at the jetty where that matters."""
    spot = p.jetty if p.jetty is not None and g.rulings["better jetty spot leads"] else 0
    return _reached(p), spot


def _up_to(n: int) -> tuple[str, ...]:
    return tuple(map(str, range(n + 1)))
