"""Better colour models from an evening's photo log: what the table confirmed says what each piece was.

The log is split in two. Each half teaches, the other half is counted with what was taught and
compared with the counts from before. Only if those photos, never learned from, come out better is
the calibration changed; then both halves teach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from calibration.errors import CalibrationError
from calibration.learn import pixels_of
from companion.photolog.logs import LogLine, find_logs, read_log
from companion.photolog.replay import Judged, judge
from companion.photolog.tally import Tally, tally
from companion.words import N_
from vision.count import TrayCounter
from vision.observation import Observation, Piece
from vision.photo import Photo, read_photo
from vision.profile import Profile

FEWEST_PHOTOS = 8
# An evening shows hundreds of pieces; so many of a label say all there is to say.
MOST_LESSONS = 12

Pixels = npt.NDArray[np.float64]
# A label's pieces, each as its pixels' roots; and whether the photo was a pair.
Lessons = Mapping[str, Sequence[tuple[bool, Pixels]]]


@dataclass(frozen=True)
class Refined:
    """The outcome: the profile to keep, and the figures over photos it was not taught with."""

    profile: Profile
    better: bool
    pieces: int
    before: Tally
    after: Tally

    def sentence(self) -> str:
        """What was tried and what came of it."""
        change = (
            f"exact photos {self.before.exact} → {self.after.exact} of {self.before.photos}, "
            f"wrong but sure {self.before.wrong_but_sure} → {self.after.wrong_but_sure}, "
            f"sure {self.before.sure} → {self.after.sure}"
        )
        verdict = "better" if self.better else "no better"
        return (
            f"Taught with {self.pieces} confirmed pieces and tried on the other half: {verdict} ({change})."
        )

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "kept": self.better,
            "id": self.profile.id,
            "pieces": self.pieces,
            "before": self.before.as_json(),
            "after": self.after.as_json(),
        }


def refine(profile: Profile, folder: Path) -> Refined:
    """Teach the profile with a photo log; it comes back unchanged unless counting got better."""
    lines = _usable(folder)
    counter = TrayCounter(profile)
    before: list[Judged] = []
    taught: list[Lessons] = []
    for line in lines:
        photo = read_photo(line.image)
        observation, lessons = _lessons(counter, photo, line)
        before.append(judge(line, observation, photo.frame.shape[1], paired=photo.unlit is not None))
        taught.append(lessons)
    if tally(before).exact * 2 < len(lines):
        raise CalibrationError(
            N_(
                "only {exact} of the {lines} photos in {folder} are counted as the table confirmed them; is "
                "this the log of another table? Calibrate anew instead",
                exact=tally(before).exact,
                lines=len(lines),
                folder=folder,
            )
        )
    pieces = sum(len(many) for lesson in taught for many in lesson.values())
    if not pieces:
        return Refined(profile, False, 0, tally(before), tally(before))
    after: list[Judged] = []
    for half in (0, 1):
        learned = taught_with(profile, [lesson for n, lesson in enumerate(taught) if n % 2 == half])
        after += _count_again(learned, [line for n, line in enumerate(lines) if n % 2 != half])
    better = improves(tally(before), tally(after))
    final = profile
    if better:
        final = taught_with(profile, taught)
        better = not improves(tally(_count_again(final, lines)), tally(before))
    return Refined(final if better else profile, better, pieces, tally(before), tally(after))


def improves(before: Tally, after: Tally) -> bool:
    """Whether more photos are right; or as many, with less false certainty and no more questions, or the
    other way round.
    """
    if after.exact != before.exact:
        return after.exact > before.exact
    lately, earlier = (after.wrong_but_sure, -after.sure), (before.wrong_but_sure, -before.sure)
    return lately != earlier and all(now <= then for now, then in zip(lately, earlier, strict=True))


def assign(observation: Observation, confirmed: Mapping[str, int]) -> list[tuple[Piece, str]] | None:
    """Each piece with the colour the table gave it; nothing if the pieces do not add up.

    Where a colour was corrected, the piece that had most reason to be the other one is it.
    """
    if observation.hand or observation.total != sum(confirmed.values()):
        return None
    labels = [piece.label for piece in observation.pieces]
    lacking = Counter(confirmed)
    lacking.subtract(labels)
    beliefs = sorted(
        (
            (belief, number, label)
            for number, piece in enumerate(observation.pieces)
            for label, belief in piece.alternatives
        ),
        reverse=True,
    )
    for _, number, label in beliefs:
        if lacking[label] > 0 and lacking[labels[number]] < 0:
            lacking[labels[number]] += 1
            lacking[label] -= 1
            labels[number] = label
    if any(lacking.values()):
        return None
    return list(zip(observation.pieces, labels, strict=True))


def taught_with(profile: Profile, lessons: Sequence[Lessons]) -> Profile:
    """The profile with the lessons' pieces added to those it had."""
    looks = dict(profile.looks)
    for label, look in profile.looks.items():
        new = [told for lesson in lessons for told in lesson.get(label, ())]
        alone, paired = ([pixels for pair, pixels in new if pair is kind] for kind in (False, True))
        looks[label] = replace(
            look, alone=(*look.alone, *_some(alone)), paired=(*look.paired, *_some(paired))
        )
    return replace(profile, looks=looks)


def _some(pieces: Sequence[Pixels]) -> Sequence[Pixels]:
    """As many as are worth keeping, from all over the evening."""
    return pieces[:: -(-len(pieces) // MOST_LESSONS)] if pieces else ()


def _usable(folder: Path) -> list[LogLine]:
    lines = [line for path in find_logs(folder) for line in read_log(path).lines]
    lines = [line for line in lines if not line.hand and line.image.is_file()]
    if len(lines) < FEWEST_PHOTOS:
        raise CalibrationError(
            N_(
                "{folder} holds {lines} photos with confirmed counts; {fewest} are needed to refine",
                folder=folder,
                lines=len(lines),
                fewest=FEWEST_PHOTOS,
            )
        )
    return lines


def _lessons(
    counter: TrayCounter, photo: Photo, line: LogLine
) -> tuple[Observation, dict[str, list[tuple[bool, Pixels]]]]:
    """What is counted in a photo, and the pixels of every piece whose label the table's count leaves no doubt
    about.
    """
    sight = counter.eye.look(photo.frame, photo.unlit)
    observation = counter.observe(sight)
    assigned = assign(observation, line.counts)
    lessons: dict[str, list[tuple[bool, Pixels]]] = {}
    if assigned is None or any(label not in counter.profile.labels for _, label in assigned):
        return observation, lessons
    spots = [place.spot for place in counter.weigh(sight) if place.counted]
    for spot, (_, label) in zip(spots, assigned, strict=True):
        pixels = pixels_of(spot, counter.profile.gloss)
        lessons.setdefault(label, []).append((sight.pair, pixels))
    return observation, lessons


def _count_again(profile: Profile, lines: Sequence[LogLine]) -> list[Judged]:
    counter = TrayCounter(profile)
    judged = []
    for line in lines:
        photo = read_photo(line.image)
        observation = counter.count(photo.frame, photo.unlit)
        judged.append(judge(line, observation, photo.frame.shape[1], paired=photo.unlit is not None))
    return judged
