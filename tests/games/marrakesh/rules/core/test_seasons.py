"""Phase 4 and the end of a season (rulebook page 13, Essential page 17)."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules import seasons
from companion.games.marrakesh.rules.engine import Engine
from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.helpers import kinds, sources, table_of

THREE_RAPIDS = {"river rapids": [[4, ["1 points"]], [9, ["1 resource"]], [14, ["3 points"]]]}


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_marie_takes_the_bonus_of_the_middle_rapid(edition: str) -> None:
    table = table_of(edition=edition, facts=THREE_RAPIDS)
    marie = table.player("Marie")
    marie.river = 15
    table.start("river bonus")
    assert table.options() == ("1 points", "1 resource", "3 points")
    table.answer("1 resource", "dinar")
    assert marie.resources["dinar"] == 2
    assert marie.river == 15
    assert table.pending is None


def test_before_the_first_rapid_there_is_no_river_bonus() -> None:
    table = table_of("Sarah", "Jan", facts=THREE_RAPIDS)
    table.player("Sarah").river = 3
    table.start("river bonus")
    assert table.pending is None
    assert table.player("Sarah").score == 10


def test_standing_just_beyond_a_rapid_has_passed_it() -> None:
    table = table_of("Sarah", "Jan", facts=THREE_RAPIDS)
    table.player("Sarah").river = 4
    table.start("river bonus")
    assert table.player("Sarah").score == 11


def test_scroll_69_takes_every_rapids_bonus_and_60_all_of_them_twice() -> None:
    table = table_of("Sarah", "Jan", facts=THREE_RAPIDS)
    sarah = table.player("Sarah")
    sarah.river, sarah.scrolls = 15, {60, 69}
    table.start("river bonus")
    table.answer("water", "water")
    assert (sarah.score, sarah.resources["water"]) == (18, 3)


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_sarahs_river_seven_and_maries_three(edition: str) -> None:
    table = table_of(edition=edition)
    table.state.season = 2
    sarah, jan, marie, lukas = table.state.players
    sarah.river, jan.river, marie.river, lukas.river = 12, 4, 9, 0
    table.start("river evaluation")
    assert sources(sarah) == [("river tile 5", 7)]
    assert sources(marie) == [("river tile 5", 3)]
    assert (jan.score, lukas.score) == (10, 10)


def test_with_two_players_the_second_gets_nothing() -> None:
    table = table_of("Sarah", "Jan")
    table.state.season = 2
    sarah, jan = table.state.players
    sarah.river, jan.river = 12, 4
    table.start("river evaluation")
    assert (sarah.score, jan.score) == (17, 10)


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_nobody_wins_the_river_from_the_start_space(edition: str) -> None:
    table = table_of(edition=edition)
    table.state.season = 2
    table.player("Jan").river = 1
    table.start("river evaluation")
    assert [p.score for p in table.state.players] == [10, 17, 10, 10]


def test_flipped_the_start_space_can_win() -> None:
    table = table_of("Sarah", "Jan", "Marie", rulings={"start space wins nothing": False})
    table.state.season = 2
    table.player("Jan").river = 1
    table.start("river evaluation")
    assert [p.score for p in table.state.players] == [13, 17, 10]


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_lukas_cannot_provide_and_loses_everything(edition: str) -> None:
    provisions = {
        "provision 1": {"cost": {"water": 1, "date": 3, "dinar": 2}, "points": 5},
        "provision 2": {"cost": {"water": 1, "date": 1}, "points": 3},
    }
    table = table_of(edition=edition, facts=provisions)
    lukas = table.player("Lukas")
    lukas.provisions = ["provision 1", "provision 2"]
    # Short of 1 date and 1 dinar, with 2 water to spare.
    lukas.resources.update(water=4, date=3, dinar=1)
    lukas.goods["yellow"] = 2
    table.start("provisions", lukas)
    assert lukas.resources == {"water": 0, "dinar": 0, "date": 0}
    assert sources(lukas) == [("provisions", -8)]
    assert lukas.goods["yellow"] == 2


def test_who_can_pay_must_and_keeps_the_rest() -> None:
    table = table_of("Sarah", "Jan", facts={"provision 1": {"cost": {"water": 2}, "points": 4}})
    sarah = table.player("Sarah")
    sarah.provisions = ["provision 1"]
    sarah.resources.update(water=3)
    table.start("provisions", sarah)
    assert sarah.resources == {"water": 1, "dinar": 1, "date": 1}
    assert sarah.score == 10


def test_with_scroll_33_dates_pay_a_provision_tiles_dinars() -> None:
    table = table_of("Sarah", "Jan", facts={"provision 1": {"cost": {"dinar": 2, "date": 1}, "points": 4}})
    sarah = table.player("Sarah")
    sarah.scrolls, sarah.provisions = {33}, ["provision 1"]
    sarah.resources.update(water=0, dinar=0, date=3)
    table.start("provisions", sarah)
    assert sarah.resources["date"] == 0
    assert sarah.score == 10


def test_a_score_may_fall_below_zero_unless_the_table_says_otherwise() -> None:
    for negative, score in ((True, -2), (False, 0)):
        facts = {"provision 1": {"cost": {"water": 9}, "points": 12}}
        table = table_of("Sarah", "Jan", facts=facts, rulings={"score may be negative": negative})
        sarah = table.player("Sarah")
        sarah.provisions = ["provision 1"]
        table.start("provisions", sarah)
        assert sarah.score == score


def test_after_a_season_everything_is_prepared_for_the_next() -> None:
    table = table_of("Sarah", "Jan", "Marie")
    g = table.state
    g.round, g.start_seat = 3, 0
    for p in g.players:
        p.screen = []
        p.provisions = [f"provision {p.seat + 1}"]
        p.resources.update(water=9, date=9, dinar=9)
    jan = table.player("Jan")
    jan.river, jan.jetty = 20, 6
    table.state.river_tiles = [8, 4, 5]
    table.start("season")
    assert jan.score == 13
    assert kinds(table) == "provision up"
    assert "provision 1" not in table.options()
    table.answer("provision 7", "provision 8", "provision 9")
    assert [p.provisions[-1] for p in g.players] == ["provision 7", "provision 8", "provision 9"]
    assert (g.season, g.round, g.phase) == (1, 0, "select")
    assert g.start_seat == 1
    assert jan.river == 0
    assert jan.jetty is None
    assert all(len(p.screen) == 12 for p in g.players)


def test_a_provision_tile_nobody_has_seen_is_described() -> None:
    table = table_of("Sarah", "Jan")
    for n in range(1, 13):
        del table.state.facts[f"provision {n}"]
    table.state.step = 3
    for p in table.state.players:
        p.screen = []
    engine = Engine(table.state, seasons.turn_up(table.state, table.player("Sarah")), flow=False)
    assert engine.pending is not None
    assert engine.pending.about["key"] == "provision 1"
    with pytest.raises(IllegalMove, match="points is missing"):
        engine.answer({"cost": {"water": 2}})
    engine.answer({"cost": {"water": 2, "dinar": 1}, "points": 5})
    assert table.player("Sarah").provisions == ["provision 1"]


def test_a_new_provision_tile_gets_the_first_number_nobody_has_used() -> None:
    table = table_of("Sarah", "Jan")
    for n in range(1, 13):
        if n != 2:
            del table.state.facts[f"provision {n}"]
    engine = Engine(table.state, seasons.turn_up(table.state, table.player("Sarah")), flow=False)
    engine.answer("new")
    assert engine.pending is not None
    assert engine.pending.about["key"] == "provision 1"


def test_the_crocodile_starts_the_last_season_further_down() -> None:
    for passes, rapids in ((True, 11), (False, 10)):
        table = table_of("Sarah", "Jan", rulings={"crocodile passes rapids": passes})
        sarah = table.player("Sarah")
        table.state.season, table.state.round = 1, 3
        for p in table.state.players:
            p.screen, p.provisions = [], []
        sarah.crocodile, sarah.scrolls = True, {17}
        table.start("season")
        table.answer("provision 1", "provision 2")
        assert (sarah.river, sarah.river_start, sarah.river_steps) == (5, 5, 0)
        # No scroll 17 for the rapid behind, but the river bonus counts it (or not, flipped).
        assert sarah.score == 10
        table.start("river bonus")
        assert sarah.score == rapids


def test_the_camel_and_the_season_tracker_go_left() -> None:
    table = table_of()
    g = table.state
    g.first_seat = g.start_seat = 2
    starts = []
    for season in range(3):
        for round_ in range(4):
            assert (g.season, g.round) == (season, round_)
            starts.append(g.start_seat)
            table.start("end of round")
        for p in g.players:
            p.screen, p.provisions = [], []
        g.phase = "season"
        table.play_on()
        while table.pending is not None and kinds(table) == "provision up":
            table.answer(table.options()[0])
        if season < 2:
            assert g.phase == "select"
    assert starts == [2, 3, 0, 1, 3, 0, 1, 2, 0, 1, 2, 3]


def test_fishermen_stay_where_season_three_left_them_for_the_final_scoring() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    table.state.season, table.state.round = 2, 3
    sarah.river, sarah.jetty = 20, 6
    sarah.claimed = [30]
    for p in table.state.players:
        p.screen, p.provisions = [], []
        p.resources.update(water=0, date=0, dinar=0)
    table.state.phase = "season"
    table.play_on()
    assert table.state.phase == "over"
    assert sources(sarah) == [("river tile 5", 7), ("oasis 30", 7)]
