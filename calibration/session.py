"""Calibrating live, step by step, nothing drawn: the empty tray, three pieces a colour, a handful to check.

    session = CalibrationSession(KESHIS)
    offer = session.offer(photo)        # outlines for the picture, or a problem to put right
    if offer.ok:
        session.accept()                # on to the next step
    …
    profile = session.finish()

The touchscreen shows `session.step` and what an offer says. Each photo is judged at once against
those before it, so that a wrong colour is told while the pieces are still in the hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from calibration.calibrate import Calibration, examine
from calibration.check import check
from calibration.errors import CalibrationError
from calibration.folder import CalibrationPhotos
from calibration.frame_seen import shows_frame
from calibration.learn import learn, lying_pieces, taught
from calibration.problems import Params, Problem
from calibration.quality import set_problems
from calibration.region import Region
from calibration.samples import PieceSample, samples_of
from calibration.sets import KESHIS, NAMED_COLOURS_LAB, PieceSet
from calibration.verdict import Verdict, judge_samples
from companion.words import N_
from vision.count import TrayCounter
from vision.errors import VisionError
from vision.observation import Observation
from vision.photo import Photo
from vision.profile import Profile

if TYPE_CHECKING:
    from hardware.camera import WithSettings

Kind = Literal["empty", "pieces", "check", "done"]
PIECES_ASKED = 3


@dataclass(frozen=True)
class Step:
    """What the table is asked to put into the tray now; `label` only for pieces."""

    kind: Kind
    label: str = ""


@dataclass(frozen=True)
class Offer:
    """What a photo is worth for the step: `ok`, or the problem; `hint` is worth reading either way."""

    ok: bool
    problem: Problem | None = None
    hint: Problem | None = None
    observation: Observation | None = None

    @property
    def found(self) -> int:
        """How many pieces were seen."""
        return 0 if self.observation is None else self.observation.total


class CalibrationSession:
    """One calibration in the making. Nothing is kept until `finish`."""

    def __init__(self, pieces: PieceSet = KESHIS, *, region: Region | None = None) -> None:
        self.pieces = pieces
        self.camera_settings: dict[str, object] = {}
        self._region = region
        self._framed = region is None
        self._empty: Photo | None = None
        self._shots: dict[str, list[Photo]] = {}
        self._samples: dict[str, list[PieceSample]] = {}
        self._checked = False
        self._again: str | None = None
        self._offered: tuple[Step, Photo, Offer, list[PieceSample]] | None = None
        self._done: Calibration | None = None

    @property
    def step(self) -> Step:
        """Where the calibration stands; a colour to do again comes first."""
        if self._empty is None:
            return Step("empty")
        missing = [label for label in self.pieces.labels if label not in self._shots]
        label = self._again or (missing[0] if missing else None)
        if label is not None:
            return Step("pieces", label)
        return Step("done" if self._checked else "check")

    def remember_camera(self, camera: WithSettings) -> None:
        """Hold exposure, gain and white balance as they are now, for this and every later evening."""
        self.camera_settings = dict(camera.settings())
        camera.lock(self.camera_settings)

    def offer(self, photo: Photo) -> Offer:
        """Judge a photo for the step at hand; nothing moves on before `accept`."""
        step = self.step
        samples: list[PieceSample] = []
        try:
            if step.kind == "empty":
                offer = self._offer_empty(photo)
            elif step.kind == "pieces":
                offer, samples = self._offer_pieces(photo, step.label)
            else:
                offer = self._offer_check(photo)
        except (CalibrationError, VisionError) as error:
            offer = Offer(False, Problem("refused", {"sentence": error.said}))
        self._offered = (step, photo, offer, samples)
        return offer

    def accept(self) -> Step:
        """Take the photo last offered and go on to the next step."""
        offered, self._offered = self._offered, None
        if offered is None or not offered[2].ok:
            raise CalibrationError(N_("there is no photo to accept; take one that shows what is asked for"))
        step, photo, _, samples = offered
        if step != self.step:  # judging takes a while, and the table may have moved on meanwhile
            raise CalibrationError(
                N_("this photo was taken for another step; take one that shows what is asked for")
            )
        self._done = None
        if step.kind == "empty":
            self._empty = photo
            self._framed = self._region is None and shows_frame(photo)
        elif step.kind == "pieces":
            self._shots[step.label] = [photo]
            self._samples[step.label] = samples
            self._again = None
        else:
            self._checked = True
        return self.step

    def redo(self, label: str) -> Step:
        """Go back to one colour; afterwards the calibration goes on where it was."""
        if label not in self.pieces.labels:
            raise CalibrationError(N_("this set has no {label}", label=label))
        self._shots.pop(label, None)
        self._samples.pop(label, None)
        self._again, self._checked, self._offered, self._done = label, False, None, None
        return self.step

    def verdict(self) -> Verdict:
        """How well the colours of this calibration can be told apart."""
        try:
            return self._calibration().verdict
        except VisionError as error:
            return Verdict((Problem("refused", {"sentence": error.said}),), (), ())

    def finish(self) -> Profile:
        """The profile, with the camera's settings in it; every colour must have been seen."""
        done = self._calibration()
        if not done.verdict.good:
            raise CalibrationError(done.verdict.refused[0].said)
        return done.profile.with_camera(self.camera_settings)

    def _calibration(self) -> Calibration:
        if self._done is None:
            photos = self._photos()
            profile = learn(photos.pieces, empty=photos.empty, set_name=self.pieces.name, region=self._region)
            self._done = examine(profile, photos)
        return self._done

    def _photos(self) -> CalibrationPhotos:
        missing = [label for label in self.pieces.labels if label not in self._shots]
        if self._empty is None or missing:
            left = ", ".join(missing)
            raise CalibrationError(N_("the calibration is not finished; still to do: {left}", left=left))
        return CalibrationPhotos(
            self._empty, {label: tuple(self._shots[label]) for label in self.pieces.labels}
        )

    def _offer_empty(self, photo: Photo) -> Offer:
        framed = self._region is None and shows_frame(photo)
        problems = set_problems(photo, {}, framed=framed)
        if not problems and framed and lying_pieces(photo):
            problems = [Problem("not_empty", {"photo": photo.name})]
        return Offer(not problems, problems[0] if problems else None)

    def _offer_pieces(self, photo: Photo, label: str) -> tuple[Offer, list[PieceSample]]:
        assert self._empty is not None  # no step asks for pieces before the empty tray
        problems = set_problems(self._empty, {label: [photo]}, framed=self._framed)
        if problems:
            return Offer(False, problems[0]), []
        photo = replace(photo, name=photo.name or label)
        params: Params = {"photo": photo.name, "label": label}
        profile = learn({label: [photo]}, empty=self._empty, set_name=self.pieces.name, region=self._region)
        counter = TrayCounter(profile)
        sight = counter.eye.look(photo.frame, photo.unlit)
        observation = counter.observe(sight)
        samples = samples_of(taught(sight.spots), label, str(photo.name), profile.gloss)
        if observation.hand:
            return Offer(False, Problem("hand", params), observation=observation), []
        if not samples:
            return Offer(False, Problem("no_pieces", params), observation=observation), []
        if (problem := self._clash(label, samples)) is not None:
            return Offer(False, problem, observation=observation), []
        few = observation.total < PIECES_ASKED
        hint = Problem("few_pieces", {**params, "found": observation.total}) if few else None
        return Offer(True, hint=hint, observation=observation), samples

    def _clash(self, label: str, samples: list[PieceSample]) -> Problem | None:
        """Whether these pieces look like a colour that was already done, or plainly like another name."""
        known = {**self._samples, label: samples}
        verdict = judge_samples(
            [sample for many in known.values() for sample in many],
            {name: name for name in known},
            paired=self._empty is not None and self._empty.unlit is not None,
            named=set(self.pieces.labels) <= set(NAMED_COLOURS_LAB),
        )
        for problem in verdict.refused:
            params = problem.params
            if problem.code == "swapped" and label in (params["photo"], params["other_photo"]):
                return problem
            if params.get("label") == label:
                other = params.get("other") or params.get("other_photo")
                if problem.code in ("same_colour", "wrong_colour") and other is not None:
                    return Problem("looks_like", {"label": label, "other": other})
                return problem
        return None

    def _offer_check(self, photo: Photo) -> Offer:
        counter = TrayCounter(self._calibration().profile)
        checked = check(counter, photo, dict.fromkeys(self.pieces.labels, 1))
        if checked.right:
            right = Problem("check_right", {"total": checked.observation.total})
            return Offer(True, hint=right, observation=checked.observation)
        return Offer(False, checked.problems[0], observation=checked.observation)
