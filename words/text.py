"""Words for people, kept apart from the language they are shown in.

    N_("{name} claims {n} {colour}", name="Sarah", n=2, colour=N_("green"))

is data: the English sentence is its kind, what stands in the gaps are its parameters. Rules, cameras and the
doctor hand such texts on; whoever shows one lets a `Speaker` say it. The catalogues are gathered from these
marks, so the sentence stands inside the brackets as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Text:
    """A message with its gaps filled later.

    msgid       the English sentence, with `{name}` for each gap
    params      what fills the gaps: names as they are, numbers, further Texts, or a tuple of them as a list
    plural      the sentence for many, where the number in the gap `n` decides

    >>> str(Text("{n} steps on the {place}", {"n": 3, "place": Text("river")}))
    '3 steps on the river'
    """

    msgid: str
    params: Mapping[str, Any] = field(default_factory=dict)
    plural: str = ""

    def __hash__(self) -> int:
        return hash(self.msgid)  # what stands in the gaps may be a dict

    def __bool__(self) -> bool:
        return bool(self.msgid)

    def __str__(self) -> str:
        from words.speaker import ENGLISH  # it says Texts, so it knows them

        return ENGLISH.say(self)


NOTHING = Text("")
"""Said where there is nothing to say; it is false."""


def N_(msgid: str, /, **params: Any) -> Text:  # noqa: N802 - gettext's own name, so that extraction finds it
    """Mark a sentence for translation and keep it as a `Text`."""
    return Text(msgid, params)


def NN_(one: str, many: str, n: int, /, **params: Any) -> Text:  # noqa: N802 - as above
    """Mark a sentence that says a number, in its two forms.

    >>> str(NN_("{n} game", "{n} games", 1)), str(NN_("{n} game", "{n} games", 5))
    ('1 game', '5 games')
    """
    return Text(one, {"n": n, **params}, many)


def several(texts: Iterable[Text], between: str = "; ") -> Text:
    """Sentences one after the other.

    >>> str(several([N_("too dark"), N_("blurred")]))
    'too dark; blurred'
    """
    named = {f"part{n}": text for n, text in enumerate(texts)}
    return Text(between.join(f"{{{name}}}" for name in named), named)


def either(names: Sequence[str]) -> Text:
    """What may stand somewhere.

    >>> str(either(["0", "90", "180"]))
    '0, 90 or 180'
    """
    *some, last = names
    return N_("{some} or {last}", some=", ".join(some), last=last) if some else Text(last)


class Refusal(Exception):
    """What somebody or something refuses, and why: `said` is for the screen, `str()` is its English."""

    def __init__(self, said: Text) -> None:
        super().__init__(said)
        self.said = said
