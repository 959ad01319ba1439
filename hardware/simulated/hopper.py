"""The inside of the tower: what is tossed in, what gets stuck, what comes out with a later toss.

Out of a real tower about two thirds of what went in come out at once, and about one third of what was
stuck comes loose with each further toss. The inner layer decides: B1 keeps a moderate number, B2 more.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from hardware.errors import TowerRefused
from hardware.simulated.paints import COLOURS
from words import N_


@dataclass(frozen=True)
class Layer:
    """An inner layer of the tower, by the chances of coming out."""

    fresh_out: float
    stuck_out: float


LAYERS: Mapping[str, Layer] = {"B1": Layer(2 / 3, 1 / 3), "B2": Layer(0.52, 0.25)}


def handful(counts: Mapping[str, int]) -> list[str]:
    """The colours of a handful, one entry a piece, or a sentence on what is wrong with it."""
    for colour, count in counts.items():
        if colour not in COLOURS:
            raise TowerRefused(
                N_(
                    "No keshi is “{colour}”; the colours are {colours}.",
                    colour=colour,
                    colours=", ".join(COLOURS),
                )
            )
        if count < 0:
            raise TowerRefused(N_("Nobody can hold {count} {colour} keshis.", count=count, colour=colour))
    return [colour for colour in COLOURS for _ in range(counts.get(colour, 0))]


class Hopper:
    """What is stuck inside the tower."""

    def __init__(self, layer: str, dice: np.random.Generator) -> None:
        if layer not in LAYERS:
            raise TowerRefused(
                N_(
                    "The tower has no inner layer “{layer}”; there are {layers}.",
                    layer=layer,
                    layers=" and ".join(LAYERS),
                )
            )
        self._layer = LAYERS[layer]
        self._dice = dice
        self.stuck: Counter[str] = Counter()

    def toss(self, counts: Mapping[str, int]) -> list[str]:
        """Throw a handful in; what comes out, in the order in which it falls."""
        fresh = handful(counts)
        was_stuck = list(self.stuck.elements())
        out = [colour for colour in fresh if self._dice.random() < self._layer.fresh_out]
        out += [colour for colour in was_stuck if self._dice.random() < self._layer.stuck_out]
        self.stuck = Counter(fresh) + Counter(was_stuck) - Counter(out)
        self._dice.shuffle(out)
        return out
