"""Printed values: known from a rulebook, told by the table, or unknown and asked when first needed.

Every fact has a key in plain words. What stands in place of # is a number:

    "river length"   "stairs threshold 2"   "line 2-3"   "sahara left-1 cost"   "luxury 7"

`need(g, key)` gives the value, asking the table if nobody knows it yet. What the table tells wins over the
books, is kept in `g.facts`, and is remembered for the next game with the same copy, except keys that begin
with "this game". Books leave most of these out; none of them is invented here.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from companion.games.marrakesh.rules.catalogue.luxury import KINDS
from companion.games.marrakesh.rules.keshi import COLOUR_OF, COLOURS, GOODS, MEDINA, MOSQUE, PALACE, RESOURCES
from companion.play.decision import TABLE, Play
from companion.play.facts import Facts, Family
from companion.words import N_, Text

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State

THIS_GAME: Final = "this game "
"""Facts under this prefix hold for one game only: tiles laid out anew each time."""

STORAGE_KINDS: Final = ("keshi", "exchange", "scroll", "nothing")
SQUARE_BONUSES: Final = (
    "1 water", "1 mosque-step", "1 river-step", "1 dinar", "2 points", "1 palace-step", "1 date", "1 goods",
)  # fmt: skip
"""The eight bonuses around the main square; in which order they stand no book says."""

_COLOUR: Final = {"among": COLOURS}
_STAIRS: Final = {"among": (MOSQUE, PALACE)}

FAMILIES: Final[dict[str, Family]] = {
    # the board
    "river length": Family("number", {"low": 6, "high": 60, "likely": (16, 24)}),
    "river rapids": Family("rapids", {"length": 60, "likely": (3, 16)}),
    "river crocodile": Family("number", {"low": 1, "high": 60, "likely": (1, 5)}),
    "jetty spots": Family(
        "numbers", {"least": 1, "most": 8, "low": 0, "high": 12, "falling": True, "likely": 4}
    ),
    "stairs threshold #": Family("number", {"low": 1, "high": 16}, range(1, 5)),
    "line #-#": Family("bonuses", {"least": 0, "most": 9}, range(1, 6)),
    "this game line #-#": Family("bonuses", {"least": 0, "most": 9}, range(1, 6)),
    "imam stair": Family("number", {"low": 1, "high": 15}),
    "sultan stair": Family("number", {"low": 1, "high": 15}),
    "workshop #": Family("workshop", {}, range(1, 5)),
    # a player's board
    "square bonuses": Family("bonuses", {"count": 8, "known": SQUARE_BONUSES, "sample": SQUARE_BONUSES}),
    "disc pink": Family("numbers", {"count": 8, "low": 0, "high": 4, "sample": (3, 1, 2, 1, 3, 2, 1, 2)}),
    "disc purple": Family("numbers", {"count": 8, "low": 0, "high": 4, "sample": (4, 1, 2, 0, 3, 2, 1, 2)}),
    "sahara left-# cost": Family("cost", {}, range(1, 4)),
    "sahara right-# cost": Family("cost", {}, range(1, 4)),
    "storage spaces": Family(
        "picks",
        {
            "among": STORAGE_KINDS,
            "count": 6,
            "repeat": True,
            "at_least": ("keshi", 3),
            "sample": ("keshi", "keshi", "keshi", "exchange", "scroll", "exchange"),
        },
    ),
    **{
        f"gate space {sector}": Family("picks", {"among": COLOURS, "least": 0, "most": 4})
        for sector in (*(s for s in COLOUR_OF if s != MEDINA), "souk")
    },
    # tiles
    "luxury #": Family("luxury", {"kinds": tuple(KINDS)}, range(1, 26)),
    "office #": Family("office", {}, range(1, 13)),
    "provision #": Family("provision", {}, range(1, 13)),
    "scroll # colour": Family("choice", _COLOUR, range(1, 13)),
    "scroll # colours": Family("picks", {"among": GOODS, "count": 2, "repeat": True}, range(37, 43)),
    "oasis # colours": Family("picks", {"among": COLOURS, "count": 3}, range(1, 5)),
    "oasis # colour": Family("choice", {"among": tuple(c for c in COLOURS if c not in GOODS)}, range(5, 14)),
    "oasis # luxury": Family("choice", {"among": tuple(KINDS)}, range(14, 19)),
    "oasis # points": Family("number", {"low": 1, "high": 6}, range(14, 19)),
    "oasis # resource": Family("choice", {"among": RESOURCES}, range(19, 22)),
    "oasis # stair": Family("choice", _STAIRS, range(27, 29)),
}

BOOK: Final[dict[str, Any]] = {
    "stairs threshold 3": 11,
    "stairs threshold 4": 16,
    "workshop 1": {"price": 0, "points": -3},
    "workshop 4": {"price": 3, "points": 7},
    "oasis 5 colour": "white",
    "oasis 7 colour": "turquoise",
    "oasis 21 resource": "date",
    "oasis 27 stair": PALACE,
    "oasis 28 stair": MOSQUE,
    **{f"gate space {sector}": (colour,) for sector, colour in COLOUR_OF.items() if sector != MEDINA},
}
"""What the rulebooks print; oases 27 and 28 as in the German book, the English ones have them reversed."""

DISPUTED: Final = frozenset(("oasis 27 stair", "oasis 28 stair"))

FACTS: Final = Facts(FAMILIES, BOOK, DISPUTED)

family = FACTS.family
check = FACTS.check
question = FACTS.question


def need(g: State, key: str, **besides: Any) -> Play[Any]:
    """The value of a fact; the table is asked if nobody knows it.

    besides    for the question only: what other facts tell about this one (`low`, `high`), and which of
               several tiles is meant: whose (`seat`), in which shop (`slot`), of which season (`season`)
    """
    value = known(g, key)
    if value is None:
        value = yield from FACTS.need(g.facts, key, partial(tell, g), **besides)
    return value


def known(g: State, key: str) -> Any:
    """The value of a fact if somebody knows it, else None."""
    return FACTS.known(g.facts, key)


def provenance(g: State, key: str) -> str:
    """Where the value of a fact comes from: printed, unverified, told or unknown."""
    return FACTS.provenance(g.facts, key)


def tell(g: State, key: str, value: Any) -> None:
    """The table says what is printed there; its word wins over the books.

    What may have been told before is told through `adjust.prints`: what was laid out by the old one follows.
    """
    g.facts[key] = value
    g.tell("fact", TABLE, key=key, value=value)


def of_copy(key: str) -> bool:
    """Whether a fact belongs to the copy of the game, to be remembered beyond this game."""
    return not key.startswith(THIS_GAME)


def doubt(key: str, value: Any) -> Text | None:
    """A sentence if a told value does not fit what the books let slip; it is accepted all the same."""
    if key == "square bonuses" and sorted(value) != sorted(SQUARE_BONUSES):
        return N_("The main square shows eight different bonuses, each once.")
    if key == "disc pink" and sorted(value) != [1, 1, 1, 2, 2, 2, 3, 3]:
        return N_("The pink disc has two sections with 3 spectators, three with 2 and three with 1.")
    if key == "disc purple" and (value.count(0) != 1 or value.count(4) != 1):
        return N_("The purple disc has one section without spectators and one with 4.")
    if key == "jetty spots" and 4 not in value:
        return N_("One of the jetty's spots is worth 4 points.")
    if key == "river rapids" and len(value) < 3:
        return N_("The river has at least three rapids.")
    if key == "storage spaces" and value[0] != "keshi":
        return N_("The first storage space shows a keshi.")
    if key in BOOK and key not in DISPUTED and value != BOOK[key]:
        return N_("A rulebook says otherwise.")
    return None
