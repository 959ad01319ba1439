"""Photos from disk, sound and spoilt."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.errors import PhotoError
from vision.files import claims_too_much
from vision.photo import Frame, is_unlit_twin, read_frame, read_photo, unlit_twin


@pytest.fixture
def picture() -> Frame:
    picture = np.zeros((40, 60, 3), np.uint8)
    picture[:20, :30] = (10, 20, 200)
    return picture


def test_the_unlit_twin_comes_along(tmp_path: Path, picture: Frame) -> None:
    cv2.imwrite(str(tmp_path / "throw.png"), picture)
    cv2.imwrite(str(tmp_path / "throw.off.png"), picture // 4)
    photo = read_photo(tmp_path / "throw.png")
    assert photo.unlit is not None
    assert photo.unlit.max() == 50
    assert unlit_twin("a/throw.jpg") == Path("a/throw.off.jpg")
    assert is_unlit_twin("throw.off.jpg")
    assert not is_unlit_twin("throw.jpg")


def test_a_twin_of_another_size_is_refused(tmp_path: Path, picture: Frame) -> None:
    cv2.imwrite(str(tmp_path / "throw.png"), picture)
    cv2.imwrite(str(tmp_path / "throw.off.png"), picture[:30])
    with pytest.raises(PhotoError, match="another size"):
        read_photo(tmp_path / "throw.png")


@pytest.mark.parametrize("kind", ["gray", "deep", "alpha"])
def test_other_depths_and_channels_become_colour(tmp_path: Path, kind: str) -> None:
    pictures: dict[str, npt.NDArray[Any]] = {
        "gray": np.full((30, 30), 128, np.uint8),
        "deep": np.full((30, 30, 3), 32896, np.uint16),
        "alpha": np.full((30, 30, 4), 128, np.uint8),
    }
    cv2.imwrite(str(tmp_path / "p.png"), pictures[kind])
    frame = read_frame(tmp_path / "p.png")
    assert frame.dtype == np.uint8
    assert frame.shape == (30, 30, 3)
    assert abs(int(frame[5, 5, 1]) - 128) <= 1


def test_a_photo_lying_on_its_side_is_turned_upright(tmp_path: Path, picture: Frame) -> None:
    done, jpeg = cv2.imencode(".jpg", picture)
    assert done
    tag = struct.pack("<HHII", 0x0112, 3, 1, 6)
    tiff = b"II*\0" + struct.pack("<IH", 8, 1) + tag + struct.pack("<I", 0)
    exif = b"Exif\0\0" + tiff
    data = jpeg.tobytes()
    (tmp_path / "side.jpg").write_bytes(
        data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]
    )
    assert read_frame(tmp_path / "side.jpg").shape == (60, 40, 3)


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n" + b"\0" * 40])
def test_what_is_no_photo_gets_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.jpg").write_bytes(content)
    with pytest.raises(PhotoError, match=r"x\.jpg"):
        read_frame(tmp_path / "x.jpg")


def test_a_missing_file_and_a_folder_get_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="does not exist"):
        read_frame(tmp_path / "nowhere.jpg")
    with pytest.raises(PhotoError):
        read_frame(tmp_path)


def test_a_picture_too_small_to_show_a_piece_is_refused(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "dot.png"), np.zeros((3, 3, 3), np.uint8))
    with pytest.raises(PhotoError, match="3×3"):
        read_frame(tmp_path / "dot.png")


def _jpeg_behind(more: bytes) -> bytes:
    """A JPEG whose size stands behind what a reader in a hurry does not expect."""
    jpeg = cv2.imencode(".jpg", np.zeros((9000, 9000), np.uint8))[1].tobytes()
    at = jpeg.index(b"\xff\xc0")
    return jpeg[:at] + more + jpeg[at:]


BOMBS: dict[str, Callable[[], bytes]] = {
    "bomb.png": lambda: cv2.imencode(".png", np.zeros((9000, 9000), np.uint8))[1].tobytes(),
    "bomb.webp": lambda: cv2.imencode(".webp", np.zeros((9000, 9000, 3), np.uint8))[1].tobytes(),
    "bomb.tiff": lambda: cv2.imencode(".tiff", np.zeros((9000, 9000), np.uint8))[1].tobytes(),
    "filled.jpg": lambda: _jpeg_behind(b"\xff\xff\xff"),
    "far.jpg": lambda: _jpeg_behind((b"\xff\xe1\xff\xfd" + b"\0" * 65531) * 20),
}


def test_a_small_file_claiming_a_huge_picture_is_refused_unopened(tmp_path: Path) -> None:
    """By a companion of its own: here OpenCV was loaded long before."""
    for name, made in BOMBS.items():
        (tmp_path / name).write_bytes(made())
    reading = (
        "import sys\n"
        "import companion\n"
        "from vision.errors import PhotoError\n"
        "from vision.photo import read_frame\n"
        "for name in sys.argv[1:]:\n"
        "    try:\n"
        "        print(name, read_frame(name).shape)\n"
        "    except PhotoError as error:\n"
        "        print(error)\n"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", reading, *BOMBS],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    *told, most_kb = done.stdout.splitlines()
    assert told == [f"{name} claims more than 80 million pixels; shrink it first." for name in BOMBS]
    assert int(most_kb) < 300_000
    assert done.stderr == ""


def test_a_png_with_a_wrong_length_takes_no_memory(tmp_path: Path, picture: Frame) -> None:
    """One bit turned over on a card: OpenCV would make room for gigabytes."""
    png = bytearray(cv2.imencode(".png", picture)[1].tobytes())
    assert not claims_too_much(bytes(png))
    at = png.index(b"IDAT") - 4
    png[at] ^= 0x10
    (tmp_path / "throw.png").write_bytes(png)
    assert claims_too_much(bytes(png))
    assert not claims_too_much(bytes(png[: at + 2]))
    with pytest.raises(PhotoError, match="no image that can be read"):
        read_frame(tmp_path / "throw.png")
