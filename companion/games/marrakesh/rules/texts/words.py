"""The game's nouns for people: colours, keshis, resources, sectors, amounts, bonuses.

Every word is its own message, so that a translation can use its rulebook's terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.marrakesh.rules import bonus
from companion.games.marrakesh.rules.names import COLOUR as COLOUR
from companion.games.marrakesh.rules.names import ROLE as ROLE
from companion.games.marrakesh.rules.names import SECTOR as SECTOR
from companion.words import N_, Text

RESOURCE: Final[dict[str, Text]] = {"water": N_("water"), "dinar": N_("dinar"), "date": N_("date")}

PHASE: Final[dict[str, Text]] = {
    "setup": N_("Setup"),
    "select": N_("Select keshis"),
    "toss": N_("Toss into the tower"),
    "claim": N_("Claim keshis"),
    "place": N_("Exchange and place"),
    "assistants": N_("Use assistants"),
    "river bonus": N_("River bonus"),
    "season": N_("Season scoring"),
    "final": N_("Final scoring"),
    "over": N_("The game is over"),
}

PATH: Final[dict[str, Text]] = {
    "left": N_("left path"),
    "right": N_("right path"),
    "start": N_("start oasis"),
}

KIND: Final[dict[str, Text]] = {
    "gray": N_("gray scrolls"),
    "yellow": N_("yellow scrolls"),
    "pink": N_("pink scrolls"),
    "orange": N_("orange scrolls"),
}

_AMOUNT: Final[dict[str, tuple[Text, Text]]] = {
    "water": (N_("1 water"), N_("{n} water")),
    "dinar": (N_("1 dinar"), N_("{n} dinars")),
    "date": (N_("1 date"), N_("{n} dates")),
    "points": (N_("1 point"), N_("{n} points")),
    "resource": (N_("1 resource of choice"), N_("{n} resources of choice")),
    "goods": (N_("1 goods keshi"), N_("{n} goods keshis of one colour")),
    "any-keshi": (N_("1 keshi of choice"), N_("{n} keshis of choice")),
    "same-keshis": (N_("1 keshi of choice"), N_("{n} keshis of one colour")),
    "river-step": (N_("1 river step"), N_("{n} river steps")),
    "mosque-step": (N_("1 step on the mosque staircase"), N_("{n} steps on the mosque staircase")),
    "palace-step": (N_("1 step on the palace staircase"), N_("{n} steps on the palace staircase")),
    "stair-step": (N_("1 step on a staircase"), N_("{n} steps on a staircase")),
    "step": (N_("1 step"), N_("{n} steps")),
    "keshi": (N_("1 keshi"), N_("{n} keshis")),
    "tile": (N_("1 tile"), N_("{n} tiles")),
    "keshi:turquoise": (N_("1 fish"), N_("{n} fish")),
    "keshi:green": (N_("1 date picker"), N_("{n} date pickers")),
    "keshi:pink": (N_("1 entertainer"), N_("{n} entertainers")),
    "keshi:black": (N_("1 cleric"), N_("{n} clerics")),
    "keshi:white": (N_("1 noble"), N_("{n} nobles")),
    "keshi:gray": (N_("1 scholar"), N_("{n} scholars")),
    "keshi:beige": (N_("1 guard"), N_("{n} guards")),
    "keshi:brown": (N_("1 caravan"), N_("{n} caravans")),
    "keshi:red": (N_("1 water vendor"), N_("{n} water vendors")),
    "keshi:yellow": (N_("1 yellow goods keshi"), N_("{n} yellow goods keshis")),
    "keshi:purple": (N_("1 purple goods keshi"), N_("{n} purple goods keshis")),
    "keshi:orange": (N_("1 orange goods keshi"), N_("{n} orange goods keshis")),
    "spectator": (N_("1 spectator"), N_("{n} spectators")),
}

NOTHING: Final = N_("nothing")


def amount(what: str, n: int) -> Text:
    """So many of something.

    >>> str(amount("date", 1)), str(amount("date", 3))
    ('1 date', '3 dates')
    """
    one, many = _AMOUNT[what]
    return one if n == 1 else Text(many.msgid, {"n": n})


def colours(key: str, n: int) -> Text:
    """So many keshis of a colour, by the colour: that is what lies in the tower's base.

    >>> str(colours("green", 2))
    '2 green'
    """
    return N_("{n} {colour}", n=n, colour=COLOUR[key])


def joined(parts: Iterable[Text]) -> Text:
    """Several things in a row.

    >>> str(joined([amount("date", 1), amount("points", 2)]))
    '1 date + 2 points'
    """
    whole: Text | None = None
    for part in parts:
        whole = part if whole is None else Text("{a} + {b}", {"a": whole, "b": part})
    return whole if whole is not None else NOTHING


def listed(parts: Iterable[Text]) -> Text:
    """Several alternatives in a row.

    >>> str(listed([amount("date", 1), amount("points", 2)]))
    '1 date / 2 points'
    """
    whole: Text | None = None
    for part in parts:
        whole = part if whole is None else Text("{a} / {b}", {"a": whole, "b": part})
    return whole if whole is not None else NOTHING


def costs(cost: Mapping[str, int]) -> Text:
    """A cost in resources or goods keshis."""
    return joined(amount(what if what in _AMOUNT else f"keshi:{what}", n) for what, n in cost.items() if n)


def gains(printed: bonus.Bonus, times: int = 1) -> Text:
    """A printed bonus, so many times over."""
    return joined(amount(what, n * times) for what, n in printed)


def short(text: str) -> Text:
    """A bonus from its short text ("2 date + 1 points")."""
    return gains(bonus.parse(text))
