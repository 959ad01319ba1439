"""How fast the counting is, against what a hobbyist writes on a first evening: blur, twelve ranges of hue,
contours.

The frames come from the simulated tower at 1296 × 972, a new throw each; both see the same ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import cv2
import numpy as np

from calibration.learn import learn
from companion.dev.benchmarks import Figure
from hardware.camera import FlashPair, Frame
from hardware.clock import HandWoundClock
from hardware.simulated import SimulatedTower
from vision.count import TrayCounter
from vision.net import PieceNet
from vision.net_input import CHANNELS
from vision.photo import Photo
from vision.steady import Watcher

Works = dict[str, Callable[[FlashPair, Frame], object]]

FULL_SIZE = (1296, 972)
THROWS = 12
ROUNDS = 5
SEED = 20
# The flat tray as the net takes it.
TRAY_PIXELS = (240, 320)


def measure() -> list[Figure]:
    clock = HandWoundClock()
    tower = SimulatedTower(seed=SEED, clock=clock, full_size=FULL_SIZE)
    photos = {name: Photo(pair.lit, pair.unlit, name) for name, pair in tower.calibration_photos().items()}
    empty = photos.pop("empty")
    profile = learn({name: [photo] for name, photo in photos.items()}, empty=empty)
    counter, watcher = TrayCounter(profile), Watcher()
    with tower:
        throws = [_throw(tower, clock) for _ in range(THROWS)]
    works: Works = {
        "yardstick": lambda pair, small: _hobbyist(pair.lit),
        "single": lambda pair, small: counter.count(pair.lit),
        "pair": lambda pair, small: counter.count(pair.lit, pair.unlit),
        "watch": lambda pair, small: watcher.see(small),
    }
    ratios, yardstick = _ratios(works, throws)
    # The hobbyist's pipeline shares its work out among the cores otherwise than the net: held to one, work is
    # compared.
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        on_one, _ = _ratios(works, throws)
    finally:
        cv2.setNumThreads(threads)
    began = time.perf_counter()
    PieceNet().look(np.zeros((1, CHANNELS, *TRAY_PIXELS), np.float32))
    loading = time.perf_counter() - began
    return [
        Figure("a hobbyist's pipeline on one photo, the yardstick", yardstick * 1000, "ms"),
        Figure("counting one photo", ratios["single"], "×", 2.0),
        Figure("counting one flash pair", ratios["pair"], "×", 2.0),
        Figure("watching, a frame", ratios["watch"], "×", 0.05),
        Figure("counting one photo, all on one core", on_one["single"], "×"),
        Figure("counting one flash pair, all on one core", on_one["pair"], "×"),
        Figure("loading the net and a first look with it", loading, "s", 0.3),
    ]


def _ratios(works: Works, throws: list[tuple[FlashPair, Frame]]) -> tuple[dict[str, float], float]:
    """How long each work takes against the yardstick, and how long that takes, in seconds."""
    best: dict[str, list[float]] = {name: [] for name in works}
    for pair, small in throws:
        taken: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(ROUNDS):
            for name, work in works.items():
                began = time.perf_counter()
                work(pair, small)
                taken[name].append(time.perf_counter() - began)
        for name, seconds in taken.items():
            best[name].append(min(seconds))
    middle = {name: float(np.median(seconds)) for name, seconds in best.items()}
    return {name: seconds / middle["yardstick"] for name, seconds in middle.items()}, middle["yardstick"]


def _throw(tower: SimulatedTower, clock: HandWoundClock) -> tuple[FlashPair, Frame]:
    tower.clear()
    tower.toss(
        {"red": 2, "white": 2, "green": 2, "black": 2, "purple": 1, "beige": 1, "gray": 1, "orange": 1}
    )
    clock.sleep(tower.seconds_until_still() + 0.5)
    return tower.capture(), tower.watch()


def _hobbyist(frame: Frame) -> int:
    """What one writes on a first evening: a blur, twelve ranges of hue, contours of a likely size."""
    hsv = cv2.cvtColor(cv2.GaussianBlur(frame, (5, 5), 0), cv2.COLOR_BGR2HSV)
    pieces = 0
    for hue in range(0, 180, 15):
        mask = cv2.inRange(hsv, np.array((hue, 60, 40)), np.array((hue + 14, 255, 255)))
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        pieces += sum(800 < cv2.contourArea(contour) < 6000 for contour in contours)
    return pieces
