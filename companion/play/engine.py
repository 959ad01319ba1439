"""Runs the game from question to question.

The rules are written as generators that `yield` a `Decision` and are sent the answer, so that an
effect reads like its line in the rulebook however deep a cascade goes. A generator cannot be copied,
so the flow yields `QUIET` wherever nothing is half done; there the state alone says how to go on, and a
copy of it can be resumed with a fresh generator. Undo goes back to such a place and answers again.

    engine = Engine(state, flow=play)
    while (decision := engine.pending) is not None:
        engine.answer(robot(decision))
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Final, Generic, TypeAlias, TypeVar

from companion.play.decision import Answer, Decision
from companion.play.errors import IllegalMove
from words import N_


class _Quiet:
    """Yielded by the flow where nothing is half done."""

    def __repr__(self) -> str:
        return "QUIET"


S = TypeVar("S")
"""A game's state."""

QUIET: Final = _Quiet()
Flow: TypeAlias = Generator["Decision | _Quiet", Answer, None]
Script: TypeAlias = Generator[Any, Any, Any]


class Engine(Generic[S]):
    """One game in motion: what is asked now, and what follows from the answer.

    state       the game; the engine changes it in place
    script      played before the flow goes on, for a position set up by hand: `sahara.action(state, seat)`
    on_quiet    called with the state at every quiet place (to keep a copy for undo)
    flow        the whole game from a quiet place on; None: stop when the script has ended
    """

    def __init__(
        self,
        state: S,
        script: Script | None = None,
        *,
        flow: Callable[[S], Flow] | None,
        on_quiet: Callable[[S], None] | None = None,
    ) -> None:
        self.state = state
        self.on_quiet = on_quiet
        self._run: Script = self._all(script, flow)
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
        run, state = self._run, self.state
        try:
            asked = next(run) if answer is None else run.send(answer)
            while asked is QUIET:
                if self.on_quiet is not None:
                    self.on_quiet(state)
                asked = next(run)
        except StopIteration:
            self._pending = None
            return
        self._pending = asked
