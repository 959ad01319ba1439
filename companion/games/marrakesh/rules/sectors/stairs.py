"""Mosque and palace: the two staircases and the lines between them (rulebook page 10).

One step a cleric or noble. Crossing into a new segment pays 1 dinar and one bonus of the line that joins the
segments where the player's two pawns stand at that moment. The top is the fifth segment; from there on every
step is 1 point.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.games.marrakesh.rules import bonus, facts
from companion.games.marrakesh.rules.bonus import MOSQUE_STEP, PALACE_STEP, STAIR_STEP, Bonus
from companion.games.marrakesh.rules.expansions import imam_sultan
from companion.games.marrakesh.rules.expansions.staircase_tiles import line_key
from companion.games.marrakesh.rules.keshi import DINAR, MOSQUE, PALACE, TOP_STAIR
from companion.games.marrakesh.rules.options import IMAM_SULTAN
from companion.games.marrakesh.rules.scrolls import permanent, several
from companion.play.decision import PASS, Play, choose, confirm

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

TOP: Final = TOP_STAIR
_THRESHOLDS: Final = tuple(f"stairs threshold {n}" for n in range(1, 5))


@dataclass(frozen=True, slots=True)
class StairSector:
    """One of the two sectors whose keshis climb."""

    stair: str

    def action(self, g: State, p: Player) -> Play[None]:
        yield from move(g, p, self.stair, p.keshis[self.stair], source=self.stair)

    def possible(self, g: State, p: Player) -> bool:
        return p.keshis[self.stair] > 0

    def ready(self, g: State, p: Player) -> Play[None]:
        yield from ()

    def yields(self, g: State, p: Player) -> Mapping[str, Any]:
        """Steps, and how many of them would go past the top."""
        steps = p.keshis[self.stair]
        return {"steps": steps, "past_top": max(0, steps - (TOP - height(p, self.stair)))}


MOSQUE_SECTOR: Final = StairSector(MOSQUE)
PALACE_SECTOR: Final = StairSector(PALACE)


def height(p: Player, stair: str) -> int:
    return p.mosque if stair == MOSQUE else p.palace


@bonus.gives(MOSQUE_STEP)
def mosque_steps(g: State, p: Player, n: int, times: int, source: str) -> Play[None]:
    yield from _steps_as_bonus(g, p, MOSQUE, n, times, source)


@bonus.gives(PALACE_STEP)
def palace_steps(g: State, p: Player, n: int, times: int, source: str) -> Play[None]:
    yield from _steps_as_bonus(g, p, PALACE, n, times, source)


@bonus.gives(STAIR_STEP)
def steps_of_choice(g: State, p: Player, n: int, times: int, source: str) -> Play[None]:
    stair = yield from choose(p.seat, "which stair", (MOSQUE, PALACE), steps=n, source=source)
    yield from _steps_as_bonus(g, p, stair, n, times, source)


def _steps_as_bonus(g: State, p: Player, stair: str, n: int, times: int, source: str) -> Play[None]:
    moves, steps = bonus.moves(g, n, times)
    for _ in range(moves):
        yield from move(g, p, stair, steps, source=source)


def move(g: State, p: Player, stair: str, steps: int, *, source: str) -> Play[None]:
    """Climb some steps, then those that scroll 48 adds and scrolls 26 and 27 sell."""
    if steps <= 0:
        return
    arrived = height(p, stair) >= TOP
    g.tell("stairs", p.seat, stair=stair, steps=steps, source=source)
    yield from _climb(g, p, stair, steps)
    if arrived and not g.rulings["steps past the end may be stretched"]:
        return
    if permanent.stair_extra_step(p) and (yield from confirm(p.seat, "extra step", stair=stair)):
        yield from _climb(g, p, stair, 1)
    while options := _for_sale(p):
        key = yield from choose(p.seat, "stair pay", (*options, PASS), stair=stair)
        if key == PASS:
            return
        resource, _, n = key.partition("*")
        g.spend(p, resource, int(n), stair)
        yield from _climb(g, p, stair, int(n))


def _for_sale(p: Player) -> list[str]:
    """Scrolls 26 and 27: "date*2" buys two steps for two dates."""
    return [f"{r}*{n}" for r in permanent.stair_currencies(p) for n in range(1, p.resources[r] + 1)]


def _climb(g: State, p: Player, stair: str, steps: int) -> Play[None]:
    past = 0
    for _ in range(steps):
        # Read anew each time: a bonus on the way may have moved this very pawn.
        at = height(p, stair)
        if at >= TOP:
            past += 1
            continue
        if stair == MOSQUE:
            p.mosque = at + 1
        else:
            p.palace = at + 1
        if IMAM_SULTAN in g.expansions:
            yield from imam_sultan.moved(g, p, stair)
        behind = yield from thresholds_behind(g, at + 1)
        if behind and facts.known(g, _THRESHOLDS[behind - 1]) == at + 1:
            yield from _cross(g, p, stair)
    if past:
        g.points(p, past * permanent.past_top_points(p, stair), stair)


def _cross(g: State, p: Player, stair: str) -> Play[None]:
    """A threshold: 1 dinar, what scrolls 13 to 16 add, and a bonus of the line (two with scroll 63).

    Scroll 16's river step may wait for the line's bonus, whose water can lengthen it.
    """
    printed = yield from line(g, p)
    g.tell("threshold", p.seat, stair=stair)
    g.gain(p, DINAR, 1, stair)
    steps = []
    for extra in permanent.threshold_extras(p):
        if not several.never_worse_first(extra):
            steps.append((extra, stair))
        else:
            yield from bonus.pay_out(g, p, extra, source=stair)
    left = list(dict.fromkeys(printed))
    picked = []
    for _ in range(permanent.line_picks(p)):
        if left:
            texts = [bonus.format(one) for one in left]
            key = yield from choose(p.seat, "line bonus", texts, stair=stair)
            one = left.pop(texts.index(key))
            if steps and not several.never_worse_first(one):
                picked.append((one, 1))
            else:
                yield from bonus.pay_out(g, p, one, source="line")
    yield from several.gain_all(g, p, picked, source="line", beside=steps)


def thresholds_behind(g: State, step: int) -> Play[int]:
    """How many thresholds lie behind a pawn on a step; asks only for those the answer depends on."""
    if step == 0:
        return 0
    third: int = yield from facts.need(g, _THRESHOLDS[2])
    if step >= third:
        top: int = yield from facts.need(g, _THRESHOLDS[3])
        return 3 + (step >= top)
    first = yield from facts.need(g, _THRESHOLDS[0], high=third - 2, likely=(3, 5))
    if step <= first:
        return int(step == first)
    bounds = {"low": first + 1, "high": third - 1, "likely": (first + 1, 9)}
    second: int = yield from facts.need(g, _THRESHOLDS[1], **bounds)
    return 1 + (step >= second)


def line(g: State, p: Player) -> Play[list[Bonus]]:
    """The bonuses of the line between the segments where the two pawns stand: "line <palace>-<mosque>".

    With staircase tiles (expansion 1) the lines are this game's own.
    """
    palace = 1 + (yield from thresholds_behind(g, p.palace))
    mosque = 1 + (yield from thresholds_behind(g, p.mosque))
    printed = yield from facts.need(g, line_key(g, palace, mosque))
    return [bonus.parse(text) for text in printed]
