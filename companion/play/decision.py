"""What the table is asked: the one contract between engine, screens, robots and journal.

The engine always answers one question: who is asked what, and what are the legal answers? That is a
`Decision`. It holds keys, not sentences: making the words costs time that a replay of a thousand
decisions does not have, so a game's texts are made only for what is shown.

    Decision("claim", player=2, options=("green*1", "green*2", "pink*1"))

The answer to a choice is one key, or, where several are picked (`max_picks` > 1), a tuple of keys.
The answer to an open question (`options` empty, `form` set) is a JSON-able value in that form: the
counts that came out of the tower, what is printed on a tile.

Some games let a player do something at any moment of the own turn: play a card, use a tile. Such an `Aside`
is a legal answer to whatever is asked then. It is played to its end, and the question is asked anew:

    Decision("place", player=0, options=("5", "6"), asides=(Aside("card 2 lira"),))

A question whose options an aside may change is yielded as a function that makes it (`Asking`), so that it can
be made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from companion.play import forms
from companion.play.errors import IllegalMove
from words import N_, Text

PASS = "pass"
"""The option that declines; it stands last among the options wherever declining is allowed."""

TABLE = -1
"""Asked of nobody in particular: what the tower threw out, which tile was drawn, what is printed."""

Answer: TypeAlias = Any
"""A key, a tuple of keys, the value of an open question, or an `Aside`."""


class Aside(str):
    """The key of something a player may do at any moment of the own turn, before the question is answered."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """One question to the table.

    kind        what it is about, e.g. "select", "claim", "assistant", "river water": the screens choose a
                picture by it, the texts a sentence; nothing else depends on it
    player      the seat that is asked, or TABLE
    options     the keys of exactly the legal answers, in the order to show them; PASS last where allowed
    min_picks, max_picks
                how many of the options are picked; 1 and 1 for a plain choice
    distinct    several picks must differ from one another
    form        for open questions: the shape of the value, e.g. "counts", "cost", "number" (see `forms`)
    about       whatever texts and pictures need: the colour, the tile, the bounds. Only data.
    asides      what may be done before this is answered; the engine fills them in (see `Playable.asides`)
    """

    kind: str
    player: int
    options: tuple[str, ...] = ()
    min_picks: int = 1
    max_picks: int = 1
    distinct: bool = True
    form: str = ""
    about: Mapping[str, Any] = field(default_factory=dict)
    asides: tuple[Aside, ...] = ()

    @property
    def may_pass(self) -> bool:
        return bool(self.options) and self.options[-1] == PASS

    def accept(self, answer: Answer) -> Answer:
        """The answer in the form the engine wants it, or a refusal that says why.

        >>> Decision("claim", 0, ("green*1", "pass")).accept(["green*1"])
        'green*1'
        """
        if isinstance(answer, Aside):
            if answer not in self.asides:
                raise IllegalMove(N_("{answer} cannot be done now", answer=answer[:60]))
            return answer
        if self.form:
            return forms.check(self.form, answer, self.about)
        if self.max_picks == 1 and self.min_picks == 1:
            return self._key(answer[0] if isinstance(answer, (list, tuple)) and len(answer) == 1 else answer)
        picks = tuple(map(self._key, answer if isinstance(answer, (list, tuple)) else (answer,)))
        if not self.min_picks <= len(picks) <= self.max_picks:
            raise IllegalMove(self._so_many(len(picks)))
        if self.distinct and len(set(picks)) != len(picks):
            raise IllegalMove(N_("each one can be picked only once"))
        return picks

    def _key(self, answer: object) -> str:
        """The option an answer names; numbers may be written as numbers (2 for "2", 7 for "07")."""
        if answer in self.options:
            return str(answer)
        if isinstance(answer, int):
            for key in (str(answer), f"{answer:02}"):
                if key in self.options:
                    return key
        raise NotAnOption(self, str(answer)[:60])

    def _so_many(self, picked: int) -> Text:
        least, most = self.min_picks, self.max_picks
        if least == most:
            return N_("pick {most} at once, not {n}", most=most, n=picked)
        return N_("pick {least} to {most} at once, not {n}", least=least, most=most, n=picked)


OPTIONS_NAMED = 12
"""A refusal names no more of the options than this."""


class NotAnOption(IllegalMove):
    """An answer that is none of the options. It holds both, so that a screen can say their labels."""

    def __init__(self, decision: Decision, answer: str) -> None:
        self.decision = decision
        self.answer = answer
        super().__init__(self.naming(answer, decision.options[:OPTIONS_NAMED]))

    def naming(self, answer: Text | str, options: Iterable[Text | str]) -> Text:
        """The refusal, with the answer and the first options called by such names."""
        more = ("…",) if len(self.decision.options) > OPTIONS_NAMED else ()
        return N_(
            "{answer} is not possible here; possible: {options}", answer=answer, options=(*options, *more)
        )


Asking: TypeAlias = Decision | Callable[[], Decision]
"""A question, or what makes it: that is called again after an aside."""

T = TypeVar("T")
Play: TypeAlias = Generator[Asking, Answer, T]
"""A piece of the game that may ask: `yield` a Decision, be sent the answer, return a result."""

Options: TypeAlias = tuple[str, ...] | list[str]


def choose(player: int, kind: str, options: Options | Callable[[], Options], /, **about: Any) -> Play[str]:
    """Ask for one of `options`; what is forced is not asked but done.

    With PASS among the options there is always something to decide, unless it stands alone. Where an aside
    may change what is possible, hand over a function that lists the options.
    """
    if callable(options):
        listed = options
        if len(now := listed()) == 1:
            return now[0]
        answer: str = yield lambda: Decision(kind, player, tuple(listed()), about=about)
        return answer
    if len(options) == 1:
        return options[0]
    answer = yield Decision(kind, player, tuple(options), about=about)
    return answer


def confirm(player: int, kind: str, /, **about: Any) -> Play[bool]:
    """Ask yes or no ("yes", "pass")."""
    answer = yield Decision(kind, player, ("yes", PASS), about=about)
    return bool(answer == "yes")
