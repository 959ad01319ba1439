"""What hides pieces: a lamp behind them, a room that is guessed at."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.conftest import Table
from vision import background
from vision.bloom import Lamp
from vision.count import TrayCounter
from vision.emptiness import KNOWN_PLACE, silhouettes
from vision.evidence import Examiner
from vision.light import CLIPPED, LINEAR, PAPER_LIGHT, linear
from vision.photo import Frame
from vision.tray import FlatPhoto

# Where the ceiling is seen, on the raster.
LAMP = (230, 170)


def with_lamp(flat: Frame) -> Frame:
    """A flat photo with a clipped lamp before the ceiling, and in it a hole that looks like the ceiling."""
    lit = flat.copy()
    cv2.circle(lit, LAMP, 24, (255, 255, 255), -1)
    hole = np.zeros(flat.shape[:2], np.uint8)
    cv2.circle(hole, LAMP, 11, 1, -1)
    lit[hole > 0] = flat[hole > 0]
    return lit


@pytest.mark.parametrize("paired", [True, False])
def test_what_interrupts_a_lamp_stands_before_it(table: Table, paired: bool) -> None:
    photo = table.throw({})
    flat = table.counter.tray.lay_flat(photo.frame, photo.unlit if paired else None)
    unlit = None if flat.unlit is None else with_lamp(flat.unlit)
    _, evidence = table.counter.examiner.examine(replace(flat, lit=with_lamp(flat.lit), unlit=unlit))
    across, down = LAMP
    assert evidence.foreground[down - 3 : down + 4, across - 3 : across + 4].all()


@pytest.mark.parametrize(("keeps", "piece"), [(0.05, True), (0.85, False)])
def test_only_what_takes_most_of_the_rooms_light_away_is_a_silhouette(
    table: Table, keeps: float, piece: bool
) -> None:
    examiner = table.counter.examiner
    assert isinstance(examiner, Examiner)
    backdrop = examiner._keeper.at_home(3)
    dark = 20 * backdrop.dark_room.pattern
    spot = np.zeros(dark.shape[:2], np.uint8)
    cv2.circle(spot, LAMP, 10, 1, -1)
    dark[spot > 0] *= np.float32(keeps)
    assert bool(silhouettes(dark, backdrop, None)[LAMP[1], LAMP[0]] > 0) is piece


def test_before_a_wall_silhouettes_and_what_shines_through_count_for_less(table: Table) -> None:
    """A shadow on a board, and a piece that a lamp lights as well as the board behind it."""
    examiner = table.counter.examiner
    assert isinstance(examiner, Examiner)
    backdrop = examiner._keeper.at_home(3)
    wall = (backdrop.walls > 0) & (examiner._keeper.window > 0)
    steady = wall & (backdrop.steady == 1)
    ceiling = backdrop.walls == 0
    bright = 20 * backdrop.dark_room.pattern
    shining = silhouettes(bright.copy(), backdrop, None)
    assert float(shining[steady].min()) > 0.7 * float(shining[ceiling].min())
    rows, columns = np.nonzero(steady)
    spots = np.zeros(wall.shape, np.uint8)
    cv2.circle(spots, (int(np.median(columns)), int(np.median(rows))), 10, 1, -1)
    cv2.circle(spots, LAMP, 10, 1, -1)
    bright[spots > 0] *= np.float32(0.02)
    shadowed = silhouettes(bright, backdrop, None)
    before_wall, before_ceiling = (shadowed[(spots > 0) & where] for where in (steady, ceiling))
    assert 0 < float(before_wall.max()) < KNOWN_PLACE
    assert float(before_ceiling.max()) > KNOWN_PLACE


def test_beside_a_lamp_the_dark_end_of_a_wall_is_no_silhouette(table: Table) -> None:
    """A lamp lights one end of a board so much that no hill fits: its other end is merely dark."""
    examiner = table.counter.examiner
    assert isinstance(examiner, Examiner)
    backdrop = examiner._keeper.at_home(3)
    wall = (backdrop.walls > 0) & (backdrop.steady == 1) & (examiner._keeper.window > 0)
    board = backdrop.numbers == np.bincount(backdrop.numbers[wall]).argmax()
    columns = np.nonzero(board)[1]
    along = np.clip((np.arange(wall.shape[1]) - columns.min()) / np.ptp(columns), 0, 1)
    bright = 20 * backdrop.dark_room.pattern
    bright[board] *= np.exp(3.5 * np.broadcast_to(along, wall.shape)[board]).astype(np.float32)
    dark_end = board & (along < 0.4)
    spot = np.zeros(wall.shape, np.uint8)
    cv2.circle(spot, LAMP, 6, 1, -1)
    alone = silhouettes(bright.copy(), backdrop, None)[dark_end]
    beside = silhouettes(bright.copy(), backdrop, Lamp(spot, spot))[dark_end]
    assert float(np.median(alone)) > 3
    assert float(beside.max()) < 1


def empty_again(table: Table, *, paired: bool) -> FlatPhoto:
    """The very photo of the empty tray; a throw of nothing may shake loose what stuck in the tower."""
    photo, empty = table.throw({}), table.profile.empty
    flat = table.counter.tray.lay_flat(photo.frame, photo.unlit)
    paper, unlit = (empty.paper_ring, empty.unlit) if paired else (empty.paper_lit, None)
    return replace(flat, lit=empty.lit, unlit=unlit, paper=paper)


def test_a_lamp_that_is_not_clipped_is_still_no_piece(table: Table) -> None:
    flat = empty_again(table, paired=False)
    lit = flat.lit.copy()
    cv2.circle(lit, LAMP, 14, (246, 246, 246), -1)
    observation = table.counter.count_flat(replace(flat, lit=lit))
    assert observation.total == 0
    assert not observation.hand


@pytest.mark.parametrize("paired", [True, False])
def test_a_floor_that_mirrors_nothing_is_no_trouble(
    table: Table, paired: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "split_glare", lambda light, _: (light, np.zeros_like(light)))
    observation = TrayCounter(table.profile).count_flat(empty_again(table, paired=paired))
    assert observation.total == 0


def test_the_empty_tray_is_kept_as_smooth_as_photos_may_be(table: Table) -> None:
    """There are three ways; a log of mixed light would build each anew for every other photo."""
    examiner = TrayCounter(table.profile).examiner
    assert isinstance(examiner, Examiner)
    keeper = examiner._keeper
    sharp, smooth = keeper.at_home(3), keeper.at_home(5)
    assert keeper.at_home(3) is sharp
    assert keeper.at_home(5) is smooth
    assert float(sharp.glare.max()) > float(smooth.glare.max())
    keeper.at_home(7)
    assert keeper.at_home(3) is sharp


@pytest.mark.parametrize("paired", [True, False])
def test_a_reflection_stronger_than_calibrated_is_no_piece_and_hides_no_emptiness(
    table: Table, paired: bool
) -> None:
    examiner = table.counter.examiner
    assert isinstance(examiner, Examiner)
    flat = empty_again(table, paired=paired)
    look = examiner._look
    more = LINEAR[flat.lit] + 0.4 * look.glare / (PAPER_LIGHT * look.inverse_field)
    stronger = np.searchsorted(LINEAR, np.minimum(more, 1)).astype(np.uint8)
    _, evidence = examiner.examine(replace(flat, lit=stronger))
    faint = (look.glare[..., 1] > 0.02 * PAPER_LIGHT) & (stronger.max(axis=2) < CLIPPED)
    assert np.count_nonzero(faint) > 500
    assert float((evidence.ratio[faint] > 0).mean()) < 0.1
    assert not evidence.foreground.any()


def test_the_learned_sheen_is_taken_off_when_counting(table: Table) -> None:
    for sheen in (2000.0, 12000.0):
        examiner = TrayCounter(replace(table.profile, sheen=sheen)).examiner
        assert isinstance(examiner, Examiner)
        assert float(examiner._keeper.at_home(3).sheen.max()) == pytest.approx(sheen, rel=0.01)


@pytest.mark.parametrize(("brighter", "asked"), [(1.0, False), (1.35, True), (1.6, True)])
def test_in_a_photo_that_is_too_bright_a_white_piece_may_be_a_lamp(
    table: Table, brighter: float, asked: bool
) -> None:
    photo = table.throw({"white": 4})
    light = np.minimum(linear(photo.frame) * brighter, 1.0)
    frame = np.searchsorted(LINEAR, light).clip(0, 255).astype(np.uint8)
    doubts = table.counter.count(frame).doubts
    assert any("brighter than when calibrated" in str(doubt) for doubt in doubts) is asked
    assert not any(
        "brighter than when" in str(doubt) for doubt in table.counter.count(frame, photo.unlit).doubts
    )


def test_what_seems_to_shine_through_has_to_be_surer_than_a_silhouette(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a dim room a piece and the background behind it are hardly apart."""
    examiner = table.counter.examiner
    assert isinstance(examiner, Examiner)
    backdrop = examiner._keeper.at_home(3)
    dim = np.full_like(backdrop.dark_room.pattern, 60.0)
    ceiling = (backdrop.walls == 0) & (examiner._keeper.window > 0)
    cautious = silhouettes(dim.copy(), backdrop, None)[ceiling]
    monkeypatch.setattr("vision.emptiness.SHINES_SPREAD", 1.0)
    bold = silhouettes(dim.copy(), backdrop, None)[ceiling]
    assert float(np.median(bold)) < float(np.median(cautious)) < 0
