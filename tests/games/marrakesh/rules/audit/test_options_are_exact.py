"""On boards laid out at random the options are exactly those that the rulebook's sentence allows.

Each test says the rule once more, in the plainest way, and compares.
"""

from __future__ import annotations

import random

import pytest

from companion.games.marrakesh.rules.keshi import COLOURS, GOODS, RESOURCES, SECTOR_OF
from companion.games.marrakesh.rules.position import Table
from companion.games.marrakesh.rules.state import Player
from tests.games.marrakesh.rules.facts import TEST_FACTS
from tests.games.marrakesh.rules.helpers import table_of

SEEDS = range(40)
SCHOLARS_AND_DATES = {"gray": (1, 1), "yellow": (3, 1), "pink": (5, 2), "orange": (7, 3)}
SHOWN = {"gray": (13, 14, 15), "yellow": (22, 34, 29), "pink": (48, 49, 50), "orange": (63, 65, 66)}
VENDOR_SPACES = {"river", "orchard", "square", "mosque", "palace", "madrasa", "medina", "sahara"}


def some_table(rng: random.Random) -> tuple[Table, Player]:
    table = table_of("Sarah", "Jan", edition=rng.choice(("classic", "essential")))
    sarah = table.player("Sarah")
    for sector in sarah.keshis:
        sarah.keshis[sector] = rng.choice((0, 1, 5, 6, 7, 8))
    sarah.resources = {resource: rng.randint(0, 3) for resource in RESOURCES}
    sarah.goods = {colour: rng.randint(0, 2) for colour in GOODS}
    sarah.vendors = {sector for sector in VENDOR_SPACES if rng.random() < 0.8}
    return table, sarah


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scroll_61", [False, True])
def test_claims_up_to_two_of_one_colour_where_there_is_room(seed: int, scroll_61: bool) -> None:
    rng = random.Random(seed)
    table, sarah = some_table(rng)
    sarah.scrolls = {61} if scroll_61 else set()
    base = {colour: rng.choice((0, 1, 3)) for colour in COLOURS}
    table.base(base)
    table.start("claim")

    def room(colour: str) -> int:
        if colour in GOODS:
            return 99
        return 8 - len(sarah.vendors) if colour == "red" else 8 - sarah.keshis[SECTOR_OF[colour]]

    legal = {f"{c}*{n}" for c in COLOURS for n in (1, 2) if n <= base[c] and n <= room(c)}
    if scroll_61:
        ones = [c for c in COLOURS if base[c] and room(c)]
        legal |= {f"{a}+{b}" for i, a in enumerate(ones) for b in ones[i + 1 :]}
    if len(legal) > 1:
        assert set(table.options()) == legal


@pytest.mark.parametrize("seed", SEEDS)
def test_scrolls_within_scholars_and_dates_and_a_refresh_for_a_dinar(seed: int) -> None:
    rng = random.Random(seed)
    table, sarah = some_table(rng)
    for kind, numbers in SHOWN.items():
        table.show_scrolls(kind, *numbers)
    table.start("madrasa action", sarah)
    legal = set()
    for kind, (scholars, dates) in SCHOLARS_AND_DATES.items():
        if scholars <= sarah.keshis["madrasa"] and dates <= sarah.resources["date"]:
            legal |= {str(number) for number in SHOWN[kind]}
            legal |= {f"refresh:{kind}"} if sarah.resources["dinar"] else set()
    assert set(table.options()) == (legal | {"pass"} if legal else set())


@pytest.mark.parametrize("seed", SEEDS)
def test_gates_from_workshops_within_the_purse(seed: int) -> None:
    rng = random.Random(seed)
    table, sarah = some_table(rng)
    here = [rng.random() < 0.7 for _ in range(4)]
    for number, some in enumerate(here, 1):
        table.workshop(number, {"black": 1} if some else {})
    sarah.scrolls = {number for number in (32, 33) if rng.random() < 0.4}
    table.start("medina action", sarah)
    purse = sarah.resources["dinar"]
    if 33 in sarah.scrolls:
        purse = sum(sarah.resources.values())
    prices = [max(0, price - (32 in sarah.scrolls)) for price in (0, 1, 2, 3)]
    legal = {str(n) for n in range(1, 5) if here[n - 1] and prices[n - 1] <= purse}
    if not sarah.keshis["medina"]:
        legal = set()
    assert set(table.options()) == (legal | {"pass"} if legal else set())


@pytest.mark.parametrize("seed", SEEDS)
def test_oases_for_the_resources_beside_them(seed: int) -> None:
    rng = random.Random(seed)
    table, sarah = some_table(rng)
    spaces = ("left-1", "left-2", "left-3", "right-1", "right-2", "right-3")
    sarah.discovered = {space: n for n, space in enumerate(spaces, 5) if rng.random() < 0.7}
    flat = rng.random() < 0.3
    sarah.scrolls = {45} if flat else set()
    held = dict(sarah.resources)
    table.start("sahara action", sarah)
    legal = set()
    for space in sarah.discovered:
        cost = {"any": 1} if flat else TEST_FACTS[f"sahara {space} cost"]
        enough = any(held.values()) if flat else all(held[what] >= n for what, n in cost.items())
        legal |= {space} if enough else set()
    assert set(table.options()) == (legal | {"pass"} if legal else set())


@pytest.mark.parametrize("seed", SEEDS)
def test_office_for_goods_held_and_luxury_goods_within_them(seed: int) -> None:
    rng = random.Random(seed)
    table, sarah = some_table(rng)
    table.state.luxury.up[:] = rng.sample(range(1, 26), 5)
    shown = list(table.state.luxury.up)
    table.start("souk action", sarah)
    legal = {f"office:{colour}" for colour in GOODS if sarah.goods[colour]}
    for number in shown:
        cost = TEST_FACTS[f"luxury {number}"]["cost"]
        legal |= {f"luxury:{number}"} if all(sarah.goods[c] >= n for c, n in cost.items()) else set()
    assert set(table.options()) == (legal | {"pass"} if legal else set())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_exchange_icon_takes_what_is_deployed_but_no_caravan_committed_guard_or_goods(seed: int) -> None:
    rng = random.Random(seed)
    table, sarah = some_table(rng)
    sarah.gates = [("river", "green"), ("orchard", "red")][: sarah.keshis["medina"]]
    table.start("exchange icon", sarah)
    legal = {
        c for c, s in SECTOR_OF.items() if c not in ("pink", "beige", "brown", *GOODS) and sarah.keshis[s]
    }
    legal |= {f"pink:{space}" for space in sarah.square} | {f"red:{sector}" for sector in sarah.vendors}
    legal |= {"beige"} if sarah.keshis["medina"] > len(sarah.gates) else set()
    assert set(table.options()) == (legal | {"pass"} if legal else set())
