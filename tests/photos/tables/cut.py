"""Cuts the regression set from rendered tables: `python -m tests.photos.tables.cut TABLES_FOLDER`.

A table keeps its calibration (`calibration.json`, or its photos where learning is tried as well) and a few
throws in every light; smaller JPEGs than the camera's. `glade` is a table from above whose paper frame was
cut off: a region of the picture. Afterwards `python -m tests.photos.tables.figures` writes the figures anew.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.folder import calibrate_folder
from vision.photo import Frame, read_frame, unlit_twin

HERE = Path(__file__).parent
JPEG_QUALITY = 88
# Each table's folder, the one it is cut from, how many throws it keeps, and whether its calibration photos.
TABLES = (
    ("bar", "s02_under", 9, True),
    ("slits", "s01_under", 6, False),
    ("overhead", "s03_overhead", 8, False),
    ("heaps", "h01_under_heaps", 5, False),
    ("heaps_overhead", "h02_overhead_heaps", 5, False),
)
PLAIN, PLAIN_FROM, PLAIN_THROWS = "glade", "s03_overhead", 6
# Where the tray's floor lies in its pictures, within the frame: left, top, right, bottom.
FLOOR = (205, 145, 840, 605)


def main() -> None:
    for name, source, throws, photos in TABLES:
        cut(HERE / name, Path(sys.argv[1]) / source, throws, photos=photos)
    cut_plain(HERE / PLAIN, Path(sys.argv[1]) / PLAIN_FROM)


def cut(folder: Path, source: Path, throws: int, *, photos: bool) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "play").mkdir(parents=True)
    if photos:
        (folder / "calibration").mkdir()
        for path in sorted((source / "calibration").glob("*.jpg")):
            write(folder / "calibration" / path.name, read_frame(path))
    else:
        calibrate_folder(source / "calibration").save(folder / "calibration.json")
    kept = []
    for line in chosen(source, throws):
        image = source / line.pop("log") / line["image"]
        for path in (image, unlit_twin(image)):
            if path.exists():
                write(folder / "play" / path.name, read_frame(path))
        kept.append(line)
    write_log(folder, kept)


def cut_plain(folder: Path, source: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "play").mkdir(parents=True)
    (folder / "calibration").mkdir()
    left, top, right, bottom = FLOOR
    for path in sorted((source / "calibration").glob("*.jpg")):
        if path.stem != "empty":
            write(folder / "calibration" / path.name, read_frame(path)[top:bottom, left:right])
    kept = []
    for line in chosen(source, PLAIN_THROWS):
        image = source / line.pop("log") / line["image"]
        places = [(piece["x"], piece["y"]) for piece in line["pieces"]]
        inside = all(left + 15 < x < right - 15 and top + 15 < y < bottom - 15 for x, y in places)
        if inside and not line["hand"]:
            write(folder / "play" / image.name, read_frame(image)[top:bottom, left:right])
            kept.append({key: line[key] for key in ("image", "counts", "all_counts", "light")})
    write_log(folder, kept)


def chosen(source: Path, throws: int) -> list[dict[str, Any]]:
    """Some throws of every light, and a hand where there is one."""
    lines = []
    for log in sorted(source.glob("*/log.jsonl")):
        texts = log.read_text().splitlines()
        lines += [json.loads(text) | {"log": log.parent.name} for text in texts]
    singles = [line for line in lines if line["log"] == "play"]
    hands = [line for line in lines if line["hand"]][:1]
    step = len(singles) / (throws - len(hands))
    return [singles[int(number * step)] for number in range(throws - len(hands))] + hands


def write(path: Path, frame: Frame) -> None:
    cv2.imwrite(str(path), np.ascontiguousarray(frame), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])


def write_log(folder: Path, lines: list[dict[str, Any]]) -> None:
    keep = ("image", "counts", "all_counts", "hand", "light")
    told = ({key: line[key] for key in keep if key in line} for line in lines)
    (folder / "play" / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in told))


if __name__ == "__main__":
    main()
