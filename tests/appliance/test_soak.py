"""Robot evenings back to back stay small; docs/reliability.md has the figures of fifty and more.

`COMPANION_SOAK_GAMES` sets how many are played here.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

GAMES = int(os.environ.get("COMPANION_SOAK_GAMES", "3"))
MOST_MB = 200
MOST_GROWTH_PERCENT = 5


def test_games_back_to_back_stay_small() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.appliance.soak", "--games", str(GAMES)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    assert told["games"] == len(told["memory_mb"]) == GAMES
    assert told["entries"] > 100 * GAMES
    assert told["most_mb"] <= MOST_MB
    assert told.get("growth_percent", 0) <= MOST_GROWTH_PERCENT
