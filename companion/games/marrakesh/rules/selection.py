"""Select keshis and deploy assistants, then toss (rulebook page 7).

Each player picks 3 keshis from behind the screen; in turn order their assistants go to the matching sectors,
red to any with a free assistant space. Then all selected keshis go into the tower at once, and the table (or
the camera) says what came out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules.behind_screens import PICKS
from companion.games.marrakesh.rules.keshi import COLOURS, RED, SECTOR_OF, SECTORS, SOUK
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import CLAIM, TOSS
from companion.play.decision import TABLE, Decision, Play, choose
from companion.play.engine import QUIET, Flow

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

SOUK_ASSISTANTS: Final = 3


def phase(g: State) -> Flow:
    """First everybody selects (step 0), then assistants are placed (step 1)."""
    while g.step == 0 and g.turn < len(g.players):
        yield QUIET
        p = g.acting()
        p.selected = yield from _pick(g, p)
        p.screen = [colour for colour in p.screen if colour not in p.selected]
        g.turn += 1
    if g.step == 0:
        g.step, g.turn = 1, 0
    while g.turn < len(g.players):
        yield QUIET
        p = g.acting()
        if g.depth == FULL:
            g.tell("select", p.seat, colours=tuple(p.selected))
            yield from place_assistants(g, p)
        g.turn += 1
    g.phase, g.step, g.turn = TOSS, 0, 0


def _pick(g: State, p: Player) -> Play[list[str]]:
    """Three of the keshis behind the screen; the last three, or fewer (placeholders), are no choice.

    Light depth asks nobody: any of them may be in the tower from now on (see `screens`).
    """
    if len(p.screen) <= PICKS or g.depth != FULL:
        return list(p.screen)
    picks = yield Decision("select", p.seat, tuple(p.screen), PICKS, PICKS)
    return sorted(picks, key=COLOURS.index)


def place_assistants(g: State, p: Player) -> Play[None]:
    """One assistant a selected keshi, in its sector; red is wild."""
    p.assistants = [SECTOR_OF[colour] for colour in p.selected if colour != RED]
    if RED in p.selected:
        sector = yield from choose(p.seat, "place wild", free_for_assistant(p))
        p.assistants.append(sector)
    p.assistants.sort(key=SECTORS.index)


def free_for_assistant(p: Player) -> tuple[str, ...]:
    """Sectors with room for one more assistant: one a sector, three in the souk."""
    return tuple(s for s in SECTORS if p.assistants.count(s) < (SOUK_ASSISTANTS if s == SOUK else 1))


def toss(g: State) -> Flow:
    """All selected keshis into the tower; what comes out lies in the base."""
    if g.step == 0:
        tower = g.tower
        for p in g.players:
            for colour in p.selected:
                tower.went_in[colour] += 1
                tower.inside[colour] += 1
            p.selected = []
        g.step = 1
    yield QUIET
    inside = dict(g.tower.inside)
    counts: dict[str, int] = yield Decision("tower", TABLE, form="counts", about={"inside": inside})
    for colour, n in counts.items():
        g.tower.inside[colour] -= n
        g.tower.came_out[colour] += n
        g.base[colour] += n
    g.tell("tower", TABLE, counts=counts)
    g.phase, g.step, g.turn = CLAIM, 0, 0
