"""A key of the config: its default, what it is for, and which values make sense."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from companion.words import N_, NOTHING, Text, either

Value = bool | int | float | str
Check = Callable[[Value], Text]
"""Returns what a value should be, as in "must be 0 to 27", or nothing when it is good."""

T = TypeVar("T", bool, int, float, str)


@dataclass(frozen=True)
class Shown:
    """How the settings screen offers a key. The value's type decides the rest: a switch for yes or no, a
    level in tenths for a fraction, else a few choices.

    tab         "table", "screen" or "tower"
    choices     the values to choose from, each with its words; made when the screen is built
    least       the lowest level, in tenths; `zero` is said instead of 0 %
    """

    tab: str
    icon: str
    words: Text
    note: Text = NOTHING
    choices: Callable[[], Sequence[tuple[Value, Text]]] = tuple
    least: int = 0
    zero: Text = NOTHING


@dataclass(frozen=True)
class SettingKey:
    """All there is to know about a setting: the reader, the example file and the screen ask here."""

    default: Value
    says: str
    check: Check
    shown: Shown | None = None


def key(default: T, says: str, check: Check | None = None, shown: Shown | None = None) -> T:
    """A field of a section. mypy sees the default's type, as with `dataclasses.field`."""
    described: T = field(
        default=default, metadata={"key": SettingKey(default, says, check or anything, shown)}
    )
    return described


def fit(value: object, default: Value) -> Value | None:
    """The value as the default's type; a whole number will do where a fraction may stand."""
    if isinstance(default, bool) or isinstance(value, bool):
        return value if isinstance(default, bool) and isinstance(value, bool) else None
    if isinstance(default, float) and isinstance(value, int | float):
        return float(value)
    if isinstance(default, int) and isinstance(value, int):
        return value
    return value if isinstance(default, str) and isinstance(value, str) else None


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
