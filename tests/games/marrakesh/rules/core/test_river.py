"""The river, its jetty and its queue (rulebook page 8)."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules.sectors import river
from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.helpers import kinds, sources, table_of


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_sarah_reaches_the_jetty_with_two_water(edition: str) -> None:
    table = table_of(edition=edition)
    sarah, jan, marie, _ = table.state.players
    jan.river = marie.river = 20
    jan.jetty, marie.jetty = 6, 5
    sarah.keshis["river"], sarah.river, sarah.resources["water"] = 5, 14, 2
    table.start("river action", sarah)
    assert sarah.river == 19
    assert table.options() == ("0", "1", "2")
    table.answer("2")
    assert (sarah.river, sarah.jetty) == (20, 4)
    assert sources(sarah) == [("jetty", 4), ("river", 1)]
    assert sarah.resources["water"] == 0


def test_the_highest_free_spot_of_the_jetty_is_taken() -> None:
    table = table_of()
    sarah, jan, *_ = table.state.players
    sarah.keshis["river"] = jan.keshis["river"] = 1
    sarah.river = jan.river = 19
    table.start("river action", jan)
    table.answer("0")
    table.start("river action", sarah)
    table.answer("0")
    assert (jan.jetty, sarah.jetty) == (6, 5)


def test_no_water_no_question() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["river"], sarah.resources["water"] = 3, 0
    table.start("river action", sarah)
    assert table.pending is None
    assert sarah.river == 3


def test_one_granted_step_may_be_stretched_with_water() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.resources["water"] = 4
    table.start("bonus 1 river-step", sarah)
    assert kinds(table) == "river water"
    with pytest.raises(IllegalMove):
        table.answer("5")
    table.answer("3")
    assert (sarah.river, sarah.resources["water"]) == (4, 1)


def test_without_fish_there_is_no_river_action() -> None:
    table = table_of("Sarah", "Jan")
    table.start("assistant river", "Sarah")
    # Not possible with nothing there: the new keshi is no choice.
    assert table.pending is None
    assert table.player("Sarah").keshis["river"] == 1


def test_a_step_on_the_jetty_may_be_stretched_with_water() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.river, sarah.jetty, sarah.resources["water"] = 20, 6, 3
    table.start("bonus 1 river-step", sarah)
    table.answer("3")
    assert sarah.score == 14
    assert sarah.resources["water"] == 0


def test_flipped_a_step_on_the_jetty_may_not_be_stretched() -> None:
    table = table_of("Sarah", "Jan", rulings={"steps past the end may be stretched": False})
    sarah = table.player("Sarah")
    sarah.river, sarah.jetty, sarah.resources["water"] = 20, 6, 3
    table.start("bonus 1 river-step", sarah)
    assert table.pending is None
    assert sarah.score == 11


def test_on_one_space_the_earlier_arrival_is_ahead() -> None:
    table = table_of("Sarah", "Jan", "Marie")
    sarah, jan, _ = table.state.players
    for p in (jan, sarah):
        p.keshis["river"], p.resources["water"] = 4, 0
        table.start("river action", p)
    assert [p.name for p in river.standings(table.state)] == ["Jan", "Sarah", "Marie"]


def test_on_the_jetty_the_better_spot_is_ahead() -> None:
    table = table_of("Sarah", "Jan")
    sarah, jan = table.state.players
    sarah.river = jan.river = 20
    sarah.jetty, jan.jetty = 4, 6
    assert river.standings(table.state)[0] is jan


def test_flipped_on_the_jetty_the_earlier_arrival_is_ahead() -> None:
    table = table_of("Sarah", "Jan", rulings={"better jetty spot leads": False})
    sarah, jan = table.state.players
    sarah.river = jan.river = 20
    sarah.jetty, jan.jetty = 4, 6
    assert river.standings(table.state)[0] is sarah


def test_the_river_is_asked_for_when_somebody_first_moves() -> None:
    table = table_of("Sarah", "Jan")
    for key in ("river length", "river rapids", "jetty spots"):
        del table.state.facts[key]
    sarah = table.player("Sarah")
    sarah.keshis["river"], sarah.resources["water"] = 6, 0
    sarah.scrolls.add(17)  # without it rapids matter at the end of the round only
    table.start("river action", sarah)
    assert table.pending is not None
    assert table.pending.about["key"] == "river length"
    table.answer(6)
    assert table.pending.about["key"] == "river rapids"
    with pytest.raises(IllegalMove, match="in the order of the river"):
        table.answer([[4, ["1 points"]], [2, ["1 points"]]])
    table.answer([[2, ["1 points"]], [4, ["3 points"]]])
    assert table.pending.about["key"] == "jetty spots"
    table.answer([2, 5, 3])
    assert (sarah.jetty, sarah.score) == (5, 19)
    assert table.state.facts["jetty spots"] == (5, 3, 2)
