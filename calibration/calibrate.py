"""From photos to a finished calibration: looked at, learned, counted again, judged.

>>> done = calibrate(photos, KESHIS)                 # doctest: +SKIP
>>> done.verdict.good, done.profile.id               # doctest: +SKIP
(True, '3f9a01c2d4')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from calibration.errors import CalibrationError, PhotosRefused
from calibration.folder import CalibrationPhotos
from calibration.frame_seen import is_mirrored, shows_frame
from calibration.learn import learn, lying_pieces, taught
from calibration.problems import Problem
from calibration.quality import photo_problem, set_problems
from calibration.region import Region
from calibration.same_table import odd_ones_out, other_camera, strange_photos
from calibration.samples import PieceSample, samples_of
from calibration.sets import KESHIS, NAMED_COLOURS_LAB, PieceSet
from calibration.verdict import Verdict, judge_samples
from companion.words import N_, several
from vision.count import TrayCounter
from vision.errors import VisionError
from vision.observation import Observation
from vision.photo import Photo
from vision.profile import Profile

FEW_PIECES, MANY_PIECES = 3, 10
NO_DOUBT = 0.9
MOST_MAY_BE_WRONG = 3
SEEN_WRONGLY = frozenset({"wrong_empty", "hand", "no_pieces", "many_pieces"})


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
    wide: float | None = None,
) -> Calibration:
    """Learn the set from its photos; raises `PhotosRefused` naming each photo that cannot work.

    The photos of one colour do not tell the paint's sheen: the `known` calibration that they are to be added
    to does, and they have to show its table. Without a frame `wide` may tell a piece's width in pixels.
    """
    empty = photos.empty
    frameless = region is not None or (known is not None and not known.place.framed)
    framed = not frameless and empty is not None and shows_frame(empty)
    if known is not None:
        refuse(_unlike_the_known(known, photos, framed=framed))
    elif not framed and region is None and empty is not None:
        refuse(frame_problems(empty, photos, keshis=pieces.name == KESHIS.name))
    refuse_unsound(photos, framed=framed, known=known)
    try:
        profile = learn(
            photos.pieces,
            empty=empty,
            set_name=pieces.name,
            region=known.place.region if known is not None and not framed else region,
            wide=wide,
            to=known,
        )
        done = examine(profile, photos)
    except (CalibrationError, VisionError) as error:
        hints = [problem.said for problem in _for_want_of_twins(photos, framed=framed)]
        raise PhotosRefused(several([error.said, *hints], "\n")) from error
    refused = list(done.verdict.refused)
    if any(problem.code in SEEN_WRONGLY for problem in refused):
        refused += _for_want_of_twins(photos, framed=framed)
    refuse(refused)
    if framed and known is None:
        refuse(odd_ones_out(profile, photos))
    return done


def refuse_unsound(photos: CalibrationPhotos, *, framed: bool, known: Profile | None = None) -> None:
    """Raise `PhotosRefused` naming what cannot be learned from, before anything is."""
    empty = photos.empty
    refuse(set_problems(empty, photos.pieces, framed=framed))
    if framed and known is not None:
        refuse(strange_photos(known, photos))
    if framed and empty is not None and lying_pieces(empty):
        refuse([Problem("not_empty", {"photo": empty.name})])


def _unlike_the_known(known: Profile, photos: CalibrationPhotos, *, framed: bool) -> list[Problem]:
    """Why photos cannot be added to a calibration: another camera, or a frame where it has none."""
    if photos.empty is None or not known.place.framed:
        return []
    if (problem := other_camera(known, photos.empty)) is not None:
        return [problem]
    return [] if framed else [Problem("no_frame", {"photo": photos.empty.name})]


def _for_want_of_twins(photos: CalibrationPhotos, *, framed: bool) -> list[Problem]:
    """What may be behind photos that are seen wrongly: behind a clear floor lies the whole room, and only a
    pair tells what of it the ring lights.
    """
    empty = photos.empty
    if not framed or empty is None or empty.unlit is not None:
        return []
    return [Problem("no_pairs", {"photo": empty.name})]


def frame_problems(empty: Photo, photos: CalibrationPhotos, *, keshis: bool) -> list[Problem]:
    """Why a frame that must be there is not seen in the empty tray; nothing if there is none at all.

    keshis      they lie in a tray with a frame, and a blurred one cannot be found
    """
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


def examine(profile: Profile, photos: CalibrationPhotos) -> Calibration:
    """Count the calibration photos with what was learned from them, and judge what comes of it."""
    counter = TrayCounter(profile)
    problems: list[Problem] = []
    warnings: list[Problem] = []
    observations: dict[str, tuple[Observation, ...]] = {}
    samples: list[PieceSample] = []
    framed, empty = profile.place.framed, photos.empty
    for label, shots in photos.pieces.items():
        seen = []
        for shot in shots:
            sight = counter.eye.look(shot.frame, shot.unlit)
            observation = counter.observe(sight)
            seen.append(observation)
            params = {"photo": shot.name, "label": label}
            if observation.hand and framed:
                problems.append(Problem("hand", params))
            elif not observation.total and framed:
                problems.append(Problem("no_pieces", params))
            elif observation.total > MANY_PIECES and framed:
                problems.append(Problem("many_pieces", {**params, "found": observation.total}))
            samples += samples_of(taught(sight.spots), label, str(shot.name), profile.gloss)
        observations[label] = tuple(seen)
        found = sum(observation.total for observation in seen)
        if 0 < found < FEW_PIECES:
            warnings.append(Problem("few_pieces", {"photo": shots[0].name, "label": label, "found": found}))
    if empty is not None and len(problems) > max(MOST_MAY_BE_WRONG, len(photos.pieces) / 2):
        # They cannot all be: what they are held against is.
        problems = [Problem("wrong_empty", {"photo": empty.name})]
    verdict = judge_samples(
        samples,
        {label: str(shots[0].name) for label, shots in photos.pieces.items()},
        # without the frame there is no light ring to switch
        paired=not framed or counter.eye.pairs,
        named=set(profile.labels) <= set(NAMED_COLOURS_LAB),
    )
    # a photo with a hand in it, or none of the pieces, says nothing about the colours
    refused = tuple(problems) or verdict.refused
    if not framed:
        # photos of anything, taken anywhere: what looks odd there may well be meant
        refused, warnings = (), [*refused, *warnings]
    verdict = Verdict(refused, (*warnings, *verdict.warnings), verdict.pairs)
    return Calibration(profile, photos, observations, verdict)


def refuse(problems: tuple[Problem, ...] | list[Problem]) -> None:
    """Stop with every sentence at once: one walk back to the camera should do."""
    if problems:
        raise PhotosRefused(several(dict.fromkeys(problem.said for problem in problems), "\n"))


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
