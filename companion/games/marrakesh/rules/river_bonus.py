"""The river bonus: what the rapids behind a fisherman give (rulebook page 13).

At the end of a round each player past at least one rapid takes one bonus printed at a rapid they have passed
(all of them with scroll 69); the fisherman stays. Scrolls 17 and 28 give rapids' bonuses at other moments,
and scroll 60 gives every one of them twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.games.marrakesh.rules import bonus, facts
from companion.games.marrakesh.rules.scrolls import permanent, several
from companion.games.marrakesh.rules.sectors import river
from companion.games.marrakesh.rules.state import RIVER_BONUS
from companion.play.decision import Play, choose
from companion.play.engine import QUIET, Flow

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State


def phase(g: State) -> Flow:
    """Every player's river bonus, in turn order."""
    while g.turn < len(g.players):
        yield QUIET
        p = g.acting()
        if permanent.river_bonus_all(p):
            yield from all_of(g, p, source="scroll 69")
        else:
            yield from one_of(g, p, (yield from river.passed(g, p)), source=RIVER_BONUS)
        g.turn += 1


def one_of(g: State, p: Player, rapids: Iterable[int], *, source: str) -> Play[None]:
    """One bonus of choice among those printed at these rapids."""
    printed = yield from _printed(g, rapids)
    if printed:
        texts = tuple(dict.fromkeys(printed))
        text = yield from choose(p.seat, RIVER_BONUS, texts, source=source)
        for _ in range(permanent.rapid_times(p)):
            yield from bonus.pay_out(g, p, bonus.parse(text), source=source)


def all_of(g: State, p: Player, *, source: str) -> Play[None]:
    """Every bonus of every rapid passed."""
    printed = yield from _printed(g, (yield from river.passed(g, p)))
    each = [(bonus.parse(text), 1) for text in printed for _ in range(permanent.rapid_times(p))]
    yield from several.gain_all(g, p, each, source=source)


def _printed(g: State, rapids: Iterable[int]) -> Play[list[str]]:
    wanted = list(rapids)
    if not wanted:
        return []
    told = yield from facts.need(g, "river rapids")
    return [text for rapid in wanted for text in told[rapid][1]]
