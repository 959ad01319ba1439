"""What the net is shown."""

import numpy as np
import pytest

from vision.net_input import CHANNELS, MULTIPLE, assemble, assemble_padded, padded
from vision.photo import Frame


def _picture(value: int, height: int = 220, width: int = 300) -> Frame:
    return np.full((height, width, 3), value, np.uint8)


def test_four_pictures_and_who_is_there() -> None:
    block = assemble(_picture(255), empty=_picture(51), unlit=_picture(102), empty_unlit=_picture(0))
    assert block.shape == (1, CHANNELS, 220, 300)
    assert block.dtype == np.float32
    means = block[0].mean(axis=(1, 2))
    assert means == pytest.approx([1.0] * 3 + [0.2] * 3 + [0.4] * 3 + [0.0] * 3 + [1.0] * 3, abs=1e-5)


def test_what_nobody_took_is_zeros_and_says_so() -> None:
    block = assemble(_picture(255), unlit=_picture(255))
    assert block[0].max(axis=(1, 2)).tolist() == [1.0] * 3 + [0.0] * 3 + [1.0] * 3 + [0.0] * 3 + [
        0.0,
        1.0,
        0.0,
    ]


def test_a_dark_room_is_not_a_missing_picture() -> None:
    assert not np.array_equal(assemble(_picture(9), unlit=_picture(0)), assemble(_picture(9)))


def test_pictures_of_two_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="'empty' must be 8-bit colour, 300×220"):
        assemble(_picture(1), empty=_picture(1, 220, 299))


@pytest.mark.parametrize(
    ("size", "wanted"), [((220, 300), (224, 304)), ((228, 308), (240, 320)), ((32, 16), (32, 16))]
)
def test_pictures_grow_until_the_net_can_halve_them(size: tuple[int, int], wanted: tuple[int, int]) -> None:
    picture = np.random.default_rng(1).integers(0, 255, (*size, 3)).astype(np.uint8)
    larger = padded(picture)
    assert larger.shape == (*wanted, 3)
    assert np.array_equal(larger[: size[0], : size[1]], picture)
    assert np.array_equal(larger[-1, : size[1]], picture[-1])
    block = assemble_padded(picture, empty=picture)
    assert block.shape[2] % MULTIPLE == block.shape[3] % MULTIPLE == 0
    assert np.array_equal(block[0, :3], block[0, 3:6])
