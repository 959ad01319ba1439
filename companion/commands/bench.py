"""`companion bench`: the figures of docs/performance.md, as ratios measured in one run."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from dataclasses import asdict

from companion.commands import Fault
from companion.dev.benchmarks import Figure

SUMMARY = "measure counting, rules and screen; the figures of docs/performance.md"
EXAMPLE = """  companion bench
  companion bench vision --json"""

PARTS = ("vision", "rules", "screen")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all)")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    unknown = [part for part in args.parts if part not in PARTS]
    if unknown:
        raise Fault(
            f"there is nothing called '{unknown[0][:40]}' to measure, only {', '.join(PARTS)}", code=2
        )
    figures: dict[str, list[Figure]] = {}
    for part in args.parts or PARTS:
        print(f"measuring {part} …", file=sys.stderr, flush=True)
        figures[part] = importlib.import_module(f"companion.dev.benchmarks.{part}").measure()
    if args.json:
        told = {
            part: [{**asdict(figure), "met": figure.met} for figure in many] for part, many in figures.items()
        }
        print(json.dumps(told))
    else:
        for part, many in figures.items():
            print(f"\n{part}")
            for figure in many:
                print("  " + line(figure))
    return 0 if all(figure.met for many in figures.values() for figure in many) else 1


def line(figure: Figure) -> str:
    """One figure as a line of the table."""
    goal = ""
    if figure.goal is not None:
        goal = f"{'≤' if figure.at_most else '≥'} {figure.goal:g}" + ("" if figure.met else "  missed")
    return f"{figure.name:<58} {figure.value:8.2f} {figure.unit:<20} {goal}"
