"""What a view of the game is given, and what it gives back.

A view is a function of the table and the pending decision: `view(scene) -> View`. The game's screen chooses
it by the decision's kind and frames it; a kind that has no picture of its own is drawn by the prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.marrakesh.form_entry import FormEntry
from companion.games.marrakesh.rules.state import State
from companion.games.marrakesh.screens.half_entered import HalfEntered
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.play.decision import PASS, Answer, Decision
from companion.ui.stage import Stage
from companion.ui.widget import Tap, Widget


@dataclass(frozen=True)
class Scene:
    """The table as it stands (or stood, for an answer being changed), and how to act on it.

    g       the state the decision is asked in
    half    what is tapped and not confirmed yet
    plan    answers the question, and the one it leads to: (answer, kind of the next one, its answer)
    """

    ui: Stage
    table: GameOnScreen
    decision: Decision
    g: State
    half: HalfEntered
    answer: Callable[[Answer], None]
    plan: Callable[[Answer, str, str], None] | None = None

    @property
    def portrait(self) -> bool:
        return self.ui.metrics.portrait

    def answering(self, value: Answer) -> Tap:
        """A tap that gives this answer."""
        return lambda: self.answer(value)

    def planning(self, value: Answer, then: str, key: str) -> Tap:
        """A tap that gives this answer, and `key` as soon as a question of the kind `then` follows."""
        plan = self.plan
        return self.answering(value) if plan is None else lambda: plan(value, then, key)

    def stands(self, key: str) -> bool:
        """Whether this is the old answer, where one is being changed."""
        return self.half.was is not None and key in self.half.was


def as_it_stands(decision: Decision, value: Answer) -> HalfEntered:
    """An old answer filled in again: whoever puts it right begins with what is there."""
    if decision.form:
        explicit = decision.kind == "fact"
        return HalfEntered(form=FormEntry.holding(decision.form, decision.about, value, explicit=explicit))
    was = tuple(map(str, value if isinstance(value, (list, tuple)) else (value,)))
    return HalfEntered(picks=[pick for pick in was if pick != PASS], was=was)


@dataclass(frozen=True)
class View:
    """The middle of the screen and the buttons at its foot."""

    body: Widget
    foot: Sequence[Widget] = ()
