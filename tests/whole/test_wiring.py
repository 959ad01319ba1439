"""The whole table put together, on a display nobody sees."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from companion.appliance.service import Service, StartGuard
from companion.config import Settings as Config
from companion.config import read
from companion.config.settings import DisplaySettings, Settings, TableSettings, changed
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.screens import game_on
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.setup.plan import Lots
from companion.play.robot import Robot
from companion.table import found_tray as module
from companion.table.found_tray import FoundTray
from companion.table.reports import Report
from companion.ui.screens.home import Home
from companion.ui.screens.settings import SettingsScreen
from companion.ui.window import Window
from companion.wiring import Companion
from companion.words import Text
from hardware.lights import Light
from hardware.screen import Panel
from hardware.simulated import SimulatedTower

OPTIONS = GameOptions.of(("Sarah", "Jan", "Marie", "Lukas"), depth="light")


@pytest.fixture(autouse=True)
def _nobody_sees_or_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


def a_table(data: Path) -> Companion:
    return Companion(Config(), data, Window((800, 480)), camera="none")


def home_says(table: Companion, words: str) -> bool:
    return any(words in widget.say for widget in table.stage.root.walk())


def turn_until(table: Companion, so: Callable[[], bool]) -> None:
    """Let the frame loop take what is posted until something is so; a busy machine takes longer."""
    table.app.turn()
    while not so():
        table.app.post(table.app.queue.get(timeout=60))
        table.app.turn()


def close(table: Companion) -> None:
    table.tray.close()
    table.pins.close()
    table.store.close()


def test_a_pulled_plug_comes_back_at_the_same_prompt(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.app.turn()
    assert isinstance(table.stage.screen, Home)
    table.play(OPTIONS, Lots(start=2))
    screen = table.stage.screen
    assert isinstance(screen, GameScreen)
    robot = Robot(6)
    for _ in range(20):
        decision = screen.table.pending
        assert decision is not None
        screen.answer(table.stage, robot.answer(decision))
        table.app.turn()
    asked, state = screen.table.pending, screen.table.state.copy()
    # no goodbye: the folder is simply opened again by another process in the test of killed games;
    # here the lock is let go so that this process may do it
    table.store.close()
    again = a_table(tmp_path)
    again.app.turn()
    home = again.stage.screen
    assert isinstance(home, Home)
    assert home.unfinished is not None
    again.resume(home.unfinished.id)
    assert again.session is not None
    assert again.session.pending == asked
    assert again.session.game.state == state
    close(again)


GERMAN_AND_UPRIGHT = Settings(
    table=TableSettings(language="de"),
    display=DisplaySettings(night=True, rotation=90, brightness=0.6, off_minutes=5),
)


def test_settings_take_effect_at_once_and_are_there_next_time(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.settings.set(GERMAN_AND_UPRIGHT)
    table.app.turn()
    assert table.stage.metrics.size_px == (480, 800)
    assert table.app.screen_off_seconds == 300
    close(table)
    again = a_table(tmp_path)
    assert again.settings.get().table.language == "de"
    assert again.settings.get().display.night
    assert again.stage.metrics.portrait
    again.settings.set(Settings())
    close(again)


def test_a_full_disk_is_said_once_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.store.database import Database
    from companion.store.errors import DiskFull

    table = a_table(tmp_path)
    table.play(OPTIONS, Lots())
    screen = table.stage.screen
    assert isinstance(screen, GameScreen)

    def full(self: Database, lines: object) -> None:
        raise DiskFull(Text("the disk is full"))

    with monkeypatch.context() as broken:
        broken.setattr(Database, "add", full)
        decision = screen.table.pending
        assert decision is not None
        screen.answer(table.stage, Robot(1).answer(decision))
        table.app.turn()
        assert table.stage.screen.name.startswith("fault")
        table.stage.back()
        decision = screen.table.pending
        assert decision is not None
        screen.answer(table.stage, Robot(1).answer(decision))
        assert table.stage.screen is screen
    assert table.store.retry()
    assert len(table.store.journal(table.store.games()[0].id)) == len(screen.table.game.journal.entries)
    close(table)


@pytest.mark.parametrize("way", ["tick", "next answer", "try again", "under another screen"])
def test_the_warning_goes_when_the_game_is_saved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    from companion.store.database import Database
    from companion.store.errors import DiskFull

    table = a_table(tmp_path)
    table.play(OPTIONS, Lots())
    screen = table.stage.screen
    assert isinstance(screen, GameScreen)

    def answer() -> None:
        decision = screen.table.pending
        assert decision is not None
        screen.answer(table.stage, Robot(1).answer(decision))

    def full(self: Database, lines: object) -> None:
        raise DiskFull(Text("the disk is full"))

    with monkeypatch.context() as broken:
        broken.setattr(Database, "add", full)
        answer()
        table.look_after()
        assert table.stage.screen.name == "fault not saved", "it stays while it is so"
    over = SettingsScreen(table.ports)
    if way == "next answer":
        assert table.store.retry()
        answer()
    elif way == "try again":
        table._retry_disk()
    else:
        if way == "under another screen":
            table.stage.push(over)
        table.look_after()
    assert table.store.health.saved
    assert not [shown for shown in table.stage.screens if shown.name.startswith("fault")]
    assert table.stage.screen is (over if way == "under another screen" else screen)
    assert table.stage.toast_words == "Everything is saved again."
    close(table)


def test_robots_play_a_round_that_the_camera_counts(tmp_path: Path) -> None:
    from companion.games.marrakesh.robot_evening import Evening

    evening = Evening(4, tmp_path)
    evening.play(lambda part, words: None, rounds=1)
    assert evening.tosses == 1
    assert evening.exact == evening.tosses
    assert evening.claims_seen == evening.claims
    assert len(list((tmp_path / "screens").glob("*.png"))) > 8
    evening.close()


def test_a_keshi_that_falls_after_the_count_is_seen_and_asked_about(tmp_path: Path) -> None:
    from companion.games.marrakesh.robot_evening import Evening

    evening = Evening(2, tmp_path)
    evening.table.play(GameOptions.of(("Sarah", "Jan"), depth="light"), Lots(0))
    table, hands = game_on(evening.table.stage), evening.tray.hands
    assert table is not None
    assert hands is not None
    while table.pending is not None and table.pending.kind != "claim":
        if table.pending.kind == "tower":
            evening.toss(table.pending)
        else:
            evening.answer(evening.robot.answer(table.pending))
    colour = next(c for c, n in table.state.tower.inside.items() if n and not table.state.base[c])
    hands.tower.place({colour: 1})
    taken = next(c for c, n in table.state.base.items() if n)
    hands.take({taken: 1})  # one that fell too quietly is seen with the next hand at the latest
    evening.tray.wait_for_rest()
    evening.table.app.turn()
    assert table.seen.question is not None
    assert table.seen.question.fell is not None
    assert table.seen.question.fell.colours == (colour,)
    assert table.claims() == []
    table.session.say(table.seen.leave_out())
    assert table.seen.question is None
    assert [claim.colours for claim in table.claims()] == [(taken,)]
    evening.close()


def test_robots_wait_for_a_keshi_that_is_late(tmp_path: Path) -> None:
    from companion.games.marrakesh.robot_evening import RobotTray

    def noticed(event: object) -> None:
        tray.counted |= getattr(event, "state", "") == "counted"

    tray = RobotTray(noticed, seed=3)
    tower = tray.tower
    tray.watch()
    tower.toss(dict.fromkeys(("red", "white", "green", "black", "pink"), 2))
    tray.wait_for_rest()
    assert tray.counted
    assert tower.seconds_until_still() == 0
    tray.close()


def test_going_home_while_the_eyes_are_opening_waits_for_them_and_opens_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Companion(Config(), tmp_path, Window((800, 480)), camera="simulated", seed=3)
    tray, learning, closing = table.tray, threading.Event(), threading.Event()

    def slowly(tower: SimulatedTower) -> None:
        learning.set()
        closing.wait(10)

    monkeypatch.setattr(module, "learn_simulated", slowly)
    tray.open_soon()
    assert learning.wait(30)
    threading.Timer(0.2, closing.set).start()
    close(table)
    assert tray.watcher is None
    assert "opening the tray" not in [thread.name for thread in threading.enumerate()]
    assert "tray watcher" not in [thread.name for thread in threading.enumerate()]


def test_home_says_that_the_camera_is_being_opened_until_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = Path(__file__).parents[1] / "photos" / "play"
    module.learn_simulated(SimulatedTower(seed=3)).save(tmp_path / "calibration.json")
    table = Companion(Config(), tmp_path, Window((800, 480)), camera=f"photos:{photos}")
    tray, find, may_find = table.tray, table.tray._find, threading.Event()

    def slowly(light: Light | None) -> FoundTray:
        may_find.wait(30)
        return find(light)

    monkeypatch.setattr(tray, "_find", slowly)
    table.app.turn()
    assert tray.opening
    assert home_says(table, "The camera is being opened.")
    may_find.set()
    turn_until(table, lambda: home_says(table, "The camera is ready."))
    close(table)


def test_home_says_that_a_camera_is_missing_which_it_cannot_open(tmp_path: Path) -> None:
    """It is configured, and it was even calibrated; but no such device gives a picture."""
    module.learn_simulated(SimulatedTower(seed=3)).save(tmp_path / "calibration.json")
    table = Companion(Config(), tmp_path, Window((800, 480)), camera="webcam:97")
    table.app.turn()
    turn_until(table, lambda: home_says(table, "There is no webcam /dev/video97"))
    assert table.tray.state.kind == "missing"
    close(table)


def test_what_the_table_never_changed_the_config_file_still_decides(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.settings.set(changed(table.settings.get(), "sound.volume", 0.2))
    close(table)
    config = read("[display]\nrotation = 180\n[sound]\nvolume = 0.9\n", "config.toml")
    again = Companion(config, tmp_path, Window((800, 480)), camera="none")
    assert (again.settings.get().display.rotation, again.settings.get().sound.volume) == (180, 0.2)
    close(again)


@pytest.mark.parametrize("state", ["moving", "hand", "counted"])
def test_who_plays_without_touching_the_screen_does_not_sit_in_the_dark(tmp_path: Path, state: str) -> None:
    table = a_table(tmp_path)
    table.app.turn()
    table.app.darken()
    table.app.post(Report("waiting"))
    table.app.turn()
    assert table.app.dark
    table.app.post(Report(state))
    table.app.turn()
    assert not table.app.dark
    close(table)


def test_a_panel_left_dark_is_lit_with_the_first_picture_and_at_the_end(tmp_path: Path) -> None:
    backlight = tmp_path / "sys/class/backlight/panel"
    backlight.mkdir(parents=True)
    for name, text in (("brightness", "255"), ("max_brightness", "255"), ("bl_power", "4")):
        (backlight / name).write_text(text)
    window = Window((800, 480), light=Panel(tmp_path))
    table = Companion(Config(), tmp_path / "data", window, camera="none")
    table.app.turn()
    assert (backlight / "bl_power").read_text() == "0"
    table.app.darken()
    assert (backlight / "bl_power").read_text() == "4"
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    table.run()
    assert (backlight / "bl_power").read_text() == "0"


def test_a_data_folder_that_goes_away_does_not_end_the_game(tmp_path: Path) -> None:
    data = tmp_path / "stick" / "data"
    table = a_table(data)
    table.settings.set(changed(table.settings.get(), "photo_log.on", True))
    table.app.turn()
    (tmp_path / "stick").rename(tmp_path / "pulled out")
    table.app.on_tick()
    table.app.turn()
    close(table)


def test_nothing_done_beside_the_game_may_end_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table(tmp_path)

    def trip() -> None:
        raise RuntimeError("the supply could not be asked")

    monkeypatch.setattr(table.pins, "look_at_power", trip)
    table.app.on_tick()
    close(table)


def test_the_long_press_takes_nothing_back_from_a_game_that_was_left(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.app.turn()
    table.play(OPTIONS, Lots(start=2))
    assert table.session is not None
    entries = len(table.session.game.journal.entries)
    assert table.session.game.can_undo
    table.stage.home()
    table.undo()
    assert len(table.session.game.journal.entries) == entries
    close(table)


@pytest.mark.parametrize("what", ["pins", "camera", "sound", "loop"])
def test_a_start_that_dies_is_not_forgiven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    def die(*_: object) -> None:
        raise RuntimeError(what)

    for failed in range(3):
        guard = StartGuard(tmp_path)
        assert not guard.begin()
        table = Companion(
            Config(), tmp_path, Window((800, 480)), camera="none", service=Service(guard, environment={})
        )
        place, name = {
            "pins": (table.pins, "open"),
            "camera": (table.tray, "open_soon"),
            "sound": (table.stage.sounds, "prepare"),
            "loop": (table.app, "rest"),
        }[what]
        monkeypatch.setattr(place, name, die)
        with pytest.raises(RuntimeError, match=what):
            table.run()
        assert guard.failed == failed + 1
    assert StartGuard(tmp_path).begin(), "after three deaths: safe mode"


def test_a_loop_that_ended_on_purpose_is_forgiven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guard = StartGuard(tmp_path)
    guard.begin()
    table = Companion(
        Config(), tmp_path, Window((800, 480)), camera="none", service=Service(guard, environment={})
    )
    monkeypatch.setattr(table.app, "rest", table.app.stop)
    table.run()
    assert guard.failed == 0
