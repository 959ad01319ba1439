"""The verdict on a calibration: which photos cannot be right, and which colours would be confused.

A colour is where its pieces lie in CIELAB; how far they scatter around it, standing and lying, is
measured over all labels together. Two labels are as far apart as that scatter goes into the distance
between them (Mahalanobis): at 2 they run into each other, at 3 doubts are common, beyond 5 there are none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np

from calibration.problems import Problem
from calibration.samples import Lab, PieceSample
from calibration.sets import NAMED_COLOURS_LAB

TOO_CLOSE, CLOSE = 2.0, 3.0
SAME = 1.0
LEAST_SCATTER_LAB = (4.0, 2.5, 2.5)  # noise, print and the place in the tray, even where three pieces agree
WHOLE_PIECE = 0.5  # of the usual area; slivers of a piece have no colour worth judging
DARK_L, PALE_L = 30.0, 88.0
MISNAMED_LAB, MISNAMED_TIMES = 35.0, 2.5
# By how much two photos fit each other's names better than their own; rightly named ones fit theirs by 30.
SWAPPED_LAB = 10.0
LARGE_TIMES = 2.4
# A piece that far from the others of its label is a stray if it is so much nearer to another label's. Not
# farther: the stray itself widens the scatter that all is measured by.
STRAY, STRAYS_TO = 1.3, 0.6
# If the net takes none of a label's pieces for one more surely than this, they hardly stand out.
HARDLY_SEEN = 0.6
# With so many pairs of one colour it is not two photos that are wrong, but all of them.
ALL_ALIKE = 6


@dataclass(frozen=True)
class Pair:
    """Two labels and how far apart they are, in units of their scatter."""

    label: str
    other: str
    distance: float


@dataclass(frozen=True)
class Verdict:
    """`refused` must be put right before this calibration is any good; `warnings` are worth knowing."""

    refused: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    pairs: tuple[Pair, ...]

    @property
    def good(self) -> bool:
        return not self.refused


class ColourSpread:
    """Where each label's pieces lie, and the scatter they share."""

    def __init__(self, samples: Sequence[PieceSample]) -> None:
        usual = float(np.median([sample.area_mm2 for sample in samples])) if samples else 0.0
        self.by_label: dict[str, list[PieceSample]] = {}
        for sample in samples:
            if sample.area_mm2 >= WHOLE_PIECE * usual:
                self.by_label.setdefault(sample.label, []).append(sample)
        self.middles = {label: _middle(many) for label, many in self.by_label.items()}
        clear = {label: _clear(many) for label, many in self.by_label.items()}
        shown = {label: many for label, many in clear.items() if len(many) > 1}
        apart = [sample.lab - self.middles[label] for label, many in shown.items() for sample in many]
        scatter = sum((np.outer(d, d) for d in apart), np.zeros((3, 3))) / max(len(apart) - len(shown), 1)
        floor = np.diag(np.square(LEAST_SCATTER_LAB))
        self._inverse = np.asarray(np.linalg.inv(floor + scatter), np.float64)

    def distance(self, one: Lab, other: Lab) -> float:
        """How many scatters lie between two colours."""
        apart = one - other
        return float(np.sqrt(apart @ self._inverse @ apart))

    def pairs(self) -> tuple[Pair, ...]:
        """All pairs of labels, the closest first."""
        found = [
            Pair(one, other, self.distance(self.middles[one], self.middles[other]))
            for one, other in combinations(self.middles, 2)
        ]
        return tuple(sorted(found, key=lambda pair: pair.distance))


def judge_samples(
    samples: Sequence[PieceSample],
    photos: Mapping[str, str],
    *,
    paired: bool,
    named: bool,
) -> Verdict:
    """The verdict from the pieces' colours.

    `photos` gives each label's photo for the sentences, `named` says that the labels are colour names.
    """
    if foreign := _foreign_photos(samples):
        # Another label's pieces among a label's own spoil all that is told of either.
        return Verdict(tuple(foreign), (), ())
    spread = ColourSpread(samples)
    pairs = spread.pairs()
    same = [pair for pair in pairs if pair.distance < SAME]
    refused = [
        Problem("same_colour", {"photo": photos[p.other], "other_photo": photos[p.label], "label": p.other})
        for p in same
    ]
    if len(same) > ALL_ALIKE:
        refused = [Problem("all_alike")]
    doubtful = {label for pair in same for label in (pair.label, pair.other)}
    if named and not same:
        refused += _misnamed(spread, photos) or _swapped(spread, photos)
    refused += [
        problem for label in spread.by_label if label not in doubtful for problem in _strays(spread, label)
    ]
    refused += _odd_sizes(samples, photos)
    warnings = [_close(pair, spread, paired=paired) for pair in pairs if SAME <= pair.distance < CLOSE]
    for label, many in spread.by_label.items():
        if max(sample.likely for sample in many) < HARDLY_SEEN:
            warnings.append(Problem("hard_to_see", {"label": label}))
    return Verdict(tuple(refused), tuple(warnings), pairs)


def _middle(samples: Sequence[PieceSample]) -> Lab:
    return np.asarray(np.mean([sample.lab for sample in _clear(samples)], axis=0), np.float64)


def _clear(samples: Sequence[PieceSample]) -> Sequence[PieceSample]:
    """Those that the ring's reflection does not dazzle, if there are any."""
    return [sample for sample in samples if not sample.dazzled] or samples


def _strays(spread: ColourSpread, label: str) -> list[Problem]:
    """Pieces that look like another label's, each held against its own label without itself."""
    many = spread.by_label[label]
    problems = []
    for sample in many:
        rest = [other for other in many if other is not sample]
        if len(rest) < 2 or sample.dazzled:
            continue
        # In the ring's middle one brown piece may mirror it, and look gray, while the others do not.
        own = min(spread.distance(*looks) for other in rest for looks in product(sample.looks, other.looks))
        others = {
            n: spread.distance(sample.lab, middle) for n, middle in spread.middles.items() if n != label
        }
        nearest = min(others, key=others.__getitem__, default=None)
        if nearest is not None and own > STRAY and others[nearest] < min(TOO_CLOSE, STRAYS_TO * own):
            problems.append(Problem("wrong_piece", {"photo": sample.photo, "label": label, "other": nearest}))
    return problems


def _foreign_photos(samples: Sequence[PieceSample]) -> list[Problem]:
    """Photos added to a label, `red-2.jpg`, that show another label's pieces and none like its first photo's.

    Pieces of one photo vouch for each other, and widen the scatter of their label: so photos are compared.
    """
    spread = ColourSpread([replace(sample, label=f"{sample.label}\n{sample.photo}") for sample in samples])
    problems = []
    for name, middle in spread.middles.items():
        label, photo = name.split("\n")
        away = {n: spread.distance(middle, other) for n, other in spread.middles.items() if n != name}
        own = [apart for n, apart in away.items() if n.split("\n")[0] == label]
        others = {n: apart for n, apart in away.items() if n.split("\n")[0] != label}
        nearest = min(others, key=others.__getitem__, default=None)
        if own and nearest is not None and others[nearest] < TOO_CLOSE and min(own) > CLOSE:
            other = nearest.split("\n")[0]
            problems.append(Problem("wrong_colour", {"photo": photo, "label": label, "other": other}))
    return problems


def _misnamed(spread: ColourSpread, photos: Mapping[str, str]) -> list[Problem]:
    """Photos whose pieces plainly have the colour of another name: red.jpg with green pieces."""
    problems = []
    for label, middle in spread.middles.items():
        away = {
            name: float(np.linalg.norm(middle - np.array(lab))) for name, lab in NAMED_COLOURS_LAB.items()
        }
        nearest = min(away, key=away.__getitem__)
        if label in away and away[label] > max(MISNAMED_LAB, MISNAMED_TIMES * away[nearest]):
            problems.append(
                Problem("wrong_colour", {"photo": photos[label], "label": label, "other": nearest})
            )
    return problems


def _swapped(spread: ColourSpread, photos: Mapping[str, str]) -> list[Problem]:
    """Two photos of neighbouring colours, white and beige perhaps, under each other's names."""
    problems = []
    for one, other in combinations([label for label in spread.middles if label in NAMED_COLOURS_LAB], 2):
        middles = spread.middles[one], spread.middles[other]
        names = np.array(NAMED_COLOURS_LAB[one]), np.array(NAMED_COLOURS_LAB[other])
        as_named = sum(float(np.linalg.norm(m - n)) for m, n in zip(middles, names, strict=True))
        crosswise = sum(float(np.linalg.norm(m - n)) for m, n in zip(middles, names[::-1], strict=True))
        if crosswise < as_named - SWAPPED_LAB:
            problems.append(Problem("swapped", {"photo": photos[one], "other_photo": photos[other]}))
    return problems


def _odd_sizes(samples: Sequence[PieceSample], photos: Mapping[str, str]) -> list[Problem]:
    """Labels whose pieces look far larger than all others: pieces stuck together, or something else."""
    if not samples:
        return []
    usual = float(np.median([sample.area_mm2 for sample in samples]))
    problems = []
    for label, photo in photos.items():
        areas = [sample.area_mm2 for sample in samples if sample.label == label]
        times = float(np.median(areas)) / usual if areas and usual else 1.0
        if times > LARGE_TIMES:
            problems.append(Problem("odd_size", {"photo": photo, "label": label, "times": round(times, 1)}))
    return problems


def _close(pair: Pair, spread: ColourSpread, *, paired: bool) -> Problem:
    params = {"label": pair.label, "other": pair.other}
    if pair.distance >= TOO_CLOSE:
        return Problem("close", params)
    bright = [float(spread.middles[label][0]) for label in (pair.label, pair.other)]
    if max(bright) < DARK_L:
        return Problem("too_close_dark", params)
    if min(bright) > PALE_L:
        return Problem("too_close_pale", params)
    return Problem("too_close" if paired else "too_close_single", params)
