"""`companion calibrate`: learn a set of pieces from photos, without the touchscreen."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import Fault, calibration_at, keep_apart, place_of, to_write

if TYPE_CHECKING:
    from calibration.calibrate import Calibration
    from calibration.quick import Throw
    from calibration.region import Region
    from calibration.sets import PieceSet
    from vision.observation import Piece
    from vision.photo import Photo
    from vision.profile import Profile

LEAST_SIDE, LEAST_PIECE = 16, 4
NONE = "none"
SUMMARY = "learn what the pieces look like, once, from photos of the tray"
EXAMPLE = """\
  companion calibrate --photos photos/ --out calibration.json --report colours.png
  companion calibrate --photos photos/ --out calibration.json --only beige
  companion calibrate --photos toss/ --out calibration.json --quick --name 7=beige
  companion calibrate --refine evening/ --out calibration.json
  companion calibrate --photos cubes/ --out cubes.json --set cubes=red,green,blue --region 80,60,480,360
  companion calibrate --photos chips/ --out chips.json --set "chips=*" --piece 80

The folder holds empty.jpg and red.jpg, white.jpg, … with about three pieces of that colour each, standing
and lying; red-2.jpg adds to red.jpg, and red.off.jpg is the same moment with the light ring off. Other pieces
without a paper frame need no empty.jpg: a photo or two of each kind on the table do.
With --quick it holds empty.jpg and throw.jpg (throw-2.jpg, …): one toss of all twelve colours. What is named
wrongly is put right with --name NUMBER=COLOUR, and what is no piece with --name NUMBER=none.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The photos, the set of pieces, and where the calibration goes."""
    parser.add_argument("--photos", type=Path, metavar="DIR", help="empty.jpg and a photo of each colour")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the calibration file to write")
    sets = "keshis (default), NAME=label,label,…, NAME=* or a TOML file"
    parser.add_argument("--set", default="keshis", dest="pieces", metavar="SET", help=sets)
    parser.add_argument(
        "--region",
        metavar="X,Y,W,H",
        help="the tray in pixels (or its four corners), if there is no paper frame",
    )
    width = "how many pixels a piece is wide, if there is no paper frame and its size was found wrongly"
    parser.add_argument("--piece", type=float, metavar="PIXELS", help=width)
    parser.add_argument("--quick", action="store_true", help="learn all colours from a toss or two of them")
    renaming = "with --quick: this piece, by its number, is of that colour (or none)"
    parser.add_argument("--name", action="append", default=[], metavar="NUMBER=COLOUR", help=renaming)
    parser.add_argument("--only", metavar="COLOUR", help="recalibrate this colour in the existing FILE")
    refining = "improve the existing FILE with what the table confirmed in this photo log"
    parser.add_argument("--refine", type=Path, metavar="DIR", help=refining)
    parser.add_argument("--report", type=Path, metavar="PNG", help="picture the colours as they are seen")
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")


def run(args: argparse.Namespace) -> int:
    """Calibrate, recalibrate one colour, or refine; the file changes only when all went well."""
    from calibration.errors import CalibrationError, LogError, SetError
    from vision.errors import VisionError

    if args.photos is None and args.refine is None:
        raise Fault(
            "calibrating with the camera happens on the touchscreen: start `companion play` and choose "
            "Calibrate; from photos, give --photos DIR --out FILE",
            code=2,
        )
    if args.out is None:
        raise Fault("say where the calibration goes with --out FILE", code=2)
    if args.photos is not None and args.refine is not None:
        raise Fault("--photos and --refine are two different ways; give one of them", code=2)
    if args.refine is not None and (args.only, args.region, args.piece, args.report) != (None,) * 4:
        raise Fault("--only, --region, --piece and --report go with --photos; leave them out", code=2)
    if args.quick and (args.photos is None or args.only is not None):
        raise Fault("--quick goes with --photos, and learns all colours; leave --only out", code=2)
    if args.name and not args.quick:
        raise Fault("--name goes with --quick; leave it out", code=2)
    if args.piece is not None and args.only is not None:
        raise Fault("--only takes a piece's size from FILE; leave --piece out", code=2)
    to_write(args.out, "the calibration")
    if args.report is not None:
        to_write(args.report, "the picture")
    keep_apart(args.out, args.report)
    try:
        if args.quick:
            return _from_throws(args)
        return _refine(args) if args.refine is not None else _from_photos(args)
    except (SetError, LogError) as error:
        raise Fault(str(error), code=2) from error
    except (CalibrationError, VisionError) as error:
        raise Fault(str(error), code=1) from error
    except OSError as error:
        raise Fault(f"cannot write {error.filename or args.out}: {error.strerror or error}") from error


def _from_photos(args: argparse.Namespace) -> int:
    from calibration.calibrate import calibrate, recalibrated
    from calibration.folder import read_folder
    from calibration.sets import PieceSet, find_set

    if not args.photos.is_dir():
        raise Fault(f"there is no folder {args.photos}; give the one with the photos", code=2)
    pieces = find_set(args.pieces)
    old: Profile | None = None
    if args.only is not None:
        old = _to_recalibrate(args, pieces)
        pieces = PieceSet(old.set_name, (args.only,))
    keep_apart(*_files_read(args, pieces), args.out, args.report)
    pieces, photos = read_folder(args.photos, pieces)
    usual = photos.empty or next(iter(photos.pieces.values()))[0]
    region = _region(args.region, usual.frame.shape[1], usual.frame.shape[0])
    done = calibrate(photos, pieces, region, old, _wide(args.piece, usual, framed=_framed(usual, region)))
    profile = done.profile if old is None else recalibrated(old, done, args.only)
    _write_report(args, done)  # first, so that the calibration changes only when all else went well
    profile.save(args.out)
    _tell(args, done, profile, pieces)
    return 0


def _from_throws(args: argparse.Namespace) -> int:
    from calibration.folder import THROW, read_throws
    from calibration.quick import learned_from, missing, thrown
    from calibration.sets import NAMED_COLOURS_LAB, PieceSet, find_set

    pieces = find_set(args.pieces)
    if not pieces.labels or not set(pieces.labels) <= set(NAMED_COLOURS_LAB):
        known = ", ".join(NAMED_COLOURS_LAB)
        raise Fault(f"--quick guesses colours, and knows {known}; calibrate others without it", code=2)
    keep_apart(*_files_read(args, PieceSet(THROW, (THROW,))), args.out, args.report)
    photos = read_throws(args.photos)
    usual = photos.empty or photos.pieces[THROW][0]
    region = _region(args.region, usual.frame.shape[1], usual.frame.shape[0])
    wide = _wide(args.piece, usual, framed=_framed(usual, region))
    tray, throws = thrown(photos, pieces, region, wide)
    throws = _renamed(throws, args.name, pieces)
    if not args.json:
        for number, piece, name in _numbered(throws):
            print(f"{number:4}  {name or NONE:10}  at {piece.x:.0f}, {piece.y:.0f}")
    if lacking := missing(throws, pieces.labels):
        raise Fault(
            f"no piece is named {', '.join(lacking)}; put names right with --name NUMBER=COLOUR, or toss "
            f"what is missing and add the photo as {THROW}-{len(throws) + 1}.jpg"
        )
    done = learned_from(throws, tray, pieces)
    if not done.verdict.good:
        raise Fault("\n".join(problem.sentence() for problem in done.verdict.refused))
    _write_report(args, done)
    done.profile.save(args.out)
    named = [
        {"number": number, "color": name, "x": round(piece.x, 1), "y": round(piece.y, 1)}
        for number, piece, name in _numbered(throws)
    ]
    _tell(args, done, done.profile, pieces, {"named": named})
    return 0


def _numbered(throws: list[Throw]) -> list[tuple[int, Piece, str]]:
    """All pieces of all throws with their names, counted from 1."""
    seen = [each for throw in throws for each in zip(throw.pieces, throw.names, strict=True)]
    return [(number, piece, name) for number, (piece, name) in enumerate(seen, 1)]


def _renamed(throws: list[Throw], told: list[str], pieces: PieceSet) -> list[Throw]:
    """The throws with what `--name` puts right."""
    from calibration.quick import NO_PIECE

    owners = [(which, place) for which, throw in enumerate(throws) for place in range(len(throw.pieces))]
    for words in told:
        number, _, name = words.partition("=")
        if not number.isdecimal() or not 1 <= int(number) <= len(owners):
            raise Fault(f"“{words}” names no piece; give --name NUMBER=COLOUR, 1 to {len(owners)}", code=2)
        if name not in (*pieces.labels, NONE):
            raise Fault(f"“{name}” is none of {', '.join(pieces.labels)}, {NONE}", code=2)
        which, place = owners[int(number) - 1]
        throws[which] = throws[which].renamed(place, NO_PIECE if name == NONE else name)
    return throws


def _files_read(args: argparse.Namespace, pieces: PieceSet) -> set[Path]:
    """What must not be written over: the set's photos, their twins, and the file that names the set."""
    from calibration.folder import EMPTY, photo_names
    from vision.photo import unlit_twin

    wanted = (EMPTY, *pieces.labels)
    names = photo_names(args.photos, pieces.labels)
    photos = [path for label in names if not pieces.labels or label in wanted for path in names[label]]
    sets = [Path(args.pieces)] if args.pieces.endswith(".toml") else []
    return set(map(place_of, (*photos, *map(unlit_twin, photos), *sets)))


def _to_recalibrate(args: argparse.Namespace, pieces: PieceSet) -> Profile:
    """The calibration that one colour is learned anew for, if the other options go with it."""
    from calibration.sets import KESHIS

    if not args.out.exists():
        raise Fault(f"there is no calibration {args.out} yet; make one without --only first", code=2)
    old = calibration_at(args.out)
    if args.only not in old.labels:
        raise Fault(f"{args.out} knows no “{args.only}”; it knows {', '.join(old.labels)}", code=2)
    if pieces.name not in (KESHIS.name, old.set_name):
        raise Fault(f"{args.out} is of the set {old.set_name}, not {pieces.name}; leave --set out", code=2)
    if args.region is not None and old.place.framed:
        raise Fault(f"{args.out} was made with the paper frame; leave --region out", code=2)
    return old


def _refine(args: argparse.Namespace) -> int:
    from companion.photolog.refine import refine

    outcome = refine(calibration_at(args.out), args.refine)
    if outcome.better:
        outcome.profile.save(args.out)
    if args.json:
        print(json.dumps(outcome.as_json() | {"file": str(args.out)}))
    else:
        print(outcome.sentence())
        kept = f"{args.out} was updated" if outcome.better else f"{args.out} stays as it was"
        print(f"{kept}.")
    return 0


def _region(words: str | None, width: int, height: int) -> Region | None:
    """Read "80,60,480,360", or four corners as eight numbers, in pixels of a picture; given back as the
    corners in shares of it, clockwise from its top left.
    """
    import numpy as np

    if words is None:
        return None
    try:
        told = [int(word) for word in words.split(",")]
        if len(told) == 4:
            x, y, wide, high = told
            told = [x, y, x + wide, y, x + wide, y + high, x, y + high]
        corners = np.array(told, np.float64).reshape(4, 2)
    except ValueError:
        raise Fault(
            f"“{words}” is no region; give --region X,Y,WIDTH,HEIGHT or the four corners in pixels", code=2
        ) from None
    inside = ((corners >= 0) & (corners <= (width, height))).all()
    if not inside or np.ptp(corners, axis=0).min() < LEAST_SIDE:
        raise Fault(f"the region {words} does not lie in a picture of {width} × {height} pixels", code=2)
    return corners / (width, height)


def _framed(usual: Photo, region: Region | None) -> bool:
    """Whether the paper frame tells where the tray is, and how large a piece."""
    from calibration.frame_seen import shows_frame

    return region is None and shows_frame(usual)


def _wide(pixels: float | None, usual: Photo, *, framed: bool) -> float | None:
    """How many pixels a piece is wide, as it was told."""
    if pixels is None:
        return None
    if framed:
        raise Fault("the paper frame tells how large a piece is; leave --piece out", code=2)
    most = min(usual.frame.shape[:2])
    if not LEAST_PIECE <= pixels <= most:
        raise Fault(f"a piece is {LEAST_PIECE} to {most} pixels wide in such photos, not {pixels:g}", code=2)
    return pixels


def _write_report(args: argparse.Namespace, done: Calibration) -> None:
    if args.report is None:
        return
    import cv2

    from calibration.files import write_whole
    from calibration.report import report_picture

    ending = args.report.suffix.lower() if args.report.suffix.lower() in (".jpg", ".jpeg") else ".png"
    try:
        write_whole(args.report, cv2.imencode(ending, report_picture(done))[1].tobytes())
    except OSError as error:
        raise Fault(f"cannot write {args.report}: {error.strerror or error}") from error


def _tell(
    args: argparse.Namespace,
    done: Calibration,
    profile: Profile,
    pieces: PieceSet,
    more: Mapping[str, object] | None = None,
) -> None:
    """The verdict in words: what was learned, what is close, what to change; `more` stands in the JSON."""
    from calibration.verdict import CLOSE

    verdict = done.verdict
    found = {label: sum(o.total for o in seen) for label, seen in done.observations.items()}
    if args.json:
        told = {
            "file": str(args.out),
            "id": profile.id,
            "set": pieces.name,
            "labels": list(profile.labels),
            "pieces": found,
            "pairs": [[p.label, p.other, round(p.distance, 2)] for p in verdict.pairs[:12]],
            "warnings": [{"code": p.code, **p.params, "sentence": p.sentence()} for p in verdict.warnings],
            **(more or {}),
        }
        print(json.dumps(told))
        return
    # in a cutting that is all piece nothing can be counted
    shots = sum(len(seen) for seen in done.observations.values())
    taught = f"{total} pieces" if (total := sum(found.values())) >= shots else f"{shots} photos"
    learned = f"{len(found)} of the {pieces.name} learned from {taught}"
    print(f"{args.out}: {learned} (calibration {profile.id}).")
    if not profile.place.framed:
        wide = profile.place.piece_pixels
        print(f"A piece is {wide:.0f} pixels wide there; if it is not, tell how wide with --piece.")
    for problem in verdict.warnings:
        print(f"  {problem.sentence()}.")
    if verdict.pairs:
        pair = verdict.pairs[0]
        ending = "" if pair.distance < CLOSE else ": no two are too close under this light"
        print(f"The closest colours are {pair.label} and {pair.other}, {pair.distance:.1f} apart{ending}.")
    if args.report is not None:
        print(f"{args.report}: the colours as they are seen.")
