"""`companion photolog`: what the log of confirmed throws holds, and making room in it."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from companion.commands import Fault, data_place, left_to_owner

SUMMARY = "list the photo log of confirmed throws, or trim it to its size limit"
EXAMPLE = """\
  companion photolog list
  companion photolog trim --limit-mb 200

The log is the folder `photos` of the data folder. `trim` deletes the oldest throws first.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, and with which folder."""
    parser.add_argument("action", choices=("list", "trim"), help="show what is kept, or make room")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the companion's data folder")
    parser.add_argument(
        "--limit-mb", type=float, metavar="MB", help="size to trim to (default: as configured)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """List or trim; a log that was never started is an empty one."""
    from calibration.errors import LogError
    from companion.config import data_folder, load
    from companion.photolog.log import FOLDER_NAME

    settings = load()
    folder: Path = data_place(args.data, lambda: data_folder(settings)) / FOLDER_NAME
    if args.limit_mb is None:
        args.limit_mb = settings.photo_log.limit_mb
    if folder.exists() and not folder.is_dir():
        raise Fault(f"{folder} is no folder; move that file away", code=2)
    try:
        return _list(folder, args) if args.action == "list" else _trim(folder, args)
    except PermissionError:
        raise
    except (OSError, LogError) as error:
        raise Fault(f"the photo log cannot be used: {error}", code=1) from error


def _list(folder: Path, args: argparse.Namespace) -> int:
    from companion.photolog.logs import LOG_NAME, PhotoLog, read_log
    from vision.photo import unlit_twin

    kept = read_log(folder) if (folder / LOG_NAME).exists() else PhotoLog(folder, ())
    lines = kept.lines
    for line in lines:
        counts = {label: number for label, number in line.counts.items() if number}
        corrected = line.counted is not None and not line.agrees(line.counted)
        if args.json:
            told = {"image": str(line.image), "counts": counts, "light": line.light, "corrected": corrected}
            print(json.dumps(told | {"calibration": line.calibration}))
        else:
            kind = "pair" if unlit_twin(line.image).exists() else "photo"
            words = ", ".join(f"{number} {label}" for label, number in counts.items()) or "nothing"
            print(f"{line.image.name}  {kind}  {line.light}  {words}{'  (corrected)' if corrected else ''}")
    if not args.json:
        print(f"{len(lines)} {'throw' if len(lines) == 1 else 'throws'} in {folder}")
    for problem in kept.problems:
        print(f"companion photolog: {problem}", file=sys.stderr)
    return 1 if kept.problems else 0


def _trim(folder: Path, args: argparse.Namespace) -> int:
    from companion.photolog.log import PhotoLogKeeper

    if not 0 <= args.limit_mb < float("inf"):
        raise Fault("--limit-mb is a size in megabytes; give 0 or more", code=2)
    with left_to_owner(folder.parent):
        done = PhotoLogKeeper(folder, limit_mb=args.limit_mb).trim()
    if args.json:
        print(json.dumps(asdict(done)))
    else:
        swept = f", {done.left_over} photos swept up that were never confirmed" if done.left_over else ""
        kept = f"{done.kept_bytes / 1e6:.1f} MB kept (limit {args.limit_mb:g} MB)"
        print(f"{done.throws} throws deleted{swept}, {kept}")
    return 0
