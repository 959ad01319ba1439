"""What is put right and not entered yet: by how much each thing differs from what the companion follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from companion.games.marrakesh.rules import adjust
from companion.games.marrakesh.rules.adjust import things
from companion.games.marrakesh.rules.state import State

Key: TypeAlias = tuple[int, str]


class Corrections(Counter[Key]):
    """Differences by seat and key, so that looking at another player loses nothing."""

    def has(self, g: State, seat: int, what: str) -> bool:
        """Whether something lies there, with what is tapped already."""
        return adjust.span(g, seat, what)[0] + self[seat, what] > 0

    def switch(self, g: State, seat: int, what: str) -> None:
        """It lies there after all, or it does not."""
        wanted = not self.has(g, seat, what)
        self[seat, what] = int(wanted) - adjust.span(g, seat, what)[0]

    def only(self, g: State, seat: int, among: Iterable[str], what: str) -> None:
        """Of several things for one place this one lies there, or nothing ("")."""
        for each in among:
            if self.has(g, seat, each) != (each == what):
                self.switch(g, seat, each)

    def in_order(self) -> list[tuple[Key, int]]:
        """As they fit: what goes before what comes, a tile gone before what it rests on and come after it."""
        changes = [(key, by) for key, by in self.items() if by]
        return sorted(changes, key=lambda change: (change[1] > 0, _height(change[0][1]) * change[1]))


def _height(what: str) -> int:
    """How much it rests on: a gate on a guard, an oasis on its caravan, a claimed town on the town."""
    kind = what.partition(" ")[0]
    if what.startswith("town claimed "):
        return 2
    return int(kind in things.KINDS and kind != "caravans")
