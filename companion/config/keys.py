"""A key of the config: its default, what it is for, and which values make sense."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from words import N_, NOTHING, Text, either

Value = bool | int | float | str
Check = Callable[[Value], Text]
"""Returns what a value should be, as in "must be 0 to 27", or nothing when it is good."""

T = TypeVar("T", bool, int, float, str)


@dataclass(frozen=True)
class Key:
    """What the example file and the reader need to know about a key."""

    default: Value
    says: str
    check: Check


def key(default: T, says: str, check: Check | None = None) -> T:
    """A field of a section. mypy sees the default's type, as with `dataclasses.field`."""
    described: T = field(default=default, metadata={"key": Key(default, says, check or anything)})
    return described


def anything(value: Value) -> Text:
    """Every value of the right type is good."""
    return NOTHING


def between(low: float, high: float) -> Check:
    """A number in a range, both ends included."""

    def check(value: Value) -> Text:
        good = isinstance(value, int | float) and low <= value <= high
        return NOTHING if good else N_("must be {low} to {high}", low=low, high=high)

    return check


def one_of(*values: Value) -> Check:
    """One of a few values."""

    def check(value: Value) -> Text:
        if value in values:
            return NOTHING
        return N_("must be {options}", options=either([_shown(each) for each in values]))

    return check


def _shown(value: Value) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
