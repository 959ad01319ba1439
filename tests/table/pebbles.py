"""A game of a page for the session at the table: pebbles are spilled into the tray and taken out again.

Each of two rounds: how many of each colour lie there is confirmed ("spill"), then whose turn it is takes one
until none is left ("take"), and says a word after each red one ("word"), which nobody can see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Self

from companion.play import game
from companion.play.decision import TABLE, Answer, Decision
from companion.play.engine import QUIET, Flow
from companion.play.playable import Playable, Seat
from companion.table.count_check import CountCheck, looks_with
from companion.table.reports import Doubt, Report, TrayLook
from companion.table.tray_part import Confirmed, WatchFor, Word

COLOURS = ("red", "blue", "white")
ROUNDS = 2


@dataclass
class Player:
    name: str
    colour: str
    score: int = 0


@dataclass
class State:
    players: list[Player]
    phase: str = "spill"
    round: int = 0
    turn: int = 0
    lying: Counter[str] = field(default_factory=Counter)

    def copy(self) -> Self:
        return deepcopy(self)


@dataclass(frozen=True)
class Options:
    players: Sequence[Seat] = (Seat("Sarah", "green"), Seat("Jan", "blue"))

    @property
    def kind(self) -> Pebbles:
        return Pebbles()

    def to_json(self) -> dict[str, Any]:
        return {}


class Pebbles(Playable[Options, State]):
    name, title = "pebbles", "Pebbles"

    def options(self, record: object) -> Options:
        return Options()

    def new_game(self, options: Options, told: Mapping[str, Any], rules: int) -> State:
        return State([Player(seat.name, seat.colour) for seat in options.players])

    def play(self, state: State) -> Flow:
        while state.round < ROUNDS:
            yield QUIET
            if state.phase == "spill":
                colours = yield Decision("spill", TABLE, COLOURS, 0, 9, distinct=False)
                state.lying = Counter(colours)
            elif state.lying.total():
                taken = yield Decision("take", state.turn, tuple(sorted(state.lying.keys())))
                state.lying -= Counter([taken])
                state.players[state.turn].score += 1
                if taken == "red":
                    yield Decision("word", state.turn, ("good", "bad"))
                state.turn = 1 - state.turn
            state.phase = "take" if state.lying.total() else "spill"
            state.round += not state.lying.total()
        yield QUIET


Game = game.Game[State]


class PebbleTray:
    """Spilled pebbles are confirmed; one that is gone was taken; of more than one the table is asked who."""

    def __init__(self) -> None:
        self.check: CountCheck | None = None
        self.gone: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        return self.check is not None or bool(self.gone)

    def watch_for(self, game: Game) -> WatchFor | None:
        return WatchFor.ARRIVING if game.state.phase == "spill" else WatchFor.LEAVING

    def reads(self, decision: Decision) -> bool:
        return decision.kind in ("spill", "take")

    def read(self, look: TrayLook, game: Game, *, careful: bool) -> Sequence[str]:
        if game.state.phase == "spill":
            if self.check is not None and self.check.outlasts(look):
                self.check.later = looks_with(self.check.later, look)
            else:
                self.check = CountCheck.of(look, dict.fromkeys(COLOURS, 9), {})
            return ()
        seen = Counter(piece.label for piece in look.observation.pieces)
        gone = tuple((game.state.lying - seen).elements())
        self.gone = gone if len(gone) > 1 or careful else ()
        return () if self.gone else gone

    def answer_for(self, done: str, decision: Decision) -> Answer | None:
        return done if done in decision.options else None

    def moved(self) -> None:
        """What was counted stays on the screen."""

    def answered(self, decision: Decision, value: Answer) -> Confirmed | None:
        check, self.check = self.check, None
        if decision.kind != "spill" or check is None:
            return None
        return Confirmed(check.look, Counter(value), check.later)

    def asked(self, game: Game) -> None:
        self.gone = ()

    def forget(self) -> None:
        self.check, self.gone = None, ()

    def in_this_order(self, *colours: str) -> Word[State]:
        self.gone = ()
        return Word(done=colours)


# -- what a camera would see of them ------------------------------------------------------------------------


@dataclass(frozen=True)
class Pebble:
    label: str
    x: float = 0.0
    y: float = 0.0
    confidence: float = 0.97
    outline: tuple[tuple[float, float], ...] = ()
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Seen:
    pieces: tuple[Pebble, ...]
    sure: bool = True
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True)
class Photo:
    size_px: tuple[int, int] = (0, 0)
    rgb: bytes = b""


@dataclass(frozen=True)
class Glance:
    observation: Seen
    photo: Photo = field(default_factory=Photo)
    hands: int = 1


def counted(*colours: str) -> Report:
    return Report(
        "counted", Glance(Seen(tuple(Pebble(colour, 100.0 * n) for n, colour in enumerate(colours))))
    )
