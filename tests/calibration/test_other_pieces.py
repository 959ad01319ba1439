"""Wooden cubes of another game on a kitchen table: no frame, no ring, calibrated from cuttings."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.region import piece_pixels
from tests.calibration.commands import companion
from vision.net import PieceNet
from vision.photo import Frame, Photo
from vision.profile import Profile

CUBES = {"red": (40, 45, 190), "blue": (170, 90, 30), "yellow": (50, 190, 220), "green": (70, 140, 50)}
CUBE_PIXELS = 30


def table(width: int, height: int, seed: int) -> Frame:
    """A wooden table top in the light of one window."""
    dice = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(dice.normal(0, 14, (height, width)), (0, 0), sigmaX=18, sigmaY=1.2)
    fall = np.linspace(1.08, 0.92, width)[None, :] * np.linspace(1.03, 0.97, height)[:, None]
    wood = (np.array([120, 150, 175.0]) + grain[..., None] * 2.0) * fall[..., None]
    noisy = wood + dice.normal(0, 2.0, wood.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def lay(photo: Frame, colour: str, x: float, y: float, turned: float, seed: int) -> None:
    """One cube from above: a lit top, soft edges."""
    dice = np.random.default_rng(seed)
    corners = cv2.boxPoints(((x, y), (CUBE_PIXELS, CUBE_PIXELS), turned))
    sharp = np.zeros(photo.shape[:2], np.float32)
    cv2.fillConvexPoly(sharp, (corners * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    mask = cv2.GaussianBlur(sharp, (0, 0), 0.8)[..., None]
    paint = np.array(CUBES[colour]) * dice.uniform(0.93, 1.07) + dice.normal(0, 4, photo.shape)
    photo[:] = np.clip(photo * (1 - mask) + paint * mask, 0, 255).astype(np.uint8)


def throw(counts: dict[str, int], seed: int, width: int = 640, height: int = 480) -> Frame:
    """Cubes spread over the table, apart from each other."""
    dice = np.random.default_rng(seed)
    photo = table(width, height, seed)
    columns, rows = width // 60, height // 60
    places = dice.permutation(columns * rows)
    colours = [colour for colour, number in counts.items() for _ in range(number)]
    for number, (colour, place) in enumerate(zip(colours, places, strict=False)):
        x, y = 60 * (place % columns) + 30, 60 * (place // columns) + 30
        shift = dice.uniform(-6, 6, 2)
        lay(photo, colour, x + shift[0], y + shift[1], dice.uniform(0, 90), seed * 100 + number)
    return photo


@pytest.fixture(scope="module")
def cuttings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Calibration photos cut from larger ones: no two of the same size."""
    folder = tmp_path_factory.mktemp("cubes")
    cv2.imwrite(str(folder / "empty.png"), table(300, 200, 1))
    for number, colour in enumerate(CUBES):
        cutting = throw({colour: 3}, 10 + number, width=240 + 10 * number, height=180)
        cv2.imwrite(str(folder / f"{colour}.png"), cutting)
    return folder


@pytest.fixture(scope="module")
def cube_calibration(cuttings: Path) -> Path:
    out = cuttings.parent / "cubes.json"
    assert (
        companion("calibrate", "--photos", cuttings, "--out", out, "--set", "cubes=red,blue,yellow,green")
        == 0
    )
    return out


@pytest.mark.parametrize(
    "counts", [{"red": 3, "blue": 2}, {"red": 1, "blue": 1, "yellow": 4, "green": 2}, {"green": 5}, {}]
)
def test_cubes_are_counted_like_keshis(
    cube_calibration: Path, tmp_path: Path, counts: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "throw.png"), throw(counts, 277 + sum(counts.values())))
    (tmp_path / "log.jsonl").write_text(json.dumps({"image": "throw.png", "counts": counts}) + "\n")
    assert companion("replay", tmp_path, "--calibration", cube_calibration, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["exact"] == 1, told["wrong"]


def test_only_the_given_region_is_counted(
    cuttings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    cv2.imwrite(str(folder / "empty.png"), table(640, 480, 1))
    for number, colour in enumerate(CUBES):
        photo = table(640, 480, 30 + number)
        for place in range(3):
            lay(photo, colour, 260 + 60 * place, 200 + 30 * place, 20 * place, number * 10 + place)
        cv2.imwrite(str(folder / f"{colour}.png"), photo)
    out = tmp_path / "cubes.json"
    words = ("calibrate", "--photos", folder, "--out", out, "--set", "cubes=*", "--region", "160,120,320,240")
    assert companion(*words) == 0
    capsys.readouterr()
    photo = table(640, 480, 5)
    lay(photo, "red", 300, 240, 10, 1)
    lay(photo, "blue", 380, 200, 40, 2)
    lay(photo, "green", 60, 60, 0, 3)  # beside the tray
    cv2.imwrite(str(tmp_path / "throw.png"), photo)
    (tmp_path / "log.jsonl").write_text('{"image": "throw.png", "counts": {"red": 1, "blue": 1}}\n')
    assert companion("replay", tmp_path, "--calibration", out, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["exact"] == 1, told["wrong"]


def test_the_same_cubes_in_dimmer_and_warmer_light(cube_calibration: Path, tmp_path: Path) -> None:
    counts = {"red": 2, "blue": 3, "yellow": 1, "green": 2}
    evening = np.clip(throw(counts, 91) * (0.55, 0.68, 0.75), 0, 255).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "throw.png"), evening)
    (tmp_path / "log.jsonl").write_text(json.dumps({"image": "throw.png", "counts": counts}) + "\n")
    assert companion("replay", tmp_path, "--calibration", cube_calibration, "--min-exact", "100") == 0


def test_cuttings_need_no_photo_of_the_bare_table(
    cuttings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in cuttings.glob("[!e]*.png"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    out = tmp_path / "cubes.json"
    assert companion("calibrate", "--photos", tmp_path, "--out", out, "--set", "cubes=*") == 0
    counts = {"red": 2, "blue": 3, "yellow": 1, "green": 2}
    cv2.imwrite(str(tmp_path / "throw.jpg"), throw(counts, 91))
    capsys.readouterr()
    assert companion("count", "--calibration", out, tmp_path / "throw.jpg") == 0
    assert json.loads(capsys.readouterr().out)["counts"] == counts


def test_how_wide_a_piece_is_can_be_told(
    cuttings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "cubes.json"
    words = ("calibrate", "--photos", cuttings, "--out", out, "--set", "cubes=*", "--piece")
    assert companion(*words, "31.5") == 0
    assert Profile.load(out).place.piece_pixels == 31.5
    assert "32 pixels wide" in capsys.readouterr().out
    before = out.read_bytes()
    for wrong in ("0", "nan", "201"):
        assert companion(*words, wrong) == 2
        assert "4 to 200 pixels" in capsys.readouterr().err
    assert companion(*words, "30", "--only", "red") == 2
    assert out.read_bytes() == before


def test_specks_that_the_bare_table_shows_too_are_no_pieces() -> None:
    def specked(seed: int) -> Frame:
        photo = table(480, 360, seed)
        for x, y in np.random.default_rng(7).uniform((0, 0), (480, 360), (250, 2)):
            cv2.circle(photo, (int(16 * x), int(16 * y)), 16 * 4, (215, 220, 225), -1, cv2.LINE_AA, 4)
        return photo

    shots = []
    for number, colour in enumerate(("red", "blue")):
        photo = specked(30 + number)
        for place in range(3):
            lay(photo, colour, 150 + 70 * place, 120 + 50 * place, 20 * place, place + number)
        shots.append(Photo(photo))
    wide = piece_pixels(shots, None, PieceNet(), Photo(specked(1)))
    assert 0.8 * CUBE_PIXELS < wide < 1.3 * CUBE_PIXELS


def test_an_empty_folder_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("calibrate", "--photos", tmp_path, "--out", tmp_path / "c.json", "--set", "cubes=*")
    assert companion(*words) == 2
    assert "holds no photos of pieces" in capsys.readouterr().err
