"""Entries turned into a game: apply them one by one, go back, or branch off at any of them.

A `Timeline` is the fold of entries over the rules. It keeps copies of the state at quiet places (see
`companion.games.marrakesh.rules.engine`), so that going back costs a few entries and not the whole game.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.marrakesh.rules import adjust, facts, setup
from companion.games.marrakesh.rules.engine import Engine
from companion.games.marrakesh.rules.options import DEPTHS, FULL, GameOptions
from companion.games.marrakesh.rules.state import FINAL, OVER, State
from companion.games.marrakesh.rules.versions import RULES_VERSION
from companion.play.decision import Decision
from companion.play.errors import IllegalMove, RulesError
from companion.play.journal import ADJUST, ANSWER, FACT, Entry
from words import N_, Text

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


class Timeline:
    """A game as far as its entries go."""

    def __init__(
        self, options: GameOptions, facts_at_start: Mapping[str, Any], rules: int = RULES_VERSION
    ) -> None:
        self.options = options
        self.facts_at_start = dict(facts_at_start)
        self.rules = rules
        self.done: list[Entry] = []
        self._copies: list[tuple[int, State]] = []
        self._restart()

    @property
    def state(self) -> State:
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
        who = self.state.players[decision.player].name if decision.player >= 0 else "table"
        about = f" {decision.about['key']}" if decision.kind == "fact" else ""
        shown = ", ".join(decision.options[:8]) + (", …" if len(decision.options) > 8 else "")
        return f"{who}: {decision.kind}{about}" + (f" ({shown})" if shown else "")

    @property
    def last_quiet(self) -> int:
        """How many entries were done at the newest quiet place: a word of the table takes effect there."""
        return self._copies[-1][0]

    @property
    def last_quiet_before_final(self) -> int:
        """The same, but never in or after a final scoring: what is put right then is scored anew."""
        return self._before_final[0]

    @property
    def state_before_final(self) -> State:
        """The game at that place: what a number or tile put right is a difference to; to look at only."""
        return self._before_final[1]

    @property
    def _before_final(self) -> tuple[int, State]:
        return next((at, state) for at, state in reversed(self._copies) if not self._scored(state))

    def _scored(self, state: State) -> bool:
        """Whether final scoring has begun; in light depth the table scores, older games go on as begun."""
        begun = state.phase == OVER or (state.phase == FINAL and (state.turn, state.step) != (0, 0))
        return begun and state.depth == FULL and self.rules >= 3

    def fork(self, at: int) -> Timeline:
        """The game as it stood before entry `at`; this one stays as it is."""
        branch = Timeline.__new__(Timeline)
        branch.options, branch.facts_at_start, branch.rules = self.options, self.facts_at_start, self.rules
        branch.done, branch._copies = self.done[:at], list(self._copies)  # noqa: SLF001 - its own kind
        branch.rebuild()
        return branch

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
        """Apply one entry; what is refused changes nothing."""
        if entry.do != ANSWER:
            self._impose(entry)
            return
        decision = self._engine.pending
        if decision is None:
            raise IllegalMove(N_("the game is already over here"))
        if decision.kind != entry.what or decision.player != entry.player:
            raise OtherQuestion(
                N_("another question is open here: {question}", question=self.open_question), decision
            )
        value = decision.accept(entry.value)
        self.done.append(entry if value == entry.value else replace(entry, value=value))
        try:
            self._engine.advance(value)
        except Exception:
            self.done.pop()
            raise

    def rebuild(self) -> None:
        """Make state and question anew from the entries done, starting at the nearest copy."""
        done = self.done
        while self._copies and self._copies[-1][0] > len(done):
            self._copies.pop()
        self._restart()
        self.enter(done[len(self.done) :])

    def _restart(self) -> None:
        """Stand at the newest copy of the state, or at the beginning."""
        if self._copies:
            at, copy = self._copies[-1]
            self.done, state = self.done[:at], copy.copy()
        else:
            self.done, state = [], setup.new_game(self.options, self.facts_at_start, self.rules)
        self._engine = Engine(state, on_quiet=self._quiet)

    def _quiet(self, state: State) -> None:
        """Keep a copy of the state here; older ones are thinned out."""
        copies, at = self._copies, len(self.done)
        if copies and self._scored(state) and copies[-1][1].phase == FINAL:
            if copies[-1][0] == at:
                return  # a word of the table must find the place before the final scoring
        elif copies and (copies[-1][0] == at or (len(copies) > 1 and copies[-1][0] - copies[-2][0] < SPARSE)):
            copies.pop()
        copies.append((at, state.copy()))

    def _impose(self, entry: Entry) -> None:
        """Let the table's word take effect, whatever the rules think."""
        at, quiet = self._copies[-1]
        if at == len(self.done):
            # What is asked now was asked before this entry: go back to the quiet place and ask again.
            state = quiet.copy()
            _change(state, entry)
            self.done.append(entry)
            try:
                self._engine = Engine(state, on_quiet=self._quiet)
            except Exception:
                self.done.pop()
                raise
        elif self.rules < 3:
            _change(self._engine.state, entry)
            self.done.append(entry)
        else:
            # Only where an earlier entry was changed or struck: it waits until what is half done is done.
            raise OtherQuestion(
                N_("something is half done here, answer this first: {question}", question=self.open_question),
                self.pending,
            )


def _change(state: State, entry: Entry) -> None:
    if entry.do == ADJUST:
        adjust.apply(state, entry.player, entry.what, entry.value)
    elif entry.do == FACT:
        facts.tell(state, entry.what, facts.check(entry.what, entry.value))
    elif entry.what in DEPTHS:
        state.depth = entry.what
    else:
        raise IllegalMove(N_("the depth is full or light"))
