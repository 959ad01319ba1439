"""Outlines are traced when somebody looks at them, and are then what tuples of their corners are."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.conftest import Table
from vision.patch import Patch


def test_nobody_traces_outlines_that_nobody_looks_at(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    traced: list[Patch] = []
    trace = Patch.outline

    def outline(patch: Patch) -> np.ndarray:
        traced.append(patch)
        return trace(patch)

    monkeypatch.setattr(Patch, "outline", outline)
    photo = table.throw({"red": 3, "white": 2})
    observation = table.counter.count(photo.frame, photo.unlit)
    assert traced == []
    assert len(observation.pieces[0].outline) > 3
    assert len(traced) == len(observation.pieces)
    assert all(len(piece.outline) > 3 for piece in observation.pieces)
    assert len(traced) == len(observation.pieces)


def test_each_piece_has_its_own_outline_in_pixels_of_the_photo(table: Table) -> None:
    photo = table.throw({"red": 3, "white": 2, "green": 2})
    pieces = table.counter.count(photo.frame, photo.unlit).pieces
    for piece in pieces:
        xs, ys = zip(*piece.outline, strict=True)
        assert min(xs) < piece.x < max(xs)
        assert min(ys) < piece.y < max(ys)
    assert len({tuple(piece.outline) for piece in pieces}) == len(pieces)


def test_an_outline_is_like_a_tuple(table: Table) -> None:
    photo = table.throw({"red": 1})
    outline = table.counter.count(photo.frame, photo.unlit).pieces[0].outline
    spots = tuple(outline)
    assert outline == spots
    assert outline != spots[1:]
    assert outline[0] == spots[0]
    assert outline[1:] == spots[1:]
    assert hash(outline) == hash(spots)
    assert repr(outline) == repr(spots)
