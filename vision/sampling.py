"""Some pixels that stand for all: which of them to ask."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def spread_out(count: int, asked: int) -> npt.NDArray[np.int64]:
    """The numbers of so many of some pixels, spread over all of them (some asked twice if they are few).

    Pixels are numbered row by row: even steps would walk along a line or two through the picture, which a
    few pieces can cover. So each is taken from anywhere within its step, always the same.
    """
    within = np.random.default_rng(asked).random(asked)
    return np.asarray((np.arange(asked) + within) * count / asked, np.int64)
