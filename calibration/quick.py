"""Calibrating from one throw: pieces of all colours lie in the tray, and the table says which is which.

>>> tray, (throw,) = thrown(photos, KESHIS)                        # doctest: +SKIP
>>> throw.names                                                    # doctest: +SKIP
('red', 'white', 'beige', …)
>>> done = learned_from([throw.renamed(2, "white")], tray, KESHIS) # doctest: +SKIP

Several throws teach more than one; a colour that is in none of them is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.calibrate import Calibration, frame_problems, refuse, refuse_unsound
from calibration.errors import CalibrationError
from calibration.folder import CalibrationPhotos
from calibration.frame_seen import shows_frame
from calibration.gloss import USUAL
from calibration.learn import KnownTray, profile_of, taught, tray_of
from calibration.naming import likeliest_names
from calibration.problems import Problem
from calibration.region import Region
from calibration.samples import Lab, PieceSample, samples_of
from calibration.sets import NAMED_COLOURS_LAB, PieceSet
from calibration.verdict import Verdict, judge_samples
from companion.words import several
from vision.count import HAND_MM2, TrayCounter
from vision.net_input import PIXELS_A_MM
from vision.observation import Observation, Piece
from vision.photo import Photo
from vision.sight import Sight, Spot

NO_PIECE = ""
# What lies less than this share of a piece's width away, in the lit photo alone, is the same piece.
SAME_PLACE = 0.5


@dataclass(frozen=True, eq=False)
class Throw:
    """One photo of a throw: what was seen of each piece, alone and in the pair, and what it is called."""

    photo: Photo
    spots: tuple[Mapping[bool, Spot], ...]
    pieces: tuple[Piece, ...]
    names: tuple[str, ...]  # NO_PIECE for what is none

    def renamed(self, number: int, name: str) -> Throw:
        """The table says what a piece is."""
        return replace(self, names=(*self.names[:number], name, *self.names[number + 1 :]))


def thrown(
    photos: CalibrationPhotos, pieces: PieceSet, region: Region | None = None, wide: float | None = None
) -> tuple[KnownTray, list[Throw]]:
    """The throws in photos, their pieces named as they probably are; refused as in `calibrate`."""
    empty, shots = photos.empty, [shot for many in photos.pieces.values() for shot in many]
    framed = region is None and empty is not None and shows_frame(empty)
    if not framed and region is None and empty is not None:
        refuse(frame_problems(empty, photos, keshis=True))
    refuse_unsound(photos, framed=framed)
    tray = tray_of(shots, empty=empty, region=region, wide=wide)
    throws: list[Throw] = []
    for shot in shots:
        throws.append(seen_in(shot, tray, pieces.labels, throws))
    return tray, throws


def seen_in(photo: Photo, tray: KnownTray, labels: Sequence[str], before: Sequence[Throw] = ()) -> Throw:
    """The pieces of a throw with the names they probably have; refused where it shows none, or a hand.

    before      throws whose pieces have been named: what they look like here tells more than typical colours
    """
    sights = {pair: tray.eye.look(photo.frame, photo.unlit if pair else None) for pair in tray.kinds}
    best = sights[tray.kinds[-1]]
    if best.foreign_mm2 > HAND_MM2:
        raise CalibrationError(Problem("hand", {"photo": photo.name}).said)
    found = _in_reading_order(taught(best.spots))
    if not found:
        raise CalibrationError(Problem("nothing_thrown", {"photo": photo.name}).said)
    spots = tuple(
        {pair: _same(spot, sight) or spot for pair, sight in sights.items()} | {best.pair: spot}
        for spot in found
    )
    colours = [sample.lab for sample in samples_of(found, "", "", USUAL)]
    names = likeliest_names(colours, _typical(labels, before))
    pieces = tuple(_piece(best, spot, name) for spot, name in zip(found, names, strict=True))
    return Throw(photo, spots, pieces, tuple(names))


def missing(throws: Sequence[Throw], labels: Sequence[str]) -> list[str]:
    """The labels of which no piece was thrown yet."""
    named = {name for throw in throws for name in throw.names}
    return [label for label in labels if label not in named]


def learned_from(throws: Sequence[Throw], tray: KnownTray, pieces: PieceSet) -> Calibration:
    """The calibration from throws whose pieces have their right names."""
    if lacking := missing(throws, pieces.labels):
        said = [Problem("not_thrown", {"label": label}).said for label in lacking]
        raise CalibrationError(several(said, "\n"))
    shown = {
        pair: {label: [spots[pair] for spots in _named(throws, label)] for label in pieces.labels}
        for pair in tray.kinds
    }
    profile = profile_of(shown, tray, pieces.name)
    samples = [
        sample
        for label, spots in shown[tray.kinds[-1]].items()
        for sample in samples_of(spots, label, label, profile.gloss)
    ]
    counter = TrayCounter(profile)
    counted = [counter.count(throw.photo.frame, throw.photo.unlit) for throw in throws]
    both = list(zip(throws, counted, strict=True))
    thrown = {label: [each for each in both if label in each[0].names] for label in pieces.labels}
    photos = {label: tuple(throw.photo for throw, _ in each) for label, each in thrown.items()}
    seen = {label: tuple(_only(label, seen) for _, seen in each) for label, each in thrown.items()}
    return Calibration(profile, CalibrationPhotos(None, photos), seen, _verdict(samples, tray))


def _named(throws: Sequence[Throw], label: str) -> list[Mapping[bool, Spot]]:
    """What was seen of a label's pieces."""
    return [
        spots
        for throw in throws
        for spots, name in zip(throw.spots, throw.names, strict=True)
        if name == label
    ]


def _typical(labels: Sequence[str], before: Sequence[Throw]) -> dict[str, Lab]:
    """What each label looks like: here, as far as it was named here, and usually."""
    typical = {}
    for label in labels:
        here = samples_of([list(spots.values())[-1] for spots in _named(before, label)], label, "", USUAL)
        usual = np.array(NAMED_COLOURS_LAB[label], np.float64)
        typical[label] = np.mean([sample.lab for sample in here], axis=0) if here else usual
    return typical


def _verdict(samples: Sequence[PieceSample], tray: KnownTray) -> Verdict:
    """How well the colours stand apart. Their names are the table's own: only two that look the same cannot
    both be right.
    """
    judged = judge_samples(
        samples,
        {sample.label: sample.label for sample in samples},
        paired=not tray.place.framed or tray.eye.pairs,
        named=False,
    )
    refused = tuple(
        Problem("named_alike", {"label": each.params["other_photo"], "other": each.params["photo"]})
        for each in judged.refused
        if each.code == "same_colour"
    )
    return Verdict(refused, judged.warnings, judged.pairs)


def _in_reading_order(spots: Sequence[Spot]) -> list[Spot]:
    """Row by row as one reads, so that a person finds the third piece."""
    high = max((float(np.ptp(spot.found.outline[:, 1])) for spot in spots), default=1.0)
    return sorted(spots, key=lambda spot: (int(spot.found.y / high), spot.found.x))


def _same(spot: Spot, sight: Sight) -> Spot | None:
    """The same piece in another look at the same photo."""
    reach = SAME_PLACE * PIXELS_A_MM * float(np.sqrt(spot.area_mm2))
    near = [(float(np.linalg.norm(other.middle - spot.middle)), other) for other in taught(sight.spots)]
    away, nearest = min(near, key=lambda each: each[0], default=(np.inf, None))
    return nearest if away < reach else None


def _piece(sight: Sight, spot: Spot, name: str) -> Piece:
    ((x, y),) = sight.to_picture(spot.middle[None]).tolist()
    outline = tuple((float(across), float(down)) for across, down in sight.outline(spot))
    return Piece(label=name, x=x, y=y, confidence=spot.likely, outline=outline)


def _only(label: str, observation: Observation) -> Observation:
    """What was counted of one label."""
    kept = tuple(piece for piece in observation.pieces if piece.label == label)
    counts = {**dict.fromkeys(observation.counts, 0), label: len(kept)}
    return replace(observation, pieces=kept, counts=counts)
