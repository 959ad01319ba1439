"""What a view of the game is given, and what it gives back.

A view is a function of the table and the pending decision: `view(scene) -> View`. The game's screen chooses
it by the decision's kind and frames it; a kind that has no picture of its own is drawn by the prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.games.marrakesh.form_entry import FormEntry
from companion.games.marrakesh.rules.state import State
from companion.games.marrakesh.screens.half_entered import HalfEntered
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.play.decision import PASS, Answer, Decision
from companion.ui.stage import Stage
from companion.ui.widget import Tap, Widget

BESIDE, BELOW = 0.36, 0.36
"""The part of a large panel that the asked player's board takes beside or below a question."""

Step: TypeAlias = tuple[str, str]
"""A question to come and its answer: ("use assistant", "action")."""


@dataclass(frozen=True)
class Scene:
    """The table as it stands (or stood, for an answer being changed), and how to act on it.

    g       the state the decision is asked in
    half    what is tapped and not confirmed yet
    plan    answers the question and those it leads to: the answer, then (kind, answer) of each
    told    the answer that was given, where an old question is only shown: nothing can be tapped then
    """

    ui: Stage
    table: GameOnScreen
    decision: Decision
    g: State
    half: HalfEntered
    answer: Callable[[Answer], None]
    plan: Callable[[Answer, Sequence[Step]], None] | None = None
    told: Answer | None = None

    @property
    def portrait(self) -> bool:
        return self.ui.metrics.portrait

    @property
    def wide_px(self) -> int:
        """The width a question has: on a large panel the asked player's board takes its part."""
        metrics = self.ui.metrics
        return round(metrics.size_px[0] * (1 - BESIDE)) if metrics.room_beside else metrics.size_px[0]

    @property
    def room_px(self) -> tuple[int, int]:
        """About the room a question has between header and foot."""
        metrics = self.ui.metrics
        bars = (3 if self.portrait else 2) * metrics.target + 4 * metrics.gap
        return self.wide_px - 2 * metrics.gap, metrics.size_px[1] - bars

    def answering(self, value: Answer) -> Tap:
        """A tap that gives this answer."""
        return lambda: self.answer(value)

    def planning(self, value: Answer, *steps: Step) -> Tap:
        """A tap that gives this answer, and those of the steps as soon as their questions follow."""
        plan = self.plan
        return self.answering(value) if plan is None else lambda: plan(value, steps)

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
    """The middle of the screen and the buttons at its foot.

    beside      stands on a large panel where else the asked player's board would
    alone       the board has nothing to do with it
    """

    body: Widget
    foot: Sequence[Widget] = ()
    beside: Widget | None = None
    alone: bool = False
