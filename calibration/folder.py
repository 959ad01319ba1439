"""Calibration photos in a folder: `empty.jpg`, `<label>.jpg`, `<label>-2.jpg`, … and their unlit twins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.bare_table import bare_table
from calibration.errors import CalibrationError, PhotosRefused, SetError
from calibration.frame_seen import shows_frame
from calibration.learn import learn
from calibration.sets import KESHIS, PieceSet
from vision.errors import VisionError
from vision.photo import Photo, is_unlit_twin, read_photo
from vision.profile import Profile

EMPTY = "empty"
SUFFIXES = (".jpg", ".jpeg", ".png")


@dataclass(frozen=True)
class CalibrationPhotos:
    """The photos of one calibration, by label."""

    empty: Photo
    pieces: Mapping[str, tuple[Photo, ...]]


def photo_names(folder: Path, labels: Sequence[str] = ()) -> dict[str, list[Path]]:
    """The photos of a folder by what they show, a label's own photo before its `-2`, `-3`.

    labels      known ones, and the empty tray, are found under Red.jpg and EMPTY.JPG as well
    """
    known = {label.casefold(): label for label in (*labels, EMPTY)} | {label: label for label in labels}
    if not folder.is_dir():
        raise PhotosRefused(f"there is no folder {folder}; give one with {EMPTY}.jpg and a photo a colour")
    found: dict[str, list[tuple[int, Path]]] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in SUFFIXES or is_unlit_twin(path) or path.name.startswith("."):
            continue
        # "ball-2.jpg" is the second photo of balls, unless there is such a label.
        numbered = None if path.stem.casefold() in known else re.fullmatch(r"(.+)-(\d{1,3})", path.stem)
        label, number = (numbered[1], int(numbered[2])) if numbered else (path.stem, 1)
        label = known.get(label, known.get(label.casefold(), label))
        found.setdefault(label, []).append((number, path))
    return {label: [path for _, path in sorted(paths)] for label, paths in found.items()}


def read_folder(folder: Path, pieces: PieceSet = KESHIS) -> tuple[PieceSet, CalibrationPhotos]:
    """All photos a set asks for; a refusal names every one that is missing or cannot be read."""
    names = photo_names(folder, pieces.labels)
    if pieces.named_by_photos:
        labels = [label for label in names if label not in (EMPTY, "check")]
        if not labels:
            raise SetError(f"{folder} holds no photos of pieces; add one a colour, named after it: red.jpg")
        pieces = pieces.with_labels(labels)
    missing = [label for label in (EMPTY, *pieces.labels) if label not in names]
    # cuttings of other pieces may do without: their rims, or the photos to count, show the table too
    cuttings = pieces is not KESHIS and missing == [EMPTY]
    if missing and not cuttings:
        strangers = [label for label in names if label not in (EMPTY, *pieces.labels)]
        advice = f"take a photo of {_what(missing[0])} and add it"
        if strangers and EMPTY in names:
            advice = f"name the photos after the {pieces.name}, or calibrate other pieces with --set NAME=*"
        raise _lacking(folder, missing, advice)
    problems = []
    read: dict[str, tuple[Photo, ...]] = {}
    for label in pieces.labels if cuttings else (EMPTY, *pieces.labels):
        try:
            read[label] = tuple(read_photo(path) for path in names[label])
        except VisionError as error:
            problems.append(str(error))
    if problems:
        raise PhotosRefused("\n".join(problems))
    if not cuttings:
        return pieces, CalibrationPhotos(read.pop(EMPTY)[0], read)
    if any(shows_frame(shot) for shots in read.values() for shot in shots):
        raise _lacking(folder, missing, f"take a photo of {_what(EMPTY)} and add it")
    return pieces, CalibrationPhotos(bare_table(read, f"{EMPTY}.jpg"), read)


def calibrate_folder(
    folder: Path, pieces: PieceSet = KESHIS, region: tuple[float, float, float, float] | None = None
) -> Profile:
    """A profile from the photos of a folder, or a refusal that names the photo."""
    pieces, photos = read_folder(folder, pieces)
    try:
        return learn(photos.pieces, empty=photos.empty, set_name=pieces.name, region=region)
    except VisionError as error:
        raise CalibrationError(str(error)) from error


def _lacking(folder: Path, missing: Sequence[str], advice: str) -> PhotosRefused:
    listed = ", ".join(f"{label}.jpg" for label in missing)
    return PhotosRefused(f"{folder} lacks {listed}; {advice}")


def _what(label: str) -> str:
    return "the empty tray" if label == EMPTY else f"three pieces of {label}"
