"""What lies behind the pieces: surfaces, the room's light on them, their shade, lamps, the sheen of paint."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.background import sheen
from vision.bloom import Lamp, bloom
from vision.light import FAINT_LIGHT, PAPER_LIGHT, as_bytes
from vision.rectify import Raster
from vision.room import Room
from vision.surfaces import convex, find_surfaces, without_gaps
from vision.walls import Mixture, Walls

RASTER = Raster(200, 140, 2.0)
SHAPE = (RASTER.height, RASTER.width)
CEILING, WALL = 0.3 * PAPER_LIGHT, 0.05 * PAPER_LIGHT
Image = npt.NDArray[np.float32]


def two_surfaces() -> npt.NDArray[np.int32]:
    """A ceiling (0) with a wall (1) above it."""
    surfaces = np.zeros(SHAPE, np.int32)
    surfaces[:40] = 1
    return surfaces


def light_of(surfaces: npt.NDArray[np.int32], slope: float = 0.0) -> Image:
    """The ceiling brighter to the right by `slope`, in a warm tint; the wall dim all over."""
    across = np.linspace(-1, 1, SHAPE[1], dtype=np.float32)
    ceiling = CEILING * (1 + slope * across)[None, :, None] * np.array([0.8, 1.0, 1.2], np.float32)
    return np.where(surfaces[..., None] == 0, ceiling, np.float32(WALL)).astype(np.float32)


def discs(places: list[tuple[int, int]], radius: int = 10) -> npt.NDArray[np.uint8]:
    mask = np.zeros(SHAPE, np.uint8)
    for place in places:
        cv2.circle(mask, place, radius, 1, -1)
    return mask


def room(ring: Image | None = None, *, dark: bool = False) -> Room:
    surfaces = two_surfaces()
    edges = np.zeros(SHAPE, np.bool_)
    edges[37:43] = True
    pattern = np.ones(SHAPE if dark else (*SHAPE, 3), np.float32)
    return Room(surfaces, pattern, ~edges, RASTER, base=ring, dark=dark)


def misfit(found: Image, truth: Image) -> Image:
    """How far apart two lights are, in bytes."""
    away = np.abs(np.sqrt(found + FAINT_LIGHT) - np.sqrt(truth + FAINT_LIGHT))
    return np.asarray(np.atleast_3d(away).max(axis=2), np.float32)


PIECES = [(30, 60), (52, 64), (80, 90), (104, 92), (130, 60), (150, 110), (60, 118), (30, 20), (60, 18)]


@pytest.mark.parametrize("slope", [0.0, 0.4])
@pytest.mark.parametrize("piece", [(0.7, 0.1, 0.05), (0.02, 0.02, 0.02)])
def test_the_rooms_light_is_found_behind_pieces(slope: float, piece: tuple[float, float, float]) -> None:
    truth = light_of(two_surfaces(), slope)
    seen = truth.copy()
    seen[discs(PIECES) > 0] = np.array(piece) * PAPER_LIGHT
    found = room().fit(seen, None)
    inner = np.ones(SHAPE, np.bool_)
    inner[35:45] = False
    assert misfit(found.light, truth)[inner].max() < 3


def test_with_the_ring_off_the_brighter_of_two_lights_is_the_rooms() -> None:
    truth = light_of(two_surfaces())[..., 1].copy()
    seen = truth.copy()
    # Dark pieces cover more than half of the wall.
    seen[:40, :120] = 40.0
    found = room(dark=True).fit(seen, None)
    assert misfit(found.light, truth)[10:30, 130:190].max() < 3
    assert misfit(found.light, truth)[10:30, 10:110].max() < 3


def test_what_is_known_of_a_surface_is_not_the_rooms() -> None:
    truth = light_of(two_surfaces())
    ring = np.zeros_like(truth)
    ring[:40] = 0.2 * PAPER_LIGHT
    found = room(ring).fit(truth + ring, None)
    assert misfit(found.light, truth)[10:30].max() < 3


@pytest.mark.parametrize(("tint", "followed"), [((0.8, 1.0, 1.2), True), ((0.1, 0.4, 1.9), False)])
def test_faces_taken_for_one_may_have_two_lights_of_the_rooms_tint(
    tint: tuple[float, float, float], followed: bool
) -> None:
    dim = light_of(two_surfaces())
    truth = dim.copy()
    truth[20:38, 30:190] = 6 * WALL * np.array(tint)  # the sun on the lower of two boards
    # Three pieces lie before the other one.
    seen = np.where((discs([(40, 9), (70, 9), (150, 9)], radius=8) > 0)[..., None], np.float32(20), truth)
    found = room().fit(seen.astype(np.float32), None)
    # Where it is not followed, either one of the lights is taken for the wall's.
    parts = [
        misfit(found.light, truth)[part].max() < 6 for part in (np.s_[22:34, 40:180], np.s_[3:15, 90:130])
    ]
    assert all(parts) is followed


def test_which_of_two_lights_it_is_is_told_without_a_lamps_glow(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = light_of(two_surfaces())
    truth[20:38, 30:190] = 6 * WALL * np.array((0.8, 1.0, 1.2))
    lamp = discs([(110, 62)], radius=12)
    spread = cv2.GaussianBlur(lamp.astype(np.float32), (0, 0), 30)[..., None]
    glow = spread * np.full(3, 3 * PAPER_LIGHT, np.float32)
    seen = truth + glow
    seen[lamp > 0] = 2 * PAPER_LIGHT
    judged: list[npt.NDArray[np.uint8]] = []
    monkeypatch.setattr(Room, "_choose", lambda *args: judged.append(args[-1]))
    monkeypatch.setattr("vision.room.bloom", lambda *args: glow)
    room().fit(seen, Lamp(lamp, lamp))
    apart = np.abs(judged[-1].astype(float) - as_bytes(truth))[4:34, 60:180]
    glows = np.abs(as_bytes(seen).astype(float) - as_bytes(truth))[4:34, 60:180]
    assert np.median(apart) < np.median(glows) / 3


def test_three_pieces_of_one_colour_are_no_second_light() -> None:
    truth = light_of(two_surfaces())
    row = discs([(30, 20), (51, 20), (72, 20)], radius=10)
    seen = np.where((row > 0)[..., None], np.float32(8 * WALL), truth).astype(np.float32)
    assert misfit(room().fit(seen, None).light, truth)[5:32, 20:82].max() < 3


def test_a_tray_of_odd_measures_is_painted_to_its_last_pixel() -> None:
    raster = Raster(203, 141, 2.0)
    surfaces = np.zeros((raster.height, raster.width), np.int32)
    surfaces[:40] = 1
    light = np.where(surfaces[..., None] == 0, np.float32(CEILING), np.float32(WALL)) * np.ones(3, np.float32)
    usable = np.ones(surfaces.shape, np.bool_)
    usable[37:43] = False
    found = Room(surfaces, np.ones_like(light), usable, raster).fit(light, None).light
    assert found.shape == light.shape
    assert misfit(found, light)[usable].max() < 1


@pytest.mark.parametrize("dark", [False, True])
def test_a_lamp_glows_over_everything_and_spoils_no_surface(dark: bool) -> None:
    truth = light_of(two_surfaces())
    lamp = discs([(120, 90)], radius=14)
    spread = cv2.GaussianBlur(lamp.astype(np.float32), (0, 0), 16)[..., None] * np.float32(0.5 * PAPER_LIGHT)
    if dark:
        truth, spread = truth[..., 1].copy(), spread[..., 0]
    seen = truth + spread
    seen[lamp > 0] = 1.2 * PAPER_LIGHT
    found = room(dark=dark).fit(seen, Lamp(lamp, lamp))
    assert found.glow is not None
    near = (discs([(120, 90)], radius=26) > 0) & (discs([(120, 90)], radius=18) == 0)
    assert found.glow[near].mean() > 0.5 * spread[near].mean()
    assert misfit(found.light, truth + spread)[near].mean() < 5


def test_no_lamp_no_glow() -> None:
    nothing = np.zeros((*SHAPE, 3), np.float32)
    assert not bloom(nothing, np.zeros(SHAPE, np.uint8), np.ones(SHAPE, np.bool_), 2.0).any()


def test_surfaces_end_where_their_look_does() -> None:
    ring = np.zeros((*SHAPE, 3), np.float32)
    ring[:40] = 0.1 * PAPER_LIGHT
    no_glare = np.zeros_like(ring)
    surfaces = find_surfaces(ring, no_glare, None, RASTER)
    assert len(np.unique(surfaces)) == 2
    assert surfaces[10, 100] != surfaces[100, 100]
    assert len(np.unique(surfaces[:36])) == 1


def test_what_is_left_of_a_dot_of_the_reflection_is_no_surface() -> None:
    flat = np.full((*SHAPE, 3), 0.05 * PAPER_LIGHT, np.float32)
    dot = discs([(100, 70)], radius=6)[..., None] * np.full(3, 0.8 * PAPER_LIGHT, np.float32)
    glare = np.asarray(cv2.GaussianBlur(dot, (0, 0), 2.5), np.float32)
    left = np.asarray(flat + np.float32(0.2) * dot, np.float32)
    assert find_surfaces(left, glare, None, RASTER).max() == 0


def test_the_ceiling_in_a_slit_of_the_tower_is_ceiling() -> None:
    """A board with a slit too narrow for a surface of its own; beside the board the ceiling goes on."""
    ring, room = (np.zeros((*SHAPE, 3), np.float32) for _ in range(2))
    room[:] = 0.12 * PAPER_LIGHT
    ring[20:80, 50:150], room[20:80, 50:150] = 0.1 * PAPER_LIGHT, 0.01 * PAPER_LIGHT
    ring[60:65, 60:140], room[60:65, 60:140] = 0, 0.12 * PAPER_LIGHT
    surfaces = find_surfaces(ring, np.zeros_like(ring), room, RASTER)
    assert surfaces[62, 100] == surfaces[120, 100]
    assert surfaces[40, 100] != surfaces[120, 100]
    assert surfaces[78, 100] == surfaces[40, 100]


def test_a_reflection_all_over_the_ceiling_tells_of_no_slits() -> None:
    ring, room = (np.full((*SHAPE, 3), 0.1 * PAPER_LIGHT, np.float32) for _ in range(2))
    assert find_surfaces(ring, np.full_like(ring, PAPER_LIGHT), room, RASTER).max() == 0


def test_a_small_face_has_its_own_light() -> None:
    surfaces = two_surfaces()
    surfaces[60:72, 90:102] = 2
    light = light_of(np.minimum(surfaces, 1))
    light[surfaces == 2] = 0.15 * PAPER_LIGHT
    usable = cv2.erode((surfaces == 2).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    edges = cv2.dilate((surfaces == 2).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    edges[37:43] = True
    fitted = Room(surfaces, np.ones((*SHAPE, 3), np.float32), ~edges | usable, RASTER)
    assert misfit(fitted.fit(light, None).light, light)[62:70, 92:100].max() < 4


def test_a_lamp_on_one_wall_alone_is_followed() -> None:
    """Most of the wall is twenty times brighter, and red; a corner of it is as it was."""
    usual = light_of(two_surfaces())
    light = usual.copy()
    light[:40] *= np.array([3.0, 4.0, 20.0], np.float32)
    light[:40, 160:] = WALL
    edges = np.zeros(SHAPE, np.bool_)
    edges[37:43] = True
    found = Room(two_surfaces(), usual, ~edges, RASTER).fit(light, None).light
    assert np.median(misfit(found, light)[4:34, 10:160]) < 8


def test_a_face_is_convex_several_faces_are_not() -> None:
    bent = np.zeros(SHAPE, np.bool_)
    bent[10:100, 10:30] = bent[10:30, 10:150] = True
    assert not convex(bent)
    assert convex(two_surfaces() == 1)


def walls() -> tuple[Walls, npt.NDArray[np.uint8]]:
    numbers = two_surfaces().astype(np.uint8)
    expected = np.full((*SHAPE, 3), (60, 80, 100), np.uint8)
    return Walls(numbers, numbers, np.zeros(SHAPE, np.bool_), RASTER), expected


def off_at(place: tuple[int, int], shown: npt.NDArray[np.uint8], grain: float = 0.0) -> float:
    wall, expected = walls()
    off = np.full(SHAPE, 99, np.float32)
    wall.compare(off, shown, expected, np.zeros(SHAPE, np.float32), grain)
    return float(off[place])


def test_a_wall_as_it_was_empty_is_a_wall() -> None:
    _, expected = walls()
    assert off_at((20, 100), expected) < 0.5


def test_where_surfaces_meet_a_pixel_may_look_like_either() -> None:
    """Beside the seam what a plain comparison says is at the most; elsewhere the wall's own tint decides."""
    numbers = two_surfaces().astype(np.uint8)
    _, expected = walls()
    seams = np.zeros(SHAPE, np.bool_)
    seams[20, 100] = True
    off = np.full(SHAPE, 2, np.float32)
    tinted = expected.copy()
    tinted[discs([(100, 20)]) > 0] = (100, 80, 60)
    Walls(numbers, numbers, seams, RASTER).compare(
        off, tinted, expected, np.zeros(SHAPE, np.float32), grain=0.0
    )
    assert off[20, 100] == 2
    assert off[20, 101] > 12


def test_soft_shade_is_still_the_wall() -> None:
    _, expected = walls()
    shade = 1 - 0.15 * np.exp(-((np.arange(SHAPE[1]) - 100.0) ** 2) / (2 * 30.0**2))
    shaded = (20 + (expected - 20.0) * shade[None, :, None]).astype(np.uint8)
    assert off_at((20, 100), shaded) < 2


def test_a_dark_spot_that_a_piece_could_cover_is_not() -> None:
    _, expected = walls()
    spotted = expected.copy()
    spotted[discs([(100, 20)]) > 0] = (38, 48, 58)
    assert off_at((20, 100), spotted) > 4


def test_nor_is_another_tint_of_the_same_brightness() -> None:
    _, expected = walls()
    tinted = expected.copy()
    tinted[discs([(100, 20)]) > 0] = (100, 80, 60)
    assert off_at((20, 100), tinted) > 12


def test_in_a_noisy_photo_a_clump_of_noise_is_still_the_wall() -> None:
    _, expected = walls()
    clump = expected.copy()
    clump[discs([(100, 20)], radius=4) > 0] = (66, 82, 90)
    assert off_at((20, 100), clump) > 12
    assert off_at((20, 100), clump, grain=600.0) < 2


RING, ROOM = np.array([3200.0, 6000.0, 9600.0]), np.array([900.0, 800.0, 700.0])


def off_in_a_single_photo(light: Image, *, lamp: bool = False, fickle: bool = False) -> float:
    """How unlike its wall the middle of a wall is that the ring and the room light."""
    numbers = two_surfaces().astype(np.uint8)
    no_seams = np.zeros(SHAPE, np.bool_)
    wall = Walls(numbers, numbers, no_seams, RASTER, frozenset({1}) if fickle else frozenset())
    ring, room = (np.broadcast_to(each, (*SHAPE, 3)).astype(np.float32) for each in (RING, ROOM))
    off, no_slack = np.full(SHAPE, 99, np.float32), np.zeros(SHAPE, np.float32)
    mixture = Mixture(light + np.float32(FAINT_LIGHT), ring, room, lamp)
    wall.compare(off, as_bytes(light), as_bytes(ring + room), no_slack, 0.0, mixture)
    return float(off[20, 100])


def lit_wall(ring: float, room: float) -> Image:
    return np.broadcast_to(RING * ring + ROOM * room, (*SHAPE, 3)).astype(np.float32)


@pytest.mark.parametrize(("ring", "room"), [(1.0, 1.0), (1.0, 0.1), (0.8, 1.0), (1.0, 3.0)])
def test_a_wall_in_more_or_less_of_the_rooms_light_is_a_wall(ring: float, room: float) -> None:
    assert off_in_a_single_photo(lit_wall(ring, room), fickle=True) < 1.5


def test_a_patch_of_sun_is_wall_a_spot_of_a_pieces_size_is_none() -> None:
    sunny, spotted = lit_wall(1, 1), lit_wall(1, 1)
    sunny[:, 70:150] = lit_wall(1, 8)[:, 70:150]
    spotted[discs([(100, 20)]) > 0] = RING + 8 * ROOM
    assert off_in_a_single_photo(spotted, fickle=True) > 1.5 + off_in_a_single_photo(sunny, fickle=True)


@pytest.mark.parametrize("fickle", [True, False])
def test_paint_of_another_tint_is_no_wall_however_the_light_may_change(fickle: bool) -> None:
    light = lit_wall(1, 1)
    light[discs([(100, 20)]) > 0] = (3000, 14000, 4000)
    assert off_in_a_single_photo(light, fickle=fickle) > 10


def test_a_lamp_in_view_may_be_mirrored_in_the_wall() -> None:
    light = lit_wall(1, 1)
    light[:, 80:140] += np.float32(3000)
    assert off_in_a_single_photo(light, lamp=True) < 0.5 * off_in_a_single_photo(light)


def test_paint_mirrors_the_ring_most_in_its_middle() -> None:
    glare = np.zeros((*SHAPE, 3), np.float32)
    for angle in np.linspace(0, 2 * np.pi, 12, endpoint=False):
        cv2.circle(
            glare, (100 + int(28 * np.cos(angle)), 70 + int(28 * np.sin(angle))), 4, (2e4, 2e4, 2e4), -1
        )
    shine = sheen(glare, 2.0)
    assert shine[70, 100] == pytest.approx(1, abs=0.01)
    assert shine[70, 100] > shine[70, 140] > shine[70, 180]


def test_without_a_reflection_the_ring_is_over_the_middle_of_the_tray() -> None:
    shine = sheen(np.zeros((*SHAPE, 3), np.float32), 2.0)
    assert shine[70, 100] == pytest.approx(1, abs=0.01)


def test_surfaces_are_numbered_without_gaps() -> None:
    numbers = np.array([[7, 7, 2], [2, 9, 9]], np.int32)
    assert without_gaps(numbers).tolist() == [[1, 1, 0], [0, 2, 2]]


def test_light_that_falls_off_more_steeply_than_a_hill_is_followed() -> None:
    fall = 1 + 0.2 * np.exp(-((np.arange(SHAPE[1]) - 60.0) ** 2) / (2 * 20.0**2))
    truth = (light_of(two_surfaces()) * fall[None, :, None]).astype(np.float32)
    truth[:40] = WALL
    found = room().fit(truth, None)
    # The hill alone would be off by 1.6 on average, and by 6 where it is worst.
    off = misfit(found.light, truth)[60:120, 10:190]
    assert off.mean() < 1.2
    assert off.max() < 4.5


@pytest.mark.parametrize("second", [False, True])
def test_light_without_its_colour_is_fitted_as_each_of_its_channels_is(second: bool) -> None:
    truth = light_of(two_surfaces(), 0.3)[..., 1].copy()
    if second:
        truth[20:38, 30:190] *= 6  # the sun on the lower of two boards
    seen = truth.copy()
    seen[discs(PIECES[:5]) > 0] = 40.0
    found = room(dark=True).fit(seen, None)
    assert found.light.shape == SHAPE
    inner = np.ones(SHAPE, np.bool_)
    inner[35:45] = False
    if second:
        inner[:40] = False
        inner[22:34, 40:180] = True
    assert misfit(found.light, truth)[inner].max() < 6
