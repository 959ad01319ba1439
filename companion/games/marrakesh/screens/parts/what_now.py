"""What an assistant's sector would bring now, in symbols, a line for each use; what is unknown is "?".

river     5 steps → jetty 4 + 1          orchard   2 dates
square    the best three entertainers    mosque    4 steps → 1 dinar
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from companion.games.marrakesh.rules import bonus, deploy, facts, lookahead, sectors
from companion.games.marrakesh.rules.keshi import (
    COLOUR_OF,
    DINAR,
    GOODS,
    MADRASA,
    MEDINA,
    MOSQUE,
    ORCHARD,
    PALACE,
    RIVER,
    SAHARA,
    SOUK,
    SQUARE,
    WATER,
)
from companion.games.marrakesh.rules.scrolls import permanent
from companion.games.marrakesh.rules.sectors.river import best_free_spot
from companion.games.marrakesh.rules.sectors.stairs import height
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.parts.claim_card import BRINGS
from companion.games.marrakesh.screens.parts.signs import (
    ARROW,
    UNKNOWN,
    Item,
    Sign,
    bonus_signs,
    so_many_signs,
)

Line: TypeAlias = "list[Item]"
Yields: TypeAlias = Mapping[str, Any]

MOST_LINES: Final = 3


def action_lines(g: State, p: Player, sector: str) -> list[Line]:
    """What the sector action would bring, the vendor's water in hand; nothing if it is not possible."""
    watered = lookahead.with_vendor_water(g, p, sector)
    module = sectors.BY_NAME[sector]
    told = module.yields(g, watered)
    if not module.possible(g, watered) and not told.get("untold"):
        return []
    return [line for line in _LINES[sector](g, watered, told) if line][:MOST_LINES]


def keshi_line(g: State, p: Player, sector: str) -> Line:
    """The other use: a new keshi, and what deploying it brings; nothing where there is no room."""
    if sector == SOUK:
        return ["+", *(Sign(colour) for colour in GOODS)]
    colour = COLOUR_OF[sector]
    if deploy.free_spaces(g, p, colour) <= 0:
        return []
    brings = BRINGS.get(colour, ())
    return ["+", Sign(colour), *([ARROW, *brings] if brings else [])]


def vendor_line(g: State, p: Player, sector: str) -> Line:
    """What the player's water vendor there gives first."""
    water = lookahead.vendor_water(g, p, sector)
    return [Sign("red"), ARROW, *so_many_signs(WATER, water)] if water else []


def _river(g: State, p: Player, y: Yields) -> list[Line]:
    steps, each = y["steps"], permanent.past_jetty_points(p)
    line: Line = [str(steps), Sign("river-step")]
    length, spots = facts.known(g, "river length"), facts.known(g, "jetty spots")
    if y["jetty"]:
        return [[*line, ARROW, str(steps * each), Sign("points")]]
    past = steps - (length - p.river) if length is not None else -1
    if past >= 0:
        spot = str(best_free_spot(g, spots)) if spots is not None else UNKNOWN
        line += [ARROW, Sign("jetty"), spot, *(["+", str(past * each)] if past else []), Sign("points")]
    return [line, ["+", *so_many_signs(WATER, y["water"]), ARROW, str(y["water"])] if y["water"] else []]


def _orchard(g: State, p: Player, y: Yields) -> list[Line]:
    line = so_many_signs("date", y["date"])
    others: Line = [item for what in y["instead"] for item in ("/", Sign(what))]
    return [[*line, *others]]


def _souk(g: State, p: Player, y: Yields) -> list[Line]:
    offices: list[Line] = [[Sign(colour), ARROW, *bonus_signs(text)] for colour, text in y["office"].items()]
    if not offices and y["goods"]:
        offices = [[Sign("goods"), ARROW, UNKNOWN]]
    tiles = len(y["luxury"])
    luxury: Line = [*so_many_signs("luxury", tiles)] if tiles else []
    return [luxury, *offices]


def _square(g: State, p: Player, y: Yields) -> list[Line]:
    spaces = sorted(y["spaces"].values(), key=lambda told: -told[1])
    lines = [bonus_signs(printed, n) for printed, n in spaces if n and bonus.parse(printed)]
    return lines or [[Sign("square-bonus"), "×", UNKNOWN]]


def _stairs(stair: str, step: str) -> Callable[[State, Player, Yields], list[Line]]:
    def lines(g: State, p: Player, y: Yields) -> list[Line]:
        steps, at, past = y["steps"], height(p, stair), y["past_top"]
        known = [facts.known(g, f"stairs threshold {n}") for n in range(1, 5)]
        crossed = sum(1 for at_step in known if at_step is not None and at < at_step <= at + steps)
        line: Line = [str(steps), Sign(step)]
        if past:
            line += [ARROW, str(past * permanent.past_top_points(p, stair)), Sign("points")]
        gains: Line = (
            [*so_many_signs(DINAR, crossed), "+", *so_many_signs("line", crossed)] if crossed else []
        )
        return [line, gains]

    return lines


def _madrasa(g: State, p: Player, y: Yields) -> list[Line]:
    kinds: Line = [Sign(f"scroll:{kind}") for kind in y["kinds"]]
    return [kinds, [str(y["scholars"]), Sign("keshi:gray")]]


def _medina(g: State, p: Player, y: Yields) -> list[Line]:
    told = [facts.known(g, f"workshop {n}") for n in y["workshops"]]
    best = max((print_ for print_ in told if print_), key=lambda print_: print_["points"], default=None)
    line: Line = so_many_signs("gate", y["gates"])
    if best is None:
        return [line]
    price, points = (
        permanent.gate_price(p, best["price"]),
        permanent.gate_points(p, best["price"], best["points"]),
    )
    return [line, [str(price), Sign(DINAR), ARROW, f"{points:+d}".replace("-", "−"), Sign("points")]]


def _sahara(g: State, p: Player, y: Yields) -> list[Line]:
    n = len(y["affordable"]) + len(y["towns"])
    line: Line = so_many_signs("oasis", n) if n else []
    return [line, [Sign("oasis"), UNKNOWN] if y["untold"] else []]


_LINES: Final[dict[str, Callable[[State, Player, Yields], list[Line]]]] = {
    RIVER: _river,
    ORCHARD: _orchard,
    SOUK: _souk,
    SQUARE: _square,
    MOSQUE: _stairs(MOSQUE, "mosque-step"),
    PALACE: _stairs(PALACE, "palace-step"),
    MADRASA: _madrasa,
    MEDINA: _medina,
    SAHARA: _sahara,
}
