"""Watching low-resolution frames, voting, and drawing what was seen."""

from __future__ import annotations

import numpy as np

from tests.vision.conftest import Table
from vision.observation import Observation, Piece
from vision.overlay import draw, swatches
from vision.photo import Frame
from vision.steady import Watcher


def quiet(seed: int) -> Frame:
    noise = np.random.default_rng(seed).normal(60, 4, (243, 324, 3))
    return np.asarray(noise.clip(0, 255), np.uint8)


def with_block(frame: Frame, x: int, size: int) -> Frame:
    changed = frame.copy()
    changed[100 : 100 + size, x : x + size] = 200
    return changed


def test_grain_is_no_movement_once_it_is_known() -> None:
    watcher = Watcher()
    states = [watcher.see(quiet(seed)).state for seed in range(30)]
    assert states[2:] == ["still"] * 28


def test_a_falling_keshi_moves_and_then_lies_still() -> None:
    watcher = Watcher()
    watcher.see(quiet(0))
    assert watcher.see(with_block(quiet(1), 40, 14)).state == "moving"
    assert watcher.see(with_block(quiet(2), 60, 14)).state == "moving"
    assert watcher.see(with_block(quiet(3), 60, 14)).state == "still"


def test_a_hand_is_a_hand_even_when_it_rests() -> None:
    watcher = Watcher()
    watcher.see(quiet(0))
    watcher.see(quiet(1))
    assert watcher.see(with_block(quiet(2), 60, 110)).state == "hand"
    assert watcher.see(with_block(quiet(3), 60, 110)).state == "hand"
    watcher.see(quiet(4))
    assert watcher.see(quiet(5)).state == "still"


def test_what_stays_for_good_is_no_hand() -> None:
    watcher = Watcher()
    watcher.see(quiet(0))
    watcher.see(quiet(1))
    states = [watcher.see(with_block(quiet(seed), 60, 110)).state for seed in range(2, 40)]
    assert states[-1] == "still"


def test_the_drawing_leaves_the_photo_alone_and_marks_pieces(table: Table) -> None:
    photo = table.throw({"yellow": 3, "red": 3})
    seen = table.counter.count(photo.frame, photo.unlit)
    before = photo.frame.copy()
    drawn = draw(photo.frame, seen, swatches(table.profile))
    assert (photo.frame == before).all()
    assert (drawn != photo.frame).any()
    doubtful = Observation(
        seen.counts, tuple(Piece(p.label, p.x, p.y, 0.4, p.outline) for p in seen.pieces), False, False
    )
    assert (draw(photo.frame, doubtful, swatches(table.profile)) != drawn).any()
