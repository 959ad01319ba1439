"""The table hears of a disk that fills up while there is still room for the game."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from companion.config import load
from companion.config.settings import changed
from companion.ui.screens.fault import FaultScreen
from companion.ui.window import Window
from companion.wiring import Companion


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Companion]:
    table = Companion(load(tmp_path / "none.toml"), tmp_path / "data", Window((800, 480)), camera="none")
    yield table
    table.store.close()
    pygame.display.quit()


def test_a_disk_nearly_full_is_told_once_and_photos_can_be_switched_off(
    table: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.settings.set(changed(table.settings.get(), "photo_log.on", True))
    table.tick()
    assert not isinstance(table.stage.screen, FaultScreen), "there is room"
    monkeypatch.setattr(
        shutil, "disk_usage", lambda _place: SimpleNamespace(free=50_000_000, total=16_000_000_000)
    )
    table.tick()
    table.app.turn()
    screen = table.stage.screen
    assert isinstance(screen, FaultScreen)
    assert screen.name == "fault disk nearly full"
    table.stage.confirm()
    assert table.settings.get().photo_log.on is False
    assert table.stage.screen is not screen
    table.tick()
    assert not isinstance(table.stage.screen, FaultScreen), "once an evening is enough"
