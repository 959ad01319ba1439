"""Setting up the table (rulebook pages 4 and 5).

`new_game` lays out what needs no question. The rest is asked before the first round, in the rulebook's order:
who starts, which river tiles lie there, which provision tile is up. What stands on the oasis storage, lies
face down or face up elsewhere is asked when somebody first needs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from companion.games.marrakesh.rules import displays, editions, facts, seasons, storage, supply
from companion.games.marrakesh.rules.catalogue import luxury
from companion.games.marrakesh.rules.catalogue.scrolls import KINDS
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import SEASONS, SELECT, Player, State
from companion.games.marrakesh.rules.versions import RULES_VERSION
from companion.play.decision import TABLE, choose
from companion.play.engine import QUIET, Flow

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.options import GameOptions

SCROLLS_UP: Final = 3
PROVISIONS: Final = 2
"""The step of setup that light depth has too, after the one about boards and tiles."""


def new_game(
    options: GameOptions, told: Mapping[str, Any] | None = None, rules: int = RULES_VERSION
) -> State:
    """A table ready for its first question. `told` are the facts known of this copy of the game."""
    essential, n = options.essential, len(options.players)
    g = State(
        options=options,
        essential=essential,
        expansions=options.expansions,
        rulings=options.rulings(),
        depth=options.depth,
        players=[Player(seat, who.name, who.colour) for seat, who in enumerate(options.players)],
        facts={key: facts.check(key, value) for key, value in (told or {}).items()},
        supply=editions.starting_supply(essential, n),
        rules_version=rules,
    )
    g.river_queue = list(range(n))
    g.counted = n
    g.scrolls = {k.name: displays.laid_out(essential, SCROLLS_UP, len(k.numbers)) for k in KINDS.values()}
    g.luxury = displays.laid_out(essential, luxury.SHOPS, luxury.TILES)
    return g


def phase(g: State) -> Flow:
    """Ask what the table has laid out, then hand out the first twelve keshis."""
    if g.step == 0:
        yield QUIET
        seat = yield from choose(TABLE, "start player", tuple(str(p.seat) for p in g.players))
        g.first_seat = g.start_seat = int(seat)
        g.step, g.turn = 1, 0
    if g.depth == FULL:
        yield from boards(g)
    if g.step < PROVISIONS:
        g.step, g.turn = PROVISIONS, 0
    while g.turn < len(g.players):
        yield QUIET
        yield from seasons.turn_up(g, g.acting())
        g.turn += 1
    supply.deal_twelve(g, g.start_seat)
    g.phase, g.step, g.turn = SELECT, 0, 0
    g.tell("season", TABLE, season=0)


def boards(g: State) -> Flow:
    """River tiles and oasis storages, as far as nobody has told them: light depth passes them by."""
    while len(g.river_tiles) < SEASONS:
        yield QUIET
        yield from seasons.name_river_tile(g, len(g.river_tiles))
    for p in g.players:
        storage.lay_out(g, p)
