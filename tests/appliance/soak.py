"""Robot evenings back to back in one process: screens, rules, store, and with --eyes the tower too.

    python -m tests.appliance.soak --games 50          # screens, rules, store
    python -m tests.appliance.soak --games 5 --eyes    # frames rendered, counted and drafted from as well

Prints one JSON object: games, entries, resident memory after each game, and by how much the last fifth of the
games needs more than the second. The figures of docs/reliability.md come from here.
"""

import argparse
import gc
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion.memory import keep_lean
from companion.rules.options import EXPANSIONS, GameOptions
from companion.rules.robot import Robot
from companion.ui.ports import Lots

FEWEST_TO_JUDGE = 40
"""Letters, icons and pictures that are drawn once are kept, up to a limit that the first games fill."""
NAMES = ("Sarah", "Jan", "Marie", "Lukas")


def resident_mb() -> float:
    """What the process holds in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def play_by_hand(folder: Path, games: int) -> Iterator[int]:
    """Whole games on the screens of one table without a camera; yields the entries of each."""
    from companion.config import read
    from companion.ui.screens.game.screen import GameScreen
    from companion.ui.window import Window
    from companion.wiring import Companion

    config = read('[camera]\nsource = "none"\n', "soak")
    table = Companion(config, folder, Window((800, 480)), camera="none")
    for number in range(games):
        robot = Robot(number)
        table.play(GameOptions.of(NAMES[: 2 + number % 3], expansions=EXPANSIONS), Lots(0))
        assert table.table is not None
        game = table.table.game
        while (decision := game.pending) is not None:
            screen = table.stage.screen
            assert isinstance(screen, GameScreen)
            screen.answer(table.stage, robot.answer(decision))
            table.app.turn()
            while table.stage.screen is not screen:
                table.stage.back()
        yield len(game.journal.entries)
    table.store.close()


def play_with_eyes(folder: Path, games: int) -> Iterator[int]:
    """Whole evenings with a simulated tower whose frames are really counted."""
    from companion.robot_evening import Evening

    evening = Evening(seed=random.Random(1).randrange(1000), out=folder)
    for _ in range(games):
        evening.play(lambda part, words: None)
        assert evening.table.table is not None
        yield len(evening.table.table.game.journal.entries)
    evening.close()


def soak(games: int, *, eyes: bool) -> dict[str, object]:
    """Plays, and tells what it cost."""
    keep_lean()  # as `companion play` does
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    memory_mb: list[float] = []
    entries = 0
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        play = play_with_eyes if eyes else play_by_hand
        for played in play(Path(folder), games):
            entries += played
            gc.collect()
            memory_mb.append(round(resident_mb(), 1))
            print(f"game {len(memory_mb)} of {games}: {memory_mb[-1]} MB", file=sys.stderr, flush=True)
    told: dict[str, object] = {
        "games": games,
        "entries": entries,
        "minutes": round((time.monotonic() - begun) / 60, 1),
        "most_mb": max(memory_mb),
        "memory_mb": memory_mb,
    }
    if games >= FEWEST_TO_JUDGE:
        fifth = games // 5
        early = statistics.mean(memory_mb[fifth : 2 * fifth])
        late = statistics.mean(memory_mb[-fifth:])
        told["growth_percent"] = round(100 * (late / early - 1), 2)
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description="robot evenings back to back in one process")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--eyes", action="store_true", help="count rendered frames as well")
    args = parser.parse_args()
    print(json.dumps(soak(args.games, eyes=args.eyes)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
