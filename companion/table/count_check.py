"""A count on its way to being confirmed: the camera proposes, the table puts right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot

from companion.table.named_pieces import NamedPieces, reach_of
from companion.table.possible_count import NO_PIECE, CountProposal, likely_colours, propose_count
from companion.table.reports import Doubt, Photo, Piece, Seen, TrayLook, heaps_in

MOST_LOOKS = 10
FEW_NEW = 1
"""One more piece may come while others are being taken; more are another count."""
UNMOVED = 0.4
"""Of half a piece's width: what lies no farther from where it was has not moved."""
EFFORT_OF_ANOTHER_COUNT = 4.0
"""What is harder to believe than this is another count, not the same pieces read otherwise."""


@dataclass(frozen=True)
class LookKept:
    """A look of which only this is still needed: its photos in full size would fill a Pi's memory."""

    observation: Seen
    photo: Photo
    hands: int


def looks_with(looks: Sequence[TrayLook], look: TrayLook) -> list[TrayLook]:
    """Looks nobody has made anything of yet, and one more. Too many, and the oldest are as good as unseen."""
    earlier: list[TrayLook] = [LookKept(each.observation, each.photo, each.hands) for each in looks]
    return [*earlier, look][-MOST_LOOKS:]


@dataclass
class CountCheck:
    """Every piece as it is read now, and what the table added by hand.

    labels      the colour each piece is read as now; NO_PIECE for none
    doubtful    indexes of the pieces to look at first
    refused     colours of which more were seen than can lie there: (seen, at most)
    by_hand     pieces that only the table saw
    lying       what lay in the tray before these pieces came
    chosen      index of the piece being corrected
    colour      the colour being looked at; its pieces are marked in the photo
    touched     whether the table has corrected something
    anew        whether it was counted again after that and comes to something else
    later       looks since, in which pieces have left, though nobody has confirmed the count yet
    most        how many of each colour can lie there at all, in the order in which colours are told
    order       the colours, those counted first at the front: their places stay while numbers are corrected
    asks        whether a piece was doubtful at first: the question about it keeps its place
    """

    look: TrayLook
    labels: list[str]
    doubtful: list[int]
    refused: Mapping[str, tuple[int, int]]
    by_hand: Counter[str] = field(default_factory=Counter)
    lying: Mapping[str, int] = field(default_factory=dict)
    chosen: int | None = None
    colour: str = ""
    touched: bool = False
    anew: bool = False
    later: list[TrayLook] = field(default_factory=list)
    most: Mapping[str, int] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    asks: bool = False

    @classmethod
    def of(cls, look: TrayLook, new_at_most: Mapping[str, int], lying: Mapping[str, int]) -> CountCheck:
        """Read a look as what can have come, beside what lay there already.

        new_at_most     every colour there is, with how many of it can have come
        """
        at_most = {colour: most + lying.get(colour, 0) for colour, most in new_at_most.items()}
        proposal = propose_count(look.observation.pieces, at_most)
        doubtful, labels = list(proposal.doubtful), list(proposal.labels)
        order = tuple(sorted(at_most, key=lambda colour: colour not in labels))
        return cls(
            look,
            labels,
            doubtful,
            proposal.refused,
            lying=lying,
            most=at_most,
            order=order,
            asks=bool(doubtful),
        )

    @property
    def photo(self) -> Photo:
        return self.look.photo

    @property
    def heaps(self) -> tuple[Doubt, ...]:
        """Where pieces lie on others and are to be spread."""
        return heaps_in(self.look)

    @property
    def pieces(self) -> Sequence[Piece]:
        return self.look.observation.pieces

    @property
    def counts(self) -> dict[str, int]:
        counted = Counter(label for label in self.labels if label != NO_PIECE)
        counted.update(self.by_hand)
        return {colour: counted[colour] for colour in self.most if counted[colour]}

    @property
    def came(self) -> dict[str, int]:
        """What came: the count without what lay there before."""
        fresh = {colour: n - self.lying.get(colour, 0) for colour, n in self.counts.items()}
        return {colour: n for colour, n in fresh.items() if n > 0}

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def room_for(self, colour: str) -> bool:
        """Whether one more of a colour can lie there."""
        return self.counts.get(colour, 0) < self.most.get(colour, 0)

    def names(self) -> NamedPieces:
        """What the table knows better than the camera."""
        return NamedPieces(self.pieces, self.labels, self.by_hand)

    # -- looked at again, before the table has confirmed it -----------------------------------------------

    def outlasts(self, look: TrayLook) -> bool:
        """Whether a later look only shows that some of these pieces have been taken: then this is what came,
        and the look tells who took what.
        """
        seen = self._seen_in(look)
        if self.later and len(look.observation.pieces) > len(self.later[-1].observation.pieces) + FEW_NEW:
            return False
        # Once pieces are being taken one more may come: it is asked about when its turn comes.
        only_gone = bool(self.later) or seen.effort < EFFORT_OF_ANOTHER_COUNT
        return only_gone and sum(seen.counts.values()) < self.total

    @property
    def gone(self) -> tuple[str, ...]:
        """What has left the tray since."""
        if not self.later:
            return ()
        return tuple((Counter(self.counts) - Counter(self._seen_in(self.later[-1]).counts)).elements())

    def _seen_in(self, look: TrayLook) -> CountProposal:
        """A later look, as what lay there before."""
        known, _vague = self.names().applied(look.observation.pieces, self.counts)
        return propose_count(known, self.counts)

    def take_over(self, before: CountCheck) -> None:
        """The tray was counted again: what the table had put right stays right."""
        told = before.names()
        for index, piece in enumerate(self.pieces):
            name = told.name_of(piece)
            if name is not None:
                self.read_as(index, name)
        self.by_hand = Counter(before.by_hand)
        self.touched, self.anew = True, self.counts != before.counts

    def recall(self, before: CountCheck) -> None:
        """The tray was spread and counted again: a piece that still lies where it was seen better before is
        what it was.
        """
        for index, piece in enumerate(self.pieces):
            label = before.certain_at(piece)
            if label == self.labels[index] or (label is not None and self.room_for(label)):
                self.labels[index] = label
                self.doubtful = [other for other in self.doubtful if other != index]

    def certain_at(self, piece: Piece) -> str | None:
        """What was seen better than this where it lies now, if nobody had to ask about it."""
        for index, known in enumerate(self.pieces):
            there = hypot(known.x - piece.x, known.y - piece.y) < UNMOVED * reach_of(known)
            plain = index not in self.doubtful and self.labels[index] == known.label
            if there and plain and known.confidence > piece.confidence:
                return known.label
        return None

    # -- put right by the table ---------------------------------------------------------------------------

    def likely(self, index: int) -> list[str]:
        """Colours to offer for a piece: what it is read as, then the likeliest others."""
        return list(
            dict.fromkeys([c for c in (self.labels[index], *likely_colours(self.pieces[index])) if c])
        )

    def read_as(self, index: int, colour: str) -> None:
        """The table says what a piece is (NO_PIECE: none)."""
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
            self.read_as(min(same, key=lambda index: self.pieces[index].confidence), NO_PIECE)
