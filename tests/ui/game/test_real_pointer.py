"""Once with a real window: an X server in memory, and a pointer that xdotool moves and clicks."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_SECONDS = 60.0


def program(name: str, package: str) -> str:
    """The program's path; without it the test fails with what to do."""
    found = shutil.which(name)
    assert found is not None, f"{name} is missing: apt-get install {package}"
    return found


class RealTable:
    """The companion's window on its own X server."""

    def __init__(self, display: str, told: Path) -> None:
        self.environment = {**os.environ, "DISPLAY": display}
        self.told = told
        self.xdotool = program("xdotool", "xdotool")

    def news(self) -> dict[str, Any]:
        try:
            news: dict[str, Any] = json.loads(self.told.read_text())
        except (FileNotFoundError, ValueError):
            return {}
        return news

    def wait_until(self, so: Callable[[dict[str, Any]], bool], what: str) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            news = self.news()
            if news and so(news):
                return news
            time.sleep(0.02)
        raise AssertionError(f"{what} did not happen; the screen shows {self.news()}")

    def can_tap(self, words: str) -> Callable[[dict[str, Any]], bool]:
        return lambda news: any(said == words for said, _x, _y in news["targets"])

    def tap(self, words: str) -> None:
        """Wait for something that says this, and click it with the pointer."""
        news = self.wait_until(self.can_tap(words), f"something that says {words!r}")
        x, y = next((x, y) for said, x, y in news["targets"] if said == words)
        time.sleep(0.25)  # slower than a double tap
        subprocess.run(
            [self.xdotool, "mousemove", str(x), str(y), "click", "1"],
            env=self.environment,
            check=True,
            timeout=PATIENCE_SECONDS,
        )
        self.wait_until(lambda now: now["lifted_at"] > news["lifted_at"], f"the tap on {words!r}")


@pytest.fixture
def real_table(tmp_path: Path) -> Iterator[tuple[RealTable, subprocess.Popen[bytes]]]:
    read, write = os.pipe()
    server = subprocess.Popen(
        [program("Xvfb", "xvfb"), "-displayfd", str(write), "-screen", "0", "800x480x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        display = f":{pipe.readline().strip()}"
    told = tmp_path / "told.json"
    environment = {
        **os.environ,
        "DISPLAY": display,
        "SDL_VIDEODRIVER": "x11",
        "SDL_AUDIODRIVER": "dummy",
        "LANG": "C",
    }
    table = subprocess.Popen(
        [sys.executable, "-m", "tests.ui.game.window_on_x", str(tmp_path / "data"), str(told)],
        cwd=ROOT,
        env=environment,
    )
    try:
        yield RealTable(display, told), table
    finally:
        for process in (table, server):
            if process.poll() is None:
                process.terminate()
            process.wait(timeout=PATIENCE_SECONDS)


def test_a_round_by_pointer_in_a_real_window(real_table: tuple[RealTable, subprocess.Popen[bytes]]) -> None:
    table, process = real_table
    assert table.wait_until(lambda news: news["screen"] == "home", "the home screen")["driver"] == "x11"
    table.tap("New game")
    for _player in range(3):
        table.tap("Somebody new")
        table.tap("Done")
    table.tap("Done")
    table.tap("Player 1")
    table.tap("Classic or Deluxe")
    table.tap("Light")
    table.tap("Done")
    table.tap("Begin the game")
    for _player in range(3):
        table.tap("Nothing")
        table.tap("Next")
        before = table.news()["entries"]
        table.tap("5")
        table.wait_until(lambda news, before=before: news["entries"] > before, "the provision tile")  # type: ignore[misc]
    table.tap("Red")
    table.tap("White")
    table.tap("2 keshis lie there")
    table.tap("Take 1 red")
    table.tap("Take 1 white")
    for _player in range(3):
        table.tap("4")
    assert table.can_tap("0 keshis lie there")(table.news()), "the next round's toss"
    before = table.news()["entries"]
    table.tap("Undo")
    assert table.wait_until(lambda news: news["entries"] < before, "the undo")["screen"] == "game"
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=PATIENCE_SECONDS) == 0
