"""Light depth: the same flow, with only tower, draft, seasons, provisions and points by hand.

The depth may change in the middle of a game. Boards are not followed in light depth, so going back to full
begins with taking stock: what lies on each player's board now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.decision import Decision, Play
from companion.rules.engine import Flow
from companion.rules.options import FULL

if TYPE_CHECKING:
    from companion.rules.state import Player, State


def points_by_hand(g: State, p: Player, source: str) -> Play[None]:
    """The table says how many points a player made in a turn."""
    n: int = yield Decision("points", p.seat, form="points", about={"source": source})
    g.points(p, n, source)


def follow_depth(g: State) -> Flow:
    """Boards are forgotten in light depth and counted again when the table goes back to full."""
    if g.depth != FULL:
        g.counted = 0
    yield from ()
