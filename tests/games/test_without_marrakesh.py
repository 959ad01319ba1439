"""Take a game's folder away: everything else imports, starts, and plays the game that is left."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "calibration", "vision", "hardware", "tests")

EVERYTHING = """
import importlib, pkgutil, sys
import companion, calibration, hardware
RUN_ON_IMPORT = ("__main__",)
for package in (companion, calibration, hardware):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith(RUN_ON_IMPORT):
            importlib.import_module(module.name)
assert not [name for name in sys.modules if name.startswith("companion.games.marrakesh")]
"""

STARTS = """
import sys
from pathlib import Path
from companion.config import Settings
from companion.games import registry
from companion.ui.window import Window
from companion.wiring import Companion

registry.GAMES.clear()
registry.GAMES["noughts"] = "tests.games.noughts:Noughts"
table = Companion(Settings(), Path(sys.argv[1]), Window((800, 480)), camera="none")

def tap(words):
    table.app.turn()
    there = [w for w in table.stage.root.walk() if w.touchable and w.say]
    exact = [w for w in there if w.say == words] + [w for w in there if w.say.startswith(words)]
    widget = exact[0] if exact else None
    assert widget is not None, (words, [w.say for w in there])
    widget.tapped(*widget.rect.center)
    table.stage.changed()
    table.app.turn()

tap("New game"); tap("Begin the game")
for words in ("Red", "1", "Green", "5", "Red", "2", "Green", "Wipe", "1", "1", "Red", "3"):
    tap(words)
state = table.session.game.state
assert [player.cells for player in state.players] == [["2", "3"], ["5", "1"]], state
table.session.undo()
table.store.close()
again = Companion(Settings(), Path(sys.argv[1]), Window((800, 480)), camera="none")
again.stage.changed(); again.app.turn()
table = again
tap("Continue")
assert [player.cells for player in table.session.game.state.players] == [["2"], ["5", "1"]]
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house without Marrakesh: neither its folder, nor its line, nor its tests."""
    copy = tmp_path_factory.mktemp("house")
    leave = shutil.ignore_patterns("__pycache__", "golden", "photos", "*.onnx", "marrakesh", "schemas")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=leave)
    shutil.copytree(ROOT / "docs", copy / "docs", ignore=shutil.ignore_patterns("pictures"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    registry = copy / "companion" / "games" / "registry.py"
    lines = registry.read_text(encoding="utf-8").splitlines(keepends=True)
    registry.write_text(
        "".join(line for line in lines if '"companion.games.marrakesh' not in line), encoding="utf-8"
    )
    return copy


def run(house: Path, *arguments: str) -> str:
    """Python in that house alone."""
    dummy = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    place = {**os.environ, **dummy, "PYTHONPATH": str(house)}
    command = [sys.executable, "-P", *arguments]
    done = subprocess.run(
        command, cwd=house, env=place, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def test_everything_else_is_imported(house: Path) -> None:
    run(house, "-c", EVERYTHING)


def test_it_starts_and_another_game_is_played_and_taken_up_again(house: Path, tmp_path: Path) -> None:
    run(house, "-c", STARTS, str(tmp_path))


def test_what_serves_any_game_passes_its_own_tests(house: Path) -> None:
    rooms = ("play", "table/test_session.py", "words/test_speaking.py", "games/test_noughts.py")
    told = run(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(f"tests/{room}" for room in rooms))
    assert "passed" in told
