"""What happens at the table, for whoever shows it, keeps it or makes a sound of it.

Every way in (a tap, a phone, the button on the case, the camera) leads to the same events. `Settled` comes
last, after everything that follows from one of them has been entered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.play.decision import Answer, Decision
from companion.table.reports import Report
from companion.table.tray_part import Confirmed


@dataclass(frozen=True)
class Answered:
    """A question was answered. `by` is who entered it: "camera", "table", or another name for hands."""

    decision: Decision
    value: Answer
    by: str


@dataclass(frozen=True)
class TakenBack:
    """The last entry was taken back; or what had been discarded last waits again."""

    waits_again: bool = False


@dataclass(frozen=True)
class Rewritten:
    """Something that was is otherwise now: entered again, edited, or put right by the table's word."""


@dataclass(frozen=True)
class CountConfirmed:
    """The table has confirmed what the camera counted."""

    count: Confirmed


@dataclass(frozen=True)
class Noticed:
    """The watcher has something to say: it moves, it is counted, the camera is at fault."""

    report: Report


@dataclass(frozen=True)
class Settled:
    """Everything is entered that follows; the question that is pending now waits for the table."""


Change: TypeAlias = Answered | TakenBack | Rewritten
"""The game is another one now; it is on disk already."""

Event: TypeAlias = Change | CountConfirmed | Noticed | Settled
