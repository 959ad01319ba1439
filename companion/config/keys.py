"""A key of the config: its default, what it is for, and which values make sense."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

Value = bool | int | float | str
Check = Callable[[Value], str]
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


def anything(value: Value) -> str:
    """Every value of the right type is good."""
    return ""


def between(low: float, high: float) -> Check:
    """A number in a range, both ends included."""

    def check(value: Value) -> str:
        good = isinstance(value, int | float) and low <= value <= high
        return "" if good else f"must be {low:g} to {high:g}"

    return check


def one_of(*values: Value) -> Check:
    """One of a few values."""

    def check(value: Value) -> str:
        return "" if value in values else f"must be {_either(values)}"

    return check


def _either(values: Sequence[Value]) -> str:
    shown = [f'"{value}"' if isinstance(value, str) else str(value) for value in values]
    return f"{', '.join(shown[:-1])} or {shown[-1]}"
