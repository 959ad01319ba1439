"""`./run image` as far as it goes without an image; docs/reliability.md has what was seen with one."""

import subprocess
from pathlib import Path

PROJECT = Path(__file__).parents[2]


def image(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [str(PROJECT / "run"), "image", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_it_says_how_it_is_used() -> None:
    done = image()
    assert done.returncode == 2
    assert "image.sh RASPBERRY-PI-OS.img[.xz] OUT.img" in done.stderr
    assert "set -euo" not in done.stderr  # the comment, and nothing of the script


def test_an_image_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    done = image(tmp_path / "raspios.img.xz", tmp_path / "out.img")
    assert (done.returncode, done.stdout) == (2, "")
    assert "download Raspberry Pi OS Lite" in done.stderr


def test_nothing_is_written_over(tmp_path: Path) -> None:
    for name in ("from.img", "out.img"):
        (tmp_path / name).write_bytes(b"mine")
    done = image(tmp_path / "from.img", tmp_path / "out.img")
    assert done.returncode == 2
    assert "is there already" in done.stderr
    assert (tmp_path / "out.img").read_bytes() == b"mine"
