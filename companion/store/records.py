"""What stands on the shelf: games, the entries of their journals, facts about this copy, the players."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NewType

from companion.words import NOTHING, Text

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

GameId = NewType("GameId", str)


class Folded(Mapping[str, Json]):
    """A mapping kept as its JSON text and unfolded when looked into.

    Hundreds of games stand on a shelf, each with a long list of facts, and hardly one of them is opened.

    >>> Folded({"edition": "classic"})["edition"]
    'classic'
    """

    __slots__ = ("_text",)

    def __init__(self, content: Mapping[str, Json]) -> None:
        self._text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))

    def __getitem__(self, key: str) -> Json:
        return self._unfold()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._unfold())

    def __len__(self) -> int:
        return len(self._unfold())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self._unfold() == dict(other)

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"Folded({self._text})"

    def _unfold(self) -> dict[str, Json]:
        content: dict[str, Json] = json.loads(self._text)
        return content


@dataclass(frozen=True)
class StoredEntry:
    """One line of a game's journal: a move, a confirmed count, a fact told, an undo, an edit.

    `op` says which kind it is and `payload` the rest; only the game knows what they mean.
    `played_seconds` is how long the table had been playing when it was written.
    """

    seq: int
    op: str
    payload: Json
    played_seconds: float


@dataclass(frozen=True)
class GameRecord:
    """A game on the shelf. `kind` says which game it is; only `companion.games` knows what that means.

    `created` counts up from game to game: later games have larger numbers.

    `clock_said` is what the Pi's clock showed (seconds since 1970), to print beside the title. A Pi without a
    network has no idea what day it is, so nothing is ever ordered or measured by it.
    """

    id: GameId
    created: int
    kind: str
    title: str
    players: tuple[Mapping[str, Json], ...]
    options: Mapping[str, Json]
    clock_said: float
    finished: bool = False
    summary: Mapping[str, Json] | None = None
    entries: int = 0
    played_seconds: float = 0.0


@dataclass(frozen=True)
class PlayerRecord:
    """Somebody who played here before, with what the setup remembers about them (colour, seat…)."""

    name: str
    details: Mapping[str, Json]
    moment: int


@dataclass(frozen=True)
class StoreHealth:
    """Whether what the table does is on disk: `waiting` lines are only in memory while `saved` is false."""

    saved: bool
    waiting: int = 0
    says: Text = NOTHING
