"""The whole game: three seasons of four rounds of four phases (rulebook pages 6 to 14).

`play` reads from the state where the game is and goes on from there. Between turns, where nothing is half
done, it yields QUIET: a copy of the state made there can be played on by a fresh `play`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import (
    assistants,
    draft,
    final,
    light_depth,
    river_bonus,
    seasons,
    selection,
    setup,
    supply,
)
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import (
    ASSISTANTS,
    CLAIM,
    FINAL,
    OVER,
    PLACE,
    RIVER_BONUS,
    ROUNDS,
    SEASON,
    SELECT,
    SETUP,
    TOSS,
)
from companion.play.decision import PASS, choose
from companion.play.engine import QUIET, Flow

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State


def play(g: State) -> Flow:
    """Go on with the game until it is over."""
    while g.phase != OVER:
        yield from light_depth.follow_depth(g)
        yield from PHASE[g.phase](g)
    yield QUIET


def end_of_round(g: State) -> Flow:
    """River bonuses, Essential's placeholders, then the camel goes one seat left."""
    if g.step == 0:
        if g.depth == FULL:
            yield from river_bonus.phase(g)
        g.step, g.turn = 1, 0
    while g.turn < len(g.players):
        yield from _swap_placeholders(g)
        g.turn += 1
    for p in g.players:
        p.scroll_bought = False
    g.step = g.turn = 0
    if g.round == ROUNDS - 1:
        g.phase = SEASON
        return
    g.round += 1
    g.start_seat = (g.start_seat + 1) % len(g.players)
    g.phase = SELECT
    g.tell("camel", g.start_seat)


def _swap_placeholders(g: State) -> Flow:
    """Essential page 17: a placeholder becomes wood as soon as there is some; after round 3 of any colour."""
    p = g.acting()
    if g.round == ROUNDS - 1:
        p.placeholders.clear()
    if p.placeholders:
        yield QUIET  # here and not between two of them: one that was kept would be asked about again
    for colour in sorted(p.placeholders, key=COLOURS.index):
        if supply.take_wood(g, colour):
            p.placeholders.remove(colour)
            p.screen.append(colour)
            g.tell("placeholder swapped", p.seat, colour=colour)
        elif g.round == ROUNDS - 2:
            free = [c for c in COLOURS if g.supply[c] and c not in p.screen and c not in p.placeholders]
            key = yield from choose(p.seat, "placeholder", (*free, PASS), colour=colour)
            if key != PASS:
                supply.take_wood(g, key)
                p.placeholders.remove(colour)
                p.screen.append(key)
                g.tell("placeholder swapped", p.seat, colour=key)


def final_scoring(g: State) -> Flow:
    """Every player's final scoring in turn order; then the game is over."""
    while g.step == 0 and g.turn < len(g.players):
        yield QUIET
        if g.depth == FULL:
            yield from final.score_player(g, g.acting())
        else:
            yield from light_depth.points_by_hand(g, g.acting(), "final scoring")
        g.turn += 1
    if g.step == 0:
        g.step, g.turn = 1, 0
    while g.turn < len(g.players):
        p = g.acting()
        if g.depth != FULL and final.is_level(g, p):
            yield QUIET
            yield from light_depth.stairs_by_hand(g, p)
        g.turn += 1
    g.phase, g.step, g.turn = OVER, 0, 0
    g.tell("over", -1)


PHASE: Final[dict[str, Callable[[State], Flow]]] = {
    SETUP: setup.phase,
    SELECT: selection.phase,
    TOSS: selection.toss,
    CLAIM: draft.phase,
    PLACE: draft.place,
    ASSISTANTS: assistants.phase,
    RIVER_BONUS: end_of_round,
    SEASON: seasons.phase,
    FINAL: final_scoring,
}
