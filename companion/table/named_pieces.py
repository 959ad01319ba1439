"""What the table knew better than the camera when it confirmed a count, for the looks that follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Protocol

from companion.table.possible_count import NO_PIECE, SeenPiece

REACH_PIXELS = 20.0  # how far a piece without an outline may have slid and still be the same


class PlacedPiece(SeenPiece, Protocol):
    """A piece and its place in the photo."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def outline(self) -> Sequence[tuple[float, float]]: ...


@dataclass(frozen=True)
class TrustedPiece:
    """A piece as the table named it."""

    label: str
    confidence: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class _Correction:
    """A piece seen as one colour and named another, known again by its place."""

    x: float
    y: float
    reach: float
    seen_as: str
    named: str
    leaving: bool = False

    def fits(self, piece: PlacedPiece) -> bool:
        near = hypot(piece.x - self.x, piece.y - self.y) <= self.reach
        return near and piece.label in (self.seen_as, self.named)


class NamedPieces:
    """The pieces the table named otherwise (`NO_PIECE`: they are none), and those only the table saw."""

    def __init__(
        self,
        pieces: Sequence[PlacedPiece] = (),
        labels: Sequence[str] = (),
        unseen: Mapping[str, int] | None = None,
    ) -> None:
        self._corrections = [
            _Correction(piece.x, piece.y, reach_of(piece), piece.label, label)
            for piece, label in zip(pieces, labels, strict=True)
            if piece.label != label
        ]
        self._unseen = Counter(unseen or {})

    def name(self, piece: PlacedPiece, label: str) -> None:
        """The table names a piece that came to lie there since."""
        self._corrections.append(_Correction(piece.x, piece.y, reach_of(piece), piece.label, label))

    def leave_out(self, piece: PlacedPiece) -> None:
        """A piece does not belong there; nobody wonders when it is gone."""
        correction = _Correction(piece.x, piece.y, reach_of(piece), piece.label, NO_PIECE, leaving=True)
        self._corrections.append(correction)

    def name_of(self, piece: PlacedPiece) -> str | None:
        """What the table called a piece that still lies there; nothing if it never spoke of it."""
        return next((c.named for c in self._corrections if c.fits(piece)), None)

    def applied(
        self, pieces: Sequence[PlacedPiece], base: Mapping[str, int]
    ) -> tuple[list[SeenPiece], frozenset[str]]:
        """A later look as the table would name it, and the colours it can no longer vouch for: a piece it
        named was taken or slid away, and who saw it wrongly once may do so again.
        """
        known: list[SeenPiece] = []
        there: set[_Correction] = set()
        for piece in pieces:
            told = next((c for c in self._corrections if c not in there and c.fits(piece)), None)
            if told is None:
                known.append(piece)
                continue
            there.add(told)
            if told.named != NO_PIECE:
                known.append(TrustedPiece(told.named))
        self._corrections = [c for c in self._corrections if c in there or not c.leaving]
        gone = [c for c in self._corrections if c not in there]
        vague = {colour for c in gone for colour in (c.seen_as, c.named)}
        seen = Counter(piece.label for piece in known)
        for colour in self._unseen:
            # As long as the base holds more than is seen, the hidden ones are still hidden.
            self._unseen[colour] = max(0, min(self._unseen[colour], base.get(colour, 0) - seen[colour]))
            known += [TrustedPiece(colour)] * self._unseen[colour]
        return known, frozenset(vague - {NO_PIECE})


def reach_of(piece: PlacedPiece) -> float:
    """Half of how wide or high a piece looks."""
    if not piece.outline:
        return REACH_PIXELS
    across, down = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    return max(max(across) - min(across), max(down) - min(down)) / 2
