"""Light depth: the same flow, with only tower, draft, seasons, provisions and points by hand.

The depth may change in the middle of a game. Boards are not followed in light depth, so going back to full
begins with taking stock: what lies on each player's board now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.marrakesh.rules import behind_screens, displays, setup, stock
from companion.games.marrakesh.rules.expansions import imam_sultan
from companion.games.marrakesh.rules.keshi import MOSQUE, PALACE, TOP_STAIR
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import CLAIM, SELECT, SETUP, TOSS
from companion.play.decision import Decision, Play
from companion.play.engine import QUIET, Flow

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State


def points_by_hand(g: State, p: Player, source: str) -> Play[None]:
    """The table says how many points a player made in a turn."""
    n: int = yield Decision("points", p.seat, form="points", about={"source": source})
    g.points(p, n, source)


def stairs_by_hand(g: State, p: Player) -> Play[None]:
    """Who ends level with somebody says how high they climbed: that decides, and nobody followed it."""
    about = {"among": (PALACE, MOSQUE), "most": {PALACE: TOP_STAIR, MOSQUE: TOP_STAIR}}
    pawns: dict[str, int] = yield Decision("level stairs", p.seat, form="amounts", about=about)
    p.palace, p.mosque = pawns.get(PALACE, 0), pawns.get(MOSQUE, 0)


def follow_depth(g: State) -> Flow:
    """Boards are not followed in light depth; back in full depth they are counted again."""
    if g.depth != FULL:
        g.counted = 0
        return
    if g.phase == SETUP:
        g.counted = len(g.players)  # nothing has happened on the boards yet; setup asks what is laid out
    if g.counted == 0:
        (behind_screens.show_again if as_set_up(g) else stock.forget)(g)
    if g.counted < len(g.players) and as_set_up(g):
        yield from _only_what_was_passed_by(g)
    while g.counted < len(g.players):
        yield QUIET
        yield from stock.take(g, g.players[g.counted])
        if g.counted == len(g.players) - 1:
            yield from imam_sultan.take_stock(g)
            yield from stock.towns_left(g)
            yield from stock.river_order(g)
            yield from stock.crocodile(g)
            displays.recount(g)
        g.counted += 1


def as_set_up(g: State) -> bool:
    """Whether no keshi has come onto a board yet: the first ones are behind screens, in tower or tray."""
    if (g.season, g.round) != (0, 0):
        return False
    return g.phase in (SETUP, SELECT, TOSS) or (g.phase == CLAIM and g.base == g.tower.came_out)


def _only_what_was_passed_by(g: State) -> Flow:
    """River tiles and storages, as setup asks for them, and what each player selected: no empty boards."""
    yield from setup.boards(g)
    while g.counted < len(g.players):
        yield QUIET
        yield from behind_screens.ask(g, g.players[g.counted])
        g.counted += 1
