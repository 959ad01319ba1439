"""The tray as the screen knows it: what the watcher reports, and a count being checked by the table.

The screen knows no camera and no vision. It takes what has these shapes; see `companion.looks`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from companion.proposals import NO_KESHI, likely_colours, propose_count
from companion.rules.keshi import COLOURS


class Picture(Protocol):
    """Rows of red, green, blue bytes."""

    @property
    def size_px(self) -> tuple[int, int]: ...
    @property
    def rgb(self) -> bytes: ...


class Piece(Protocol):
    """One piece, its places in pixels of the photo."""

    @property
    def label(self) -> str: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def confidence(self) -> float: ...
    @property
    def outline(self) -> tuple[tuple[float, float], ...]: ...
    @property
    def alternatives(self) -> tuple[tuple[str, float], ...]: ...


class Seen(Protocol):
    """What was seen in one photo."""

    @property
    def pieces(self) -> Sequence[Piece]: ...
    @property
    def sure(self) -> bool: ...
    @property
    def doubts(self) -> tuple[str, ...]: ...


class Rest(Protocol):
    """The tray at rest, counted."""

    @property
    def observation(self) -> Seen: ...
    @property
    def photo(self) -> Picture: ...


@runtime_checkable
class Report(Protocol):
    """News from the watcher."""

    @property
    def state(self) -> str: ...
    @property
    def rest(self) -> Rest | None: ...
    @property
    def fault(self) -> str: ...
    @property
    def sentence(self) -> str: ...


class Tray(Protocol):
    """The watcher, as far as the screens give it orders."""

    @property
    def live(self) -> Picture | None: ...
    def watch(self, *, count_empty: bool = False) -> None: ...
    def pause(self) -> None: ...
    def count_now(self) -> None: ...


@dataclass
class CountCheck:
    """A count on its way to being confirmed: every piece as it is read now, and what the table added by hand.

    chosen      index of the piece being corrected
    colour      the colour being looked at; its pieces are marked in the photo
    touched     the table has corrected something
    """

    rest: Rest
    labels: list[str]
    doubtful: list[int]
    refused: Mapping[str, tuple[int, int]]
    by_hand: Counter[str] = field(default_factory=Counter)
    chosen: int | None = None
    colour: str = ""
    touched: bool = False

    @classmethod
    def of(cls, rest: Rest, at_most: Mapping[str, int]) -> CountCheck:
        """Read a rest as what the tower can have let go."""
        proposal = propose_count(rest.observation.pieces, at_most)
        doubtful = list(proposal.doubtful)
        return cls(rest, list(proposal.labels), doubtful, proposal.refused)

    @property
    def pieces(self) -> Sequence[Piece]:
        return self.rest.observation.pieces

    @property
    def counts(self) -> dict[str, int]:
        counted = Counter(label for label in self.labels if label != NO_KESHI)
        counted.update(self.by_hand)
        return {colour: counted[colour] for colour in COLOURS if counted[colour]}

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def likely(self, index: int) -> list[str]:
        """Colours to offer for a piece: what it is read as, then the likeliest others."""
        return list(
            dict.fromkeys([c for c in (self.labels[index], *likely_colours(self.pieces[index])) if c])
        )

    def read_as(self, index: int, colour: str) -> None:
        """The table says what a piece is (NO_KESHI: none)."""
        self.labels[index] = colour
        self.touched = True
        self.doubtful = [other for other in self.doubtful if other != index]
        self.chosen = None

    def more(self, colour: str) -> None:
        """One that the camera did not see."""
        self.by_hand[colour] += 1
        self.touched = True

    def fewer(self, colour: str) -> None:
        """One that is not there: first what was added by hand, then the least certain piece."""
        self.touched = True
        if self.by_hand[colour] > 0:
            self.by_hand[colour] -= 1
            return
        same = [index for index, label in enumerate(self.labels) if label == colour]
        if same:
            self.read_as(min(same, key=lambda index: self.pieces[index].confidence), NO_KESHI)
