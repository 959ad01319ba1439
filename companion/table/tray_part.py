"""What a game brings for its tray: when it is watched, and what a look at it means for the question asked.

The session at the table knows no game. It asks the game's part of the tray, which remembers of an evening
whatever that game needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol, TypeAlias

from companion.play.decision import Answer, Decision
from companion.play.game import Game
from companion.play.playable import S
from companion.table.reports import TrayLook

Done: TypeAlias = Any
"""Something that was done at the tray, in the game's own terms, and is not entered yet: a claim, a roll."""


class WatchFor(Enum):
    """What the tray is watched for."""

    ARRIVING = "arriving"
    """Pieces come to lie there. They are counted once they rest; only the newest count matters."""

    LEAVING = "leaving"
    """Pieces leave one after another. Each look tells what was done since the look before; an empty tray is
    news."""


@dataclass(frozen=True)
class Confirmed:
    """A count the table has confirmed.

    look        the look that was counted
    counts      what lay there
    later       looks taken since, which nobody has made anything of
    """

    look: TrayLook
    counts: Mapping[str, int]
    later: Sequence[TrayLook] = ()


@dataclass(frozen=True)
class Word(Generic[S]):
    """The table's word on what the tray means.

    change      what it changes in the game, first of all
    done        what was done: each is entered when its question comes
    again       looks to be read once more after that
    """

    change: Callable[[Game[S]], None] | None = None
    done: Sequence[Done] = ()
    again: Sequence[TrayLook] = ()


class TrayPart(Protocol[S]):
    """One game's part of the tray, made anew for each evening."""

    @property
    def asks(self) -> bool:
        """Whether the table is asked about what was seen: to confirm a count, to say what happened."""

    def watch_for(self, game: Game[S]) -> WatchFor | None:
        """What the tray is watched for at this question; nothing, and the camera rests."""

    def reads(self, decision: Decision) -> bool:
        """Whether a look at the tray can answer this question."""

    def read(self, look: TrayLook, game: Game[S], *, careful: bool) -> Sequence[Done]:
        """What a look says was done. What is not clear is kept, to be asked about.

        careful     the table has just taken something back: nothing is clear then
        """

    def answer_for(self, done: Done, decision: Decision) -> Answer | None:
        """What was done as the answer to a question; None if it does not fit."""

    def moved(self) -> None:
        """Something moves in the tray: what was counted may not be all."""

    def answered(self, decision: Decision, value: Answer) -> Confirmed | None:
        """A question was answered; perhaps by confirming a count."""

    def asked(self, game: Game[S]) -> None:
        """The question may be another one: what is kept for the one before is dropped."""

    def forget(self) -> None:
        """What was seen belongs to another moment now: nothing is asked about it any more."""


class NoTray:
    """For a game that has nothing to see in the tray."""

    asks = False

    def watch_for(self, game: Game[Any]) -> WatchFor | None:
        return None

    def reads(self, decision: Decision) -> bool:
        return False

    def read(self, look: TrayLook, game: Game[Any], *, careful: bool) -> Sequence[Done]:
        return ()

    def answer_for(self, done: Done, decision: Decision) -> Answer | None:
        return None

    def moved(self) -> None:
        """Nothing is watched."""

    def answered(self, decision: Decision, value: Answer) -> Confirmed | None:
        return None

    def asked(self, game: Game[Any]) -> None:
        """Nothing is kept."""

    def forget(self) -> None:
        """Nothing is kept."""
