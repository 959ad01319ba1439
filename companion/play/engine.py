"""Runs the game from question to question.

The rules are written as generators that `yield` a `Decision` and are sent the answer, so that an
effect reads like its line in the rulebook however deep a cascade goes. A generator cannot be copied,
so the flow yields `QUIET` wherever nothing is half done; there the state alone says how to go on, and a
copy of it can be resumed with a fresh generator. Undo goes back to such a place and answers again.

    engine = Engine(state, flow=play)
    while (decision := engine.pending) is not None:
        engine.answer(robot(decision))

An aside is a generator of its own, laid on top of the one that asked: when it has ended, that one's question
is made anew. An aside may ask, too, and be interrupted in its turn.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from typing import Any, Final, Generic, TypeAlias, TypeVar

from companion.play.decision import Answer, Aside, Asking, Decision
from companion.play.errors import IllegalMove
from words import N_


class _Quiet:
    """Yielded by the flow where nothing is half done."""

    def __repr__(self) -> str:
        return "QUIET"


S = TypeVar("S")
"""A game's state."""

QUIET: Final = _Quiet()
Flow: TypeAlias = Generator["Asking | _Quiet", Answer, None]
Script: TypeAlias = Generator[Any, Any, Any]
Asides: TypeAlias = Mapping[str, Callable[[], Script]]
"""What may be done before a question is answered: its key, and how it begins."""


class Engine(Generic[S]):
    """One game in motion: what is asked now, and what follows from the answer.

    state       the game; the engine changes it in place
    script      played before the flow goes on, for a position set up by hand: `sahara.action(state, seat)`
    on_quiet    called with the state at every quiet place (to keep a copy for undo)
    flow        the whole game from a quiet place on; None: stop when the script has ended
    asides      what may be done at any moment, by the state and the question that is asked
    """

    def __init__(
        self,
        state: S,
        script: Script | None = None,
        *,
        flow: Callable[[S], Flow] | None,
        asides: Callable[[S, Decision], Asides] | None = None,
        on_quiet: Callable[[S], None] | None = None,
    ) -> None:
        self.state = state
        self.on_quiet = on_quiet
        self._asides = asides
        self._offered: Asides = {}
        self._run: Script = self._all(script, flow)
        self._interrupted: list[tuple[Script, Asking]] = []
        self._asked: Asking | None = None
        self._pending: Decision | None = None
        self.advance(None)

    def _all(self, script: Script | None, flow: Callable[[S], Flow] | None) -> Script:
        if script is not None:
            yield from script
        if flow is not None:
            yield from flow(self.state)

    @property
    def pending(self) -> Decision | None:
        """What the table is asked now; None when the game (or the script) is over."""
        return self._pending

    def answer(self, answer: Answer) -> None:
        """Answer the pending decision; an illegal answer is refused and changes nothing."""
        if self._pending is None:
            raise IllegalMove(N_("the game is over: there is nothing left to answer"))
        self.advance(self._pending.accept(answer))

    def advance(self, answer: Answer) -> None:
        """Go on with an answer the pending decision has already accepted."""
        if isinstance(answer, Aside):
            assert self._asked is not None
            self._interrupted.append((self._run, self._asked))
            self._run, answer = self._offered[answer](), None
        run, state = self._run, self.state
        try:
            asked = next(run) if answer is None else run.send(answer)
            while asked is QUIET:
                if self.on_quiet is not None and not self._interrupted:
                    self.on_quiet(state)
                asked = next(run)
        except StopIteration:
            if not self._interrupted:
                self._asked = self._pending = None
                return
            self._run, asked = self._interrupted.pop()
        self._ask(asked)

    def _ask(self, asked: Asking) -> None:
        """Make the question, with what may be done before it is answered."""
        self._asked = asked
        decision = asked if isinstance(asked, Decision) else asked()
        if self._asides is not None:
            self._offered = self._asides(self.state, decision)
            if self._offered:
                decision = replace(decision, asides=tuple(map(Aside, self._offered)))
        self._pending = decision
