"""Home, calibration, diagnosis, faults and past games, worked by hand."""

from dataclasses import replace

import pytest

from companion.table.calibration_view import Advice, CalibrationView
from companion.table.reports import CameraState
from companion.ui.piece_colours import COLOURS
from companion.ui.ports import Finding, PastGame, PastPlayer
from companion.ui.samples import (
    SampleCalibration,
    SampleDoctor,
    SampleShelf,
    sample_games,
    sample_ports,
    verdict_view,
)
from companion.ui.screens.calibrate import Calibrate
from companion.ui.screens.doctor import Diagnosis
from companion.ui.screens.fault import FAULTS, FaultScreen, WayOut, tray_fault
from companion.ui.screens.home import Home
from companion.ui.screens.past import PastGames
from companion.ui.screens.sources import by_kind, source_name
from companion.ui.screens.statistics import Statistics, duration_words
from companion.ui.widgets.hero import Hero
from companion.ui.widgets.tray_photo import TrayPhoto
from companion.words import Text
from tests.ui.hands import Hands


def test_continue_takes_up_the_unfinished_game() -> None:
    resumed: list[str] = []
    hands = Hands(Home(sample_ports(resume=resumed.append)))
    hands.stage.confirm()
    assert resumed == ["g5"]


def test_without_an_unfinished_game_home_offers_a_new_one() -> None:
    hands = Hands(Home(sample_ports(shelf=SampleShelf([]))))
    assert not hands.says("Continue")
    hands.stage.confirm()
    hands.wait(0.02)
    assert hands.says("Who plays?")


@pytest.mark.parametrize(
    ("button", "words"),
    [
        ("Past games", "Statistics"),
        ("Calibrate", "The paper frame"),
        ("Settings", "Language"),
        ("Diagnosis", "Look again"),
        ("About", "Marrakesh"),
    ],
)
def test_home_leads_everywhere_and_back(button: str, words: str) -> None:
    hands = Hands(Home(sample_ports()))
    hands.tap(button)
    assert hands.says(words)
    hands.tap("Back")
    if button == "Calibrate":
        hands.tap("Leave")
    assert hands.says("New game")


def test_switching_off_asks_first() -> None:
    stopped: list[bool] = []
    hands = Hands(Home(sample_ports(stop=lambda: stopped.append(True))))
    hands.tap("Switch off")
    hands.tap("Stay")
    assert not stopped
    hands.tap("Switch off")
    hands.tap("Switch off")
    assert stopped


def test_the_calibration_walks_through_all_colours_to_the_verdict() -> None:
    session = SampleCalibration()
    hands = Hands(Calibrate(sample_ports(calibration=session)))
    seen = []
    for _step in range(14):
        if session.view().kind == "pieces":
            seen.append(session.view().colour)
        hands.tap("Take the picture" if session.view().kind != "frame" else "Colour by colour")
    assert len(set(seen)) == 12
    assert session.view().kind == "verdict"
    hands.stage.push(Home(sample_ports()))  # something to come back from
    hands.stage.back()
    hands.tap("Keep it")
    assert session.kept


def test_a_toss_of_all_colours_is_named_and_kept() -> None:
    session = SampleCalibration()
    hands = Hands(Calibrate(sample_ports(calibration=session)))
    hands.tap("All in one toss")
    assert session.view().kind == "empty"
    hands.tap("Take the picture")
    hands.tap("Take the picture")
    assert session.view().kind == "names"
    hands.tap("All are right")
    assert session.view().kind == "names", "one colour is missing"
    wrong = session.view().thrown
    assert wrong is not None
    assert wrong.unnamed == (COLOURS[0],)
    hands.wait(5)
    (photo,) = (each for each in hands.stage.root.walk() if isinstance(each, TrayPhoto))
    hands.tap_at(*map(round, photo.to_display(wrong.pieces[0].x, wrong.pieces[0].y)))
    hands.tap(COLOURS[0])
    put_right = session.view().thrown
    assert put_right is not None
    assert put_right.names == COLOURS
    hands.tap("All are right")
    assert session.view().kind == "verdict"


def test_weak_colours_can_be_taken_again() -> None:
    session = SampleCalibration(verdict_view())
    hands = Hands(Calibrate(sample_ports(calibration=session)))
    hands.tap("Take the weak ones again")
    assert session.view().kind == "pieces"
    assert session.view().colour == "red"


def test_a_calibration_of_no_use_is_neither_praised_nor_kept() -> None:
    refused = CalibrationView(
        "verdict", 14, advice=(Advice("bad", Text("Nothing was learned.")),), usable=False
    )
    session = SampleCalibration(refused)
    hands = Hands(Calibrate(sample_ports(calibration=session)))
    assert hands.says("This calibration cannot be kept.")
    assert not hands.says("The camera tells all twelve colours apart.")
    assert not hands.says("No colour needs it.")
    hands.tap("Keep it")
    hands.stage.confirm()
    assert not session.kept
    begun: list[bool] = []
    session.begin = lambda *, quick=False: begun.append(quick)  # type: ignore[method-assign]
    hands.wait(5)
    hands.tap("Try again")
    assert begun == [False]


def test_colours_that_would_be_confused_can_only_be_taken_again() -> None:
    close = Advice("bad", Text("Red and orange look the same here."), ("red", "orange"))
    session = SampleCalibration(CalibrationView("verdict", 14, advice=(close,), usable=False))
    hands = Hands(Calibrate(sample_ports(calibration=session)))
    assert hands.says("Like this the camera would confuse colours.")
    hands.tap("Keep it")
    assert not session.kept
    hands.wait(5)
    hands.tap("Take the weak ones again")
    assert session.view().colour == "red"


@pytest.mark.parametrize(
    ("colours", "head"),
    [
        (("white", "beige"), "It works, but some colours are close to each other here."),
        (("black",), "It works, but could be better."),
    ],
)
def test_a_colour_that_is_hard_to_see_is_not_called_close_to_another(
    colours: tuple[str, ...], head: str
) -> None:
    advice = Advice("warn", Text("Something can be done about it."), colours)
    session = SampleCalibration(CalibrationView("verdict", 14, advice=(advice,)))
    assert Hands(Calibrate(sample_ports(calibration=session))).says(head)


def test_a_calibration_that_cannot_be_saved_stays_on_the_screen() -> None:
    session = SampleCalibration(verdict_view())
    hands = Hands(Home(sample_ports(calibration=session)))
    session.keep = lambda: Text("The disk is full.")  # type: ignore[method-assign]
    hands.tap("Calibrate")
    hands.tap("Keep it")
    assert hands.stage.screen.name == "calibrate"
    assert hands.says("The disk is full.")


def test_leaving_the_calibration_asks_and_cancels() -> None:
    session = SampleCalibration()
    hands = Hands(Home(sample_ports(calibration=session)))
    hands.tap("Calibrate")
    hands.tap("Back")
    hands.tap("Stay")
    assert not session.cancelled
    hands.tap("Back")
    hands.tap("Leave")
    assert session.cancelled


def test_the_diagnosis_shows_the_worst_first() -> None:
    hands = Hands(Diagnosis(sample_ports()))
    places = {
        w.say: w.rect.y for w in hands.stage.root.walk() if w.say in ("Screen", "Calibration", "Camera")
    }
    assert places["Screen"] < places["Calibration"] < places["Camera"]
    fine = Hands(Diagnosis(sample_ports(doctor=SampleDoctor([Finding(Text("disk"), "good", Text("11 GB"))]))))
    assert fine.says("Everything works.")


@pytest.mark.parametrize("kind", FAULTS)
def test_every_fault_says_what_to_do_and_lets_the_game_go_on(kind: str) -> None:
    tried: list[str] = []
    hands = Hands(Home(sample_ports()))
    hands.stage.push(FaultScreen(kind, [WayOut("Try again", "turn", lambda: tried.append(kind), main=True)]))
    hands.wait(0.02)
    assert len(FAULTS[kind].steps) >= 2
    hands.tap("Try again")
    assert tried == [kind]
    assert not hands.says("by hand") or kind == "not calibrated", "a full disk leaves the camera counting"
    hands.tap("Go on")
    assert hands.says("New game")


def test_going_on_by_hand_does_what_the_game_wants() -> None:
    asked: list[str] = []
    hands = Hands(Home(sample_ports()))
    hands.stage.push(
        FaultScreen("camera gone", details="It was unplugged.", by_hand=lambda: asked.append("hand"))
    )
    hands.wait(0.02)
    assert hands.says("It was unplugged.")
    hands.tap("Go on by hand")
    assert asked == ["hand"]
    assert hands.says("New game")


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("camera", "camera gone"),
        ("not calibrated", "not calibrated"),
        ("counting", "tray not found"),
        ("covered", "tray not free"),
    ],
)
def test_each_report_of_the_watcher_has_its_screen(fault: str, kind: str) -> None:
    assert tray_fault(fault) == kind


def test_a_past_game_can_be_looked_at_and_deleted() -> None:
    looked: list[str] = []
    shelf = SampleShelf()
    hands = Hands(PastGames(sample_ports(shelf=shelf, look_at=looked.append)))
    hands.tap("Sarah won")
    assert hands.says("142")
    hands.tap("Go through it")
    assert looked == ["g4"]
    hands.tap("Delete")
    hands.tap("Keep")
    assert len(shelf.games()) == 5
    hands.tap("Delete")
    hands.tap("Delete")
    assert len(shelf.games()) == 4
    assert not hands.says("Sarah won")


def test_statistics_count_finished_games_only() -> None:
    figures = Statistics.of(sample_games())
    assert figures.games == 4
    assert figures.best_score == 156
    assert figures.best_name == "Jan"
    two = figures.by_count[0]
    assert (two.players, two.games) == (2, 2)
    assert two.average == pytest.approx((156 + 149 + 120 + 120) / 4)
    assert two.winner_average == pytest.approx((156 + 120) / 2)
    assert two.minutes == 84, "a game without a time does not pull the average down"
    jan = next(row for row in figures.by_player if row.name == "Jan")
    assert (jan.games, jan.wins, jan.best) == (4, 3, 156)


def test_no_games_no_statistics() -> None:
    assert Statistics.of([]).games == 0
    assert Hands(PastGames(sample_ports(shelf=SampleShelf([])), "figures")).says("Statistics begin")


def test_points_are_gathered_by_kind() -> None:
    game = sample_games()[1]
    assert by_kind(game, (("scroll 23", 2), ("scroll 7", 3), ("complete river", 10), ("gate", -3))) == {
        "scroll": 5,
        "complete": 10,
        "gate": -3,
    }
    assert source_name(game, "scroll") == "Scrolls"
    assert source_name(game, "gate") == "City gate"
    assert source_name(game, "something new") == "Something new"
    assert source_name(replace(game, kind=None), "gate") == "Gate", "a game nobody knows here"


def test_a_shared_win_is_shared() -> None:
    game = PastGame("x", "", "", (PastPlayer("A", "green", 1), PastPlayer("B", "blue", 1)), ("A", "B"))
    hands = Hands(PastGames(sample_ports(shelf=SampleShelf([game]))))
    assert hands.says("Shared by A and B")
    hands.tap("Shared by A and B")
    assert hands.says("Shared win"), "the names have no room in the header, and stand below"


def test_durations_in_words() -> None:
    assert (duration_words(0), duration_words(45), duration_words(138)) == ("–", "45 min", "2 h 18")


def test_home_says_that_it_is_safe_mode_why_and_how_to_leave() -> None:
    hands = Hands(Home(sample_ports(failed_starts=3, camera=lambda: CameraState("missing"))))
    assert hands.says("Safe mode: 3 starts in a row failed.")
    assert hands.says("To leave it, switch off here and on again.")
    assert not hands.says("The camera is missing")


def test_a_long_sentence_of_the_camera_takes_nothing_from_the_panel_beside_it() -> None:
    def panel_px(says: str) -> int:
        hands = Hands(Home(sample_ports(camera=lambda: CameraState("missing", Text(says)))))
        return next(w.rect.width for w in hands.stage.root.walk() if isinstance(w, Hero))

    assert panel_px("The camera gave no frame. " * 6) == panel_px("None.")
