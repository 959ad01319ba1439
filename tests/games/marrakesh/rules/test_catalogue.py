"""The catalogue holds what the rulebooks print, and nothing they do not."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules.catalogue.gates import GATES, PER_WORKSHOP, WORKSHOPS
from companion.games.marrakesh.rules.catalogue.luxury import KINDS as LUXURY_KINDS
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.river_tiles import FIRST_GAME, RIVER_TILES, of_season
from companion.games.marrakesh.rules.catalogue.scrolls import END_OF_ROUND, END_OF_SEASON, KINDS, SCROLLS
from companion.games.marrakesh.rules.catalogue.towns import TOWNS, TOWNS_IN_PLAY


@pytest.mark.parametrize(
    ("kind", "first", "last", "scholars", "dates"),
    [("gray", 1, 21, 1, 1), ("yellow", 22, 42, 3, 1), ("pink", 43, 60, 5, 2), ("orange", 61, 72, 7, 3)],
)
def test_scrolls_need_1_3_5_or_7_scholars(
    kind: str, first: int, last: int, scholars: int, dates: int
) -> None:
    assert KINDS[kind].numbers == tuple(range(first, last + 1))
    assert (KINDS[kind].scholars, KINDS[kind].dates) == (scholars, dates)
    assert {SCROLLS[n].kind for n in range(first, last + 1)} == {kind}


def test_one_scroll_acts_each_season_and_one_each_round() -> None:
    assert [n for n, scroll in SCROLLS.items() if scroll.timing == END_OF_SEASON] == [28]
    assert [n for n, scroll in SCROLLS.items() if scroll.timing == END_OF_ROUND] == [69]


def test_scroll_stacks_are_of_equal_size_in_classic() -> None:
    assert all(len(kind.numbers) % 3 == 0 for kind in KINDS.values())


def test_there_are_32_gates_for_4_workshops() -> None:
    assert sum(GATES.values()) == WORKSHOPS * PER_WORKSHOP == 32
    assert {colour for colour, n in GATES.items() if n == 2} == {"purple", "orange", "yellow", "beige"}


def test_tiles_are_as_many_as_in_the_box() -> None:
    assert (len(SCROLLS), len(OASES), len(TOWNS), len(RIVER_TILES)) == (72, 30, 12, 18)
    assert len(LUXURY_KINDS) == 5
    assert TOWNS_IN_PLAY == {2: 3, 3: 5, 4: 7}


@pytest.mark.parametrize(
    ("season", "sides"), [(0, (1, 2, 7, 8, 13, 14)), (1, (3, 4, 9, 10, 15, 16)), (2, (5, 6, 11, 12, 17, 18))]
)
def test_river_tiles_belong_to_their_season(season: int, sides: tuple[int, ...]) -> None:
    assert of_season(season) == sides
    assert FIRST_GAME[season] in sides
