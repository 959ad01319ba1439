"""When a tray is worth a count: the grain of a dark room is no movement, a hand and a keshi are."""

from __future__ import annotations

import numpy as np
import pytest

from companion.table.stillness import LEFT_AFTER_SECONDS, Stillness
from hardware.camera import Frame
from hardware.clock import HandWoundClock
from hardware.simulated import SimulatedTower
from hardware.simulated.tower import FRAME_SECONDS

LOOK_SECONDS = 1 / 12


def dark_room(look: int, grain: float = 1.2) -> Frame:
    """A ceiling that shines hardly brighter than the grain of the picture, behind the tower's black foot."""
    ceiling = np.full((240, 320, 3), 12.0)
    ceiling[:, :60] = 1.0
    noise = np.random.default_rng(look).normal(0.0, grain, ceiling.shape)
    return np.asarray((ceiling + noise).round().clip(0, 255), np.uint8)


def rests(frames: list[Frame]) -> list[str]:
    """What is made of the frames, one look after the other."""
    stillness = Stillness(0.0)
    return [stillness.see(frame, look * LOOK_SECONDS) for look, frame in enumerate(frames)]


def test_a_dark_room_settles_whatever_its_grain() -> None:
    for grain in (0.0, 0.6, 1.2, 2.4, 5.0):
        seen = rests([dark_room(look, grain) for look in range(40)])
        settled = round(LEFT_AFTER_SECONDS / LOOK_SECONDS) + 3
        assert set(seen[settled:]) == {"settled"}, grain


def test_a_keshi_falls_in_the_dark() -> None:
    frames = [dark_room(look) for look in range(40)]
    for frame in frames[30:]:
        frame[100:115, 150:165] -= np.minimum(frame[100:115, 150:165], 6)
    seen = rests(frames)
    assert seen[29:32] == ["settled", "moving", "settling"]


def test_a_lamp_that_is_dimmed_moves_nothing() -> None:
    bright = np.full((240, 320, 3), 60.0)
    bright[80:160, 100:220] = 150.0
    dimmed = [np.asarray(bright * (1 - 0.01 * look), np.uint8) for look in range(40)]
    assert "moving" not in rests(dimmed)[1:]


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_the_lights_of_a_party_move_nothing(seed: int) -> None:
    """Else the ring flashes every ten seconds for nothing."""
    clock = HandWoundClock()
    tower = SimulatedTower(seed=seed, clock=clock, room="party", full_size=(320, 240))
    tower.place(dict.fromkeys(("white", "black", "red", "yellow", "green"), 2))
    stillness, seen = Stillness(clock.now()), list[str]()
    with tower:
        for _ in range(150):
            seen.append(stillness.see(tower.watch(), clock.now()))
            clock.sleep(0.2 - FRAME_SECONDS)
    assert "moving" not in seen[15:]


def test_fingers_that_rest_in_the_corner_are_one_hand_and_gone_for_a_moment_two() -> None:
    def look(number: int) -> Frame:
        tray = np.full((240, 320, 3), 60.0) + np.random.default_rng(number).normal(0.0, 1.0, (240, 320, 3))
        return np.asarray(tray.clip(0, 255), np.uint8)

    def hands(reaches: str) -> int:
        """One look after the other: "f" fingers that rest, "m" fingers that move, "." none."""
        stillness = Stillness(0.0)
        for number in range(12):
            stillness.see(look(number), number * LOOK_SECONDS)
        stillness.counted()
        for number, reach in enumerate(reaches, start=12):
            frame = look(number)
            if reach != ".":
                at = 8 * (number % 2) if reach == "m" else 0
                frame[170 + at :, :70] = 150
            stillness.see(frame, number * LOOK_SECONDS)
        return stillness.hands

    assert hands("mmmffffffmmm...") == 1
    assert hands("mmm....mmm...") == 2
