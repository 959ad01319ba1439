"""The shelf as it stands in memory: what the lines, read in their order, add up to."""

from collections.abc import Mapping
from dataclasses import replace

from companion.store import lines
from companion.store.errors import Damaged, NotOnTheShelf
from companion.store.lines import SealedLine
from companion.store.records import Folded, GameId, GameRecord, Json, PlayerRecord, StoredEntry
from companion.words import N_


class ShelfContents:
    """Games, facts, players and settings; journals only as far as their length."""

    def __init__(self) -> None:
        self.games: dict[GameId, GameRecord] = {}
        self.facts: dict[str, dict[str, Json]] = {}
        self.players: dict[str, PlayerRecord] = {}
        self.settings: dict[str, Json] = {}
        self.last_moment = 0

    def game(self, game: GameId) -> GameRecord:
        """One game, or a sentence that there is none."""
        try:
            return self.games[game]
        except KeyError:
            raise NotOnTheShelf(
                N_('there is no game "{game}"; `companion games list` shows those there are', game=game)
            ) from None

    def take(self, line: SealedLine) -> None:
        """Adds a line to the sum. A body of another shape means a foreign file."""
        self.last_moment = max(self.last_moment, line.moment)
        try:
            self._take(line)
        except (KeyError, TypeError, ValueError) as error:
            raise Damaged(
                N_(
                    "line {moment} of the saved games makes no sense ({what})",
                    moment=line.moment,
                    what=repr(error)[:80],
                )
            ) from error

    def lengthen(self, game: GameId, entries: int, played_ms: int) -> None:
        """Notes how long a game's journal has become."""
        if game in self.games:
            self.games[game] = replace(self.games[game], entries=entries, played_seconds=played_ms / 1000)

    def _take(self, line: SealedLine) -> None:
        if line.kind == lines.ENTRY:  # only its game knows what it means: the body is not looked into
            if line.game is not None and line.seq is not None:
                self.lengthen(line.game, line.seq, line.played_ms or 0)
            return
        # Parsed even when it has just been written: what stands in memory is what a restart would read.
        body = line.content()
        if not isinstance(body, Mapping):
            raise TypeError(body)
        match line.kind:
            case lines.GAME if line.game is not None:
                self.games[line.game] = _game_of(line.game, line.moment, body)
            case lines.GAME_CHANGED if line.game in self.games:
                self.games[line.game] = _changed(self.games[line.game], body)
            case lines.GAME_DELETED if line.game is not None:
                self.games.pop(line.game, None)
            case lines.FACT:
                self.facts.setdefault(str(body["kind"]), {})[str(body["key"])] = body["value"]
            case lines.PLAYER:
                name = str(body["name"])
                self.players[name] = PlayerRecord(name, _mapping(body["details"]), line.moment)
            case lines.SETTING:
                self.settings[str(body["key"])] = body["value"]


def entry_of(line: SealedLine) -> StoredEntry:
    """A journal line as the entry the game wrote."""
    body = line.content()
    if not isinstance(body, Mapping) or line.seq is None or not {"op", "payload"} <= body.keys():
        raise Damaged(N_("line {moment} of the saved games is no journal entry", moment=line.moment))
    return StoredEntry(line.seq, str(body["op"]), body["payload"], (line.played_ms or 0) / 1000)


def _game_of(game: GameId, moment: int, body: Mapping[str, Json]) -> GameRecord:
    players = body["players"]
    if not isinstance(players, list):
        raise TypeError(players)
    clock_said = body["clock_said"]
    if not isinstance(clock_said, int | float):
        raise TypeError(clock_said)
    return GameRecord(
        id=game,
        created=moment,
        kind=str(body["kind"]),
        title=str(body["title"]),
        players=tuple(_mapping(player) for player in players),
        options=Folded(_mapping(body["options"])),
        clock_said=float(clock_said),
    )


def _changed(game: GameRecord, body: Mapping[str, Json]) -> GameRecord:
    summary = body["summary"]
    return replace(
        game,
        title=str(body["title"]),
        finished=bool(body["finished"]),
        summary=None if summary is None else _mapping(summary),
    )


def _mapping(value: Json) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise TypeError(value)
    return value
