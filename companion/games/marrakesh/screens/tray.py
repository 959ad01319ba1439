"""The tray as the screen knows it: what the watcher reports, and a count being checked by the table.

The screen knows no camera and no vision. It takes what has these shapes; see `companion.table.reports`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.tray import NO_KESHI, Corrections, CountProposal, likely_colours, propose_count
from companion.games.marrakesh.tray.fallen import COST_OF_FALLING
from words import NOTHING, Text

MOST_LOOKS = 10
FEW_NEW = 1  # one more may fall while the others are being claimed; more are another toss

PALE_PIECES = "pale pieces"
"""What a photo in the sun, or with a lamp in view, misleads about: white pieces, and only those."""


def doubt_of(rest: Rest) -> Doubt | None:
    """Why a whole photo may mislead. Doubts about single pieces are marked where they lie."""
    return next((doubt for doubt in rest.observation.doubts if doubt.about != "piece"), None)


class Doubt(Protocol):
    """Why a count may be wrong: the sentence, and whether it is about a piece, the photo or pale pieces."""

    @property
    def said(self) -> Text: ...
    @property
    def about(self) -> str: ...


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
    def doubts(self) -> Sequence[Doubt]: ...


class Rest(Protocol):
    """The tray at rest, counted."""

    @property
    def observation(self) -> Seen: ...
    @property
    def photo(self) -> Picture: ...
    @property
    def hands(self) -> int: ...


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
    def sentence(self) -> Text: ...


@dataclass(frozen=True)
class Look:
    """A rest of which only this is still needed: its photos in full size would fill a Pi's memory."""

    observation: Seen
    photo: Picture
    hands: int


def looks_with(looks: Sequence[Rest], rest: Rest) -> list[Rest]:
    """Looks nobody has made anything of yet, and one more. Too many, and the oldest are as good as unseen."""
    earlier: list[Rest] = [Look(look.observation, look.photo, look.hands) for look in looks]
    return [*earlier, rest][-MOST_LOOKS:]


class Tray(Protocol):
    """The watcher, as far as the screens give it orders."""

    @property
    def live(self) -> Picture | None: ...
    def watch(self, *, count_empty: bool = False) -> None: ...
    def pause(self) -> None: ...
    def count_now(self) -> None: ...


@dataclass
class TrayNews:
    """What the watcher said last."""

    state: str = "paused"
    fault: str = ""
    sentence: Text = NOTHING


@dataclass
class CountCheck:
    """A count on its way to being confirmed: every piece as it is read now, and what the table added by hand.

    lying       what lay in the tray before the toss (where the table leaves what nobody could claim)
    chosen      index of the piece being corrected
    colour      the colour being looked at; its pieces are marked in the photo
    touched     the table has corrected something
    anew        it was counted again after that, and comes to something else
    later       looks at the tray since: keshis have left it, though nobody has confirmed the count yet
    most        how many of each colour can lie there at all
    order       the colours, those first counted first: their places stay while numbers are corrected
    asks        a piece was doubtful at first: the question about it keeps its place
    """

    rest: Rest
    labels: list[str]
    doubtful: list[int]
    refused: Mapping[str, tuple[int, int]]
    by_hand: Counter[str] = field(default_factory=Counter)
    lying: Mapping[str, int] = field(default_factory=dict)
    chosen: int | None = None
    colour: str = ""
    touched: bool = False
    anew: bool = False
    later: list[Rest] = field(default_factory=list)
    most: Mapping[str, int] = field(default_factory=dict)
    order: tuple[str, ...] = COLOURS
    asks: bool = False

    @classmethod
    def of(cls, rest: Rest, inside: Mapping[str, int], lying: Mapping[str, int]) -> CountCheck:
        """Read a rest as what the tower can have let go, beside what lay there already."""
        at_most = {colour: inside.get(colour, 0) + lying.get(colour, 0) for colour in COLOURS}
        proposal = propose_count(rest.observation.pieces, at_most)
        doubtful, labels = list(proposal.doubtful), list(proposal.labels)
        order = tuple(sorted(COLOURS, key=lambda colour: colour not in labels))
        return cls(
            rest,
            labels,
            doubtful,
            proposal.refused,
            lying=lying,
            most=at_most,
            order=order,
            asks=bool(doubtful),
        )

    @property
    def pieces(self) -> Sequence[Piece]:
        return self.rest.observation.pieces

    @property
    def counts(self) -> dict[str, int]:
        counted = Counter(label for label in self.labels if label != NO_KESHI)
        counted.update(self.by_hand)
        return {colour: counted[colour] for colour in COLOURS if counted[colour]}

    @property
    def came_out(self) -> dict[str, int]:
        """What the tower let go: the count without what lay there before."""
        fresh = {colour: n - self.lying.get(colour, 0) for colour, n in self.counts.items()}
        return {colour: n for colour, n in fresh.items() if n > 0}

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def room_for(self, colour: str) -> bool:
        """Whether one more of a colour can lie there."""
        return self.counts.get(colour, 0) < self.most.get(colour, 99)

    def corrections(self) -> Corrections:
        """What the table knows better than the camera."""
        return Corrections(self.pieces, self.labels, self.by_hand)

    def outlasts(self, rest: Rest) -> bool:
        """Whether a later look only shows that some of these keshis have been taken: then this is what came
        out of the tower, and the look tells the first claims.
        """
        seen = self._seen_in(rest)
        if self.later and len(rest.observation.pieces) > len(self.later[-1].observation.pieces) + FEW_NEW:
            return False
        # While the draft goes on one may fall late: it is asked about when its turn comes.
        only_gone = bool(self.later) or seen.effort < COST_OF_FALLING
        return only_gone and sum(seen.counts.values()) < self.total

    @property
    def gone(self) -> tuple[str, ...]:
        """What has left the tray since."""
        if not self.later:
            return ()
        return tuple((Counter(self.counts) - Counter(self._seen_in(self.later[-1]).counts)).elements())

    def _seen_in(self, rest: Rest) -> CountProposal:
        """A later look, as what lay there before."""
        known, _vague = self.corrections().applied(rest.observation.pieces, self.counts)
        return propose_count(known, self.counts)

    def take_over(self, before: CountCheck) -> None:
        """The tray was counted again: what the table had put right stays right."""
        told = before.corrections()
        for index, piece in enumerate(self.pieces):
            name = told.name_of(piece)
            if name is not None:
                self.read_as(index, name)
        self.by_hand = Counter(before.by_hand)
        self.touched, self.anew = True, self.counts != before.counts

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
