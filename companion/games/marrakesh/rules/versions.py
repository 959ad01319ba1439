"""Which rules a game was begun with, so that its journal means the same for ever.

A journal holds answers, not questions. Where mended rules ask something new, or read an old answer
otherwise, count `RULES_VERSION` up, say below what changed, and let older games go on as they began: a mended
place looks at `State.rules_version`. A game kept under `tests/games` plays on by the rules it names.

Version 1: the rules as they were first released.
"""

from __future__ import annotations

from typing import Final

RULES_VERSION: Final = 1
"""Counted up when an old journal would mean something else under the new rules."""
