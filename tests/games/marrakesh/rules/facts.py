"""Printed values invented for the tests: a whole copy of the game that nobody owns.

Where a worked example of the rulebooks tells a value (the jetty's 4-spot, a slipper, a line), it is that one.
"""

from __future__ import annotations

from typing import Any, Final

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.keshi import COLOURS, GOODS

_PAIRS: Final = (
    ("yellow", "yellow"),
    ("purple", "purple"),
    ("orange", "orange"),
    ("yellow", "purple"),
    ("yellow", "orange"),
    ("purple", "orange"),
)
_LUXURY_KINDS: Final = ("slippers", "tajine", "dagger", "oil lamp", "necklace")

TEST_FACTS: Final[dict[str, Any]] = {
    "river length": 20,
    "river rapids": [[4, ["1 points"]], [9, ["1 resource"]], [14, ["3 points"]], [18, ["1 goods"]]],
    "river crocodile": 5,
    "jetty spots": [6, 5, 4, 3],
    "stairs threshold 1": 3,
    "stairs threshold 2": 7,
    **{
        f"line {p}-{m}": ["1 dinar", "1 date", f"{p + m - 1} points"]
        for p in range(1, 6)
        for m in range(1, 6)
    },
    "line 2-1": ["1 dinar", "1 keshi:turquoise", "1 keshi:gray", "1 keshi:yellow", "5 points"],
    "line 2-2": ["1 dinar", "1 keshi:red", "1 keshi:green", "3 points"],
    "imam stair": 4,
    "sultan stair": 4,
    "workshop 2": {"price": 1, "points": 1},
    "workshop 3": {"price": 2, "points": 4},
    "square bonuses": [
        "1 goods",
        "1 mosque-step",
        "1 dinar",
        "2 points",
        "1 water",
        "1 river-step",
        "1 palace-step",
        "1 date",
    ],
    "disc pink": [3, 3, 2, 1, 2, 1, 1, 2],
    "disc purple": [4, 3, 2, 0, 2, 1, 2, 1],
    "sahara left-1 cost": {"dinar": 1},
    "sahara left-2 cost": {"date": 2},
    "sahara left-3 cost": {"dinar": 2, "water": 1},
    "sahara right-1 cost": {"date": 1, "water": 1},
    "sahara right-2 cost": {"water": 2},
    "sahara right-3 cost": {"dinar": 1, "date": 2},
    "storage spaces": ["keshi", "exchange", "keshi", "scroll", "keshi", "nothing"],
    "gate space souk": ["yellow", "purple", "orange"],
    "luxury 1": {"kind": "slippers", "cost": {"orange": 1}, "gain": "1 water + 2 points"},
    "luxury 2": {"kind": "necklace", "cost": {"purple": 3, "orange": 2}, "gain": "13 points"},
    **{
        f"luxury {n}": {
            "kind": _LUXURY_KINDS[n % 5],
            "cost": {GOODS[n % 3]: 1 + n % 2, GOODS[(n + 1) % 3]: 1},
            "gain": f"{n % 4 + 3} points + 1 date",
        }
        for n in range(3, 26)
    },
    "office 1": {"yellow": "1 dinar", "purple": "2 date", "orange": "2 water"},
    "office 2": {
        "yellow": "1 date + 1 river-step",
        "purple": "1 dinar + 1 points",
        "orange": "1 water + 1 stair-step",
    },
    **{f"office {n}": {"yellow": "2 water", "purple": "1 dinar", "orange": "2 date"} for n in range(3, 13)},
    **{
        f"provision {n}": {"cost": {"water": 2, "date": 1 + n % 2, "dinar": 1}, "points": 4}
        for n in range(1, 13)
    },
    **{f"scroll {n} colour": colour for n, colour in enumerate(COLOURS, 1)},
    **{f"scroll {n} colours": list(pair) for n, pair in zip(range(37, 43), _PAIRS, strict=True)},
    "oasis 1 colours": ["black", "turquoise", "green"],
    "oasis 2 colours": ["white", "gray", "beige"],
    "oasis 3 colours": ["pink", "brown", "red"],
    "oasis 4 colours": ["yellow", "purple", "orange"],
    **{
        f"oasis {n} colour": colour
        for n, colour in enumerate(
            ("white", "green", "turquoise", "pink", "black", "gray", "beige", "brown", "red"), 5
        )
    },
    **{f"oasis {n} luxury": kind for n, kind in enumerate(_LUXURY_KINDS, 14)},
    **{f"oasis {n} points": 2 for n in range(14, 19)},
    "oasis 19 resource": "water",
    "oasis 20 resource": "dinar",
    "oasis 21 resource": "date",
}


def told() -> dict[str, Any]:
    """All of it in its normal form, as a table that has played before has told it."""
    return {key: facts.check(key, value) for key, value in TEST_FACTS.items()}
