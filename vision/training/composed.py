"""Whole tables as photo logs, to fit the chance on and to judge the whole path by.

Each pixel's ray meets planes and balls (`casting`), lamps are a few places (`lighting`), a shadow is what
stands between: a quarter second a picture. A table's number and set give its looks, photos and truth.

>>> python -m vision.training.composed --table 0 --photos 24 --set tuned --out DIR      # doctest: +SKIP
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.photo import Frame, unlit_twin
from vision.training.backgrounds import Image, material
from vision.training.casting import Eye, Layers, Numbers, Solid, cast
from vision.training.developing import Camera
from vision.training.empty_tray import FOREIGN_SIDE, empty_tray, printed_paper, put_foreign
from vision.training.foreign import Foreign, card, dust, hand
from vision.training.kinds import body as trained_body
from vision.training.laying import Arrangement, Floor, Laid, lay
from vision.training.lighting import LIGHTS, Room, light_up, room_of
from vision.training.random_tables import LEAST_VISIBLE
from vision.training.sealed_looks import sealed_card, sealed_dust, sealed_hand
from vision.training.solids import Body, Part, Pose, prism
from vision.training.table_look import PAINTS, Look, Which, look_of

# Photos of calibrating have numbers from here on, throws from 1.
CALIBRATION = 100_000
# What a throw is: most are spread, some poured, in few is something that does not belong there.
KINDS: dict[str, float] = {
    "toss": 0.50, "sorted": 0.14, "heap": 0.16, "hand": 0.10, "dust": 0.04, "card": 0.03, "die": 0.03,
}  # fmt: skip
# The first seed of a set's looks, and of its photos.
SEEDS: dict[Which, int] = {"tuned": 45, "sealed": 47, "trained": 49}


@dataclass(frozen=True)
class Piece:
    """A body in the tray, its colour, how it lies, and what the camera sees of it."""

    color: str
    laid: Laid
    x: float
    y: float
    visible: float


@dataclass(frozen=True)
class Shot:
    """A photo, its unlit twin from below, whose each pixel is, and how many pixels each piece would have if
    nothing hid it.
    """

    photo: Frame
    unlit: Frame | None
    owner: Numbers
    whole: list[int]


@dataclass(frozen=True)
class Throw:
    """What lies in the tray and how it is seen: everything `shoot` takes."""

    kind: str
    arrangement: Arrangement
    light: str
    pieces: list[tuple[str, Laid]]
    strangers: list[tuple[Laid, Image]]
    foreign: tuple[Foreign, float] | None
    eye: Eye
    room: Room


class Table:
    """One table; `shoot` takes a pair of photos of what lies in it."""

    def __init__(self, number: int, which: Which) -> None:
        self._number = number
        self.look = look_of(number, which, under=number % 2 == 0)
        self.camera = Camera(self.turn_to(0), blooming=which == "trained")
        self.print = printed_paper(self.look)
        self._layers: Layers | None = None
        # The room on the quiet day of calibrating; the camera keeps the exposure its empty tray wants.
        self.quiet = room_of(self.rng, "studio", under=self.look.under)
        bare = self.empty_layers(self.look.eye)
        ring, lit = light_up(self.look, bare, bare, self.look.eye, [], self.quiet)
        self.camera.exposure = self.camera.expose(ring + lit, np.ones(3, np.float32))[0]

    def turn_to(self, photo: int) -> np.random.Generator:
        """Chance as it falls for the photo of this number: none hangs on those before it."""
        self.rng = np.random.default_rng((self._number, SEEDS[self.look.which], photo))
        return self.rng

    def empty_layers(self, eye: Eye) -> Layers:
        """The empty tray; after a bump it is seen anew."""
        if eye is not self.look.eye:
            return empty_tray(self.look, eye, self.print)
        if self._layers is None:
            self._layers = empty_tray(self.look, eye, self.print)
        return self._layers

    def keshi(self) -> Body:
        """One of its pieces: none is like another."""
        if self.look.shape != "octagon":
            return trained_body(self.rng, self.look.shape, self.look.size_mm)
        size = self.look.size_mm * float(self.rng.normal(1, 0.006))
        return worn_keshi(size, self.look.worn)

    def solid(self, laid: Laid) -> Solid:
        """A body that lies in the tray, in the world: from below the tray hangs over the camera."""
        if self.look.under:
            mirror = np.diag([1.0, 1.0, -1.0])
            return Solid(laid.body, mirror @ laid.turn, mirror @ laid.place)
        return Solid(laid.body, laid.turn, laid.place - [0, 0, self.look.depth_mm])

    def shoot(self, throw: Throw) -> Shot:
        """The photo of a throw and its unlit twin from below."""
        look, rng, eye = self.look, self.rng, throw.eye
        bare = self.empty_layers(eye)
        layers = bare.copy()
        if throw.foreign is not None:
            put_foreign(layers, eye, *throw.foreign)
        solids, whole = [], []

        def put(laid: Laid, paint: Image, second: Image, gloss: float) -> None:
            solids.append(self.solid(laid))
            whole.append(cast(layers, eye, solids[-1], len(solids), np.stack([paint, second]), gloss))

        for name, laid in throw.pieces:
            paint = look.paints[name] * np.float32(rng.normal(1, 0.03))
            put(laid, paint, paint * np.float32(0.8), look.gloss * rng.uniform(0.5, 1.2))
        for laid, paint in throw.strangers:
            put(laid, paint, np.full(3, 0.03 if paint.mean() > 0.2 else 0.8, np.float32), look.gloss)
        ring, room_light = light_up(look, layers, bare, eye, solids, throw.room)
        lit = ring + room_light
        paper = lit[layers.owner == 0][::997].mean(axis=0)
        exposure, balance = self.camera.expose(lit, np.asarray(paper, np.float32))
        photo = self.camera.develop(rng, lit, exposure, balance, throw.room.noise)
        twin = (
            self.camera.develop(rng, room_light, exposure, balance, throw.room.noise) if look.under else None
        )
        return Shot(photo, twin, layers.owner, whole)

    def empty_throw(self) -> Throw:
        """Nothing in the tray, on the quiet day of calibrating."""
        return Throw("empty", "toss", "studio", [], [], None, self.look.eye, self.quiet)


def worn_keshi(size: float, worn: float) -> Body:
    """An octagonal prism as high as it is wide, its corners rounded by a ball."""
    keshi = prism(8, size, size)
    reach = float(np.hypot(size * 1.083, size)) / 2
    radius = min(reach, worn * size)
    return Body([Part(keshi.ways, keshi.out, [(np.zeros(3), radius)])], radius)


def seen_of(pieces: list[tuple[str, Laid]], shot: Shot) -> list[Piece]:
    """What the camera sees of each piece; what lies there beside them is none."""
    shown = []
    for number, ((name, laid), full) in enumerate(zip(pieces, shot.whole, strict=False), 1):
        rows, columns = np.nonzero(shot.owner == number)
        x, y = (float(columns.mean()), float(rows.mean())) if len(rows) else (-1.0, -1.0)
        shown.append(Piece(name, laid, x, y, len(rows) / max(1, full)))
    return shown


def bumped(rng: np.random.Generator, eye: Eye, by: float = 1.0) -> Eye:
    """The camera after somebody knocked against the tower."""
    place = eye.place + rng.normal(0, 1.5 * by, 3)
    return replace(eye, place=place, turn=eye.turn + rng.normal(0, 0.008 * by, 3))


def calibrate(table: Table, folder: Path) -> None:
    """An empty tray and three pieces of each colour, in a quiet room."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(("empty", *PAINTS)):
        rng = table.turn_to(CALIBRATION + number)
        laid = three_of(rng, table, name) if name != "empty" else []
        shot = table.shoot(replace(table.empty_throw(), pieces=laid))
        write(folder / f"{name}.jpg", shot, table.camera.quality)


def three_of(rng: np.random.Generator, table: Table, name: str) -> list[tuple[str, Laid]]:
    """One upright, one lying, one either way, apart from each other."""
    floor = Floor(max(table.look.wall_inset_mm, 0) + 0.5)
    spots = rng.permutation([[x, y] for x in (-45, 0, 45) for y in (-30, 5, 35)])[:3]
    poses: tuple[tuple[Pose, ...], ...] = (("flat",), ("side",), ("flat", "side"))
    laid = []
    for spot, pose in zip(spots, poses, strict=True):
        wished = spot + rng.normal(0, 4, 2)
        found = floor.drop(rng, table.keshi(), wished, pose, spread=8, tries=20, flat=True)
        if found is not None:
            laid.append((name, found))
    return laid


def write(path: Path, shot: Shot, quality: int) -> None:
    settings = [cv2.IMWRITE_JPEG_QUALITY, quality]
    cv2.imwrite(str(path), shot.photo, settings)
    if shot.unlit is not None:
        cv2.imwrite(str(unlit_twin(path)), shot.unlit, settings)


def play(table: Table, folder: Path, count: int) -> None:
    """Throws with their log. Every light comes equally often."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(photographed(table, folder, number)) for number in range(count)]
    (folder / "log.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def thrown(table: Table, number: int, kinds: dict[str, float] = KINDS) -> Throw:
    """The throw of this number; chance goes on from it."""
    rng, look = table.turn_to(number + 1), table.look
    light = LIGHTS[number % len(LIGHTS)]
    kind = str(rng.choice(list(kinds), p=list(kinds.values())))
    arrangement: Arrangement = "heap" if kind == "heap" else "sorted" if kind == "sorted" else "toss"
    many = int(rng.integers(14, 25)) if kind == "heap" else int(rng.integers(0, 17))
    names = [str(each) for each in rng.choice(list(PAINTS), many)]
    if kind == "sorted":
        names.sort()
    floor = Floor(max(look.wall_inset_mm, 0) + 0.5)
    found = lay(rng, [table.keshi() for _ in names], arrangement, floor)
    pieces = [(each, laid) for each, laid in zip(names, found, strict=True) if laid is not None]
    strangers = [] if kind != "die" else _dice(rng, floor)
    foreign = None if kind in ("toss", "sorted", "heap", "die") else _foreign(rng, look, kind)
    eye = look.eye
    if light == "drift" or (light == "party" and rng.random() < 0.4):
        eye = bumped(rng, look.eye, float(rng.uniform(0.3, 1.6)))
    room = room_of(rng, light, under=look.under, glaring=look.which == "trained")
    return Throw(kind, arrangement, light, pieces, strangers, foreign, eye, room)


def photographed(table: Table, folder: Path, number: int) -> dict[str, Any]:
    """One throw: its photos in the folder, its line for the log."""
    throw = thrown(table, number)
    name = f"{number:03}_{throw.light}_{throw.kind}.jpg"
    shot = table.shoot(throw)
    seen = seen_of(throw.pieces, shot)
    write(folder / name, shot, table.camera.quality)
    counts = Counter(each.color for each in seen if each.visible >= LEAST_VISIBLE)
    everything = Counter(each.color for each in seen)
    return {
        "image": name,
        "counts": {each: counts[each] for each in PAINTS},
        "all_counts": {each: everything[each] for each in PAINTS},
        "hand": throw.kind == "hand",
        "light": throw.light,
        "arrangement": throw.arrangement,
        "foreign": throw.kind if throw.kind in ("hand", "die", "card", "dust") else None,
        "mount": "under" if table.look.under else "overhead",
        "pieces": [
            {
                "color": each.color,
                "pose": {"flat": "upright", "side": "lying"}.get(each.laid.pose, each.laid.pose),
                "x": round(each.x, 1),
                "y": round(each.y, 1),
                "visible": round(min(1.0, each.visible), 3),
            }
            for each in seen
        ],
    }


def _dice(rng: np.random.Generator, floor: Floor) -> list[tuple[Laid, Image]]:
    dice = []
    for _ in range(int(rng.integers(1, 4))):
        spot = rng.uniform(-1, 1, 2) * (floor.half - 14)
        found = floor.drop(
            rng,
            trained_body(rng, "die", float(rng.uniform(9, 13))),
            spot,
            ("flat",),
            spread=80,
            tries=60,
            flat=True,
        )
        if found is not None:
            dice.append((found, np.asarray(material(rng, 4).mean(axis=(0, 1)), np.float32)))
    return dice


def _foreign(rng: np.random.Generator, look: Look, kind: str) -> tuple[Foreign, float]:
    """What does not belong there, and how high it is; its picture's own light is in its paint."""
    sealed = look.which == "sealed"
    makers = {
        "hand": sealed_hand if sealed else hand,
        "card": sealed_card if sealed else card,
        "dust": sealed_dust if sealed else dust,
    }
    window = np.s_[
        FOREIGN_SIDE // 2 - 110 : FOREIGN_SIDE // 2 + 110, FOREIGN_SIDE // 2 - 150 : FOREIGN_SIDE // 2 + 150
    ]
    least = {"hand": 0.07, "card": 0.02, "dust": 0.0003}[kind]
    while True:
        made = makers[kind](rng, FOREIGN_SIDE)
        # A hand has an arm.
        armed = max(
            made.cover[0].max(), made.cover[-1].max(), made.cover[:, 0].max(), made.cover[:, -1].max()
        )
        if made.cover[window].mean() > least and (kind != "hand" or armed > 0.5):
            break
    floor = 0.0 if look.under else -look.depth_mm
    out = -1.0 if look.under else 1.0
    height = {"hand": rng.uniform(11, 30), "card": rng.uniform(10.5, 14), "dust": rng.uniform(0.1, 0.3)}[kind]
    return made, float(floor + out * height)


def make(number: int, which: Which, count: int, folder: Path) -> None:
    table = Table(number, which)
    calibrate(table, folder / "calibration")
    play(table, folder / "play", count)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.composed", description="Make a table's photos and their log."
    )
    parser.add_argument("--table", type=int, required=True, help="even numbers are seen from below")
    parser.add_argument("--photos", type=int, default=24)
    parser.add_argument("--set", choices=("tuned", "sealed"), default="tuned", dest="which")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    make(given.table, given.which, given.photos, given.out)


if __name__ == "__main__":
    main()
