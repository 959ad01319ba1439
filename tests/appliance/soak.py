"""Robot evenings back to back in one process: screens, rules, store, and with --eyes the tower too.

    python -m tests.appliance.soak --games 50          # screens, rules, store
    python -m tests.appliance.soak --games 5 --eyes    # frames rendered, counted and drafted from as well
    python -m tests.appliance.soak --games 5 --photos  # every throw counted from a photo, nothing simulated

Prints one JSON object: games, entries, resident memory after each game, and by how much the last fifth of the
games needs more than the second. The figures of docs/reliability.md come from here.
"""

import argparse
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.appliance.memory import keep_lean
from companion.games.marrakesh.rules.options import EXPANSIONS, GameOptions
from companion.games.marrakesh.setup.plan import Lots
from companion.play.robot import Robot

if TYPE_CHECKING:
    from companion.wiring import Companion

LONGEST_COUNT_SECONDS = 60.0
FEWEST_TO_JUDGE = 40
"""Letters, icons and pictures that are drawn once are kept, up to a limit that the first games fill."""
NAMES = ("Sarah", "Jan", "Marie", "Lukas")
TAKE_PHOTOS = Path(__file__).with_name("take_photos.py")


def resident_mb() -> float:
    """What the process holds in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def play_by_hand(folder: Path, games: int, camera: str = "none") -> Iterator[int]:
    """Whole games on the screens of one table; yields the entries of each. A camera counts at every throw."""
    from companion.config import read
    from companion.games.marrakesh.screens.screen import GameScreen
    from companion.ui.window import Window
    from companion.wiring import Companion

    table = Companion(read("", "soak"), folder, Window((800, 480)), camera=camera)
    table.app.turn()  # the first picture, which opens the eyes
    for number in range(games):
        robot = Robot(number)
        table.play(GameOptions.of(NAMES[: 2 + number % 3], expansions=EXPANSIONS), Lots(0))
        assert table.session is not None
        game = table.session.game
        while (decision := game.pending) is not None:
            screen = table.stage.screen
            assert isinstance(screen, GameScreen)
            if decision.kind == "tower" and camera != "none":
                _wait_for_a_count(table)
            screen.answer(table.stage, robot.answer(decision))
            table.app.turn()
            while table.stage.screen is not screen:
                table.stage.back()
        yield len(game.journal.entries)
    table.tray.close()
    table.store.close()


def _wait_for_a_count(table: "Companion") -> None:
    """As at a table: nobody confirms before the companion has counted."""
    counted: list[object] = []
    before = table.app.on_news

    def notice(event: object) -> bool:
        if getattr(event, "state", "") == "counted":
            counted.append(event)
        return before(event)

    table.app.on_news = notice
    until = time.monotonic() + LONGEST_COUNT_SECONDS
    table.tray.count_now()
    while not counted:
        if time.monotonic() > until:
            raise TimeoutError(f"nothing was counted: {table.tray.state}")
        table.app.turn()
        time.sleep(0.02)
    table.app.on_news = before


def play_with_photos(folder: Path, games: int) -> Iterator[int]:
    """Every throw counted from a photo: camera, vision and screens, and no simulator in the process."""
    # The photos are taken in a process of its own, which takes the simulator away with it.
    subprocess.run([sys.executable, str(TAKE_PHOTOS), str(folder)], check=True)
    yield from play_by_hand(folder, games, f"photos:{folder / 'throws'}")


def play_with_eyes(folder: Path, games: int) -> Iterator[int]:
    """Whole evenings with a simulated tower whose frames are really counted."""
    from companion.games.marrakesh.robot_evening import Evening

    evening = Evening(seed=random.Random(1).randrange(1000), out=folder)
    for _ in range(games):
        evening.play(lambda part, words: None)
        assert evening.table.session is not None
        yield len(evening.table.session.game.journal.entries)
    evening.close()


PLAYS = {"hand": play_by_hand, "eyes": play_with_eyes, "photos": play_with_photos}


def soak(games: int, how: str = "hand") -> dict[str, object]:
    """Plays, and tells what it cost."""
    keep_lean()  # as `companion play` does
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    memory_mb: list[float] = []
    entries = 0
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for played in PLAYS[how](Path(folder), games):
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
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--eyes", action="store_const", dest="how", const="eyes", help="a simulated tower is watched"
    )
    how.add_argument("--photos", action="store_const", dest="how", const="photos", help="photos are counted")
    args = parser.parse_args()
    print(json.dumps(soak(args.games, args.how or "hand")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
