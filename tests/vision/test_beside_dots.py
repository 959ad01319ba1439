"""Pieces half under the ring's dots: only a crescent of them sticks out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_second_look import MIDDLE, PIECE_AREA, SHAPE, disc, evidence, found
from vision.beside_dots import crescents
from vision.colour import cell_index
from vision.pixels import Evidence
from vision.second_look import _disc

down = np.arange(SHAPE[0])[:, None]


def crescent(*, dots: bool = True) -> Evidence:
    """A red piece whose lower edge plainly sticks out, whose middle dots hide, and that is hardly told from
    the ceiling above them.
    """
    photo = evidence(5.0)
    assert photo.sight is not None
    below = MIDDLE[1] + 5
    photo.ratio[disc() & (down < below)] = -2.0
    if dots:
        hidden = disc(radius=16) & (down < below) & (down >= MIDDLE[1] - 1)
        photo.sight[hidden] = 0
    return photo


def test_a_crescent_beside_dots_is_a_piece_to_ask_about() -> None:
    (verdict,) = found(crescent())
    assert verdict.kind == "hidden"
    assert verdict.patch.middle == pytest.approx(MIDDLE, abs=5)


def test_without_dots_nothing_hides_the_rest_of_it() -> None:
    assert found(crescent(dots=False)) == []


def test_something_longer_than_a_piece_is_none() -> None:
    """A bar of the tower in another light, dots all along it."""
    photo = evidence(-5.0)
    photo.ratio[60:65, 40:120] = 6.0
    under, open_ = np.zeros(SHAPE, np.uint8), np.ones(SHAPE, np.uint8)
    under[50:60, 40:120], open_[50:60, 40:120] = 1, 0
    assert crescents(photo, open_, under, _disc(10), PIECE_AREA) == []
    photo.ratio[60:65, 55:120] = -5.0
    assert len(crescents(photo, open_, under, _disc(10), PIECE_AREA)) == 1


def test_another_colour_beside_dots_is_not_counted() -> None:
    photo = crescent()
    strange = np.full((*SHAPE, 3), (90, 160, 95), np.uint8)
    photo = replace(photo, cells=cell_index(strange))
    assert not any(verdict.kind in ("piece", "hidden") for verdict in found(photo))


@pytest.mark.parametrize(("dots", "says", "kind"), [(True, 1.75, "hidden"), (False, 1.3, "odd")])
def test_under_dots_what_is_worth_asking_about_is_counted(dots: bool, says: float, kind: str) -> None:
    """What stands out of its surroundings by no more than that."""
    photo = evidence(says)
    assert photo.sight is not None
    photo.ratio[~disc()] = -0.5
    if dots:
        photo.sight[disc() & (down < MIDDLE[1] - 3)] = 0
    assert [verdict.kind for verdict in found(photo)] == [kind]
