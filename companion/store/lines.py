"""One line of the log, and its seal.

Everything the store keeps is a line: a game begun, an entry of its journal, a fact told, a player, a setting.
Lines are numbered by `moment`, never changed, and sealed with a checksum, so that a line found in a damaged
file can be told from rubbish.
"""

import json
import zlib
from dataclasses import dataclass

from companion.store.errors import NotStorable
from companion.store.records import GameId, Json
from companion.words import N_

ENTRY = "entry"
GAME = "game"
GAME_CHANGED = "game-changed"
GAME_DELETED = "game-deleted"
FACT = "fact"
PLAYER = "player"
SETTING = "setting"
SCHEMA = "schema"

LARGEST_BODY_BYTES = 4 * 1024 * 1024
"""An entry is a few hundred bytes, a whole game rewritten a few hundred kilobytes; more is a mistake."""


@dataclass(frozen=True)
class SealedLine:
    """A line as it stands in the file. `seq` and `played_ms` are set for journal entries only."""

    moment: int
    kind: str
    game: GameId | None
    seq: int | None
    played_ms: int | None
    body: str
    seal: int

    @property
    def sound(self) -> bool:
        """Whether the seal fits, so that the line is what was written."""
        return self.seal == seal_of(self.moment, self.kind, self.game, self.seq, self.played_ms, self.body)

    def content(self) -> Json:
        """The body as the JSON value that was put in."""
        value: Json = json.loads(self.body)
        return value


def write_line(
    moment: int,
    kind: str,
    content: Json,
    *,
    game: GameId | None = None,
    seq: int | None = None,
    played_ms: int | None = None,
) -> SealedLine:
    """Makes a sealed line of a JSON value; refuses what JSON cannot hold or what is far too large."""
    try:
        body = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        size_bytes = len(body.encode())
    except (TypeError, ValueError, RecursionError) as error:
        raise NotStorable(N_("this cannot be kept as JSON ({error})", error=str(error))) from error
    if size_bytes > LARGEST_BODY_BYTES:
        raise NotStorable(
            N_(
                "this is too large to keep ({size_bytes} bytes; the most for one entry is {most})",
                size_bytes=size_bytes,
                most=LARGEST_BODY_BYTES,
            )
        )
    seal = seal_of(moment, kind, game, seq, played_ms, body)
    return SealedLine(moment, kind, game, seq, played_ms, body, seal)


def seal_of(moment: object, kind: object, game: object, seq: object, played_ms: object, body: object) -> int:
    """The checksum over a whole line."""
    return zlib.crc32(f"{moment}\x1f{kind}\x1f{game}\x1f{seq}\x1f{played_ms}\x1f{body}".encode())
