"""Which rules a game was begun with, so that its journal means the same for ever.

A journal holds answers, not questions. Where mended rules ask something new, or read an old answer otherwise,
a game goes on as it was begun: `State.rules_version` says how, and the mended places look at it.

Since 2:

- In light depth the last claim of a draft is asked for too, for its player may have no room.
- Back in full depth the disc, the order of fishermen on one space and the crocodile are asked for.
- A light game that ends level asks for the stairs.
- A fisherman put somewhere by hand minds the jetty and arrives last.
- Bonuses of scrolls 16, 18 and 54 come in an order of the player's choice, or the best one.
- After the 1-dinar refresh one of the scrolls that are new must be bought.
- A tile not seen before gets the first free number, and a base game knows twelve exchange offices.

Since 3:

- Essential: a refresh lays all three scrolls under the stack, and names again those that come back up.
- A scroll given by hand leaves display or stacks, goes back to them, and nobody else may have it.
- A pawn put up a staircase by hand takes Imam or Sultan along.
- A board put right by hand in the draft lets its player claim again.
- Back in full depth before the first claim, river tiles, storages and selections are asked for, not boards.
- Back in full depth between the second season's river evaluation and the last season, it is asked who will
  begin at the crocodile.
- Back in full depth the stacks hold what nobody has.
- Back in full depth in the middle of Essential's draft, what was claimed so far is still to be placed.
- Back in full depth it is asked with whom Imam or Sultan go where several are level, and an oasis more may be
  claimed where river tile 02 may have been played.
- Essential: who of several leaders takes a placeholder is settled before the season tracker passes.
- Where granted actions bring a vendor's water, those it pays for are among the choices.
- A print put right takes the storage's icons, the jetty's step, Imam and Sultan along.
- A number or print put right during or after the final scoring is scored anew.
- After a change to an earlier entry, a word of the table waits until what is half done there is done.

Since 4, to ask less (a table looks at its own board; the companion need not copy what nobody takes):

- What lies face up is not named before it is bought: of scrolls and luxury goods all that may lie there are
  among the choices, and the one taken is known by that.
- Gates at a workshop are not counted: the colour taken is one of all that may be left.
- The keshis drawn for the oasis storage are told when an oasis covers them, and deployed at once.
"""

from __future__ import annotations

from typing import Final

ASKS_LESS: Final = 4
"""From this version on the table tells what it takes, not what lies there."""

RULES_VERSION: Final = 4
"""Counted up when an old journal would mean something else under the new rules."""
