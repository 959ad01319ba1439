"""`companion doctor`: what works, and what to do about what doesn't."""

from __future__ import annotations

import argparse
import errno
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import Fault, data_place, keep_apart, kept_files, to_write

if TYPE_CHECKING:
    from companion.doctor import Check

SUMMARY = "check camera, pins, screen, light, calibration, disk, power: what works, what to do"
EXAMPLE = """\
  companion doctor
  companion doctor --json
  companion doctor --bundle report.zip      # for a bug report; holds your games with the players' names,
                                            # and no photos unless --with-photos

Exit code 1 when something cannot be relied on.
"""
_SIGNS = {"ok": "ok  ", "warn": "note", "fail": "BAD "}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How to look and how to tell."""
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.add_argument("--bundle", type=Path, metavar="FILE.zip", help="also write all a bug report needs")
    parser.add_argument("--with-photos", action="store_true", help="put the photo log into the bundle, too")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the companion's data folder")
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="another config file than the one in force"
    )


def run(args: argparse.Namespace) -> int:
    """Looks, tells, and bundles."""
    from companion.config import data_folder, load
    from companion.doctor import checks, worst

    if args.with_photos and args.bundle is None:
        raise Fault("--with-photos only makes sense with --bundle FILE.zip", code=2)
    if args.bundle is not None:
        to_write(args.bundle, "the report")
    settings = load(args.config)
    data = data_place(args.data, lambda: data_folder(settings))
    for place in (data, *kept_files(data)):
        if place.exists() and not os.access(place, os.R_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(place))
    keep_apart(*kept_files(data), Path(settings.file) if settings.file else None, args.bundle)
    playing = _somebody_plays(data)
    found: list[Check] = []
    for check in checks(settings, data, hands_on=not playing, playing=playing):
        found.append(check)
        if not args.json:
            _print(check)
    if playing and not args.json:
        print("The companion is playing: screen, camera and pins were left to it.")
    if args.json:
        told = {"state": worst(found), "playing": playing, "checks": [check.as_json() for check in found]}
        print(json.dumps(told))
    if args.bundle is not None:
        _bundle(args, found, data)
    return 1 if worst(found) == "fail" else 0


def _print(check: Check) -> None:
    print(f"{_SIGNS[check.state]} {check.name:<12} {check.says}", flush=True)
    if check.do:
        print(f"     {'':<12} → {check.do}")


def _bundle(args: argparse.Namespace, found: list[Check], data: Path) -> None:
    from companion.config import load
    from companion.doctor.bundle import write_bundle

    try:
        names = write_bundle(args.bundle, found, load(args.config), data, photos=args.with_photos)
    except OSError as error:
        raise Fault(f"{args.bundle} could not be written: {error.strerror}") from error
    if not args.json:
        print(f"wrote {args.bundle}: {len(names)} files")


def _somebody_plays(data: Path) -> bool:
    """Whether a companion holds the data folder right now."""
    import fcntl

    try:
        with (data / "companion.lock").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        # A lock that may not even be looked at is somebody's: their camera is left alone.
        return True
    except OSError:
        return False
    return False
