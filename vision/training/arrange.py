"""Where things come to lie: spread, in touching rows, or poured on one spot and piled up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.net_input import PIXELS_A_MM
from vision.training.kinds import CHANCES, SHAPES, body
from vision.training.solids import FINE_A_MM, Body, Pose, Shape, Sprite, see, turned

# Hills are looked up this coarsely: one height a millimetre.
COARSE = int(FINE_A_MM)
MARGIN_MM = 20


@dataclass(frozen=True)
class Lying:
    """A thing, the pixel of the fine picture its middle is on, and how near its middle is to the eye."""

    sprite: Sprite
    x: int
    y: int
    depth: float
    shape: Shape


@dataclass(frozen=True)
class Things:
    """What may lie there: its shapes, how often each comes, and its body for a shape and a size."""

    shapes: tuple[Shape, ...]
    chances: tuple[float, ...]
    body: Callable[[np.random.Generator, Shape, float], Body]


TRAINED = Things(SHAPES, CHANCES, body)


def arrange(
    rng: np.random.Generator, side: int, *, from_below: bool, things: Things = TRAINED
) -> list[Lying]:
    """Things on a floor `side` pixels wide, the first that fell first."""
    shapes = things.shapes
    usual = shapes[int(rng.choice(len(shapes), p=things.chances))]
    size = float(rng.normal(10, 0.4)) if usual == "octagon" else 10 * float(np.exp(rng.uniform(-0.5, 0.45)))
    if usual == "octagon" and rng.random() < 0.25:
        size *= float(np.exp(rng.uniform(-0.4, 0.4)))
    wide_mm = side / PIXELS_A_MM
    places, heaped = _places(rng, wide_mm, size)
    floor = _Floor(wide_mm)
    eye = rng.uniform(-0.6, 1.6, 2) * wide_mm
    away = float(rng.uniform(120, 450))
    chances = rng.dirichlet([2.0, 2.0, 0.8] if heaped else [3.0, 3.0, 0.4])
    if usual in ("disc", "lentil"):
        chances = np.array([0.9, 0.02, 0.08]) if not heaped else np.array([0.75, 0.05, 0.2])
    poses: tuple[Pose, ...] = ("flat", "side", "leaning")
    lying: list[Lying] = []
    for place in places:
        shape = usual if rng.random() < 0.95 else shapes[int(rng.integers(0, len(shapes)))]
        pose = poses[int(rng.choice(3, p=chances))]
        if shape == "die" and pose == "side":
            pose = "flat"
        turn = turned(rng, pose, 8 if shape == "octagon" else 4)
        fine = np.floor(place * FINE_A_MM)
        offset = place - fine / FINE_A_MM
        lean = np.clip((eye - place) / away, -0.7, 0.7)
        thing = see(things.body(rng, shape, size), turn, lean, 1.0, offset)
        if not thing.cover.any():
            continue
        if heaped:
            x, y, up = floor.drop(rng, thing, fine, size, from_below=from_below)
        else:
            x, y = int(fine[0]), int(fine[1])
            up = _lowest(thing, from_below=from_below)
        lying.append(Lying(thing, x, y, -up if from_below else up, shape))
    return lying


def _lowest(thing: Sprite, *, from_below: bool) -> float:
    """How high a middle is when the thing touches the floor."""
    if from_below:
        return float(thing.near[thing.cover].max())
    return -float(thing.far[thing.cover].min())


def _places(rng: np.random.Generator, wide: float, size: float) -> tuple[npt.NDArray[np.float64], bool]:
    kind = rng.random()
    if kind < 0.07:
        return np.zeros((0, 2)), False
    if kind < 0.25:
        number = int(rng.integers(1, 14))
        return _apart(rng.uniform(-3, wide + 3, (number, 2)), 1.15 * size), False
    if kind < 0.42:
        rows = []
        for _ in range(int(rng.integers(1, 5))):
            angle, number = rng.uniform(0, np.pi), int(rng.integers(2, 7))
            step = size * rng.uniform(1.0, 1.15) * np.array([np.cos(angle), np.sin(angle)])
            first = rng.uniform(0, wide, 2)
            rows.append(first + np.arange(number)[:, None] * step + rng.normal(0, 0.25, (number, 2)))
        return _apart(np.concatenate(rows), 0.97 * size), False
    number = int(rng.integers(5, 32))
    spread = size * np.sqrt(number) * rng.uniform(0.25, 0.55)
    middle = rng.uniform(0.1 * wide, 0.9 * wide, 2)
    return middle + rng.normal(0, spread, (number, 2)), True


def _apart(wished: npt.NDArray[np.float64], least: float) -> npt.NDArray[np.float64]:
    """Those of the places that keep this distance from all before them."""
    kept: list[npt.NDArray[np.float64]] = []
    for place in wished:
        if all(np.hypot(*(place - other)) >= least for other in kept):
            kept.append(place)
    return np.array(kept).reshape(-1, 2)


class _Floor:
    """How high things lie already, millimetre by millimetre; what falls looks for a low place."""

    def __init__(self, wide_mm: float) -> None:
        side = int(np.ceil(wide_mm)) + 2 * MARGIN_MM
        self.high = np.zeros((side, side), np.float32)

    def drop(
        self,
        rng: np.random.Generator,
        thing: Sprite,
        wished: npt.NDArray[np.float64],
        size: float,
        *,
        from_below: bool,
    ) -> tuple[int, int, float]:
        """The pixel where a thing comes to lie near the one wished for, and how high its middle is."""
        half = thing.half // COARSE
        low = thing.half - half * COARSE
        part = np.s_[low::COARSE, low::COARSE]
        cover = thing.cover[part]
        under = -thing.near[part] if from_below else thing.far[part]
        over = -thing.far[part] if from_below else thing.near[part]
        best: tuple[float, int, int] | None = None
        # It rolls: some tries nearby, further and further, and the lowest place wins.
        for number in range(6):
            place = wished + rng.normal(0, 0.25 * size * number * FINE_A_MM * 0.6, 2)
            x, y = int(place[0]), int(place[1])
            window = self._window(x, y, half, cover.shape)
            if window is None:
                continue
            height = float(np.where(cover, self.high[window] - under, -1e3).max())
            # Farther places have to be lower.
            cost = height + 0.15 * size * number
            if best is None or cost < best[0]:
                best = (cost, x, y)
        if best is None:
            return int(wished[0]), int(wished[1]), _lowest(thing, from_below=from_below)
        _, x, y = best
        window = self._window(x, y, half, cover.shape)
        assert window is not None
        here = self.high[window]
        up = float(np.where(cover, here - under, -1e3).max())
        self.high[window] = np.where(cover, np.maximum(here, up + over), here)
        return x, y, up

    def _window(self, x: int, y: int, half: int, shape: tuple[int, ...]) -> tuple[slice, slice] | None:
        left, top = x // COARSE - half + MARGIN_MM, y // COARSE - half + MARGIN_MM
        if left < 0 or top < 0 or left + shape[1] > len(self.high) or top + shape[0] > len(self.high):
            return None
        return np.s_[top : top + shape[0], left : left + shape[1]]
