"""How quick the screen is: from the start to the first picture, and what an idle minute costs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from companion.dev.benchmarks import Figure

RUNS = 5
IDLE_SECONDS = 20

_YARDSTICK = "import cv2, numpy, pygame"
_FIRST_PICTURE = """
import os, sys
from pathlib import Path
from companion.config import Settings
from companion.ui.window import Window
from companion.wiring import Companion
table = Companion(Settings(), Path(sys.argv[1]), Window((800, 480)), camera="none")
table.app.on_first_picture = lambda: None
table.app.turn()
assert table.app.pictures == 1
os._exit(0)
"""
_IDLE = """
import sys, threading, time
from pathlib import Path
from companion.config import Settings
from companion.ui.window import Window
from companion.wiring import Companion
table = Companion(Settings(), Path(sys.argv[1]), Window((800, 480)), camera="none")
def stop():
    time.sleep(2)
    began = time.process_time()
    time.sleep(float(sys.argv[2]))
    print(time.process_time() - began)
    table.app.stop()
threading.Thread(target=stop).start()
table.run()
"""


def measure() -> list[Figure]:
    """Alternates the two starts, so that a busy moment of the machine hits both."""
    ours, yardstick = [], []
    for _ in range(RUNS):
        yardstick.append(_seconds(_YARDSTICK))
        with tempfile.TemporaryDirectory() as data:
            ours.append(_seconds(_FIRST_PICTURE, data))
    start = Figure(
        "first screen, against importing cv2, numpy and pygame", min(ours) / min(yardstick), "×", 1.5
    )
    return [start, _idle()]


def _idle() -> Figure:
    with tempfile.TemporaryDirectory() as data:
        done = subprocess.run(
            [sys.executable, "-c", _IDLE, data, str(IDLE_SECONDS)],
            env=_unseen(),
            check=True,
            capture_output=True,
            text=True,
        )
    used = float(done.stdout.split()[-1]) / IDLE_SECONDS
    return Figure(f"idle on the home screen for {IDLE_SECONDS} s", used * 100, "% of a core", 1.0)


def _seconds(script: str, *words: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", script, *words], env=_unseen(), check=True, capture_output=True)
    return time.perf_counter() - began


def _unseen() -> dict[str, str]:
    return {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
