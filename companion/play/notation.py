"""A whole game as text that a person can read, and that reads back to the same game.

    Marrakesh game, notation 1, rules 2

    [options]
    edition = "classic"
    players = ["Sarah", "Jan"]

    [facts]
    river length = 20

    [game]
    # season 1, round 1: select
    Sarah: select = turquoise, green, pink
    table: tower := {"green": 2, "pink": 1}
    Jan: claim = green*2 [camera]
    ! Sarah: date -1
    ! fact river length := 19
    ! depth light

Choices stand behind `=` as the keys of the options picked, open answers behind `:=` as JSON. Lines with `!`
are the table's own word. What follows `#` at the start of a line is for the reader only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.marrakesh.rules.options import PLAYER_COLOURS, GameOptions
from companion.games.marrakesh.rules.options import VERSION as OPTIONS_VERSION
from companion.games.marrakesh.rules.versions import RULES_VERSION
from companion.play.errors import BadNotation, RulesError
from companion.play.game import Game
from companion.play.journal import ADJUST, ANSWER, DEPTH, FACT, BadJournal, Entry
from words import N_

VERSION = 1
MAX_CHARACTERS = 4_000_000
"""A long full game is about 60,000 characters; this bounds what an import can cost."""

_HEAD = re.compile(r"Marrakesh game, notation (\d{1,4}), rules (\d{1,4})$")
_LINE = re.compile(
    r"(?P<who>[^:]+): (?P<what>[^=:]+?) (?P<open>:)?= ?(?P<value>.*?)(?: \[(?P<by>[a-z]+)\])?$"
)
_ADJUST = re.compile(r"! (?P<who>[^:]+): (?P<what>\S.*?) (?P<by>[+-]\d{1,4})$")
_FACT = re.compile(r"! fact (?P<key>\S.*?) := (?P<value>.+)$")
_PLAIN_NAME = re.compile(r"(?!table$|seat |depth )[^\W\d_][^:=\n\r\t!#\[\]]*$", re.IGNORECASE)
"""A name that can be taken for nothing else in a line."""


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """What a text says: enough to begin the game and enter it again."""

    options: GameOptions
    facts: dict[str, Any]
    entries: tuple[Entry, ...]
    rules_version: int
    lines: tuple[int, ...] = ()
    """The line of the text each entry stands on."""


def write(game: Game) -> str:
    """The game as text; what was undone or waits is not part of it."""
    names = _names(game.options)
    lines = [f"Marrakesh game, notation {VERSION}, rules {game.rules}", "", "[options]"]
    lines += [f"{key} = {_dump(value)}" for key, value in game.options.to_json().items()]
    lines += ["", "[facts]"]
    lines += [f"{key} = {_dump(value)}" for key, value in sorted(game.facts_at_start.items())]
    lines += ["", "[game]"]
    lines += _write_entries(game, names)
    return "\n".join(lines) + "\n"


def _write_entries(game: Game, names: list[str]) -> Iterator[str]:
    timeline = game.from_the_start()
    heading = ""
    for entry in game.journal.entries:
        state, decision = timeline.state, timeline.pending
        now = f"# season {state.season + 1}, round {state.round + 1}: {state.phase}"
        if now != heading:
            heading = now
            yield now
        yield _write_entry(entry, names, is_open=decision is not None and bool(decision.form))
        timeline.apply(entry)
    if timeline.pending is None:
        yield "# " + ", ".join(f"{p.name} {p.score}" for p in timeline.state.players)
    else:
        yield f"# open: {timeline.open_question}"


def _write_entry(entry: Entry, names: list[str], *, is_open: bool) -> str:
    who = names[entry.player] if entry.player >= 0 else "table"
    by = f" [{entry.by}]" if entry.by != "table" else ""
    match entry.do:
        case "adjust":
            return f"! {who}: {entry.what} {entry.value:+d}"
        case "fact":
            return f"! fact {entry.what} := {_dump(entry.value)}"
        case "depth":
            return f"! depth {entry.what}"
        case _ if is_open:
            return f"{who}: {entry.what} := {_dump(entry.value)}{by}"
    keys = entry.value if isinstance(entry.value, tuple) else (entry.value,)
    return f"{who}: {entry.what} = {', '.join(keys) if keys else '()'}{by}"


def read(text: str) -> WrittenGame:
    """Parse a written game; a fault is one sentence with its line."""
    if len(text) > MAX_CHARACTERS:
        raise BadNotation(
            N_("this is longer than any game ({letters} characters): nothing was read", letters=len(text))
        )
    lines = text.replace("\r\n", "\n").split("\n")
    head = _HEAD.match(lines[0].strip().lstrip("\ufeff"))
    if head is None:
        raise BadNotation(N_("line 1: a written game begins with 'Marrakesh game, notation 1, rules …'"))
    if int(head[1]) > VERSION or int(head[2]) > RULES_VERSION:
        raise BadNotation(N_("line 1: this game was written by a newer companion: update this one first"))
    options: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    moves: list[tuple[int, str]] = []
    section = ""
    for number, raw in enumerate(lines[1:], 2):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line in ("[options]", "[facts]", "[game]"):
            section = line
        elif section == "[game]":
            moves.append((number, line))
        elif section:
            key, equals, value = line.partition(" = ")
            if not equals:
                raise BadNotation(N_("line {number}: expected 'key = value'", number=number))
            (options if section == "[options]" else facts)[key] = _load(value, number)
        else:
            raise BadNotation(N_("line {number}: expected [options], [facts] or [game] first", number=number))
    try:
        game_options = _options(options)
    except RulesError as wrong:
        raise BadNotation(N_("[options]: {wrong}", wrong=wrong)) from None
    seats = {player.name: seat for seat, player in enumerate(game_options.players)}
    seats |= {f"seat {n + 1}": n for n in range(len(seats))}
    entries = tuple(_read_move(line, number, seats) for number, line in moves)
    return WrittenGame(game_options, facts, entries, int(head[2]), tuple(number for number, _ in moves))


def _options(written: dict[str, Any]) -> GameOptions:
    """The settings; who writes by hand may name the players alone, and leave out whatever is usual."""
    names = written.get("players")
    if isinstance(names, list) and all(isinstance(name, str) for name in names):
        dealt = zip(names, PLAYER_COLOURS, strict=False)
        players = [{"name": name, "colour": colour} for name, colour in dealt] if len(names) <= 4 else names
        written = {**written, "players": players}
    return GameOptions.from_json({"version": OPTIONS_VERSION, **written})


def replay(written: WrittenGame) -> Game:
    """The game itself; an entry the rules refuse is a fault, with the reason."""
    game = Game(
        written.options,
        written.facts,
        ({"rec": "do", "entry": e.to_json()} for e in written.entries),
        rules=written.rules_version,
    )
    if game.misfit is not None:
        bad, at = game.misfit, len(game.journal.entries)
        where = f"line {written.lines[at]}" if at < len(written.lines) else f"entry {at + 1}"
        raise BadNotation(
            N_("{where} ({what}) does not fit: {reason}", where=where, what=bad.entry.what, reason=bad.reason)
        )
    return game


def _read_move(line: str, number: int, seats: Mapping[str, int]) -> Entry:
    def seat(name: str) -> int:
        if name == "table":
            return -1
        if name not in seats:
            raise BadNotation(
                N_("line {number}: nobody called '{name}' plays in this game", number=number, name=name[:40])
            )
        return seats[name]

    if line.startswith("! depth "):
        return Entry(DEPTH, line.removeprefix("! depth ").strip())
    if fact := _FACT.match(line):
        return Entry(FACT, fact["key"], value=_load(fact["value"], number))
    if adjusted := _ADJUST.match(line):
        return Entry(ADJUST, adjusted["what"], seat(adjusted["who"]), int(adjusted["by"]))
    move = _LINE.match(line)
    if move is None:
        raise BadNotation(N_("line {number}: not a move: '{line}'", number=number, line=line[:60]))
    player = seat(move["who"])
    raw = move["value"].strip()
    value: Any
    if move["open"]:
        value = _load(raw, number)
    elif raw == "()":
        value = ()
    else:
        value = tuple(raw.split(", ")) if ", " in raw else raw
    try:
        return Entry.from_json(Entry(ANSWER, move["what"], player, value, move["by"] or "table").to_json())
    except BadJournal as bad:
        raise BadNotation(N_("line {number}: {bad}", number=number, bad=bad)) from None


def _names(options: GameOptions) -> list[str]:
    """How each seat is called in the text: by name where that is clear, by seat where it is not."""
    return [
        player.name if _PLAIN_NAME.match(player.name) else f"seat {n}"
        for n, player in enumerate(options.players, 1)
    ]


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _load(text: str, number: int) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadNotation(
            N_("line {number}: '{text}' is not a value", number=number, text=text[:40])
        ) from None
