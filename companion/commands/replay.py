"""`companion replay`: photo logs counted again and held against what the table had confirmed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import Fault, keep_apart, place_of, progress, to_write

if TYPE_CHECKING:
    from companion.photolog.replay import Judged
    from vision.count import TrayCounter

SUMMARY = "count the photos of a log again and compare with what the table confirmed"
EXAMPLE = """\
  companion replay ~/.local/share/marrakesh-companion/photos
  companion replay evening/play --min-exact 99 --html wrong.html

A photo log is a folder with log.jsonl, a line a photo: {"image": "000007.jpg", "counts": {"red": 2}}.
Without --calibration the log's own calibration.json is used, or the photos in ../calibration.
The exit code is 1 below --min-exact, or when a line or a photo could not be read.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The logs, what to count them with, and where to show the outcome."""
    parser.add_argument("logs", nargs="+", type=Path, metavar="DIR", help="photo log, or a folder of them")
    parser.add_argument("--calibration", type=Path, metavar="FILE", help="count with this calibration")
    parser.add_argument(
        "--min-exact", type=float, metavar="PCT", help="exit 1 if fewer photos than this are exactly right"
    )
    parser.add_argument("--single", action="store_true", help="leave the unlit twins (NAME.off.jpg) aside")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page with the wrong ones pictured")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Count everything again, print what came of it, and say whether it was good enough."""
    from calibration.errors import CalibrationError
    from calibration.files import write_whole
    from companion.photolog.tally import tally
    from vision.errors import VisionError

    if args.min_exact is not None and not 0 <= args.min_exact <= 100:
        raise Fault("--min-exact is a percentage; give a number from 0 to 100", code=2)
    if args.html is not None:
        to_write(args.html, "the page")
    try:
        judged, problems, labels, wrong = _replay_all(args)
    except (CalibrationError, VisionError) as error:
        raise Fault(str(error), code=2) from error
    whole = tally(judged)
    if args.html is not None:
        from companion.photolog.replay_page import page

        try:
            write_whole(args.html, page(judged, wrong, labels, single=args.single).encode(errors="replace"))
        except OSError as error:
            raise Fault(f"cannot write {args.html}: {error.strerror or error}") from error
    too_few = args.min_exact is not None and whole.exact_percent < args.min_exact
    if args.json:
        _print_json(judged, problems)
    else:
        _print_report(judged, labels)
        if args.html is not None:
            print(f"\n{args.html}: {len(wrong)} photos pictured")
    for problem in problems:
        print(f"companion replay: {problem}", file=sys.stderr)
    if too_few:
        print(
            f"companion replay: {whole.exact_percent:.2f} % of the photos are exact, "
            f"fewer than the {args.min_exact:g} % asked for",
            file=sys.stderr,
        )
    return 1 if too_few or problems else 0


def _replay_all(
    args: argparse.Namespace,
) -> tuple[list[Judged], list[str], list[str], list[tuple[Judged, bytes]]]:
    """Every photo of every log judged; what could not be read; the labels; the wrong ones as JPEGs."""
    from companion.photolog.logs import LOG_NAME, find_logs, read_log
    from companion.photolog.replay import failed, judge_photo
    from companion.photolog.replay_page import picture
    from vision.errors import VisionError
    from vision.overlay import swatches
    from vision.photo import read_photo

    logs = [read_log(folder) for given in args.logs for folder in find_logs(given)]
    if args.html is not None:
        # Files of a log may be named twice in it; only the page must be none of them.
        read = {line.image for log in logs for line in log.lines} | {log.folder / LOG_NAME for log in logs}
        keep_apart(*set(map(place_of, read)), args.calibration, args.html)
    problems = [problem for log in logs for problem in log.problems]
    total = sum(len(log.lines) for log in logs)
    if not total:
        raise Fault("these logs hold no photos yet", code=1)
    counters = _Counters(args.calibration)
    judged: list[Judged] = []
    wrong: list[tuple[Judged, bytes]] = []
    labels: dict[str, None] = {}
    work = ((log.folder, line) for log in logs for line in log.lines)
    for folder, line in progress(work, total, "counting"):
        counter = counters.for_log(folder)
        labels.update(dict.fromkeys(counter.profile.labels))
        try:
            photo = read_photo(line.image)
            one = judge_photo(line, photo, counter, single=args.single)
            if args.html is not None and not one.exact:
                wrong.append((one, picture(photo.frame, one, swatches(counter.profile))))
        except VisionError as error:
            one = failed(line, str(error))
            problems.append(str(error))
            wrong.append((one, b""))
        judged.append(one)
    strangers = {label for one in judged for label in one.line.counts} - set(labels)
    labels.update(dict.fromkeys(sorted(strangers)))
    return judged, problems, list(labels), wrong


class _Counters:
    """What each log is counted with: the file given, or what lies beside the log, made once a folder."""

    def __init__(self, given: Path | None) -> None:
        from vision.count import TrayCounter
        from vision.profile import Profile

        self._given = None if given is None else TrayCounter(Profile.load(given))
        self._found: dict[Path, TrayCounter] = {}

    def for_log(self, folder: Path) -> TrayCounter:
        """The counter for the photos of this log."""
        if self._given is not None:
            return self._given
        folder = folder.resolve()
        if folder not in self._found:
            self._found[folder] = self._beside(folder)
        return self._found[folder]

    def _beside(self, folder: Path) -> TrayCounter:
        from calibration.folder import calibrate_folder, photo_names
        from calibration.sets import KESHIS, UNNAMED, PieceSet
        from vision.count import TrayCounter
        from vision.profile import Profile

        for place in (folder, folder.parent):
            if (place / "calibration.json").is_file():
                return TrayCounter(Profile.load(place / "calibration.json"))
        photos = folder.parent / "calibration"
        if not photos.is_dir():
            raise Fault(
                f"there is no calibration beside {folder}; give one with --calibration FILE, "
                f"or put calibration photos into {photos}",
                code=2,
            )
        if photos not in self._found:
            keshis = set(KESHIS.labels) <= set(photo_names(photos, KESHIS.labels))
            pieces = KESHIS if keshis else PieceSet(UNNAMED, ())
            self._found[photos] = TrayCounter(calibrate_folder(photos, pieces))
        return self._found[photos]


def _print_report(judged: Sequence[Judged], labels: Sequence[str]) -> None:
    from companion.photolog.tally import by_light, by_log, confusion_table, table, tally

    whole = tally(judged)
    paired = sum(one.paired for one in judged)
    print(
        f"{whole.exact} of {whole.photos} photos exact ({whole.exact_percent:.1f} %), "
        f"{paired} of {len(judged)} counted as flash pairs"
    )
    print(
        f"{whole.pieces} pieces: {whole.missed} missed, {whole.extra} extra, "
        f"{whole.confused} taken for another colour"
    )
    wrongly = whole.unsure - whole.unsure_and_wrong
    print(f"not sure: {whole.unsure} (the count was wrong in {whole.unsure_and_wrong}, right in {wrongly})")
    print(f"wrong but sure: {whole.wrong_but_sure}")
    if whole.hands or whole.false_hands:
        print(f"hands noticed: {whole.hands_noticed} of {whole.hands}; false alarms: {whole.false_hands}")
    print()
    print("\n".join(table(by_light(judged), whole)))
    print()
    logs = by_log(judged)
    if len(logs) > 1:
        print("\n".join(table(logs, whole, "log")))
        print()
    print("\n".join(confusion_table(whole, labels)))
    wrong = [one for one in judged if not one.exact]
    if wrong:
        print("\nwrong:")
        for one in wrong:
            print(f"  {one.line.image}: {one.sentence()}")


def _print_json(judged: Sequence[Judged], problems: Sequence[str]) -> None:
    from companion.photolog.tally import by_light, tally

    told = tally(judged).as_json()
    told["lights"] = {light: sums.as_json() for light, sums in by_light(judged).items()}
    told["wrong"] = [
        {"image": str(one.line.image), "light": one.line.light, "sure": one.sure, "what": one.sentence()}
        for one in judged
        if not one.exact
    ]
    told["problems"] = list(problems)
    print(json.dumps(told))
