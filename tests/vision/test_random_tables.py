"""Tables to learn from: never two alike, and the truth is exact."""

import numpy as np
import pytest

from vision.net_input import CHANNELS
from vision.training.arrange import arrange
from vision.training.kinds import SHAPES, body
from vision.training.random_tables import FOREIGN, PIECE, SIDE, RandomTable, random_table
from vision.training.scene import Laid
from vision.training.solids import FINE_A_MM, Body, Pose, Shape, ball, prism, see, turned


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


def test_a_flat_octagon_covers_its_area_and_is_as_high_as_it_is() -> None:
    keshi = Body([prism(8, 10, 9)], 8.0)
    seen = see(keshi, np.eye(3), np.zeros(2))
    assert seen.cover.sum() / FINE_A_MM**2 == pytest.approx(82.8, rel=0.04)
    assert seen.near[seen.cover].max() == pytest.approx(4.5)
    assert seen.far[seen.cover].min() == pytest.approx(-4.5)
    assert np.allclose(seen.facing[seen.cover], [0, 0, 1])


def test_an_eye_beside_it_sees_a_side_too() -> None:
    seen = see(Body([prism(8, 10, 10)], 8.0), np.eye(3), np.array([0.4, 0.0]))
    across = seen.facing[seen.cover]
    assert seen.cover.sum() / FINE_A_MM**2 > 90
    # The sides that look towards the eye are seen, never the others.
    assert across[:, 0].max() == pytest.approx(1.0)
    assert across[:, 0].min() > -0.01


def test_a_ball_faces_all_ways() -> None:
    seen = see(Body([ball(np.zeros(3), 5.0)], 5.0), np.eye(3), np.zeros(2))
    assert seen.cover.sum() / FINE_A_MM**2 == pytest.approx(np.pi * 25, rel=0.03)
    assert np.allclose(np.linalg.norm(seen.facing[seen.cover], axis=1), 1, atol=0.02)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_kind_of_thing_is_seen_whole(shape: Shape) -> None:
    rng = np.random.default_rng(6)
    poses: tuple[Pose, ...] = ("flat", "side", "leaning")
    for pose in poses:
        seen = see(body(rng, shape, 10), turned(rng, pose), rng.uniform(-0.5, 0.5, 2))
        assert seen.cover.any()
        edge = np.concatenate([seen.cover[0], seen.cover[-1], seen.cover[:, 0], seen.cover[:, -1]])
        assert not edge.any()


def test_in_a_heap_some_things_lie_on_others() -> None:
    rng = np.random.default_rng(1)
    heights = []
    for _ in range(12):
        lying = arrange(rng, SIDE, from_below=False)
        heights += [thing.depth + float(thing.sprite.far[thing.sprite.cover].min()) for thing in lying]
    # Most touch the floor, nothing is below it.
    assert np.mean(np.array(heights) < 0.5) > 0.5
    assert max(heights) > 5
    assert min(heights) > -0.6


def test_from_below_the_lowest_things_are_seen_whole() -> None:
    rng = np.random.default_rng(3)
    lying = arrange(rng, SIDE, from_below=True)
    while len(lying) < 12:
        lying = arrange(rng, SIDE, from_below=True)
    laid = Laid(lying, SIDE, from_below=True)
    nearest = laid.depth[laid.owner > 0].max()
    assert nearest == pytest.approx(0, abs=0.6)


def test_a_turn_changes_no_lengths() -> None:
    turn = turned(np.random.default_rng(2), "leaning")
    assert np.allclose(turn @ turn.T, np.eye(3))
