"""`./run test` as CI calls it: every check has a say in its exit code."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
CHECKS = ("ruff check", "ruff format", "mypy", "lint-imports", "python -m pytest")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The script beside an environment in which every program only looks whether it should fail."""
    for name in ("run", ".ci/run", "pyproject.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy2(PROJECT / name, tmp_path / name)
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("python", "ruff", "mypy", "lint-imports"):
        program = programs / name
        program.write_text(
            '#!/bin/sh\ncase "${0##*/} $*" in "$FAILS"*) echo "$FAILS failed"; exit 1;; esac\n'
        )
        program.chmod(0o755)
    return tmp_path


def ci(project: Path, fails: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "FAILS": fails}
    return subprocess.run([project / ".ci" / "run"], env=environment, capture_output=True, text=True)


def test_all_checks_pass(project: Path) -> None:
    done = ci(project, "nothing")
    assert (done.returncode, done.stdout.split()) == (
        0,
        ["==", "ruff", "==", "mypy", "==", "layers", "==", "pytest"],
    )


@pytest.mark.parametrize("check", CHECKS)
def test_one_check_that_fails_fails_all(project: Path, check: str) -> None:
    done = ci(project, check)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == f"{check} failed"


@pytest.mark.parametrize(("on_a_pi", "chosen"), [("true", "system/python3"), ("false", "path/python3")])
def test_a_pi_uses_its_own_python(tmp_path: Path, on_a_pi: str, chosen: str) -> None:
    """Another one first on the path does not see apt's packages of camera and pins."""
    for folder in ("system", "path"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "python3").symlink_to(sys.executable)
    script = (PROJECT / "run").read_text().replace("/usr/bin/python3", str(tmp_path / "system/python3"))
    begin = script.index("find_python() {")
    search = script[begin : script.index("\n}\n", begin) + 3]
    found = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", f"on_a_pi() {{ {on_a_pi}; }}\n{search}find_python"],
        env={**os.environ, "PATH": f"{tmp_path / 'path'}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert found.stdout.strip() == str(tmp_path / chosen)
