"""The calibration file: what is kept, what is refused."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.conftest import Table
from vision.count import TrayCounter
from vision.errors import ProfileError
from vision.profile import Profile


def test_a_profile_counts_the_same_after_saving_and_loading(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    table.profile.save(path)
    again = Profile.load(path)
    assert again.labels == table.profile.labels
    assert again.id == table.profile.id
    photo = table.throw({"pink": 1, "white": 2})
    counted = TrayCounter(again).count(photo.frame, photo.unlit)
    assert dict(counted.counts) == table.seen()


def test_the_file_is_json_a_person_can_read(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    table.profile.save(path)
    told = json.loads(path.read_text())
    assert told["format"] == "companion-calibration"
    assert set(told["looks"]) == set(table.profile.labels)
    assert told["place"]["tray_mm"] == pytest.approx([150, 110], abs=1)


def test_the_camera_settings_travel_with_the_profile(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    table.profile.with_camera({"ExposureTime": 8000, "AnalogueGain": 2.0}).save(path)
    assert Profile.load(path).camera == {"ExposureTime": 8000, "AnalogueGain": 2.0}


def test_anything_learned_anew_changes_the_id_but_the_hour_does_not(table: Table) -> None:
    assert replace(table.profile, created="1999-01-01").id == table.profile.id
    assert replace(table.profile, set_name="other").id != table.profile.id


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", "{}", '{"format": "companion-calibration", "version": 99}']
)
def test_other_files_are_refused_with_what_to_do(tmp_path: Path, text: str) -> None:
    path = tmp_path / "file.json"
    path.write_text(text)
    with pytest.raises(ProfileError, match="companion calibrate"):
        Profile.load(path)


def test_a_picture_that_claims_to_be_huge_is_refused(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    table.profile.save(path)
    told = json.loads(path.read_text())
    png = bytearray(base64.b64decode(told["empty"]["lit_png"]))
    png[16:24] = struct.pack(">II", 60_000, 60_000)
    png[29:33] = struct.pack(">I", zlib.crc32(png[12:29]))
    told["empty"]["lit_png"] = base64.b64encode(png).decode()
    path.write_text(json.dumps(told))
    with pytest.raises(ProfileError, match="picture of the empty tray"):
        Profile.load(path)


def test_a_swatch_is_the_colour_of_the_pieces(table: Table) -> None:
    red, green, blue = table.profile.looks["red"].swatch
    assert red > 1.5 * max(green, blue)
    assert np.ptp(table.profile.looks["white"].swatch) < 40


@pytest.mark.parametrize(
    ("key", "value", "names"),
    [
        ("gloss", -5, "gloss"),
        ("gloss", None, "damaged"),
        ("piece_mm2", 0, "size of a piece"),
        ("looks", {}, "colours"),
    ],
)
def test_what_cannot_be_right_is_named(
    table: Table, tmp_path: Path, key: str, value: object, names: str
) -> None:
    path = tmp_path / "calibration.json"
    table.profile.save(path)
    told = json.loads(path.read_text()) | {key: value}
    with pytest.raises(ProfileError, match=names):
        Profile.from_text(json.dumps(told))


@pytest.mark.parametrize("version", [1, 2, 3])
def test_an_older_calibration_is_to_be_made_again_in_one_sentence(version: int) -> None:
    with pytest.raises(ProfileError, match=rf"of version {version}, not 4. Calibrate again with") as refused:
        Profile.from_text(json.dumps({"format": "companion-calibration", "version": version}))
    assert "\n" not in str(refused.value)
