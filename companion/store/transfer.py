"""Takes a game or the facts of a copy from one shelf to another, as one readable JSON file.

A file from elsewhere is a stranger: it is read only up to a limit, looked at from end to end before anything
is written, and nothing in it is ever used as the name of a file.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from companion.store.errors import BadImport, StoreError
from companion.store.records import GameId, Json
from companion.store.store import HOME_COPY, Store

GAME_FORMAT = "marrakesh-companion game"
FACTS_FORMAT = "marrakesh-companion facts"
VERSION = 1

LARGEST_FILE_BYTES = 4 * 1024 * 1024
"""A long four-player game with every expansion is a tenth of this."""
MOST_ENTRIES = 20_000
MOST_FACTS = 5_000
LONGEST_TEXT = 200


def export_game(store: Store, game: GameId) -> str:
    """A game with its whole journal, undone entries and all."""
    record = store.game(game)
    entries = [
        {"op": entry.op, "payload": entry.payload, "played_seconds": entry.played_seconds}
        for entry in store.journal(game)
    ]
    return _readable(
        {
            "format": GAME_FORMAT,
            "version": VERSION,
            "title": record.title,
            "players": list(record.players),
            "options": record.options,
            "clock_said": record.clock_said,
            "finished": record.finished,
            "summary": record.summary,
            "entries": entries,
        }
    )


def import_game(store: Store, file: Path) -> GameId:
    """Puts a game from a file on the shelf, under a new name; or raises BadImport and changes nothing."""
    content = _read(file, GAME_FORMAT)
    title = _text(content, "title", file)
    players = _list(content, "players", file, most=20)
    options = _mapping(content.get("options"), "options", file)
    entries = [_entry(item, file) for item in _list(content, "entries", file, most=MOST_ENTRIES)]
    summary = content.get("summary")
    try:
        return store.take_in(
            title=title,
            players=[_mapping(player, "players", file) for player in players],
            options=options,
            entries=entries,
            finished=content.get("finished") is True,
            clock_said=_seconds(content.get("clock_said", 0), "clock_said", file),
            summary=None if summary is None else _mapping(summary, "summary", file),
        )
    except StoreError as error:
        raise BadImport(f"{file} was not imported: {error}") from error


def export_facts(store: Store, copy: str = HOME_COPY) -> str:
    """What the table has told about its copy of the game."""
    facts = {
        key: {"value": fact.value, "source": fact.source} for key, fact in sorted(store.facts(copy).items())
    }
    return _readable({"format": FACTS_FORMAT, "version": VERSION, "facts": facts})


def import_facts(store: Store, file: Path, copy: str = HOME_COPY) -> int:
    """Takes over told facts from a file and returns how many. Raises BadImport and changes nothing."""
    facts = _mapping(_read(file, FACTS_FORMAT).get("facts"), "facts", file)
    if len(facts) > MOST_FACTS:
        raise BadImport(
            f"{file} holds {len(facts)} facts; {MOST_FACTS} is the most that can be true of one game"
        )
    checked: list[tuple[str, Json, str]] = []
    for key, item in facts.items():
        fact = _mapping(item, "facts", file)
        if "value" not in fact or not 0 < len(key) <= LONGEST_TEXT:
            raise BadImport(f'{file} is damaged: the fact "{key[:40]}" has no value')
        checked.append((key, fact["value"], _text(fact, "source", file)))
    try:
        store.tell_facts(checked, copy)
    except StoreError as error:
        raise BadImport(f"{file} was not imported: {error}") from error
    return len(checked)


def _readable(content: Json) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _read(file: Path, wanted: str) -> Mapping[str, Json]:
    if file.exists() and not file.is_file():
        raise BadImport(f"{file} is not a file")
    try:
        with file.open("rb") as opened:
            raw = opened.read(LARGEST_FILE_BYTES + 1)
    except OSError as error:
        raise BadImport(f"{file} cannot be read ({error.strerror})") from error
    if len(raw) > LARGEST_FILE_BYTES:
        raise BadImport(f"{file} is too large to be a game ({LARGEST_FILE_BYTES // 2**20} MB is the most)")
    try:
        content = json.loads(raw.decode(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BadImport(
            f"{file} is not a file that `companion games export` wrote (no JSON in it)"
        ) from error
    if not isinstance(content, dict) or content.get("format") != wanted:
        raise BadImport(f'{file} is not what was asked for: its "format" must be "{wanted}"')
    version = content.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise BadImport(f"{file} was written by a newer companion: update this one and try again")
    return content


def _refuse_constant(name: str) -> Json:
    raise ValueError(name)


def _entry(item: Json, file: Path) -> tuple[str, Json, float]:
    entry = _mapping(item, "entries", file)
    if "payload" not in entry:
        raise BadImport(f'{file} is damaged: one of its "entries" is not whole')
    played_seconds = _seconds(entry.get("played_seconds", 0), "played_seconds", file)
    return _text(entry, "op", file), entry["payload"], played_seconds


def _seconds(value: Json, key: str, file: Path) -> float:
    if not isinstance(value, int | float) or not 0 <= value < 1e11:
        raise BadImport(f'{file} is damaged: "{key}" is not a number of seconds')
    return float(value)


def _text(content: Mapping[str, Json], key: str, file: Path) -> str:
    value = content.get(key)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise BadImport(f'{file} is damaged: "{key}" is not a short text')
    return value


def _list(content: Mapping[str, Json], key: str, file: Path, *, most: int) -> list[Json]:
    value = content.get(key)
    if not isinstance(value, list) or len(value) > most:
        raise BadImport(f'{file} is damaged: "{key}" is not a list of at most {most}')
    return value


def _mapping(value: Json, key: str, file: Path) -> Mapping[str, Json]:
    if not isinstance(value, dict):
        raise BadImport(f'{file} is damaged: "{key}" does not hold names with values')
    return value
