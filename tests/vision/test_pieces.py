"""From the net's maps to pieces: what perfect maps give, and what keeps one piece from being found twice."""

import numpy as np
import pytest

from vision.pieces import RAYS, directions, find_pieces
from vision.training.random_tables import random_table
from vision.training.truth import counted, perfect_maps


def _two_discs(apart: float) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    y, x = np.mgrid[:80, :80]
    pieces = np.zeros((80, 80), np.int32)
    pieces[np.hypot(x - 24, y - 40) < 10] = 1
    pieces[np.hypot(x - 24 - apart, y - 40) < 10] = 2
    return pieces


def test_perfect_maps_of_heaps_give_the_exact_number() -> None:
    """But for slivers so small or so bent that rays cannot show them."""
    heaps = [table for table in map(random_table, range(90)) if table.number >= 8]
    assert len(heaps) > 30
    right = 0
    for table in heaps:
        maps = perfect_maps(table.pieces)
        found = find_pieces(maps.likely, maps.rays)
        assert abs(len(found) - table.number) <= 1
        # Each stands in a piece of its own.
        stand = {int(maps.pieces[int(piece.y), int(piece.x)]) for piece in found}
        right += len(found) == table.number and stand == set(range(1, table.number + 1))
    assert right >= 0.95 * len(heaps)


def test_an_empty_tray_has_no_pieces() -> None:
    assert find_pieces(np.zeros((20, 30), np.float32), np.zeros((RAYS, 20, 30), np.float32)) == []


def test_the_outline_is_the_piece() -> None:
    maps = perfect_maps(_two_discs(30))
    found = find_pieces(maps.likely, maps.rays)
    assert len(found) == 2
    for piece in found:
        assert piece.likely == 1.0
        assert piece.area == pytest.approx(np.pi * 25, rel=0.15)
        assert abs(piece.y - 20) <= 1


@pytest.mark.parametrize(("apart", "number"), [(20, 2), (15, 2), (0, 1)])
def test_touching_and_covered_pieces_stay_apart(apart: int, number: int) -> None:
    maps = perfect_maps(_two_discs(apart))
    assert len(find_pieces(maps.likely, maps.rays)) == number


def test_a_second_hill_in_one_piece_is_no_second_piece() -> None:
    likely = np.zeros((40, 40), np.float32)
    likely[20, 18], likely[20, 22] = 0.9, 0.8
    assert len(find_pieces(likely, np.full((RAYS, 40, 40), 5, np.float32))) == 1
    likely[20, 22], likely[20, 30] = 0, 0.8
    assert len(find_pieces(likely, np.full((RAYS, 40, 40), 5, np.float32))) == 2


def test_what_is_unlikely_or_dust_is_no_piece() -> None:
    likely = np.zeros((40, 40), np.float32)
    likely[20, 20] = 0.3
    assert find_pieces(likely, np.full((RAYS, 40, 40), 5, np.float32)) == []
    likely[20, 20] = 0.9
    assert find_pieces(likely, np.full((RAYS, 40, 40), 0.5, np.float32)) == []


def test_rays_go_round_once() -> None:
    ways = directions()
    assert ways[0].tolist() == [1.0, 0.0]
    assert np.allclose(ways.sum(axis=0), 0)


def test_hardly_visible_pieces_are_neither_right_nor_wrong() -> None:
    table = next(table for table in map(random_table, range(200)) if table.unclear[::2, ::2].any())
    judged = counted(perfect_maps(table.pieces), table.unclear)
    assert not judged[table.unclear[::2, ::2]].any()
    assert judged[table.pieces[::2, ::2] > 0].all()
