"""The madrasa: scrolls for scholars and dates (rulebook page 11).

A player buys scrolls as long as the sum of the scholars they need fits the scholars deployed, paying each
scroll's dates. Just before the first purchase of a round, 1 dinar may replace the three face-up scrolls of
one kind; then one of the new ones must be bought. What was bought leaves a gap until the player's turn ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.games.marrakesh.rules import displays, paying
from companion.games.marrakesh.rules.catalogue.scrolls import KINDS, ScrollKind
from companion.games.marrakesh.rules.expansions.imam_sultan import scroll_discount
from companion.games.marrakesh.rules.keshi import DATE, DINAR, MADRASA
from companion.games.marrakesh.rules.scrolls import instant
from companion.games.marrakesh.rules.state import EMPTY
from companion.play.decision import PASS, Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

REFRESH = "refresh:"


def action(g: State, p: Player) -> Play[None]:
    """Buy as many scrolls as scholars and dates allow."""
    used = 0
    at_start = p.keshis[MADRASA]
    while True:
        scholars = p.keshis[MADRASA] if g.rulings["new scholars count at once"] else at_start
        kinds = _within_reach(g, p, scholars - used)
        if not kinds:
            return
        options: dict[str, ScrollKind] = {}
        for kind in kinds:
            for number in displays.face_up_scrolls(g, kind.name):
                options[f"{number:02}"] = kind
        fresh = tuple(f"{REFRESH}{kind.name}" for kind in kinds if _may_refresh(g, p, kind))
        key = yield from choose(p.seat, "scroll", (*options, *fresh, PASS), scholars=scholars - used)
        if key == PASS:
            return
        if key in fresh:
            kind = KINDS[key.removeprefix(REFRESH)]
            keep = {DATE: price(g, p, kind)}  # for the scroll that must be bought next
            yield from paying.pay(g, p, {DINAR: 1}, keep=keep, source="refresh")
            shown = displays.refresh_scrolls(g, kind.name)
            key = yield from choose(p.seat, "refreshed scroll", tuple(f"{n:02}" for n in shown))
        else:
            kind = options[key]
        used += kind.scholars
        p.scroll_bought = True
        yield from _buy(g, p, int(key), kind)


def possible(g: State, p: Player) -> bool:
    return bool(_within_reach(g, p, p.keshis[MADRASA]))


def ready(g: State, p: Player) -> Play[None]:
    yield from ()


def yields(g: State, p: Player) -> Mapping[str, Any]:
    """Scholars, dates, and the kinds of scrolls they reach."""
    kinds = [kind.name for kind in _within_reach(g, p, p.keshis[MADRASA])]
    return {"scholars": p.keshis[MADRASA], "date": p.resources[DATE], "kinds": kinds}


def price(g: State, p: Player, kind: ScrollKind) -> int:
    """Dates a scroll of this kind costs the player (1 less in the Sultan's company)."""
    return max(0, kind.dates - scroll_discount(g, p))


def _within_reach(g: State, p: Player, scholars: int) -> list[ScrollKind]:
    """Kinds of scrolls that lie there and that scholars and dates are enough for."""
    return [
        kind
        for kind in KINDS.values()
        if kind.scholars <= scholars and p.resources[DATE] >= price(g, p, kind) and _any_up(g, kind)
    ]


def _any_up(g: State, kind: ScrollKind) -> bool:
    return any(tile != EMPTY for tile in g.scrolls[kind.name].up)


def _may_refresh(g: State, p: Player, kind: ScrollKind) -> bool:
    """Before the first purchase of the round, for a dinar that leaves the dates for the scroll to follow."""
    cost = {DINAR: 1, DATE: price(g, p, kind)}
    stack = sum(g.scrolls[kind.name].below)
    return not p.scroll_bought and stack > 0 and _any_up(g, kind) and paying.can_pay(p, cost)


def _buy(g: State, p: Player, number: int, kind: ScrollKind) -> Play[None]:
    yield from paying.pay(g, p, {DATE: price(g, p, kind)}, source=f"scroll {number}")
    yield from acquire(g, p, number, source=MADRASA)


def acquire(g: State, p: Player, number: int, *, source: str) -> Play[None]:
    """Take a face-up scroll; what acts at once, acts now."""
    displays.take_scroll(g, number)
    yield from instant.acquire(g, p, number, source=source)


def take_free(
    g: State,
    p: Player,
    kinds: str | tuple[str, ...],
    *,
    dates: int = 0,
    may_pass: bool = True,
    source: str,
) -> Play[None]:
    """A scroll of the display without its scholars, for `dates` instead of its own price (no refresh)."""
    if dates and not g.rulings["sultan not on scroll 58"]:
        dates = max(0, dates - scroll_discount(g, p))
    if p.resources[DATE] < dates:
        return
    numbers: list[str] = []
    for kind in (kinds,) if isinstance(kinds, str) else kinds:
        numbers += [f"{n:02}" for n in displays.face_up_scrolls(g, kind)]
    if not numbers:
        return
    key = yield from choose(
        p.seat, "free scroll", (*numbers, PASS) if may_pass else tuple(numbers), source=source
    )
    if key != PASS:
        yield from paying.pay(g, p, {DATE: dates}, source=source)
        yield from acquire(g, p, int(key), source=source)
