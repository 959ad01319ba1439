"""The end of the game: points are read out step by step, and nobody's win falls off the display."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules.state import START_SCORE, Event, State
from companion.games.marrakesh.screens.adjust import AdjustScreen
from companion.games.marrakesh.screens.changes import ChangesScreen, ScoresThen
from companion.games.marrakesh.screens.history import EntryScreen, lines_of
from companion.games.marrakesh.screens.parts.player_tab import PlayerTab
from companion.games.marrakesh.screens.parts.score_board import ScoreBoard
from companion.games.marrakesh.screens.parts.source_chart import SourceChart
from companion.games.marrakesh.screens.points import PointsScreen
from companion.games.marrakesh.screens.readout import (
    LIGHT_STEPS,
    SOURCES,
    STEPS,
    final_points,
    read_out,
    steps_of,
)
from companion.games.marrakesh.screens.receipt import SeasonReceipt
from companion.games.marrakesh.screens.samples import game_at, on_screen, played_out, played_until
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.screens.showcase import tied
from companion.games.marrakesh.screens.words import event_line
from companion.locale import LANGUAGES
from companion.ui import i18n
from companion.ui.audit import visible
from companion.ui.i18n import together
from companion.ui.samples import LONG_NAMES
from companion.ui.widgets import BarChart, Label, LineChart, Sheet
from tests.ui.hands import Hands


def test_the_header_gives_nothing_away_that_was_not_read_out_yet() -> None:
    table = on_screen(game_at(""))
    hands = Hands(GameScreen(table))
    totals = [str(player.score) for player in table.state.players]
    for step in range(len(steps_of(table.state))):
        assert table.final_step == step
        board = next(w for w in hands.stage.root.walk() if isinstance(w, ScoreBoard))
        tabs = [w for w in hands.stage.root.walk() if isinstance(w, PlayerTab)]
        assert [tab.score for tab in tabs] == [row.total for row in board.rows]
        if step == 0:
            assert [str(row.total) for row in board.rows] != totals
        hands.stage.confirm()
        hands.wait(0.02)
    assert [str(tab.score) for tab in hands.stage.root.walk() if isinstance(tab, PlayerTab)] == totals


def given_away(hands: Hands, seat: int) -> set[int]:
    """Every number on the screen that is the score of a seat."""
    found: set[int] = set()
    for widget in hands.stage.root.walk():
        if isinstance(widget, PlayerTab):
            found.add([w for w in hands.stage.root.walk() if isinstance(w, PlayerTab)][seat].score)
        elif isinstance(widget, BarChart):
            found.add(START_SCORE + round(sum(value for _words, value, _colour in widget.bars)))
        elif isinstance(widget, LineChart):
            found.add(round(widget.series[seat].values[-1]))
        elif isinstance(widget, SourceChart):
            found |= {points[seat] for words, points in widget.rows if words == "Total"}
        elif isinstance(widget, Label) and widget.face == "title" and widget.say.lstrip("−").isdigit():
            found.add(int(widget.say.replace("−", "-")))
    return found


@pytest.mark.parametrize("depth", ["full", "light"])
def test_no_screen_gives_away_what_was_not_read_out_yet(depth: str) -> None:
    table = on_screen(game_at("", depth=depth))
    for step in range(len(steps_of(table.state)) + 1):
        table.final_step = step
        to_come = [points for _name, points in steps_of(table.state)[step + 1 :]]
        for seat, player in enumerate(table.state.players):
            known = player.score - sum(points[seat] for points in to_come)
            hands = Hands(GameScreen(table))
            hands.tap(player.name)
            assert given_away(hands, seat) == {known}
            hands.tap("Points")
            assert given_away(hands, seat) == {known}
            hands.stage.go(PointsScreen(table))
            hands.wait(0.02)
            assert given_away(hands, seat) == {known}
            hands.tap("By source")
            assert given_away(hands, seat) == {known}
            adjust = AdjustScreen(table, seat)
            hands.stage.go(adjust)
            hands.wait(0.02)
            assert given_away(hands, seat) == {known}
            assert hands.says(str(known).replace("-", "−"))


def test_the_last_seasons_receipt_knows_nothing_of_the_final_scoring() -> None:
    table = on_screen(game_at("", depth="light"))
    before = [player.score - final_points(player, "final scoring") for player in table.state.players]
    hands = Hands(SeasonReceipt(table, 2, lambda ui: None))
    scores = [w.say for w in hands.stage.root.walk() if isinstance(w, Label) and w.size == "number"]
    assert scores == list(map(str, before))
    assert not hands.says("Final scoring")


def test_while_points_are_still_told_by_hand_none_are_given_away() -> None:
    game = played_until(lambda d: d.about.get("source") == "final scoring", 3, depth="light")
    table = on_screen(game)
    begun = [final_points(player, "final scoring") for player in game.state.players]
    assert any(begun)
    hands = Hands(GameScreen(table))
    tabs = [w.score for w in hands.stage.root.walk() if isinstance(w, PlayerTab)]
    assert tabs == [p.score - n for p, n in zip(game.state.players, begun, strict=True)]


@pytest.mark.parametrize("depth", ["full", "light"])
def test_the_history_does_not_tell_points_that_were_not_read_out_yet(depth: str) -> None:
    table = on_screen(game_at("", depth=depth))
    points = told_of(table.state)
    lines = [line for line in lines_of(table) if any(event in points for event in line.events)]
    assert lines
    for step in range(len(steps_of(table.state)) + 1):
        table.final_step = step
        hidden = tuple(prefixes(depth)[step + 1 :])
        for line in lines:
            hands = Hands(EntryScreen(table, line))
            for event in (e for e in line.events if e in points):
                secret = event.data["source"].startswith(hidden)
                assert hands.says(event_line(event, table.state)) != secret


def test_nor_does_the_line_of_what_happened_last() -> None:
    game = played_until(lambda d: d.about.get("source") == "final scoring", 3, depth="light")
    last = game.state.log[-1]
    assert last in told_of(game.state)
    assert not Hands(GameScreen(on_screen(game))).says(event_line(last, game.state))


def prefixes(depth: str) -> list[str]:
    return [prefix for prefix, _name in (STEPS if depth == "full" else LIGHT_STEPS)]


def told_of(g: State) -> list[Event]:
    """What the log tells of the final scoring's points."""
    return [e for e in g.log if e.kind == "points" and e.data["source"].startswith(SOURCES)]


def test_points_put_right_at_the_end_leave_the_final_scoring_what_it_is() -> None:
    game = played_out(depth="light")
    steps = steps_of(game.state)
    game.adjust(0, "points", 3)
    assert steps_of(game.state) == steps


@pytest.mark.parametrize("size_px", [(800, 480), (1280, 720), (720, 1280)])
def test_the_sum_is_in_view_at_every_step(size_px: tuple[int, int]) -> None:
    table = on_screen(game_at(""))
    hands = Hands(GameScreen(table), size_px)
    for _step in steps_of(table.state):
        display = hands.canvas.get_rect()
        shown = visible(hands.stage.root, display)
        board, clip = next((w, clip) for w, clip in shown if isinstance(w, ScoreBoard))
        assert clip.contains(board.rect)
        assert [row.name for row in board.rows] == [player.name for player in table.state.players]
        look = hands.stage.look()
        assert all(board.rect.contains(board.row(look, index)) for index in range(len(board.rows)))
        hands.stage.confirm()
        hands.wait(0.02)


def test_no_number_of_the_final_scoring_moves_when_the_next_one_is_read_out() -> None:
    table = on_screen(game_at(""))
    hands = Hands(GameScreen(table))
    places: set[tuple[object, ...]] = set()
    for step in range(len(steps_of(table.state))):
        board = next(w for w in hands.stage.root.walk() if isinstance(w, ScoreBoard))
        look = hands.stage.look()
        assert len(board.rows[0].told) == step + 2, "what was there before, and a column a step"
        places.add(tuple(board.middle(look, column) for column in range(len(board.steps))))
        places.add(tuple(board.sum_at(look, index) for index in range(len(board.rows))))
        hands.stage.confirm()
        hands.wait(0.02)
    assert len(places) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size_px", [(800, 480), (1280, 720), (720, 1280)])
def test_a_win_of_four_long_names_leaves_the_buttons_on_the_display(
    language: str, size_px: tuple[int, int]
) -> None:
    i18n.use(language)
    table = on_screen(tied())
    table.final_step = len(steps_of(table.state))
    hands = Hands(GameScreen(table), size_px)
    assert hands.stage.audit() == []
    assert hands.says(together(LONG_NAMES))
    assert hands.canvas.get_rect().contains(hands.find(i18n._("Home")).rect)


@pytest.mark.parametrize(
    ("stairs", "words"),
    [
        ("palace", "Level on points: the palace staircase decides."),
        ("mosque", "Level on points and in the palace: the mosque staircase decides."),
    ],
)
def test_a_win_by_the_staircases_says_so(stairs: str, words: str) -> None:
    game = tied.__wrapped__()
    table = on_screen(game)
    table.final_step = len(steps_of(table.state))
    assert not Hands(GameScreen(table)).says("decides"), "all four share the win"
    game.adjust(3, stairs, 1)
    hands = Hands(GameScreen(table))
    assert hands.says(f"{LONG_NAMES[3]} wins!")
    assert hands.says(words)
    game.adjust(3, "points", 1)
    assert not Hands(GameScreen(table)).says("decides")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "A, B and C"), ("de", "A, B und C"), ("fr", "A, B et C")]
)
def test_names_are_joined_as_one_says_them(language: str, words: str) -> None:
    i18n.use(language)
    assert together(["A", "B", "C"]) == words
    assert together(["A"]) == "A"


def test_nor_does_what_a_change_of_the_past_has_changed() -> None:
    table = on_screen(game_at(""))
    told = read_out(table).players
    assert ScoresThen.of(table).scores == tuple(player.score for player in told)
    hands = Hands(ChangesScreen(table, ScoresThen.of(table)))
    sheet = next(w for w in hands.stage.root.walk() if isinstance(w, Sheet))
    assert [(row[2], row[3]) for row in sheet.rows] == [
        (str(player.score).replace("-", "−"), "·") for player in told
    ]


def test_at_the_end_there_is_no_depth_left_to_change() -> None:
    table = on_screen(game_at(""))
    hands = Hands(GameScreen(table))
    hands.tap("Menu")
    hands.tap("Track less (light)")
    assert not hands.says("Change the depth?")
    assert hands.says("The game is over")
    assert table.state.depth == "full"
