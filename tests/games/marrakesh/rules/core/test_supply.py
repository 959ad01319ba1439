"""The common supply: limited wood, stand-ins, Essential's placeholders (Essential page 17)."""

from __future__ import annotations

from companion.games.marrakesh.rules import editions, seasons, supply
from companion.games.marrakesh.rules.engine import Engine
from companion.games.marrakesh.rules.invariants import wood
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.state import State
from tests.games.marrakesh.rules.helpers import kinds, table_of


def test_essential_markers_leave_the_circulating_wood() -> None:
    for players in (2, 3, 4):
        start = editions.starting_supply(True, players)
        assert {c: n for c, n in start.items() if c in editions.MARKED} == dict.fromkeys(
            sorted(editions.MARKED, key=COLOURS.index), 10 - players
        )
        assert all(n == 6 for c, n in start.items() if c not in editions.MARKED)


def test_classic_has_25_of_each_colour_and_12_go_behind_each_screen() -> None:
    table = table_of()
    assert all(n == 21 for n in table.state.supply.values())
    assert all(len(p.screen) == 12 for p in table.state.players)


def test_classic_another_colour_stands_in_when_one_runs_out() -> None:
    table = table_of()
    g = table.state
    for p in g.players:
        p.keshis["orchard"] = 5
    table.settle()
    assert g.supply["green"] == 1
    for name in ("Sarah", "Jan", "Marie"):
        table.start("deploy green", name)
    # The second and third are painted otherwise, and count as date pickers all the same.
    assert sum(p.keshis["orchard"] for p in g.players) == 23
    assert sum(g.stand_ins.values()) == 2
    assert all(wood(g, colour) == 25 for colour in COLOURS)


def test_a_stand_in_goes_back_first() -> None:
    table = table_of()
    g = table.state
    for p in g.players:
        p.keshis["mosque"] = 6
    table.settle()
    assert g.stand_ins
    supply.put_back(g, "black")
    table.player("Sarah").keshis["mosque"] -= 1
    assert sum(g.stand_ins.values()) == 2
    g.invariants()


def test_a_screen_needs_the_right_paint_so_a_board_swaps() -> None:
    table = table_of("Sarah", "Jan", "Marie", "Lukas")
    g = table.state
    for p in g.players:
        p.keshis["mosque"], p.screen = 8, []
    g.tower.inside.update(dict.fromkeys(COLOURS, 0))
    table.settle()
    supply.deal_twelve(g, g.start_seat)
    assert all("black" in p.screen for p in g.players)
    assert not any(p.placeholders for p in g.players)
    g.invariants()


def test_essential_boards_never_use_wood() -> None:
    table = table_of(edition="essential")
    before = dict(table.state.supply)
    for colour in ("green", "beige", "yellow", "white"):
        table.start(f"deploy {colour}", "Sarah")
    assert table.state.supply == before


def test_the_leader_takes_the_placeholder_and_each_further_one_goes_to_the_next() -> None:
    table = table_of(edition="essential")
    g = table.state
    for p, score in zip(g.players, (30, 40, 40, 5), strict=True):
        p.screen, p.score = [], score
    table.camel("Marie")
    # Of 6 red wooden keshis 4 are in the tower: 2 short. Of the purple ones 3: 1 short.
    table.tower({"red": 4, "purple": 3})
    table.settle()
    supply.deal_twelve(g, g.start_seat)
    assert [sorted(p.placeholders) for p in g.players] == [["purple"], ["red"], ["red"], []]
    assert [("red" in p.screen, "purple" in p.screen) for p in g.players] == [
        (True, False), (False, True), (False, True), (True, True),
    ]  # fmt: skip
    g.invariants()


def test_flipped_the_leader_takes_the_placeholder_of_every_colour() -> None:
    table = table_of(edition="essential", rulings={"placeholders go round": False})
    g = table.state
    for p, score in zip(g.players, (30, 41, 40, 5), strict=True):
        p.screen, p.score = [], score
    # Of 6 red wooden keshis 4 are in the tower: 2 short. Of the purple ones 3: 1 short.
    table.tower({"red": 4, "purple": 3})
    table.settle()
    supply.deal_twelve(g, g.start_seat)
    assert [sorted(p.placeholders) for p in g.players] == [[], ["purple", "red"], ["red"], []]
    g.invariants()


def test_tied_leaders_from_the_start_player_on() -> None:
    for from_start, seat in ((True, 2), (False, 1)):
        table = table_of(edition="essential", rulings={"placeholder ties from start player": from_start})
        g = table.state
        for p, score in zip(g.players, (30, 40, 40, 5), strict=True):
            p.screen, p.score = [], score
        table.camel("Marie")
        table.tower({"red": 3})
        table.settle()
        supply.deal_twelve(g, g.start_seat)
        assert [p.seat for p in g.players if p.placeholders] == [seat]


def test_a_tie_for_the_placeholder_is_settled_before_the_season_tracker_passes() -> None:
    """Page 17: keshis are taken (3) before the tracker passes and its new holder takes the camel (4)."""
    table = table_of(edition="essential")
    g = table.state
    for p in g.players:
        p.screen, p.score = [], 40
    g.round = 3
    table.season_tracker("Sarah")
    table.camel("Lukas")
    table.tower({"red": 3})
    table.settle()
    Engine(g, seasons.prepare(g), flow=False)
    assert [p.seat for p in g.players if p.placeholders] == [0]
    assert g.start_seat == 1


def test_a_placeholder_cannot_be_selected_and_becomes_wood_as_soon_as_there_is_some() -> None:
    table = table_of(edition="essential")
    g = table.state
    sarah = table.player("Sarah")
    for p in g.players:
        p.screen.remove("red")
    sarah.placeholders = {"red"}
    table.tower({"red": 6})
    table.start("select")
    assert "red" not in table.options()
    table.answer(*[tuple(table.options()[:3])] * 4)
    table.start("end of round")
    assert sarah.placeholders == {"red"}
    g.tower.inside["red"] = 5
    table.start("end of round")
    assert sarah.placeholders == set()
    assert "red" in sarah.screen


def test_after_round_three_a_placeholder_may_become_any_colour_no_longer_held() -> None:
    table = table_of(edition="essential")
    g = table.state
    sarah = table.player("Sarah")
    for p in g.players:
        p.screen = ["green", "gray"]
    sarah.placeholders = {"red"}
    table.tower({"red": 6})
    g.round = 2
    table.start("end of round")
    assert kinds(table) == "placeholder"
    assert "green" not in table.options()
    assert "red" not in table.options()
    assert table.options()[-1] == "pass"
    table.answer("pink")
    assert sorted(sarah.screen) == ["gray", "green", "pink"]
    assert sarah.placeholders == set()


def test_who_keeps_the_placeholder_selects_only_two_in_the_last_round() -> None:
    table = table_of(edition="essential")
    sarah = table.player("Sarah")
    for p in table.state.players:
        p.screen = ["green", "gray"]
    sarah.placeholders = {"red"}
    table.tower({"red": 6})
    table.state.round = 2
    table.start("end of round")
    table.answer("pass")
    table.start("select")
    assert sorted(sarah.assistants) == ["madrasa", "orchard"]
    table.start("end of round")
    assert sarah.placeholders == set()


def test_of_two_placeholders_one_that_was_kept_is_not_asked_about_again() -> None:
    """Wherever a game is taken up again, the second question follows the first."""
    table = table_of(edition="essential")
    g = table.state
    for p in g.players:
        p.screen = ["green"]
    g.players[0].placeholders = {"red", "purple"}
    table.tower({"red": 6, "purple": 6})
    table.settle()
    g.phase, g.round, g.step = "river bonus", 2, 1
    answers: list[str] = []
    copies: list[tuple[int, State]] = []
    engine = Engine(g, on_quiet=lambda state: copies.append((len(answers), state.copy())))
    answers.append("pass")
    engine.answer("pass")
    assert engine.pending is not None
    assert engine.pending.about["colour"] == "purple"
    at, copy = copies[-1]
    again = Engine(copy)
    for answer in answers[at:]:
        again.answer(answer)
    assert again.pending == engine.pending
