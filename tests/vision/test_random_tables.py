"""Tables to learn from: never two alike, and the truth is exact."""

import numpy as np
import pytest

from vision.net_input import CHANNELS
from vision.training.random_tables import FOREIGN, PIECE, SIDE, RandomTable, random_table
from vision.training.solids import draw, prism, turned


@pytest.fixture(scope="module")
def tables() -> list[RandomTable]:
    return [random_table(seed) for seed in range(60)]


def test_the_same_seed_is_the_same_table() -> None:
    one, other = random_table((3, 5)), random_table((3, 5))
    assert np.array_equal(one.channels(), other.channels())
    assert np.array_equal(one.pieces, other.pieces)
    assert not np.array_equal(one.channels(), random_table((3, 6)).channels())


def test_channels_and_truth_have_one_size(tables: list[RandomTable]) -> None:
    for table in tables:
        assert table.channels().shape == (1, CHANNELS, SIDE, SIDE)
        assert table.pieces.shape == table.kinds.shape == (SIDE, SIDE)


def test_pieces_are_numbered_without_gaps_and_lie_where_pieces_are(tables: list[RandomTable]) -> None:
    for table in tables:
        assert set(np.unique(table.pieces)) - {0} == set(range(1, table.number + 1))
        assert (table.kinds[table.pieces > 0] == PIECE).all()


def test_every_kind_of_table_comes_up(tables: list[RandomTable]) -> None:
    assert any(table.empty is None for table in tables)
    assert any(table.unlit is None for table in tables)
    assert any(table.empty_unlit is not None for table in tables)
    assert any(table.number == 0 for table in tables)
    assert any(table.number > 10 for table in tables)
    assert any((table.kinds == FOREIGN).any() for table in tables)
    assert any(table.unclear.any() for table in tables)


def test_pieces_can_be_seen_in_the_photo(tables: list[RandomTable]) -> None:
    """Most differ from the empty tray; some are gray on gray, and hardly do."""
    differ = []
    for table in tables:
        if table.empty is not None and table.number:
            off = np.abs(table.photo.astype(int) - table.empty.astype(int)).max(axis=2)
            differ.append(off[table.pieces > 0].mean() > 1.3 * off[table.kinds == 0].mean())
    assert np.mean(differ) > 0.6


def test_a_flat_octagon_covers_its_area() -> None:
    rng = np.random.default_rng(4)
    areas = [draw(rng, "octagon", "flat", np.zeros(2), np.zeros(2)).cover.sum() / 4 for _ in range(20)]
    # 82.8 mm² for one of 10 mm across; sizes differ by a tenth either way, and a tilt shows a little side.
    assert 65 < min(areas) < max(areas) < 115


def test_faces_of_a_prism_look_outwards() -> None:
    for face in prism(8, 10, 10):
        normal = np.cross(face[1] - face[0], face[2] - face[0])
        assert normal @ face.mean(axis=0) > 0


def test_a_turn_changes_no_lengths() -> None:
    turn = turned(np.random.default_rng(2), "leaning")
    assert np.allclose(turn @ turn.T, np.eye(3))
