"""A pytest plugin: hands one module over with a fault in it, and notes how long each test that passed took.

MUTANT=companion.play.decision:17 python -m pytest -p companion.dev.mutants.plugin tests/play
"""

from __future__ import annotations

import json
import os
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

from companion.dev.mutants.faults import with_fault

MUTANT, TIMES = "MUTANT", "MUTANT_TIMES"
_seconds: dict[str, float] = {}
_failed: set[str] = set()


class FaultyLoader(SourceFileLoader):
    """Compiles the module with its fault; nothing is read from or written to the cache."""

    number = 0

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return compile(with_fault(Path(path).read_text(encoding="utf-8"), self.number), path, "exec")


class FaultyFinder(PathFinder):
    """Finds the one module that is to be faulty."""

    name, number = "", 0

    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if fullname != cls.name:
            return None
        spec = super().find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = FaultyLoader(fullname, spec.origin)
            spec.loader.number = cls.number
        return spec


def put_fault(module: str, number: int) -> None:
    """Let this module be imported with its fault from now on."""
    FaultyFinder.name, FaultyFinder.number = module, number
    sys.meta_path.insert(0, FaultyFinder)


if MUTANT in os.environ:
    _module, _, _number = os.environ[MUTANT].partition(":")
    put_fault(_module, int(_number))


def pytest_runtest_logreport(report: Any) -> None:
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration
    if not report.passed:
        _failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    if TIMES in os.environ:
        passed = {test: seconds for test, seconds in _seconds.items() if test not in _failed}
        Path(os.environ[TIMES]).write_text(json.dumps(passed), encoding="utf-8")
