"""Other pieces on a plain table, and the hobbyist's thirty lines that are measured beside."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.training import hobbyist
from vision.training.others import KINDS, OFF_TABLE, TOLD_APART, OtherTable, main, set_of
from vision.training.table_look import lab

# Others than those that are counted.
SEEN = 90_001


def test_a_table_is_written_as_a_log_and_always_the_same(tmp_path: Path) -> None:
    for name in ("one", "two"):
        main(["--table", str(SEEN), "--photos", "1", "--out", str(tmp_path / name)])
    one, two = ((tmp_path / name / "play" / "log.jsonl").read_text() for name in ("one", "two"))
    assert one == two
    line = json.loads(one)
    assert sum(line["counts"].values()) > 0
    colours = set(line["counts"])
    assert {path.stem for path in (tmp_path / "one" / "calibration").iterdir()} == {"empty", *colours}
    pictures = [(tmp_path / name / "play" / line["image"]).read_bytes() for name in ("one", "two")]
    assert pictures[0] == pictures[1]


def test_every_kind_has_its_turn_and_colours_an_eye_tells() -> None:
    assert {set_of(SEEN + number).kind for number in range(len(KINDS))} == set(KINDS)
    look = OtherTable(SEEN).set.look
    labs = [lab(paint) for paint in look.paints.values()]
    table = lab(np.asarray(look.floor.mean(axis=(0, 1)), np.float32))
    assert min(np.linalg.norm(each - table) for each in labs) > OFF_TABLE
    apart = [np.linalg.norm(a - b) for number, a in enumerate(labs) for b in labs[:number]]
    assert min(apart) > TOLD_APART


def test_the_hobbyist_counts_discs_on_plain_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    colours = {"red": (40, 30, 200), "blue": (190, 60, 30)}

    def photo(path: Path, discs: list[str]) -> None:
        picture = np.full((300, 400, 3), 190, np.uint8)
        for number, name in enumerate(discs):
            # They just touch: the distance transform parts them.
            cv2.circle(picture, (40 + 31 * number, 100), 15, colours[name], -1)
        cv2.imwrite(str(path), picture)

    (tmp_path / "photos").mkdir()
    photo(tmp_path / "photos" / "empty.jpg", [])
    for name in colours:
        photo(tmp_path / "photos" / f"{name}.jpg", [name])
    photo(tmp_path / "throw.jpg", ["red", "red", "blue", "red", "blue"])
    out = tmp_path / "known.json"
    hobbyist.main(["calibrate", "--photos", str(tmp_path / "photos"), "--out", str(out)])
    hobbyist.main(["count", "--calibration", str(out), str(tmp_path / "throw.jpg")])
    assert json.loads(capsys.readouterr().out)["counts"] == {"red": 3, "blue": 2}
