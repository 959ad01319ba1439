"""The whole table, screens and all, through trouble with the disk and a pulled plug."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.config import read
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.setup.plan import Lots
from companion.play.robot import Robot
from companion.play.saved_games import take_up
from companion.store import GameId, Store
from companion.ui.screens.fault import FaultScreen
from companion.ui.window import Window
from companion.wiring import Companion
from tests.store.tiny_disk import TinyDisk

CONFIG = read('[camera]\nsource = "none"\n', "test")


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.fixture
def table(tiny_disk: TinyDisk) -> Iterator[Companion]:
    table = Companion(CONFIG, tiny_disk.folder, Window((800, 480)), camera="none")
    table.play(GameOptions.of(("Sarah", "Jan")), Lots(0))
    yield table
    table.store.close()


def _answer(table: Companion, robot: Robot, answers: int) -> None:
    """As players would tap; receipts and the like are put away, a fault is left standing."""
    for _ in range(answers):
        screen = table.stage.screen
        assert isinstance(screen, GameScreen)
        assert table.session is not None
        assert table.session.game.pending is not None
        screen.answer(table.stage, robot.answer(table.session.game.pending))
        table.app.turn()
        while table.stage.screen is not screen:
            if isinstance(table.stage.screen, FaultScreen):
                return
            table.stage.back()


def _saved(folder: Path, game: GameId) -> list[object]:
    with Store.look(folder) as store:
        return [entry.payload for entry in store.journal(game)]


def test_a_full_disk_is_told_once_and_the_game_goes_on(table: Companion, tiny_disk: TinyDisk) -> None:
    robot = Robot(5)
    game = table.store.games()[0].id
    _answer(table, robot, 15)
    before = _saved(tiny_disk.folder, game)
    tiny_disk.fill()
    _answer(table, robot, 150)
    assert isinstance(table.stage.screen, FaultScreen)
    assert "is full" in str(table.store.health.says)
    table.stage.back()
    _answer(table, robot, 20)
    assert isinstance(table.stage.screen, GameScreen), "it must not be told again and again"
    assert not table.store.health.saved
    assert _saved(tiny_disk.folder, game)[: len(before)] == before
    tiny_disk.clear()
    table.tick()  # the frame loop's, every few seconds
    assert table.store.health.saved
    assert table.session is not None
    assert len(_saved(tiny_disk.folder, game)) == len(table.store.journal(game))
    pending = table.session.game.pending
    table.store.close()
    with Store.open(tiny_disk.folder) as store:
        assert take_up(store, game).game.pending == pending


def test_a_table_whose_plug_was_pulled_comes_back_to_the_same_prompt(
    table: Companion, tiny_disk: TinyDisk, tmp_path_factory: pytest.TempPathFactory
) -> None:
    robot = Robot(6)
    _answer(table, robot, 25)
    assert table.session is not None
    asked = table.session.game.pending
    # What is on the card at this moment, taken to another table.
    card = tmp_path_factory.mktemp("card")
    for path in tiny_disk.folder.iterdir():
        if path.is_file() and not path.name.endswith("-shm"):
            (card / path.name).write_bytes(path.read_bytes())
    again = Companion(CONFIG, card, Window((800, 480)), camera="none")
    going_on = again.store.unfinished()
    assert going_on is not None
    again.resume(going_on.id)
    assert again.session is not None
    assert again.session.game.pending == asked
    assert again.store.notices == []
    again.store.close()
