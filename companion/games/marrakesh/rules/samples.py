"""Made-up answers to open questions, for robots: legal, and plausible where `about` has a `sample`
or says what is `likely`.

None of these values claims to be printed anywhere: a robot answers like a table that cannot read.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from companion.games.marrakesh.rules.forms import span
from companion.games.marrakesh.rules.keshi import COLOURS, GOODS, RESOURCES
from companion.play.forms import NUMBER, About, some_number

_SMALL: Final = ("1 water", "1 dinar", "1 date", "2 points", "1 points", "1 river-step")


def _some_counts(about: About, rng: random.Random) -> dict[str, int]:
    """About as many as a tower lets through: each keshi inside comes out three times in four."""
    inside = about.get("inside") or dict.fromkeys(COLOURS, 1)
    counts = {c: sum(1 for _ in range(n) if rng.random() < 0.75) for c, n in inside.items() if n}
    return {colour: n for colour, n in counts.items() if n}


def _some_amounts(about: About, rng: random.Random) -> dict[str, int]:
    amounts = {what: rng.randint(0, min(5, about["most"].get(what, 5))) for what in about["among"]}
    return {what: n for what, n in amounts.items() if n}


def _some_built(about: About, rng: random.Random) -> dict[str, str]:
    bag = [colour for colour, n in about["left"].items() for _ in range(n)]
    spaces = rng.sample(about["spaces"], min(len(about["spaces"]), about.get("most", 8), rng.randint(0, 3)))
    return dict(zip(spaces, rng.sample(bag, len(spaces)), strict=True))


def _some_numbers(about: About, rng: random.Random) -> tuple[int, ...]:
    if "sample" in about:
        return tuple(rng.sample(about["sample"], len(about["sample"])))
    least, most = span(about)
    n = about.get("likely", rng.randint(least, min(most, least + 4)))
    if about.get("distinct"):
        left = [k for k in range(max(1, about["low"]), about["high"] + 1) if k not in about.get("gone", ())]
        return tuple(rng.sample(left, n))
    return tuple(
        sorted((rng.randint(about.get("low", 0), about.get("high", 6)) for _ in range(n)), reverse=True)
    )


def _some_choice(about: About, rng: random.Random) -> str:
    return str(rng.choice(about["among"]))


def _some_picks(about: About, rng: random.Random) -> tuple[str, ...]:
    if "sample" in about:
        return tuple(rng.sample(about["sample"], len(about["sample"])))
    least, most = span(about)
    if about.get("repeat"):
        return tuple(rng.choice(about["among"]) for _ in range(rng.randint(least, min(most, least + 4))))
    return tuple(rng.sample(about["among"], rng.randint(least, min(most, len(about["among"])))))


def _some_cost(about: About, rng: random.Random) -> dict[str, int]:
    among = about.get("among", RESOURCES)
    cost = {what: rng.randint(0, 2) for what in among}
    if not any(cost.values()):
        cost[rng.choice(among)] = 1
    return {what: n for what, n in cost.items() if n}


def _some_bonus(about: About, rng: random.Random) -> str:
    return rng.choice(_SMALL)


def _some_bonuses(about: About, rng: random.Random) -> tuple[str, ...]:
    if "sample" in about:
        return tuple(rng.sample(about["sample"], len(about["sample"])))
    least, most = span(about)
    n = rng.randint(max(least, 1), min(most, max(least, 1) + 4))
    keshis = tuple(f"1 keshi:{colour}" for colour in COLOURS)
    return tuple(rng.choice(keshis if rng.random() < 0.5 else _SMALL) for _ in range(n))


def _some_rapids(about: About, rng: random.Random) -> tuple[tuple[int, tuple[str, ...]], ...]:
    spaces = sorted(rng.sample(range(*about.get("likely", (2, 20))), 4))
    return tuple((n, (rng.choice(("1 points", "3 points", "1 resource", "1 goods")),)) for n in spaces)


def _some_luxury(about: About, rng: random.Random) -> dict[str, Any]:
    cost = _some_cost({"among": GOODS}, rng)
    points = 2 * sum(cost.values()) + rng.randint(0, 3)
    return {"kind": rng.choice(about["kinds"]), "cost": cost, "gain": f"1 water + {points} points"}


def _some_office(about: About, rng: random.Random) -> dict[str, str]:
    return {colour: rng.choice(("2 date", "2 water", "1 dinar + 1 points", "1 date")) for colour in GOODS}


def _some_provision(about: About, rng: random.Random) -> dict[str, Any]:
    cost = _some_cost({}, rng)
    return {"cost": cost, "points": sum(cost.values()) + rng.randint(0, 2)}


def _some_workshop(about: About, rng: random.Random) -> dict[str, int]:
    price = rng.randint(1, 2)
    return {"price": price, "points": 2 * price - 1}


SAMPLES: Final[dict[str, Callable[[About, random.Random], Any]]] = {
    "counts": _some_counts,
    "amounts": _some_amounts,
    "built": _some_built,
    NUMBER: some_number,
    "points": lambda about, rng: rng.randint(0, 12),
    "numbers": _some_numbers,
    "choice": _some_choice,
    "picks": _some_picks,
    "cost": _some_cost,
    "bonus": _some_bonus,
    "bonuses": _some_bonuses,
    "rapids": _some_rapids,
    "luxury": _some_luxury,
    "office": _some_office,
    "provision": _some_provision,
    "workshop": _some_workshop,
}
