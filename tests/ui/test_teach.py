"""Teach it your copy: lesson by lesson, stopped anywhere, kept for every game; a friend's from a stick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.marrakesh.kind import Marrakesh
from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.teach import screen as teaching
from companion.games.marrakesh.teach.lessons import EVERYTHING, LESSONS, how_much
from companion.games.marrakesh.teach.screen import TeachFact, TeachScreen
from companion.locale import LANGUAGES
from companion.play import facts_file
from companion.play.facts_file import files_on_sticks
from companion.table.calibration_view import CalibrationView
from companion.ui.samples import SampleCalibration, sample_ports
from companion.ui.screens.calibrate import Calibrate
from companion.ui.screens.home import Home
from tests.games.marrakesh.rules.facts import told
from tests.ui.game.finger import Finger, companion_at
from tests.ui.hands import Hands


class Copy:
    """Remembers what it is told."""

    def __init__(self, **known: Any) -> None:
        self.kept: dict[str, Any] = known

    def told(self, game: str) -> Mapping[str, Any]:
        return dict(self.kept)

    def tell(self, game: str, key: str, value: Any) -> None:
        self.kept[key] = value


def test_the_lessons_ask_for_everything_of_a_copy_once() -> None:
    every = {key for key in told() if facts.of_copy(key)}
    assert every <= set(EVERYTHING)
    assert len(set(EVERYTHING)) == len(EVERYTHING)
    for key in EVERYTHING:
        facts.family(key)
    assert how_much(told()) == (len(EVERYTHING) - 2, len(EVERYTHING)), "all but what the books disagree about"


def test_a_print_is_told_another_skipped_and_both_are_where_they_belong() -> None:
    copy = Copy()
    hands = Hands(TeachScreen(replace(sample_ports(), copy=copy)))
    hands.tap("Workshops and gate spaces")
    assert isinstance(hands.stage.screen, TeachFact)
    assert hands.stage.screen.fact == "workshop 2", "the books tell the first"
    hands.tap("Skip")
    assert hands.stage.screen.fact == "workshop 3"
    hands.tap("1")
    hands.tap("5")
    assert copy.kept == {"workshop 3": {"price": 1, "points": 5}}
    assert isinstance(hands.stage.screen, TeachFact)
    assert hands.stage.screen.fact == "gate space souk", "the other gate spaces are printed in the book"
    hands.tap("Back")
    assert isinstance(hands.stage.screen, TeachScreen)
    known = next(lesson for lesson in LESSONS if lesson.name == "medina").known(copy.kept)
    assert known == 10


def test_a_copy_taught_before_is_not_asked_again() -> None:
    hands = Hands(TeachScreen(replace(sample_ports(), copy=Copy(**told()))))
    assert hands.says(f"{len(EVERYTHING) - 2} of {len(EVERYTHING)} are known")
    hands.tap("Oases")
    assert isinstance(hands.stage.screen, TeachFact)
    assert hands.stage.screen.fact == "oasis 27 stair"


def test_every_question_of_every_lesson_is_laid_out_without_a_fault() -> None:
    ports = replace(sample_ports(), copy=Copy())
    screen = TeachScreen(ports)
    for lesson in LESSONS:
        hands = Hands(TeachFact(ports, screen.table, lesson, lesson.keys[0]))
        assert hands.stage.audit() == [], lesson.name


def test_a_slip_of_one_tap_is_one_tap_back() -> None:
    hands = Hands(TeachScreen(replace(sample_ports(), copy=Copy())))
    hands.tap("Scrolls with keshis")
    hands.tap("Green")
    screen = hands.stage.screen
    assert isinstance(screen, TeachFact)
    assert (screen.fact, screen.table.state.facts["scroll 1 colour"]) == ("scroll 2 colour", "green")
    hands.tap("One back")
    hands.tap("Pink")
    hands.tap("That is right")
    assert screen.table.state.facts["scroll 1 colour"] == "pink"


def test_what_is_taught_is_on_disk_and_the_next_game_knows_it(tmp_path: Path) -> None:
    finger = Finger(companion_at(tmp_path, (800, 480), "en"))
    finger.tap("Your copy")
    finger.tap("River")
    finger.tap("11")
    assert finger.companion.store.facts("marrakesh") == {"river length": 11}


def test_a_friends_file_on_a_stick_is_found_and_taken_without_touching_what_was_told(
    tmp_path: Path, monkeypatch: Any
) -> None:
    stick = tmp_path / "media" / "pi" / "STICK"
    stick.mkdir(parents=True)
    (stick / "holiday.json").write_text("{}", encoding="utf-8")
    friends = {"river length": 20, "river crocodile": 5}
    file = stick / "their-copy.json"
    file.write_text(facts_file.write(Marrakesh(), friends), encoding="utf-8")
    assert files_on_sticks("marrakesh", [tmp_path / "media"]) == [file]
    assert files_on_sticks("istanbul", [tmp_path / "media"]) == []
    monkeypatch.setattr(teaching, "files_on_sticks", lambda game: files_on_sticks(game, [tmp_path / "media"]))
    copy = Copy(**{"river length": 22})
    hands = Hands(TeachScreen(replace(sample_ports(), copy=copy)))
    hands.tap("From the USB stick")
    hands.tap("Take them")
    assert copy.kept == {"river length": 22, "river crocodile": 5}


def test_home_leads_to_the_lessons() -> None:
    opened: list[str] = []
    hands = Hands(Home(replace(sample_ports(), teach=lambda _ui: opened.append("teach"))))
    hands.tap("Your copy")
    assert opened == ["teach"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (600, 1024)])
def test_home_with_the_way_to_the_lessons_fits(size: tuple[int, int], language: str) -> None:
    for failed in (0, 4):
        hands = Hands(Home(replace(sample_ports(), teach=lambda _ui: None, failed_starts=failed)), size)
        hands.stage.dress(night=False, clear=False, language=language)
        hands.wait()
        assert hands.stage.audit() == []


def test_a_kept_calibration_leads_on_to_the_lessons() -> None:
    opened: list[str] = []
    calibration = SampleCalibration(CalibrationView("verdict", 14))
    ports = replace(sample_ports(), calibration=calibration, teach=lambda _ui: opened.append("teach"))
    hands = Hands(Calibrate(ports))
    hands.tap("Keep it")
    hands.tap("Teach it your copy")
    assert opened == ["teach"]
