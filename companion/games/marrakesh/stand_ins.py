"""Hands for a table that has none: with a simulated tower, what the players tap is done to its keshis.

After every change of the game `follow` is called: once everybody has selected, the keshis are tossed; what is
claimed on the screen is taken out of the tray; what is undone is put back. Only the hands know what really
lies there; the camera has to count it like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

from companion.games.marrakesh.rules.behind_screens import PICKS
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import CLAIM, ROUNDS, TOSS, State
from companion.play.decision import Decision
from hardware.simulated import SimulatedTower


class StandIns:
    """The hands around one simulated tower."""

    def __init__(self, tower: SimulatedTower) -> None:
        self.tower = tower
        self._tray: Counter[str] = Counter()
        """What lies in the tray once every hand that is under way has gone."""
        self._thrown: dict[tuple[int, int], Counter[str]] = {}
        """Light depth: what came out in each round."""

    def follow(self, state: State, pending: Decision | None) -> None:
        """Bring the simulated table to where the game is."""
        if state.phase == TOSS and pending is not None and pending.kind == "tower":
            if state.depth == FULL:
                self._toss_until(_some(state.tower.inside))
            else:
                self._toss_some(state)
        elif state.phase == CLAIM:
            self._leave(_some(state.base))
        else:
            self._leave(Counter())

    def take(self, colours: Mapping[str, int]) -> None:
        """Somebody takes keshis before saying so: the camera has to notice."""
        self.tower.take(colours)
        self._tray -= Counter(colours)

    def lay_out(self, counts: Mapping[str, int]) -> None:
        """Clear the tray and lay these into it, as calibration asks for."""
        self.tower.clear()
        self.tower.place(counts)
        self._tray = _some(counts)

    def _toss_until(self, belongs: Counter[str]) -> None:
        """Everything the ledger has in the tower must be inside it or in the tray under it."""
        stuck = Counter(self.tower.inside())
        if stuck + self._tray == belongs:
            return
        stuck &= belongs
        self.tower.clear()
        self.tower.put_inside(stuck)
        self.tower.toss(belongs - stuck)
        self._tray = belongs - Counter(self.tower.inside())

    def _toss_some(self, state: State) -> None:
        """Light depth: the ledger has all that may be inside; three a player are really tossed each round."""
        when = (state.season, state.round)
        if when in self._thrown:
            self._leave(self._thrown[when])  # the toss was undone and is asked again
            return
        stuck = Counter(self.tower.inside()) & _some(state.tower.inside)
        behind = sorted((_some(state.tower.inside) - stuck).elements())
        picks = len(behind) if state.round == ROUNDS - 1 else PICKS * len(state.players)
        tossed = Counter(Random(f"{when} {behind}").sample(behind, min(picks, len(behind))))
        self._toss_until(stuck + tossed)
        self._thrown[when] = Counter(self._tray)

    def _leave(self, wanted: Counter[str]) -> None:
        """Take out what is too much, put back what is missing."""
        if gone := self._tray - wanted:
            self.tower.take(gone)
        if missing := wanted - self._tray:
            self.tower.place(missing)
        self._tray = wanted


def _some(counts: Mapping[str, int]) -> Counter[str]:
    return Counter({colour: n for colour, n in counts.items() if n})
