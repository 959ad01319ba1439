"""Photo logs: a folder of photos and `log.jsonl`, one line a photo with what the table confirmed.

    {"image": "000007.jpg", "counts": {"red": 2, "white": 1}, "light": "warm"}

Only `image` and `counts` are needed. `all_counts` counts hidden pieces as well: anything between
the two is right. `pieces` (color, x, y, visible) lets mistakes be told by place. `hand` says that
a hand is in view. A later line for the same photo replaces the earlier one: that is how a count
is corrected. Lines that make no sense are named and left out; the others are still read.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from calibration.errors import LogError
from companion.words import N_
from vision.files import read_ordinary

LOG_NAME = "log.jsonl"
COUNTABLE_VISIBLE = 0.25  # a piece less visible than this need not be counted
MOST_OF_A_COLOUR = 999
LONGEST_LINE = 1_000_000
LONGEST_NAME = 255  # of a file, on any disk
# A line takes some 300 bytes, and a photo a thousand times as much.
MOST_BYTES = 100_000_000
# JSON can spell halves of signs that no file or screen can hold.
_HALF_A_SIGN = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class TruePiece:
    """A piece known to lie there, in pixels of the photo."""

    label: str
    x: float
    y: float
    visible: float = 1.0

    @property
    def countable(self) -> bool:
        return self.visible >= COUNTABLE_VISIBLE


@dataclass(frozen=True)
class LogLine:
    """One photo of a log and what is known about it."""

    image: Path
    counts: Mapping[str, int]
    most: Mapping[str, int]
    hand: bool = False
    light: str = "unknown"
    pieces: tuple[TruePiece, ...] = ()
    counted: Mapping[str, int] | None = None
    calibration: str = ""
    sequence: int | None = None

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def agrees(self, seen: Mapping[str, int]) -> bool:
        """Whether a count of every colour lies between what must and what may be counted."""
        labels = set(self.counts) | set(self.most) | set(seen)
        return all(
            self.counts.get(label, 0) <= seen.get(label, 0) <= self.most.get(label, 0) for label in labels
        )


@dataclass(frozen=True)
class PhotoLog:
    """The photos of one folder in the order they were kept; `problems` names the lines left out."""

    folder: Path
    lines: tuple[LogLine, ...]
    problems: tuple[str, ...] = field(default=())


def find_logs(folder: Path) -> list[Path]:
    """The folder itself if it is a log, otherwise every log below it."""
    if not folder.is_dir():
        raise LogError(
            N_("there is no folder {folder}; give a folder with a {name} in it", folder=folder, name=LOG_NAME)
        )
    if (folder / LOG_NAME).is_file():
        return [folder]
    found = sorted(path.parent for path in folder.rglob(LOG_NAME) if path.is_file())
    if not found:
        raise LogError(
            N_(
                "{folder} holds no {name}; a photo log has one, with a line for each photo",
                folder=folder,
                name=LOG_NAME,
            )
        )
    return found


def read_log(folder: Path) -> PhotoLog:
    """Every line that makes sense, and a sentence for each that does not."""
    path = folder / LOG_NAME
    try:
        data = read_ordinary(path, MOST_BYTES)
    except OSError as error:
        raise LogError(
            N_("cannot read {path}: {reason}", path=path, reason=error.strerror or str(error))
        ) from error
    lines: dict[Path, LogLine] = {}
    problems: list[str] = []
    for number, raw, whole in _raw_lines(data):
        try:
            line = parse_line(raw, folder)
        except LogError as error:
            if whole:  # the last line of a log may be torn by a pulled plug: the throw was never confirmed
                problems.append(f"{path}, line {number}: {error}")
            continue
        lines.pop(line.image, None)
        lines[line.image] = line
    if not lines and problems:
        raise LogError(
            N_("{path} holds no photo that could be read; {problems}", path=path, problems=problems[0])
        )
    return PhotoLog(folder, tuple(lines.values()), tuple(problems))


def parse_line(raw: bytes, folder: Path) -> LogLine:
    """One line as a photo; raises `LogError` with what is wrong with it."""
    if len(raw) > LONGEST_LINE:
        raise LogError(N_("longer than any photo's line"))
    try:
        told = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise LogError(N_("no JSON")) from error
    if not isinstance(told, dict):
        raise LogError(N_("not an object with “image” and “counts”"))
    if _HALF_A_SIGN.search(json.dumps(told, ensure_ascii=False)):
        raise LogError(N_("not in UTF-8"))
    counts = _counts(told.get("counts"), "counts")
    most = _counts(told["all_counts"], "all_counts") if "all_counts" in told else counts
    counted = _counts(told["counted"], "counted") if told.get("counted") is not None else None
    sequence = told.get("sequence")
    return LogLine(
        image=_image(told.get("image"), folder),
        counts=counts,
        most={label: max(most.get(label, 0), counts.get(label, 0)) for label in {**most, **counts}},
        hand=told.get("hand") is True,
        light=_word(told.get("light"), "unknown"),
        pieces=tuple(_pieces(told.get("pieces"))),
        counted=counted,
        calibration=_word(told.get("calibration"), ""),
        sequence=sequence if isinstance(sequence, int) and not isinstance(sequence, bool) else None,
    )


def _raw_lines(data: bytes) -> Iterator[tuple[int, bytes, bool]]:
    """Number and content of each line that is not blank, and whether it was written to its end."""
    rows = data.split(b"\n")
    for number, row in enumerate(rows, start=1):
        if row.strip():
            yield number, row, number < len(rows)


def _image(told: object, folder: Path) -> Path:
    if (
        not isinstance(told, str)
        or len(told.encode()) > LONGEST_NAME
        or Path(told).name in ("", LOG_NAME)
        or "\0" in told
    ):
        raise LogError(N_("“image” is no file name"))
    path = Path(told)
    if path.is_absolute() or ".." in path.parts:
        raise LogError(N_("“{told}” lies outside the log's folder", told=told))
    return folder / path


def _counts(told: object, name: str) -> dict[str, int]:
    if not isinstance(told, dict):
        raise LogError(N_("“{name}” gives no number for each colour", name=name))
    counts: dict[str, int] = {}
    for label, number in told.items():
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MOST_OF_A_COLOUR:
            raise LogError(N_("“{name}” has no possible number for {label}", name=name, label=label[:40]))
        counts[label] = number
    return counts


def _pieces(told: object) -> Iterator[TruePiece]:
    """The pieces that have a colour and a place; the rest of the line stands without the others."""
    if not isinstance(told, list):
        return
    for piece in told:
        if not isinstance(piece, dict) or not isinstance(piece.get("color"), str):
            continue
        x, y, visible = (_number(piece.get(key)) for key in ("x", "y", "visible"))
        if x is not None and y is not None:
            yield TruePiece(piece["color"], x, y, 1.0 if visible is None else visible)


def _number(told: object) -> float | None:
    if isinstance(told, bool) or not isinstance(told, int | float):
        return None
    try:
        number = float(told)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _word(told: object, otherwise: str) -> str:
    return told[:40] if isinstance(told, str) and told.strip() else otherwise
