"""The shapes of the answers to open questions. A game brings its own; a `Decision` names one.

`check(form, value, about)` gives the value back in its one normal form, or refuses with a sentence.
`sample(form, about, rng)` makes up a legal value: for robots, which answer like a table that cannot read.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.play.errors import BadFact, IllegalMove
from words import N_

About: TypeAlias = Mapping[str, Any]
Check: TypeAlias = Callable[[Any, About], Any]
Sample: TypeAlias = Callable[[About, random.Random], Any]

_checks: dict[str, Check] = {}
_samples: dict[str, Sample] = {}


def bring(checks: Mapping[str, Check], samples: Mapping[str, Sample]) -> None:
    """Make a game's forms known; every form that is checked can be made up, too."""
    if lacking := checks.keys() ^ samples.keys():
        raise ValueError(f"forms without a check or without a sample: {sorted(lacking)}")
    if taken := [form for form in checks if _checks.get(form, checks[form]) is not checks[form]]:
        raise ValueError(f"forms another game has brought: {taken}")
    _checks.update(checks)
    _samples.update(samples)


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
