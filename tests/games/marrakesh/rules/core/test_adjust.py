"""The table says so: a fisherman, a scroll, a pawn or the tray put right by hand."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules import adjust
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.rules.position import Table
from companion.games.marrakesh.rules.sectors import river
from companion.games.marrakesh.rules.state import EMPTY, UNKNOWN
from companion.play.errors import IllegalMove
from companion.play.robot import Robot
from tests.games.marrakesh.rules.helpers import kinds, table_of


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


def at_the_academy() -> Table:
    """13, 19 and 20 lie face up; Sarah has scholars and dates for one of them."""
    table = table_of("Sarah", "Jan")
    table.player("Sarah").keshis["madrasa"] = 1
    table.show_scrolls("gray", 13, 19, 20)
    table.settle()
    return table


def test_a_scroll_given_by_hand_lies_on_the_display_no_longer() -> None:
    table = at_the_academy()
    adjust.apply(table.state, 1, "scroll 13", 1)
    assert table.state.scrolls["gray"].up == [UNKNOWN, 19, 20]
    assert table.state.scrolls["gray"].below == [5, 6, 6]
    table.start("madrasa action", "Sarah")
    assert kinds(table) == "scroll"
    assert "13" not in table.options()


def test_a_scroll_taken_by_hand_in_the_own_turn_leaves_a_gap_until_it_is_over() -> None:
    table = at_the_academy()
    table.state.phase, table.state.turn = "assistants", 1
    adjust.apply(table.state, 1, "scroll 13", 1)
    assert table.state.scrolls["gray"].up == [EMPTY, 19, 20]


def test_no_two_players_have_the_same_scroll() -> None:
    table = at_the_academy()
    adjust.apply(table.state, 1, "scroll 13", 1)
    with pytest.raises(IllegalMove, match="somebody else has this scroll"):
        adjust.check(table.state, 0, "scroll 13", 1)
    adjust.apply(table.state, 1, "scroll 13", -1)
    adjust.apply(table.state, 0, "scroll 13", 1)
    assert table.player("Sarah").scrolls == {13}


@pytest.mark.parametrize(
    ("by", "imam"),
    [
        (3, ("with", 1)),  # level is not enough
        (4, ("with", 0)),
        (14, ("with", 1)),  # at the top he turns to the second
    ],
)
def test_a_pawn_put_past_another_by_hand_takes_the_imam_along(by: int, imam: tuple[str, int]) -> None:
    """Expansion 2: "passed by another player later, that player now takes that pawn along"."""
    table = table_of("Sarah", "Jan", "Marie", expansions=["imam and sultan"])
    table.player("Sarah").mosque, table.player("Jan").mosque = 2, 5
    table.state.guests["mosque"] = ("with", 1)
    adjust.apply(table.state, 0, "mosque", by)
    assert table.state.guests["mosque"] == imam


def test_a_pawn_put_onto_the_waiting_sultans_stair_by_hand_takes_him_along() -> None:
    table = table_of("Sarah", "Jan", expansions=["imam and sultan"], facts={"sultan stair": 4})
    adjust.apply(table.state, 0, "palace", 3)
    assert table.state.guests.get("palace") in (None, ("waiting", 4))
    adjust.apply(table.state, 0, "palace", 1)
    assert table.state.guests.get("palace") == ("with", 0)


def in_the_draft(depth: str = "full") -> Game:
    """Two keshis lie in the base, the others are still in the tower."""
    game = Game.new(GameOptions.of(("Sarah", "Jan"), depth=depth))
    robot = Robot(1)
    while game.pending is not None and game.pending.kind != "tower":
        game.answer(robot.answer(game.pending))
    inside = [colour for colour, n in game.state.tower.inside.items() if n]
    game.answer(dict.fromkeys(inside[:2], 1))
    return game


@pytest.mark.parametrize("depth", ["full", "light"])
def test_a_keshi_that_falls_out_late_leaves_the_tower_and_lies_in_the_base(depth: str) -> None:
    game = in_the_draft(depth)
    colour = next(c for c, n in game.state.tower.inside.items() if n and not game.state.base[c])
    inside, out = game.state.tower.inside[colour], game.state.tower.came_out[colour]
    game.adjust(-1, f"base {colour}", 1)
    g = game.state
    assert (g.base[colour], g.tower.inside[colour], g.tower.came_out[colour]) == (1, inside - 1, out + 1)
    assert game.pending is not None
    assert f"{colour}*1" in game.pending.options
    g.invariants()
    again = Game(game.options, {}, [{"rec": "do", "entry": e.to_json()} for e in game.journal.entries])
    assert again.state == g
    game.undo()
    assert (game.state.base[colour], game.state.tower.inside[colour]) == (0, inside)


def test_more_than_is_in_the_tower_cannot_fall_out_of_it() -> None:
    game = in_the_draft()
    colour = next(c for c, n in game.state.tower.inside.items() if n)
    lying = game.state.base[colour] + game.state.tower.inside[colour]
    with pytest.raises(IllegalMove, match=f"from 0 to {lying}"):
        game.adjust(-1, f"base {colour}", lying + 1)


def test_only_in_the_draft_something_lies_in_the_base() -> None:
    game = Game.new(GameOptions.of(("Sarah", "Jan")))
    with pytest.raises(IllegalMove, match="cannot be adjusted"):
        game.adjust(-1, "base red", 1)


def test_who_was_out_of_the_draft_may_claim_a_colour_that_falls_out_late() -> None:
    game = in_the_draft("light")
    first = game.pending.player if game.pending is not None else -1
    game.answer("pass")
    assert game.state.players[first].out_of_draft
    there = next(c for c, n in game.state.base.items() if n)
    more = next((c for c in game.state.base if game.state.base[c] and game.state.tower.inside[c]), "")
    assert more, "one more of a colour that nobody took"
    game.adjust(-1, f"base {more}", 1)
    assert game.state.players[first].out_of_draft, "for this colour there was no room before"
    new = next(c for c, n in game.state.tower.inside.items() if n and not game.state.base[c])
    game.adjust(-1, f"base {new}", 1)
    assert not game.state.players[first].out_of_draft
    game.answer(f"{there}*1")
    assert game.pending is not None
    assert game.pending.player == first


@pytest.mark.parametrize(("what", "colour"), [("keshis river", "turquoise"), ("vendor river", "red")])
def test_who_was_passed_over_for_a_board_that_was_wrong_may_claim_again(what: str, colour: str) -> None:
    table = table_of("Sarah", "Jan")
    sarah, jan = table.state.players
    jan.keshis["river"] = 8
    jan.vendors = set(jan.keshis)
    table.base({colour: 5})
    table.start("claim", sarah)
    table.answer(f"{colour}*1", *(["river"] if colour == "red" else []))
    assert jan.out_of_draft
    adjust.apply(table.state, jan.seat, what, -1)
    assert not jan.out_of_draft
    table.state.invariants()
    adjust.apply(table.state, jan.seat, what, 1)
    assert not jan.out_of_draft, "he finds out when it is his turn"
