"""Shapes of the answers to open questions: the counts of the tower, what is printed on a tile.

`companion.play.forms` checks a value with them, `samples` makes values up for robots. An
`about` may hold a `sample` or say what is `likely`, so that what they make up looks like a game; no screen
shows either, for neither is printed anywhere. The bonuses `known` to be there are offered first.

| form | a value | about |
|---|---|---|
| counts | {"green": 2, "red": 1} | inside: most of each colour |
| amounts | {"mosque": 3} | among, most: {"mosque": 16} |
| built | {"river": "green"} (gate space: colour) | spaces, left: most of each colour |
| number, points | 7 | low, high |
| numbers | [3, 1, 2] | count (or least, most), low, high, falling: sort, highest first |
| choice | "palace" | among |
| picks | ["green", "pink"] | among, count (or least, most), repeat, at_least: ("keshi", 3) |
| cost | {"date": 1, "water": 1} | among (what it is paid in) |
| bonus | "2 date + 1 points" | |
| bonuses | ["1 water", "2 points"] | count (or least, most), known |
| rapids | [[4, ["1 points"]], [9, ["1 resource"]]] | length |
| luxury | {"kind": "slippers", "cost": {"orange": 1}, "gain": "1 water + 2 points"} | kinds |
| office | {"yellow": "1 dinar", "purple": "2 date", "orange": "1 water"} | |
| provision | {"cost": {"date": 2, "dinar": 1}, "points": 4} | |
| workshop | {"price": 1, "points": 1} | |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NoReturn

from companion.games.marrakesh.rules import bonus
from companion.games.marrakesh.rules.keshi import COLOURS, GOODS, RESOURCES
from companion.games.marrakesh.rules.names import thing, things
from companion.play.errors import IllegalMove
from companion.play.forms import NUMBER, About, number, whole
from companion.words import N_, Text


def _refuse(sentence: Text) -> NoReturn:
    raise IllegalMove(sentence)


def _amounts(value: Any, among: Sequence[str], most: int = 99) -> dict[str, int]:
    """{"date": 1, …} with only what is there, in a fixed order."""
    if not isinstance(value, Mapping):
        _refuse(N_("give amounts by name, not {value}", value=repr(str(value)[:30])))
    for key in value:
        if key not in among:
            _refuse(
                N_(
                    "{key} cannot be counted here, only {among}",
                    key=thing(str(key)[:30]),
                    among=things(among),
                )
            )
    amounts = {key: whole(value[key], 0, most, thing(key)) for key in among if key in value}
    return {key: n for key, n in amounts.items() if n}


def _list(value: Any, about: About, what: Text) -> list[Any]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        _refuse(N_("give a list of {what}, not {value}", what=what, value=repr(str(value)[:30])))
    least, most = span(about)
    if not least <= len(value) <= most:
        if least == most:
            _refuse(N_("give {least} {what}, not {n}", least=least, what=what, n=len(value)))
        _refuse(N_("give {least} to {most} {what}, not {n}", least=least, most=most, what=what, n=len(value)))
    return list(value)


def span(about: About) -> tuple[int, int]:
    count = about.get("count")
    if count is not None:
        return count, count
    return about.get("least", 0), about.get("most", 99)


def _field(value: Any, name: str) -> Any:
    if not isinstance(value, Mapping) or name not in value:
        _refuse(N_("the {what} is missing", what=thing(name)))
    return value[name]


# ---- checks ---------------------------------------------------------------------------------------------


def _counts(value: Any, about: About) -> dict[str, int]:
    counts = _amounts(value, COLOURS)
    for colour, most in about.get("inside", {}).items():
        if counts.get(colour, 0) > most:
            _refuse(
                N_(
                    "{n} {colour} cannot have come out: only {most} can be in the tower",
                    n=counts[colour],
                    colour=thing(colour),
                    most=most,
                )
            )
    return counts


def _named_amounts(value: Any, about: About) -> dict[str, int]:
    amounts = _amounts(value, about["among"])
    for what, n in amounts.items():
        if n > about["most"].get(what, 99):
            _refuse(
                N_("{what} cannot be {n}, at most {most}", what=thing(what), n=n, most=about["most"][what])
            )
    return amounts


def _built(value: Any, about: About) -> dict[str, str]:
    if not isinstance(value, Mapping):
        _refuse(N_("give gates by their space: {'river': 'green'}"))
    built = {_choice(s, {"among": about["spaces"]}): _choice(c, {"among": COLOURS}) for s, c in value.items()}
    for colour in built.values():
        if list(built.values()).count(colour) > about["left"][colour]:
            _refuse(N_("there are not so many {colour} gates", colour=thing(colour)))
    if len(built) > about.get("most", 8):
        _refuse(N_("only {most} guards stand there for gates", most=about["most"]))
    return {space: built[space] for space in about["spaces"] if space in built}


def _points(value: Any, about: About) -> int:
    return whole(value, about.get("low", -999), about.get("high", 999), N_("the points"))


def _numbers(value: Any, about: About) -> tuple[int, ...]:
    low, high = about.get("low", 0), about.get("high", 999)
    numbers = [whole(n, low, high) for n in _list(value, about, N_("numbers"))]
    if about.get("distinct") and len({n for n in numbers if n}) != len([n for n in numbers if n]):
        _refuse(N_("each can be named only once"))
    if gone := sorted(set(numbers) & set(about.get("gone", ()))):
        _refuse(N_("{n} lies elsewhere on the table", n=gone[0]))
    return tuple(sorted(numbers, reverse=True) if about.get("falling") else numbers)


def _choice(value: Any, about: About) -> str:
    if value not in about["among"]:
        _refuse(
            N_(
                "{answer} is not possible here; possible: {options}",
                answer=thing(str(value)[:30]),
                options=things(about["among"]),
            )
        )
    return str(value)


def _picks(value: Any, about: About) -> tuple[str, ...]:
    picks = tuple(_choice(pick, about) for pick in _list(value, about, N_("entries")))
    if not about.get("repeat") and len(set(picks)) != len(picks):
        _refuse(N_("each can be named only once"))
    what, least = about.get("at_least", ("", 0))
    if picks.count(what) < least:
        _refuse(N_("{what} must be named at least {least} times", what=thing(what), least=least))
    return picks


def _cost(value: Any, about: About) -> dict[str, int]:
    return _amounts(value, about.get("among", RESOURCES), 12)


def _bonus(value: Any, about: About) -> str:
    if not isinstance(value, str):
        _refuse(N_("write a bonus like '2 date + 1 points', not {value}", value=repr(str(value)[:30])))
    return bonus.format(bonus.parse(value))


def _bonuses(value: Any, about: About) -> tuple[str, ...]:
    return tuple(_bonus(one, about) for one in _list(value, about, N_("bonuses")))


def _rapids(value: Any, about: About) -> tuple[tuple[int, tuple[str, ...]], ...]:
    rapids = []
    for rapid in _list(value, {"least": 1, "most": 20}, N_("rapids")):
        if isinstance(rapid, str) or not isinstance(rapid, Sequence) or len(rapid) != 2:
            _refuse(N_("give each rapid as its first space beyond and its bonuses: [4, ['1 points']]"))
        space = whole(rapid[0], 1, about.get("length", 99), N_("the space"))
        rapids.append((space, _bonuses(rapid[1], {"least": 1, "most": 6})))
    if sorted({space for space, _ in rapids}) != [space for space, _ in rapids]:
        _refuse(N_("name the rapids in the order of the river, each once"))
    return tuple(rapids)


def _luxury(value: Any, about: About) -> dict[str, Any]:
    return {
        "kind": _choice(_field(value, "kind"), {"among": about["kinds"]}),
        "cost": _cost(_field(value, "cost"), {"among": GOODS}),
        "gain": _bonus(_field(value, "gain"), about),
    }


def _office(value: Any, about: About) -> dict[str, str]:
    return {colour: _bonus(_field(value, colour), about) for colour in GOODS}


def _provision(value: Any, about: About) -> dict[str, Any]:
    return {
        "cost": _cost(_field(value, "cost"), {}),
        "points": whole(_field(value, "points"), 0, 30, N_("the points lost")),
    }


def _workshop(value: Any, about: About) -> dict[str, int]:
    return {
        "price": whole(_field(value, "price"), 0, 12, N_("the price")),
        "points": whole(_field(value, "points"), -20, 20, N_("the points")),
    }


CHECKS: Final[dict[str, Callable[[Any, About], Any]]] = {
    "counts": _counts,
    "amounts": _named_amounts,
    "built": _built,
    NUMBER: number,
    "points": _points,
    "numbers": _numbers,
    "choice": _choice,
    "picks": _picks,
    "cost": _cost,
    "bonus": _bonus,
    "bonuses": _bonuses,
    "rapids": _rapids,
    "luxury": _luxury,
    "office": _office,
    "provision": _provision,
    "workshop": _workshop,
}
