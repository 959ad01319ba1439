"""A known handful counted: does the calibration hold, and if not, what would help?

>>> checked = check(counter, photo, {label: 1 for label in counter.profile.labels})   # doctest: +SKIP
>>> [problem.sentence() for problem in checked.problems]                               # doctest: +SKIP
['white: 0 counted, 1 are there; one was taken for beige: calibrate white again']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from calibration.problems import Params, Problem
from vision.count import TrayCounter
from vision.observation import Observation
from vision.photo import Photo


@dataclass(frozen=True)
class Checked:
    """What was counted, and what to change; no problems means that every colour was right."""

    observation: Observation
    problems: tuple[Problem, ...]

    @property
    def right(self) -> bool:
        return not self.problems


def check(counter: TrayCounter, photo: Photo, truth: Mapping[str, int]) -> Checked:
    """Count a handful whose colours are known."""
    observation = counter.count(photo.frame, photo.unlit)
    if observation.hand:
        return Checked(observation, (Problem("hand", {"photo": photo.name}),))
    return Checked(observation, tuple(mistakes(observation.counts, truth)))


def mistakes(seen: Mapping[str, int], truth: Mapping[str, int]) -> list[Problem]:
    """One problem for each colour that is wrong; what was missed and what came up instead is put together."""
    short = {label: number - seen.get(label, 0) for label, number in truth.items()}
    short = {label: by for label, by in short.items() if by > 0}
    over = {label: number - truth.get(label, 0) for label, number in seen.items()}
    over = {label: by for label, by in over.items() if by > 0}
    problems = []
    for label, by in short.items():
        params: Params = {"label": label, "seen": seen.get(label, 0), "true": truth[label]}
        instead = next((other for other, much in over.items() if much >= by), None)
        if instead is not None:
            over[instead] -= by
            problems.append(Problem("taken_for", {**params, "other": instead}))
        else:
            problems.append(Problem("missed", params))
    for label, by in over.items():
        if by > 0:
            params = {"label": label, "seen": seen[label], "true": truth.get(label, 0)}
            problems.append(Problem("too_many", params))
    return problems
