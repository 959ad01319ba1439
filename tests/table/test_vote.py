"""Looks at one tray at rest: as many as are needed, and what most of them saw."""

from __future__ import annotations

import numpy as np

from companion.table.vote import LOOKS_AT_MOST, Vote
from hardware.camera import FlashPair
from vision.doubts import LOOKS_DIFFER
from vision.observation import Observation


def observation(red: int, *, sure: bool = True) -> Observation:
    return Observation({"red": red}, (), sure, False)


def voted(*seen: Observation) -> tuple[Vote, list[FlashPair]]:
    vote, pairs = Vote(), [FlashPair(np.zeros((2, 2, 3), np.uint8), None, float(n)) for n in range(len(seen))]
    for each, pair in zip(seen, pairs, strict=True):
        vote.add(each, pair)
    return vote, pairs


def test_two_that_agree_decide_it_and_more_are_not_taken() -> None:
    assert not voted()[0].decided
    assert not voted(observation(3))[0].decided
    assert voted(observation(3), observation(3))[0].decided
    assert not voted(observation(3), observation(2))[0].decided
    assert voted(*(observation(red) for red in range(LOOKS_AT_MOST)))[0].decided


def test_the_verdict_is_what_most_saw_a_sure_one_first_with_the_pair_it_was_seen_in() -> None:
    vote, pairs = voted(observation(3, sure=False), observation(2), observation(3))
    seen, pair = vote.verdict()
    assert (seen.counts["red"], seen.sure) == (3, True)
    assert pair is pairs[2]


def test_looks_that_all_differ_are_a_doubt() -> None:
    vote, pairs = voted(*(observation(red) for red in (5, 2, 6)))
    seen, pair = vote.verdict()
    assert not seen.sure
    assert seen.doubts == (LOOKS_DIFFER,)
    assert pair is pairs[0], "the photo is the one its pieces were seen in"
    assert voted(observation(5))[0].verdict()[0].sure, "a single look contradicts nobody"
