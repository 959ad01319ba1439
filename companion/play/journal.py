"""The journal of one game: what was entered at the table, in order, with every second thought.

A journal is a list of records, only ever added to, so that nothing entered is lost and a pulled plug
costs at most the record being written. Four kinds of record fold into the entries that count; as JSON:

    {"rec": "do", "entry": {...}}                       something was entered
    {"rec": "undo", "n": 1} / {"rec": "redo", "n": 1}   back and forth
    {"rec": "rewrite", "at": 17, "entries": [...], "waiting": [...]}
                                                        from entry 17 on the table changed its mind
An entry is an answer to a decision, an aside, a fact told, an adjustment the table insisted on, or a change
of depth. Records become JSON only on their way to the disk, and are parsed only when a game is taken up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

ANSWER: Final = "answer"
ASIDE: Final = "aside"
FACT: Final = "fact"
ADJUST: Final = "adjust"
DEPTH: Final = "depth"
KINDS: Final = (ANSWER, ASIDE, FACT, ADJUST, DEPTH)


class BadJournal(Exception):
    """A journal that cannot be read, with the record that is wrong."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing entered at the table.

    do       "answer", "aside", "fact", "adjust" or "depth"
    what     the decision's kind; the aside's key; the fact's key; what is adjusted; the new depth
    player   the seat it concerns, -1 for the whole table
    value    the answer; the fact's value; by how much; nothing for an aside or a depth
    by       "table", or "camera" where the camera proposed and the rules agreed
    same_tap the tap that made the entry before made this one too: both are taken back together
    """

    do: str
    what: str
    player: int = -1
    value: Any = None
    by: str = "table"
    same_tap: bool = field(default=False, compare=False)

    def to_json(self) -> Json:
        record: Json = {"do": self.do, "what": self.what}
        if self.player != -1:
            record["player"] = self.player
        if self.value is not None:
            record["value"] = list(self.value) if isinstance(self.value, tuple) else self.value
        if self.by != "table":
            record["by"] = self.by
        if self.same_tap:
            record["same_tap"] = True
        return record

    @classmethod
    def from_json(cls, record: object) -> Entry:
        if not isinstance(record, Mapping):
            raise BadJournal(f"an entry must be an object, not {str(record)[:40]!r}")
        do, what, player = record.get("do"), record.get("what"), record.get("player", -1)
        by = record.get("by", "table")
        if do not in KINDS or not isinstance(what, str) or not isinstance(by, str):
            raise BadJournal(f"an entry of no known kind: {str(dict(record))[:80]}")
        if not isinstance(player, int) or isinstance(player, bool) or player < -1:
            raise BadJournal(f"no such seat: {str(player)[:40]}")
        value = record.get("value")
        value = tuple(value) if isinstance(value, list) else value
        return cls(do, what, player, value, by, record.get("same_tap") is True)


@dataclass(frozen=True, slots=True)
class Do:
    """Something was entered."""

    entry: Entry

    def to_json(self) -> Json:
        return {"rec": "do", "entry": self.entry.to_json()}


@dataclass(frozen=True, slots=True)
class Undo:
    """The last `n` entries were taken back."""

    n: int = 1

    def to_json(self) -> Json:
        return {"rec": "undo", "n": self.n}


@dataclass(frozen=True, slots=True)
class Redo:
    """`n` entries that had been taken back were entered again."""

    n: int = 1

    def to_json(self) -> Json:
        return {"rec": "redo", "n": self.n}


@dataclass(frozen=True, slots=True)
class Rewrite:
    """From entry `at` on there are `entries` now; `waiting` no longer fit."""

    at: int
    entries: tuple[Entry, ...]
    waiting: tuple[Entry, ...] = ()

    def to_json(self) -> Json:
        return {
            "rec": "rewrite",
            "at": self.at,
            "entries": [entry.to_json() for entry in self.entries],
            "waiting": [entry.to_json() for entry in self.waiting],
        }


Record: TypeAlias = Do | Undo | Redo | Rewrite


def read_record(record: object) -> Record:
    """A record from its JSON form, or BadJournal."""
    if not isinstance(record, Mapping):
        raise BadJournal(f"a record must be an object, not {str(record)[:40]!r}")
    match record.get("rec"):
        case "do":
            return Do(Entry.from_json(record.get("entry")))
        case "undo":
            return Undo(_whole(record.get("n", 1), "undo of"))
        case "redo":
            return Redo(_whole(record.get("n", 1), "redo of"))
        case "rewrite":
            entries, waiting = record.get("entries"), record.get("waiting", [])
            if not isinstance(entries, list) or not isinstance(waiting, list):
                raise BadJournal("a rewrite without its entries")
            return Rewrite(
                _whole(record.get("at"), "a rewrite from entry"),
                tuple(Entry.from_json(entry) for entry in entries),
                tuple(Entry.from_json(entry) for entry in waiting),
            )
        case other:
            raise BadJournal(f"a record of no known kind: {str(other)[:40]!r}")


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

    @property
    def last_tap(self) -> int:
        """How many entries the last tap made."""
        made = sum(1 for _ in takewhile(lambda entry: entry.same_tap, reversed(self.entries)))
        return min(made + 1, len(self.entries))

    @property
    def next_tap(self) -> int:
        """How many of the entries taken back were made by the tap that comes first."""
        later = self.undone[-2::-1]
        return min(1, len(self.undone)) + sum(1 for _ in takewhile(lambda entry: entry.same_tap, later))

    @classmethod
    def fold(cls, records: Iterable[object]) -> Journal:
        """What records add up to, as they were kept or in their JSON form; BadJournal numbers a wrong one."""
        journal = cls()
        for number, record in enumerate(records, 1):
            try:
                journal.apply(record if isinstance(record, Record) else read_record(record))
            except BadJournal as bad:
                raise BadJournal(f"record {number}: {bad}") from None
        return journal

    def apply(self, record: Record) -> None:
        """Fold one record in; BadJournal where there is nothing to take back, enter again or rewrite."""
        match record:
            case Do(entry):
                self.entries.append(entry)
                self.undone.clear()
            case Undo(n):
                for _ in range(_at_most(n, len(self.entries), "undo")):
                    self.undone.append(self.entries.pop())
                self._forget_discarded(len(self.entries))
            case Redo(n):
                for _ in range(_at_most(n, len(self.undone), "redo")):
                    self.entries.append(self.undone.pop())
            case Rewrite(at, entries, waiting):
                if at > len(self.entries):
                    raise BadJournal(f"a rewrite from entry {at}, which is not there")
                before, end = self.waiting, len(self.entries)
                self.entries[at:] = entries
                self.waiting = list(waiting)
                self.undone.clear()
                self._note_discarded(at, end, before)

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


def _whole(n: object, what: str) -> int:
    if not isinstance(n, int) or isinstance(n, bool) or n < 0:
        raise BadJournal(f"{what} {str(n)[:20]!r}, which is no number of entries")
    return n


def _at_most(n: int, most: int, what: str) -> int:
    if not 1 <= n <= most:
        raise BadJournal(f"{what} of {n} entries where there are {most}")
    return n
