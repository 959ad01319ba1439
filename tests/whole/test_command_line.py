"""The command line: a list that never lies, and one sentence for every mistake."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import wiring
from companion.__main__ import COMMANDS, main
from companion.appliance.service import StartGuard
from companion.config import Settings
from companion.store import Store


def companion(*words: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        capture_output=True,
        text=True,
        timeout=60,
        env={"HOME": str(home), "PATH": "/usr/bin:/bin", "COMPANION_DATA": str(home / "data")},
        check=False,
    )


def test_the_overview_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert "example:" in shown
    assert f"companion {name}" in shown.partition("example:")[2]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["dance"], 2, "no command 'dance'"),
        (["play", "--camera", "periscope"], 2, "--camera must be auto, picamera"),
        (["play", "--camera", "photos:/nowhere"], 2, "no folder"),
        (["play", "--display", "huge"], 2, "--display takes"),
        (["play", "--out", "/dev/null/evening"], 2, "--out goes with --robots"),
        (["games", "show", "last"], 1, "no games"),
        (["games", "import", "/nowhere.txt"], 2, "cannot be read"),
        (["games", "facts", "--import", "/nowhere.json"], 2, "cannot be read"),
        (["games", "export", "last", "--out", "/nowhere/x.txt"], 2, "no folder /nowhere"),
        (["replay", "/nowhere"], 2, "no folder /nowhere"),
        (["count", "--calibration", "/nowhere.json", "x.jpg"], 2, "no calibration at /nowhere.json"),
        (["calibrate", "--photos", "/nowhere", "--out", "x.json"], 2, "no folder /nowhere"),
        (["calibrate", "--refine", "/nowhere", "--out", "/nowhere.json"], 2, "no calibration at"),
    ],
)
def test_a_mistake_gets_one_sentence_and_no_traceback(
    words: list[str], code: int, says: str, tmp_path: Path
) -> None:
    done = companion(*words, home=tmp_path)
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert 0 < len(done.stderr.strip().splitlines()) <= 3
    assert not (tmp_path / "data" / "companion.db").exists()


def test_a_display_that_does_not_answer_is_no_screen(tmp_path: Path) -> None:
    """SDL would quietly draw where nobody sees it."""
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "DISPLAY": ":4711"}
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "play", "--data", str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
        env=environment,
    ) as table:
        assert table.stdout is not None
        said = table.stdout.readline()
        table.kill()
    assert "No screen answers here" in said


def test_a_second_companion_is_refused_and_is_no_failed_start(tmp_path: Path) -> None:
    words = ["play", "--data", str(tmp_path), "--camera", "none"]
    with Store.open(tmp_path):
        done = subprocess.run(
            [sys.executable, "-m", "companion", *words],
            env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == f"companion: another companion is using {tmp_path}: close that one first\n"
    assert StartGuard(tmp_path).failed == 0


def test_a_configured_folder_of_photos_that_is_gone_does_not_keep_the_table_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service would be started again for ever, and never come as far as safe mode."""
    started: list[str] = []

    class Table:
        def __init__(self, *_: object, camera: str, **__: object) -> None:
            started.append(camera)
            self.tray = SimpleNamespace(opening=False)

        def run(self) -> None:
            pass

    config = tmp_path / "config.toml"
    config.write_text('[camera]\nsource = "photos:/mnt/stick"\n')
    monkeypatch.setenv("COMPANION_CONFIG", str(config))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(wiring, "Companion", Table)
    assert main(["play", "--data", str(tmp_path / "data")]) == 0
    assert started == ["photos:/mnt/stick"]
    assert main(["play", "--data", str(tmp_path / "data"), "--camera", "photos:/mnt/stick"]) == 2


def test_a_config_that_kills_every_start_is_left_out_in_safe_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config.toml"
    config.write_text("[pins]\nlight_ring = 18\n")
    seen: list[tuple[str, int, int]] = []

    class Table:
        def __init__(
            self, config: Settings, *_: object, camera: str, failed_starts: int, **__: object
        ) -> None:
            seen.append((camera, config.pins.light_ring, failed_starts))
            raise RuntimeError("no such chip")

    monkeypatch.setenv("COMPANION_CONFIG", str(config))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(wiring, "Companion", Table)
    for _ in range(4):
        with pytest.raises(RuntimeError):
            main(["play", "--data", str(tmp_path / "data")])
    assert seen == [("auto", 18, 0)] * 3 + [("none", 0, 3)]
