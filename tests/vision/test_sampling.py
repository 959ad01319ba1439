"""Which pixels are asked."""

from __future__ import annotations

import numpy as np

from vision.sampling import spread_out


def test_samples_lie_all_over_a_face_and_not_on_a_line() -> None:
    """A face 100 pixels wide: every hundredth pixel would be one column."""
    chosen = spread_out(5000, 50)
    assert (np.diff(chosen) > 0).all()
    assert chosen[0] < 100 <= 4900 <= chosen[-1] < 5000
    assert np.std(chosen % 100) > 20
    assert (chosen == spread_out(5000, 50)).all()


def test_a_small_face_is_asked_several_times() -> None:
    assert set(spread_out(5, 40).tolist()) == {0, 1, 2, 3, 4}
    assert len(spread_out(0, 0)) == 0
