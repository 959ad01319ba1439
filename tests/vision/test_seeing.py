"""Light, lens and colours: the steps before pieces are told apart."""

from __future__ import annotations

import numpy as np
import pytest

from vision.colour import TILT_PRICE, ColourTable, cell_index, summarise
from vision.flatten import Flattener
from vision.light import FAINT_LIGHT, PAPER_LIGHT, PaperLight, as_bytes, from_bytes, paper_points_mm
from vision.profile import LabelLook
from vision.rectify import TRAY_MM, Lens, Raster, View, fit_lens, marker_corners_mm

SIZE = (1024, 768)


def bent_view(bend: float) -> View:
    tilted = np.array([[0.0085, 0.0004, 0.01], [-0.0003, 0.0086, -0.02], [0.00002, 0.0001, 1.0]])
    return View(Lens(SIZE, bend), tilted)


@pytest.mark.parametrize("bend", [0.0, 0.04, -0.03])
def test_the_lens_is_found_from_sixteen_corners(bend: float) -> None:
    view = bent_view(bend)
    corners = view.to_picture(marker_corners_mm())
    lens = fit_lens(corners, SIZE)
    assert lens.bend == pytest.approx(bend, abs=0.003)
    again = View.from_markers(corners, lens)
    assert again is not None
    assert again.misfit(corners) < 0.3


def test_pixels_and_millimetres_are_two_ways_of_one_road() -> None:
    view = bent_view(0.04)
    places = np.array([[-70.0, -50.0], [0.0, 0.0], [60.0, 40.0]])
    assert view.to_tray(view.to_picture(places)) == pytest.approx(places, abs=0.01)


def test_two_markers_are_enough_to_find_the_tray_one_is_not() -> None:
    view = bent_view(0.0)
    corners = view.to_picture(marker_corners_mm())
    corners[8:] = np.nan
    assert View.from_markers(corners, view.lens) is not None
    corners[4:] = np.nan
    assert View.from_markers(corners, view.lens) is None


def test_the_flat_tray_shows_the_place_it_says() -> None:
    view = bent_view(0.03)
    raster = Raster.over(TRAY_MM, 2.0)
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    x, y = view.to_picture(np.array([[30.0, -20.0]]))[0].round().astype(int)
    picture[y - 3 : y + 4, x - 3 : x + 4] = 255
    flattener = Flattener(raster)
    flattener.aim(view)
    flat, _, _ = flattener.flatten(picture, None)
    row, column = np.argwhere(flat[..., 0] > 128).mean(axis=0)
    assert raster.to_mm(np.array([[column, row]]))[0] == pytest.approx([30.0, -20.0], abs=0.5)


def test_bytes_keep_light_and_noise_apart() -> None:
    light = np.array([[[0.0, 0.1 * PAPER_LIGHT, PAPER_LIGHT]]], np.float32)
    assert from_bytes(as_bytes(light).astype(float))[0, 0] == pytest.approx(
        light[0, 0], abs=0.01 * PAPER_LIGHT
    )
    assert as_bytes(np.full((1, 1, 3), -2 * FAINT_LIGHT, np.float32)).max() == 0


def test_paper_tells_the_light_even_under_a_hand() -> None:
    points = paper_points_mm(TRAY_MM)
    paper = PaperLight(points, np.full((len(points), 3), 0.5))
    today = np.full((len(points), 3), 0.5) * (0.8, 1.0, 1.2)
    today[: len(points) // 3] = 0.02
    assert paper.gain(today) == pytest.approx([0.8, 1.0, 1.2], abs=0.01)


def test_the_light_field_is_bright_in_the_middle() -> None:
    points = paper_points_mm(TRAY_MM)
    far = (points**2).sum(axis=1, keepdims=True)
    paper = PaperLight(points, np.repeat(0.8 * np.exp(-far / 20_000), 3, axis=1))
    field = paper.field(Raster.over(TRAY_MM, 1.0))
    assert field[55, 75, 1] == pytest.approx(0.8, abs=0.03)
    assert field[2, 2, 1] < 0.6


def table_of(**colours: tuple[float, float, float]) -> ColourTable:
    return ColourTable({label: LabelLook(np.array([colour])) for label, colour in colours.items()})


def test_a_shaded_side_keeps_its_label() -> None:
    table = table_of(red=(40, 35, 150), white=(180, 180, 180), gray=(105, 105, 105))
    picture = np.array([[[33, 30, 105], [150, 150, 150], [100, 101, 99]]], np.uint8)
    assert [table.labels[i] for i in table.best[cell_index(picture)][0]] == ["red", "white", "gray"]


def test_a_pixel_may_be_a_face_on_the_floor_or_a_tilted_one_at_a_price() -> None:
    table = table_of(red=(40, 35, 150), white=(180, 180, 180), gray=(105, 105, 105))
    red, gray = (cell_index(np.array([[colour]], np.uint8)) for colour in ((40, 35, 150), (105, 105, 105)))
    for cells, tilted, label, price in (
        (red, gray, "red", 0.0),
        (gray, red, "gray", 0.0),
        (red, red, "red", 0.0),
    ):
        labels, costs = table.cheapest(cells, tilted)
        assert table.labels[labels[0, 0]] == label
        assert costs[0, 0] == pytest.approx(table.least[cells[0, 0]] + price, abs=0.002)
    strange = cell_index(np.array([[(250, 20, 250)]], np.uint8))
    labels, costs = table.cheapest(strange, gray)
    assert table.labels[labels[0, 0]] == "gray"
    assert costs[0, 0] == pytest.approx(table.least[gray[0, 0]] + TILT_PRICE, abs=0.002)


def test_many_pixels_are_summed_up_by_a_few_colours() -> None:
    dice = np.random.default_rng(2)
    faces = dice.normal((40, 40, 160), 3, (600, 3))
    sides = dice.normal((30, 30, 110), 3, (400, 3))
    few = summarise(np.concatenate([faces, sides]))
    assert len(few) <= 14
    for colour in ((40, 40, 160), (30, 30, 110)):
        assert np.abs(few - colour).max(axis=1).min() < 6
