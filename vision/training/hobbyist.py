"""What a hobbyist writes in an evening, to be measured beside: the companion's two commands, in thirty lines.

Unlike the median table, distance transform, nearest colour. `python -m vision.training.hobbyist calibrate
--photos DIR --out FILE`, then `… count --calibration FILE IMAGE…`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

UNLIKE = 16


def _seen(path: Path) -> tuple[Any, Any]:
    """How the photo differs from its median in L*a*b*, and where it does so a lot; shadows count half."""
    picture = cv2.imread(str(path))
    assert picture is not None
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (5, 5), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
    unlike = lab - np.median(lab, axis=(0, 1))
    far = np.linalg.norm(unlike * (0.5, 1, 1), axis=2)
    return unlike, cv2.morphologyEx((far > UNLIKE).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5)))


def calibrate(photos: Path) -> dict[str, Any]:
    colours, areas = {}, []
    for path in sorted(photos.glob("*.jpg")):
        if path.stem == "empty":
            continue
        lab, mask = _seen(path)
        colours[path.stem] = np.median(lab[mask > 0], axis=0).tolist()
        areas += cv2.connectedComponentsWithStats(mask)[2][1:, cv2.CC_STAT_AREA].tolist()
    return {"colours": colours, "area": float(np.median(areas))}


def count(known: dict[str, Any], path: Path) -> Counter[str]:
    lab, mask = _seen(path)
    away = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    cores = (away > 0.5 * np.sqrt(known["area"] / np.pi)).astype(np.uint8)
    number, parts, stats, _ = cv2.connectedComponentsWithStats(cores)
    names, values = list(known["colours"]), np.array(list(known["colours"].values()))
    found: Counter[str] = Counter()
    for part in range(1, number):
        if stats[part, cv2.CC_STAT_AREA] > 0.02 * known["area"]:
            mine = np.median(lab[parts == part], axis=0)
            found[names[int(np.argmin(np.linalg.norm(values - mine, axis=1)))]] += 1
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m vision.training.hobbyist", description="Thirty lines.")
    parser.add_argument("what", choices=("calibrate", "count"))
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--calibration", type=Path)
    parser.add_argument("images", type=Path, nargs="*")
    parser.add_argument("--set", help="as the companion's")
    given = parser.parse_intermixed_args(arguments)
    if given.what == "calibrate":
        given.out.write_text(json.dumps(calibrate(given.photos)))
        return
    known = json.loads(given.calibration.read_text())
    for path in given.images:
        print(json.dumps({"image": str(path), "counts": count(known, path), "sure": True, "hand": False}))


if __name__ == "__main__":
    main()
