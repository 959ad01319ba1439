"""What the light does to a table without a frame: it falls off, and a cloth swallows some of it."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.bare_table import bare_table, in_one_light
from calibration.learn import learn
from tests.vision.test_plain_tables import HIGH, WIDE, Light, camera
from vision.count import TrayCounter
from vision.photo import Frame, Photo
from vision.pixels import Evidence
from vision.plain_size import lone_patches
from vision.plain_table import TableTop, plain_light
from vision.profile import EmptyTray, Profile

TEAL, GRAY = (135.0, 130.0, 6.0), (148.0, 150.0, 150.0)
RADIUS = 16
Spot = tuple[str, int, int]


def picture(table: tuple[float, float, float], pieces: dict[str, Light], spots: list[Spot]) -> Light:
    light = np.full((HIGH, WIDE, 3), table, np.float64)
    for label, x, y in spots:
        cv2.circle(light, (x, y), RADIUS, pieces[label].tolist(), -1, cv2.LINE_AA)
    return light


def learned(photo: Frame, spots: list[Spot], shown: dict[str, list[int]], margin: int) -> Profile:
    """A profile from cuttings of some of a photo's pieces, without a photo of the bare table."""
    reach = RADIUS + margin
    cuttings = {
        label: [
            Photo(
                np.ascontiguousarray(photo[y - reach : y + reach, x - reach : x + reach]),
                None,
                f"{label}.jpg",
            )
            for _, x, y in (spots[number] for number in numbers)
        ]
        for label, numbers in shown.items()
    }
    return learn(cuttings, empty=bare_table(cuttings, "empty.jpg"), set_name="coins")


def test_a_cloth_that_returns_no_red_tints_nothing() -> None:
    """The few counts of red on a teal cloth are noise and the glow of what lies on it, not another lamp."""
    few = np.full((40, 40, 3), TEAL, np.uint8)
    top = TableTop(EmptyTray(few, None, np.empty((0, 3)), None), pair=False)
    redder = few.copy()
    redder[..., 2] = np.linspace(0, 40, 40, dtype=np.uint8)[None, :]
    light = plain_light(redder, None)
    evened = top.evened(light, np.full(32**3, 40.0, np.float32))
    assert np.allclose(evened, light, rtol=0.05)
    # Where the cloth does return light, its fall-off is taken out as ever.
    darker = np.asarray(few * np.linspace(0.6, 1.0, 40)[None, :, None], np.uint8)
    flat = top.evened(plain_light(darker, None), np.full(32**3, 40.0, np.float32))[..., 1]
    assert flat[:, 4:-4].min() > 0.85 * flat.max()


def test_white_on_gray_where_the_light_falls_off() -> None:
    """The cuttings come from bright and dark corners; the gray of both would be the white of neither."""
    pieces = {
        "white": np.array([190.0, 192.0, 192.0]),
        "red": np.array([35.0, 30.0, 185.0]),
        "blue": np.array([170.0, 80.0, 30.0]),
    }
    spots: list[Spot] = [
        ("white", 60, 60),
        ("red", 60, 180),
        ("blue", 60, 300),
        ("white", 240, 60),
        ("red", 240, 180),
        ("blue", 240, 300),
        ("white", 420, 60),
        ("red", 420, 180),
        ("white", 420, 300),
    ]
    across = np.linspace(1.18, 0.72, WIDE)[None, :, None]
    photo = camera(picture(GRAY, pieces, spots) * across)
    profile = learned(photo, spots, {"white": [0], "red": [1, 7], "blue": [2, 5]}, margin=8)
    assert TrayCounter(profile).count(photo).counts == {"white": 4, "red": 3, "blue": 2}
    darkest, brightest = np.percentile(profile.empty.lit, [5, 95])
    assert brightest < 1.2 * darkest


def test_rims_of_one_table_look_alike() -> None:
    top = TableTop(EmptyTray(np.full((20, 20, 3), GRAY, np.uint8), None, np.empty((0, 3)), None), pair=False)
    bright, dark = (np.full((50, 3), np.array(GRAY) * times, np.uint8) for times in (1.1, 0.75))
    alike = in_one_light({"red": [bright, dark], "blue": [np.empty((0, 3), np.uint8)]}, top)
    assert all(np.allclose(one, GRAY, atol=4) for one in alike["red"])
    assert len(alike["blue"][0]) == 0


def test_long_pieces_tell_their_size_too() -> None:
    foreground = np.zeros((120, 200), np.uint8)
    for x in (40, 100, 160):
        cv2.ellipse(foreground, (x, 60), (12, 26), 0, 0, 360, 1, -1)
    nothing = np.zeros(foreground.shape, np.float32)
    evidence = Evidence(
        seen=np.zeros((*foreground.shape, 3), np.uint8),
        cells=np.zeros(foreground.shape, np.uint16),
        labels=np.zeros(foreground.shape, np.uint8),
        foreground=foreground,
        ratio=nothing,
        glare=nothing,
    )
    assert lone_patches(evidence) == []
    assert len(lone_patches(evidence, 26 / 12)) == 3
