"""Looking twice: an answer that is the same both ways stays as it is, any other is evened out."""

import numpy as np

from vision.both_ways import both_ways
from vision.net_input import Block
from vision.pieces import RAYS, Map


def _block() -> Block:
    return np.random.default_rng(1).random((1, 15, 32, 48)).astype(np.float32)


def _fair(block: Block) -> Map:
    """A net that says what each even pixel shows; its rays point where the first channel grows."""
    even = block[0, 0, ::2, ::2]
    right = np.zeros_like(even)
    right[:, :-1] = block[0, 0, ::2, 1::2][:, :-1]
    left = np.zeros_like(even)
    left[:, 1:] = block[0, 0, ::2, 1::2][:, :-1]
    rays = np.zeros((RAYS, *even.shape), np.float32)
    rays[0], rays[RAYS // 2] = right, left
    return np.concatenate([even[None], rays, np.stack([even] * 3)])


def test_a_fair_answer_stays() -> None:
    block = _block()
    inside = np.s_[:, 2:-2, 2:-2]
    assert np.allclose(both_ways(_fair, block)[inside], _fair(block)[inside], atol=1e-6)


def test_rays_that_were_not_turned_back_would_show() -> None:
    block = _block()

    def lopsided(picture: Block) -> Map:
        answer = _fair(picture)
        answer[1] += 10  # always to the right, however the tray is turned
        return answer

    mean, fair = both_ways(lopsided, block), _fair(block)
    assert np.allclose(mean[1, 2:-2, 2:-2], fair[1, 2:-2, 2:-2] + 5, atol=1e-5)
    left = 1 + RAYS // 2
    assert np.allclose(mean[left, 2:-2, 2:-2], fair[left, 2:-2, 2:-2] + 5, atol=1e-5)
