"""Marrakesh at the tray: what a settled look at it means, held against the tower ledger and the draft.

The camera proposes and the table confirms. Two questions are answered here, with plain counts and without
a pixel:

- After a toss (`toss_and_draft`): which count is the likeliest *possible* one? The table confirms it.
- In the draft (`draft`): which keshis left the tray, and whose claims does that make? What only one reading
  explains is done; what several could explain, or none that is allowed, is asked. One more than was counted
  (`fallen`) is asked about as well. What the table put right at the count is remembered (`draft_memory`).
"""

from companion.games.marrakesh.tray.draft import Claim, Draft, DraftProposal, Reading, propose_claims
from companion.games.marrakesh.tray.fallen import Fallen
from companion.games.marrakesh.tray.toss_and_draft import TossAndDraft

__all__ = ["Claim", "Draft", "DraftProposal", "Fallen", "Reading", "TossAndDraft", "propose_claims"]
