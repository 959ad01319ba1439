"""A game of ten lines is played in every way there is: robots, taps, the tray, notation, a pulled plug."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.kept.shelf import GameShelf
from companion.play import forms, notation
from companion.play.decision import Aside, Decision
from companion.play.engine import QUIET, Flow
from companion.play.errors import BadNotation, IllegalMove
from companion.play.forms import NUMBER
from companion.play.game import Game
from companion.play.playable import Seat
from companion.play.robot import Robot
from companion.play.saved_games import begin, import_text, take_up
from companion.play.timeline import OtherQuestion
from companion.store import Store
from companion.table.reports import Report
from companion.table.session import Session, Standing
from companion.ui.colour import luminance
from companion.ui.game_screens import screens_of
from companion.ui.ports import DrawnLots
from companion.ui.samples import SampleShelf, sample_ports
from companion.ui.screens.any_game import Asked, WhichGame, WhoPlays
from companion.ui.screens.past import PastGameScreen
from tests.games.noughts import WIPE, Noughts, OnePiece, Options, State
from tests.ui.hands import Hands

pytestmark = pytest.mark.usefixtures("noughts")

TWO = Options((Seat("Sarah", "red"), Seat("Jan", "green")))


def placed(*moves: str) -> Game[State]:
    """A game after moves like "red 5": a draw and a cell, or an aside."""
    game: Game[State] = Game.new(TWO)
    for move in moves:
        for answer in move.split():
            game.answer(Aside(answer) if answer == WIPE else answer)
    return game


def cells(game: Game[State]) -> list[list[str]]:
    return [player.cells for player in game.state.players]


def by_robot(seed: int) -> Game[State]:
    game, robot = Game.new(TWO), Robot(seed)
    while game.pending is not None:
        game.answer(robot.answer(game.pending))
    return game


# --- the game, and asides ----------------------------------------------------------------------------


def test_three_in_a_row_win() -> None:
    game = placed("red 1", "red 2", "red 3")
    assert game.over
    assert game.kind.ranking(game.state) == [[0], [1]]
    assert game.kind.summary(game.state)["winners"] == ["Sarah"]


def test_robots_finish_every_game_and_some_use_the_aside() -> None:
    wiped = 0
    for seed in range(40):
        game = by_robot(seed)
        taken = [cell for each in cells(game) for cell in each]
        assert len(set(taken)) == len(taken)
        assert game.state.won() or not game.state.free()
        wiped += any(entry.do == "aside" for entry in game.journal.entries)
    assert 0 < wiped < 40


def test_after_an_aside_the_question_is_asked_anew() -> None:
    game = placed("red 5", "green")
    asked = game.pending
    assert asked is not None
    assert (asked.options, asked.asides) == (tuple("12346789"), (WIPE,))
    game.answer(Aside(WIPE))
    anew = game.pending
    assert anew is not None
    assert (anew.kind, anew.player, anew.options) == ("place", 1, tuple("123456789"))
    assert anew.asides == (), "once a game"
    game.answer("5")
    assert cells(game) == [[], ["5"]]


def test_an_aside_may_ask_for_itself() -> None:
    game = placed("red 1", "red 2", "green wipe")
    assert game.pending is not None
    assert (game.pending.kind, game.pending.options, game.pending.asides) == ("wipe which", ("1", "2"), ())
    game.answer("1")
    assert game.pending.kind == "place"
    assert "1" in game.pending.options


def test_an_aside_that_is_not_offered_is_refused_and_changes_nothing() -> None:
    game = placed("red")
    before = game.state.copy()
    for wrong in (Aside(WIPE), Aside("5"), WIPE):
        with pytest.raises(IllegalMove):
            game.answer(wrong)
    assert (game.state, len(game.journal.entries)) == (before, 1)


def test_an_aside_is_taken_back_and_entered_again_like_any_answer() -> None:
    game = placed("red 1", "red 2", "green wipe 1 9")
    end, entries = game.state.copy(), len(game.journal.entries)
    game.undo(2)  # the cell, and which piece was wiped away
    assert game.pending is not None
    assert game.pending.kind == "wipe which"
    game.undo()
    assert (game.pending.kind, cells(game)) == ("place", [["1", "2"], []])
    game.redo(3)
    assert (game.state, len(game.journal.entries)) == (end, entries)


def test_an_aside_waits_where_it_is_another_ones_turn_after_a_change() -> None:
    game = placed("red 1", "green wipe 1")
    game.change(2, "red")
    assert [(entry.do, entry.what) for entry in game.waiting] == [("aside", WIPE), ("answer", "place")]
    assert game.misfit is not None
    assert "another question is open here: Sarah: place" in str(game.misfit.reason)
    game.drop_waiting()
    assert game.pending is not None
    assert (game.pending.player, game.pending.asides) == (0, ()), "there is nothing of Jan's to wipe away"


def test_it_is_known_whether_what_comes_behind_a_misfit_would_fit() -> None:
    game = placed("red 1", "green 5")
    game.delete(0)
    assert [entry.value for entry in game.waiting] == ["1", "green", "5"]
    assert game.fits_without_misfit, "a draw comes next, as it should"
    game.skip_misfit()
    assert (game.waiting, cells(game)) == ((), [[], ["5"]])
    game = placed("red 1", "green 5")
    game.delete(1)
    assert [entry.value for entry in game.waiting] == ["green", "5"]
    assert not game.fits_without_misfit, "the other one would place a piece of red"
    game.skip_misfit()
    assert not game.fits_without_misfit, "nothing is behind it"


def test_what_has_to_be_answered_first_is_asked_as_the_screen_asks_it() -> None:
    game = placed("red 1", "green 5")
    game.delete(1)
    assert game.misfit is not None
    assert isinstance(game.misfit.refusal, OtherQuestion)
    assert "Sarah: place" in str(game.misfit.reason)
    assert str(game.misfit.refusal.asking("Where to?")) == "another question is open here: Where to?"


@pytest.mark.parametrize("seed", range(12))
def test_at_every_entry_the_journal_tells_the_same_game(seed: int) -> None:
    game = by_robot(seed)
    entries = game.journal.entries
    records = [{"rec": "do", "entry": entry.to_json()} for entry in entries]
    assert Game(TWO, {}, records).state == game.state
    end = game.state.copy()
    for n in range(1, len(entries) + 1):
        game.undo(n)
        game.redo(n)
        assert game.state == end


# --- notation, history -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_written_game_reads_back(seed: int) -> None:
    game = by_robot(seed)
    text = notation.write(game)
    assert text.startswith("Noughts game, notation 1, rules 1\n")
    assert notation.write(notation.replay(notation.read(text))) == text


def test_an_aside_is_a_line_of_its_own() -> None:
    game = placed("red 1", "green wipe 1")
    assert notation.entry_lines(game) == [
        "table: draw = red", "Sarah: place = 1", "table: draw = green", "Jan: aside = wipe", "Jan: place = 1",
    ]  # fmt: skip
    by_hand = 'Noughts game, notation 1, rules 1\n[options]\nplayers = ["Sarah", "Jan"]\n[game]\n'
    assert notation.replay(notation.read(by_hand + "\n".join(notation.entry_lines(game)))).state == game.state
    with pytest.raises(BadNotation, match=r"line 6 .*cannot be done now"):
        notation.replay(notation.read(f"{by_hand}table: draw = red\nSarah: aside = wipe\n"))


def test_two_games_stand_on_one_shelf(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        import_text(store, notation.write(by_robot(3)), "Friday")
        assert [(record.kind, record.finished) for record in store.games()] == [("noughts", True)]


def test_a_past_game_is_told_in_its_own_words(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        import_text(store, notation.write(placed("red 1", "red 2", "red 3")), "Friday")
        (past,) = GameShelf(store).games()
    assert (past.winners, [player.score for player in past.players]) == (("Sarah",), [1, 0])
    assert Hands(PastGameScreen(sample_ports(), past)).says("Noughts and Crosses")


# --- a pulled plug -----------------------------------------------------------------------------------


def test_whenever_the_plug_is_pulled_the_game_comes_back_at_the_same_question(tmp_path: Path) -> None:
    robot = Robot(7)
    with Store.open(tmp_path / "table") as store:
        saved = begin(store, TWO)
        moment = 0
        while saved.game.pending is not None:
            saved.game.answer(robot.answer(saved.game.pending))
            saved.catch_up()
            moment += 1
            left = tmp_path / f"moment {moment}"
            shutil.copytree(tmp_path / "table", left)
            with Store.open(left) as found:
                again = take_up(found, saved.id).game
                assert (again.state, again.pending) == (saved.game.state, saved.game.pending)
        assert any(entry.do == "aside" for entry in saved.game.journal.entries)
        assert store.game(saved.id).finished


# --- the tray ----------------------------------------------------------------------------------------


@dataclass
class Drawn:
    """A look at a tray with these pieces."""

    labels: tuple[str, ...]
    sure: bool = True
    hands: int = 0
    doubts: tuple[Any, ...] = ()
    photo: Any = None

    @property
    def observation(self) -> Any:
        return self

    @property
    def pieces(self) -> list[Any]:
        return [type("Piece", (), {"label": label})() for label in self.labels]


@dataclass
class Orders:
    """A watched tray that notes what it is told."""

    told: list[str] = field(default_factory=list)
    live: Any = None

    def watch(self, *, count_empty: bool = False) -> None:
        self.told.append("watch")

    def pause(self) -> None:
        self.told.append("pause")

    def count_now(self) -> None:
        self.told.append("count")


def test_the_piece_in_the_tray_says_whose_turn_it_is() -> None:
    tray = Orders()
    session = Session(Game.new(TWO), OnePiece(), tray=tray)
    session.come()
    assert (tray.told, session.standing) == (["watch"], Standing.WATCHING)
    session.hear(Report("counted", Drawn(("red", "green"))))
    assert session.pending is not None
    assert session.pending.kind == "draw", "two pieces say nothing"
    session.hear(Report("counted", Drawn(("green",))))
    assert (session.pending.kind, session.pending.player) == ("place", 1)
    assert session.game.journal.entries[-1].by == "camera"
    assert (tray.told, session.standing) == (["watch", "pause"], Standing.RESTING)


# --- the touchscreen ---------------------------------------------------------------------------------


def at_table(game: Game[State]) -> Hands:
    session: Session[Any, Any] = Session(game, Noughts().tray())
    return Hands(
        screens_of(Noughts()).at_table(session, sample_ports().settings.get(), lambda ui: None).screen
    )


def test_a_game_is_tapped_from_setup_to_the_winner() -> None:
    begun: list[Game[State]] = []

    def play(options: Any, lots: DrawnLots) -> None:
        begun.append(Game.new(options))

    ports = sample_ports(play=play, shelf=SampleShelf([]))
    setup = Hands(screens_of(Noughts()).setup(ports))
    assert setup.says("Sarah")
    setup.tap("Begin the game")
    hands = at_table(begun[0])
    assert hands.says("Which colour was drawn?")
    for words in ("Red", "1", "Green", "5", "Red", "2", "Green", "Wipe", "1", "1", "Red", "3"):
        hands.tap(words)
    assert cells(begun[0]) == [["2", "3"], ["5", "1"]]
    hands.tap("Undo")
    assert cells(begun[0])[0] == ["2"]
    hands.tap("Redo")
    for words in ("Green", "9"):
        hands.tap(words)
    assert begun[0].over
    assert hands.says("Jan won")


def test_the_history_leads_back_to_any_entry() -> None:
    game = placed("red 1", "green 5", "red 2")
    hands = at_table(game)
    hands.tap("History")
    assert hands.says("6 entries")
    hands.tap("Jan: place = 5")
    assert cells(game) == [["1"], []]
    assert game.can_redo


def test_robots_tap_whole_games() -> None:
    for seed in range(4):
        game, robot = Game.new(TWO), Robot(seed)
        hands = at_table(game)
        while game.pending is not None:
            answer = robot.answer(game.pending)
            hands.tap(answer[:1].upper() + answer[1:])
        assert isinstance(hands.stage.screen, Asked)
        assert hands.says("won")


def test_where_there_are_two_games_the_table_says_which() -> None:
    ports = sample_ports()
    hands = Hands(WhichGame([(kind.title, WhoPlays(ports, kind)) for kind in (Five(), Noughts())]))
    hands.tap("Noughts and Crosses")
    assert hands.says("Begin the game")
    assert isinstance(hands.stage.screen, WhoPlays)
    assert hands.stage.screen.kind.name == "noughts"


class Five(Noughts):
    """For as many as Istanbul has seats for."""

    name, title = "five", "Five in a Row"
    seats = range(2, 6)
    colours = ("red", "yellow", "green", "blue", "white")


def test_a_fifth_seat_has_a_colour_and_a_place_on_the_screen() -> None:
    setup = Hands(WhoPlays(sample_ports(), Five()))
    for _ in range(3):
        setup.tap("+")
    assert len([name for name in ("Sarah", "Jan", "Marie", "Lukas", "Chloé") if setup.says(name)]) == 5
    setup.tap("+")
    assert not setup.says("Jörg"), "there is no sixth seat"


class Rolling(Noughts):
    """Each rolls two dice that no camera sees."""

    def play(self, state: State) -> Flow:
        while state.whose + 1 < len(state.players):
            yield QUIET
            state.whose += 1
            two_dice = {"low": 2, "high": 12}
            state.players[state.whose].score = yield Decision(
                "draw", state.whose, form=NUMBER, about=two_dice
            )


def test_a_number_is_entered_step_by_step_and_written_down() -> None:
    hands = at_table(rolling := Game(RollingOptions(TWO.players), {}))
    hands.tap("+")
    hands.tap("Confirm")
    assert rolling.state.players[0].score == 3
    hands.tap("Confirm")
    assert [player.score for player in rolling.state.players] == [3, 2]
    assert notation.entry_lines(rolling)[0] == "Sarah: draw := 3"
    with pytest.raises(IllegalMove, match="from 2 to 12"):
        Game(RollingOptions(TWO.players), {}).answer(13)


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A form that a game without screens brings: two dice and what they are for."""
    for known in ("_checks", "_samples", "_blanks"):
        monkeypatch.setattr(forms, known, dict(getattr(forms, known)))

    def check(value: Any, about: Mapping[str, Any]) -> dict[str, Any]:
        return {die: forms.whole(value[die], 1, 6) for die in ("red", "green")} | {"for": value["for"]}

    forms.bring(
        {"dice": check},
        {"dice": lambda about, rng: {"red": rng.randint(1, 6), "green": 1, "for": "tea"}},
        {"dice": lambda about: {"red": range(1, 7), "green": range(1, 7), "for": ("tea", "market")}},
    )


@pytest.mark.usefixtures("dice")
def test_a_form_of_several_parts_is_filled_in_one_by_one() -> None:
    asked: list[Any] = []

    def roll(state: State) -> Flow:
        yield QUIET
        asked.append((yield Decision("draw", 0, form="dice")))

    class Dice(Noughts):
        def play(self, state: State) -> Flow:
            return roll(state)

    class DiceOptions(Options):
        @property
        def kind(self) -> Dice:
            return Dice()

    hands = at_table(Game(DiceOptions(TWO.players), {}))
    hands.tap("Green +")
    hands.tap("Market")
    hands.tap("Confirm")
    assert asked == [{"red": 1, "green": 2, "for": "market"}]


def test_a_robot_rolls_what_can_be_rolled() -> None:
    game = Game(RollingOptions(TWO.players), {})
    while game.pending is not None:
        game.answer(Robot(1).answer(game.pending))
    assert all(2 <= player.score <= 12 for player in game.state.players)


def test_one_option_may_be_picked_more_than_once() -> None:
    asked: list[Any] = []

    class TwoGoods(Noughts):
        def play(self, state: State) -> Flow:
            yield QUIET
            asked.append((yield Decision("draw", 0, ("red", "green", "blue"), 2, 2, distinct=False)))

    class TwoGoodsOptions(Options):
        @property
        def kind(self) -> TwoGoods:
            return TwoGoods()

    hands = at_table(Game(TwoGoodsOptions(TWO.players), {}))
    hands.tap("Green +")
    assert not hands.find("Confirm").enabled
    for words in ("Blue +", "Blue −", "Green +", "Confirm"):
        hands.tap(words)
    assert asked == [("green", "green")]


@pytest.mark.parametrize("night", [False, True])
def test_the_tools_stand_out_from_the_band_they_stand_on(night: bool) -> None:
    hands = at_table(placed("red 1"))
    hands.stage.dress(night=night)
    hands.wait()
    for words in ("Undo", "History", "Settings"):
        there = hands.find(words).rect.inflate(-12, -12)
        drawn = {
            (pixel.r, pixel.g, pixel.b)
            for x in range(there.left, there.right)
            for y in range(there.top, there.bottom)
            for pixel in (hands.canvas.get_at((x, y)),)
        }
        lights = sorted(map(luminance, drawn))
        assert (lights[-1] + 0.05) / (lights[0] + 0.05) > 4.5, words


class RollingOptions(Options):
    @property
    def kind(self) -> Rolling:
        return Rolling()
