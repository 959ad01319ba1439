"""Final scoring: Sarah's example of both editions, the best choice of oases, ties."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.marrakesh.rules import final, texts
from companion.games.marrakesh.rules.position import Table
from companion.games.marrakesh.rules.state import Player
from tests.games.marrakesh.rules.helpers import kinds, sources, table_of


def sarahs_board(table: Table) -> Player:
    """Page 14: two complete sectors, oases 03, 05, 07, 21, 6 dates, 5 other resources, 2 goods keshis."""
    sarah = table.player("Sarah")
    sarah.keshis.update(river=8, mosque=8, palace=2, medina=2)
    sarah.vendors = {"river", "mosque", "palace", "orchard"}
    sarah.gates = [("souk", "pink")]
    sarah.claimed = [3, 5, 7, 21]
    sarah.resources.update(date=6, water=3, dinar=2)
    sarah.goods.update(yellow=1, purple=1)
    return sarah


def score(table: Table, p: Player) -> None:
    table.start("final scoring", p)
    while table.pending:
        table.answer(table.options()[0])


def test_sarahs_final_scoring_in_classic() -> None:
    table = table_of()
    sarah = sarahs_board(table)
    score(table, sarah)
    assert sources(sarah) == [
        ("complete river", 10),
        ("complete mosque", 10),
        ("oasis 5", 5),
        ("oasis 7", 11),
        ("oasis 21", 9),
        ("left over", 3),
    ]
    assert sarah.score == 10 + 20 + 25 + 3


def test_sarahs_final_scoring_in_essential() -> None:
    table = table_of(edition="essential")
    sarah = sarahs_board(table)
    sarah.paths.update(left=3, right=3, start=2)
    sarah.keshis["sahara"] = 8
    sarah.vendors.add("sahara")
    score(table, sarah)
    assert sarah.score == 10 + 30 + 25 + 3


def test_the_player_may_choose_other_oases_and_return_less() -> None:
    table = table_of()
    sarah = sarahs_board(table)
    table.start("final scoring", sarah)
    assert kinds(table) == "final oases"
    assert table.options()[0] == "05+07+21"
    assert len(table.options()) == 4
    assert table.pending is not None
    how = str(texts.detail(table.pending, "05+07+21", table.state))
    assert how == "25 points + 3 for what is left over = 28 points"
    table.answer("03+05+21")
    assert kinds(table) == "oasis return"
    table.answer("2")
    assert sources(sarah)[2:] == [("oasis 3", 2), ("oasis 5", 5), ("oasis 21", 5), ("left over", 5)]


def test_three_oases_or_fewer_are_scored_without_asking() -> None:
    table = table_of()
    sarah = table.player("Sarah")
    sarah.claimed = [5, 22]
    table.start("final scoring", sarah)
    assert table.pending is None
    assert sources(sarah) == [("oasis 5", 3), ("oasis 22", 3), ("left over", 1)]


def test_the_best_total_beats_the_best_oases() -> None:
    """Oasis 19 is worth 7 and oasis 23 only 6, but 19 eats the 4 water that are worth 2 points left over."""
    table = table_of()
    sarah = table.player("Sarah")
    sarah.resources.update(water=4, dinar=0, date=0)
    sarah.scrolls = {13, 14, 15}
    sarah.palace, sarah.mosque = 16, 3
    sarah.claimed = [19, 23, 24, 29]
    table.start("final scoring", sarah)
    assert table.options()[0] == "23+24+29"
    table.answer("23+24+29")
    assert sources(sarah) == [("oasis 23", 6), ("oasis 24", 32), ("oasis 29", 7), ("left over", 2)]


def test_souk_is_never_complete_and_a_vendor_is_needed() -> None:
    table = table_of()
    sarah = table.player("Sarah")
    sarah.keshis.update(river=8, mosque=8)
    sarah.vendors = {"mosque", "souk"}
    sarah.goods["yellow"] = 8
    sarah.resources.update(water=0, dinar=0, date=0)
    score(table, sarah)
    assert sources(sarah) == [("complete mosque", 10), ("left over", 4)]


def test_the_medina_is_complete_whatever_its_gates() -> None:
    table = table_of()
    sarah = table.player("Sarah")
    sarah.keshis["medina"], sarah.vendors, sarah.gates = 8, {"medina"}, [("river", "red")]
    score(table, sarah)
    assert ("complete medina", 10) in sources(sarah)
    assert any(event.kind == "guards to gates" and event.data["n"] == 7 for event in table.state.log)


@given(
    st.dictionaries(st.integers(1, 18), st.integers(0, 16), max_size=4),
    st.dictionaries(st.sampled_from((19, 20, 21)), st.integers(0, 15), max_size=3),
    st.integers(0, 20),
)
def test_no_choice_of_oases_and_returns_beats_the_first_option(
    plain: dict[int, int], held: dict[int, int], others: int
) -> None:
    back = {number: min(n, 12) for number, n in held.items()}
    left = others + sum(held.values())
    values = {**plain, **{number: 3 + n for number, n in back.items()}}
    best = final.oasis_choices(values, back, left)[0].total
    for size in range(min(3, len(values)) + 1):
        for chosen in combinations(values, size):
            fixed = sum(values[n] for n in chosen if n not in back)
            returning = [n for n in chosen if n in back]
            for returned in product(*(range(back[n] + 1) for n in returning)):
                total = fixed + sum(3 + n for n in returned) + (left - sum(returned)) // 2
                assert total <= best


@pytest.mark.parametrize(
    ("sarah", "jan", "places"),
    [
        ((50, 0, 0), (40, 16, 16), [["Sarah"], ["Jan"]]),
        ((50, 3, 9), (50, 4, 0), [["Jan"], ["Sarah"]]),
        ((50, 3, 9), (50, 3, 8), [["Sarah"], ["Jan"]]),
        ((50, 3, 9), (50, 3, 9), [["Sarah", "Jan"]]),
    ],
)
def test_ties_go_to_the_palace_then_the_mosque_then_are_shared(
    sarah: tuple[int, int, int], jan: tuple[int, int, int], places: list[list[str]]
) -> None:
    table = table_of("Sarah", "Jan")
    for p, (points, palace, mosque) in zip(table.state.players, (sarah, jan), strict=True):
        p.score, p.palace, p.mosque = points, palace, mosque
    assert [[p.name for p in place] for place in final.ranking(table.state.players)] == places
