"""Photos taken aslant: the pieces in front look larger than those behind."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.test_plain_doubts import BLUE, RED, cut, seen
from tests.vision.test_plain_tables import PAPER, camera
from vision.photo import Frame
from vision.plain_size import Lone
from vision.plain_slope import LEVEL, slope_of

SHAPE = (300, 400)
PLACES = [(x, y) for y in (30, 90, 150, 210, 270) for x in (60, 200, 340)]


def lone(places: list[tuple[int, int]], steep: float, scatter: float = 0.0) -> list[Lone]:
    """Pieces of two labels, one twice as big, whose areas grow downwards."""
    off = np.random.default_rng(3).normal(0, scatter, len(places))
    areas = [
        (400 + 400 * (number % 2)) * float(np.exp(steep * (y / 150 - 1) + off[number]))
        for number, (_, y) in enumerate(places)
    ]
    return [Lone(area, number % 2, *places[number]) for number, area in enumerate(areas)]


@pytest.mark.parametrize("steep", [0.5, -0.3])
def test_pieces_apart_tell_how_much_nearer_the_front_is(steep: float) -> None:
    found = lone(PLACES, steep, 0.05)
    slope = slope_of(found, SHAPE)
    assert slope.down == pytest.approx(steep, abs=0.08)
    assert slope.across == pytest.approx(0, abs=0.08)
    level = [one.area for one in slope.levelled(found, SHAPE) if one.label == 0]
    assert max(level) < 1.25 * min(level)


def test_two_taken_for_one_do_not_tilt_the_table() -> None:
    found = lone(PLACES, 0.0, 0.05)
    found[-1] = found[-1]._replace(area=2 * found[-1].area)
    assert slope_of(found, SHAPE) == LEVEL


def test_chance_and_a_handful_of_pieces_tell_no_slope() -> None:
    assert slope_of(lone(PLACES, 0.0, 0.15), SHAPE) == LEVEL
    assert slope_of(lone(PLACES[::3], 0.5), SHAPE) == LEVEL


def test_the_slope_stays_where_it_was_when_a_margin_is_added() -> None:
    slope = slope_of(lone(PLACES, 0.5), SHAPE)
    wider = slope.widened(SHAPE, 20)
    assert wider.at(120, 260, (340, 440)) == pytest.approx(slope.at(100, 240, SHAPE))


def aslant() -> tuple[Frame, list[tuple[str, int, int, int]]]:
    """Rows of chips that are more than twice as big in front as behind, two of them touching there."""
    pieces = [
        ("red" if (row + column) % 2 else "blue", 60 + 90 * column, 30 + row * (52 + 6 * row), 12 + 2 * row)
        for row in range(5)
        for column in range(5)
    ]
    pieces.append(("red", 465, 334, 20))
    photo = np.full((370, 520, 3), PAPER, np.float64)
    for label, x, y, radius in pieces:
        cv2.circle(photo, (x, y), radius, RED if label == "red" else BLUE, -1, cv2.LINE_AA)
    return camera(photo), pieces


def test_a_photo_taken_aslant_is_counted_without_a_doubt() -> None:
    photo, pieces = aslant()
    back = {label: (x, y, radius) for label, x, y, radius in reversed(pieces)}
    cuttings = {label: [cut(photo, x, y, radius + 5, label)] for label, (x, y, radius) in back.items()}
    observation = seen(cuttings, photo)
    assert dict(observation.counts) == {"red": 13, "blue": 13}
    assert observation.sure
