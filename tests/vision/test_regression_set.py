"""The regression set, held against the figures written beside it; and each step broken, which has to show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import vision.chance
import vision.colour
import vision.count
from tests.photos.tables.figures import counted, counter_for, known, tables, worse
from vision.light import PaperLight
from vision.net import Maps, PieceNet
from vision.net_input import assemble_padded
from vision.pieces import find_pieces
from vision.rectify import View

Patch = pytest.MonkeyPatch


@pytest.mark.parametrize("table", tables())
def test_no_table_is_counted_worse_than_written_down(table: str) -> None:
    assert worse(counted(table), known()[table]) == []


def test_every_table_has_its_figures() -> None:
    assert sorted(known()) == tables()


def _flat_beside_itself(patch: Patch) -> None:
    to_picture = View.to_picture
    patch.setattr(View, "to_picture", lambda view, points: np.add(to_picture(view, points), (14.0, -14.0)))


def _light_left_in(patch: Patch) -> None:
    patch.setattr(PaperLight, "gain", lambda paper, white: np.full(3, 0.5))


def _net_without_the_empty_tray(patch: Patch) -> None:
    patch.setattr("vision.sight.assemble_padded", lambda photo, **known: assemble_padded(photo))


def _net_that_believes_less(patch: Patch) -> None:
    look = PieceNet.look

    def doubtful(net: PieceNet, *given: Any) -> Maps:
        maps = look(net, *given)
        return replace(maps, likely=maps.likely * np.float32(0.8))

    patch.setattr(PieceNet, "look", doubtful)


def _pieces_found_twice(patch: Patch) -> None:
    patch.setattr("vision.sight.find_pieces", lambda *given, **how: find_pieces(*given, **how) * 2)


def _colours_without_light(patch: Patch) -> None:
    patch.setattr(vision.colour, "SHADE", 1.5)


def _colours_without_witnesses(patch: Patch) -> None:
    patch.setattr(vision.colour, "WITNESSES", 0.2)


def _everything_is_a_piece(patch: Patch) -> None:
    patch.setattr(vision.count, "COUNTED", 0.02)


def _chances_off_by_a_tenth(patch: Patch) -> None:
    patch.setattr(vision.count, "whole_chance", lambda *parts: 0.9 * vision.chance.whole_chance(*parts))


def _hands_not_seen(patch: Patch) -> None:
    patch.setattr(vision.count, "HAND_MM2", 1e6)


def _sure_of_anything(patch: Patch) -> None:
    init = vision.count.TrayCounter.__init__
    patch.setattr(
        vision.count.TrayCounter, "__init__", lambda self, profile: init(self, profile, sure_above=0.0)
    )


STEPS = (
    _flat_beside_itself,
    _light_left_in,
    _net_without_the_empty_tray,
    _net_that_believes_less,
    _pieces_found_twice,
    _colours_without_light,
    _colours_without_witnesses,
    _everything_is_a_piece,
    _chances_off_by_a_tenth,
    _hands_not_seen,
    _sure_of_anything,
)


@pytest.mark.parametrize("breaks", STEPS)
def test_a_broken_step_is_noticed(breaks: Callable[[Patch], None], monkeypatch: Patch) -> None:
    """On the table seen from below, whose calibration is in a file, and in heaps."""
    breaks(monkeypatch)
    assert any(worse(counted(table, counter_for(table)), known()[table]) for table in ("slits", "heaps"))
