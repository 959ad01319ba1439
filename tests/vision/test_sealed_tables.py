"""Sealed tables: the same every time, each with its event, and figures with honest intervals."""

import numpy as np
import pytest

from vision.training import sealed
from vision.training.figures import line, wilson
from vision.training.kinds import SHAPES
from vision.training.random_tables import FOREIGN
from vision.training.sealed import EVENTS, SealedTable, sealed_table
from vision.training.sealed_looks import SEALED_THINGS


@pytest.fixture(scope="module")
def tables() -> list[SealedTable]:
    # Others than those that are counted: these may be looked at.
    edition, sealed.EDITION = sealed.EDITION, 99
    try:
        return [sealed_table(number) for number in range(3 * len(EVENTS))]
    finally:
        sealed.EDITION = edition


def test_a_number_is_always_the_same_table(
    tables: list[SealedTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed, "EDITION", 99)
    again = sealed_table(5)
    assert np.array_equal(again.table.photo, tables[5].table.photo)
    assert np.array_equal(again.table.pieces, tables[5].table.pieces)
    monkeypatch.setattr(sealed, "EDITION", 98)
    assert not np.array_equal(sealed_table(5).table.photo, tables[5].table.photo)


def test_each_table_shows_its_event(tables: list[SealedTable]) -> None:
    for each in tables:
        foreign = bool((each.table.kinds == FOREIGN).any())
        assert foreign == (each.event in ("hand", "card", "dust")) or each.event == "dust"
        if each.event == "empty tray":
            assert each.table.number == 0
        assert each.most >= each.table.number


def test_things_are_made_otherwise_than_in_training() -> None:
    rng = np.random.default_rng(1)
    for shape in SEALED_THINGS.shapes:
        assert shape in SHAPES
        assert SEALED_THINGS.body(rng, shape, 10.0).radius > 3


@pytest.mark.parametrize(
    ("right", "of", "low", "high"), [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (995, 1000, 0.9883, 0.9979)]
)
def test_the_interval_is_wilsons(right: int, of: int, low: float, high: float) -> None:
    assert np.allclose(wilson(right, of), (low, high), atol=2e-4)


def test_nothing_counted_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert line("hand", 1, 2).startswith("| hand | 1 of 2 | 50.0 %")
