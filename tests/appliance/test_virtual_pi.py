"""`./run virtual-pi` as far as it goes without a machine; docs/reliability.md has what was seen with one."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from companion.store import Store
from tests.virtual_pi.checks.robot_at_the_table import HOW_MANY_LINES

PROJECT = Path(__file__).parents[2]
LOADED = "from tests.virtual_pi import checks, table; checks.load(); print(len(table.ALL))"


def test_it_needs_nothing_but_python() -> None:
    """It runs as root, by the system's own Python: nobody has set anything up there."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", LOADED], capture_output=True, text=True, check=False, cwd=PROJECT
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 30


def test_its_look_into_the_store_knows_the_tables(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)):
        pass
    with closing(sqlite3.connect(tmp_path / "companion.db")) as opened:
        assert opened.execute(HOW_MANY_LINES).fetchone() == (1,)  # it says of which version they are
