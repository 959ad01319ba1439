"""What commands write: whole or not at all, never over what they read, and success only when it is there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from companion.__main__ import main
from companion.config import data_folder
from companion.photolog.log import PhotoLogKeeper
from companion.play import notation
from companion.store import Store
from tests.appliance.test_bad_files import _robot_game
from tests.store.tiny_disk import TinyDisk

FACTS = '{"marrakesh facts": 1, "river length": 20}'


@pytest.fixture
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("written") / "friday.txt"
    file.write_text(notation.write(_robot_game(40)))
    return file


def test_importing_onto_a_full_disk_is_refused_and_leaves_no_shell_of_a_game(
    game: Path, tiny_disk: TinyDisk, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tiny_disk.folder
    Store.open(data).close()
    tiny_disk.fill()
    assert main(["games", "--data", str(data), "import", str(game)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    tiny_disk.clear()
    with Store.look(data) as store:
        assert store.games() == []
    assert main(["games", "--data", str(data), "import", str(game)]) == 0
    with Store.look(data) as store:
        assert [record.entries for record in store.games()] == [1]


def test_facts_that_cannot_be_kept_are_not_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts, no_folder = tmp_path / "facts.json", tmp_path / "a file"
    facts.write_text(FACTS)
    no_folder.write_text("in the way")
    assert main(["games", "--data", str(no_folder / "data"), "facts", "--import", str(facts)]) == 1
    assert "took" not in capsys.readouterr().out


def test_what_a_repair_cost_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], game: Path) -> None:
    data, facts = tmp_path / "data", tmp_path / "facts.json"
    facts.write_text(FACTS)
    assert main(["games", "--data", str(data), "import", str(game)]) == 0
    for backup in (data / "backups").iterdir():
        backup.unlink()
    (data / "companion.db").write_bytes(os.urandom(9000))
    capsys.readouterr()
    assert main(["games", "--data", str(data), "facts", "--import", str(facts)]) == 0
    assert "damaged" in capsys.readouterr().err


def test_an_export_that_fails_leaves_the_old_one(
    tmp_path: Path, game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out = tmp_path / "data", tmp_path / "old.txt"
    assert main(["games", "--data", str(data), "import", str(game)]) == 0
    out.write_text("last week's")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["games", "--data", str(data), "export", "last", "--out", str(out)]) == 1
    assert "No space left" in capsys.readouterr().err
    assert out.read_text() == "last week's"
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


@pytest.mark.parametrize("words", [["--help"], ["games", "list"]])
def test_a_full_disk_behind_the_output_is_one_sentence(words: list[str], tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "companion", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "COMPANION_DATA": str(tmp_path)},
        )
    assert (done.returncode, done.stderr) == (1, "companion: the output: No space left on device\n")


@pytest.mark.parametrize("words", [["doctor"], ["games", "facts", "--export", "{folder}/\udcff.json"]])
def test_a_terminal_of_few_letters_gets_the_others_spelled_out(words: list[str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", *(word.format(folder=tmp_path) for word in words)],
        capture_output=True,
        encoding="latin-1",
        check=False,
        env={**os.environ, "COMPANION_DATA": str(tmp_path), "PYTHONIOENCODING": "latin-1:strict"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u2192" in done.stdout or "\\udcff.json" in done.stdout


def test_a_console_of_the_c_locale_gets_the_umlauts_spelled_out(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.new_game("marrakesh", "Jürgen", [], {})
    done = subprocess.run(
        [sys.executable, "-m", "companion", "games", "--data", str(tmp_path), "list"],
        capture_output=True,
        encoding="ascii",
        check=False,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "J\\xfcrgen" in done.stdout


def test_a_user_without_a_home_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def homeless(*_: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    for name in ("COMPANION_DATA", "COMPANION_CONFIG", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("platformdirs.user_data_path", homeless)
    monkeypatch.setattr("platformdirs.user_config_path", homeless)
    with pytest.raises(FileNotFoundError, match="this user has no home; set HOME or COMPANION_DATA"):
        data_folder()
    assert main(["games", "--data", str(tmp_path), "list"]) == 0
    assert capsys.readouterr().err == ""


def test_a_home_of_nobody_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DATA", "~nobody-of-that-name/games")
    assert main(["games", "list"]) == 0
    assert "no games in ~nobody-of-that-name/games yet" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "--robots", "--seed", "-1"], "--seed takes"),
        (["play", "--robots", "--out", "{file}"], "is there already"),
        (["play", "--robots", "--out", "{folder}"], "is there already"),
        (["calibrate", "--photos", "{folder}", "--out", "."], "is a folder"),
        (["calibrate", "--photos", "{folder}", "--out", "x.json", "--report", "x.json"], "written over"),
        (["doctor", "--bundle", "."], "is a folder"),
        (["doctor", "--bundle", "{pipe}"], "no ordinary file"),
        (["doctor", "--data", "{folder}", "--bundle", "{folder}/companion.db"], "written over"),
        (["games", "--data", "{folder}", "export", "last", "--out", "{folder}/companion.db"], "written over"),
        (["games", "facts", "--export", "{pipe}"], "no ordinary file"),
        (["games", "--data", "{file}", "list"], "is no folder"),
        (["photolog", "list", "--data", "{file}"], "is no folder"),
        (["doctor", "--data", "{file}"], "is no folder"),
        (["play", "--data", "{file}"], "is no folder"),
    ],
)
def test_a_place_that_cannot_be_written_to_is_refused_before_the_work(
    words: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "here.txt"
    file.write_text("mine")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main([word.format(file=file, folder=tmp_path, pipe=pipe) for word in words]) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here.txt", "pipe"]
    assert pipe.is_fifo()


def test_photos_from_before_the_clock_was_set_go_into_the_bundle(tmp_path: Path) -> None:
    data, bundle = tmp_path / "data", tmp_path / "report.zip"
    (data / "photos").mkdir(parents=True)
    photo = data / "photos" / "000001.jpg"
    photo.write_bytes(b"a photo")
    os.utime(photo, (345600, 345600))
    main(["doctor", "--data", str(data), "--bundle", str(bundle), "--with-photos", "--json"])
    with zipfile.ZipFile(bundle) as packed:
        assert packed.read("photos/000001.jpg") == b"a photo"


def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    assert main(["count", "--calibration", str(pipe), "x.jpg"]) == 2
    assert main(["games", "--data", str(tmp_path / "data"), "import", str(pipe)]) == 2
    data = tmp_path / "other"
    data.mkdir()
    os.mkfifo(data / "companion.db")
    facts = tmp_path / "facts.json"
    facts.write_text(json.dumps(json.loads(FACTS)))
    assert main(["games", "--data", str(data), "facts", "--import", str(facts)]) == 1
    assert "no ordinary file" in capsys.readouterr().err
    assert main(["doctor", "--config", str(pipe), "--data", str(tmp_path / "data")]) == 0
    assert "is no ordinary file" in capsys.readouterr().out
    (tmp_path / "data" / "photos").mkdir(parents=True)
    os.mkfifo(tmp_path / "data" / "photos" / "log.jsonl")
    for action in ("list", "trim"):
        assert main(["photolog", action, "--data", str(tmp_path / "data")]) == 1
        assert "is no ordinary file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"marrakesh facts": 1, "river length": "20"}', "river length: the number must be a whole number"),
        ('{"marrakesh facts": 2}', "these facts were written by a newer companion"),
        ('{"marrakesh facts": 1, "river lenght": 20}', "there is no fact called 'river lenght'"),
    ],
)
def test_facts_that_cannot_be_right_are_named_once(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "facts.json"
    file.write_text(text)
    assert main(["games", "--data", str(tmp_path / "data"), "facts", "--import", str(file)]) == 1
    assert capsys.readouterr().err.startswith(f"companion: facts.json: {says}")


def test_a_file_saved_by_a_windows_editor_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "facts.json"
    file.write_text(FACTS, encoding="utf-8-sig")
    assert main(["games", "--data", str(tmp_path / "data"), "facts", "--import", str(file)]) == 0
    assert "took 1 fact from facts.json" in capsys.readouterr().out


def test_a_damaged_file_that_is_only_looked_at_says_how_to_repair_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "companion.db").write_text("hello " * 1000)
    assert main(["games", "--data", str(tmp_path), "list"]) == 1
    assert "start 'companion play' once" in capsys.readouterr().err


def test_a_refusal_is_one_sentence(tmp_path: Path, game: Path) -> None:
    """The log of the table would say the same once more, in words for the table."""
    (tmp_path / "companion.db").mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "companion", "games", "--data", str(tmp_path), "import", str(game)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("companion: nothing was saved:")
    assert done.stderr.count("\n") == 1


def test_an_imported_game_outlives_the_file_it_went_into(tmp_path: Path, game: Path) -> None:
    assert main(["games", "--data", str(tmp_path), "import", str(game)]) == 0
    with Store.look(tmp_path) as store:
        [kept] = store.games()
    (tmp_path / "companion.db").write_text("scribbled over")
    with Store.open(tmp_path) as store:
        assert [(again.id, again.entries) for again in store.games()] == [(kept.id, kept.entries)]


@pytest.mark.skipif(os.geteuid() != 0, reason="needs somebody else's folder")
def test_what_sudo_writes_stays_the_services(
    tmp_path: Path, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A log or a shelf of root's could not be written to at the table any more."""
    data, facts, own = tmp_path / "data", tmp_path / "facts.json", tmp_path / "own.txt"
    data.mkdir()
    keeper = PhotoLogKeeper(data / "photos")
    for _ in range(3):
        assert keeper.keep(np.zeros((9, 9, 3), np.uint8), None, confirmed={"red": 1}) is not None
    for path in (data, data / "photos", *(data / "photos").iterdir()):
        os.chown(path, 4711, 4712)
    facts.write_text(FACTS)
    own.touch()
    os.link(own, data / "companion.link")
    assert main(["photolog", "--data", str(data), "trim", "--limit-mb", "0"]) == 0
    assert main(["games", "--data", str(data), "facts", "--import", str(facts)]) == 0
    assert main(["games", "--data", str(data), "import", str(game)]) == 0
    roots = [path.name for path in data.rglob("*") if path.stat().st_uid == 0]
    assert roots == ["companion.link"]
    assert {path.stat().st_gid for path in (data / "photos", data / "companion.db")} == {4712}
    assert {"photos", "backups", "companion.db"} <= {path.name for path in data.iterdir()}
    capsys.readouterr()


def test_while_somebody_plays_the_shelf_is_not_changed(
    tmp_path: Path, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(tmp_path):
        assert main(["games", "--data", str(tmp_path), "import", str(game)]) == 1
        assert "sudo systemctl stop" in capsys.readouterr().err
        assert main(["games", "--data", str(tmp_path), "list"]) == 0


def test_links_that_lead_in_circles_get_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    circle, photos = tmp_path / "circle", Path(__file__).parents[1] / "photos" / "calibration"
    circle.symlink_to(circle)
    assert main(["calibrate", "--photos", str(photos), "--out", str(circle), "--region", "1"]) == 2
    assert main(["frame", "--out", str(circle)]) == 0
    assert circle.read_bytes().startswith(b"%PDF")
    assert capsys.readouterr().err.count("\n") == 1


def test_no_id_is_the_id_of_no_game(tmp_path: Path, game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--data", str(tmp_path), "import", str(game)]) == 0
    assert main(["games", "--data", str(tmp_path), "delete", ""]) == 1
    assert "no game begins with ''" in capsys.readouterr().err
    with Store.look(tmp_path) as store:
        assert len(store.games()) == 1
