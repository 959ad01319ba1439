"""Light depth asks nobody what they select: it only keeps the tower's ledger true.

Whatever is still behind a screen may be in the tower, so from a season's first toss on the ledger counts all
of it as inside: never too little, and exact again after the fourth round, when the screens are empty. Going
to full depth in mid-season, the table says what is still behind each screen and where the assistants stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.marrakesh.rules.keshi import COLOURS, SECTORS, SOUK
from companion.games.marrakesh.rules.state import ASSISTANTS, CLAIM, PLACE, RIVER_BONUS, SELECT, TOSS
from companion.play.decision import Decision, Play

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

PICKS = 3
"""Keshis a player selects in a round."""


def show_again(g: State) -> None:
    """Before stock is taken: a selection nobody was asked for is made anew, or counts as tossed already."""
    for p in g.players:
        if g.phase == SELECT:
            p.screen = sorted((*p.screen, *p.selected), key=COLOURS.index)
            p.selected = []
        elif len(p.selected) > PICKS:
            for colour in p.selected:
                _move(g, colour, 1)
            p.selected = []
    if g.phase == SELECT:
        g.step = g.turn = 0


def ask(g: State, p: Player) -> Play[None]:
    """What is still behind the screen, and where this round's assistants wait."""
    left = still_behind(g, p)
    if len(p.screen) != left:
        yield from _behind(g, p, left)
    if g.phase in (TOSS, CLAIM, PLACE) or (g.phase == ASSISTANTS and not _has_acted(g, p)):
        about = {"among": SECTORS, "least": 0, "most": PICKS, "repeat": True}
        told: tuple[str, ...] = yield Decision("stock assistants", p.seat, form="picks", about=about)
        once = tuple(dict.fromkeys(told))
        p.assistants = sorted((*once, *[SOUK] * (told.count(SOUK) - 1)), key=SECTORS.index)


def still_behind(g: State, p: Player) -> int:
    """How many keshis a player has left behind the screen at this point of a season."""
    if g.phase not in (SELECT, TOSS, CLAIM, PLACE, ASSISTANTS, RIVER_BONUS):
        return 0
    selected = g.round + (g.phase != SELECT)
    return max(0, len(COLOURS) - len(p.placeholders) - PICKS * selected)


def _behind(g: State, p: Player, left: int) -> Play[None]:
    """The table names them; they come out of the ledger, and what it thought there goes in."""
    before = list(p.screen)
    among = tuple(c for c in COLOURS if c in before or g.tower.inside[c] > 0)
    about = {"among": among, "count": min(left, len(among))}
    told: tuple[str, ...] = yield Decision("stock screen", p.seat, form="picks", about=about)
    for colour in before:
        _move(g, colour, 1)
    for colour in told:
        _move(g, colour, -1)
    p.screen = sorted(told, key=COLOURS.index)


def _move(g: State, colour: str, n: int) -> None:
    g.tower.inside[colour] += n
    g.tower.went_in[colour] += n


def _has_acted(g: State, p: Player) -> bool:
    return (p.seat - g.start_seat) % len(g.players) < g.turn
