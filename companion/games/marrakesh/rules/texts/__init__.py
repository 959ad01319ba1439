"""Sentences for people: questions, options, history lines, names of point sources.

The engine speaks in keys; nothing here is made unless it is shown. Everything is a `Text`, English until a
screen looks it up in its language.

    question(decision, g)        "Which keshis do you claim?"
    label(decision, key, g)      "2 green"
    detail(decision, key, g)     what it would do now, or None
    line(event, g)               "Sarah deployed: date picker"
    source("scroll 23")          "scroll 23"
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules.texts import actions, phases, stock, tiles
from companion.games.marrakesh.rules.texts.adjusting import adjustable
from companion.games.marrakesh.rules.texts.history import line
from companion.games.marrakesh.rules.texts.kinds import QuestionWords
from companion.games.marrakesh.rules.texts.sources import source
from companion.games.marrakesh.rules.texts.yields import assistant_now, provisions_now, sector_now
from companion.play.decision import PASS, Decision
from companion.words import Text

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State

__all__ = [
    "KINDS",
    "adjustable",
    "assistant_now",
    "detail",
    "label",
    "line",
    "provisions_now",
    "question",
    "sector_now",
    "source",
]

KINDS: Final[dict[str, QuestionWords]] = {**phases.KINDS, **actions.KINDS, **tiles.KINDS, **stock.KINDS}
"""Every kind of decision there is."""


def question(decision: Decision, g: State) -> Text:
    """What the table is asked."""
    return KINDS[decision.kind].ask(g, decision)


def label(decision: Decision, key: str, g: State) -> Text:
    """The name of an option."""
    return KINDS[decision.kind].name(g, decision, key)


def detail(decision: Decision, key: str, g: State) -> Text | None:
    """What an option would do now, where that is worth saying."""
    return None if key == PASS else KINDS[decision.kind].detail(g, decision, key)
