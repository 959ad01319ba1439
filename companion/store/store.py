"""The store itself: what the table does goes in, and is on disk before the call returns."""

import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from companion.store import lines
from companion.store.errors import Damaged
from companion.store.keeper import Keeper
from companion.store.lines import SealedLine, write_line
from companion.store.onlooker import Onlooker
from companion.store.playclock import PlayClock
from companion.store.records import GameId, GameRecord, Json, PlayerRecord, StoredEntry, StoreHealth
from companion.store.shelf import ShelfContents, entry_of
from companion.words import N_, Text


class Store:
    """The games, facts, players and settings of one data folder. One thread uses it: the frame loop's."""

    def __init__(
        self,
        keeper: Keeper | Onlooker,
        monotonic: Callable[[], float] = time.monotonic,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._keeper = keeper
        self._monotonic = monotonic
        self._clock = clock
        self._clocks: dict[GameId, PlayClock] = {}
        self._shelf = ShelfContents()
        for line in keeper.shelf_lines():
            self._shelf.take(line)
        for game, (entries, played_ms) in keeper.journal_lengths().items():
            self._shelf.lengthen(game, entries, played_ms)
        self._shelf.last_moment = keeper.last_moment()

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        clock: Callable[[], float] = time.time,
    ) -> "Store":
        """Opens the shelf in a folder, making, migrating or repairing it as needed; see `notices`."""
        keeper = Keeper(folder, monotonic)
        try:
            return cls(keeper, monotonic, clock)
        except BaseException:
            keeper.close()
            raise

    @classmethod
    def look(cls, folder: Path) -> "Store":
        """Opens the shelf for looking only, also while another companion plays from it.

        Nothing is made, repaired or written; every attempt to write raises CannotSave.
        """
        onlooker = Onlooker(folder)
        try:
            return cls(onlooker)
        except BaseException:
            onlooker.close()
            raise

    def close(self) -> None:
        """Saves what waits, if the disk lets it, and lets go of the folder."""
        self._keeper.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def folder(self) -> Path:
        """The data folder it stands in."""
        return self._keeper.path.parent

    @property
    def notices(self) -> list[Text]:
        """What opening or repairing had to do, as sentences for the table; empty on an ordinary day."""
        return self._keeper.notices

    @property
    def health(self) -> StoreHealth:
        """Whether everything is on disk, and if not, the sentence to show."""
        return self._keeper.health

    def retry(self) -> bool:
        """Tries to save what waits for the disk, as the frame loop does now and then; true when all is."""
        return self._keeper.retry()

    def at_once(self) -> AbstractContextManager[None]:
        """What is done in a `with` block of this is saved whole or not at all: CannotSave."""
        return self._keeper.at_once()

    def back_up(self) -> Path | None:
        """Makes a backup now, as after a big part of a game. A failure is logged and harms nothing."""
        return self._keeper.back_up()

    def check(self) -> None:
        """Reads the whole file and raises Damaged unless all of it is sound."""
        self._keeper.check()

    # --- games ---------------------------------------------------------------------------------------------

    def games(self) -> list[GameRecord]:
        """Every game on the shelf, the latest first."""
        return sorted(self._shelf.games.values(), key=lambda game: game.created, reverse=True)

    def game(self, game: GameId) -> GameRecord:
        """One game; raises NotOnTheShelf."""
        return self._shelf.game(game)

    def unfinished(self) -> GameRecord | None:
        """The game to go on with: the latest that is not over."""
        return next((game for game in self.games() if not game.finished), None)

    def new_game(
        self, kind: str, title: str, players: Sequence[Mapping[str, Json]], options: Mapping[str, Json]
    ) -> GameId:
        """Puts a new game on the shelf and returns its id. `kind` says which game it is: "marrakesh"."""
        game = GameId(uuid.uuid4().hex[:12])
        body: Json = {
            "kind": kind,
            "title": title,
            "players": [dict(player) for player in players],
            "options": dict(options),
            "clock_said": round(self._clock(), 3),
        }
        self._write(self._line(lines.GAME, body, game=game))
        return game

    def finish_game(self, game: GameId, summary: Mapping[str, Json]) -> None:
        """Marks a game as over, keeps what to show of it in the history, and makes a backup."""
        self._change(game, self.game(game).title, True, summary)
        self.back_up()

    def reopen_game(self, game: GameId) -> None:
        """Takes a finished game up again, as after an undo on the last screen."""
        self._change(game, self.game(game).title, False, None)

    def delete_game(self, game: GameId) -> None:
        """Takes a game off the shelf for good, or raises CannotSave and changes nothing."""
        self.game(game)
        tombstone = self._line(lines.GAME_DELETED, {}, game=game)
        self._keeper.remove_game(game, tombstone)
        self._shelf.take(tombstone)
        self._clocks.pop(game, None)

    # --- journals ------------------------------------------------------------------------------------------

    def append(self, game: GameId, op: str, payload: Json) -> int:
        """Writes the next entry of a game's journal; on disk when this returns (or `health` says otherwise).

        Returns the entry's number; they count from 1.
        """
        record = self.game(game)
        seq = record.entries + 1
        played_ms = round(self.play_clock(game).seconds * 1000)
        # A worn clock chip must not make an entry older than the one before.
        played_ms = max(played_ms, round(record.played_seconds * 1000))
        body: Json = {"op": op, "payload": payload}
        self._write(self._line(lines.ENTRY, body, game=game, seq=seq, played_ms=played_ms))
        return seq

    def journal(self, game: GameId) -> list[StoredEntry]:
        """All entries of a game in their order, those still waiting for the disk included."""
        length = self.game(game).entries
        found = self._keeper.entries(game)
        if [line.seq for line in found] != list(range(1, length + 1)) or not all(ln.sound for ln in found):
            raise Damaged(
                N_("the journal of game {game} is damaged: start the companion again to repair it", game=game)
            )
        return [entry_of(line) for line in found]

    def play_clock(self, game: GameId) -> PlayClock:
        """The stopwatch of a game: begins where its last entry left off when first asked for."""
        if game not in self._clocks:
            self._clocks[game] = PlayClock(self.game(game).played_seconds, self._monotonic)
        return self._clocks[game]

    # --- facts, players, settings --------------------------------------------------------------------------

    def facts(self, kind: str) -> Mapping[str, Json]:
        """What the table has told about its copy of a game, by the key of each printed value."""
        return dict(self._shelf.facts.get(kind, {}))

    def tell_fact(self, kind: str, key: str, value: Json) -> None:
        """Keeps a printed value for this and every later game of this kind."""
        self._write(self._line(lines.FACT, {"kind": kind, "key": key, "value": value}))

    def players(self) -> list[PlayerRecord]:
        """Who has played here, the latest first."""
        return sorted(self._shelf.players.values(), key=lambda player: player.moment, reverse=True)

    def remember_player(self, name: str, details: Mapping[str, Json]) -> None:
        """Keeps a player's name with what the setup should offer them next time."""
        self._write(self._line(lines.PLAYER, {"name": name, "details": dict(details)}))

    def setting(self, key: str, default: Json = None) -> Json:
        """A setting chosen on the screen, such as the language or the volume."""
        return self._shelf.settings.get(key, default)

    def set_setting(self, key: str, value: Json) -> None:
        """Keeps a setting; the same value again costs nothing."""
        if key not in self._shelf.settings or self._shelf.settings[key] != value:
            self._write(self._line(lines.SETTING, {"key": key, "value": value}))

    # --- how a line is made --------------------------------------------------------------------------------

    def _line(
        self,
        kind: str,
        content: Json,
        *,
        game: GameId | None = None,
        seq: int | None = None,
        played_ms: int | None = None,
    ) -> SealedLine:
        moment = self._shelf.last_moment + 1
        return write_line(moment, kind, content, game=game, seq=seq, played_ms=played_ms)

    def _change(self, game: GameId, title: str, finished: bool, summary: Mapping[str, Json] | None) -> None:
        body: Json = {"title": title, "finished": finished, "summary": summary}
        self._write(self._line(lines.GAME_CHANGED, body, game=game))

    def _write(self, line: SealedLine) -> None:
        self._keeper.keep(line)
        self._shelf.take(line)
