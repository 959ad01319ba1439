"""What can go wrong with a rule, each with a sentence the screen can show.

RulesError
├── IllegalMove      the table answered something that is not possible now
├── BadFact          a printed value that cannot be right (a cost of minus two dates)
└── BadNotation      a game file that cannot be read
"""

from __future__ import annotations

from words import Refusal


class RulesError(Refusal):
    """The base of every refusal by the rules."""


class IllegalMove(RulesError, ValueError):
    """An answer that is not among the legal ones, and why."""


class BadFact(RulesError, ValueError):
    """A value told by the table that cannot be printed on the thing it is said of."""


class BadNotation(RulesError, ValueError):
    """A written game that does not parse, with its line."""
