"""Calibration photos in a folder: `empty.jpg`, `<label>.jpg`, `<label>-2.jpg`, … and their unlit twins; or a
folder a label, `<label>/anything.jpg`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.errors import CalibrationError, PhotosRefused, SetError
from calibration.frame_seen import shows_frame
from calibration.learn import learn
from calibration.region import Region
from calibration.sets import KESHIS, PieceSet
from companion.words import N_, Text, several
from vision.errors import VisionError
from vision.photo import Photo, is_unlit_twin, read_photo
from vision.profile import Profile

EMPTY, THROW = "empty", "throw"
_NO_LABELS = {EMPTY, THROW, "check"}
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
# What phones and cameras write as well: it cannot be read, but it must not be passed over in silence.
UNREADABLE = (".heic", ".heif", ".avif", ".gif", ".dng", ".cr2", ".cr3", ".nef", ".arw")
# "red-2", "red_2", "red 2" and "red (2)" are the second photo of red; so is "red2" beside red.
_NUMBERED = re.compile(r"(.+?)(?:[-_ ](\d{1,3})|[-_ ]?\((\d{1,3})\))")
_NUMBERED_KNOWN = re.compile(r"(.+?)(\d{1,3})")


@dataclass(frozen=True)
class CalibrationPhotos:
    """The photos of one calibration, by label; the empty tray is needed where a paper frame is around it."""

    empty: Photo | None
    pieces: Mapping[str, tuple[Photo, ...]]


def photo_names(folder: Path, labels: Sequence[str] = ()) -> dict[str, list[Path]]:
    """The photos of a folder by what they show, a label's own photo before its `-2`, `-3`.

    labels      known ones, and the empty tray, are found under Red.jpg and EMPTY.JPG as well
    """
    known = {label.casefold(): label for label in (*labels, EMPTY)} | {label: label for label in labels}
    if not folder.is_dir():
        raise PhotosRefused(
            N_(
                "there is no folder {folder}; give one with {empty}.jpg and a photo a colour",
                folder=folder,
                empty=EMPTY,
            )
        )
    found: dict[str, list[tuple[int, Path]]] = {}
    for path in _photos_in(folder):
        label, number = _shown(path.stem, known)
        known.setdefault(label.casefold(), label)
        found.setdefault(label, []).append((number, path))
    # A folder a label: known ones, or all of them where no photo names a label.
    named = bool(labels) or bool(found.keys() - _NO_LABELS)
    for inner in sorted(path for path in folder.iterdir() if path.is_dir() and path.name[0] != "."):
        label = known.get(inner.name, known.get(inner.name.casefold(), inner.name))
        if not named or label in (EMPTY, *labels):
            found.setdefault(label, []).extend(enumerate(_photos_in(inner), 1))
    return {label: _readable([path for _, path in sorted(paths)]) for label, paths in found.items() if paths}


def _photos_in(folder: Path) -> list[Path]:
    """All photos of a folder but the unlit twins."""
    return [
        path
        for path in sorted(folder.iterdir())
        if path.suffix.lower() in (*SUFFIXES, *UNREADABLE)
        and not is_unlit_twin(path)
        and not path.name.startswith(".")
    ]


def _shown(stem: str, known: Mapping[str, str]) -> tuple[str, int]:
    """What a photo of this name shows, and the how manieth of it that is."""
    # "ball-2.jpg" is the second photo of balls, unless there is such a label.
    label, number = stem, 1
    if stem not in known and stem.casefold() not in known:
        if numbered := _NUMBERED.fullmatch(stem):
            label, number = numbered[1], int(numbered[2] or numbered[3])
        elif (close := _NUMBERED_KNOWN.fullmatch(stem)) and close[1].casefold() in known:
            label, number = close[1], int(close[2])
    return known.get(label, known.get(label.casefold(), label)), number


def _readable(paths: list[Path]) -> list[Path]:
    """A label's photos; if there are others, without those that cannot be read."""
    return [path for path in paths if path.suffix.lower() in SUFFIXES] or paths


def read_folder(
    folder: Path, pieces: PieceSet = KESHIS, *, framed: bool | None = None
) -> tuple[PieceSet, CalibrationPhotos]:
    """All photos a set asks for; a refusal names every one that is missing or cannot be read.

    framed      whether the empty tray must be among them; keshis lie in a tray with a frame
    """
    names = photo_names(folder, pieces.labels)
    if pieces.named_by_photos:
        labels = [label for label in names if label not in _NO_LABELS]
        if not labels:
            raise SetError(
                N_(
                    "{folder} holds no photos of pieces; add one a colour, named after it: red.jpg",
                    folder=folder,
                )
            )
        pieces = pieces.with_labels(labels)
    # Without a paper frame nobody needs the empty tray: the photos of pieces show the table too.
    framed = pieces is KESHIS if framed is None else framed
    frameless = not framed and EMPTY not in names
    needed = pieces.labels if frameless else (EMPTY, *pieces.labels)
    if missing := [label for label in needed if label not in names]:
        strangers = [label for label in names if label not in (EMPTY, *pieces.labels)]
        advice = N_("take a photo of {what} and add it", what=_what(missing[0]))
        if strangers:
            advice = N_(
                "name the photos after the {name}, or calibrate other pieces with --set NAME=*",
                name=pieces.name,
            )
        raise _lacking(folder, missing, advice)
    problems = []
    read: dict[str, tuple[Photo, ...]] = {}
    for label in needed:
        try:
            read[label] = tuple(read_photo(path) for path in names[label])
        except VisionError as error:
            problems.append(error.said)
    if problems:
        raise PhotosRefused(several(problems, "\n"))
    if not frameless:
        return pieces, CalibrationPhotos(read.pop(EMPTY)[0], read)
    if any(shows_frame(shot) for shots in read.values() for shot in shots):
        raise _lacking(folder, [EMPTY], N_("take a photo of {what} and add it", what=_what(EMPTY)))
    return pieces, CalibrationPhotos(None, read)


def read_throws(folder: Path) -> CalibrationPhotos:
    """The empty tray and one or more photos of a throw: `throw.jpg`, `throw-2.jpg`, …"""
    return read_folder(folder, PieceSet(THROW, (THROW,)), framed=True)[1]


def calibrate_folder(folder: Path, pieces: PieceSet = KESHIS, region: Region | None = None) -> Profile:
    """A profile from the photos of a folder, or a refusal that names the photo."""
    pieces, photos = read_folder(folder, pieces)
    try:
        return learn(photos.pieces, empty=photos.empty, set_name=pieces.name, region=region)
    except VisionError as error:
        raise CalibrationError(error.said) from error


def _lacking(folder: Path, missing: Sequence[str], advice: Text) -> PhotosRefused:
    listed = ", ".join(f"{label}.jpg" for label in missing)
    return PhotosRefused(N_("{folder} lacks {listed}; {advice}", folder=folder, listed=listed, advice=advice))


def _what(label: str) -> Text:
    if label in (EMPTY, THROW):
        return N_("the empty tray") if label == EMPTY else N_("all colours tossed into the tray")
    return N_("three pieces of {label}", label=Text(label))
