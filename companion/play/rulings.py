"""What no rulebook answers: each ruling is a yes or no with a default, and a table may flip it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.words import Text


@dataclass(frozen=True, slots=True)
class Ruling:
    """One agreement: its name, the sentence while it holds, the sentence when the table flips it."""

    key: str
    holds: Text
    flipped: Text
    default: bool = True

    def said(self, holds: bool) -> Text:
        """The sentence that is true now."""
        return self.holds if holds else self.flipped
