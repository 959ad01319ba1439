"""A whole game as text that a person can read, and that reads back to the same game.

    Marrakesh game, notation 1, rules 1

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
    Jan: aside = card 2 lira
    ! Sarah: date -1
    ! fact river length := 19
    ! depth light

Choices stand behind `=` as the keys of the options picked, open answers behind `:=` as JSON. An aside is what
somebody did before answering. Lines with `!` are the table's own word. What follows `#` at the start of a
line is for the reader only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.games.registry import NoSuchGame, find_game, usual_game
from companion.play.errors import BadNotation, RulesError
from companion.play.game import Game
from companion.play.journal import ADJUST, ANSWER, ASIDE, DEPTH, FACT, Do, Entry
from companion.play.playable import Options, Playable
from companion.words import N_

VERSION = 1
MAX_CHARACTERS = 4_000_000
"""A long full game is about 60,000 characters; this bounds what an import can cost."""

_FIRST_LINE = re.compile(
    r"(?P<game>[A-Z][a-z]{1,29}) game, notation (?P<notation>\d{1,4}), rules (?P<rules>\d{1,4})$"
)
_LINE = re.compile(
    r"(?P<who>[^:]+): (?P<what>[^=:]+?) (?P<open>:)?= ?(?P<value>.*?)(?: \[(?P<by>[a-z]+)\])?$"
)
_ADJUST = re.compile(r"! (?P<who>[^:]+): (?P<what>\S.*?) (?P<by>[+-]\d{1,4})$")
_FACT = re.compile(r"! fact (?P<key>\S.*?) := (?P<value>.+)$")
_PLAIN_NAME = re.compile(r"(?!table$|seat |depth )[^\W\d_][^:=\n\r\t!#\[\]]*$", re.IGNORECASE)
"""A name that can be taken for nothing else in a line."""

Numbered: TypeAlias = tuple[int, str]
"""A line and its number in the text."""


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """What a text says: enough to begin the game and enter it again."""

    options: Options[Any]
    facts: dict[str, Any]
    entries: tuple[Entry, ...]
    rules_version: int
    lines: tuple[int, ...] = ()
    """The line of the text each entry stands on."""


def write(game: Game[Any]) -> str:
    """The game as text; what was undone or waits is not part of it."""
    names = _names(game.options)
    lines = [_first_line(game.kind.name, game.rules), "", "[options]"]
    lines += [f"{key} = {_dump(value)}" for key, value in game.options.to_json().items()]
    lines += ["", "[facts]"]
    lines += [f"{key} = {_dump(value)}" for key, value in sorted(game.facts_at_start.items())]
    lines += ["", "[game]"]
    lines += _write_entries(game, names)
    return "\n".join(lines) + "\n"


def entry_lines(game: Game[Any]) -> list[str]:
    """One line for each entry, as `write` has them."""
    return [line for line in _write_entries(game, _names(game.options)) if not line.startswith("#")]


def _first_line(game: str, rules: int | str) -> str:
    return f"{game.capitalize()} game, notation {VERSION}, rules {rules}"


def _write_entries(game: Game[Any], names: list[str]) -> Iterator[str]:
    timeline = game.from_the_start()
    heading = ""
    for entry in game.journal.entries:
        state, decision = timeline.state, timeline.pending
        now = game.kind.heading(state)
        if now != heading:
            heading = now
            yield f"# {now}"
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
        case "aside":
            return f"{who}: aside = {entry.what}{by}"
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
    kind, rules_version = _read_first_line(lines[0])
    sections = _read_sections(lines[1:])
    try:
        options = _options(kind, _read_values(sections["[options]"]))
    except RulesError as wrong:
        raise BadNotation(N_("[options]: {wrong}", wrong=wrong)) from None
    seats = {player.name: seat for seat, player in enumerate(options.players)}
    seats |= {f"seat {n + 1}": n for n in range(len(seats))}
    moves = sections["[game]"]
    return WrittenGame(
        options,
        _read_values(sections["[facts]"]),
        tuple(_read_move(line, number, seats) for number, line in moves),
        rules_version,
        tuple(number for number, _line in moves),
    )


def _read_first_line(line: str) -> tuple[Playable[Any, Any], int]:
    """The game, and the version of its rules."""
    head = _FIRST_LINE.match(line.strip().lstrip("\ufeff"))
    if head is None:
        raise BadNotation(
            N_(
                "line 1: a written game begins with '{first_line}' or the like",
                first_line=_first_line(usual_game(), "…"),
            )
        )
    try:
        kind = find_game(head["game"].lower())
    except NoSuchGame as unknown:
        raise BadNotation(N_("line 1: {unknown}", unknown=unknown)) from None
    if int(head["notation"]) > VERSION or int(head["rules"]) > kind.rules_version:
        raise BadNotation(N_("line 1: this game was written by a newer companion: update this one first"))
    return kind, int(head["rules"])


def _read_sections(lines: Sequence[str]) -> dict[str, list[Numbered]]:
    """What stands in each section, without blank lines and what is for the reader only."""
    sections: dict[str, list[Numbered]] = {"[options]": [], "[facts]": [], "[game]": []}
    section: list[Numbered] | None = None
    for number, raw in enumerate(lines, 2):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line in sections:
            section = sections[line]
        elif section is None:
            raise BadNotation(N_("line {number}: expected [options], [facts] or [game] first", number=number))
        else:
            section.append((number, line))
    return sections


def _read_values(section: Sequence[Numbered]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for number, line in section:
        key, equals, value = line.partition(" = ")
        if not equals:
            raise BadNotation(N_("line {number}: expected 'key = value'", number=number))
        values[key] = _load(value, number)
    return values


def _options(kind: Playable[Any, Any], written: dict[str, Any]) -> Options[Any]:
    """The settings; who writes by hand may name the players alone, and leave out whatever is usual."""
    names = written.get("players")
    if isinstance(names, list) and all(isinstance(name, str) for name in names):
        dealt = zip(names, kind.colours, strict=False)
        players = [{"name": name, "colour": colour} for name, colour in dealt]
        written = {**written, "players": players if len(players) == len(names) else names}
    options: Options[Any] = kind.options(written)
    return options


def replay(written: WrittenGame) -> Game[Any]:
    """The game itself; an entry the rules refuse is a fault, with the reason."""
    records = (Do(entry) for entry in written.entries)
    game = Game(written.options, written.facts, records, rules=written.rules_version)
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
    by = move["by"] or "table"
    if move["what"] == "aside" and not move["open"]:
        return Entry(ASIDE, raw, player, by=by)
    value: Any
    if move["open"]:
        value = _load(raw, number)
        value = tuple(value) if isinstance(value, list) else value
    elif raw == "()":
        value = ()
    else:
        value = tuple(raw.split(", ")) if ", " in raw else raw
    return Entry(ANSWER, move["what"], player, value, by)


def _names(options: Options[Any]) -> list[str]:
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
