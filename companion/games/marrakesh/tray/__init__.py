"""What the tray could mean: a settled look at it, held against the tower ledger and the draft.

The camera proposes and the table confirms. Two questions are answered here, with plain counts and without
a pixel:

- After a toss (`toss`): which count is the likeliest *possible* one? More of a colour than can be in the
  tower is not believed; the piece that fits another colour best is read as that colour, and is doubtful.
- In the draft (`draft`): which keshis left the tray, and whose claims does that make? What only one reading
  explains is done; what several could explain, or none that is allowed, is asked. One more than was counted
  (`fallen`) is asked about as well.

What the table put right when it confirmed a count (`corrections`) holds for the draft as well.
"""

from companion.games.marrakesh.tray.corrections import Corrections
from companion.games.marrakesh.tray.draft import Claim, Draft, DraftProposal, Reading, propose_claims
from companion.games.marrakesh.tray.fallen import Fallen
from companion.games.marrakesh.tray.toss import (
    NO_KESHI,
    CountProposal,
    SeenPiece,
    likely_colours,
    propose_count,
)

__all__ = [
    "NO_KESHI",
    "Claim",
    "Corrections",
    "CountProposal",
    "Draft",
    "DraftProposal",
    "Fallen",
    "Reading",
    "SeenPiece",
    "likely_colours",
    "propose_claims",
    "propose_count",
]
