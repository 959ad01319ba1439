"""Noughts and crosses with coloured pieces from the tray: the smallest game there is, as one file.

A piece is drawn into the tray; whose colour it has puts it onto a free cell. Once a game, before placing,
each player may wipe the other one's last piece away: an aside. Who has three in a row has won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.games.kind import GameKind
from companion.games.registry import find_game
from companion.play.decision import TABLE, Answer, Decision, Play, choose
from companion.play.engine import QUIET, Asides, Flow
from companion.play.playable import BadOptions, Playable, Seat
from companion.table.reports import TrayLook
from companion.table.tray_part import NoTray, WatchFor
from companion.words import N_, Text

COLOURS = ("red", "green")
WINNING = ("123", "456", "789", "147", "258", "369", "159", "357")
WIPE = "wipe"


@dataclass(frozen=True)
class Options:
    players: tuple[Seat, ...]

    @property
    def kind(self) -> Playable[Options, State]:
        return find_game("noughts")

    def to_json(self) -> dict[str, Any]:
        return {"players": [{"name": seat.name, "colour": seat.colour} for seat in self.players]}


@dataclass
class Player:
    name: str
    colour: str
    score: int = 0
    wiped: bool = False
    cells: list[str] = field(default_factory=list)


@dataclass
class State:
    players: list[Player]
    whose: int = TABLE

    def copy(self) -> State:
        return deepcopy(self)

    def free(self) -> tuple[str, ...]:
        taken = {cell for player in self.players for cell in player.cells}
        return tuple(cell for cell in "123456789" if cell not in taken)

    def won(self) -> bool:
        return any(set(row) <= set(player.cells) for player in self.players for row in WINNING)


# --- the rules: ten lines and an aside ---------------------------------------------------------------


def play(g: State) -> Flow:
    while g.free() and not g.won():
        yield QUIET
        drawn = yield Decision("draw", TABLE, COLOURS)
        g.whose = COLOURS.index(drawn)
        cell = yield from choose(g.whose, "place", g.free)
        g.players[g.whose].cells.append(cell)
        g.players[g.whose].score += g.won()
    yield QUIET


def wipe(g: State) -> Play[None]:
    """The other one's last piece goes back into the bag; or, if one likes, the one before."""
    mine, theirs = g.players[g.whose], g.players[1 - g.whose]
    cell = yield from choose(g.whose, "wipe which", tuple(theirs.cells[-2:]))
    theirs.cells.remove(cell)
    mine.wiped = True


class Noughts(GameKind[Options, State]):
    name, title = "noughts", "Noughts and Crosses"
    seats = range(2, 3)
    colours: ClassVar[tuple[str, ...]] = COLOURS
    pieces: ClassVar[tuple[str, ...]] = COLOURS
    asked: ClassVar[dict[str, Text]] = {
        "draw": N_("Which colour was drawn?"),
        "place": N_("Where does the piece go?"),
        "wipe which": N_("Which piece is wiped away?"),
    }

    def options(self, record: object) -> Options:
        if not isinstance(record, Mapping) or len(record.get("players", ())) not in self.seats:
            raise BadOptions(N_("two players are needed"))
        return Options(tuple(Seat(str(p["name"]), str(p["colour"])) for p in record["players"]))

    def new_game(self, options: Options, told: Mapping[str, Any], rules: int) -> State:
        return State([Player(seat.name, seat.colour) for seat in options.players])

    def play(self, state: State) -> Flow:
        return play(state)

    def asides(self, state: State, decision: Decision) -> Asides:
        able = decision.kind == "place" and not state.players[state.whose].wiped
        return {WIPE: lambda: wipe(state)} if able and state.players[1 - state.whose].cells else {}

    def question(self, state: State, decision: Decision) -> Text:
        return self.asked[decision.kind]

    def part(self, state: State) -> int:
        return sum(len(player.cells) for player in state.players) // 3

    def tray(self) -> OnePiece:
        return OnePiece()


class OnePiece(NoTray):
    """One piece is drawn into the tray: its colour is the answer."""

    def watch_for(self, game: Any) -> WatchFor | None:
        return WatchFor.ARRIVING if game.pending.kind == "draw" else None

    def reads(self, decision: Decision) -> bool:
        return decision.kind == "draw"

    def read(self, look: TrayLook, game: Any, *, careful: bool) -> Sequence[str]:
        seen = [piece.label for piece in look.observation.pieces]
        return seen if len(seen) == 1 and look.observation.sure and not careful else ()

    def answer_for(self, done: str, decision: Decision) -> Answer | None:
        return done if done in decision.options else None
