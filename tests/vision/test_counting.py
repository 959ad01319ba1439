"""Throws of the simulated tower, counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.conftest import Table
from vision.count import heaps_of
from vision.net_input import PIXELS_A_MM
from vision.photo import Frame
from vision.pieces import FoundPiece
from vision.sight import Spot
from vision.tray import FramedTray

THROWS = [
    {"red": 2, "white": 1, "green": 1},
    {"turquoise": 1, "pink": 2, "orange": 1, "beige": 1, "purple": 1},
    {"gray": 2, "yellow": 2, "brown": 1},
    {},
]


@pytest.mark.parametrize("counts", THROWS, ids=str)
def test_a_flash_pair_is_counted_exactly_and_surely(table: Table, counts: dict[str, int]) -> None:
    photo = table.throw(counts)
    observation = table.counter.count(photo.frame, photo.unlit)
    assert dict(observation.counts) == table.seen()
    assert observation.sure
    assert not observation.hand


def test_every_label_of_the_profile_is_in_the_counts(table: Table) -> None:
    photo = table.throw({"red": 1})
    observation = table.counter.count(photo.frame, photo.unlit)
    assert tuple(observation.counts) == table.profile.labels
    assert observation.total == sum(observation.counts.values()) == len(observation.pieces)


def test_pieces_have_their_place_in_the_photo_as_given(table: Table) -> None:
    photo = table.throw({"red": 4})
    piece = table.counter.count(photo.frame, photo.unlit).pieces[0]
    blue, green, red = photo.frame[round(piece.y), round(piece.x)].astype(int)
    assert red > blue + 40
    assert red > green + 40
    xs, ys = zip(*piece.outline, strict=True)
    assert min(xs) < piece.x < max(xs)
    assert min(ys) < piece.y < max(ys)


def test_a_photo_of_half_the_size_counts_the_same(table: Table) -> None:
    photo = table.throw({"red": 2, "white": 2})
    assert photo.unlit is not None
    half = table.counter.count(_halved(photo.frame), _halved(photo.unlit))
    whole = table.counter.count(photo.frame, photo.unlit)
    assert dict(half.counts) == dict(whole.counts) == table.seen()


def _lying_at(x: float, y: float, area_mm2: float) -> Spot:
    outline = np.array([[x - 5, y - 5], [x + 5, y - 5], [x + 5, y + 5], [x - 5, y + 5]], float)
    return Spot(FoundPiece(x, y, 0.9, outline), np.zeros((9, 3), np.float32), area_mm2, 0.0, 0.0)


def test_each_heap_has_its_place_and_a_piece_that_is_alone_is_none() -> None:
    whole, covered = 90.0, 40.0
    one = [_lying_at(20, 20, whole), _lying_at(26, 20, covered), _lying_at(32, 20, covered)]
    other = [_lying_at(120, 90, covered), _lying_at(126, 90, whole)]
    cut_off = [_lying_at(80, 20, covered)]
    first, second = heaps_of([*one, *cut_off, *other], 90.0)
    assert first / PIXELS_A_MM == pytest.approx([29, 20])
    assert second / PIXELS_A_MM == pytest.approx([120, 90])
    assert not heaps_of([_lying_at(20, 20, whole), _lying_at(26, 20, whole)], 90.0)


def _halved(frame: Frame) -> Frame:
    mean = frame.reshape(frame.shape[0] // 2, 2, frame.shape[1] // 2, 2, 3).mean(axis=(1, 3))
    return np.asarray(mean, np.uint8)


@pytest.mark.parametrize("twin", ["the photo itself", "brighter"])
def test_a_pair_in_which_the_ring_does_not_shine_is_never_sure(table: Table, twin: str) -> None:
    photo = table.throw({"red": 2})
    unlit = photo.frame if twin == "the photo itself" else np.full_like(photo.frame, 255)
    observation = table.counter.count(photo.frame, unlit)
    assert not observation.sure
    assert any("ring's light" in str(doubt) for doubt in observation.doubts)


def test_a_hand_is_noticed_and_nothing_is_sure(table: Table) -> None:
    table.throw({"green": 2})
    table.tower.hand_in()
    table.clock.sleep(2.0)
    pair = table.tower.capture()
    table.tower.hand_out()
    table.clock.sleep(3.0)
    observation = table.counter.count(pair.lit, pair.unlit)
    assert observation.hand
    assert not observation.sure
    assert observation.doubts


@pytest.mark.parametrize(("foreign_mm2", "hand"), [(760.0, False), (840.0, True)])
def test_a_card_or_dust_is_no_hand_and_what_covers_more_is(
    table: Table, foreign_mm2: float, hand: bool
) -> None:
    photo = table.throw({"red": 1})
    sight = replace(table.counter.eye.look(photo.frame, photo.unlit), foreign_mm2=foreign_mm2)
    assert table.counter.observe(sight).hand is hand


@pytest.mark.parametrize("value", [0, 127, 255])
@pytest.mark.parametrize("size", [(16, 16), (243, 324), (768, 1024)])
def test_a_blank_picture_is_never_sure(table: Table, value: int, size: tuple[int, int]) -> None:
    blank = np.full((*size, 3), value, np.uint8)
    for unlit in (None, blank):
        observation = table.counter.count(blank, unlit)
        assert not observation.sure
        assert observation.doubts


def test_noise_alone_is_never_sure(table: Table) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (300, 400, 3), dtype=np.uint8)
    assert not table.counter.count(noise).sure


def test_a_bumped_frame_is_found_again(table: Table) -> None:
    photo = table.throw({"red": 2, "white": 1})
    assert photo.unlit is not None
    bumped = np.roll(photo.frame, (9, -12), axis=(0, 1)), np.roll(photo.unlit, (9, -12), axis=(0, 1))
    assert dict(table.counter.count(*bumped).counts) == table.seen()


def test_the_frame_is_followed_without_searching_the_whole_picture(table: Table) -> None:
    photo = table.throw({})
    tray = FramedTray(table.profile.place)
    first = tray.lay_flat(photo.frame, None)
    second = tray.lay_flat(photo.frame, None)
    assert first.registered
    assert second.view is first.view
