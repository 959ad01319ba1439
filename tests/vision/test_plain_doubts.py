"""Pieces of several sizes, of nearly one colour, or of one that nobody calibrated, without a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.learn import learn
from tests.vision.test_plain_tables import PAPER, THROW, camera, candies, learned
from vision.count import TrayCounter
from vision.judge import Kind, Verdict
from vision.observation import Observation
from vision.patch import Patch, best_label
from vision.photo import Frame, Photo
from vision.pixels import Evidence
from vision.plain_doubt import alike_labels, picture_doubts
from vision.shape import Split, form_of

Spot = tuple[str, int, int]
Found = tuple[Kind, tuple[float, ...], float]
RED, BLUE = (35, 30, 185), (170, 80, 30)
RADII = {"cherry": 13, "apple": 24, "plum": 15}
COLOURS = {"cherry": RED, "apple": (60, 150, 60), "plum": BLUE}
FRUIT: list[Spot] = [
    ("cherry", 50, 50),
    ("cherry", 77, 52),  # touching the first
    ("cherry", 300, 60),
    ("cherry", 150, 300),
    ("apple", 150, 80),
    ("apple", 380, 200),
    ("apple", 429, 200),  # touching the second
    ("plum", 60, 200),
    ("plum", 250, 300),
    ("plum", 250, 200),
]


def fruit(spots: list[Spot]) -> Frame:
    photo = np.full((360, 480, 3), PAPER, np.float64)
    for kind, x, y in spots:
        cv2.circle(photo, (x, y), RADII[kind], COLOURS[kind], -1, cv2.LINE_AA)
    return camera(photo)


def cut(photo: Frame, x: int, y: int, reach: int, name: str) -> Photo:
    part = photo[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    return Photo(np.ascontiguousarray(part), None, f"{name}.jpg")


def seen(cuttings: dict[str, list[Photo]], photo: Frame) -> Observation:
    empty = Photo(camera(np.full((60, 60, 3), PAPER)), None, "empty.jpg")
    return TrayCounter(learn(cuttings, empty=empty, set_name="fruit")).count(photo)


@pytest.mark.parametrize("margin", [-5, 6])
def test_each_label_has_pieces_of_its_own_size(margin: int) -> None:
    photo = fruit(FRUIT)
    places = {"cherry": (300, 60), "apple": (150, 80), "plum": (60, 200)}
    cuttings = {kind: [cut(photo, *at, RADII[kind] + margin, kind)] for kind, at in places.items()}
    observation = seen(cuttings, photo)
    assert dict(observation.counts) == {"cherry": 4, "apple": 3, "plum": 3}
    assert observation.sure


@pytest.mark.parametrize(("margin", "asked"), [(-5, True), (6, False)])
def test_a_single_piece_of_a_size_that_no_cutting_showed_is_asked_about(margin: int, *, asked: bool) -> None:
    photo = fruit([*FRUIT[:4], ("apple", 380, 200), *FRUIT[7:]])
    places = {"cherry": (300, 60), "apple": (380, 200), "plum": (60, 200)}
    cuttings = {kind: [cut(photo, *at, RADII[kind] + margin, kind)] for kind, at in places.items()}
    observation = seen(cuttings, photo)
    assert observation.counts["apple"] == 1
    doubt = "the one apple piece has another size than all others"
    assert (doubt in map(str, observation.doubts)) is asked


def test_cuttings_tell_the_size_of_a_label_of_which_no_piece_lies_apart() -> None:
    """Two touching apples are no four pieces, though nothing in the photo shows how big one is."""
    other = fruit(FRUIT)
    places = {"cherry": (300, 60), "apple": (150, 80), "plum": (60, 200)}
    cuttings = {kind: [cut(other, *at, RADII[kind] + 6, kind)] for kind, at in places.items()}
    photo = fruit([*FRUIT[:4], *FRUIT[5:]])
    observation = seen(cuttings, photo)
    assert dict(observation.counts) == {"cherry": 4, "apple": 2, "plum": 3}
    assert observation.sure


def test_a_label_of_which_cuttings_show_only_a_shaded_side_is_asked_about() -> None:
    """A gray brick on gray cloth: its face is lost, its side is what was learned."""
    photo = np.full((120, 240, 3), PAPER, np.float64)
    for x, colour, face in ((60, [part * 0.45 for part in PAPER], PAPER), (180, BLUE, BLUE)):
        cv2.circle(photo, (x, 60), 20, colour, -1, cv2.LINE_AA)
        cv2.circle(photo, (x, 56), 19, face, -1, cv2.LINE_AA)
    shown = camera(photo)
    cuttings = {"gray": [cut(shown, 60, 60, 32, "gray")], "blue": [cut(shown, 180, 60, 32, "blue")]}
    empty = Photo(camera(np.full((60, 60, 3), PAPER)), None, "empty.jpg")
    profile = learn(cuttings, empty=empty, set_name="bricks")
    assert profile.piece.faint == ("gray",)
    # However plainly another label is to be seen, as a faint one it is asked about.
    doubt = "blue looks much like the table, so some may be missed"
    assert doubt not in map(str, TrayCounter(profile).count(shown).doubts)
    taken = replace(profile, piece=replace(profile.piece, faint=("blue",)))
    assert doubt in map(str, TrayCounter(taken).count(shown).doubts)


@pytest.mark.parametrize(
    ("costs", "asked"), [((3.2, 4.7), True), ((1.1, 2.5), False), ((0.2, 0.6), True), ((3.2,), False)]
)
def test_a_second_label_nearly_as_good_is_asked_about(costs: tuple[float, ...], *, asked: bool) -> None:
    """What costs much has to be clearer than what fits well."""
    doubts = asked_about([("piece", costs, 9.0)], ["red", "pink"][: len(costs)])
    assert doubts == (["one red piece could be pink"] if asked else [])


@pytest.mark.parametrize(
    ("cost", "strength", "table", "asked"),
    [(0.5, 6.0, 80, True), (3.5, 6.0, 80, False), (0.5, 2.0, 80, False), (0.5, 6.0, 130, False)],
)
def test_a_bit_of_a_labels_very_colour_is_asked_about(
    cost: float, strength: float, table: int, *, asked: bool
) -> None:
    """All that stands out of a white piece on a gray table may be its brightest corner; a dark bit is a
    shadow.
    """
    doubts = asked_about([("nothing", (cost, 12.0), strength)], ["white", "red"], share=0.25, table=table)
    assert doubts == (["a bit of white is there, of a piece perhaps"] if asked else [])


@pytest.mark.parametrize(("strength", "asked"), [(4.1, True), (8.0, False)])
def test_where_some_hardly_stand_out_others_may_not_at_all(strength: float, *, asked: bool) -> None:
    doubts = asked_about([("piece", (0.5, 12.0), strength)], ["white", "red"], hard=[0])
    assert doubts == (["white looks much like the table, so some may be missed"] if asked else [])


def asked_about(
    found: list[Found], labels: list[str], share: float = 1.0, table: int = 80, hard: Sequence[int] = ()
) -> list[str]:
    """What is asked about patches of which only the kind, the labels' costs and the strength are known."""
    mask = np.ones((12, 12), np.uint8)
    split = Split(mask, form_of(mask), 1, 0, np.inf, 1)
    verdicts = [
        Verdict(
            Patch(0, 0, mask, 144.0, costs, strength, (6, 6), split, 0, *best_label(list(costs))), kind, share
        )
        for kind, costs, strength in found
    ]
    shown = np.full((12, 20, 3), table, np.uint8)
    shown[:, :12] = 99
    found_there = np.zeros((12, 20), np.uint8)
    found_there[:, :12] = 1
    none = np.zeros((12, 20), np.float32)
    evidence = Evidence(shown, none.astype(np.uint16), found_there, found_there, none, none)
    return [str(doubt) for doubt in picture_doubts(verdicts, evidence, labels, hard=hard)]


def test_labels_with_nearly_the_same_colours_are_alike() -> None:
    """Orange is shaded red at its rim, but red is nowhere orange."""
    plum, cherry = np.array([[40.0, 30, 110], [45, 35, 130]]), np.array([[42.0, 28, 120], [38, 30, 104]])
    orange, red = np.array([[20.0, 110, 230], [25, 60, 200]]), np.array([[30.0, 50, 195], [28, 40, 180]])
    assert alike_labels([plum, cherry, orange, red]) == [(0, 1)]


def test_what_nobody_calibrated_is_not_counted_as_the_nearest_label() -> None:
    photo = camera(candies(THROW))
    cuttings = {"red": [cut(photo, 60, 60, 14, "red")], "blue": [cut(photo, 70, 290, 22, "blue")]}
    observation = seen(cuttings, photo)
    assert dict(observation.counts) == {"red": 2, "blue": 2}
    assert not observation.sure


def test_pieces_unlike_their_label_are_asked_about() -> None:
    """Orange ones go to the red that comes nearest, but red they are not."""
    photo = camera(candies(THROW))
    for x, y in ((150, 250), (330, 280)):
        cv2.circle(photo, (x, y), 16, (20, 95, 225), -1, cv2.LINE_AA)
    assert not TrayCounter(learned()).count(photo).sure


def test_a_label_like_the_table_is_asked_about() -> None:
    photo = camera(candies(THROW))
    cuttings = {
        "red": [cut(photo, 60, 60, 22, "red")],
        "paper": [Photo(np.ascontiguousarray(photo[200:240, 300:340]), None, "paper.jpg")],
    }
    observation = seen(cuttings, photo)
    assert "paper looks much like the table, so some may be missed" in map(str, observation.doubts)


def test_one_label_alone_has_no_second_to_be_taken_for() -> None:
    photo = camera(candies(THROW))
    observation = seen({"red": [cut(photo, 60, 60, 14, "red")]}, photo)
    assert observation.counts["red"] == 2
    assert not observation.sure
