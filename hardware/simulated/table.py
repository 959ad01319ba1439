"""The table around the simulated tower: what is tossed, where it comes to rest, whose hand takes it.

Nothing moves by itself here: where every keshi is follows from what was done, and from the clock.
"""

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.words import N_
from hardware.clock import Clock
from hardware.errors import TowerRefused
from hardware.simulated.hand import GRASP_SECONDS, REACH_SECONDS, SIDES, Side, Visit
from hardware.simulated.hopper import Hopper, handful
from hardware.simulated.keshi import Body, Pose
from hardware.simulated.motion import LIFT_SECONDS, Stay, fall_from_tower
from hardware.simulated.optics import Lens
from hardware.simulated.paints import COLOURS
from hardware.simulated.tray import Spill, settle

FALL_SPREAD_SECONDS = 1.4


@dataclass(frozen=True)
class PieceTruth:
    """One keshi as it really lies: its centre in pixels of a full frame."""

    colour: str
    x: float
    y: float
    pose: Pose


@dataclass(frozen=True)
class Truth:
    """What really lies in the tray, every colour named."""

    counts: Mapping[str, int]
    pieces: tuple[PieceTruth, ...]
    hand: bool


class SimulatedTable:
    """A tower over a tray, and the hands around it. Any thread may ask."""

    def __init__(self, *, seed: int, layer: str, clock: Clock, spill: Spill, lens: Lens) -> None:
        self.seed = seed
        self.layer = layer
        self._clock = clock
        self._spill = spill
        self._lens = lens
        self._world = threading.RLock()
        self._stays: list[Stay] = []
        self._visits: list[Visit] = []
        self._busy_until = 0.0
        self.reset()

    def reset(self) -> None:
        """An empty tower over an empty tray, and the dice as they were at the start."""
        with self._world:
            self._hopper = Hopper(self.layer, np.random.default_rng([self.seed, 10]))
            self._dice = np.random.default_rng([self.seed, 11])
            self.clear()

    def toss(self, colours: Mapping[str, int]) -> float:
        """Throw a handful into the tower; the seconds until all that comes out lies still."""
        with self._world:
            falling = self._hopper.toss(colours)
            starts = max(self._clock.now(), self._busy_until)
            for body in settle(falling, self._lying(), self._dice, self._spill):
                falls_at = starts + 0.2 + self._dice.uniform(0, FALL_SPREAD_SECONDS)
                stay = fall_from_tower(body, falls_at, self._dice)
                self._stays.append(stay)
                self._busy_until = max(self._busy_until, stay.still_at)
            return self.seconds_until_still()

    def place(self, colours: Mapping[str, int], poses: Sequence[Pose] = ()) -> None:
        """Lay keshis into the tray by hand, past the tower, as calibration asks for; they lie at once."""
        with self._world:
            spill = Spill(touching=0.0, leaning=0.0, crowding=0.0)
            for body in settle(handful(colours), self._lying(), self._dice, spill, poses):
                self._stays.append(replace(fall_from_tower(body, 0.0, self._dice), falls_at=-np.inf))

    def take(self, colours: Mapping[str, int], side: Side | None = None) -> float:
        """A hand comes, takes these and goes; the seconds until the tray is clear of it."""
        wanted = handful(colours)
        with self._world:
            chosen = self._choose(wanted)
            if not chosen:
                return 0.0
            starts = max(self._clock.now(), self._busy_until)
            middle = np.mean([self._stays[place].rest.centre_mm[:2] for place in chosen], axis=0)
            whose = side or SIDES[int(self._dice.integers(len(SIDES)))]
            ends = starts + 2 * REACH_SECONDS + GRASP_SECONDS * (0.5 + 0.5 * len(chosen))
            self._visit((float(middle[0]), float(middle[1])), whose, starts, ends)
            for order, place in enumerate(chosen):
                taken = starts + REACH_SECONDS + GRASP_SECONDS * (0.25 + 0.5 * order)
                self._stays[place] = replace(self._stays[place], taken_at=taken)
            self._busy_until = ends
            return self.seconds_until_still()

    def hand_in(self, side: Side = "right", x_mm: float = 0.0, y_mm: float = 0.0) -> None:
        """A hand reaches in and stays there until `hand_out`."""
        with self._world:
            self._visit((x_mm, y_mm), side, self._clock.now(), np.inf)

    def hand_out(self) -> None:
        """The hand that stayed draws back."""
        with self._world:
            leaves = self._clock.now() + REACH_SECONDS
            self._visits = [replace(visit, ends_at=min(visit.ends_at, leaves)) for visit in self._visits]
            self._busy_until = max(self._busy_until, leaves)

    def clear(self) -> None:
        """Everything in the tray goes back to the supply at once; what is stuck in the tower stays there."""
        with self._world:
            self._stays = []
            self._visits = []
            self._busy_until = self._clock.now()

    def inside(self) -> dict[str, int]:
        """What is stuck in the tower, every colour named."""
        with self._world:
            return {colour: self._hopper.stuck[colour] for colour in COLOURS}

    def put_inside(self, colours: Mapping[str, int]) -> None:
        """Say what is stuck in the tower, as when a saved game goes on."""
        with self._world:
            self._hopper.stuck = Counter(handful(colours))

    def seconds_until_still(self) -> float:
        """How long until nothing moves in the tray, neither keshi nor hand."""
        with self._world:
            return max(0.0, self._busy_until - self._clock.now())

    def truth(self) -> Truth:
        """What lies in the tray at this moment, falling pieces too."""
        with self._world:
            now = self._clock.now()
            here = [stay.rest for stay in self._stays if stay.is_here(now)]
            counts = Counter(body.colour for body in here)
            pieces = []
            for body in here:
                x, y = self._lens.project(body.centre_mm[None])[0]
                pieces.append(PieceTruth(body.colour, float(x), float(y), body.pose))
            hand = any(visit.reach(now) > 0 for visit in self._visits)
            return Truth({colour: counts[colour] for colour in COLOURS}, tuple(pieces), hand)

    def _seen(self, now: float) -> tuple[list[Body], Visit | None]:
        """The keshis and the hand to be drawn at a moment; what is long gone is forgotten."""
        with self._world:
            self._stays = [stay for stay in self._stays if now < stay.taken_at + LIFT_SECONDS]
            self._visits = [visit for visit in self._visits if now < visit.ends_at]
            bodies = [body for stay in self._stays if (body := stay.at(now)) is not None]
            visit = next((visit for visit in self._visits if visit.reach(now) > 0), None)
            return bodies, visit

    def _lying(self) -> list[Body]:
        return [stay.rest for stay in self._stays if stay.taken_at == np.inf]

    def _choose(self, wanted: Sequence[str]) -> list[int]:
        """Which keshis a hand takes: any of each colour."""
        chosen: list[int] = []
        for colour in wanted:
            free = [
                place
                for place, stay in enumerate(self._stays)
                if stay.rest.colour == colour and stay.taken_at == np.inf and place not in chosen
            ]
            if not free:
                raise TowerRefused(N_("No {colour} keshi is left in the tray to take.", colour=colour))
            chosen.append(free[int(self._dice.integers(len(free)))])
        return chosen

    def _visit(self, target_mm: tuple[float, float], side: Side, starts: float, ends: float) -> None:
        self._visits.append(Visit(starts, ends, target_mm, side, skin=SIDES.index(side) + self.seed))
