"""Main square and date orchard (rulebook page 9)."""

from __future__ import annotations

import pytest

from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.helpers import kinds, space_of, table_of


@pytest.mark.parametrize(("edition", "date_pickers"), [("classic", 4), ("essential", 3)])
def test_jans_orchard_gives_a_date_a_date_picker(edition: str, date_pickers: int) -> None:
    table = table_of(edition=edition)
    jan = table.player("Jan")
    jan.keshis["orchard"], jan.resources["date"] = date_pickers, 0
    table.start("orchard action", jan)
    assert jan.resources["date"] == date_pickers


def test_scrolls_23_to_25_change_each_single_date() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["orchard"], sarah.scrolls = 5, {23, 25}
    table.start("orchard action", sarah)
    assert table.options() == ("0", "1", "2", "3", "4", "5")
    table.answer("2")
    assert table.options() == ("0", "1", "2", "3")
    table.answer("1")
    assert (sarah.resources["water"], sarah.resources["date"], sarah.score) == (3, 3, 11)


def test_a_date_picker_scores_a_point_when_deployed() -> None:
    table = table_of("Sarah", "Jan")
    table.start("deploy green", "Sarah")
    assert table.player("Sarah").score == 11


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_marie_takes_goods_times_three_spectators_of_one_colour(edition: str) -> None:
    table = table_of(edition=edition)
    marie = table.player("Marie")
    goods = int(space_of("1 goods"))
    sections = table.state.facts["disc pink"]
    marie.square = {goods, (goods + 3) % 8}
    # After the turn a section with 3 spectators faces the goods.
    marie.disc = (goods - sections.index(3) - 1) % 8
    table.start("square action", marie)
    assert sorted(table.options()) == sorted(str(s) for s in marie.square)
    table.answer(str(goods))
    assert kinds(table) == "goods"
    table.answer("purple")
    assert marie.goods["purple"] == 3


def test_the_disc_turns_one_section_before_the_choice() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    water = int(space_of("1 water"))
    sections = table.state.facts["disc pink"]
    sarah.square, sarah.disc, sarah.resources["water"] = {water}, 3, 0
    table.start("square action", sarah)
    assert sarah.disc == 4
    assert sarah.resources["water"] == sections[(water - 4) % 8]


def test_an_empty_space_cannot_be_chosen() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.square, sarah.disc = {0, 1}, 0
    table.start("square action", sarah)
    with pytest.raises(IllegalMove):
        table.answer("5")


def test_the_owner_says_how_the_disc_lies_when_it_first_matters() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.square = {int(space_of("1 date"))}
    table.start("square action", sarah)
    assert kinds(table) == "disc"
    assert table.pending is not None
    assert table.pending.player == sarah.seat
    table.answer("7")
    assert sarah.disc == 0


def test_with_the_purple_disc_nobody_may_be_watching() -> None:
    table = table_of("Sarah", "Jan", expansions=["spectators"])
    sarah = table.player("Sarah")
    points = int(space_of("2 points"))
    sections = table.state.facts["disc purple"]
    sarah.square, sarah.disc = {points}, (points - sections.index(0) - 1) % 8
    table.start("square action", sarah)
    assert sarah.score == 10
    sarah.disc = (points - sections.index(4) - 1) % 8
    table.start("square action", sarah)
    assert sarah.score == 18


def test_deploying_an_entertainer_pays_the_space_once() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.square = {0}
    table.start("deploy pink", sarah)
    assert kinds(table) == "deploy entertainer"
    assert "0" not in table.options()
    table.answer(space_of("2 points"))
    assert sarah.score == 12
    assert sarah.keshis["square"] == 2


def test_jan_without_an_entertainer_takes_a_new_keshi_and_its_goods() -> None:
    table = table_of(edition="essential")
    jan = table.player("Jan")
    table.start("assistant square", jan)
    assert kinds(table) == "deploy entertainer"
    table.answer(space_of("1 goods"), "orange")
    assert (jan.goods["orange"], jan.keshis["square"]) == (1, 1)
