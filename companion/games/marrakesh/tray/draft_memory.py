"""What is remembered of the tray while one draft lasts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace

from companion.games.marrakesh.rules.keshi import WHITE
from companion.games.marrakesh.tray.draft import MOST_READINGS, Draft, DraftProposal, propose_claims
from companion.games.marrakesh.tray.fallen import Fallen
from companion.table.count_check import CountCheck
from companion.table.named_pieces import NamedPieces, TrustedPiece
from companion.table.possible_count import SeenPiece
from companion.table.reports import PALE_PIECES, Piece, TrayLook, doubt_of


@dataclass
class DraftMemory:
    """One draft's tray.

    names           what the table knows better than the camera
    fitting         the pieces as they lay when tray and game last agreed; None while nobody has looked
    asked           the look the table is asked about
    dismissed       a tray the table did not want to hear about
    vague           the last look shows colours nobody can vouch for
    hands           how often something came into the tray since it last fitted
    """

    names: NamedPieces = field(default_factory=NamedPieces)
    fitting: Sequence[Piece] | None = None
    asked: TrayLook | None = None
    dismissed: Counter[str] | None = None
    vague: bool = False
    hands: int = 0

    @classmethod
    def of(cls, check: CountCheck) -> DraftMemory:
        """The count as the table confirmed it."""
        return cls(check.names(), check.pieces)

    def read(self, look: TrayLook, draft: Draft) -> DraftProposal:
        """What a look could mean, with what is remembered."""
        pieces = look.observation.pieces
        self.hands += look.hands
        if _labels(look) == self.dismissed:
            return DraftProposal()
        self.dismissed = None  # it has changed since: should it come to look like that again, it is news
        # Applied, the names learn who is still there: not from a photo that misleads.
        names = deepcopy(self.names) if doubt_of(look) else self.names
        known, vague = names.applied(pieces, draft.base)
        proposal = propose_claims(draft, known, self.fitting, hands=self.hands)
        doubt = doubt_of(look)
        if doubt is not None and doubt.about == PALE_PIECES:
            proposal = self._unless_white_lies_there(proposal, draft, known)
        self.vague = bool(vague.intersection(proposal.left))
        return proposal

    def _unless_white_lies_there(
        self, proposal: DraftProposal, draft: Draft, known: Sequence[SeenPiece]
    ) -> DraftProposal:
        """What a dazzling photo could mean: the white pieces it lacks may well lie there."""
        unseen = draft.base.get(WHITE, 0) - sum(piece.label == WHITE for piece in known)
        if unseen <= 0 or not proposal.readings:
            return proposal
        there = propose_claims(
            draft, [*known, *[TrustedPiece(WHITE)] * unseen], self.fitting, hands=self.hands
        )
        likely = [reading for reading in there.readings if not reading.fault]
        return replace(proposal, readings=(*likely, *proposal.readings)[:MOST_READINGS])

    def fits(self, look: TrayLook) -> None:
        """Tray and game agree. A photo that misleads does not tell where the pieces lie."""
        self.hands = 0
        if not doubt_of(look):
            self.fitting = look.observation.pieces

    def settled(self) -> None:
        """The table has said what the look means that it was asked about."""
        if self.asked is not None:
            self.fits(self.asked)
        self.asked = self.dismissed = None

    def dismiss(self) -> None:
        """The same tray is not asked about again."""
        asked = self.asked
        self.settled()
        self.dismissed = _labels(asked) if asked is not None else None

    def marked(self, fell: Fallen) -> CountCheck | None:
        """The look the table is asked about, every piece as the table names it, with what fell marked."""
        if self.asked is None:
            return None
        pieces = self.asked.observation.pieces
        labels = [self.names.name_of(piece) or piece.label for piece in pieces]
        new: list[int] = []
        for piece, colour in zip(fell.pieces, fell.colours, strict=True):
            at = next(index for index, each in enumerate(pieces) if each is piece)
            labels[at] = colour
            new.append(at)
        return CountCheck(self.asked, labels, new, {})

    def count_in(self, fell: Fallen, colours: Sequence[str]) -> None:
        """What fell is of these colours: the table's word holds for the looks that follow."""
        self._read_again()
        for piece, colour in zip(fell.pieces, colours, strict=True):
            if piece.label != colour:
                self.names.name(piece, colour)

    def leave_out(self, fell: Fallen) -> None:
        """What fell is none of this draft's."""
        self._read_again()
        for piece in fell.pieces:
            self.names.leave_out(piece)

    def _read_again(self) -> None:
        """The look that was asked about is read once more; nobody has reached in for that."""
        if self.asked is not None:
            self.hands -= self.asked.hands


def _labels(look: TrayLook) -> Counter[str]:
    return Counter(piece.label for piece in look.observation.pieces)
