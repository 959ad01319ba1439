"""Running a command as a person would, and getting at what it said."""

from __future__ import annotations

from companion.__main__ import main


def companion(*words: object) -> int:
    """`companion …`: its exit code; argparse's own refusals count as 2."""
    try:
        return main([str(word) for word in words])
    except SystemExit as end:
        return int(end.code or 0)
