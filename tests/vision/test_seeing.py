"""Light, lens and colours: the steps before pieces are told apart."""

from __future__ import annotations

import numpy as np
import pytest

from vision.colour import ColourModel, beliefs, light_of, roots
from vision.flatten import Flattener
from vision.light import PaperLight, paper_points_mm
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


def test_roots_keep_light() -> None:
    light = np.array([[0.0, 0.1, 1.0]])
    assert light_of(roots(light)) == pytest.approx(light, abs=1e-6)


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


def model_of(colours: dict[str, tuple[float, float, float]], gloss: float = 0.0) -> ColourModel:
    return ColourModel({label: [np.array([colour])] for label, colour in colours.items()}, gloss)


KNOWN = {
    "red": (0.03, 0.02, 0.5),
    "white": (0.8, 0.8, 0.8),
    "gray": (0.22, 0.22, 0.22),
    "black": (0.03, 0.03, 0.03),
}


@pytest.mark.parametrize("label", KNOWN)
@pytest.mark.parametrize("shade", [0.7, 1.0, 1.2])
def test_a_shaded_side_keeps_its_label(label: str, shade: float) -> None:
    model = model_of(KNOWN)
    told = beliefs(model.scores(np.array([KNOWN[label]] * 20) * shade))
    assert model.labels[int(told.argmax())] == label
    assert told.max() > 0.95


def test_black_in_the_middle_of_a_glossy_ring_is_not_gray() -> None:
    seen = np.full((20, 3), 0.17)
    model = model_of(KNOWN, 0.2)
    far, near = (dict(zip(model.labels, beliefs(model.scores(seen, veil)), strict=True)) for veil in (0, 1))
    assert far["gray"] > 0.95
    assert near["black"] > 10 * far["black"]


def test_nothing_explains_a_colour_of_no_label() -> None:
    model = model_of(KNOWN)
    known, strange = (
        model.scores(np.array([colour] * 20)).max() for colour in (KNOWN["red"], (0.5, 0.02, 0.03))
    )
    assert strange < known - 2
