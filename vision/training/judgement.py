"""What `judged` kept, summed up for docs/accuracy.md: `python -m vision.training.judgement new.jsonl`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from vision.training.figures import share

Line: TypeAlias = dict[str, Any]
VIEWS = {
    "pair": "pairs, from below",
    "single": "single photos from below",
    "no twins": "single, calibrated without twins",
    "overhead": "single photos from above",
}
CALIBRATIONS = {
    "twins": "from below, with twins",
    "no twins": "from below, without",
    "overhead": "from above",
}
# Where the camera is; of other pieces a log tells the kind in its place.
MOUNTS = {"under", "overhead", ""}
# How sure it said to be, in steps that are finer where it matters.
STEPS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0001)


def summary(lines: Sequence[Line]) -> Iterator[str]:
    """The tables, row by row."""
    counted = [line for line in lines if line.get("calibrated")]
    refusals = [line for line in lines if "refused" in line]
    photos = [line for line in lines if "refused" not in line]
    yield from ("| calibrations accepted | share | 95 % |", "|---|---|---|")
    for kind, words in CALIBRATIONS.items():
        mine = [line for line in refusals if line["calibration"] == kind]
        yield f"| {words} | {share(sum(not line['refused'] for line in mine), len(mine))} |"
    # A table that is refused is a figure of its own; its photos are no mistakes of counting.
    yield from ("", "| photos | exact | 95 % | sure | 95 % | wrong and sure |", "|---|---|---|---|---|---|")
    clean = [line for line in photos if line["foreign"] is None and line["calibrated"]]
    for view, words in VIEWS.items():
        mine = [line for line in clean if line["view"] == view]
        yield _row(f"**{words}**", mine)
        yield _row("  heaps", [line for line in mine if line["arrangement"] == "heap"])
        yield _row("  spread", [line for line in mine if line["arrangement"] == "toss"])
        yield _row("  rows", [line for line in mine if line["arrangement"] == "sorted"])
        for light in sorted({line["light"] for line in mine}):
            yield _row(f"  {light}", [line for line in mine if line["light"] == light])
        for mount in sorted({line["mount"] for line in mine} - MOUNTS):
            yield _row(f"  {mount}", [line for line in mine if line["mount"] == mount])
    for foreign in ("dust", "card", "die"):
        yield _row(f"with {foreign} in view", [line for line in counted if line["foreign"] == foreign])
    yield from ("", "| heaps | exact or asked | 95 % |", "|---|---|---|")
    heaps = [line for line in clean if line["arrangement"] == "heap"]
    for view, words in VIEWS.items():
        mine = [line for line in heaps if line["view"] == view]
        yield f"| {words} | {share(sum(line['exact'] or not line['sure'] for line in mine), len(mine))} |"
    yield from ("", "| hands | share | 95 % |", "|---|---|---|")
    hands = [line for line in counted if line["hand"]]
    others = [line for line in counted if line["foreign"] is None]
    yield f"| seen | {share(sum(line['hand_seen'] for line in hands), len(hands))} |"
    yield f"| seen where none is | {share(sum(line['hand_seen'] for line in others), len(others))} |"
    yield from reliability(others)


def _row(name: str, lines: Sequence[Line]) -> str:
    exact, sure = sum(line["exact"] for line in lines), sum(line["sure"] for line in lines)
    wrong = sum(line["sure"] and not line["exact"] for line in lines)
    return f"| {name} | {share(exact, len(lines))} | {share(sure, len(lines))} | {wrong} |"


def reliability(lines: Iterable[Line]) -> Iterator[str]:
    """Of the photos that were given such a chance, how many were right."""
    rated = [line for line in lines if line["chance"] is not None]
    if not rated:
        return
    yield from ("", "| chance said | mean | right | 95 % |", "|---|---|---|---|")
    for low, high in pairwise(STEPS):
        mine = [line for line in rated if low <= line["chance"] < high]
        mean = sum(line["chance"] for line in mine) / max(1, len(mine))
        right = share(sum(line["exact"] for line in mine), len(mine))
        yield f"| {low:.2f}–{min(high, 1):.2f} | {mean:.3f} | {right} |"


def compared(old: Sequence[Line], new: Sequence[Line]) -> Iterator[str]:
    """Photo by photo: where only one of two programs is right."""

    def key(line: Line) -> tuple[str, str, str]:
        return line["table"], line["view"], line["image"]

    before = {key(line): line for line in old if "refused" not in line}
    both = [(before[key(line)], line) for line in new if "refused" not in line and key(line) in before]
    yield from (
        "",
        "| photos both counted | both right | only the old | only the new | neither |",
        "|---|---|---|---|---|",
    )
    for view, words in VIEWS.items():
        mine = [pair for pair in both if pair[1]["view"] == view and pair[1]["foreign"] is None]
        heaps = [pair for pair in mine if pair[1]["arrangement"] == "heap"]
        yield f"| {words} | {_tally(mine)} |"
        yield f"|   heaps | {_tally(heaps)} |"
        for mount in sorted({new["mount"] for _, new in mine} - MOUNTS):
            yield f"|   {mount} | {_tally([pair for pair in mine if pair[1]['mount'] == mount])} |"


def _tally(pairs: Sequence[tuple[Line, Line]]) -> str:
    kinds = ((True, True), (True, False), (False, True), (False, False))
    return " | ".join(str(sum((old["exact"], new["exact"]) == kind for old, new in pairs)) for kind in kinds)


def read(path: Path) -> list[Line]:
    return [json.loads(text) for text in path.read_text("utf-8").splitlines()]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m vision.training.judgement", description="Sum up.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--against", type=Path, help="what another program made of the same tables")
    given = parser.parse_args(arguments)
    lines = read(given.file)
    for text in summary(lines):
        print(text)
    if given.against is not None:
        for text in compared(read(given.against), lines):
            print(text)


if __name__ == "__main__":
    main()
