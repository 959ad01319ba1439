"""The table says so: a fisherman put right by hand."""

from __future__ import annotations

import pytest

from companion.rules import adjust
from companion.rules.errors import IllegalMove
from companion.rules.position import Table
from companion.rules.sectors import river
from tests.rules.helpers import table_of


def at_the_river() -> Table:
    """Sarah lies at the jetty's best spot, Jan is behind her, Marie at the start."""
    table = table_of("Sarah", "Jan", "Marie", facts={"river length": 12, "jetty spots": [4, 3]})
    sarah, jan = table.player("Sarah"), table.player("Jan")
    sarah.river, sarah.jetty, jan.river = 12, 4, 9
    table.settle()
    return table


def test_a_fisherman_put_back_from_the_jetty_leaves_his_spot() -> None:
    table = at_the_river()
    adjust.apply(table.state, 0, "river", -5)
    sarah = table.player("Sarah")
    assert (sarah.river, sarah.jetty) == (7, None)
    assert [p.name for p in river.standings(table.state)] == ["Jan", "Sarah", "Marie"]
    table.start("river steps 5", sarah)
    assert (sarah.jetty, sarah.score) == (4, 14)


def test_a_fisherman_put_to_the_jetty_takes_the_best_free_spot_without_its_points() -> None:
    table = at_the_river()
    adjust.apply(table.state, 2, "river", 12)
    marie = table.player("Marie")
    assert (marie.jetty, marie.score) == (3, 10)
    adjust.apply(table.state, 1, "river", 3)
    assert table.player("Jan").jetty == 0, "no spot is free"


def test_no_fisherman_is_put_beyond_the_jetty() -> None:
    table = at_the_river()
    with pytest.raises(IllegalMove, match="from 0 to 12"):
        adjust.check(table.state, 1, "river", 4)


def test_a_fisherman_put_onto_a_space_came_there_last() -> None:
    table = at_the_river()
    table.player("Marie").river = 8
    adjust.apply(table.state, 1, "river", -1)
    assert [p.name for p in river.standings(table.state)] == ["Sarah", "Marie", "Jan"]


def test_in_a_game_begun_with_older_rules_a_fisherman_is_only_moved() -> None:
    table = at_the_river()
    table.state.rules_version = 1
    adjust.apply(table.state, 0, "river", -5)
    adjust.apply(table.state, 1, "river", 5)
    assert table.player("Sarah").jetty == 4
    assert table.player("Jan").river == 14
