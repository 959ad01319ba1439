"""A printed bonus as data, and the one way to give it to a player.

A bonus is a tuple of (what, how many); in facts and files it is a short text:

    "2 date + 1 points"        "1 keshi:green"        "1 water + 1 stair-step"

| what | gives |
|---|---|
| water, dinar, date | that resource |
| resource | a resource of choice, each chosen anew |
| points | points |
| keshi:<colour> | that keshi, deployed at once |
| goods | goods keshis, all of one colour of choice |
| any-keshi | a keshi of choice, each chosen anew |
| same-keshis | that many keshis of one colour of choice |
| river-step, mosque-step, palace-step | steps there |
| stair-step | steps on one staircase of choice |
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.games.marrakesh.rules.keshi import COLOURS, RESOURCES
from companion.play.decision import Decision, Play, choose
from companion.play.errors import BadFact
from companion.words import N_

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

Bonus: TypeAlias = tuple[tuple[str, int], ...]

POINTS: Final = "points"
RESOURCE: Final = "resource"
ANY_GOODS: Final = "goods"
ANY_KESHI: Final = "any-keshi"
SAME_KESHIS: Final = "same-keshis"
RIVER_STEP: Final = "river-step"
MOSQUE_STEP: Final = "mosque-step"
PALACE_STEP: Final = "palace-step"
STAIR_STEP: Final = "stair-step"

WHATS: Final[tuple[str, ...]] = (
    *RESOURCES,
    RESOURCE,
    POINTS,
    *(f"keshi:{colour}" for colour in COLOURS),
    ANY_GOODS,
    ANY_KESHI,
    SAME_KESHIS,
    RIVER_STEP,
    MOSQUE_STEP,
    PALACE_STEP,
    STAIR_STEP,
)

_ALSO: Final[dict[str, str]] = {
    "point": POINTS,
    "dates": "date",
    "dinars": "dinar",
    "resources": RESOURCE,
    "any-keshis": ANY_KESHI,
    "same-keshi": SAME_KESHIS,
    **{colour: f"keshi:{colour}" for colour in COLOURS},
    **{f"{step}s": step for step in (RIVER_STEP, MOSQUE_STEP, PALACE_STEP, STAIR_STEP)},
}


Giver: TypeAlias = Callable[["State", "Player", int, int, str], Play[None]]
"""Gives n of something, which is `times` over what is printed; the last is where it comes from."""

_GIVEN_BY: Final[dict[str, Giver]] = {}


def gives(*whats: str) -> Callable[[Giver], Giver]:
    """Whoever gives a kind of bonus says so: the river its steps, the deployment its keshis.

    @bonus.gives(RIVER_STEP)
    def steps_as_bonus(g, p, n, times, source): ...
    """

    def note(giver: Giver) -> Giver:
        _GIVEN_BY.update(dict.fromkeys(whats, giver))
        return giver

    return note


@cache
def parse(text: str) -> Bonus:
    """The bonus written as a short text; an empty text is no bonus.

    >>> parse("2 dates + 1 point")
    (('date', 2), ('points', 1))
    >>> parse("red")
    (('keshi:red', 1),)
    """
    parts: list[tuple[str, int]] = []
    for part in text.split("+") if text.strip() else ():
        words = part.split()
        number = words.pop(0) if words and words[0].isdecimal() and len(words[0]) < 3 else "1"
        what = _ALSO.get("-".join(words), "-".join(words))
        if what not in WHATS:
            raise BadFact(
                N_("{part} is no bonus; write one like '2 date + 1 points'", part=repr(part.strip()[:30]))
            )
        parts.append((what, int(number)))
    return tuple(parts)


def format(bonus: Bonus) -> str:  # noqa: A001 - read as bonus.format(…)
    """The short text of a bonus, which `parse` reads.

    >>> format((("date", 2), ("points", 1)))
    '2 date + 1 points'
    """
    return " + ".join(f"{n} {what}" for what, n in bonus)


def pay_out(g: State, p: Player, bonus: Bonus, *, times: int = 1, source: str) -> Play[None]:
    """Give a bonus, `times` over: every bonus in the game is given here.

    Steps times spectators are one move, and goods times spectators are of one colour.
    """
    for what, each in bonus:
        n = each * times
        if n <= 0:
            continue
        if what in RESOURCES:
            g.gain(p, what, n, source)
        elif what == POINTS:
            g.points(p, n, source)
        else:
            yield from _GIVEN_BY[what](g, p, n, times, source)


def resources_of_choice(g: State, p: Player, n: int, source: str) -> Play[None]:
    """`n` resources, each of the player's choice, asked at once."""
    if n == 1:
        g.gain(p, (yield from choose(p.seat, RESOURCE, RESOURCES, source=source)), 1, source)
        return
    picks = yield Decision(RESOURCE, p.seat, RESOURCES, n, n, distinct=False, about={"source": source})
    for resource in picks:
        g.gain(p, resource, 1, source)


@gives(RESOURCE)
def _resources(g: State, p: Player, n: int, times: int, source: str) -> Play[None]:
    yield from resources_of_choice(g, p, n, source)


def moves(g: State, n: int, times: int) -> tuple[int, int]:
    """How many moves of how many steps `n` steps are, `times` of them by spectators."""
    if times == 1 or g.rulings["steps times spectators are one move"]:
        return 1, n
    return times, n // times
