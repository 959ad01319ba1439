"""Parts of composed throws to learn from: what the truth says lies where the pictures show it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.net_input import MULTIPLE
from vision.training.flat_throws import PARTS, flat_parts
from vision.training.random_tables import FOREIGN, PIECE, RandomTable, truth_of

SIDE = 9 * MULTIPLE
THROWS = 3


@pytest.fixture(scope="module")
def tables() -> list[list[RandomTable]]:
    return [flat_parts((1, number), SIDE, THROWS) for number in range(3)]


def test_a_table_gives_parts_of_every_throw(tables: list[list[RandomTable]]) -> None:
    for parts in tables:
        assert len(parts) == THROWS * PARTS
        for part in parts:
            assert part.photo.shape == (SIDE, SIDE, 3)
            assert part.empty is not None  # composed tables are always calibrated
            assert (part.unlit is None) == (part.empty_unlit is None)
            assert part.pieces.shape == part.kinds.shape == (SIDE, SIDE)
    # Some tables are seen from below, as pairs, some from above.
    assert {parts[0].unlit is None for parts in tables} == {True, False}


def test_the_same_seed_gives_the_same_parts(tables: list[list[RandomTable]]) -> None:
    again = flat_parts((1, 0), SIDE, THROWS)
    for part, before in zip(again, tables[0], strict=True):
        np.testing.assert_array_equal(part.photo, before.photo)
        np.testing.assert_array_equal(part.pieces, before.pieces)


def test_the_picture_differs_from_the_empty_tray_where_pieces_are(tables: list[list[RandomTable]]) -> None:
    there, elsewhere = [], []
    for parts in tables:
        for part in parts:
            # In the quiet light nothing but what lies there differs much.
            if part.empty is None or not part.number or (part.kinds == FOREIGN).any():
                continue
            change = np.abs(part.photo.astype(int) - part.empty).max(axis=2)
            there.append(np.median(change[part.kinds == PIECE]))
            elsewhere.append(np.median(change[part.kinds != PIECE]))
    assert len(there) >= THROWS
    assert np.mean(np.array(there) > np.array(elsewhere)) > 0.8


def test_the_largest_part_stands_for_a_piece() -> None:
    owner = np.zeros((20, 40), np.int32)
    owner[2:12, 2:12] = 4
    owner[2:12, 20:24] = 4  # the rest of it, beyond what covers it
    owner[14:18, 2:6] = 1
    owner[14:18, 30:36] = 2  # hardly in sight
    pieces, unclear = truth_of(owner, np.array([1.0, 0.2, 0.0, 0.9]))
    assert pieces[15, 3] == 1
    assert pieces[5, 5] == 2
    assert pieces[15, 33] == 0
    assert unclear[15, 33]
    # The other part is no piece, and that is sure: one piece is not two.
    assert pieces[5, 21] == 0
    assert not unclear[5, 21]
