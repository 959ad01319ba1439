"""Looking at the tray twice, the second time turned by half: what is chance in one answer, the other lacks.

The net is no better one way round than the other, so the mean of both answers is surer than either. It costs
the net's time twice, and finds more than any threshold does (docs/training.md).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.net_input import Block
from vision.pieces import RAYS, Map

# From a block of pictures to the net's maps: outputs × half its height × half its width.
Forward = Callable[[Block], Map]


def both_ways(forward: Forward, block: Block) -> Map:
    """The mean of the net's answers to a block and to the same turned by half."""
    straight = forward(block)
    back = _turned_back(forward(_turned(block)))
    # The first row and column have no partner: the turned grid begins one step further.
    mean = straight.copy()
    mean[:, 1:, 1:] = (straight[:, 1:, 1:] + back) / 2
    return mean


def _turned(block: Block) -> Block:
    """Turned by half so that even pixels, which the maps stand for, come to lie on even ones."""
    turned = np.roll(block[:, :, ::-1, ::-1], 1, axis=(2, 3))
    turned[:, :, 0] = turned[:, :, 1]
    turned[:, :, :, 0] = turned[:, :, :, 1]
    return np.ascontiguousarray(turned)


def _turned_back(answer: Map) -> Map:
    """The answer to a turned block at the places of the straight one, without its first row and column."""
    back = answer[:, :0:-1, :0:-1]
    rays = np.roll(back[1 : 1 + RAYS], RAYS // 2, axis=0)
    return np.concatenate([back[:1], rays, back[1 + RAYS :]])
