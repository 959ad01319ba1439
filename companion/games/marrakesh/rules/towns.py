"""The desert towns of expansion 5: what nine of them count at the end, what three do when claimed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.games.marrakesh.rules import oases
from companion.games.marrakesh.rules.catalogue.scrolls import KINDS
from companion.games.marrakesh.rules.keshi import COLOUR_OF
from companion.games.marrakesh.rules.sectors import madrasa, medina, souk, square
from companion.play.decision import Play

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

Worth: TypeAlias = Callable[["State", "Player"], int]
Effect: TypeAlias = Callable[["State", "Player"], Play[None]]

# ---- 01–09: counted at the end --------------------------------------------------------------------------


def gates(g: State, p: Player) -> int:
    """01: 2 points for each city gate."""
    return 2 * len(p.gates)


def luxury_goods(g: State, p: Player) -> int:
    """02: 2 points for each luxury good."""
    return 2 * len(p.luxury)


def scrolls(g: State, p: Player) -> int:
    """03: 2 points for each scroll."""
    return 2 * len(p.scrolls)


def palace_steps(g: State, p: Player) -> int:
    """04: 1 point for each step on the palace staircase; the top is the last."""
    return p.palace


def mosque_steps(g: State, p: Player) -> int:
    """05: 1 point for each step on the mosque staircase; the top is the last."""
    return p.mosque


def keshis(g: State, p: Player) -> int:
    """06: 1 point for every 3 keshis on the board, goods not counted (Essential: marker values are)."""
    return oases.all_deployed(g, p) // 3


def river_steps(g: State, p: Player) -> int:
    """07: 1 point for each river step of season 3; no head start (a ruling), nothing past the jetty."""
    return p.river_steps if g.rulings["crocodile start is no step"] else p.river


def big_sectors(g: State, p: Player) -> int:
    """08: 2 points for each sector but the souk with at least 4 keshis, its vendor counted."""
    return 2 * sum(1 for sector in COLOUR_OF if p.keshis[sector] + (sector in p.vendors) >= 4)


WORTH: Final[dict[int, Worth]] = {
    1: gates,
    2: luxury_goods,
    3: scrolls,
    4: palace_steps,
    5: mosque_steps,
    6: keshis,
    7: river_steps,
    8: big_sectors,
}


def spectators(g: State, p: Player) -> Play[int]:
    """09: for each entertainer 1 point for each spectator facing them (scroll 31 adds one)."""
    if not p.square:
        return 0
    facing = yield from square.all_facing(g, p)
    return sum(facing[space][1] for space in p.square)


def value(g: State, p: Player, number: int) -> Play[int]:
    """What a claimed town is worth at the end; 10–12 have done their work when they were claimed."""
    if number == 9:
        return (yield from spectators(g, p))
    return WORTH[number](g, p) if number in WORTH else 0


# ---- 10–12: done when claimed ---------------------------------------------------------------------------


def free_scroll(g: State, p: Player) -> Play[None]:
    """10: any scroll of the display, without scholars or dates."""
    yield from madrasa.take_free(g, p, tuple(KINDS), source="town 10")


def free_luxury_good(g: State, p: Player) -> Play[None]:
    """11: any luxury good of the display, without goods keshis."""
    yield from souk.take_free(g, p, source="town 11")


def free_gate(g: State, p: Player) -> Play[None]:
    """12: any city gate without dinars; its points, its keshi and a guard from the watchtower as always."""
    yield from medina.build_free(g, p, source="town 12")


INSTANT: Final[dict[int, Effect]] = {10: free_scroll, 11: free_luxury_good, 12: free_gate}


def claimed(g: State, p: Player, number: int) -> Play[None]:
    """A town has just been claimed: 10–12 act now."""
    if number in INSTANT:
        yield from INSTANT[number](g, p)
