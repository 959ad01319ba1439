"""Spoilt calibration files and spoilt photos: a sentence each, never a crash, and nothing changes on disk."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.calibrate import Calibration
from tests.calibration.commands import companion
from vision.count import TrayCounter
from vision.errors import ProfileError, VisionError
from vision.photo import read_photo
from vision.profile import Profile

JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 1e308, float("nan"), "", "x" * 50, [], {}, [[]], [1, 2, 3], {"a": 1}, "iVBORw0KGgo="]
)


def places(told: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in a JSON document, long lists only at their ends."""
    if path:
        yield path
    keys = (
        list(told)
        if isinstance(told, dict)
        else [0, len(told) - 1]
        if isinstance(told, list) and told
        else []
    )
    for key in keys:
        yield from places(told[key], (*path, key))


def spoil(told: Any, data: st.DataObject) -> None:
    """Replace or remove one value somewhere in the document."""
    way = data.draw(st.sampled_from(list(places(told))))
    inner = told
    for key in way[:-1]:
        inner = inner[key]
    if data.draw(st.booleans()):
        inner[way[-1]] = data.draw(JUNK)
    else:
        del inner[way[-1]]


@settings(max_examples=150)
@given(data=st.data())
def test_a_calibration_with_one_value_spoilt_is_refused_or_sound(
    data: st.DataObject, calibration_file: Path
) -> None:
    told = json.loads(calibration_file.read_text())
    spoil(told, data)
    try:
        profile = Profile.from_text(json.dumps(told), "spoilt.json")
    except ProfileError:
        return
    pieces = [piece for look in profile.looks.values() for piece in (*look.alone, *look.paired)]
    assert pieces
    assert all(np.isfinite(piece).all() and piece.size for piece in pieces)
    assert min(profile.place.picture_size) > 0
    assert 0 < profile.piece_mm2 < float("inf")


@pytest.mark.parametrize("seed", range(4))
def test_what_is_not_refused_still_counts(seed: int, calibration_file: Path, photo_folder: Path) -> None:
    dice = random.Random(seed)
    photo = read_photo(photo_folder / "play" / "01_evening.jpg")
    for _ in range(40):
        told = json.loads(calibration_file.read_text())
        way = dice.choice(list(places(told)))
        inner = told
        for key in way[:-1]:
            inner = inner[key]
        inner[way[-1]] = dice.choice([0, 1, -1, 2.5, None, [], "x"])
        try:
            profile = Profile.from_text(json.dumps(told), "spoilt.json")
        except ProfileError:
            continue
        with suppress(VisionError):
            assert TrayCounter(profile).count(photo.frame, photo.unlit).total >= 0


@pytest.mark.parametrize("size", [0, -1, 1e-3, float("inf"), float("nan"), 2.0**31])
def test_a_piece_of_no_possible_size_is_refused(size: float, calibration_file: Path) -> None:
    told = json.loads(calibration_file.read_text())
    told["piece_mm2"] = size
    with pytest.raises(ProfileError, match="the size of a piece"):
        Profile.from_text(json.dumps(told), "spoilt.json")


@settings(max_examples=40)
@given(cut=st.integers(0, 10_000), junk=st.binary(max_size=40))
def test_a_torn_calibration_is_refused(
    cut: int, junk: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("torn") / "calibration.json"
    whole = json.dumps({"format": "companion-calibration", "version": 1, "set": "keshis"}).encode()
    path.write_bytes(whole[: cut % len(whole)] + junk)
    with pytest.raises(ProfileError) as refused:
        Profile.load(path)
    assert "calibration.json" in str(refused.value)


def test_a_calibration_of_another_version_says_so(calibration_file: Path) -> None:
    told = json.loads(calibration_file.read_text()) | {"version": 99}
    with pytest.raises(ProfileError, match="99"):
        Profile.from_text(json.dumps(told))


@settings(max_examples=60)
@given(
    data=st.binary(max_size=400),
    head=st.sampled_from([b"", b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"BM"]),
)
def test_any_bytes_named_jpg_are_a_photo_or_a_sentence(
    data: bytes, head: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("photo") / "odd.jpg"
    path.write_bytes(head + data)
    try:
        frame = read_photo(path).frame
    except VisionError:
        return
    assert frame.dtype == np.uint8


def test_replaying_odd_pictures_never_crashes(
    tmp_path: Path, calibrated: Calibration, calibration_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import cv2

    dice = np.random.default_rng(3)
    pictures: dict[str, npt.NDArray[Any]] = {
        "black": np.zeros((480, 640, 3), np.uint8),
        "white": np.full((480, 640, 3), 255, np.uint8),
        "noise": dice.integers(0, 256, (480, 640, 3), dtype=np.uint8),
        "tiny": np.zeros((3, 3, 3), np.uint8),
        "gray": np.full((300, 400), 128, np.uint8),
        "deep": np.full((200, 300, 3), 40_000, np.uint16),
        "tall": dice.integers(0, 256, (900, 40, 3), dtype=np.uint8),
    }
    lines = []
    for name, picture in pictures.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), picture)
        lines.append(json.dumps({"image": f"{name}.png", "counts": {"red": 1}}))
    (tmp_path / "log.jsonl").write_text("\n".join(lines) + "\n")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert companion("replay", tmp_path, "--calibration", calibration_file, "--min-exact", "100") == 1
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert f"of {len(pictures)} photos exact" in said.out
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert Profile.load(calibration_file).id == calibrated.profile.id
