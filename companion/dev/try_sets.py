"""Which sets of calibration photos are accepted: sound ones, changed a little, and spoilt ones.

    python -m companion.dev.try_sets TABLE… --most 200

A table is a folder with `calibration` and `play` in it (`docs/photo-logs.md`). Sound sets are taken with and
without their unlit twins, and differ in exposure, colour of the light, noise, JPEG, a bump and their order.
A spoilt set has one photo that is wrong; it has to be refused with that photo's name. Prints every set that
came out otherwise, and the sums; exits 1 if there is one.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from calibration.calibrate import calibrate
from calibration.errors import CalibrationError
from calibration.folder import CalibrationPhotos, read_folder
from calibration.sets import KESHIS
from companion.commands import progress
from companion.photolog.logs import read_log
from vision.photo import Frame, Photo, read_photo

Change = Callable[[Frame], Frame]
# Two photos of unlike colours, and two of neighbouring ones.
SWAPS = (("red", "green"), ("white", "beige"), ("black", "yellow"), ("turquoise", "orange"))


@dataclass(frozen=True)
class Tried:
    """One set: of which table, how it was changed, and the photo that is to blame if it is spoilt."""

    table: str
    change: str
    photos: CalibrationPhotos
    to_blame: tuple[str, ...] = ()

    def outcome(self) -> str:
        """What is wrong with the answer; nothing if it is the right one."""
        try:
            calibrate(self.photos, KESHIS)
        except CalibrationError as error:
            said = str(error)
            if not self.to_blame:
                return f"refused: {said}"
            return "" if any(name in said for name in self.to_blame) else f"another is blamed: {said}"
        return "accepted" if self.to_blame else ""


# -- what a camera and a room do to a sound set ------------------------------------------------------------


def brighter(times: float) -> Change:
    """Another exposure: as bytes, so that what is near white clips."""
    return lambda frame: np.asarray(np.clip(frame * times, 0, 255), np.uint8)


def tinted(blue: float, red: float) -> Change:
    return lambda frame: np.asarray(np.clip(frame * (blue, 1.0, red), 0, 255), np.uint8)


def noisy(sigma: float) -> Change:
    def change(frame: Frame) -> Frame:
        noise = np.random.default_rng(frame.size).normal(0, sigma, frame.shape)
        return np.asarray(np.clip(frame + noise, 0, 255), np.uint8)

    return change


def packed(quality: int) -> Change:
    def change(frame: Frame) -> Frame:
        jpeg = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)

    return change


def bumped(x: float, y: float, degrees: float) -> Change:
    def change(frame: Frame) -> Frame:
        high, wide = frame.shape[:2]
        turn = cv2.getRotationMatrix2D((wide / 2, high / 2), degrees, 1.0) + np.array([[0, 0, x], [0, 0, y]])
        return np.asarray(
            cv2.warpAffine(frame, turn, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.uint8
        )

    return change


WHOLE_SET: dict[str, Change] = {
    "as it is": lambda frame: frame,
    "darker": brighter(0.75),
    "a little darker": brighter(0.88),
    "a little brighter": brighter(1.06),
    "warmer": tinted(0.85, 1.0),
    "colder": tinted(1.0, 0.85),
    "noise": noisy(3.0),
    "much noise": noisy(6.0),
    "JPEG 80": packed(80),
    "JPEG 60": packed(60),
    "turned": bumped(0, 0, 2.0),
}
# Only the photos of pieces: since the empty tray something has happened.
SINCE_EMPTY: dict[str, Change] = {
    "a bump": bumped(3, -2, 0.0),
    "a large bump": bumped(-9, 6, 0.6),
    "a little more light": brighter(1.04),
    "a little less light": brighter(0.92),
    "another tint": tinted(0.95, 1.0),
}


def with_each(photos: CalibrationPhotos, change: Change, *, empty: bool = True) -> CalibrationPhotos:
    pieces = {label: tuple(_with(shot, change) for shot in shots) for label, shots in photos.pieces.items()}
    known = photos.empty if photos.empty is None or not empty else _with(photos.empty, change)
    return CalibrationPhotos(known, pieces)


def _with(shot: Photo, change: Change) -> Photo:
    return replace(shot, frame=change(shot.frame), unlit=None if shot.unlit is None else change(shot.unlit))


def single(photos: CalibrationPhotos) -> CalibrationPhotos:
    """Without the unlit twins."""
    pieces = {label: tuple(replace(s, unlit=None) for s in shots) for label, shots in photos.pieces.items()}
    return CalibrationPhotos(None if photos.empty is None else replace(photos.empty, unlit=None), pieces)


def sound(table: str, photos: CalibrationPhotos) -> list[Tried]:
    sets = {"": photos}
    if photos.empty is not None and photos.empty.unlit is not None:
        sets[", no twins"] = single(photos)
    tried = []
    for twins, each in sets.items():
        tried += [Tried(table, name + twins, with_each(each, change)) for name, change in WHOLE_SET.items()]
        tried += [
            Tried(table, name + twins, with_each(each, change, empty=False))
            for name, change in SINCE_EMPTY.items()
        ]
        backwards = dict(reversed(list(each.pieces.items())))
        tried.append(Tried(table, "backwards" + twins, replace(each, pieces=backwards)))
    return tried


# -- what spoils one ---------------------------------------------------------------------------------------


def spoilt(
    table: str, photos: CalibrationPhotos, others: Sequence[CalibrationPhotos], play: Path
) -> list[Tried]:
    tried = []

    def put(change: str, label: str, shot: Photo, *to_blame: str) -> None:
        instead = replace(shot, name=f"{label}.jpg")
        if label == "empty":
            spoiled = replace(photos, empty=instead)
        else:
            spoiled = replace(photos, pieces={**photos.pieces, label: (instead,)})
        tried.append(Tried(table, f"{label}: {change}", spoiled, (f"{label}.jpg", *to_blame)))

    empty = photos.empty
    assert empty is not None  # a table has a paper frame
    for one, other in SWAPS:
        pieces = {**photos.pieces, one: _named(photos, other, one), other: _named(photos, one, other)}
        blamed = (f"{one}.jpg", f"{other}.jpg")
        tried.append(Tried(table, f"{one} and {other} swapped", replace(photos, pieces=pieces), blamed))
        put(f"a photo of {other}", one, photos.pieces[other][0], f"{other}.jpg")
    for label in ("purple", "empty"):
        shot = empty if label == "empty" else photos.pieces[label][0]
        put(
            "blurred",
            label,
            _with(shot, lambda frame: np.asarray(cv2.GaussianBlur(frame, (0, 0), 6), np.uint8)),
        )
        put("dark", label, _with(shot, brighter(0.15)))
        put("white", label, _with(shot, brighter(6.0)))
        put("mirrored", label, _with(shot, lambda frame: np.ascontiguousarray(frame[:, ::-1])))
    put("no pieces", "gray", _with(empty, noisy(1.0)))
    put("pieces in it", "empty", photos.pieces["pink"][0], "pink.jpg")
    for other_table in others:
        put("another table", "brown", other_table.pieces["brown"][0])
    shots = [line for line in read_log(play).lines if line.light == "studio"]
    for line in [line for line in shots if line.hand][:2]:
        put("a hand", "yellow", read_photo(line.image))
    for line in [line for line in shots if not line.hand and line.total > 4][:2]:
        put("a full tray", "empty", read_photo(line.image))
    return tried


def _named(photos: CalibrationPhotos, shown: str, name: str) -> tuple[Photo, ...]:
    return tuple(replace(shot, name=f"{name}.jpg") for shot in photos.pieces[shown])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m companion.dev.try_sets", description=__doc__.split("\n")[0]
    )
    parser.add_argument("tables", type=Path, nargs="+", metavar="TABLE")
    parser.add_argument("--most", type=int, default=10_000, help="of the sound sets; as many spoilt ones")
    parser.add_argument("--seed", type=int, default=0, help="which of them, and in which order")
    given = parser.parse_args(arguments)
    sets = {table: read_folder(table / "calibration", KESHIS)[1] for table in given.tables}
    tried: dict[str, list[Tried]] = {"sound": [], "spoilt": []}
    for table, photos in sets.items():
        others = [other for name, other in sets.items() if name != table]
        tried["sound"] += sound(table.name, photos)
        tried["spoilt"] += spoilt(table.name, photos, others, table / "play")
    counts: Counter[str] = Counter()
    dice = random.Random(given.seed)
    for kind, each in tried.items():
        chosen = dice.sample(each, min(given.most, len(each)))
        for one in progress(chosen, len(chosen), f"Trying {kind} sets"):
            wrong = one.outcome()
            counts[f"{kind} {'wrong' if wrong else 'right'}"] += 1
            if wrong:
                print(f"{one.table}, {one.change}: {' / '.join(wrong.splitlines())}", flush=True)
        right = counts[f"{kind} right"]
        print(
            f"{kind}: {right} of {len(chosen)} {'accepted' if kind == 'sound' else 'refused by name'}",
            flush=True,
        )
    return 1 if counts["sound wrong"] + counts["spoilt wrong"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
