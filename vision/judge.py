"""What counts as a piece, what is left in doubt, and when it is a hand that lies in the tray."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.separate import Patch
from vision.shape import Split, roundness, solidity, thickness

# A piece that lies free: thick, round and whole enough. Measures are shares of a piece's area or of its root.
THICK, ROUND, SOLID = 0.33, 0.78, 0.80
LEAST_SHARE, MOST_SHARE = 0.45, 1.65
# A piece of which others hide a part: touches them and shows at least this.
HIDDEN_THICK, HIDDEN_SHARE, HIDDEN_SOLID, HIDDEN_ROUND = 0.22, 0.2, 0.7, 0.55
HIDDEN_STRENGTH, HIDDEN_COST = 5.0, 4.0
LEAST_STRENGTH = 2.2
# Something else this big that stands out is a hand or what it holds.
HAND_SHARE, HAND_THICK = 2.2, 0.7
RAGGED_HAND = 6.0
ALONE_THICK, ALONE_SHARE = 0.25, 0.3

Kind = Literal["piece", "hidden", "odd", "hand", "nothing"]


@dataclass(frozen=True)
class Verdict:
    """A patch and what to make of it: `piece`, `hidden` (a piece of which little shows), `odd`, `hand` or `nothing`."""

    patch: Patch
    kind: Kind
    share: float


def judge(patch: Patch, piece_area: float) -> Verdict:
    share = patch.area / piece_area
    if patch.strength < LEAST_STRENGTH:
        return Verdict(patch, "nothing", share)
    thick = thickness(patch.mask) / float(np.sqrt(piece_area))
    if patch.split.misfit > RAGGED_HAND * patch.split.parts and thick > HAND_THICK and share > HAND_SHARE:
        return Verdict(patch, "hand", share)
    points = np.argwhere(patch.mask)[:, ::-1].astype(np.float32)
    solid, round_ = solidity(points), roundness(patch.mask)
    if thick >= THICK and round_ >= ROUND and solid >= SOLID and LEAST_SHARE <= share <= MOST_SHARE:
        return Verdict(patch, "piece", share)
    shows = share >= HIDDEN_SHARE and thick >= HIDDEN_THICK and solid >= HIDDEN_SOLID and round_ >= HIDDEN_ROUND
    clear = patch.strength >= HIDDEN_STRENGTH and patch.costs.min() <= HIDDEN_COST and share <= MOST_SHARE
    alone = thick >= ALONE_THICK and share >= ALONE_SHARE and round_ >= ROUND - 0.05 and solid >= SOLID
    if shows and clear and (patch.neighbours or alone):
        return Verdict(patch, "hidden", share)
    return Verdict(patch, "odd" if thick >= HIDDEN_THICK and share >= 0.3 and solid >= 0.7 else "nothing", share)
