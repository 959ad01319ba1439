"""The ring's white light over the pieces: where it lies, and where it dazzles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.calibrate import Calibration
from calibration.samples import samples_in
from calibration.veil import Veil


def test_it_lies_around_the_rings_middle_and_dazzles_in_its_dots(calibrated: Calibration) -> None:
    frame = calibrated.photos.empty.frame
    everywhere = np.zeros(frame.shape[:2], np.uint8)
    everywhere[::3, ::3] = 1
    light, dazzled = Veil(calibrated.profile).over(everywhere)
    rows, columns = np.nonzero(everywhere)
    assert light.shape == (len(rows), 3)
    assert 0 < dazzled.mean() < 0.1
    middle = np.array([columns[dazzled].mean(), rows[dazzled].mean()])
    away = np.hypot(columns - middle[0], rows - middle[1])
    far = away > 0.4 * frame.shape[1]
    near = (away < 0.1 * frame.shape[1]) & ~dazzled
    assert light[near].mean() > 0.03
    assert light[far].max() < 0.01


def test_where_the_ring_is_mirrored_a_piece_may_be_darker_than_it_looks(calibrated: Calibration) -> None:
    veil = Veil(calibrated.profile)
    samples = [
        sample
        for label, seen in calibrated.observations.items()
        for sample in samples_in(calibrated.photos.pieces[label][0], seen[0], label, veil)
    ]
    assert len(samples) == 36
    for sample in samples:
        assert len(sample.looks) == 5
        if not sample.dazzled:
            assert sample.beneath[-1][0] < sample.lab[0] + 1
    assert max(sample.lab[0] - sample.beneath[-1][0] for sample in samples) > 5


def test_a_piece_of_a_huge_photo_has_more_pixels_than_opencv_looks_up_at_once(
    calibrated: Calibration,
) -> None:
    light, _ = Veil(calibrated.profile).over(np.ones((200, 200), np.uint8))
    assert light.shape == (40_000, 3)


def test_without_a_frame_none_is_known(calibrated: Calibration) -> None:
    profile = calibrated.profile
    veil = Veil(replace(profile, place=replace(profile.place, corners=None)))
    light, dazzled = veil.over(np.ones((4, 5), np.uint8))
    assert light.shape == (20, 3)
    assert not light.any()
    assert not dazzled.any()


@pytest.mark.parametrize("label", ["brown", "purple"])
def test_pieces_of_one_photo_are_alike_beneath_it(calibrated: Calibration, label: str) -> None:
    """Nothing is refused that was rightly named: some look of each piece is like one of the others."""
    veil = Veil(calibrated.profile)
    shot, seen = calibrated.photos.pieces[label][0], calibrated.observations[label][0]
    samples = samples_in(shot, seen, label, veil)
    for sample in samples:
        apart = [
            float(np.linalg.norm(one - two))
            for other in samples
            if other is not sample
            for one in sample.looks
            for two in other.looks
        ]
        assert min(apart) < 12
