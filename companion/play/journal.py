"""The journal of one game: what was entered at the table, in order, with every second thought.

A journal is a list of records, only ever added to, so that nothing entered is lost and a pulled plug
costs at most the record being written. Four kinds of record fold into the entries that count:

    {"rec": "do", "entry": {...}}                       something was entered
    {"rec": "undo", "n": 1} / {"rec": "redo", "n": 1}   back and forth
    {"rec": "rewrite", "at": 17, "entries": [...], "waiting": [...]}
                                                        from entry 17 on the table changed its mind
An entry is an answer to a decision, a fact told, an adjustment the table insisted on, or a change of depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Record: TypeAlias = dict[str, Any]

ANSWER, FACT, ADJUST, DEPTH = "answer", "fact", "adjust", "depth"


class BadJournal(Exception):
    """A journal that cannot be read, with the record that is wrong."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing entered at the table.

    do       "answer", "fact", "adjust" or "depth"
    what     the decision's kind; the fact's key; what is adjusted; the new depth
    player   the seat it concerns, -1 for the whole table
    value    the answer; the fact's value; by how much; nothing for a depth
    by       "table", or "camera" where the camera proposed and the rules agreed
    """

    do: str
    what: str
    player: int = -1
    value: Any = None
    by: str = "table"

    def to_json(self) -> Record:
        record: Record = {"do": self.do, "what": self.what}
        if self.player != -1:
            record["player"] = self.player
        if self.value is not None:
            record["value"] = list(self.value) if isinstance(self.value, tuple) else self.value
        if self.by != "table":
            record["by"] = self.by
        return record

    @classmethod
    def from_json(cls, record: object) -> Entry:
        if not isinstance(record, Mapping):
            raise BadJournal(f"an entry must be an object, not {str(record)[:40]!r}")
        do, what, player = record.get("do"), record.get("what"), record.get("player", -1)
        by = record.get("by", "table")
        if do not in (ANSWER, FACT, ADJUST, DEPTH) or not isinstance(what, str) or not isinstance(by, str):
            raise BadJournal(f"an entry of no known kind: {str(dict(record))[:80]}")
        if not isinstance(player, int) or isinstance(player, bool) or not -1 <= player <= 3:
            raise BadJournal(f"no such seat: {str(player)[:40]}")
        value = record.get("value")
        return cls(do, what, player, tuple(value) if isinstance(value, list) else value, by)


@dataclass(frozen=True, slots=True)
class Discarded:
    """Entries that waited behind entry `at`; `end` is how many entries there were after some were dropped."""

    at: int
    end: int
    waiting: list[Entry]


@dataclass(slots=True)
class Journal:
    """The entries that count now, those taken back, and those that wait because they no longer fit."""

    entries: list[Entry] = field(default_factory=list)
    undone: list[Entry] = field(default_factory=list)
    """Taken back, the last one first to be redone."""
    waiting: list[Entry] = field(default_factory=list)
    """Entered earlier, set aside by a change before them, kept until the table decides."""
    discarded: list[Discarded] = field(default_factory=list)
    """What the table threw away of those that waited, to be brought back by undo; the last one last."""

    @classmethod
    def fold(cls, records: Iterable[object]) -> Journal:
        journal = cls()
        for number, record in enumerate(records, 1):
            try:
                journal.apply(record)
            except BadJournal as bad:
                raise BadJournal(f"record {number}: {bad}") from None
        return journal

    def apply(self, record: object) -> None:
        """Fold one record in."""
        if not isinstance(record, Mapping):
            raise BadJournal(f"a record must be an object, not {str(record)[:40]!r}")
        match record.get("rec"):
            case "do":
                self.entries.append(Entry.from_json(record.get("entry")))
                self.undone.clear()
            case "undo":
                for _ in range(_count(record, len(self.entries))):
                    self.undone.append(self.entries.pop())
                self._forget_discarded(len(self.entries))
            case "redo":
                for _ in range(_count(record, len(self.undone))):
                    self.entries.append(self.undone.pop())
            case "rewrite":
                at = record.get("at")
                if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at <= len(self.entries):
                    raise BadJournal(f"a rewrite from entry {str(at)[:20]}, which is not there")
                entries, waiting = record.get("entries"), record.get("waiting", [])
                if not isinstance(entries, list) or not isinstance(waiting, list):
                    raise BadJournal("a rewrite without its entries")
                before, end = self.waiting, len(self.entries)
                self.entries[at:] = [Entry.from_json(e) for e in entries]
                self.waiting = [Entry.from_json(e) for e in waiting]
                self.undone.clear()
                self._note_discarded(at, end, before)
            case other:
                raise BadJournal(f"a record of no known kind: {str(other)[:40]!r}")

    def _note_discarded(self, at: int, end: int, before: list[Entry]) -> None:
        """After a rewrite from `at`: did it only throw away what waited, or bring that back?"""
        now = [*self.entries[at:], *self.waiting]
        last = self.discarded[-1] if self.discarded else None
        if last is not None and last.at == at and last.waiting == now:
            self.discarded.pop()
            return
        self._forget_discarded(at)
        if at == end and len(now) < len(before):
            self.discarded.append(Discarded(at, len(self.entries), before))

    def _forget_discarded(self, end: int) -> None:
        while self.discarded and self.discarded[-1].end > end:
            self.discarded.pop()


def _count(record: Mapping[str, Any], most: int) -> int:
    n = record.get("n", 1)
    if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= most:
        raise BadJournal(f"{record.get('rec')} of {str(n)[:20]} entries where there are {most}")
    return n
