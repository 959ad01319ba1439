"""What is printed on a copy of a game: known from its rulebook, told by the table, or unknown and asked for.

Every fact has a key in plain words; what stands in place of # is a number. A game lists its families and
what its books say:

    facts = Facts({"river length": Family("number", {"low": 6, "high": 60})}, book={"river length": 20})
    length = yield from facts.need(state.told, "river length", tell)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.play import forms
from companion.play.decision import TABLE, Decision, Play
from companion.play.errors import BadFact, IllegalMove
from companion.words import N_

ASKED: Final = "fact"
"""The kind of a question about a fact; `about["key"]` says which."""

PRINTED, TOLD, UNVERIFIED, UNKNOWN = "printed", "told", "unverified", "unknown"
"""Where a value comes from: a rulebook, the table, books that disagree, nowhere yet."""

_NUMBER: Final = re.compile(r"\d+")
_PADDED: Final = re.compile(r"(?<!\d)0+(?=\d)")


@dataclass(frozen=True, slots=True)
class Family:
    """A group of facts of one shape: the form their values have, and what is known of them."""

    form: str
    about: Mapping[str, Any] = field(default_factory=dict)
    """Bounds, what is known to be among the values, and a made-up `sample` for robots, never for a table."""
    numbers: range | None = None
    """Which numbers the # of the key may be."""


@dataclass(frozen=True)
class Facts:
    """All that can be told about a copy of one game.

    families    by their keys, with # for a number
    book        what the rulebooks print
    disputed    where they disagree
    """

    families: Mapping[str, Family]
    book: Mapping[str, Any] = field(default_factory=dict)
    disputed: frozenset[str] = frozenset()

    def family(self, key: str) -> Family:
        """What kind of fact a key names, or BadFact if there is no such fact."""
        group = self.families.get(_NUMBER.sub("#", key))
        if group is None or (
            group.numbers is not None and any(int(n) not in group.numbers for n in _NUMBER.findall(key))
        ):
            raise BadFact(N_("there is no fact called {key}", key=repr(key[:60])))
        if _PADDED.search(key):
            raise BadFact(
                N_("write numbers without zeros before them: {key}", key=repr(_PADDED.sub("", key[:60])))
            )
        return group

    def check(self, key: str, value: Any) -> Any:
        """The value in its normal form, or BadFact with a sentence that says what cannot be right."""
        group = self.family(key)
        try:
            return forms.check(group.form, value, group.about)
        except IllegalMove as refusal:
            raise BadFact(N_("{key}: {refusal}", key=key, refusal=refusal.said)) from None

    def known(self, told: Mapping[str, Any], key: str) -> Any:
        """The value if somebody knows it, else None; the table's word wins over the books."""
        value = told.get(key)
        return self.book.get(key) if value is None else value

    def provenance(self, told: Mapping[str, Any], key: str) -> str:
        """Where the value comes from: printed, unverified, told or unknown."""
        if key in told:
            return TOLD
        if key in self.book:
            return UNVERIFIED if key in self.disputed else PRINTED
        return UNKNOWN

    def question(self, key: str, **besides: Any) -> Decision:
        """What the table is asked about a fact.

        besides    what other facts tell about this one (`low`, `high`), and whatever else its words need
        """
        group = self.family(key)
        return Decision(ASKED, TABLE, form=group.form, about={**group.about, **besides, "key": key})

    def need(
        self, told: Mapping[str, Any], key: str, tell: Callable[[str, Any], None], **besides: Any
    ) -> Play[Any]:
        """The value; the table is asked if nobody knows it, and `tell` keeps what it says."""
        value = self.known(told, key)
        if value is None:
            value = yield self.question(key, **besides)
            tell(key, value)
        return value
