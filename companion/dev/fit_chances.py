"""Fits the weights of `vision.chance` to tables whose truth is known.

`python -m companion.dev.fit_chances TABLE…`: a table is a folder with calibration photos in `calibration/`
and photo logs in other folders, with the pieces' places told (docs/photo-logs.md). Prints the weights, and
how often counts with which chance were right. Tables with and without a paper frame have weights of
their own: fit them one after the other.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from calibration.folder import calibrate_folder
from calibration.sets import KESHIS, PieceSet
from companion.photolog.logs import LogLine, find_logs, read_log
from vision.chance import Weights, log_odds
from vision.colour import beliefs
from vision.count import TrayCounter
from vision.photo import Photo, read_photo

Numbers = npt.NDArray[np.float64]

# A place is a true piece's if their middles lie so near each other, in parts of a piece's width.
SAME_PLACE = 0.6
# Weights stay near 0 unless many places tell otherwise.
CAUTION = 0.5
ROUNDS = 30
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)


@dataclass(frozen=True)
class Known:
    """One photo: the terms of its places, which of them are pieces (None: may be counted or not), how likely
    the label of each is, and whether the labels are right.
    """

    terms: list[tuple[float, ...]]
    true: list[bool | None]
    beliefs: list[float]
    labels_right: list[bool]
    missed: int


def known_photo(counter: TrayCounter, line: LogLine, photo: Photo, *, pair: bool) -> Known:
    """What the counter sees in a photo, held against the truth."""
    sight = counter.eye.look(photo.frame, photo.unlit if pair else None)
    model = counter.model(pair=sight.pair)
    width = math.sqrt(counter.profile.piece_mm2) * counter.profile.place.pixels_a_mm
    places = [
        (piece, sight.flat.raster.from_mm(sight.flat.view.to_tray(np.array([[piece.x, piece.y]])))[0])
        for piece in line.pieces
    ]
    free = set(range(len(places)))
    found = Known([], [], [], [], 0)
    for spot in sight.spots:
        scores = model.scores(spot.pixels, spot.veil)
        found.terms.append(counter.evidence(spot, scores).terms)
        away = {number: float(np.linalg.norm(places[number][1] - spot.middle)) for number in free}
        nearest = min(away, key=away.__getitem__, default=None)
        is_piece = nearest is not None and away[nearest] < SAME_PLACE * width
        right, countable = False, True
        if is_piece and nearest is not None:
            free.discard(nearest)
            piece = places[nearest][0]
            countable = piece.countable
            right = counter.profile.labels[int(scores.argmax())] == piece.label
        found.true.append(is_piece if countable else None)
        found.beliefs.append(float(beliefs(scores).max()))
        found.labels_right.append(right)
    return Known(
        found.terms,
        found.true,
        found.beliefs,
        found.labels_right,
        sum(places[number][0].countable for number in free),
    )


def known_photos(folder: Path) -> Iterator[Known]:
    """All photos of a table without a hand, as pairs and singly."""
    logs = [line for log in find_logs(folder) for line in read_log(log).lines]
    # Other pieces than keshis are named by their photos.
    keshis = all(set(line.counts) <= set(KESHIS.labels) for line in logs)
    counter = TrayCounter(
        calibrate_folder(folder / "calibration", KESHIS if keshis else PieceSet("pieces", ()))
    )
    for line in logs:
        if line.hand:
            continue
        photo = read_photo(line.image)
        for pair in (True, False) if photo.unlit is not None else (False,):
            yield known_photo(counter, line, photo, pair=pair)


def fit(known: Sequence[Known]) -> tuple[Weights, Numbers, npt.NDArray[np.bool_]]:
    """The weights, and for each photo the chance they give its count and whether that was right."""
    # A piece of which hardly anything shows need not be counted, and its label is a guess: better left out.
    rows = [(each, bool(true)) for photo in known for each, true in zip(photo.terms, photo.true, strict=True)]
    places = logistic(np.array([row for row, _ in rows]), np.array([true for _, true in rows]))
    parts, right = [], []
    for photo in known:
        product, all_right = 1.0, photo.missed == 0
        for each, true, belief, label_right in zip(
            photo.terms, photo.true, photo.beliefs, photo.labels_right, strict=True
        ):
            chance = 1 / (1 + math.exp(-float(np.dot(each, places))))
            if chance > 0.5:
                product *= chance * belief
                all_right &= true is not False and label_right
            else:
                product *= 1 - chance
                all_right &= true is not True
        parts.append(log_odds(product))
        right.append(all_right)
    ones = np.ones(len(parts))
    whole = logistic(np.stack([parts, ones], axis=1), np.array(right))
    chances = 1 / (1 + np.exp(-(np.array(parts) * whole[0] + whole[1])))
    return Weights(*(round(float(weight), 3) for weight in (*places, *whole))), chances, np.array(right)


def logistic(rows: Numbers, true: npt.NDArray[np.bool_]) -> Numbers:
    """The weights that explain best which rows are true, by Newton's steps."""
    weights = np.zeros(rows.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (true - chance) - CAUTION * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + CAUTION * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return np.asarray(weights, np.float64)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m companion.dev.fit_chances", description=__doc__)
    parser.add_argument("tables", type=Path, nargs="+")
    given = parser.parse_args(arguments)
    known = [photo for folder in given.tables for photo in known_photos(folder)]
    weights, chances, right = fit(known)
    for each in fields(weights):
        print(f"    {each.name}={getattr(weights, each.name)},")
    for low, high in pairwise(BINS):
        inside = (chances >= low) & (chances < high)
        if inside.any():
            share, said = right[inside].mean(), chances[inside].mean()
            print(f"chance {low:.2f}–{high:.2f}: {inside.sum():4} photos, said {said:.3f}, right {share:.3f}")


if __name__ == "__main__":
    main()
