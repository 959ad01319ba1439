"""Calibrating live, step by step, nothing drawn: the empty tray, then three pieces of each colour.

    session = CalibrationSession(KESHIS)
    offer = session.offer(photo)        # good for this step, or a problem to put right
    if offer.ok:
        session.accept()                # on to the next step
    …
    profile = session.finish()

The quick one asks for a throw of all colours instead: what it names wrongly is put right with `name`, and
`confirm` goes on.

The touchscreen shows `session.step` and what is wrong with an offer. Each photo is judged at once against
those before it, so that a wrong colour is told while the pieces are still in the hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from calibration.calibrate import Calibration, examine
from calibration.errors import CalibrationError
from calibration.folder import CalibrationPhotos
from calibration.frame_seen import shows_frame
from calibration.learn import KnownTray, learn, lying_pieces, taught, tray_of
from calibration.problems import Params, Problem
from calibration.quality import set_problems
from calibration.quick import Throw, learned_from, missing, seen_in
from calibration.region import Region
from calibration.samples import PieceSample, samples_of
from calibration.sets import KESHIS, NAMED_COLOURS_LAB, PieceSet
from calibration.steps import EMPTY, FRAME, LEARNING, NAMES, CalibrationStep, quick_steps, steps
from calibration.verdict import Verdict, judge_samples
from companion.words import N_
from vision.count import TrayCounter
from vision.errors import VisionError
from vision.photo import Photo
from vision.profile import Profile

if TYPE_CHECKING:
    from hardware.camera import WithSettings


@dataclass(frozen=True)
class Offer:
    """What a photo is worth for a step.

    problem    what is to be put right first, if anything
    framed     of an empty tray: whether it shows the paper frame
    samples    of pieces: their colours
    throw      of a throw: its pieces
    """

    step: CalibrationStep
    photo: Photo
    problem: Problem | None = None
    framed: bool = False
    samples: tuple[PieceSample, ...] = ()
    throw: Throw | None = None

    @property
    def ok(self) -> bool:
        return self.problem is None


class CalibrationSession:
    """One calibration in the making. Nothing is kept until `finish`."""

    def __init__(
        self, pieces: PieceSet = KESHIS, *, region: Region | None = None, quick: bool = False
    ) -> None:
        self.pieces = pieces
        self.plan = quick_steps(pieces.labels) if quick else steps(pieces.labels)
        self.throws: tuple[Throw, ...] = ()  # all that were accepted: each teaches more
        self.camera_settings: dict[str, object] = {}
        self._region = region
        self._judges = {"empty": self._judge_empty, "pieces": self._judge_pieces, "throw": self._judge_throw}
        self._accepted: dict[str, Offer] = {}  # by the name of the step
        self._offered: Offer | None = None
        self._done: Calibration | None = None

    @property
    def step(self) -> CalibrationStep:
        """What the table is asked for now: the first step without a photo; LEARNING when there is none."""
        photographed = (step for step in self.plan if step != FRAME)
        return next((step for step in photographed if step.name not in self._accepted), LEARNING)

    def remember_camera(self, camera: WithSettings) -> None:
        """Hold exposure, gain and white balance as they are now, for this and every later evening."""
        self.camera_settings = dict(camera.settings())
        camera.lock(self.camera_settings)

    def offer(self, photo: Photo) -> Offer:
        """Judge a photo for the step at hand; nothing moves on before `accept`."""
        step = self.step
        if step.kind not in self._judges:
            raise self._another_step()
        try:
            offer = self._judges[step.kind](step, photo)
        except (CalibrationError, VisionError) as error:
            offer = Offer(step, photo, Problem("refused", {"sentence": error.said}))
        self._offered = offer
        return offer

    def accept(self) -> CalibrationStep:
        """Take the photo last offered and go on to the next step."""
        offered, self._offered = self._offered, None
        if offered is None or not offered.ok:
            raise CalibrationError(N_("there is no photo to accept; take one that shows what is asked for"))
        if offered.step != self.step:  # judging takes a while, and the table may have moved on meanwhile
            raise self._another_step()
        self._accepted[offered.step.name] = offered
        if offered.throw is not None:
            self.throws = (*self.throws, offered.throw)
        self._done = None
        return self.step

    def name(self, number: int, label: str) -> None:
        """The table says what a piece of the last throw is; `quick.NO_PIECE`: none."""
        *before, last = self.throws
        self.throws = (*before, last.renamed(number, label))
        self._done = None

    @property
    def unnamed(self) -> tuple[str, ...]:
        """The colours of which nothing was thrown yet."""
        return tuple(missing(self.throws, self.pieces.labels))

    def confirm(self) -> CalibrationStep:
        """The table says that all pieces have their right names."""
        if self.step == NAMES and not self.unnamed:
            self._accepted[NAMES.name] = Offer(NAMES, self.throws[-1].photo)
        return self.step

    def toss_again(self) -> CalibrationStep:
        """Another throw, beside what was thrown before."""
        for kind in ("throw", "names"):
            self._accepted.pop(kind, None)
        self._offered = self._done = None
        return self.step

    @staticmethod
    def _another_step() -> CalibrationError:
        return CalibrationError(
            N_("this photo was taken for another step; take one that shows what is asked for")
        )

    def redo(self, *labels: str) -> CalibrationStep:
        """Take these colours again, then go on where it was."""
        for label in labels:
            if label not in self.pieces.labels:
                raise CalibrationError(N_("this set has no {label}", label=label))
        if NAMES in self.plan:
            # What is named wrongly would be so for ever; what is only close is learned from more pieces.
            self.throws = self.throws if self.verdict().good else ()
            return self.toss_again()
        for step in self.plan:
            if step.label in labels:
                self._accepted.pop(step.name, None)
        self._offered = self._done = None
        return self.step

    def back(self) -> CalibrationStep:
        """Take the photo before again."""
        at = self.plan.index(self.step) if self.step in self.plan else len(self.plan)
        if self.step == NAMES:
            self.throws = self.throws[:-1]
        self._accepted.pop(self.plan[at - 1].name, None)
        self._offered = self._done = None
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
        if self._done is None and NAMES in self.plan:
            self._done = learned_from(self.throws, self._tray(), self.pieces)
        if self._done is None:
            photos = self._photos()
            profile = learn(photos.pieces, empty=photos.empty, set_name=self.pieces.name, region=self._region)
            self._done = examine(profile, photos)
        return self._done

    def _photos(self) -> CalibrationPhotos:
        empty, shown = self._accepted.get(EMPTY.name), self._pieces_shown()
        missing = [label for label in self.pieces.labels if label not in shown]
        if empty is None or missing:
            left = ", ".join(missing)
            raise CalibrationError(N_("the calibration is not finished; still to do: {left}", left=left))
        return CalibrationPhotos(empty.photo, {label: (offer.photo,) for label, offer in shown.items()})

    def _pieces_shown(self) -> dict[str, Offer]:
        """By their labels, in the order of the plan."""
        named = {step.label: self._accepted.get(step.name) for step in self.plan if step.label}
        return {label: offer for label, offer in named.items() if offer is not None}

    # -- one judge for each kind of step ------------------------------------------------------------------

    def _judge_empty(self, step: CalibrationStep, photo: Photo) -> Offer:
        framed = self._region is None and shows_frame(photo)
        problems = set_problems(photo, {}, framed=framed)
        if not problems and framed and lying_pieces(photo):
            problems = [Problem("not_empty", {"photo": photo.name})]
        return Offer(step, photo, problems[0] if problems else None, framed=framed)

    def _judge_pieces(self, step: CalibrationStep, photo: Photo) -> Offer:
        label, empty = step.label, self._accepted[EMPTY.name]  # no step asks for pieces before the empty tray
        problems = set_problems(empty.photo, {label: [photo]}, framed=empty.framed)
        if problems:
            return Offer(step, photo, problems[0])
        photo = replace(photo, name=photo.name or label)
        params: Params = {"photo": photo.name, "label": label}
        profile = learn({label: [photo]}, empty=empty.photo, set_name=self.pieces.name, region=self._region)
        counter = TrayCounter(profile)
        sight = counter.eye.look(photo.frame, photo.unlit)
        samples = samples_of(taught(sight.spots), label, str(photo.name), profile.gloss)
        problem = None
        if counter.observe(sight).hand:
            problem = Problem("hand", params)
        elif not samples:
            problem = Problem("no_pieces", params)
        else:
            problem = self._clash(label, samples)
        return Offer(step, photo, problem, samples=tuple(samples))

    def _judge_throw(self, step: CalibrationStep, photo: Photo) -> Offer:
        empty = self._accepted[EMPTY.name]
        problems = set_problems(empty.photo, {"": [photo]}, framed=empty.framed)
        if problems:
            return Offer(step, photo, problems[0])
        return Offer(step, photo, throw=seen_in(photo, self._tray(), self.pieces.labels, self.throws))

    def _tray(self) -> KnownTray:
        """The tray as its photo without pieces shows it."""
        return tray_of([], empty=self._accepted[EMPTY.name].photo)

    def _clash(self, label: str, samples: list[PieceSample]) -> Problem | None:
        """Whether these pieces look like a colour that was already done, or plainly like another name."""
        known = {name: [*offer.samples] for name, offer in self._pieces_shown().items()} | {label: samples}
        verdict = judge_samples(
            [sample for many in known.values() for sample in many],
            {name: name for name in known},
            paired=self._accepted[EMPTY.name].photo.unlit is not None,
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
