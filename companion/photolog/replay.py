"""Counting the photos of a log again and holding each count against what the table confirmed.

>>> judged = judge(line, observation, photo.frame.shape[1])   # doctest: +SKIP
>>> judged.exact, judged.confused                             # doctest: +SKIP
(False, (('beige', 'white'),))
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.photolog.logs import LogLine, PhotoLog
from vision.count import TrayCounter
from vision.doubts import Doubt
from vision.errors import VisionError
from vision.observation import Observation
from vision.photo import Photo, read_photo

SAME_PLACE_PIECES = 0.75  # a piece seen this far, in piece widths, from a true one is that one
USUAL_PIECE_SHARE = 0.045  # of the picture's width, where no outline tells how large a piece is


@dataclass(frozen=True)
class Judged:
    """One photo counted again. `confused` pairs the true colour with the one seen, a pair a piece."""

    line: LogLine
    seen: Mapping[str, int]
    sure: bool
    hand: bool
    confused: tuple[tuple[str, str], ...] = ()
    missed: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    error: str = ""
    paired: bool = False
    observation: Observation | None = None

    @property
    def exact(self) -> bool:
        """Every colour right; a photo with a hand in it is right if the hand was noticed."""
        if self.error:
            return False
        if self.line.hand:
            return self.hand
        return self.line.agrees(self.seen)

    @property
    def wrong_but_sure(self) -> bool:
        """The one mistake a table would not be warned of."""
        return self.sure and not self.hand and not self.exact

    def sentence(self) -> str:
        """What was wrong with the photo, in a few words; nothing if it was right."""
        if self.error or self.exact:
            return self.error
        if self.line.hand:
            return "the hand was not noticed"
        words = []
        for label in {**self.line.counts, **self.seen}:
            least, most = self.line.counts.get(label, 0), self.line.most.get(label, 0)
            seen = self.seen.get(label, 0)
            if not least <= seen <= most:
                true = f"{least}" if least == most else f"{least}–{most}"
                words.append(f"{label} {seen} instead of {true}")
        return ", ".join(words) + (" (sure)" if self.sure else " (not sure)")


def replay(log: PhotoLog, counter: TrayCounter, *, single: bool = False) -> Iterator[Judged]:
    """Count each photo of the log, with its unlit twin unless `single`, and judge it."""
    for line in log.lines:
        try:
            photo = read_photo(line.image)
            yield judge_photo(line, photo, counter, single=single)
        except VisionError as error:
            yield failed(line, str(error))


def judge_photo(line: LogLine, photo: Photo, counter: TrayCounter, *, single: bool = False) -> Judged:
    """Count one photo and judge it."""
    unlit = None if single else photo.unlit
    observation = counter.count(photo.frame, unlit)
    return judge(line, observation, photo.frame.shape[1], paired=unlit is not None)


def failed(line: LogLine, sentence: str) -> Judged:
    """A photo that could not be counted at all: every piece in it was missed."""
    missed = tuple(label for label, number in line.counts.items() for _ in range(number))
    return Judged(line, {}, sure=False, hand=False, missed=() if line.hand else missed, error=sentence)


def judge(line: LogLine, observation: Observation, picture_width: int, *, paired: bool = False) -> Judged:
    """Hold one observation against the truth, by place where places are known, else by numbers."""
    confused: list[tuple[str, str]] = []
    missed: list[str] = []
    extra: list[str] = []
    if not line.hand:  # what a hand covers or carries away is nobody's mistake
        if line.pieces:
            reach_pixels = SAME_PLACE_PIECES * _piece_pixels(observation, picture_width)
            confused, missed, extra = _by_place(line, observation, reach_pixels)
        else:
            confused, missed, extra = _by_numbers(line, observation.counts)
    return Judged(
        line,
        dict(observation.counts),
        sure=observation.sure,
        hand=observation.hand,
        confused=tuple(confused),
        missed=tuple(missed),
        extra=tuple(extra),
        doubts=observation.doubts,
        paired=paired,
        observation=observation,
    )


def _piece_pixels(observation: Observation, picture_width: int) -> float:
    """How wide a piece looks: the middle one of those outlined."""
    widths = sorted(
        max(x for x, _ in piece.outline) - min(x for x, _ in piece.outline)
        for piece in observation.pieces
        if len(piece.outline) > 2
    )
    return widths[len(widths) // 2] if widths else USUAL_PIECE_SHARE * picture_width


_Mistakes = tuple[list[tuple[str, str]], list[str], list[str]]


def _by_place(line: LogLine, observation: Observation, reach_pixels: float) -> _Mistakes:
    """Pair true and seen pieces, nearest first; one piece stands for one only."""
    distances = sorted(
        (distance, t, s)
        for t, true in enumerate(line.pieces)
        for s, seen in enumerate(observation.pieces)
        if (distance := math.hypot(true.x - seen.x, true.y - seen.y)) <= reach_pixels
    )
    partner: dict[int, int] = {}
    taken: set[int] = set()
    # countable pieces choose first: a hidden one below must not take the piece on top of it away
    for countable in (True, False):
        for _, t, s in distances:
            if line.pieces[t].countable is countable and t not in partner and s not in taken:
                partner[t] = s
                taken.add(s)
    confused = []
    missed = []
    for t, true in enumerate(line.pieces):
        if t in partner:
            label = observation.pieces[partner[t]].label
            if label != true.label:
                confused.append((true.label, label))
        elif true.countable:
            missed.append(true.label)
    extra = [piece.label for s, piece in enumerate(observation.pieces) if s not in taken]
    return confused, missed, extra


def _by_numbers(line: LogLine, seen: Mapping[str, int]) -> _Mistakes:
    """Where only numbers are known: one colour short and another over is taken for a confusion."""
    short: Counter[str] = Counter()
    over: Counter[str] = Counter()
    for label in {**line.most, **seen}:
        number = seen.get(label, 0)
        short[label] = max(0, line.counts.get(label, 0) - number)
        over[label] = max(0, number - line.most.get(label, 0))
    missed, extra = sorted(short.elements()), sorted(over.elements())
    pairs = min(len(missed), len(extra))
    return list(zip(missed[:pairs], extra[:pairs], strict=True)), missed[pairs:], extra[pairs:]
