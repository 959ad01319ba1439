"""`python -m companion.dev.mutants`: sample faults, run the tests that reach them, say which survived."""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from pathlib import Path

import pytest

from companion.dev.mutants import plugin
from companion.dev.mutants.faults import faults_in
from companion.dev.mutants.plugin import TIMES

ROOT = Path(__file__).parents[3]
PACKAGES = ("companion/play", "companion/store", "companion/games/marrakesh/rules")
TESTS = ("tests/play", "tests/store", "tests/games")
WORK = ROOT / ".mutants"
SECONDS_EACH = 30.0
"""A mutant runs no more tests than took so long without a fault, quickest first: those tell the most."""
PATIENCE = 6
"""A mutant that takes so many times as long (and a start) goes round in circles: a table would notice."""
START_SECONDS = 30.0
WARMED = ("numpy", "cv2", "pygame", "hypothesis", "gpiozero")
"""What tests import that is no part of the project."""


@dataclass(frozen=True)
class Mutant:
    """One fault and what became of it: killed, survived, timeout, or unreached by any test."""

    file: str
    number: int
    line: int
    what: str
    fate: str = ""
    tests: int = 0

    @property
    def dead(self) -> bool:
        """Whether a test noticed; a mutant that goes round in circles would be noticed at the table."""
        return self.fate in ("killed", "timeout")


def results_of(package: str) -> Path:
    """What became of each mutant so far: a run that is broken off has told what it knows."""
    return WORK / f"{package.replace('/', '.')}.json"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m companion.dev.mutants", description=__doc__)
    parser.add_argument("packages", nargs="*", default=list(PACKAGES), metavar="PACKAGE")
    parser.add_argument("--sample", type=int, default=300, help="mutants a package")
    parser.add_argument("--seed", type=int, default=1, help="another seed is another sample")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    parser.add_argument(
        "--only", default="", metavar="EXPRESSION", help="pytest's -k: which tests to try at all"
    )
    parser.add_argument("--anew", action="store_true", help="measure again which tests reach which line")
    parser.add_argument("--show", action="store_true", help="print the survivors of the last run")
    args = parser.parse_args()
    for package in args.packages:
        if not any((ROOT / package).rglob("*.py")):
            parser.error(f"there is no package {package}; give a folder such as {PACKAGES[0]}")
        if args.show and not results_of(package).is_file():
            parser.error(f"no run of {package} is kept in {WORK}; leave out --show to make one")
    WORK.mkdir(exist_ok=True)
    if args.show:
        for package in args.packages:
            show(package)
        return 0
    if args.anew or not (WORK / "reached.json").is_file():
        measure(args.only)
    reached: dict[str, list[str]] = json.loads((WORK / "reached.json").read_text())
    times: dict[str, float] = json.loads((WORK / "times.json").read_text())
    for package in args.packages:
        began = time.monotonic()
        told: list[Mutant] = []
        trials = [Trial.of(mutant, reached, times) for mutant in sample(package, args.sample, args.seed)]
        for mutant in tried(trials, args.jobs):
            told.append(mutant)
            results_of(package).write_text(json.dumps([asdict(each) for each in told]))
            if not mutant.dead:
                print(said(mutant), flush=True)
        tell(package, told, time.monotonic() - began)
    return 0


def measure(only: str = "") -> None:
    """Run the tests once: which lines each reaches, and how long it takes."""
    print("measuring which tests reach which line …", flush=True)
    settings = WORK / "coveragerc"
    settings.write_text(f"[run]\nsource = {','.join(PACKAGES)}\ndata_file = {WORK / 'coverage'}\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "companion.dev.mutants.plugin", *TESTS]
    command += ["-k", only] if only else []
    command += ["--cov", f"--cov-config={settings}", "--cov-context=test", "--cov-report="]
    subprocess.run(command, cwd=ROOT, env={**os.environ, TIMES: str(WORK / "times.json")}, check=False)
    from coverage import CoverageData

    data = CoverageData(str(WORK / "coverage"))
    data.read()
    passed = set(json.loads((WORK / "times.json").read_text()))
    reached: dict[str, list[str]] = {}
    for file in data.measured_files():
        for line, contexts in data.contexts_by_lineno(file).items():
            tests = sorted({context.partition("|")[0] for context in contexts} & passed)
            if tests:
                reached[f"{Path(file).relative_to(ROOT)}:{line}"] = tests
    (WORK / "reached.json").write_text(json.dumps(reached))


def sample(package: str, size: int, seed: int) -> list[Mutant]:
    """So many faults of a package, the same for the same seed and source."""
    every = list(mutants_of(package))
    random.Random(f"{seed} {package}").shuffle(every)
    return every[:size]


def mutants_of(package: str) -> Iterator[Mutant]:
    for file in sorted((ROOT / package).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for number, fault in enumerate(faults_in(tree)):
            if fault.line:
                yield Mutant(str(file.relative_to(ROOT)), number, fault.line, fault.what)


@dataclass(frozen=True)
class Trial:
    """A mutant, and the tests that are to notice it.

    A line that runs while its module is imported is reached by every test of the module; a module that holds
    nothing else, by every test there is.
    """

    mutant: Mutant
    tests: tuple[str, ...]
    seconds: float

    @classmethod
    def of(cls, mutant: Mutant, reached: dict[str, list[str]], times: dict[str, float]) -> Trial:
        here = reached.get(f"{mutant.file}:{mutant.line}")
        chosen: list[str] = []
        seconds = 0.0
        for test in sorted(
            here or of_file(mutant.file, reached) or list(times), key=lambda t: times.get(t, 1)
        ):
            if chosen and seconds + times.get(test, 1.0) > SECONDS_EACH:
                break
            chosen.append(test)
            seconds += times.get(test, 1.0)
        return cls(mutant, tuple(chosen), seconds)

    def with_fate(self, fate: str) -> Mutant:
        return replace(self.mutant, fate=fate, tests=len(self.tests))


def of_file(file: str, reached: dict[str, list[str]]) -> list[str]:
    lines = [tests for place, tests in reached.items() if place.startswith(f"{file}:")]
    return sorted({test for tests in lines for test in tests})


def tried(trials: Sequence[Trial], jobs: int) -> Iterator[Mutant]:
    """Each mutant with its fate, as they come. A mutant runs in a fork of this process, which has imported
    all that is no part of the project: starting anew would take longer than most tests.
    """
    for name in WARMED:
        with suppress(ImportError):
            import_module(name)
    waiting = list(reversed(trials))
    running: dict[int, tuple[Trial, float]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            trial = waiting.pop()
            if not trial.tests:
                yield trial.with_fate("unreached")
                continue
            running[forked(trial)] = (trial, time.monotonic() + START_SECONDS + PATIENCE * trial.seconds)
        for pid, (trial, until) in list(running.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                del running[pid]
                yield trial.with_fate("survived" if status == 0 else "killed")
            elif time.monotonic() > until:
                os.killpg(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                del running[pid]
                yield trial.with_fate("timeout")
        time.sleep(0.02)


def forked(trial: Trial) -> int:
    """A process that runs the tests of one mutant and says by its end whether they passed."""
    pid = os.fork()
    if pid:
        return pid
    os.setpgid(0, 0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    code = 1
    try:
        module = trial.mutant.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        plugin.put_fault(module, trial.mutant.number)
        os.chdir(ROOT)
        sys.dont_write_bytecode = True
        code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *trial.tests]))
    finally:
        os._exit(code)


def tell(package: str, told: Sequence[Mutant], seconds: float = 0.0) -> None:
    dead = sum(mutant.dead for mutant in told)
    share = 100 * dead / len(told) if told else 0.0
    print(f"{package}: {dead} of {len(told)} killed ({share:.0f} %), {seconds / 60:.0f} min", flush=True)


def show(package: str) -> None:
    """The survivors of the last run, and how many there were."""
    told = [Mutant(**each) for each in json.loads(results_of(package).read_text())]
    for mutant in told:
        if not mutant.dead:
            print(said(mutant))
    tell(package, told)


def said(mutant: Mutant) -> str:
    """A survivor with the line it stands in."""
    line = (ROOT / mutant.file).read_text(encoding="utf-8").split("\n")[mutant.line - 1].strip()
    return f"{mutant.file}:{mutant.line} {mutant.what} ({mutant.fate}): {line}"


if __name__ == "__main__":
    sys.exit(main())
