"""The simulated tower: keeps its dice, its keshis and its light as a real one would."""

import time
from collections import Counter
from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from hardware.camera import Frame
from hardware.clock import HandWoundClock
from hardware.errors import TowerRefused
from hardware.simulated import SimulatedTower, Spill
from hardware.simulated.hopper import Hopper
from hardware.simulated.paints import COLOURS
from hardware.simulated.tray import WINDOW_MM, footprint, gap_mm

HANDFUL = {"red": 3, "white": 2, "black": 2, "turquoise": 3, "brown": 2}


def tower(
    seed: int = 5, room: str = "evening", spill: Spill | None = None
) -> tuple[SimulatedTower, HandWoundClock]:
    clock = HandWoundClock()
    return SimulatedTower(seed=seed, room=room, spill=spill, clock=clock), clock


def tossed(
    seed: int = 5, room: str = "evening", spill: Spill | None = None
) -> tuple[SimulatedTower, HandWoundClock]:
    made, clock = tower(seed, room, spill)
    made.open()
    clock.sleep(made.toss(HANDFUL))
    return made, clock


def linear(frame: Frame) -> npt.NDArray[np.float64]:
    level = frame.astype(float) / 255
    return np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)


def out_rates(layer: str) -> tuple[float, float]:
    """How many fresh and how many stuck keshis come out, over many tosses."""
    hopper = Hopper(layer, np.random.default_rng(1))
    fresh = stuck = 0
    for _ in range(600):
        hopper.stuck = Counter({"red": 4})
        out = hopper.toss({"white": 4})
        fresh, stuck = fresh + out.count("white"), stuck + out.count("red")
    return fresh / 2400, stuck / 2400


def test_two_thirds_of_fresh_and_one_third_of_stuck_keshis_come_out() -> None:
    fresh, stuck = out_rates("B1")
    assert fresh == pytest.approx(2 / 3, abs=0.04)
    assert stuck == pytest.approx(1 / 3, abs=0.05)


def test_layer_b2_keeps_more_inside() -> None:
    fresh_b1, stuck_b1 = out_rates("B1")
    fresh_b2, stuck_b2 = out_rates("B2")
    assert fresh_b2 < fresh_b1 - 0.05
    assert stuck_b2 < stuck_b1 - 0.03


def test_no_keshi_is_made_or_lost() -> None:
    made, clock = tower()
    for _ in range(12):
        before = Counter(made.inside())
        clock.sleep(made.toss(HANDFUL))
        assert Counter(made.truth().counts) + Counter(made.inside()) == before + Counter(HANDFUL)
        made.clear()


def test_the_same_seed_gives_the_same_frames() -> None:
    first, second = tossed()[0].capture(), tossed()[0].capture()
    other = tossed(seed=6)[0].capture()
    assert np.array_equal(first.lit, second.lit)
    assert first.unlit is not None
    assert second.unlit is not None
    assert np.array_equal(first.unlit, second.unlit)
    assert not np.array_equal(first.lit, other.lit)


def test_what_comes_out_does_not_depend_on_how_many_frames_were_watched() -> None:
    busy, clock = tower()
    busy.open()
    for _ in range(7):
        busy.watch()
    clock.sleep(busy.toss(HANDFUL))
    assert busy.truth().counts == tossed()[0].truth().counts


@pytest.mark.parametrize("seed", range(6))
def test_the_camera_finds_the_four_markers_in_their_corners(seed: int) -> None:
    made, _ = tower(seed=seed)
    made.open()
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, numbers, _ = detector.detectMarkers(made.capture().lit)
    assert sorted(np.ravel(numbers)) == [0, 1, 2, 3]
    middles = {int(n): c.reshape(-1, 2).mean(axis=0) for n, c in zip(np.ravel(numbers), corners, strict=True)}
    assert middles[0][0] < middles[1][0]
    assert middles[0][1] < middles[3][1]
    assert middles[2][0] > middles[3][0]
    width_px = np.linalg.norm(middles[1] - middles[0])
    assert 10 * width_px / 172 == pytest.approx(45, abs=3)  # a keshi's width


def test_the_ring_adds_the_same_light_whatever_the_room_does() -> None:
    """The flash pair: lit minus unlit in linear light leaves only what the ring shows."""
    differences = []
    for room in ("dark", "evening", "daylight"):
        pair = tossed(room=room)[0].capture()
        assert pair.unlit is not None
        soft = [cv2.GaussianBlur(linear(frame), (0, 0), 3) for frame in (pair.lit, pair.unlit)]
        differences.append(soft[0] - soft[1])
    assert np.abs(differences[0] - differences[1]).mean() < 0.004
    assert np.percentile(np.abs(differences[0] - differences[2]), 95) < 0.03


def test_unlit_keshis_stand_dark_before_the_room() -> None:
    made, _ = tower()
    made.open()
    made.place({"white": 1}, poses=("upright",))
    pair, piece = made.capture(), made.truth().pieces[0]
    assert pair.unlit is not None
    x, y = round(piece.x), round(piece.y)
    assert pair.lit[y - 5 : y + 5, x - 5 : x + 5].mean() > 150
    assert pair.unlit[y - 5 : y + 5, x - 5 : x + 5].mean() < 20


def test_the_watching_frames_are_dark_until_the_ring_is_on() -> None:
    made, _ = tower(room="dark")
    made.open()
    dark = made.watch().mean()
    made.light.on(0.5)
    assert made.watch().mean() > dark + 20
    made.capture()
    assert made.light.level == 0.5  # a capture leaves the ring as it was


def test_keshis_tumble_in_and_then_lie_still() -> None:
    made, clock = tower()
    made.open()
    made.light.on()
    still_in = made.toss(HANDFUL)
    assert 0.9 < still_in < 4
    clock.sleep(1.0)
    moving = cv2.absdiff(made.watch(), made.watch())
    clock.sleep(still_in)
    assert made.seconds_until_still() == 0
    still = cv2.absdiff(made.watch(), made.watch())
    assert np.count_nonzero(moving > 25) > 100
    assert np.count_nonzero(still > 25) == 0


@pytest.mark.parametrize("seed", range(8))
def test_pieces_at_rest_lie_in_the_tray_and_never_inside_one_another(seed: int) -> None:
    made, clock = tower(seed=seed, spill=Spill(touching=0.5))
    made.put_inside(dict.fromkeys(COLOURS, 1))
    clock.sleep(made.toss(dict.fromkeys(COLOURS, 2)))
    bodies, _ = made._seen(clock.now())
    assert len(bodies) > 12
    grounds = [footprint(body) for body in bodies]
    for place, ground in enumerate(grounds):
        assert (np.abs(ground) <= np.array(WINDOW_MM) / 2).all()
        assert all(gap_mm(ground, other) > 0 for other in grounds[:place])


def test_some_stand_some_lie_some_lean_and_some_touch() -> None:
    poses: Counter[str] = Counter()
    closest = []
    for seed in range(12):
        made, clock = tower(seed=seed, spill=Spill(leaning=0.1))
        clock.sleep(made.toss(HANDFUL))
        poses.update(piece.pose for piece in made.truth().pieces)
        grounds = [footprint(body) for body in made._seen(clock.now())[0]]
        closest.append(min(gap_mm(a, b) for n, a in enumerate(grounds) for b in grounds[:n]))
    assert poses["upright"] > 20
    assert poses["lying"] > 20
    assert poses["leaning"] > 0
    assert min(closest) < 0.5


def test_pieces_rest_on_one_another_only_when_asked() -> None:
    crowded, clock = tossed(spill=Spill(crowding=0.8))
    assert any(body.centre_mm[2] > 12 for body in crowded._seen(clock.now())[0])
    calm, clock = tossed()
    assert not any(body.centre_mm[2] > 9 for body in calm._seen(clock.now())[0])


def test_a_hand_comes_takes_its_keshis_and_goes() -> None:
    made, clock = tower()
    made.open()
    made.place({"red": 2, "white": 1})
    made.light.on()
    before = made.watch()
    seconds = made.take({"red": 1})
    clock.sleep(seconds / 2 - 0.1)
    assert made.truth().hand
    assert np.count_nonzero(cv2.absdiff(before, made.watch()).max(axis=2) > 12) > 2000
    clock.sleep(seconds)
    truth = made.truth()
    assert not truth.hand
    assert truth.counts["red"] == 1
    assert truth.counts["white"] == 1
    assert 0 < np.count_nonzero(cv2.absdiff(before, made.watch()).max(axis=2) > 40) < 600


def test_two_players_reach_in_one_after_the_other() -> None:
    made, clock = tower()
    made.place({"red": 1, "green": 1})
    first = made.take({"red": 1}, side="left")
    both = made.take({"green": 1}, side="right")
    assert both > first * 1.9
    clock.sleep(first + 0.05)
    assert made.truth().counts["green"] == 1
    clock.sleep(both)
    assert sum(made.truth().counts.values()) == 0


def test_a_hand_stays_until_it_is_drawn_back() -> None:
    made, clock = tower()
    made.hand_in("bottom")
    clock.sleep(60)
    assert made.truth().hand
    made.hand_out()
    clock.sleep(1)
    assert not made.truth().hand


def test_calibration_photos_show_the_empty_tray_and_three_of_each_colour() -> None:
    made, _ = tossed()
    before = made.truth()
    photos = made.calibration_photos()
    assert list(photos) == ["empty", *COLOURS]
    assert made.truth() == before
    assert all(pair.unlit is not None for pair in photos.values())
    empty = photos["empty"].lit
    for colour in ("white", "red", "yellow", "turquoise"):
        changed = cv2.absdiff(photos[colour].lit, empty).max(axis=2) > 60
        patches, _, stats, _ = cv2.connectedComponentsWithStats(changed.astype(np.uint8))
        assert sum(stats[patch, cv2.CC_STAT_AREA] > 700 for patch in range(1, patches)) == 3


def test_what_no_table_can_do_is_refused_with_a_sentence() -> None:
    made, _ = tower()
    with pytest.raises(TowerRefused, match="No red keshi is left"):
        made.take({"red": 1})
    with pytest.raises(TowerRefused, match="No keshi is “blue”"):
        made.toss({"blue": 1})
    with pytest.raises(TowerRefused, match="Nobody can hold −1"):
        made.toss({"red": -1})
    with pytest.raises(TowerRefused, match="no inner layer"):
        SimulatedTower(layer="B3")
    with pytest.raises(TowerRefused, match="no room called"):
        SimulatedTower(room="cellar")
    with pytest.raises(TowerRefused, match="no room left in the tray"):
        made.place(dict.fromkeys(COLOURS, 40))


def test_fifteen_frames_a_second_are_no_trouble_for_one_core() -> None:
    made, clock = tossed()
    clock.sleep(made.take({colour: 1 for colour, count in made.truth().counts.items() if count}) / 2)
    made.watch()
    made.capture()
    assert least_seconds_of_a_core(made.watch) < 1 / 30  # watching leaves half of it for everything else
    assert least_seconds_of_a_core(made.capture) < 2 / 15  # its two frames


def least_seconds_of_a_core(look: Callable[[], object]) -> float:
    """The least of several: a busy machine only ever adds to it."""
    spent = []
    for _ in range(8):
        begun = time.process_time()
        look()
        spent.append(time.process_time() - begun)
    return min(spent)
