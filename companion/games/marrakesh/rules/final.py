"""Final scoring: guards to the gates, complete sectors, three oases, two towns, what is left over.

The player chooses which three oases to score and how much 19–21 return; the first option offered is always
the one with the best total, because a resource that goes back to an oasis is missing in what is left over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import oases, towns
from companion.play.decision import Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

COMPLETE_SECTOR: Final = 10
MOST_OASES: Final = 3
MOST_TOWNS: Final = 2


@dataclass(frozen=True, slots=True)
class OasisChoice:
    """One way to score oases: which ones, what they give, what they take back, and what is left over."""

    numbers: tuple[int, ...]
    points: int
    returned: int
    remainder: int

    @property
    def total(self) -> int:
        return self.points + self.remainder

    @property
    def key(self) -> str:
        return "+".join(f"{number:02}" for number in self.numbers) or "none"


def score_player(g: State, p: Player) -> Play[None]:
    """One player's final scoring."""
    if p.guards_on_watchtower:
        g.tell("guards to gates", p.seat, n=p.guards_on_watchtower)
    for sector in oases.complete_sectors(p):
        g.points(p, COMPLETE_SECTOR, f"complete {sector}")
    yield from _oases(g, p)
    yield from _towns(g, p)
    left = left_over(p)
    if left:
        g.points(p, left // 2, "left over")


def _oases(g: State, p: Player) -> Play[None]:
    values: dict[int, int] = {}
    back: dict[int, int] = {}
    for number in p.claimed:
        values[number] = yield from oases.value(g, p, number)
        if number in oases.RETURNING:
            back[number] = oases.returnable(g, p, number)
    choices = oasis_choices(values, back, left_over(p))
    by_key = {choice.key: choice for choice in choices}
    key = yield from choose(p.seat, "final oases", tuple(by_key), values=values, choices=by_key)
    for number in by_key[key].numbers:
        yield from oases.score(g, p, number, source=f"oasis {number}")


def oasis_choices(
    values: Mapping[int, int], back: Mapping[int, int], left: int, most: int = MOST_OASES
) -> list[OasisChoice]:
    """Every choice of oases to score, the best total first.

    values   what each claimed oasis is worth when it takes back all it can
    back     how many resources each of 19–21 takes back for that
    left     resources and goods before anything goes back

    A resource returned is a whole point, one kept is half of one: so returning all that an oasis takes is
    never worse, and the choice is only among the oases.
    """
    found = []
    for numbers in combinations(values, min(most, len(values))):
        returned = sum(back.get(number, 0) for number in numbers)
        points = sum(values[number] for number in numbers)
        found.append(OasisChoice(numbers, points, returned, (left - returned) // 2))
    found.sort(key=lambda choice: (-choice.total, -choice.points, choice.numbers))
    return found


def _towns(g: State, p: Player) -> Play[None]:
    worth: dict[int, int] = {}
    for number in sorted(p.claimed_towns):
        worth[number] = yield from towns.value(g, p, number)
    for number in sorted(worth, key=lambda n: -worth[n])[:MOST_TOWNS]:
        g.points(p, worth[number], f"town {number}")


def left_over(p: Player) -> int:
    """All resources and goods keshis; every two of them are a point."""
    return sum(p.resources.values()) + p.goods_total


def ranking(players: Sequence[Player]) -> list[list[Player]]:
    """The places: most points, then the palace staircase, then the mosque; who is level then shares one."""
    places: list[list[Player]] = []
    for p in sorted(players, key=_rank, reverse=True):
        if places and _rank(places[-1][0]) == _rank(p):
            places[-1].append(p)
        else:
            places.append([p])
    return places


def is_level(g: State, p: Player) -> bool:
    """Whether somebody else has as many points, so that the staircases decide."""
    return any(other.score == p.score for other in g.players if other is not p)


def _rank(p: Player) -> tuple[int, int, int]:
    return p.score, p.palace, p.mosque
