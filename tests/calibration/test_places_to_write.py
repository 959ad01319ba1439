"""What the commands write, and where: never over what they read, and never in part."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from calibration.files import write_whole
from tests.calibration.commands import companion
from vision.errors import ProfileError
from vision.profile import Profile

FEW = ("--set", "few=red,green,white")


@pytest.mark.parametrize("name", ["red.jpg", "empty.off.jpg", "few.toml"])
@pytest.mark.parametrize("option", ["--out", "--report"])
def test_what_is_read_is_not_written_over(
    folder: Path, tmp_path: Path, name: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "few.toml").write_text('labels = ["red", "green", "white"]')
    before = (folder / name).read_bytes()
    words = ("--photos", folder, "--out", tmp_path / "few.json", "--set", folder / "few.toml")
    assert companion("calibrate", *words, option, folder / name) == 2
    assert "would be written over" in capsys.readouterr().err
    assert (folder / name).read_bytes() == before
    assert not (tmp_path / "few.json").exists()


def test_a_calibration_and_its_picture_may_lie_beside_the_photos(folder: Path) -> None:
    words = ("--photos", folder, "--out", folder / "few.json", "--report", folder / "colours.jpg", *FEW)
    for _ in range(2):
        assert companion("calibrate", *words) == 0
    assert (folder / "colours.jpg").read_bytes()[:2] == b"\xff\xd8", "as its name says"


def test_a_picture_that_cannot_be_written_leaves_the_calibration_alone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device", f"{path.parent}/.hidden.part")

    out, report = tmp_path / "few.json", tmp_path / "few.png"
    words = ("calibrate", "--photos", folder, "--out", out, *FEW, "--report")
    monkeypatch.setattr("calibration.files.write_whole", full)
    assert companion(*words, report) == 1, "the disk's fault, not the words'"
    assert f"cannot write {report}: No space left on device" in capsys.readouterr().err
    assert companion(*words, tmp_path) == 2
    assert f"{tmp_path} is a folder; give the name of a file for the picture" in capsys.readouterr().err
    assert not out.exists()
    assert companion("frame", "--out", tmp_path / "frame.pdf") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("calibrate", "--photos", ".", "--out", "nowhere/x.json"), "no folder nowhere for the calibration"),
        (("calibrate", "--photos", ".", "--out", "pipe"), "pipe is no ordinary file"),
        (("calibrate", "--photos", ".", "--out", "x.json", "--only", "red"), "make one without --only first"),
        (("calibrate", "--refine", ".", "--out", "x.json", "--report", "x.png"), "go with --photos"),
        (("calibrate", "--refine", ".", "--out", "x.json", "--only", "red"), "go with --photos"),
        (("replay", ".", "--html", "."), ". is a folder; give the name of a file for the page"),
        (("replay", ".", "--html", "nowhere/x.html"), "no folder nowhere for the page"),
        (("frame", "--out", ""), ". is a folder; give the name of a file for the frame"),
        (("frame", "--out", "pipe"), "pipe is no ordinary file"),
    ],
)
def test_where_nothing_can_be_written_is_told_before_any_work(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    assert companion(*words) == 2
    assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]
    assert (tmp_path / "pipe").is_fifo()


def test_one_colour_is_of_the_set_of_its_file(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("calibrate", "--photos", folder, "--out", tmp_path / "few.json")
    assert companion(*words, *FEW) == 0
    assert companion(*words, "--only", "red", "--set", "cubes=red") == 2
    assert "is of the set few, not cubes; leave --set out" in capsys.readouterr().err
    assert companion(*words, "--only", "red", *FEW) == 0


def test_a_link_is_followed_and_what_is_no_file_stays(tmp_path: Path, calibration_file: Path) -> None:
    """Root, who may do so, would put a page in the place of /dev/full."""
    real, link, pipe = tmp_path / "real", tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(real)
    write_whole(link, b"a page")
    assert link.is_symlink()
    assert real.read_bytes() == b"a page"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="no ordinary file"):
        write_whole(pipe, b"a page")
    with pytest.raises(ProfileError, match="no ordinary file"):
        Profile.load(calibration_file).save(pipe)
    assert pipe.is_fifo()
