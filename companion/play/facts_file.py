"""What is printed on a copy of a game, as one readable file that owners can share.

    {
      "marrakesh facts": 1,
      "river length": 20,
      "workshop 2": {"price": 1, "points": 1}
    }

A friend's copy need not be taught twice: `files_on_sticks` finds such files at the top of anything mounted,
or one folder down.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from companion.games.registry import NoSuchGame, find_game, usual_game
from companion.play.errors import BadFact, RulesError
from companion.play.playable import Playable
from companion.words import N_

VERSION: Final = 1
_HEAD: Final = " facts"

MOUNTS: Final = (Path("/media"), Path("/run/media"), Path("/mnt"))
PLACES: Final = ("*/*.json", "*/*/*.json", "*/*/*/*.json")
"""How deep a stick's own folders lie depends on the system: /mnt, /media/stick, /run/media/user/stick."""
MOST_BYTES: Final = 400_000


def write(kind: Playable[Any, Any], told: Mapping[str, Any]) -> str:
    """One line a fact, sorted, so that two files can be compared by eye."""
    lines = [f"  {_first_line(kind.name)}"]
    lines += [f"  {_dump(key)}: {_dump(told[key])}" for key in sorted(told)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(text: str) -> tuple[Playable[Any, Any], dict[str, Any]]:
    """The game and the facts in a file, each checked; one that cannot be right refuses the whole file."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFact(N_("this is not a file of facts ({error})", error=str(error)[:80])) from None
    head = next(iter(found), "") if isinstance(found, dict) else ""
    version = found.pop(head) if head.endswith(_HEAD) else None
    if isinstance(version, int) and version > VERSION:
        raise BadFact(N_("these facts were written by a newer companion: update this one first"))
    if version != VERSION:
        raise BadFact(
            N_(
                "this is not a file of facts: its first line should name a game, as in {example}",
                example=_first_line(usual_game()),
            )
        )
    try:
        kind = find_game(head.removesuffix(_HEAD))
    except NoSuchGame as unknown:
        raise BadFact(unknown.said) from None
    return kind, {key: kind.check_fact(key, value) for key, value in found.items()}


def files_on_sticks(game: str, mounts: Sequence[Path] = MOUNTS) -> list[Path]:
    """The files with facts about a game, those with the most first."""
    found: list[tuple[int, Path]] = []
    for mount in mounts:
        for place in PLACES:
            try:
                candidates = sorted(mount.glob(place))
            except OSError:
                continue
            for file in candidates:
                try:
                    found.append((len(read_file(game, file)), file))
                except (RulesError, OSError, UnicodeDecodeError):
                    continue
    return [file for _facts, file in sorted(found, key=lambda each: -each[0])]


def read_file(game: str, file: Path) -> dict[str, Any]:
    """The facts in a file; BadFact if it holds none of this game."""
    if file.stat().st_size > MOST_BYTES:
        raise BadFact(N_("this file is too long for facts"))
    kind, told = read(file.read_text(encoding="utf-8"))
    if kind.name != game:
        raise BadFact(N_("these facts are of another game"))
    return told


def _first_line(game: str) -> str:
    return f"{_dump(game + _HEAD)}: {VERSION}"


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
