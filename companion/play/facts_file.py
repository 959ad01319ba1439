"""What is printed on a copy of the game, as one readable file that owners can share.

{
  "marrakesh facts": 1,
  "river length": 20,
  "workshop 2": {"price": 1, "points": 1}
}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.games.marrakesh.rules import facts
from companion.play.errors import BadFact
from words import N_

VERSION = 1
_HEAD = "marrakesh facts"


def write(told: Mapping[str, Any]) -> str:
    """One line a fact, sorted, so that two files can be compared by eye."""
    lines = [f"  {_dump(_HEAD)}: {VERSION}"]
    lines += [f"  {_dump(key)}: {_dump(told[key])}" for key in sorted(told)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(text: str) -> dict[str, Any]:
    """The facts in a file, each checked; one that cannot be right refuses the whole file."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFact(N_("this is not a file of facts ({error})", error=str(error)[:80])) from None
    version = found.pop(_HEAD, None) if isinstance(found, dict) else None
    if isinstance(version, int) and version > VERSION:
        raise BadFact(N_("these facts were written by a newer companion: update this one first"))
    if version != VERSION:
        raise BadFact(
            N_(
                "this is not a file of facts: its first line should be {line}",
                line=f"{_dump(_HEAD)}: {VERSION}",
            )
        )
    return {key: facts.check(key, value) for key, value in found.items()}


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
