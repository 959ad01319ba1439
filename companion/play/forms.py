"""The shapes of the answers to open questions; a `Decision` names one.

Every game has NUMBER: a whole number from `low` to `high` of what the question is about. A game brings its
others.

`check(form, value, about)` gives the value back in its one normal form, or refuses with a sentence.
`sample(form, about, rng)` makes up a legal value: for robots, which answer like a table that cannot read.
`blanks(form, about)` says what has to be filled in, for a page that knows no more of the game than that.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from companion.play.errors import BadFact, IllegalMove
from companion.words import N_, Text

About: TypeAlias = Mapping[str, Any]
Check: TypeAlias = Callable[[Any, About], Any]
Sample: TypeAlias = Callable[[About, random.Random], Any]
Blank: TypeAlias = range | Sequence[str]
"""A whole number within bounds, or one of several keys."""
Blanks: TypeAlias = Callable[[About], Blank | Mapping[str, Blank]]
"""The whole answer as one blank, or its parts by name: the answer is then a mapping with the same names."""

NUMBER: Final = "number"
THE_NUMBER: Final = N_("the number")
LEAST, MOST = 0, 999
"""The bounds of a number whose question names none."""


def whole(value: Any, low: int, high: int, what: Text = THE_NUMBER) -> int:
    """The value, if it is a whole number within its bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise IllegalMove(
            N_("{what} must be a whole number, not {value}", what=what, value=repr(str(value)[:30]))
        )
    if not low <= value <= high:
        raise IllegalMove(
            N_("{what} must be from {low} to {high}, not {value}", what=what, low=low, high=high, value=value)
        )
    return value


def number(value: Any, about: About) -> int:
    return whole(value, about.get("low", LEAST), about.get("high", MOST))


def some_number(about: About, rng: random.Random) -> int:
    """One of the `likely` ones, where the question says which."""
    low = about.get("low", LEAST)
    return rng.randint(*about.get("likely", (low, about.get("high", low + 6))))


def number_blank(about: About) -> Blank:
    return range(about.get("low", LEAST), about.get("high", MOST) + 1)


_checks: dict[str, Check] = {NUMBER: number}
_samples: dict[str, Sample] = {NUMBER: some_number}
_blanks: dict[str, Blanks] = {NUMBER: number_blank}


def bring(
    checks: Mapping[str, Check], samples: Mapping[str, Sample], blanks: Mapping[str, Blanks] | None = None
) -> None:
    """Make a game's forms known; every form that is checked can be made up, too.

    blanks      for a game without screens of its own: how a form is filled in
    """
    if lacking := checks.keys() ^ samples.keys():
        raise ValueError(f"forms without a check or without a sample: {sorted(lacking)}")
    if taken := [form for form in checks if _checks.get(form, checks[form]) is not checks[form]]:
        raise ValueError(f"forms another game has brought: {taken}")
    _checks.update(checks)
    _samples.update(samples)
    _blanks.update(blanks or {})


def check(form: str, value: Any, about: About) -> Any:
    """The value in its normal form, or IllegalMove with a sentence that says what is wrong."""
    if form not in _checks:
        raise IllegalMove(N_("there is no form {form}", form=repr(form)))
    try:
        return _checks[form](value, about)
    except BadFact as refusal:
        raise IllegalMove(refusal.said) from None


def sample(form: str, about: About, rng: random.Random) -> Any:
    """Some legal and plausible value for an open question."""
    return _samples[form](about, rng)


def blanks(form: str, about: About) -> Blank | Mapping[str, Blank]:
    """What has to be filled in; nothing where only the game's own screens can ask for it."""
    return _blanks[form](about) if form in _blanks else {}
