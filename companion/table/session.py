"""The session at the table: one game, the tray beside it, and everybody who asks and answers.

It draws nothing and says nothing. A screen, a phone, the button on the case and the camera do the same things
here, and all of them hear what came of it:

    session = Session(game, kind.tray(), tray=tray)
    session.listen(screen.hear)
    session.come()                      # somebody sits down: the tray is watched when a question needs it
    session.answer("green*1")           # a refusal is raised and changes nothing
    session.hear(report)                # the watcher's news
    session.say(word)                   # what the tray means, where the table was asked

After each of these it goes on by itself, step by step, as long as what was seen at the tray tells the next
answer. Then it stands where one of four words says (docs/table.md has the picture).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, Generic, TypeVar

from companion.play.decision import Answer, Aside, Decision
from companion.play.game import Game
from companion.play.playable import S
from companion.table.count_check import looks_with
from companion.table.events import (
    Answered,
    Change,
    CountConfirmed,
    Event,
    Noticed,
    Rewritten,
    Settled,
    TakenBack,
)
from companion.table.reports import Report, Tray, TrayLook
from companion.table.tray_part import Done, TrayPart, WatchFor, Word

CAMERA = "camera"

Part = TypeVar("Part", bound=TrayPart[Any])


class Standing(Enum):
    """Where a session stands while it waits."""

    AWAY = "away"
    """Nobody is at the game."""
    RESTING = "resting"
    """The question has nothing to do with the tray, or there is no camera."""
    WATCHING = "watching"
    """The tray may tell the answer."""
    ASKING = "asking"
    """The tray has told something that the table has to look at."""


WAYS: Mapping[Standing, frozenset[Standing]] = {
    Standing.AWAY: frozenset({Standing.RESTING}),
    Standing.RESTING: frozenset({Standing.AWAY, Standing.WATCHING}),
    Standing.WATCHING: frozenset({Standing.AWAY, Standing.RESTING, Standing.ASKING}),
    Standing.ASKING: frozenset({Standing.AWAY, Standing.RESTING, Standing.WATCHING}),
}
"""From where a session can come where; each way is an arrow in docs/table.md."""


class Session(Generic[S, Part]):
    """One game at one table.

    part        how this game uses the tray
    tray        the watched tray, or None: then everything is entered by hand
    """

    def __init__(self, game: Game[S], part: Part, *, tray: Tray | None = None) -> None:
        self.game = game
        self.part = part
        self.tray = tray
        self.standing = Standing.AWAY
        self.news = Report("paused")  # what the watcher said last
        self.heard = False  # whether the watcher has said anything yet: until then, count by hand
        self.moment = 0  # grows with every change: what was tapped belongs to one question
        self._listeners: list[Callable[[Event], None]] = []
        self._looks: list[TrayLook] = []  # nothing was made of them yet, in order
        self._done: list[Done] = []  # seen at the tray, and not entered yet
        self._careful = False  # something was just taken back: the camera asks before it enters it again
        self._watches: WatchFor | None = None  # what the tray was last told to look for
        self._counted = False  # what lies there was counted by the camera and confirmed
        self._look_anew = False  # the tray looks for the right thing, but what it saw belongs elsewhere

    def listen(self, hear: Callable[[Event], None]) -> Callable[[], None]:
        """Tell this listener what happens from now on; call what comes back to stop. Listeners do not
        answer.
        """
        self._listeners.append(hear)
        return lambda: self._listeners.remove(hear)

    @property
    def pending(self) -> Decision | None:
        """What the table is asked now; None when the game is over."""
        return self.game.pending

    # -- who is there -------------------------------------------------------------------------------------

    def come(self) -> None:
        """Somebody looks at the game, or is back from elsewhere: a calibration has stopped the watcher."""
        if self.heard and self.news.state == "paused":
            self._watches = None
        if self.standing is Standing.AWAY:
            self._stand(Standing.RESTING)
        self._go_on()

    def leave(self) -> None:
        """Nobody looks at the game any more."""
        self._forget()
        self._stand(Standing.AWAY)
        self._order()

    # -- answers and second thoughts ----------------------------------------------------------------------

    def answer(self, value: Answer, by: str = "table", *, same_tap: bool = False) -> None:
        """Answer the pending question. A refusal is raised and changes nothing.

        same_tap    the tap that gave the answer before gives this one too: one undo takes both back
        """
        self._enter(value, by, same_tap=same_tap)
        self._go_on()

    @property
    def can_undo(self) -> bool:
        return self.game.can_undo or self.game.can_bring_back

    def undo(self) -> None:
        """Take back what the last tap entered, or bring back what was discarded since."""
        waits_again = self.game.can_bring_back
        if waits_again:
            self.game.bring_back()
        else:
            self.game.undo(self.game.journal.last_tap)
        self._rewound(TakenBack(waits_again))

    def redo(self) -> None:
        """Enter again what one undo took back."""
        self.rewrite(lambda game: game.redo(game.journal.next_tap))

    def redo_all(self) -> None:
        """Enter again all that was taken back."""
        self.rewrite(lambda game: game.redo(len(game.journal.undone)))

    def rewrite(self, act: Callable[[Game[S]], None]) -> None:
        """Change something that was: a jump, an edit, a correction."""
        act(self.game)
        self._rewound(Rewritten())

    def _rewound(self, change: Change) -> None:
        self._forget()
        self._careful = self._look_anew = True
        self._changed(change)
        self._go_on()

    # -- the tray -----------------------------------------------------------------------------------------

    def hear(self, report: Report) -> None:
        """News from the watcher."""
        self.heard = True
        if report.state == "live":
            return
        self.news = replace(report, look=None, captured=None)  # photos would only fill the memory
        self._tell(Noticed(report))
        if self.standing in (Standing.WATCHING, Standing.ASKING):
            if report.state == "moving":
                self.part.moved()
            if report.look is not None:
                self._looks = looks_with(self._looks, report.look)
            self._go_on()

    def say(self, word: Word[S]) -> None:
        """The table says what the tray means."""
        if word.change is not None:
            word.change(self.game)
            self._changed(Rewritten())
        if not word.again:
            self._careful = False
        self._looks, self._done = list(word.again), list(word.done)
        self._go_on()

    def look_again(self) -> None:
        """Nothing is asked about what was seen; the tray is counted as it lies now."""
        self.part.forget()
        if self.tray is not None:
            self.tray.count_now()
        self._go_on()

    # -- step by step -------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Do what can be done without the table, and come to stand."""
        while self._enter_next() or self._read_next():
            pass
        if self.standing is not Standing.AWAY:
            self._stand(self._belongs())
        self._order()
        self._tell(Settled())

    def _enter_next(self) -> bool:
        """Enter what was done next at the tray; it waits while something else is asked."""
        decision = self.game.pending
        if not self._done or decision is None or not self.part.reads(decision):
            return False
        answer = self.part.answer_for(self._done.pop(0), decision)
        if answer is None:
            self._done = []  # the game went another way
        else:
            self._enter(answer, CAMERA)
        return True

    def _read_next(self) -> bool:
        """Make something of the next look, if the question is about the tray."""
        decision = self.game.pending
        if not self._looks or decision is None or not self.part.reads(decision):
            return False
        look = self._looks.pop(0)
        self._done = list(self.part.read(look, self.game, careful=self._careful))
        return True

    def _enter(self, value: Answer, by: str, *, same_tap: bool = False) -> None:
        decision = self.game.pending
        self.game.answer(value, by=by, same_tap=same_tap)
        if decision is None:
            return
        if isinstance(value, Aside):  # the question itself is asked anew
            self._changed(Answered(decision, value, by))
            return
        if (confirmed := self.part.answered(decision, value)) is not None:
            self._looks = list(confirmed.later)  # who could not wait has taken something already
            self._tell(CountConfirmed(confirmed))
        if self._watches is WatchFor.ARRIVING:
            self._counted = confirmed is not None
        self._changed(Answered(decision, value, by))

    def _changed(self, change: Change) -> None:
        """The game has moved on: what was kept for the question before is gone."""
        self.moment += 1
        self.part.asked(self.game)
        if self._watch_for() is not WatchFor.LEAVING:
            # What was seen among pieces that leave says nothing about those that come next.
            self._careful, self._looks, self._done = False, [], []
        self._order()
        self._tell(change)

    def _forget(self) -> None:
        """What was seen belongs to another moment."""
        self.part.forget()
        self._looks, self._done = [], []

    # -- where it stands ----------------------------------------------------------------------------------

    def _belongs(self) -> Standing:
        """Where it stands while the pending question waits."""
        if self.tray is None or self._watch_for() is None:
            return Standing.RESTING
        return Standing.ASKING if self.part.asks else Standing.WATCHING

    def _stand(self, standing: Standing) -> None:
        """The only place where the standing changes: a test holds it to `WAYS`."""
        self.standing = standing

    def _watch_for(self) -> WatchFor | None:
        return self.part.watch_for(self.game) if self.game.pending is not None else None

    def _order(self) -> None:
        """Tell the tray what to look for, where that is another thing than before."""
        wanted = self._watch_for() if self.standing is not Standing.AWAY else None
        anew, self._look_anew = self._look_anew, False
        was, self._watches = self._watches, wanted
        if self.tray is None or (wanted is was and not (anew and wanted)):
            return
        if wanted is None:
            self.tray.pause()
        elif anew or not (self._counted and was is WatchFor.ARRIVING):
            self.tray.watch(count_empty=wanted is WatchFor.LEAVING)
        # else: what lies there has just been counted; what leaves it is news as it is

    def _tell(self, event: Event) -> None:
        for hear in list(self._listeners):
            hear(event)
