"""What an assistant's sector would bring now, and what is missing for the provisions, in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.games.marrakesh.rules import bonus, deploy, keshi, lookahead, sectors
from companion.games.marrakesh.rules.texts import words
from companion.games.marrakesh.rules.texts.kinds import filled
from words import N_, Text

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.lookahead import Provisions
    from companion.games.marrakesh.rules.state import Player, State

Yields: TypeAlias = Mapping[str, Any]

_NOT_NOW: Final = N_("nothing to do there now")


def _river(y: Yields) -> Text:
    steps = words.amount("step", y["steps"])
    if y["jetty"]:
        return filled(N_("{steps} past the jetty"), steps=steps)
    if y["water"]:
        return filled(N_("{steps} + up to {n} for water"), steps=steps, n=y["water"])
    return steps


def _orchard(y: Yields) -> Text:
    dates = words.amount("date", y["date"])
    return filled(N_("{dates}, or something else for each"), dates=dates) if y["instead"] else dates


def _souk(y: Yields) -> Text:
    if not y["goods"]:
        known = N_("a luxury good for nothing (Imam)")
        return known if y["luxury"] else N_("perhaps a luxury good for nothing (Imam)")
    if len(y["luxury"]) == 1:
        return N_("exchange office, or a luxury good")
    if y["luxury"]:
        return filled(N_("exchange office, or one of {n} luxury goods"), n=len(y["luxury"]))
    if y["office"]:
        gives = (words.short(text) for text in dict.fromkeys(y["office"].values()))
        return filled(N_("exchange office: {gives}"), gives=words.listed(gives))
    if y["goods"] == 1:
        return N_("exchange office or luxury good with 1 goods keshi")
    return filled(N_("exchange office or luxury good with {n} goods keshis"), n=y["goods"])


def _square(y: Yields) -> Text:
    best = (words.gains(bonus.parse(printed), n) for printed, n in y["spaces"].values() if n)
    spaces = list(best)
    return words.listed(spaces) if spaces else N_("the bonus of one entertainer")


def _stairs(y: Yields) -> Text:
    steps = words.amount("step", y["steps"])
    if y["past_top"]:
        return filled(N_("{steps}, {n} of them past the top"), steps=steps, n=y["past_top"])
    return steps


def _madrasa(y: Yields) -> Text:
    kinds = words.listed(words.KIND[kind] for kind in y["kinds"])
    return filled(N_("{scholars}: {kinds}"), scholars=words.amount("keshi:gray", y["scholars"]), kinds=kinds)


def _medina(y: Yields) -> Text:
    if y["gates"] == 1:
        return N_("one city gate")
    return filled(N_("up to {n} city gates"), n=y["gates"])


def _sahara(y: Yields) -> Text:
    if y["untold"]:
        return N_("oases to claim, if you can pay for them")
    n = len(y["affordable"]) + len(y["towns"])
    return N_("one oasis or town to claim") if n == 1 else filled(N_("{n} oases or towns to claim"), n=n)


_WORDS: Final[dict[str, Callable[[Yields], Text]]] = {
    keshi.RIVER: _river,
    keshi.ORCHARD: _orchard,
    keshi.SOUK: _souk,
    keshi.SQUARE: _square,
    keshi.MOSQUE: _stairs,
    keshi.PALACE: _stairs,
    keshi.MADRASA: _madrasa,
    keshi.MEDINA: _medina,
    keshi.SAHARA: _sahara,
}


def sector_now(g: State, p: Player, sector: str) -> Text:
    """What the sector's action would bring the player now, as far as it is known."""
    return _WORDS[sector](sectors.BY_NAME[sector].yields(g, p)) if _possible(g, p, sector) else _NOT_NOW


def _possible(g: State, p: Player, sector: str) -> bool:
    """Whether the action is possible, or may be as soon as the table tells what an oasis costs."""
    module = sectors.BY_NAME[sector]
    return module.possible(g, p) or bool(module.yields(g, p).get("untold"))


def assistant_now(g: State, p: Player, sector: str) -> Text:
    """What an assistant there would bring: first the vendor's water, then the action or a new keshi."""
    water = lookahead.vendor_water(g, p, sector)
    watered = lookahead.with_vendor_water(g, p, sector)
    what = sector_now(g, watered, sector)
    if sector == keshi.SOUK or deploy.free_spaces(g, p, keshi.COLOUR_OF[sector]) > 0:
        possible = _possible(g, watered, sector)
        what = filled(N_("{action}, or a new keshi"), action=what) if possible else N_("a new keshi")
    if not water:
        return what
    return filled(N_("{water} from the vendor; {what}"), water=words.amount("water", water), what=what)


def provisions_now(p: Provisions) -> Text:
    """Whether the provisions could be paid now.

    "short of 1 dinar + 1 date for the end of the season (or lose 8 points)"
    """
    if p.unknown:
        return N_("nobody has said yet what a provision tile costs")
    if not p.short:
        return filled(N_("provisions paid for: {cost}"), cost=words.costs(p.cost))
    if p.shortcut:
        return N_("provisions paid for with scroll 44")
    return filled(
        N_("short of {cost} for the end of the season (or lose {points})"),
        cost=words.costs(p.short),
        points=words.amount("points", p.penalty),
    )
