"""Entries turned into a game: apply them one by one, go back, or branch off at any of them.

A `Timeline` is the fold of entries over the rules. It keeps copies of the state at quiet places (see
`engine`), so that going back costs a few entries and not the whole game.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple

from companion.play.decision import Answer, Aside, Decision
from companion.play.engine import Engine
from companion.play.errors import IllegalMove, RulesError
from companion.play.facts import ASKED
from companion.play.journal import ADJUST, ANSWER, ASIDE, FACT, Entry
from companion.play.playable import Options, S
from companion.words import N_, Text

log = logging.getLogger(__name__)

SPARSE = 8
"""Copies of the state are at least this many entries apart, but for the newest."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """An entry that does not fit where it stands, and why."""

    entry: Entry
    refusal: RulesError

    @property
    def reason(self) -> Text:
        return self.refusal.said


class OtherQuestion(IllegalMove):
    """Another question has to be answered first. It holds that one, so that a screen can ask it."""

    def __init__(self, said: Text, decision: Decision | None) -> None:
        super().__init__(said)
        self.decision = decision

    def asking(self, question: str) -> Text:
        """The refusal with the question as the screen asks it."""
        return replace(self.said, params={**self.said.params, "question": question})


class QuietPlace(NamedTuple, Generic[S]):
    """A copy of the state where nothing was half done, and how many entries were done by then."""

    at: int
    state: S


class Timeline(Generic[S]):
    """A game as far as its entries go.

    done      entries that are known to fit
    quiet     copies of the state after some of them; those beyond are of no use here
    """

    def __init__(
        self,
        options: Options[S],
        facts_at_start: Mapping[str, Any],
        rules: int,
        *,
        done: Iterable[Entry] = (),
        quiet: Iterable[QuietPlace[S]] = (),
    ) -> None:
        self.options = options
        self.kind = options.kind
        self.facts_at_start = facts_at_start
        self.rules = rules
        self.done = list(done)
        self._quiet_places = list(quiet)
        self.rebuild()

    @property
    def state(self) -> S:
        return self._engine.state

    @property
    def pending(self) -> Decision | None:
        return self._engine.pending

    @property
    def open_question(self) -> str:
        """The question as its line in the notation begins, and some of what can be answered."""
        decision = self.pending
        if decision is None:
            return ""
        who = self.options.players[decision.player].name if decision.player >= 0 else "table"
        about = f" {decision.about['key']}" if decision.kind == ASKED else ""
        shown = ", ".join(decision.options[:8]) + (", …" if len(decision.options) > 8 else "")
        return f"{who}: {decision.kind}{about}" + (f" ({shown})" if shown else "")

    @property
    def last_quiet(self) -> int:
        """How many entries were done at the newest quiet place: a word of the table takes effect there."""
        return self._quiet_places[-1].at

    @property
    def last_unscored(self) -> QuietPlace[S]:
        """The newest quiet place before points are given for good: what is put right is scored anew.

        Its state is what a number or tile put right is a difference to; to look at only.
        """
        return next(place for place in reversed(self._quiet_places) if not self.kind.scored(place.state))

    def fork(self, at: int) -> Timeline[S]:
        """The game as it stood before entry `at`; this one stays as it is."""
        return Timeline(
            self.options, self.facts_at_start, self.rules, done=self.done[:at], quiet=self._quiet_places
        )

    def back_to(self, n: int) -> None:
        """Forget all but the first `n` entries."""
        del self.done[n:]
        self.rebuild()

    def enter(self, entries: Sequence[Entry]) -> Misfit | None:
        """Apply entries as far as they fit; the first that does not, if any."""
        for entry in entries:
            try:
                self.apply(entry)
            except RulesError as refusal:
                return Misfit(entry, refusal)
            except Exception as stumble:
                log.exception("the rules stumbled over %s", entry)
                self.rebuild()
                kind = type(stumble).__name__
                return Misfit(entry, RulesError(N_("the rules stumbled here ({kind})", kind=kind)))
        return None

    def apply(self, entry: Entry) -> None:
        """Apply one entry; a refusal changes nothing."""
        if not -1 <= entry.player < len(self.options.players):
            raise IllegalMove(N_("there is no seat {seat}", seat=entry.player + 1))
        if entry.do not in (ANSWER, ASIDE):
            self._impose(entry)
            return
        decision = self.pending
        if decision is None:
            raise IllegalMove(N_("the game is already over here"))
        if decision.player != entry.player or (entry.do == ANSWER and decision.kind != entry.what):
            raise OtherQuestion(
                N_("another question is open here: {question}", question=self.open_question), decision
            )
        self.take(entry, decision.accept(Aside(entry.what) if entry.do == ASIDE else entry.value))

    def take(self, entry: Entry, accepted: Answer) -> None:
        """Go on with what the pending decision has accepted; `entry` says what that was."""
        if entry.do == ANSWER and accepted != entry.value:
            entry = replace(entry, value=accepted)
        self.done.append(entry)
        try:
            self._engine.advance(accepted)
        except Exception:
            self.done.pop()
            raise

    def rebuild(self) -> None:
        """Make state and question anew from the entries done, starting at the nearest quiet place."""
        done, places = self.done, self._quiet_places
        while places and places[-1].at > len(done):
            places.pop()
        if places:
            self.done, state = done[: places[-1].at], places[-1].state.copy()
        else:
            self.done, state = [], self.kind.new_game(self.options, self.facts_at_start, self.rules)
        self._engine = self._engine_at(state)
        self.enter(done[len(self.done) :])

    def _engine_at(self, state: S) -> Engine[S]:
        return Engine(state, flow=self.kind.play, asides=self.kind.asides, on_quiet=self._keep_copy)

    def _keep_copy(self, state: S) -> None:
        """Nothing is half done: keep a copy of the state; older copies are thinned out."""
        places, at = self._quiet_places, len(self.done)
        if places:
            newest = places[-1]
            if self.kind.scored(state) and not self.kind.scored(newest.state):
                if newest.at == at:
                    return  # a word of the table must find the place before the scoring
            elif newest.at == at or (len(places) > 1 and newest.at - places[-2].at < SPARSE):
                places.pop()
        places.append(QuietPlace(at, state.copy()))

    def _impose(self, entry: Entry) -> None:
        """Let the table's word take effect, whatever the rules think."""
        quiet = self._quiet_places[-1]
        if quiet.at != len(self.done):
            # Only where an earlier entry was changed or struck: it waits until what is half done is done.
            raise OtherQuestion(
                N_("something is half done here, answer this first: {question}", question=self.open_question),
                self.pending,
            )
        # What is asked now was asked before this entry: go back to the quiet place and ask again.
        state = quiet.state.copy()
        self._change(state, entry)
        self.done.append(entry)
        try:
            self._engine = self._engine_at(state)
        except Exception:
            self.done.pop()
            raise

    def _change(self, state: S, entry: Entry) -> None:
        kind = self.kind
        if entry.do == ADJUST:
            kind.check_adjustment(state, entry.player, entry.what, entry.value)
            kind.adjust(state, entry.player, entry.what, entry.value)
        elif entry.do == FACT:
            kind.tell_fact(state, entry.what, kind.check_fact(entry.what, entry.value))
        else:
            kind.check_depth(entry.what)
            kind.set_depth(state, entry.what)
