"""From photos to a finished calibration: looked at, learned, counted again, judged.

>>> done = calibrate(photos, KESHIS)                 # doctest: +SKIP
>>> done.verdict.good, done.profile.id               # doctest: +SKIP
(True, '3f9a01c2d4')
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from calibration.errors import CalibrationError, PhotosRefused
from calibration.folder import CalibrationPhotos
from calibration.frame_seen import is_mirrored, shows_frame
from calibration.learn import learn
from calibration.learn_plain import CUT_LOOSELY, CUT_OUT, WHOLE
from calibration.problems import Problem
from calibration.quality import photo_problem, set_problems
from calibration.same_table import other_camera, strange_photos
from calibration.samples import Lab, PieceSample, lab_of, ring_light, samples_in
from calibration.sets import KESHIS, NAMED_COLOURS_LAB, PieceSet
from calibration.veil import Veil
from calibration.verdict import Verdict, judge_samples
from companion.words import N_, several
from vision.count import TrayCounter
from vision.errors import VisionError
from vision.observation import Observation
from vision.photo import Photo
from vision.profile import Profile

Region = tuple[float, float, float, float]
FEW_PIECES, MANY_PIECES = 3, 10
NO_DOUBT = 0.9
MOST_MAY_BE_WRONG = 3
SEEN_WRONGLY = frozenset({"not_empty", "wrong_empty", "hand", "no_pieces", "many_pieces"})


@dataclass(frozen=True)
class Calibration:
    """A profile, what it makes of its own photos, and how far it can be trusted."""

    profile: Profile
    photos: CalibrationPhotos
    observations: Mapping[str, tuple[Observation, ...]]
    verdict: Verdict


def calibrate(
    photos: CalibrationPhotos,
    pieces: PieceSet,
    region: Region | None = None,
    known: Profile | None = None,
) -> Calibration:
    """Learn the set from its photos; raises `PhotosRefused` naming each photo that cannot work.

    The photos of one colour do not tell the paint's sheen: the `known` calibration that they are to be added
    to does, and they have to show its table.
    """
    if known is not None:
        refuse([problem] if (problem := other_camera(known, photos.empty)) is not None else [])
        if region is None and not known.place.framed:
            region = _plain_region(known, photos.empty)
    framed = region is None and shows_frame(photos.empty)
    if not framed and region is None:
        refuse(frame_problems(photos, keshis=pieces.name == KESHIS.name))
    if known is not None and known.place.framed and not framed:
        refuse([Problem("no_frame", {"photo": photos.empty.name})])
    refuse(set_problems(photos.empty, photos.pieces, framed=framed))
    sheen = None
    if known is not None:
        refuse(strange_photos(known, photos))
        sheen = known.sheen
    try:
        profile = learn(photos.pieces, empty=photos.empty, set_name=pieces.name, region=region, sheen=sheen)
        done = examine(profile, photos)
    except (CalibrationError, VisionError) as error:
        hints = [problem.said for problem in _for_want_of_twins(photos, framed=framed)]
        raise PhotosRefused(several([error.said, *hints], "\n")) from error
    refused = list(done.verdict.refused)
    if any(problem.code in SEEN_WRONGLY for problem in refused):
        refused += _for_want_of_twins(photos, framed=framed)
    refuse(refused)
    return done


def _for_want_of_twins(photos: CalibrationPhotos, *, framed: bool) -> list[Problem]:
    """What may be behind photos that are seen wrongly: behind a clear floor lies the whole room, and only a
    pair tells what of it the ring lights.
    """
    single = framed and photos.empty.unlit is None
    return [Problem("no_pairs", {"photo": photos.empty.name})] if single else []


def frame_problems(photos: CalibrationPhotos, *, keshis: bool) -> list[Problem]:
    """Why a frame that must be there is not seen in the empty tray; nothing if there is none at all.

    keshis      they lie in a tray with a frame, and a blurred one cannot be found
    """
    empty = photos.empty
    about = {"photo": empty.name}
    if is_mirrored(empty):
        return [Problem("mirrored", about)]
    if empty.unlit is not None and shows_frame(Photo(empty.unlit)):
        return [Problem("lit_twin", about)]
    if keshis and (problem := photo_problem(empty, framed=True)) is not None:
        return [problem]
    if any(shows_frame(shot) for shots in photos.pieces.values() for shot in shots):
        return [Problem("no_frame", about)]
    return []


def _plain_region(known: Profile, empty: Photo) -> Region:
    """Where the tray is in photos without a frame; in cuttings, of another size, it is everywhere."""
    same_camera = known.place.picture_size == (empty.frame.shape[1], empty.frame.shape[0])
    return known.place.region if same_camera else WHOLE


def examine(profile: Profile, photos: CalibrationPhotos) -> Calibration:
    """Count the calibration photos with what was learned from them, and judge what comes of it."""
    counter, veil = TrayCounter(profile), Veil(profile)
    problems: list[Problem] = []
    warnings: list[Problem] = []
    observations: dict[str, tuple[Observation, ...]] = {}
    samples: list[PieceSample] = []
    if counter.count(photos.empty.frame, photos.empty.unlit).total:
        problems.append(Problem("not_empty", {"photo": photos.empty.name}))
    for label, shots in photos.pieces.items():
        seen = [counter.count(shot.frame, shot.unlit) for shot in shots]
        observations[label] = tuple(seen)
        for shot, observation in zip(shots, seen, strict=True):
            params = {"photo": shot.name, "label": label}
            if observation.hand:
                problems.append(Problem("hand", params))
            elif not observation.total and not _is_cut_out(shot, profile):
                problems.append(Problem("no_pieces", params))
            elif observation.total > MANY_PIECES and profile.place.framed:
                problems.append(Problem("many_pieces", {**params, "found": observation.total}))
            samples += samples_in(shot, _meant(observation, shot, profile), label, veil)
        found = sum(observation.total for observation in seen)
        # of other pieces one cutting a label will do
        if 0 < found < FEW_PIECES and profile.place.framed:
            warnings.append(Problem("few_pieces", {"photo": shots[0].name, "label": label, "found": found}))
    if profile.place.framed and len(problems) > max(MOST_MAY_BE_WRONG, len(photos.pieces) / 2):
        # They cannot all be: what they are held against is.
        problems = [Problem("wrong_empty", {"photo": photos.empty.name})]
    verdict = judge_samples(
        samples,
        {label: str(shots[0].name) for label, shots in photos.pieces.items()},
        # without the frame there is no light ring to switch
        paired=photos.empty.unlit is not None or not profile.place.framed,
        named=set(profile.labels) <= set(NAMED_COLOURS_LAB),
        backgrounds=_backgrounds(photos.empty, samples),
    )
    # a photo with a hand in it, or none of the pieces, says nothing about the colours
    refused = tuple(problems) or verdict.refused
    if not profile.place.framed:
        # photos of anything, taken anywhere: what looks odd there may well be meant
        refused, warnings = (), [*refused, *warnings]
    verdict = Verdict(refused, (*warnings, *verdict.warnings), verdict.pairs)
    return Calibration(profile, photos, observations, verdict)


def _meant(observation: Observation, shot: Photo, profile: Profile) -> Observation:
    """What a photo says about its label: a cutting is about the piece in its middle, not its neighbours."""
    height, width = shot.frame.shape[:2]
    if (
        profile.place.framed
        or not observation.pieces
        or height * width >= CUT_LOOSELY * profile.piece.typical
    ):
        return observation
    middle = min(observation.pieces, key=lambda piece: math.hypot(piece.x - width / 2, piece.y - height / 2))
    return replace(observation, pieces=(middle,))


def _is_cut_out(shot: Photo, profile: Profile) -> bool:
    """Whether a photo without the frame is one piece cut out of another: nobody can count what fills it."""
    height, width = shot.frame.shape[:2]
    return not profile.place.framed and height * width < CUT_OUT * profile.piece.typical


def refuse(problems: tuple[Problem, ...] | list[Problem]) -> None:
    """Stop with every sentence at once: one walk back to the camera should do."""
    if problems:
        raise PhotosRefused(several(dict.fromkeys(problem.said for problem in problems), "\n"))


def _backgrounds(empty: Photo, samples: list[PieceSample]) -> dict[str, Lab]:
    """What the empty tray shows where each label's pieces lay."""
    light = ring_light(empty)
    height, width = light.shape[:2]
    behind: dict[str, list[Lab]] = {}
    for sample in samples:
        reach = max(2, int(0.3 * sample.area_pixels**0.5))
        rows = slice(max(0, round(sample.y) - reach), min(height, round(sample.y) + reach))
        columns = slice(max(0, round(sample.x) - reach), min(width, round(sample.x) + reach))
        spot = light[rows, columns]
        if spot.size:
            behind.setdefault(sample.label, []).append(lab_of(np.median(spot.reshape(-1, 3), axis=0)))
    return {label: np.asarray(np.mean(labs, axis=0), np.float64) for label, labs in behind.items()}


def recalibrated(profile: Profile, done: Calibration, label: str) -> Profile:
    """The profile with one label learned anew; refused if the new photos show another label's pieces."""
    if label not in profile.labels:
        known = ", ".join(profile.labels)
        raise CalibrationError(
            N_("this calibration knows no {label}; it knows {known}", label=label, known=known)
        )
    new = done.profile
    looks = {name: new.looks[name] if name == label else look for name, look in profile.looks.items()}
    # pieces that every time were another label without a doubt are that label, whatever the photo is called
    before = TrayCounter(profile)
    for shot in done.photos.pieces[label]:
        seen = before.count(shot.frame, shot.unlit)
        other = max(profile.labels, key=lambda name: seen.counts[name])
        if (
            label != other
            and seen.counts[other] == seen.total > 0
            and min(p.confidence for p in seen.pieces) > NO_DOUBT
        ):
            refuse([Problem("wrong_colour", {"photo": shot.name, "label": label, "other": other})])
    return replace(profile, looks=looks, created=new.created)
