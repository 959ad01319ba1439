"""Whole tables calibrated and counted by a program as anybody runs it; a line a photo is kept.

`python -m vision.training.judged --program .venv/bin/companion --out new.jsonl TABLE…` calibrates each table
with and without unlit twins and counts its photos as pairs and one by one. The program is called by its
commands alone: an older one is judged the same way. `python -m vision.training.judgement` sums up.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

from vision.photo import is_unlit_twin

# How a photo was counted: with its unlit twin, without, or by a calibration that never saw one.
View: TypeAlias = Literal["pair", "single", "no twins", "overhead"]
Line: TypeAlias = dict[str, Any]


class Program:
    """The companion's commands."""

    def __init__(self, command: str, pieces: str = "") -> None:
        self._command = shlex.split(command)
        self._set = ["--set", pieces] if pieces else []

    def calibrate(self, photos: Path, out: Path) -> str:
        """Empty if it was accepted, else what the program says."""
        done = self._run("calibrate", "--photos", str(photos), "--out", str(out), *self._set)
        return "" if done.returncode == 0 and out.exists() else (done.stderr or done.stdout).strip()

    def count(self, calibration: Path, photos: Sequence[Path], *, single: bool) -> list[Line]:
        options = ["--single"] if single else []
        done = self._run("count", "--calibration", str(calibration), *options, *map(str, photos))
        return [json.loads(text) for text in done.stdout.splitlines() if text.startswith("{")]

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*self._command, *arguments], capture_output=True, text=True, check=False)


def judge(program: Program, table: Path) -> Iterator[Line]:
    """A line for each calibration and for each photo in each view."""
    truth = [json.loads(text) for text in (table / "play" / "log.jsonl").read_text("utf-8").splitlines()]
    under = bool(truth) and truth[0]["mount"] == "under"
    views: list[tuple[View, str]] = [("overhead", "all")]
    if under:
        views = [("pair", "all"), ("single", "all"), ("no twins", "lit")]
    with tempfile.TemporaryDirectory() as scratch:
        kinds = {"all": (table / "calibration").resolve()}
        if under:
            kinds["lit"] = Path(scratch) / "lit"
            _without_twins(table / "calibration", kinds["lit"])
        accepted = {}
        for kind, folder in kinds.items():
            out = Path(scratch) / f"{kind}.json"
            refused = program.calibrate(folder, out)
            accepted[kind] = None if refused else out
            yield {
                "table": str(table),
                "calibration": "overhead" if not under else "twins" if kind == "all" else "no twins",
                "refused": refused,
            }
        photos = [(table / "play" / line["image"]).resolve() for line in truth]
        for view, kind in views:
            calibration = accepted[kind]
            seen = {}
            if calibration is not None:
                counted = program.count(calibration, photos, single=view in ("single", "no twins"))
                seen = {Path(line["image"]).name: line for line in counted}
            for line in truth:
                yield {
                    "table": str(table),
                    "view": view,
                    "calibrated": calibration is not None,
                } | graded(line, seen.get(line["image"]))


def _without_twins(photos: Path, out: Path) -> None:
    out.mkdir()
    for path in photos.iterdir():
        if not is_unlit_twin(path):
            (out / path.name).symlink_to(path.resolve())


def graded(truth: Line, seen: Line | None) -> Line:
    """One photo: right where every count lies between what is visible and what is there."""
    found = {} if seen is None else seen.get("counts", {})
    names = {*truth["counts"], *found}
    exact = (
        seen is not None
        and "error" not in seen
        and all(
            truth["counts"].get(name, 0) <= found.get(name, 0) <= truth["all_counts"].get(name, 0)
            for name in names
        )
    )
    least, most = sum(truth["counts"].values()), sum(truth["all_counts"].values())
    number = sum(found.values())
    return {
        "image": truth["image"],
        "mount": truth.get("mount", ""),
        "light": truth["light"],
        "arrangement": truth["arrangement"],
        "foreign": truth.get("foreign") or ("hand" if truth["hand"] else None),
        "hand": truth["hand"],
        "exact": exact,
        "number": exact or least <= number <= most,
        "sure": bool(seen and seen.get("sure")),
        "chance": None if seen is None else seen.get("chance"),
        "hand_seen": bool(seen and seen.get("hand")),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.judged", description="Calibrate and count whole tables."
    )
    parser.add_argument("--program", required=True, help="how the companion is called")
    parser.add_argument(
        "--set", default="", help="what lies there, as the companion's --set; keshis if not told"
    )
    parser.add_argument("--out", type=Path, required=True, help="a line a photo; tables that are in it stay")
    parser.add_argument("tables", type=Path, nargs="+")
    given = parser.parse_args(arguments)
    program = Program(given.program, given.set)
    known = set()
    if given.out.exists():
        known = {json.loads(text)["table"] for text in given.out.read_text("utf-8").splitlines()}
    for table in given.tables:
        if str(table) in known:
            continue
        lines = "".join(json.dumps(line) + "\n" for line in judge(program, table))
        with given.out.open("a", encoding="utf-8") as file:
            file.write(lines)
        print(table, flush=True)


if __name__ == "__main__":
    main()
