"""The catalogue holds what the rulebooks print, and nothing they do not."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules.catalogue.gates import GATES, PER_WORKSHOP, WORKSHOPS
from companion.games.marrakesh.rules.catalogue.luxury import KINDS as LUXURY_KINDS
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.river_tiles import FIRST_GAME, RIVER_TILES, of_season
from companion.games.marrakesh.rules.catalogue.scrolls import END_OF_ROUND, END_OF_SEASON, KINDS, SCROLLS
from companion.games.marrakesh.rules.catalogue.towns import TOWNS, TOWNS_IN_PLAY


@pytest.mark.printed
def test_scrolls_need_1_3_5_or_7_scholars_and_their_dates() -> None:
    """Rulebook page 11. Here, and nowhere else in the tests, stands what a scroll costs."""
    needed = {kind.name: (kind.scholars, kind.dates) for kind in KINDS.values()}
    assert needed == {"gray": (1, 1), "yellow": (3, 1), "pink": (5, 2), "orange": (7, 3)}


def test_every_scroll_is_of_one_kind_and_the_numbers_have_no_gap() -> None:
    assert [number for kind in KINDS.values() for number in kind.numbers] == list(range(1, len(SCROLLS) + 1))
    assert [SCROLLS[KINDS[kind].numbers[0]].kind for kind in KINDS] == list(KINDS)


def test_one_scroll_acts_each_season_and_one_each_round() -> None:
    assert [n for n, scroll in SCROLLS.items() if scroll.timing == END_OF_SEASON] == [28]
    assert [n for n, scroll in SCROLLS.items() if scroll.timing == END_OF_ROUND] == [69]


def test_there_are_32_gates_for_4_workshops() -> None:
    assert sum(GATES.values()) == WORKSHOPS * PER_WORKSHOP == 32
    assert {colour for colour, n in GATES.items() if n == 2} == {"purple", "orange", "yellow", "beige"}


def test_tiles_are_as_many_as_in_the_box() -> None:
    assert (len(OASES), len(TOWNS), len(RIVER_TILES)) == (30, 12, 18)
    assert len(LUXURY_KINDS) == 5
    assert TOWNS_IN_PLAY == {2: 3, 3: 5, 4: 7}


@pytest.mark.parametrize(
    ("season", "sides"), [(0, (1, 2, 7, 8, 13, 14)), (1, (3, 4, 9, 10, 15, 16)), (2, (5, 6, 11, 12, 17, 18))]
)
def test_river_tiles_belong_to_their_season(season: int, sides: tuple[int, ...]) -> None:
    assert of_season(season) == sides
    assert FIRST_GAME[season] in sides
