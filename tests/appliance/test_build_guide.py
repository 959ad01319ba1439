"""The build guide tells the truth: its pictures, pins and distances are those of the program."""

import importlib.util
import re
import sys
import xml.etree.ElementTree as ET
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

import pytest

from companion.config import Settings
from companion.config.settings import SECTIONS
from companion.paper_frame.paper import FrameGeometry

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "build.md").read_text()


@pytest.fixture(scope="module")
def drawing() -> ModuleType:
    spec = importlib.util.spec_from_file_location("draw_build", DOCS / "draw_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["draw_build"] = module  # its dataclasses look themselves up
    spec.loader.exec_module(module)
    return module


def test_the_pictures_are_those_the_script_draws(drawing: ModuleType) -> None:
    for name, draw in (("wiring.svg", drawing.draw_wiring), ("mounts.svg", drawing.draw_mounts)):
        drawn = draw()
        assert (DOCS / "pictures" / name).read_text() == drawn, "run: python docs/draw_build.py"
        assert ET.fromstring(drawn).tag.endswith("svg")
        assert f"](pictures/{name})" in GUIDE


def test_the_distances_are_computed(drawing: ModuleType) -> None:
    assert drawing.camera_table() in GUIDE, "run: python docs/draw_build.py --table"
    geometry = FrameGeometry()
    assert f"{geometry.width_mm:g} × {geometry.height_mm:g} mm" in GUIDE
    square = drawing.Lens("a right angle", 90, 90, "")
    assert drawing.least_distance_mm(square, geometry, margin=1) == pytest.approx(geometry.width_mm / 2)


def test_the_wiring_table_is_that_of_the_config(drawing: ModuleType) -> None:
    for name, bcm in asdict(Settings().pins).items():
        (row,) = [line for line in GUIDE.splitlines() if line.endswith(f"| `{name}` |")]
        assert f"GPIO {bcm}" in row
        assert re.search(rf"\b{drawing.physical(bcm)}\b", row)
        assert f"{name} = {bcm}" in drawing.draw_wiring()


def test_the_header_is_that_of_a_pi(drawing: ModuleType) -> None:
    assert len(drawing.HEADER) == 40
    known = {"3V3": [1, 17], "5V": [2, 4], "GND": [6, 9, 14, 20, 25, 30, 34, 39]}
    for name, pins in known.items():
        assert [number for number, what in enumerate(drawing.HEADER, 1) if what == name] == pins
    assert drawing.physical(18) == 12
    assert drawing.physical(4) == 7
    assert drawing.physical(21) == 40


def test_every_key_the_guide_names_exists() -> None:
    keys = {field for kind in SECTIONS.values() for field in vars(kind())}
    for key in re.findall(r"`(\w+) = ", GUIDE):
        assert key in keys
    for section in re.findall(r"`\[(\w+)\]`", GUIDE):
        assert section in SECTIONS
