"""Several looks at one tray at rest: noise must not flip a count, so two of them have to agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hardware.camera import FlashPair
from vision.doubts import LOOKS_DIFFER
from vision.observation import Observation

LOOKS_AT_MOST = 3
LOOKS_THAT_AGREE = 2


class Vote:
    """The looks so far, each with the flash pair it was counted in."""

    def __init__(self) -> None:
        self._looks: list[tuple[Observation, FlashPair]] = []

    def __len__(self) -> int:
        return len(self._looks)

    def add(self, observation: Observation, pair: FlashPair) -> None:
        self._looks.append((observation, pair))

    @property
    def decided(self) -> bool:
        """Whether enough agree, or more looks would not help."""
        return len(self._looks) >= LOOKS_AT_MOST or self._winner()[1] >= LOOKS_THAT_AGREE

    def verdict(self) -> tuple[Observation, FlashPair]:
        """What most of them saw, a sure one if there is one. Looks that all differ are a doubt of their own:
        nobody knows which of them was right.
        """
        winner, votes = self._winner()
        best, pair = max(
            (look for look in self._looks if _key(look[0]) == winner), key=lambda look: look[0].sure
        )
        if votes == 1 and len(self._looks) > 1:
            best = replace(best, sure=False, doubts=(*best.doubts, LOOKS_DIFFER))
        return best, pair

    def _winner(self) -> tuple[object, int]:
        counted = Counter(_key(observation) for observation, _pair in self._looks)
        return counted.most_common(1)[0] if counted else ((), 0)


def _key(observation: Observation) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(observation.counts.items()))
