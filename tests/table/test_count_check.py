"""Whether a later look shows the same pieces, some of them taken, or is another count."""

from __future__ import annotations

import pytest

from companion.table.count_check import CountCheck
from tests.table.pebbles import Glance, Pebble, Seen

RED, RED_TOO, BLUE = Pebble("red", 0, 0), Pebble("red", 100, 0), Pebble("blue", 200, 0)
MOST = {"red": 5, "blue": 5, "white": 5}


def counted(*pebbles: Pebble) -> CountCheck:
    return CountCheck.of(Glance(Seen(pebbles)), MOST, {})


def white_or_red(red: float) -> Pebble:
    """A pebble that looks white, and may be a red one."""
    return Pebble("white", 100, 0, confidence=1 - red, alternatives=(("red", red),))


def test_pieces_that_are_only_fewer_leave_the_count_as_it_is() -> None:
    before = counted(RED, RED_TOO, BLUE)
    assert before.outlasts(Glance(Seen((RED, RED_TOO))))
    assert not before.outlasts(Glance(Seen((RED, RED_TOO, BLUE)))), "nothing is gone"


@pytest.mark.parametrize(("red", "same"), [(0.1, True), (0.03, True), (0.01, False)])
def test_what_is_hard_to_believe_is_another_count(red: float, same: bool) -> None:
    """The blue one is gone, and a red one looks white now: read as red it is the same count."""
    assert counted(RED, RED_TOO, BLUE).outlasts(Glance(Seen((RED, white_or_red(red))))) is same


def test_once_pieces_are_being_taken_one_more_may_come() -> None:
    before = counted(RED, RED_TOO, BLUE, Pebble("blue", 300, 0))
    before.later.append(Glance(Seen((RED, BLUE))))
    come = Pebble("white", 400, 0)
    assert before.outlasts(Glance(Seen((RED, BLUE, come))))
    assert not before.outlasts(Glance(Seen((RED, BLUE, come, Pebble("white", 500, 0))))), (
        "two are another count"
    )
