"""Path-traced tables to be judged on, as photo logs: `python -m vision.training.traced --table 0 --out DIR`.

A table's number gives its camera, ring, colours and throws. What it writes looks like any table with its
calibration photos (docs/photo-logs.md). It goes on where it was stopped: photos that are there stay.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.traced_scene import Colour, Look, Room, Table

LEAST_VISIBLE = 0.25
QUIET = Room((0.9, 0.95, 1.0), 0.12, None, (0.0, 0.0))
# Red, green, blue in linear light; no paint the program was tuned on.
PAINTS: dict[str, Colour] = {
    "turquoise": (0.02, 0.30, 0.33),
    "green": (0.10, 0.36, 0.05),
    "pink": (0.72, 0.18, 0.33),
    "black": (0.02, 0.02, 0.02),
    "white": (0.78, 0.77, 0.73),
    "gray": (0.25, 0.26, 0.27),
    "beige": (0.62, 0.47, 0.27),
    "brown": (0.16, 0.07, 0.04),
    "red": (0.50, 0.03, 0.03),
    "yellow": (0.80, 0.42, 0.02),
    "purple": (0.16, 0.05, 0.28),
    "orange": (0.78, 0.16, 0.02),
}


@dataclass(frozen=True)
class Photo:
    name: str
    light: str
    arrangement: str
    names: list[str]
    room: Room


def photos(rng: np.random.Generator, number: int) -> Iterator[Photo]:
    """The throws of one table: every light, every third a heap."""
    lights = ("studio", "evening", "daylight", "party", "drift", "dark")
    for index in range(number):
        light = lights[index % len(lights)]
        arrangement = "heap" if index % 3 == 2 else "toss"
        most = (14, 25) if arrangement == "heap" else (0, 16)
        names = [str(name) for name in rng.choice(sorted(PAINTS), int(rng.integers(*most)))]
        yield Photo(f"{index:03}_{light}_{arrangement}.jpg", light, arrangement, names, _room(rng, light))


def _room(rng: np.random.Generator, light: str) -> Room:
    colours: dict[str, tuple[Colour, float]] = {
        "studio": ((0.9, 0.95, 1.0), 0.12),
        "evening": ((1.0, 0.62, 0.3), 0.2),
        "daylight": ((0.6, 0.8, 1.0), 0.7),
        "party": ((0.8, 0.2, 0.9), 0.2),
        "drift": ((1.0, 0.85, 0.7), 0.3),
        "dark": ((1.0, 0.8, 0.6), 0.01),
    }
    colour, strength = colours[light]
    lamp = None
    if light in ("evening", "party") and rng.random() < 0.6:
        x, y = rng.uniform(-12, 12, 2)
        lamp = (float(x), float(y), float(rng.uniform(-40, -25)))
    x, y = rng.normal(0, 0.12, 2) if light == "drift" else (0.0, 0.0)
    return Room(colour, strength * float(np.exp(rng.normal(0, 0.3))), lamp, (float(x), float(y)))


class Developer:
    """Light to a JPEG: exposure, curve, noise."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng((seed, 5))
        self.noise = float(self.rng.uniform(0.6, 2.5))
        self.exposure = 1.0

    def expose(self, light: npt.NDArray[np.float32]) -> None:
        """As the first photo of the table wants it."""
        self.exposure = 0.75 / max(float(np.percentile(light, 97)), 1e-4)

    def write(self, light: npt.NDArray[np.float32], path: Path, *, noisy: bool = False) -> None:
        value = np.clip(light * self.exposure, 0, 1)
        seen = 255 * np.where(value < 0.0031308, 12.92 * value, 1.055 * value ** (1 / 2.4) - 0.055)
        noise = self.noise * (4.0 if noisy else 1.0)
        seen = seen + self.rng.normal(0, noise, seen.shape) * (1.3 - 0.6 * value)
        cv2.imwrite(str(path), np.clip(seen, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])


def make(number: int, folder: Path, count: int, samples: int) -> None:
    """One table: calibration and throws. Prints how long each picture took."""
    look = Look.of(number, PAINTS)
    (folder / "calibration").mkdir(parents=True, exist_ok=True)
    (folder / "play").mkdir(exist_ok=True)
    table = Table(look, folder, samples)
    developer = Developer(number)
    rng = np.random.default_rng((number, 3))
    table.lay(rng, [], heap=False)
    developer.expose(table.render(QUIET, ring=True))
    for name in ("empty", *PAINTS):
        path = folder / "calibration" / f"{name}.jpg"
        table.lay(rng, [] if name == "empty" else [name] * 3, heap=False)
        if not path.exists():
            _take(table, developer, QUIET, path)
    log = folder / "play" / "log.jsonl"
    for photo in photos(rng, count):
        path = folder / "play" / photo.name
        table.lay(rng, photo.names, heap=photo.arrangement == "heap")
        if path.exists():
            continue
        _take(table, developer, photo.room, path, noisy=photo.light == "dark")
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(_line(table, photo)) + "\n")


def _take(table: Table, developer: Developer, room: Room, path: Path, *, noisy: bool = False) -> None:
    started = time.perf_counter()
    developer.write(table.render(room, ring=True), path, noisy=noisy)
    if table.look.under:
        developer.write(table.render(room, ring=False), path.with_suffix(".off.jpg"), noisy=noisy)
    print(f"{path.name}: {time.perf_counter() - started:.1f} s", flush=True)


def _line(table: Table, photo: Photo) -> dict[str, object]:
    seen = table.seen()
    counts = Counter(name for name, _, _, visible in seen if visible >= LEAST_VISIBLE)
    everything = Counter(name for name, _, _, _ in seen)
    return {
        "image": photo.name,
        "counts": {name: counts[name] for name in PAINTS},
        "all_counts": {name: everything[name] for name in PAINTS},
        "hand": False,
        "light": photo.light,
        "arrangement": photo.arrangement,
        "mount": "under" if table.look.under else "overhead",
        "pieces": [
            {"color": name, "x": round(x, 1), "y": round(y, 1), "visible": round(visible, 3)}
            for name, x, y, visible in seen
        ],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.traced", description="Trace a table's photos."
    )
    parser.add_argument("--table", type=int, required=True)
    parser.add_argument("--photos", type=int, default=25)
    parser.add_argument("--samples", type=int, default=8)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    make(given.table, given.out, given.photos, given.samples)


if __name__ == "__main__":
    main()
