"""What a photo without a frame tells by itself: its table, its scale, pieces at its edge and faint ones."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.bare_table import bare_table
from calibration.learn import learn
from tests.vision.test_plain_tables import CANDIES, COUNTS, PAPER, RADIUS, THROW, WOOD, camera, candies
from vision import plain_edge
from vision.count import TrayCounter
from vision.observation import Observation
from vision.photo import Frame, Photo
from vision.plain_size import other_size
from vision.profile import Profile

Table = tuple[float, float, float]
SPOTS = [(label, 60 + 110 * number, 70 + 160 * row) for number, label in enumerate(CANDIES) for row in (0, 1)]


def cuttings(table: Table, margin: int, times: float = 1.0) -> dict[str, list[Photo]]:
    """Two cuttings a label, so far around the candies, and then made larger or smaller."""
    photo = camera(candies(SPOTS, table))
    reach = RADIUS + margin
    cut: dict[str, list[Photo]] = {label: [] for label in CANDIES}
    for label, x, y in SPOTS:
        part = photo[y - reach : y + reach, x - reach : x + reach]
        scaled = cv2.resize(part, None, fx=times, fy=times, interpolation=cv2.INTER_AREA)
        cut[label].append(Photo(np.asarray(scaled, np.uint8), None, f"{label}.jpg"))
    return cut


def bare(table: Table) -> Photo:
    return Photo(np.ascontiguousarray(camera(candies([], table))[150:210, 200:300]), None, "empty.jpg")


def without_table(cut: dict[str, list[Photo]]) -> Profile:
    return learn(cut, empty=bare_table(cut, "empty.jpg"), set_name="candies")


def seen(profile: Profile, photo: Frame) -> Observation:
    return TrayCounter(Profile.from_text(profile._text(with_created=True))).count(photo)


@pytest.mark.parametrize(("table", "margin"), [(WOOD, 8), (WOOD, -6), (PAPER, 0)])
def test_nobody_photographed_the_bare_table(table: Table, margin: int) -> None:
    profile = without_table(cuttings(table, margin))
    assert profile.empty.known == (margin > -6)
    observation = seen(profile, camera(candies(THROW, table)))
    assert observation.counts == COUNTS
    assert observation.sure


def test_one_label_without_a_bare_table_is_not_its_own_table() -> None:
    profile = without_table({"red": cuttings(PAPER, -6)["red"]})
    assert not profile.empty.known
    assert seen(profile, camera(candies([("red", 100, 100), ("red", 300, 200)]))).total == 2


def test_a_camera_with_many_pixels() -> None:
    profile = learn(cuttings(PAPER, 6, 6.0), empty=bare(PAPER), set_name="candies")
    large = cv2.resize(camera(candies(THROW)), None, fx=6, fy=6, interpolation=cv2.INTER_CUBIC)
    observation = seen(profile, np.asarray(large, np.uint8))
    assert observation.counts == COUNTS
    assert observation.sure


def test_cuttings_that_are_all_piece_leave_the_size_to_the_photo() -> None:
    profile = learn(cuttings(PAPER, -6), empty=bare(PAPER), set_name="candies")
    assert profile.piece.guessed
    observation = seen(profile, camera(candies(THROW)))
    assert observation.counts == COUNTS
    assert observation.sure


@pytest.mark.parametrize("times", [0.5, 1.9])
def test_cuttings_of_another_scale(times: float) -> None:
    profile = learn(cuttings(PAPER, 6, times), empty=bare(PAPER), set_name="candies")
    assert not profile.piece.guessed
    observation = seen(profile, camera(candies(THROW)))
    assert observation.counts == COUNTS
    places = sorted((piece.x, piece.y) for piece in observation.pieces)
    for (x, y), (_, true_x, true_y) in zip(places, sorted(THROW, key=lambda spot: spot[1:]), strict=True):
        assert abs(x - true_x) < 5
        assert abs(y - true_y) < 5


@pytest.fixture(scope="module")
def on_paper() -> Profile:
    return learn(cuttings(PAPER, 6), empty=bare(PAPER), set_name="candies")


def test_another_table_than_the_known_one(on_paper: Profile) -> None:
    observation = seen(on_paper, camera(candies(THROW, WOOD)))
    assert observation.counts == COUNTS
    assert observation.sure


def test_what_the_edge_cuts_off_is_a_piece(on_paper: Profile) -> None:
    half_outside = [*THROW, ("red", 2, 180), ("blue", 477, 180), ("green", 150, 358), ("yellow", 4, 357)]
    observation = seen(on_paper, camera(candies(half_outside)))
    assert observation.counts == {"red": 3, "green": 2, "blue": 3, "yellow": 3}
    assert observation.sure
    corner = min(observation.pieces, key=lambda piece: piece.x - piece.y)
    assert corner.label == "yellow"
    assert abs(corner.x - 6) < 5
    assert abs(corner.y - 354) < 5


def test_something_else_that_the_edge_cuts_off_is_asked_about(
    on_paper: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a reddish pen that reaches into the picture nobody sees that it is no candy."""
    photo = camera(candies(THROW))
    cv2.circle(photo, (2, 180), 16, (60, 90, 190), -1, cv2.LINE_AA)
    assert not seen(on_paper, photo).sure
    monkeypatch.setattr(plain_edge, "LIKE_LABEL", 99.0)
    assert seen(on_paper, photo).sure


def test_white_on_white_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CANDIES, "white", (208, 210, 211))
    spots = [("white", 70, 270), ("white", 410, 180), *SPOTS]
    photo = camera(candies(spots))
    cut = cuttings(PAPER, 6)
    reach = RADIUS + 6
    cut["white"] = [
        Photo(np.ascontiguousarray(photo[y - reach : y + reach, x - reach : x + reach]), None, "white.jpg")
        for _, x, y in spots[:2]
    ]
    profile = learn(cut, empty=bare(PAPER), set_name="candies")
    assert seen(profile, camera(candies(THROW))).counts == COUNTS | {"white": 0}
    observation = seen(profile, camera(candies([*THROW, ("white", 150, 180)])))
    assert not observation.sure
    assert observation.counts == COUNTS | {"white": 1}


def test_what_has_the_tables_colour_but_an_outline_is_asked_about(on_paper: Profile) -> None:
    photo = camera(candies(THROW))
    assert seen(on_paper, photo).sure
    cv2.circle(photo, (330, 250), RADIUS, (188, 191, 192), -1, cv2.LINE_AA)
    assert not seen(on_paper, photo).sure


def test_a_cutting_shows_a_piece_even_if_it_looks_like_the_table() -> None:
    cut = cuttings(PAPER, 4)
    cut["paper"] = [Photo(np.ascontiguousarray(bare(PAPER).frame[:40, :40]), None, "paper.jpg")]
    profile = learn(cut, empty=bare(PAPER), set_name="candies")
    assert seen(profile, camera(candies(THROW))).counts == COUNTS | {"paper": 0}


def test_specks_do_not_tell_a_size() -> None:
    pieces = [650.0, 700.0, 720.0]
    assert other_size([*pieces, *[90.0] * 40], 680, guessed=False) is None
    assert other_size([90.0] * 40, 680, guessed=False) == 90
    assert other_size([2600.0, 2700.0, 2800.0, 640.0], 680, guessed=False) == 2700
    assert other_size([2600.0], 680, guessed=False) is None
    assert other_size([1200.0], 680, guessed=True) == 1200
    assert other_size([], 680, guessed=True) is None
