"""The souk: the exchange office once, or one luxury good (rulebook page 9).

The office takes exactly 1 goods keshi and gives what it shows for that colour. A luxury good costs the goods
keshis on its tile and gives its points and resources at once; it is kept for the end. Scroll 46 lifts the
limit for the office, scroll 34 for luxury goods.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from companion.games.marrakesh.rules import bonus, displays, facts, supply
from companion.games.marrakesh.rules.expansions.imam_sultan import luxury_discount
from companion.games.marrakesh.rules.keshi import GOODS
from companion.games.marrakesh.rules.scrolls import permanent
from companion.games.marrakesh.rules.state import EMPTY, UNKNOWN, Luxury
from companion.play.decision import PASS, Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State


NEW_LUXURY: Final = f"luxury:{displays.NEW}"
"""Answer in the souk: a luxury good that nobody has described yet."""


def action(g: State, p: Player) -> Play[None]:
    """One use of the office or one luxury good; more of them with scrolls 46 and 34."""
    first = True
    offices = goods = True
    while offices or goods:
        shown = displays.luxury_in_sight(g) if goods and _may_buy(g, p) else []
        affordable = {f"luxury:{good.id}": good for good in shown if can_afford(g, p, good)} if goods else {}
        options = [f"office:{colour}" for colour in GOODS if offices and p.goods[colour]]
        options += affordable
        if goods and displays.may_be_new(g):
            options.append(NEW_LUXURY)
        key = yield from choose(p.seat, "souk", (*options, PASS))
        if key == PASS:
            return
        if key == NEW_LUXURY:
            good = yield from displays.describe_new(g)
            if not can_afford(g, p, good):
                continue  # it lies there all the same, and is known now
            key = f"luxury:{good.id}"
            affordable[key] = good
        if key in affordable:
            yield from buy(g, p, affordable[key])
            goods = permanent.souk_many_goods(p)
            offices = goods and permanent.souk_many_offices(p) and g.rulings["scrolls 34 and 46 mix"]
        else:
            yield from exchange(g, p, key.removeprefix("office:"))
            offices = permanent.souk_many_offices(p)
            goods = offices and permanent.souk_many_goods(p) and g.rulings["scrolls 34 and 46 mix"]
        if first and not (offices or goods):
            return
        first = False


def possible(g: State, p: Player) -> bool:
    """With a goods keshi the office is always possible; without one only the Imam's company may help."""
    if p.goods_total:
        return True
    if not luxury_discount(g, p):
        return False
    return displays.may_be_new(g) or any(can_afford(g, p, good) for good in displays.luxury_in_sight(g))


def ready(g: State, p: Player) -> Play[None]:
    yield from ()


def yields(g: State, p: Player) -> Mapping[str, Any]:
    """What the office would give for each colour held, and the luxury goods within reach, as far as known."""
    office = facts.known(g, g.offices[-1]) if g.office_season == g.season else None
    tiles = (displays.luxury_good(g, n) for n in g.luxury.up if n not in (UNKNOWN, EMPTY))
    return {
        "goods": p.goods_total,
        "office": {c: office[c] for c in GOODS if p.goods[c]} if office else {},
        "luxury": [good.id for good in tiles if can_afford(g, p, good)],
    }


def _may_buy(g: State, p: Player) -> bool:
    """Whether looking at the shops is worth the table's time."""
    return p.goods_total + luxury_discount(g, p) > 0


def exchange(g: State, p: Player, colour: str) -> Play[None]:
    """Return 1 goods keshi for what the office gives (scroll 18: and a resource of choice).

    The resource comes first: as water it can lengthen a river step of the office.
    """
    office = yield from displays.office(g)
    spend_goods(g, p, colour, 1, "office")
    yield from permanent.office_extra(g, p)
    yield from bonus.pay_out(g, p, bonus.parse(office[colour]), source="office")


def can_afford(g: State, p: Player, good: Luxury) -> bool:
    """Whether a player can pay a luxury good, the Imam saving any 1 keshi of it."""
    short = sum(max(0, n - p.goods[colour]) for colour, n in good.cost)
    return short <= luxury_discount(g, p)


def savable(g: State, p: Player, good: Luxury) -> list[str]:
    """The colours of which the Imam may save one keshi: the one a player lacks, or else any of the tile's."""
    if not luxury_discount(g, p):
        return []
    short = [colour for colour, n in good.cost if n > p.goods[colour]]
    return short or [colour for colour, _n in good.cost]


def buy(g: State, p: Player, good: Luxury) -> Play[None]:
    """Pay the goods keshis on the tile, take it, and gain what it gives."""
    cost = dict(good.cost)
    if colours := savable(g, p, good):
        saved = yield from choose(p.seat, "goods saved", colours, luxury=good.id)
        cost[saved] -= 1
    for colour, n in cost.items():
        spend_goods(g, p, colour, n, "luxury")
    yield from take(g, p, good, source="luxury")


def take(g: State, p: Player, good: Luxury, *, source: str) -> Play[None]:
    """Take a luxury good from the display and gain what it gives."""
    displays.take_luxury(g, good)
    p.luxury.append(good)
    g.tell("luxury", p.seat, id=good.id, source=source)
    yield from bonus.pay_out(g, p, bonus.parse(good.gain), source="luxury")


def take_free(g: State, p: Player, *, source: str) -> Play[None]:
    """Town 11: any luxury good of the display for nothing."""
    shown = {good.id: good for good in displays.luxury_in_sight(g)}
    new = (displays.NEW,) if displays.may_be_new(g) else ()
    key = yield from choose(p.seat, "free luxury", (*shown, *new, PASS), source=source)
    if key == displays.NEW:
        good = yield from displays.describe_new(g)
        yield from take(g, p, good, source=source)
    elif key != PASS:
        yield from take(g, p, shown[key], source=source)


def spend_goods(g: State, p: Player, colour: str, n: int, source: str) -> None:
    """Return goods keshis to the common supply."""
    p.goods[colour] -= n
    for _ in range(n):
        supply.put_back(g, colour)
    if n:
        g.tell("spend", p.seat, what=colour, n=n, source=source)
