"""Marrakesh at the tray: the keshis of a toss are counted, and who claims takes theirs out of it.

What the session at the table asks of a game (`companion.table.tray_part`), and what the game's screens ask
the table about: a count to confirm, or something the draft cannot explain by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.draft import colours_of
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.state import State
from companion.games.marrakesh.tray.draft import Claim, DraftProposal, Reading
from companion.games.marrakesh.tray.draft_memory import DraftMemory
from companion.games.marrakesh.tray.draft_so_far import (
    CLAIM_KIND,
    TOSS_KIND,
    draft_of,
    give_to_the_next,
    put_back,
)
from companion.games.marrakesh.tray.fallen import Fallen
from companion.play.decision import PASS, TABLE, Answer, Decision
from companion.table.count_check import CountCheck, looks_with
from companion.table.reports import Doubt, TrayLook, doubt_of
from companion.table.tray_part import Confirmed, WatchFor, Word

WATCHED = {"toss": WatchFor.ARRIVING, "claim": WatchFor.LEAVING}
"""The phases in which the tray is watched."""


class TossAndDraft:
    """One evening's tray of Marrakesh.

    check       the count to be confirmed
    question    what left the tray, where the table has to say what happened
    doubt       why the whole photo it asks about may mislead
    """

    def __init__(self) -> None:
        self.check: CountCheck | None = None
        self.question: DraftProposal | None = None
        self.doubt: Doubt | None = None
        self._put_by: CountCheck | None = None  # the count on the screen when something moved
        self._memory = DraftMemory()

    # -- what the session asks ----------------------------------------------------------------------------

    @property
    def asks(self) -> bool:
        return self.check is not None or self.question is not None

    def watch_for(self, game: Game) -> WatchFor | None:
        return WATCHED.get(game.state.phase)

    def reads(self, decision: Decision) -> bool:
        return decision.kind in (TOSS_KIND, CLAIM_KIND)

    def read(self, look: TrayLook, game: Game, *, careful: bool) -> Sequence[Claim]:
        decision = game.pending
        if decision is not None and decision.kind == TOSS_KIND:
            self._count(look, game)
            return ()
        return self._claims_in(look, game, careful)

    def answer_for(self, done: Claim, decision: Decision) -> Answer | None:
        keys = [key for key in decision.options if key != PASS]
        same = [key for key in keys if Counter(colours_of(key)) == Counter(done.colours)]
        return same[0] if same and done.seat == decision.player else None

    def moved(self) -> None:
        """More keshis are falling, and what was counted is not all. Or somebody takes theirs already. Where
        pieces are being spread, what was recognised stays.
        """
        if self.check is not None and not self.check.touched and not self.check.heaps:
            self._put_by, self.check = self.check, None

    def answered(self, decision: Decision, value: Answer) -> Confirmed | None:
        if decision.kind != TOSS_KIND:
            return None
        check, self.check = self.check, None
        if check is None:
            self._memory = DraftMemory()
            return None
        self._memory = DraftMemory.of(check)
        return Confirmed(check.look, dict(Counter(check.lying) + Counter(value)), check.later)

    def asked(self, game: Game) -> None:
        kind = game.pending.kind if game.pending is not None else ""
        if kind != TOSS_KIND:
            self.check = self._put_by = None
        if kind != CLAIM_KIND:
            self.question = None
        if game.pending is None or self.watch_for(game) is not WatchFor.LEAVING:
            self._memory = DraftMemory()

    def forget(self) -> None:
        self.check = self._put_by = self.question = self._memory.asked = None

    # -- the toss -----------------------------------------------------------------------------------------

    def _count(self, look: TrayLook, game: Game) -> None:
        """What came out, for the table to confirm."""
        before, self._put_by = self.check or self._put_by, None
        if before is not None and not before.heaps and before.outlasts(look):
            before.later = looks_with(before.later, look)
            self.check = before
            return
        self.check = _count_of(look, game)
        if before is not None and before.heaps:
            self.check.recall(before)
        if before is not None and before.touched:
            self.check.take_over(before)

    def count_what_lies(self, game: Game) -> None:
        """What left the tray since it was counted was not claimed: only what lies there now came out."""
        if self.check is not None and self.check.later:
            self.check = _count_of(self.check.later[-1], game)

    # -- the draft ----------------------------------------------------------------------------------------

    def _claims_in(self, look: TrayLook, game: Game, careful: bool) -> Sequence[Claim]:
        """Whose claims a look tells."""
        self.question = self._memory.asked = None
        proposal = self._memory.read(look, draft_of(game))
        if not proposal.changed:
            self._memory.fits(look)
            return ()
        clear = proposal.automatic and look.observation.sure and not self._memory.vague
        self.doubt = doubt_of(look)
        self._memory.asked = look
        if clear and not careful:
            return self.follow(proposal.readings[0]).done
        self.question = proposal
        return ()

    @property
    def asked_about(self) -> TrayLook | None:
        """The look at the tray that the table is asked about."""
        return self._memory.asked

    def marked(self, fell: Fallen) -> CountCheck | None:
        """That look, to show what fell."""
        return self._memory.marked(fell)

    # -- the table's word ---------------------------------------------------------------------------------

    def follow(self, reading: Reading) -> Word[State]:
        """It was like this: as far as the rules ask for it now it is entered; the rest follows."""
        self.question = None
        self._memory.settled()
        undo = reading.undo
        return Word((lambda game: put_back(game, undo)) if undo else None, reading.claims)

    def dismiss(self) -> Word[State]:
        """The table enters it by hand; the same tray is not asked about again."""
        self.question = None
        self._memory.dismiss()
        return Word()

    def count_in(self, colours: Sequence[str]) -> Word[State]:
        """What lies there beyond the count came out of the tower: it may be claimed like the others."""
        fell, asked = self._fallen(), self._memory.asked

        def came_out(game: Game) -> None:
            for colour, n in Counter(colours).items():
                wanting = n - game.state.tower.inside[colour]
                if wanting > 0:  # the table sees it: so it was inside, whatever the ledger says
                    game.adjust(TABLE, f"tower {colour}", wanting)
                game.adjust(TABLE, f"base {colour}", n)
            self._memory.count_in(fell, colours)

        return Word(came_out, again=[asked] if asked is not None else [])

    def leave_out(self) -> Word[State]:
        """What lies there beyond the count goes back into the tower, or is no keshi."""
        fell, asked = self._fallen(), self._memory.asked
        self._memory.leave_out(fell)
        return Word(again=[asked] if asked is not None else [])

    def pass_on(self) -> Word[State]:
        """Whoever was given the last keshis had no room: they were taken by the next one."""
        return Word(give_to_the_next)

    def _fallen(self) -> Fallen:
        if self.question is None or self.question.fell is None:
            raise LookupError("nothing fell")
        return self.question.fell


def _count_of(look: TrayLook, game: Game) -> CountCheck:
    decision = game.pending
    inside = decision.about.get("inside") if decision is not None else None
    at_most = {colour: inside.get(colour, 0) if inside else 99 for colour in COLOURS}
    return CountCheck.of(look, at_most, dict(game.state.base))
