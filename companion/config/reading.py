"""Reads the config file line by line where need be: one wrong line costs one setting, never the rest."""

import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

from companion.config.keys import SettingKey, Value, fit
from companion.config.places import find_file
from companion.config.settings import SECTIONS, PinSettings, Settings
from companion.words import N_, Text
from vision.files import read_ordinary

LARGEST_FILE_BYTES = 256 * 1024
_MOST_BROKEN_LINES = 50
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_TABLE = re.compile(r"\s*\[\s*\"?([\w-]+)\"?\s*\]")
_ASSIGNED = re.compile(r"\s*\"?([\w-]+)\"?\s*(?:\.\s*\"?([\w-]+)\"?\s*)?=")


def load(file: Path | None = None) -> Settings:
    """The settings in force. Never raises: see `problems` of what it returns."""
    file = file or find_file()
    if file is None:
        return Settings()
    try:
        raw = read_ordinary(file, LARGEST_FILE_BYTES)
    except OSError as error:
        problem = N_(
            "{file} cannot be read ({reason}): the defaults are used", file=file, reason=error.strerror
        )
        return Settings(file=str(file), problems=(problem,))
    return read(raw.decode("utf-8", errors="replace"), str(file))


def read(text: str, file: str) -> Settings:
    """The settings in a text; `file` is how the sentences call it."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    content, problems = _parse(text, file)
    sections: dict[str, object] = {}
    for name, table in content.items():
        where = N_("{file} line {number}", file=file, number=_line_of(text, name))
        kind = SECTIONS.get(name)
        if kind is None:
            problems.append(
                N_(
                    "{where}: there is no section [{name}]; {advice}",
                    where=where,
                    name=name,
                    advice=_perhaps(name, SECTIONS),
                )
            )
        elif not isinstance(table, Mapping):
            problems.append(
                N_(
                    "{where}: {name} is a section; write [{name}] on a line of its own",
                    where=where,
                    name=name,
                )
            )
        else:
            sections[name] = _section(kind, name, table, text, file, problems)
    settings = Settings(file=file, **sections)  # type: ignore[arg-type]  # each section has its own class
    problems += _shared_pins(settings.pins, text, file)
    return Settings(file=file, problems=tuple(problems), **sections)  # type: ignore[arg-type]  # as above


def _parse(text: str, file: str) -> tuple[dict[str, object], list[Text]]:
    """What TOML makes of the text, without the lines it cannot read."""
    lines = text.split("\n")
    problems: list[Text] = []
    for _ in range(_MOST_BROKEN_LINES):
        try:
            return tomllib.loads("\n".join(lines)), problems
        except tomllib.TOMLDecodeError as error:
            at = _AT_LINE.search(str(error))
            # Without a place the trouble is the end: something was opened and never closed.
            number = _culprit(lines, int(at[1]) if at else len(lines))
            reason = _AT_LINE.sub("", str(error)).removesuffix(" (at end of document)").strip().lower()
            if number == 0:
                break
            problems.append(
                N_(
                    "{file} line {number}: this line cannot be read ({reason}) and is not used",
                    file=file,
                    number=number,
                    reason=reason,
                )
            )
            lines[number - 1] = ""
        except RecursionError:
            break
    problems.append(N_("{file} is not a config file: the defaults are used", file=file))
    return {}, problems


def _section(
    kind: type, name: str, table: Mapping[str, object], text: str, file: str, problems: list[Text]
) -> object:
    known = {field.name: field for field in fields(kind)}
    values: dict[str, Value] = {}
    for key, value in table.items():
        where = N_("{file} line {number}", file=file, number=_line_of(text, name, key))
        if key not in known:
            problems.append(
                N_(
                    "{where}: there is no key {key} in [{name}]; {advice}",
                    where=where,
                    key=key,
                    name=name,
                    advice=_perhaps(key, known),
                )
            )
            continue
        described: SettingKey = known[key].metadata["key"]
        default = described.default
        fitting = fit(value, default)
        wrong = _of_type(default) if fitting is None else described.check(fitting)
        if wrong or fitting is None:
            problems.append(
                N_(
                    "{where}: {key} in [{name}] {wrong}, not {value}; {default} is used",
                    where=where,
                    key=key,
                    name=name,
                    wrong=wrong,
                    value=_shown(value),
                    default=_shown(default),
                )
            )
            continue
        values[key] = fitting
    return kind(**values)


def _shared_pins(pins: PinSettings, text: str, file: str) -> list[Text]:
    problems: list[Text] = []
    users: dict[int, str] = {}
    for field in fields(pins):
        number = getattr(pins, field.name)
        if number and number in users:
            line = _line_of(text, "pins", field.name) or _line_of(text, "pins", users[number])
            problems.append(
                N_(
                    "{file} line {line}: {one} and {other} in [pins] both use pin {number};"
                    " give each its own, or 0 to what is not there",
                    file=file,
                    line=line,
                    one=users[number],
                    other=field.name,
                    number=number,
                )
            )
        users[number] = field.name
    return problems


def _line_of(text: str, section: str, key: str | None = None) -> int:
    """The line where a section or key stands; 0 when it cannot be told.

    >>> _line_of("[camera]\\nsource = 'auto'", "camera", "source")
    2
    """
    table = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if found := _TABLE.match(line):
            table = found[1]
            if table == section and key is None:
                return number
        elif found := _ASSIGNED.match(line):
            first, second = found[1], found[2]
            place = (first, second) if not table else (table, first)
            if place[0] == section and key in (None, place[1]):
                return number
    return 0


def _culprit(lines: list[str], number: int) -> int:
    """The line to blame for trouble found at line `number`; 0 when there is none.

    A bracket left open is noticed lines later. No setting needs more than one line, so the first line that
    makes no sense by itself is meant.
    """
    for candidate, line in enumerate(lines[:number], start=1):
        try:
            tomllib.loads(line)
        except (tomllib.TOMLDecodeError, RecursionError):
            return candidate
    while number > 0 and not lines[number - 1].strip():
        number -= 1
    return number


def _perhaps(word: str, known: Mapping[str, object]) -> Text:
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return N_("did you mean {near}?", near=near[0])
    return N_("config.example.toml lists all there are (python -m companion.config.example writes it)")


def _of_type(default: Value) -> Text:
    match default:
        case bool():
            return N_("must be true or false")
        case int():
            return N_("must be a whole number")
        case float():
            return N_("must be a number")
    return N_("must be a text in quotes")


def _shown(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value[:40]}"'
        case float():
            return f"{value:g}"
    return str(value)[:40]
