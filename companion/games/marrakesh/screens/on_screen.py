"""A game as one screen has it: the session at the table, and what this screen's players have half entered."""

from __future__ import annotations

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.half_entered import HalfEntered
from companion.games.marrakesh.screens.turn_timer import TurnTimer
from companion.games.marrakesh.tray import Claim, TossAndDraft
from companion.games.marrakesh.tray.draft_so_far import claims_since_toss, unsure_of
from companion.play.decision import Decision
from companion.play.timeline import Misfit
from companion.table.events import Answered, Event, Rewritten, TakenBack
from companion.table.reports import Tray
from companion.table.session import Session

LIVE_AT_REST = 5  # every so many live pictures are shown while nothing moves


class GameOnScreen:
    """What the screens of one game show and act on.

    session         the game, the tray, and who hears of it
    show_ledger     whether what is still in the tower is shown
    timer           how long whoever is asked has been asked
    half            what is tapped and not confirmed; gone when the question changes
    settled_misfit  an entry that no longer fits, which the table has looked at
    final_step      how far the final scoring has been read out
    """

    def __init__(self, session: Session[State, TossAndDraft], *, show_ledger: bool = True) -> None:
        self.session = session
        self.show_ledger = show_ledger
        self.timer = TurnTimer()
        self.half = HalfEntered()
        self.settled_misfit: Misfit | None = None
        self.final_step = 0
        self._live_pictures = 0
        session.listen(self._hear)

    def _hear(self, event: Event) -> None:
        if isinstance(event, (Answered, TakenBack, Rewritten)):
            self.half = HalfEntered()
            if self.pending is not None:
                self.final_step = 0

    # -- the game -----------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def state(self) -> State:
        return self.session.game.state

    @property
    def pending(self) -> Decision | None:
        return self.session.game.pending

    @property
    def asked(self) -> Player | None:
        """Who is asked now; nobody when the whole table is."""
        decision = self.pending
        return self.state.players[decision.player] if decision is not None and decision.player >= 0 else None

    @property
    def unsettled_misfit(self) -> Misfit | None:
        """An entry that no longer fits and that the table has not looked at yet."""
        misfit = self.game.misfit
        return None if misfit is self.settled_misfit else misfit

    # -- the tray -----------------------------------------------------------------------------------------

    @property
    def tray(self) -> Tray | None:
        return self.session.tray

    @property
    def seen(self) -> TossAndDraft:
        """What was seen in the tray, and what the table is asked about it."""
        return self.session.part

    @property
    def watched(self) -> bool:
        """Whether a watcher is at work: until it has said something, everything is entered by hand."""
        return self.tray is not None and self.session.heard

    def wants_picture(self) -> bool:
        """Whether to draw a new live picture: each one while keshis fall, few while nothing happens."""
        if self.pending is None or self.pending.kind != "tower" or self.seen.check is not None:
            return False
        self._live_pictures += 1
        return self.session.news.state in ("moving", "hand") or self._live_pictures % LIVE_AT_REST == 0

    # -- the draft ----------------------------------------------------------------------------------------

    def claims(self) -> list[Claim]:
        """What was claimed since the last toss, in order."""
        return claims_since_toss(self.game.journal.entries)

    @property
    def unsure_of(self) -> tuple[Player, Player] | None:
        """Who was given the last keshis, perhaps without room for them, and whose they would be then."""
        seats = unsure_of(self.game)
        return None if seats is None else (self.state.players[seats[0]], self.state.players[seats[1]])
