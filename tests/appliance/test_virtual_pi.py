"""`./run virtual-pi` as far as it goes without a machine; docs/reliability.md has what was seen with one."""

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]
LOADED = "from tests.virtual_pi import checks, table; checks.load(); print(len(table.ALL))"


def test_it_needs_nothing_but_python() -> None:
    """It runs as root, by the system's own Python: nobody has set anything up there."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", LOADED], capture_output=True, text=True, check=False, cwd=PROJECT
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 30
