"""Going back to the version before an update.

An update keeps the program that it replaces, whole enough to install itself. Going back is that program's own
installation, so units and launcher are those of its time, too; the version that is left is kept in its turn.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.appliance.install.machine import InstallError, Machine
from companion.appliance.install.plan import BEFORE, INSTALLER


def roll_back(machine: Machine, *, dry_run: bool) -> int:
    """Installs the version before; its exit code."""
    before = machine.path(BEFORE)
    if not before.is_dir():
        raise InstallError("there is no version before this one: nothing was updated yet")
    if not all((before / name).exists() for name in INSTALLER):
        raise InstallError(f"the version before cannot install itself: it is too old ({before})")
    print(f"going back to {_version(before)}", flush=True)
    # Beside it: it is about to be replaced by the version that runs now.
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        copy = Path(folder) / "project"
        shutil.copytree(before, copy)
        command = [
            sys.executable,
            "-m",
            "companion.appliance.install",
            "install",
            "--root",
            str(machine.root),
        ]
        done = subprocess.run(
            [*command, *(["--dry-run"] if dry_run else [])],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
            check=False,
        )
    return done.returncode


def _version(project: Path) -> str:
    for line in (project / "companion" / "__init__.py").read_text().splitlines():
        name, _, version = line.partition("=")
        if name.strip() == "__version__":
            return f"version {version.strip().strip(chr(34))}"
    return "the version before"
