"""One game at the table: answers in, the next question out, and the way back.

    game = Game.new(options, facts)
    game.pending                   # Decision("select", player=0, …)
    game.answer(("turquoise", "green", "pink"))
    game.undo(); game.redo()
    game.change(17, "green*1")     # what follows entry 17 is entered again as far as it fits

State is the fold of the journal. `keep` is called with every record, and returns when it is on disk, before
the screen can show it as done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic

from companion.play.decision import Answer, Aside, Decision
from companion.play.errors import IllegalMove, RulesError
from companion.play.facts import ASKED
from companion.play.journal import (
    ADJUST,
    ANSWER,
    ASIDE,
    DEPTH,
    FACT,
    Do,
    Entry,
    Journal,
    Record,
    Redo,
    Rewrite,
    Undo,
)
from companion.play.playable import Options, S
from companion.play.timeline import Misfit, Timeline
from companion.words import N_


class Game(Generic[S]):
    """The game the table plays now.

    options    which game, who plays it, and how
    facts      what this copy of the game is known to have printed on it, when the game began
    records    its journal, when it is taken up again: records, or their JSON form
    rules      the version of the rules it was begun with; None: the latest
    keep       called with each record of the journal; returns when it is safe
    """

    def __init__(
        self,
        options: Options[S],
        facts: Mapping[str, Any],
        records: Iterable[object] = (),
        *,
        rules: int | None = None,
        keep: Callable[[Record], None] = lambda record: None,
    ) -> None:
        self.options = options
        self.kind = options.kind
        self.facts_at_start = dict(facts)
        self.rules = self.kind.rules_version if rules is None else rules
        self.journal = Journal.fold(records)
        self.misfit: Misfit | None = None
        self._keep = keep
        self._timeline = self.from_the_start()
        self._catch_up()

    @classmethod
    def new(
        cls,
        options: Options[S],
        facts: Mapping[str, Any] | None = None,
        *,
        keep: Callable[[Record], None] = lambda record: None,
    ) -> Game[S]:
        return cls(options, facts or {}, keep=keep)

    # --- the present -------------------------------------------------------------------------------

    @property
    def state(self) -> S:
        """The game as it stands; to look at, never to change."""
        return self._timeline.state

    @property
    def pending(self) -> Decision | None:
        """What the table is asked now; None when the game is over."""
        return self._timeline.pending

    @property
    def over(self) -> bool:
        return self._timeline.pending is None

    def from_the_start(self) -> Timeline[S]:
        """This game before its first entry, to tell it again."""
        return Timeline(self.options, self.facts_at_start, self.rules)

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """Entries that no longer fit, kept until the table decides (see `misfit`)."""
        return tuple(self.journal.waiting)

    def answer(self, answer: Answer, *, by: str = "table", same_tap: bool = False) -> None:
        """Answer the pending decision. A refusal changes nothing.

        same_tap    the tap that gave the answer before gives this one too
        """
        decision = self._timeline.pending
        if decision is None:
            raise IllegalMove(N_("the game is over: there is nothing left to answer"))
        value = decision.accept(answer)
        if isinstance(value, Aside):
            entry = Entry(ASIDE, str(value), decision.player, by=by, same_tap=same_tap)
        else:
            entry = Entry(ANSWER, decision.kind, decision.player, value, by, same_tap)
        waiting = self.journal.waiting
        if not waiting:
            self._enter(entry, value)
            return
        # The table answers anew what had stopped fitting: its old answer to the same question gives way.
        rest = waiting[1:] if _same_question(waiting[0], entry) else list(waiting)
        self._rewrite(len(self._timeline.done), [entry, *rest])

    def _enter(self, entry: Entry, accepted: Answer) -> None:
        """Go on with an answer that was accepted."""
        try:
            self._timeline.take(entry, accepted)
        except Exception:
            self._timeline.rebuild()  # a stumble inside the rules must not leave the game half moved
            raise
        self._record(Do(entry))

    # --- back and forth ----------------------------------------------------------------------------

    def undo(self, n: int = 1) -> None:
        """Take the last `n` entries back."""
        if not 1 <= n <= len(self.journal.entries):
            raise IllegalMove(N_("there is nothing left to take back"))
        self._record(Undo(n))
        self._timeline.back_to(len(self.journal.entries))

    def redo(self, n: int = 1) -> None:
        """Enter again what was taken back."""
        if not 1 <= n <= len(self.journal.undone):
            raise IllegalMove(N_("there is nothing to enter again"))
        self._record(Redo(n))
        self._catch_up()

    @property
    def can_bring_back(self) -> bool:
        """Whether the last thing done was to discard entries that waited."""
        thrown = self.journal.discarded
        return bool(thrown) and thrown[-1].end == len(self.journal.entries)

    def bring_back(self) -> None:
        """What was discarded last waits again."""
        if not self.can_bring_back:
            raise IllegalMove(N_("there is nothing left to take back"))
        thrown = self.journal.discarded[-1]
        self._rewrite(thrown.at, list(thrown.waiting))

    def jump(self, index: int) -> None:
        """Go back to just before entry `index`; redo leads forward again."""
        self.undo(len(self.journal.entries) - index)

    @property
    def can_undo(self) -> bool:
        return bool(self.journal.entries)

    @property
    def can_redo(self) -> bool:
        return bool(self.journal.undone)

    # --- second thoughts ---------------------------------------------------------------------------

    def decision_at(self, index: int) -> Decision | None:
        """The question that entry `index` answers, with the options it had then (None for other entries)."""
        if self.journal.entries[index].do != ANSWER:
            return None
        return self._timeline.fork(index).pending

    def state_at(self, index: int) -> S:
        """The game as it stood before entry `index`; to look at, never to change."""
        return self._timeline.fork(index).state

    def change(self, index: int, answer: Answer) -> None:
        """Answer entry `index` differently; what follows is entered again as far as it fits."""
        old = self.journal.entries[index]
        decision = self.decision_at(index)
        if decision is None:
            raise IllegalMove(N_("only an answer can be changed; delete this entry and enter it again"))
        entry = Entry(ANSWER, decision.kind, decision.player, decision.accept(answer))
        if entry.value != old.value:
            self._rewrite(index, [entry, *self.journal.entries[index + 1 :], *self.journal.waiting])

    def delete(self, index: int) -> None:
        """Strike entry `index`; what follows is entered again as far as it fits."""
        if not 0 <= index < len(self.journal.entries):
            raise IllegalMove(N_("there is no such entry"))
        self._rewrite(index, [*self.journal.entries[index + 1 :], *self.journal.waiting])

    def skip_misfit(self) -> None:
        """Drop the first entry that no longer fits and try those behind it."""
        if not self.journal.waiting:
            raise IllegalMove(N_("every entry fits"))
        self._rewrite(len(self._timeline.done), self.journal.waiting[1:])

    @property
    def fits_without_misfit(self) -> bool:
        """Whether the entry behind the first misfit could be entered if that one were left out."""
        behind = self.journal.waiting[1:2]
        return bool(behind) and self._timeline.fork(len(self._timeline.done)).enter(behind) is None

    def drop_waiting(self) -> None:
        """Drop every entry that no longer fits; the game goes on from the pending question."""
        self._rewrite(len(self._timeline.done), [])

    # --- what the table says, whatever the rules think ---------------------------------------------

    def adjust(self, player: int, what: str, by: int) -> None:
        """Change a number because the table says so, as in `adjust(0, "date", -1)`."""
        self.kind.check_adjustment(self.state, player, what, by)
        try:
            self.kind.check_adjustment(self._timeline.last_unscored.state, player, what, by)
        except IllegalMove:
            # It would wait there, and the answers since then behind it.
            raise IllegalMove(
                N_("what is half done has just changed this: finish it or take it back first")
            ) from None
        self._insert(Entry(ADJUST, what, player, by))

    def tell_fact(self, key: str, value: Any) -> None:
        """What is printed on this copy of the game; the table's word wins over the catalogue."""
        self._insert(Entry(FACT, key, value=self.kind.check_fact(key, value)))

    def set_depth(self, depth: str) -> None:
        """Follow the game more closely or less: "full", or "light" where the game knows it."""
        self.kind.check_depth(depth)
        if self.over:
            raise IllegalMove(N_("the game is over: there is nothing left to track"))
        if depth != self.kind.depth(self.state):
            self._insert(Entry(DEPTH, depth))

    # --- the fold ----------------------------------------------------------------------------------

    def _record(self, record: Record) -> None:
        self._keep(record)
        self.journal.apply(record)

    def _insert(self, word: Entry) -> None:
        # A half-done effect cannot be changed under its own feet: the word of the table takes effect at the
        # last quiet place, and the answers since then are given again. A number or print that is put right
        # when points have been given for good was wrong before that.
        line = self._timeline
        at = line.last_quiet if word.do == DEPTH else line.last_unscored.at
        since = [e for i, e in enumerate(self.journal.entries) if i >= at and not self._gives_way(i, word)]
        self._rewrite(at, [word, *since, *self.journal.waiting])

    def _gives_way(self, index: int, word: Entry) -> bool:
        """Whether an entry told the print that a word tells now: told beforehand, it is not asked for."""
        entry = self.journal.entries[index]
        if word.do != FACT or entry.what not in (ASKED, word.what):
            return False
        decision = self.decision_at(index)
        return entry.do == FACT if decision is None else decision.about.get("key") == word.what

    def _rewrite(self, at: int, entries: list[Entry]) -> None:
        """Replace everything from entry `at` on, as far as it fits; the rest waits."""
        branch = self._timeline.fork(at)
        misfit = branch.enter(entries)
        fitting = len(branch.done) - at
        self._record(Rewrite(at, tuple(entries[:fitting]), tuple(entries[fitting:])))
        self._timeline, self.misfit = branch, misfit

    def _catch_up(self) -> None:
        """Enter what the journal holds beyond what is done; what does not fit goes to wait."""
        entries, timeline = self.journal.entries, self._timeline
        self.misfit = timeline.enter(entries[len(timeline.done) :])
        if self.misfit is not None:
            # Rules mended since the game was played may refuse an entry: it waits, nothing is thrown away.
            waiting = [*entries[len(timeline.done) :], *self.journal.waiting]
            self._record(Rewrite(len(timeline.done), (), tuple(waiting)))
        elif self.journal.waiting:
            self.misfit = Misfit(self.journal.waiting[0], RulesError(N_("an entry before it was changed")))


def _same_question(old: Entry, new: Entry) -> bool:
    return (old.do, old.what, old.player) == (new.do, new.what, new.player)
