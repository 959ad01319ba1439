"""`companion count`: what lies in the tray in each photo, one JSON object a line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import Fault, calibration_at, keep_apart, place_of, progress

if TYPE_CHECKING:
    from vision.count import TrayCounter
    from vision.observation import Observation
    from vision.photo import Photo

SUMMARY = "count the pieces in photos of the tray, by colour"
EXAMPLE = """\
  companion count --calibration calibration.json throw.jpg
  companion count --calibration calibration.json --overlay seen/ evening/*.jpg

One JSON object a line and image: image, counts, total, sure, hand, doubts, and the pieces with their place
in pixels. Where throw.off.jpg lies beside throw.jpg, the two are counted as a flash pair. A file that is no
image gets a line with "error", the others are still counted, and the exit code is 1.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The calibration, the photos, and how to look at them."""
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="photo of the tray")
    parser.add_argument("--calibration", type=Path, required=True, metavar="FILE", help="count with this")
    parser.add_argument("--single", action="store_true", help="leave the unlit twins (NAME.off.jpg) aside")
    parser.add_argument("--overlay", type=Path, metavar="DIR", help="also write each photo with its outlines")


def run(args: argparse.Namespace) -> int:
    """Count every photo; a bad one costs only its own line."""
    from vision.count import TrayCounter
    from vision.errors import VisionError
    from vision.photo import read_photo

    if args.overlay is not None and not args.overlay.is_dir():
        raise Fault(f"there is no folder {args.overlay}; make it first", code=2)
    counter = TrayCounter(calibration_at(args.calibration))
    images = without_twins(args.images)
    if args.overlay is not None:
        overlays = {_overlay(args.overlay, path) for path in images}
        keep_apart(*set(map(place_of, args.images)), args.calibration, *overlays)
        if len(overlays) < len(images):
            raise Fault(
                "two of the photos have the same name; write their overlays one after the other", code=2
            )
    failed = False
    for path in progress(images, len(images), "counting"):
        try:
            photo = read_photo(path)
            seen = counter.count(photo.frame, None if args.single else photo.unlit)
        except VisionError as error:
            failed = True
            print(json.dumps({"image": str(path), "error": str(error)}), flush=True)
            continue
        print(json.dumps({"image": str(path)} | as_json(seen)), flush=True)
        if args.overlay is not None:
            _write_overlay(_overlay(args.overlay, path), photo, seen, counter)
    return 1 if failed else 0


def _overlay(folder: Path, photo: Path) -> Path:
    return folder / f"{photo.stem}.png"


def without_twins(images: Sequence[Path]) -> list[Path]:
    """The photos meant when a shell's `*.jpg` also brings their unlit twins along."""
    from vision.photo import is_unlit_twin, unlit_twin

    twins = {unlit_twin(path) for path in images if path.name and not is_unlit_twin(path)}
    return [path for path in images if path not in twins]


def as_json(seen: Observation) -> dict[str, object]:
    """An observation as the line shows it."""
    return {
        "counts": dict(seen.counts),
        "total": seen.total,
        "sure": seen.sure,
        "chance": round(seen.chance, 4),
        "hand": seen.hand,
        "doubts": [doubt.as_json() for doubt in seen.doubts],
        "pieces": [
            {
                "color": piece.label,
                "x": round(piece.x, 1),
                "y": round(piece.y, 1),
                "confidence": round(piece.confidence, 3),
            }
            for piece in seen.pieces
        ],
    }


def _write_overlay(path: Path, photo: Photo, seen: Observation, counter: TrayCounter) -> None:
    import cv2

    from calibration.files import write_whole
    from vision.overlay import draw, swatches

    picture = draw(photo.frame, seen, swatches(counter.profile))
    try:
        write_whole(path, cv2.imencode(".png", picture)[1].tobytes())
    except OSError as error:
        raise Fault(f"cannot write {path}: {error.strerror or error}") from error
