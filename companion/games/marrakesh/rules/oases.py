"""What an oasis is worth to its owner, in the order of the addendum.

Oases are scored at the end of the game (the best three, `rules.final`) and early through the
scrolls 68 and 71, by the state of that moment. What a tile shows is asked of the table when it is first
needed; 19–21 really return the resources they count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.keshi import (
    BROWN,
    COLOUR_OF,
    PALACE,
    RED,
    SECTOR_OF,
    SOUK,
    TOP_STAIR,
    Resource,
)
from companion.games.marrakesh.rules.state import FINAL
from companion.play.decision import Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

Worth: TypeAlias = Callable[["State", "Player", int], int]

RETURNING: Final = range(19, 22)
"""The oases that take resources back."""
MOST_RETURNED: Final = 12
THRESHOLDS: Final = tuple(f"stairs threshold {n}" for n in range(1, 5))

# ---- one function an oasis; what its tile shows is known by then ------------------------------------------


def gates(g: State, p: Player, number: int) -> int:
    """01–04: 2 points for each city gate in one of the three colours shown."""
    colours = facts.known(g, f"oasis {number} colours")
    return 2 * sum(1 for _space, colour in p.gates if colour in colours)


def keshis(g: State, p: Player, number: int) -> int:
    """05–13: 3 points, and 1 for each keshi of the colour shown."""
    return 3 + deployed(g, p, facts.known(g, f"oasis {number} colour"))


def luxury_kind(g: State, p: Player, number: int) -> int:
    """14–18: the points shown for each luxury good of the kind shown."""
    kind: str = facts.known(g, f"oasis {number} luxury")
    points: int = facts.known(g, f"oasis {number} points")
    return points * sum(1 for good in p.luxury if good.kind == kind)


def returned(g: State, p: Player, number: int) -> int:
    """19–21: 3 points, and 1 for each resource of the kind shown that goes back; here, all that can."""
    return 3 + returnable(g, p, number)


def luxury_goods(g: State, p: Player, number: int) -> int:
    """22: 3 points, and 1 for each luxury good."""
    return 3 + len(p.luxury)


def scrolls(g: State, p: Player, number: int) -> int:
    """23: 3 points, and 1 for each scroll."""
    return 3 + len(p.scrolls)


def small_sectors(g: State, p: Player, number: int) -> int:
    """24: 4 points for each sector but the souk with at most 3 keshis, its vendor not counted."""
    return 4 * sum(1 for sector in COLOUR_OF if p.keshis[sector] <= 3)


def full_sectors(g: State, p: Player, number: int) -> int:
    """25: 4 points for each complete sector: 8 keshis and its vendor; never the souk."""
    return 4 * len(complete_sectors(p))


def claimed_oases(g: State, p: Player, number: int) -> int:
    """26: 3 points for each claimed oasis, scored or not (early: those already claimed, our ruling)."""
    itself = number not in p.claimed and not g.rulings["oasis 26 counts claimed only"]
    return 3 * (len(p.claimed) + itself)


def top(g: State, p: Player, number: int) -> int:
    """27, 28: 7 points at the top of the staircase shown (the books disagree: see the fact)."""
    palace = facts.known(g, f"oasis {number} stair") == PALACE
    return 7 if (p.palace if palace else p.mosque) >= TOP_STAIR else 0


def thresholds(g: State, p: Player, number: int) -> int:
    """29: 7 points for at least 5 thresholds crossed on both staircases together."""
    starts = [facts.known(g, key) for key in THRESHOLDS]
    return 7 if sum((p.mosque >= start) + (p.palace >= start) for start in starts) >= 5 else 0


def jetty(g: State, p: Player, number: int) -> int:
    """30: 7 points for a fisherman at the jetty (at the end: where season 3 left him)."""
    return 7 if p.jetty is not None else 0


WORTH: Final[dict[int, Worth]] = {
    **dict.fromkeys(range(1, 5), gates),
    **dict.fromkeys(range(5, 14), keshis),
    **dict.fromkeys(range(14, 19), luxury_kind),
    **dict.fromkeys(RETURNING, returned),
    22: luxury_goods,
    23: scrolls,
    24: small_sectors,
    25: full_sectors,
    26: claimed_oases,
    27: top,
    28: top,
    29: thresholds,
    30: jetty,
}


def shows(number: int) -> tuple[str, ...]:
    """The facts that must be known before the oasis can be counted."""
    if number <= 4:
        return (f"oasis {number} colours",)
    if number <= 13:
        return (f"oasis {number} colour",)
    if number <= 18:
        return (f"oasis {number} luxury", f"oasis {number} points")
    if number in RETURNING:
        return (f"oasis {number} resource",)
    return THRESHOLDS if number == 29 else ()


# ---- scoring --------------------------------------------------------------------------------------------


def value(g: State, p: Player, number: int) -> Play[int]:
    """What the oasis would be worth now; asks what its tile shows if nobody has said so yet."""
    for key in shows(number):
        yield from facts.need(g, key)
    return WORTH[number](g, p, number)


def score(g: State, p: Player, number: int, *, source: str) -> Play[int]:
    """Give the oasis' points now; for 19–21 the player says how many resources go back."""
    points = yield from value(g, p, number)
    if number in RETURNING and (g.phase == FINAL or g.rulings["early scoring really returns"]):
        resource: Resource = facts.known(g, f"oasis {number} resource")
        counts = tuple(str(n) for n in range(returnable(g, p, number), -1, -1))
        n = int((yield from choose(p.seat, "oasis return", counts, oasis=number, resource=resource)))
        g.spend(p, resource, n, source)
        points = 3 + n
    g.points(p, points, source)
    return points


def returnable(g: State, p: Player, number: int) -> int:
    """How many resources oasis 19, 20 or 21 can take back."""
    return min(MOST_RETURNED, p.resources[facts.known(g, f"oasis {number} resource")])


# ---- what is on a board ---------------------------------------------------------------------------------


def complete_sectors(p: Player) -> list[str]:
    """The sectors with all 8 keshis and a water vendor; the souk never is."""
    return [sector for sector in COLOUR_OF if p.complete(sector)]


def deployed(g: State, p: Player, colour: str) -> int:
    """Keshis of a colour (no goods) on the board; those waiting on the oasis storage are not there yet.

    Caravans at desert towns and scroll 57's vendor count as deployed (our ruling).
    """
    everywhere = g.rulings["cover and souk vendor count"]
    if colour == RED:
        return len(p.vendors) if everywhere else len(p.vendors - {SOUK})
    n = p.keshis[SECTOR_OF[colour]]
    if colour == BROWN and not everywhere:
        n -= sum(1 for path in ("left", "right") if p.paths[path] > 3)
    return n


def all_deployed(g: State, p: Player) -> int:
    """Every keshi on the board but goods: those of the eight sectors and the water vendors."""
    return sum(deployed(g, p, colour) for colour in (*COLOUR_OF.values(), RED))
