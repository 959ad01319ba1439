"""Photos of other pieces on a plain table, as a phone takes them: no frame, no ring, no twin.

`python -m vision.training.others --table 2 --photos 20 --out DIR`: candies, chips, bricks, pills or marbles
of a few colours; a number gives kind, table, paints and light. The log is one like any other.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from vision.rectify import Lens
from vision.training.backgrounds import Image, colour
from vision.training.casting import Eye, Layers, Solid, cast
from vision.training.composed import Shot, seen_of, write
from vision.training.developing import Camera
from vision.training.empty_tray import sampled
from vision.training.kinds import body
from vision.training.laying import Floor, Laid, lay
from vision.training.lighting import Lamp, Room, light_up, room_of
from vision.training.random_tables import LEAST_VISIBLE
from vision.training.solids import Body, Pose, Shape
from vision.training.table_look import Look, lab, look_of

SIZE = (800, 600)
KINDS: dict[str, Shape] = {
    "candies": "lentil", "chips": "disc", "bricks": "brick", "pills": "pill", "marbles": "ball"
}  # fmt: skip
NAMES = ("amber", "blue", "coral", "dark", "emerald", "fawn")
# Any two colours, and a colour and the table, differ so much in CIE L*a*b*.
TOLD_APART, OFF_TABLE = 22.0, 18.0
CALIBRATION = 100_000


@dataclass(frozen=True)
class Set:
    """Pieces of one kind, one of each being like the other but for its colour."""

    kind: str
    shape: Shape
    size: float
    look: Look


def set_of(number: int) -> Set:
    rng = np.random.default_rng((number, 61))
    kind = list(KINDS)[number % len(KINDS)]
    look = look_of(number, "tuned" if number % 2 else "sealed", under=False)
    high = float(rng.uniform(220, 420))
    place = np.array([*rng.normal(0, 12, 2), high])
    turn = np.array([-place[1] / high, place[0] / high, rng.normal(0, 0.1)]) + rng.normal(0, 0.02, 3)
    lens = Lens(SIZE, float(rng.uniform(-0.02, 0.04)))
    table = np.asarray(look.floor.mean(axis=(0, 1)), np.float32)
    look = replace(
        look,
        eye=Eye(lens, place, turn, float(rng.uniform(82, 120)) / high),
        depth_mm=0.0,
        ring_power=1e-4,
        gloss=float(rng.uniform(0.0, 0.5)),
        paints=_paints(rng, table),
    )
    return Set(kind, KINDS[kind], float(rng.uniform(9, 17)), look)


def _paints(rng: np.random.Generator, table: Image) -> dict[str, Image]:
    """Three to six colours that an eye tells from each other and from the table."""
    chosen: list[Image] = []
    wanted = int(rng.integers(3, len(NAMES) + 1))
    while len(chosen) < wanted:
        paint = np.asarray(np.clip(colour(rng), 0.01, 0.9), np.float32)
        far = min((float(np.linalg.norm(lab(paint) - lab(other))) for other in chosen), default=1e3)
        if far > TOLD_APART and np.linalg.norm(lab(paint) - lab(table)) > OFF_TABLE:
            chosen.append(paint)
    return dict(zip(NAMES, chosen, strict=False))


class OtherTable:
    """One set on one table."""

    def __init__(self, number: int) -> None:
        self.set, self._number = set_of(number), number
        self.rng = np.random.default_rng((number, 67))
        self.camera = Camera(self.rng)
        self.bare = _bare(self.set.look)

    def turn_to(self, photo: int) -> np.random.Generator:
        self.rng = np.random.default_rng((self._number, 67, photo))
        return self.rng

    def piece(self) -> Body:
        # Chance that is the same for each: all of a set have one form.
        return body(np.random.default_rng((self._number, 71)), self.set.shape, self.set.size)

    def shoot(self, pieces: list[tuple[str, Laid]], room: Room) -> Shot:
        look, rng = self.set.look, self.rng
        layers = self.bare.copy()
        solids, whole = [], []
        for name, laid in pieces:
            paint = look.paints[name] * np.float32(rng.normal(1, 0.04))
            contrast = np.full(3, 0.85 if paint.mean() < 0.3 else 0.05, np.float32)
            solids.append(Solid(laid.body, laid.turn, laid.place))
            whole.append(
                cast(layers, look.eye, solids[-1], len(solids), np.stack([paint, contrast]), look.gloss)
            )
        _, lit = light_up(look, layers, self.bare, look.eye, solids, room)
        bright = np.asarray(lit.reshape(-1, 3).mean(axis=0), np.float32)
        exposure, balance = self.camera.expose(lit, bright)
        photo = self.camera.develop(rng, lit, exposure, balance, room.noise)
        return Shot(photo, None, layers.owner, whole)


def _bare(look: Look) -> Layers:
    """A plain table fills the picture."""
    rays, place = look.eye.rays, look.eye.place.astype(np.float32)
    far = -place[2] / rays[..., 2]
    x, y = place[0] + far * rays[..., 0], place[1] + far * rays[..., 1]
    facing = np.zeros(rays.shape, np.float32)
    facing[..., 2] = 1
    nothing = np.zeros(far.shape, np.float32)
    paint = sampled(look.floor, x, y, 2.0)
    return Layers(far, np.zeros(far.shape, np.int32), facing, paint, nothing)


def _phone_light(rng: np.random.Generator, light: str) -> Room:
    """A room light enough for a phone, its lamp a window or a shade: soft shadows."""
    room = room_of(rng, light, under=False)
    brighter = np.float32(0.4 / max(float(room.ambient.mean()), 1e-3))
    lamps = [Lamp(each.way, 0.4 * each.power * brighter, each.wide * 2, each.seen) for each in room.lamps]
    return Room(room.ambient * brighter, lamps, min(room.noise, 3.0))


def make(number: int, folder: Path, count: int) -> None:
    table = OtherTable(number)
    names = list(table.set.look.paints)
    for part in ("calibration", "play"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    quiet = _phone_light(table.turn_to(0), "studio")
    for index, name in enumerate(("empty", *names)):
        rng = table.turn_to(CALIBRATION + index)
        laid = [] if name == "empty" else _thrown(rng, table, [name] * int(rng.integers(3, 7)))
        write(folder / "calibration" / f"{name}.jpg", table.shoot(laid, quiet), table.camera.quality)
    lines = [json.dumps(_throw(table, folder / "play", index, names)) for index in range(count)]
    (folder / "play" / "log.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _thrown(
    rng: np.random.Generator, table: OtherTable, names: list[str], *, heap: bool = False
) -> list[tuple[str, Laid]]:
    floor = Floor(14.0)
    bodies = [table.piece() for _ in names]
    if heap:
        found = lay(rng, bodies, "heap", floor)
    else:
        poses: tuple[Pose, ...] = (
            ("flat",) if table.set.shape in ("disc", "lentil", "brick") else ("flat", "side")
        )
        found = [
            floor.drop(
                rng, each, rng.uniform(-1, 1, 2) * (floor.half - 10), poses, spread=60, tries=40, flat=True
            )
            for each in bodies
        ]
    return [(name, laid) for name, laid in zip(names, found, strict=True) if laid is not None]


def _throw(table: OtherTable, folder: Path, index: int, names: list[str]) -> dict[str, Any]:
    rng = table.turn_to(index + 1)
    light = ("studio", "evening", "daylight")[index % 3]
    heap = bool(rng.random() < 0.15)
    many = int(rng.integers(1, 26))
    pieces = _thrown(rng, table, [str(each) for each in rng.choice(names, many)], heap=heap)
    shot = table.shoot(pieces, _phone_light(rng, light))
    seen = seen_of(pieces, shot)
    name = f"{index:03}_{light}_{'heap' if heap else 'toss'}.jpg"
    write(folder / name, shot, table.camera.quality)
    counts = Counter(each.color for each in seen if each.visible >= LEAST_VISIBLE)
    everything = Counter(each.color for each in seen)
    return {
        "image": name,
        "counts": {each: counts[each] for each in names},
        "all_counts": {each: everything[each] for each in names},
        "hand": False,
        "light": light,
        "arrangement": "heap" if heap else "toss",
        "mount": table.set.kind,
        "pieces": [
            {
                "color": each.color,
                "x": round(each.x, 1),
                "y": round(each.y, 1),
                "visible": round(min(1.0, each.visible), 3),
            }
            for each in seen
        ],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.others", description="Make photos of other pieces."
    )
    parser.add_argument("--table", type=int, required=True, help=f"by fives: {', '.join(KINDS)}")
    parser.add_argument("--photos", type=int, default=20)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    make(given.table, given.out, given.photos)


if __name__ == "__main__":
    main()
