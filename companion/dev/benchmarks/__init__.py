"""The figures of docs/performance.md, each measured against a yardstick in the same run.

Times alone say little: machines differ and are busy with other things. So each figure is a ratio to something
everybody has (a colour conversion, an import), or a count of whole games.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured value, its unit, and what it must reach. `at_most` False: it must be at least the goal."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    at_most: bool = True

    @property
    def met(self) -> bool:
        if self.goal is None:
            return True
        return self.value <= self.goal if self.at_most else self.value >= self.goal
