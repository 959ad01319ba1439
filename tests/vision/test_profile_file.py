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
from vision.profile import USUAL_SHEEN, Kind, Profile


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


def test_labels_of_another_size_are_kept_and_impossible_ones_refused(table: Table, tmp_path: Path) -> None:
    kinds = {table.profile.labels[0]: Kind(2.25, 1.5)}
    path = tmp_path / "calibration.json"
    piece = replace(table.profile.piece, kinds=kinds, faint=table.profile.labels[1:3])
    replace(table.profile, piece=piece).save(path)
    assert Profile.load(path).piece.kinds == kinds
    assert Profile.load(path).piece.faint == table.profile.labels[1:3]
    data = json.loads(path.read_text())
    data["piece"]["kinds"] = {table.profile.labels[0]: [-2.25, 1.5]}
    with pytest.raises(ProfileError, match="the size of"):
        Profile.from_text(json.dumps(data))


def test_a_swatch_is_the_colour_of_the_pieces(table: Table) -> None:
    red, green, blue = table.profile.looks["red"].swatch
    assert red > 1.5 * max(green, blue)
    assert np.ptp(table.profile.looks["white"].swatch) < 40


def test_the_sheen_of_the_paint_is_kept_and_an_older_file_has_the_usual_one(
    table: Table, tmp_path: Path
) -> None:
    from dataclasses import replace

    path = tmp_path / "calibration.json"
    replace(table.profile, sheen=9000.0).save(path)
    assert Profile.load(path).sheen == 9000
    told = json.loads(path.read_text())
    del told["sheen"]
    path.write_text(json.dumps(told))
    assert Profile.load(path).sheen == USUAL_SHEEN
    path.write_text(json.dumps(told | {"sheen": -5}))
    with pytest.raises(ProfileError, match="sheen"):
        Profile.load(path)
