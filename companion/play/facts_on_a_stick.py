"""Files of facts on a USB stick: a friend's copy need not be taught twice.

A file is found at the top of anything mounted, or one folder down, if it begins as `facts_file` writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from companion.play import facts_file
from companion.play.errors import BadFact, RulesError
from words import N_

MOUNTS: Final = (Path("/media"), Path("/run/media"), Path("/mnt"))
MOST_BYTES: Final = 400_000
DEPTHS: Final = ("*/*.json", "*/*/*.json", "*/*/*/*.json")


def files_of(game: str, mounts: Sequence[Path] = MOUNTS) -> list[Path]:
    """The files with facts about a game, those with the most first."""
    found: list[tuple[int, Path]] = []
    for mount in mounts:
        for depth in DEPTHS:
            try:
                candidates = sorted(mount.glob(depth))
            except OSError:
                continue
            for file in candidates:
                try:
                    found.append((len(read_from(game, file)), file))
                except (RulesError, OSError, UnicodeDecodeError):
                    continue
    return [file for _n, file in sorted(found, key=lambda each: -each[0])]


def read_from(game: str, file: Path) -> dict[str, Any]:
    """The facts in a file; BadFact if it holds none of this game."""
    if file.stat().st_size > MOST_BYTES:
        raise BadFact(N_("this file is too long for facts"))
    kind, told = facts_file.read(file.read_text(encoding="utf-8"))
    if kind.name != game:
        raise BadFact(N_("these facts are of another game"))
    return told
