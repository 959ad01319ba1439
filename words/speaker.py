"""Says texts in one language. Whoever shows something to people holds the speaker of their language."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from words.text import N_, Refusal, Text


class Speaker:
    """One language: its catalogue, its way to write numbers, its way to list names.

    code            "en", "de", …
    catalogue       gettext's translations; without any it speaks English

    >>> Speaker().say(Text("{n} dates short", {"n": -2.5}))
    '−2.5 dates short'
    """

    def __init__(self, code: str = "en", catalogue: NullTranslations | None = None) -> None:
        self.code = code
        self._catalogue = catalogue or NullTranslations()

    def speak(self, other: Speaker) -> None:
        """Go on in another language: the screens keep one speaker, whatever it speaks."""
        self.code, self._catalogue = other.code, other._catalogue

    def word(self, message: str) -> str:
        """A message without gaps."""
        return self._catalogue.gettext(message) if message else ""

    def form(self, one: str, many: str, number: int) -> str:
        """The right form for a number, its gaps still open."""
        return self._catalogue.ngettext(one, many, number)

    def say(self, text: Text | str) -> str:
        """A text with its gaps filled."""
        if isinstance(text, str):
            return self.word(text)
        if text.plural:
            message = self.form(text.msgid, text.plural, text.params["n"])
        else:
            message = self.word(text.msgid)
        if not text.params:
            return message
        return message.format(**{name: self._gap(part) for name, part in text.params.items()})

    def sentence(self, text: Text | str) -> str:
        """The same with a beginning and an end: "too dark" becomes "Too dark."."""
        words = capital(self.say(text))
        return words if not words or words.endswith(("?", ".", "!", "…")) else f"{words}."

    def together(self, names: Sequence[str]) -> str:
        """Names as one says them.

        >>> ENGLISH.together(["Sarah", "Jan", "Lukas"]), ENGLISH.together(["Sarah"])
        ('Sarah, Jan and Lukas', 'Sarah')
        """
        *first, last = names
        return self.say(N_(" and ")).join([", ".join(first), last]) if first else last

    def figure(self, value: float) -> str:
        """A number as the language writes it: a true minus, and its own decimal point.

        >>> ENGLISH.figure(-3), ENGLISH.figure(2.0)
        ('−3', '2')
        """
        words = f"{abs(value):g}" if isinstance(value, float) else str(abs(value))
        words = words.replace(".", self.say(DECIMAL_POINT))
        return f"−{words}" if value < 0 else words

    def _gap(self, part: object) -> object:
        match part:
            case Text():
                return self.say(part)
            case Refusal():
                return self.say(part.said)
            case bool() | str():
                return part
            case int() | float():
                return self.figure(part)
            case tuple() | list():
                return ", ".join(str(self._gap(each)) for each in part)
        return part


# The decimal point: a comma where the language writes 2,5.
DECIMAL_POINT = N_(".")


def capital(words: str) -> str:
    """With a capital letter at the start, whatever the language."""
    return words[:1].upper() + words[1:]


ENGLISH = Speaker()
