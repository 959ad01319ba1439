"""The longest names that can be typed fit into every kind of question and every page about players."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules.texts.words import PHASE
from companion.games.marrakesh.screens.forecast import ForecastScreen
from companion.games.marrakesh.screens.history import HistoryScreen
from companion.games.marrakesh.screens.landscape import LandscapeScreen
from companion.games.marrakesh.screens.player import PlayerScreen
from companion.games.marrakesh.screens.points import PointsScreen
from companion.games.marrakesh.screens.receipt import SeasonReceipt
from companion.games.marrakesh.screens.samples import on_screen, played_until, sample_game
from companion.games.marrakesh.screens.screen import GameScreen
from companion.locale import LANGUAGES
from companion.play.robot import Robot
from companion.ui import i18n
from companion.ui.gallery import SIZES
from companion.ui.samples import LONG_NAMES
from companion.ui.stage import Stage


@pytest.mark.parametrize(("size_px", "language"), [((800, 480), "de"), ((720, 1280), "fr")])
def test_long_names_fit_everywhere(size_px: tuple[int, int], language: str) -> None:
    i18n.use(language)
    game, robot = sample_game("full", LONG_NAMES), Robot(21)
    table, met, faults = on_screen(game), set[str](), list[str]()
    stage = Stage(size_px)
    stage.push(GameScreen(table))
    while (decision := table.pending) is not None:
        if decision.kind not in met:
            met.add(decision.kind)
            faults += [f"{decision.kind}: {problem}" for problem in stage.audit()]
        table.session.answer(robot.answer(decision))
    for step in range(7):
        table.final_step = step
        faults += [f"final {step}: {problem}" for problem in stage.audit()]
    pages = [ForecastScreen(table), HistoryScreen(table), LandscapeScreen(table), PointsScreen(table)]
    pages += [SeasonReceipt(table, 2, lambda ui: None), *(PlayerScreen(table, seat) for seat in range(4))]
    for screen in pages:
        stage.push(screen)
        faults += [f"{screen.name}: {problem}" for problem in stage.audit()]
    assert faults == []
    assert len(met) > 25


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size_px", SIZES)
def test_every_phase_leaves_room_for_undo_and_menu(size_px: tuple[int, int], language: str) -> None:
    i18n.use(language)
    table = on_screen(played_until(lambda decision: decision.player == 1, names=LONG_NAMES))
    stage = Stage(size_px)
    stage.push(GameScreen(table))
    for phase in PHASE:
        table.state.phase = phase
        stage.changed()
        assert stage.audit() == [], phase
