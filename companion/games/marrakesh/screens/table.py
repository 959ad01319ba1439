"""One evening's table: the game, the tray beside it, and what the players have half entered.

Everything the game's screens do goes through here, so that a tap, a count and a button on the case mean the
same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.draft import colours_of
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.drafting import (
    CLAIM_KIND,
    TOSS_KIND,
    claims_since_toss,
    draft_of,
    is_claim,
    is_fallen,
    next_with_room,
)
from companion.games.marrakesh.screens.half_entered import HalfEntered
from companion.games.marrakesh.screens.memory import TrayMemory
from companion.games.marrakesh.screens.tray import (
    CountCheck,
    Doubt,
    Report,
    Rest,
    Tray,
    TrayNews,
    doubt_of,
    looks_with,
)
from companion.games.marrakesh.tray import Claim, Draft, DraftProposal, Fallen, Reading
from companion.play.decision import PASS, TABLE, Answer, Decision
from companion.play.timeline import Misfit

LIVE_AT_REST = 5  # every so many live pictures are shown while nothing moves
WATCHED_PHASES = ("toss", "claim")


class Table:
    """The game and everything around it.

    tray            the watcher, or None: then everything is entered by hand
    settle          called after every change, when it is on disk already
    confirmed       called with a counted rest and what the table confirmed, for the photo log
    show_ledger     whether what is still in the tower is shown
    """

    def __init__(
        self,
        game: Game,
        *,
        tray: Tray | None = None,
        settle: Callable[[], None] = lambda: None,
        confirmed: Callable[[Rest, Mapping[str, int]], None] = lambda rest, counts: None,
        show_ledger: bool = True,
    ) -> None:
        self.game = game
        self.tray = tray
        self.settle = settle
        self.confirmed = confirmed
        self.show_ledger = show_ledger
        self.news = TrayNews()
        self.heard = False  # whether the watcher has said anything yet: until then, count by hand
        self.half = HalfEntered()
        self.check: CountCheck | None = None
        self.question: DraftProposal | None = None
        self.doubt: Doubt | None = None  # why the whole photo it asks about may mislead
        self.settled_misfit: Misfit | None = None
        self.moment = 0  # grows with every change: what was scrolled and tapped belongs to one question
        self.final_step = 0
        self._unread: list[Rest] = []  # looks that nothing was made of yet, in order
        self._put_by: CountCheck | None = None  # the count on the screen when something moved
        self._second_thoughts = (
            False  # something was just taken back: the camera asks before it enters it again
        )
        self._memory = TrayMemory()
        self._expected: list[Claim] = []
        self._counted_toss = False  # whether the camera saw what lies in the base
        self._watching = ""  # what the watcher was last told to look for
        self._look_anew = False  # it looks for the right thing, but what it saw belongs to another moment
        self._live_pictures = 0

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def pending(self) -> Decision | None:
        return self.game.pending

    @property
    def asked(self) -> Player | None:
        """Who is asked now; nobody when the whole table is."""
        decision = self.game.pending
        return self.state.players[decision.player] if decision is not None and decision.player >= 0 else None

    @property
    def unsettled_misfit(self) -> Misfit | None:
        """An entry that no longer fits and that the table has not looked at yet."""
        misfit = self.game.misfit
        return None if misfit is self.settled_misfit else misfit

    # -- answers ------------------------------------------------------------------------------------------

    def answer(self, value: Answer, by: str = "table") -> None:
        """Answer the pending question. A refusal is raised and changes nothing."""
        counted = self.check
        was = self.game.pending
        self.game.answer(value, by=by)
        if was is not None and was.kind == TOSS_KIND:
            self._counted_toss = counted is not None
            self._memory = TrayMemory()
            if counted is not None:
                self._memory = TrayMemory.of(counted)
                self.confirmed(counted.rest, dict(Counter(counted.lying) + Counter(value)))
                self._unread = counted.later  # who could not wait has claimed already
        self._changed()

    @property
    def can_undo(self) -> bool:
        return self.game.can_undo or self.game.can_bring_back

    def undo(self) -> None:
        """Take the last entry back, or bring back what was discarded since."""
        if self.game.can_bring_back:
            self.game.bring_back()
        else:
            self.game.undo()
        self._forget_tray()
        self._changed()

    def redo(self, n: int = 1) -> None:
        self.game.redo(n)
        self._forget_tray()
        self._changed()

    def rewrite(self, act: Callable[[Game], None]) -> None:
        """Change something that was: a jump, an edit, a correction."""
        act(self.game)
        self._forget_tray()
        self._changed()

    def _changed(self) -> None:
        self.half = HalfEntered()
        self.moment += 1
        self.settle()
        decision = self.game.pending
        if decision is not None:
            self.final_step = 0
        if decision is None or decision.kind != TOSS_KIND:
            self.check = self._put_by = None
        if decision is None or decision.kind != CLAIM_KIND:
            self.question = None
        if decision is None or self.state.phase != "claim":
            self._second_thoughts = False
            # What was seen in one draft says nothing about the next.
            self._unread, self._expected, self._memory = [], [], TrayMemory()
        self.watch()
        self._take_expected()

    def _forget_tray(self) -> None:
        """What was seen belongs to another moment now; the tray is looked at again."""
        self._second_thoughts = True
        self.check = self._put_by = self.question = None
        self._unread, self._expected = [], []
        # The watcher still does what it was told: forgetting that would leave it counting for nobody.
        self._look_anew = True

    # -- the tray -----------------------------------------------------------------------------------------

    def watch(self) -> None:
        """Tell the watcher what to look for now."""
        if self.tray is None:
            return
        phase = self.state.phase if self.game.pending is not None else ""
        wanted = phase if phase in WATCHED_PHASES else ""
        anew, self._look_anew = self._look_anew, False
        if wanted == self._watching and not (anew and wanted):
            return
        if wanted == "claim" and self._watching == "toss" and self._counted_toss and not anew:
            pass  # the tray has just been counted; its leaving keshis are news as it is
        elif wanted:
            self.tray.watch(count_empty=wanted == "claim")
        else:
            self.tray.pause()
        self._watching = wanted

    def watch_again(self) -> None:
        """The table is back from screens over the game; one of them, calibrating, shuts the eyes."""
        if self._watching and self.news.state == "paused":
            self._watching = ""
            self.watch()

    def look_away(self) -> None:
        """The table left the game's screens."""
        if self.tray is not None and self._watching:
            self.tray.pause()
        self._watching = ""

    def take_report(self, report: Report) -> bool:
        """News from the watcher; True when there is something new to show."""
        self.heard = True
        if report.state == "live":
            return self._worth_showing()
        self.news = TrayNews(report.state, report.fault, report.sentence)
        if report.state == "moving" and self.check is not None and not self.check.touched:
            # More keshis are falling, and what was counted is not all. Or somebody takes theirs already.
            self._put_by, self.check = self.check, None
        if report.rest is not None:
            self._unread = looks_with(self._unread, report.rest)
            self.read_tray()
        return True

    def _worth_showing(self) -> bool:
        """Whether to draw a new live picture: each one while keshis fall, few while nothing happens."""
        if self.game.pending is None or self.game.pending.kind != TOSS_KIND or self.check is not None:
            return False
        self._live_pictures += 1
        return self.news.state in ("moving", "hand") or self._live_pictures % LIVE_AT_REST == 0

    def read_tray(self) -> None:
        """Make something of what was counted, look by look, as long as the pending question is about it."""
        while self._unread and (decision := self.game.pending) is not None:
            if decision.kind == TOSS_KIND:
                self._check_count(self._unread.pop(0))
            elif decision.kind == CLAIM_KIND:
                self._read_claims(self._unread.pop(0))
            else:
                return

    def _check_count(self, rest: Rest) -> None:
        """After a toss: what came out, for the table to confirm."""
        before, self._put_by = self.check or self._put_by, None
        if before is not None and before.outlasts(rest):
            before.later = looks_with(before.later, rest)
            self.check = before
            return
        self.check = self._count_of(rest)
        if before is not None and before.touched:
            self.check.take_over(before)

    def _count_of(self, rest: Rest) -> CountCheck:
        decision = self.game.pending
        inside = decision.about.get("inside") if decision is not None else None
        return CountCheck.of(rest, inside or dict.fromkeys(COLOURS, 99), dict(self.state.base))

    def count_what_lies(self) -> None:
        """What left the tray since it was counted was not claimed: only what lies there now came out."""
        if self.check is not None and self.check.later:
            self.check = self._count_of(self.check.later[-1])

    def _read_claims(self, rest: Rest) -> None:
        """In the draft: whose claims a look tells."""
        self.question = self._memory.asked = None
        proposal = self._memory.read(rest, self.draft())
        if not proposal.changed:
            self._memory.fits(rest)
            return
        clear = proposal.automatic and rest.observation.sure and not self._memory.vague
        self.doubt = doubt_of(rest)
        self._memory.asked = rest
        if not clear or self._second_thoughts:
            self.question = proposal
        else:
            self.follow(proposal.readings[0])

    def marked(self, fell: Fallen) -> CountCheck | None:
        """The look at the tray that the table is asked about, to show what fell."""
        return self._memory.marked(fell)

    @property
    def asked_about(self) -> Rest | None:
        """The look at the tray that the table is asked about."""
        return self._memory.asked

    def look_again(self) -> None:
        """What was asked about is forgotten; the tray is counted as it lies now."""
        self.question = self._memory.asked = None
        if self.tray is not None:
            self.tray.count_now()

    def dismiss(self) -> None:
        """The table enters it by hand; the same tray is not asked about again."""
        self._second_thoughts = False
        self._memory.dismiss()
        self.question = None

    def count_in(self, colours: Sequence[str]) -> None:
        """What lies there beyond the count came out of the tower: it may be claimed like the others."""
        fell, asked = self._fallen(), self._memory.asked
        self._unread = [asked] if asked is not None else []
        for colour, n in Counter(colours).items():
            wanting = n - self.state.tower.inside[colour]
            if wanting > 0:  # the table sees it: so it was inside, whatever the ledger says
                self.game.adjust(TABLE, f"tower {colour}", wanting)
            self.game.adjust(TABLE, f"base {colour}", n)
        self._memory.count_in(fell, colours)
        self._changed()

    def leave_out(self) -> None:
        """What lies there beyond the count goes back into the tower, or is no keshi."""
        fell, asked = self._fallen(), self._memory.asked
        self._unread = [asked] if asked is not None else []
        self._memory.leave_out(fell)
        self.read_tray()

    def _fallen(self) -> Fallen:
        if self.question is None or self.question.fell is None:
            raise LookupError("nothing fell")
        return self.question.fell

    def follow(self, reading: Reading) -> None:
        """Enter what a reading of the tray says, as far as the rules ask for it now; the rest follows."""
        self.question = None
        self._memory.settled()
        self._second_thoughts = False
        if reading.undo:
            self._put_back(reading.undo)
        self._expected = list(reading.claims)
        if reading.undo and not reading.claims:
            self._changed()
        else:
            self._take_expected()

    def _put_back(self, claims: int) -> None:
        """Take the last claims back, but not what fell out of the tower since."""
        entries = self.game.journal.entries
        at = [i for i, entry in enumerate(entries) if is_claim(entry)][-claims]
        fell = [entry for entry in entries[at:] if is_fallen(entry)]
        self.game.jump(at)
        for entry in fell:
            self.game.adjust(entry.player, entry.what, entry.value)

    def _take_expected(self) -> None:
        """Claims seen but not entered yet: each waits until it is that player's turn to claim."""
        decision = self.game.pending
        if decision is None or decision.kind != CLAIM_KIND:
            return
        if not self._expected:
            self.read_tray()
            return
        claim = self._expected.pop(0)
        keys = [key for key in decision.options if key != PASS]
        same = [key for key in keys if Counter(colours_of(key)) == Counter(claim.colours)]
        if claim.seat == decision.player and same:
            self.answer(same[0], by="camera")
        else:
            self._expected = []

    # -- the draft ----------------------------------------------------------------------------------------

    @property
    def unsure_of(self) -> tuple[Player, Player] | None:
        """Who was given the last keshis because it was their turn, though nobody knows whether they had room;
        and whose they would be then.

        Only light depth does not know it, and only a claim that the camera entered was not looked at. It may
        have ended the draft.
        """
        entries, players = self.game.journal.entries, self.state.players
        if self.state.depth == FULL or not entries or not is_claim(entries[-1]) or entries[-1].by != "camera":
            return None
        heir = next_with_room(entries, len(players))
        return None if heir is None else (players[entries[-1].player], players[heir])

    def pass_on(self) -> None:
        """They had no room: what they were given was taken by the next one."""
        claim = self.game.journal.entries[-1]
        self.game.undo()
        self.game.answer(PASS)
        self.game.answer(claim.value, by="camera")
        self._changed()

    def claims(self) -> list[Claim]:
        """What was claimed since the last toss, in order."""
        return claims_since_toss(self.game.journal.entries)

    def draft(self) -> Draft:
        """The draft as the proposals want it."""
        return draft_of(self.state, self.game.pending, self.claims())
