"""The words on the screen, in English, German or French.

Write English in the code and wrap it: `_("Continue")`. The language can be switched while running: the words
are looked up when a screen is built, and every screen is built again after a switch. For a word at module
level use `N_("…")`, which only marks it, and `_()` it where it is shown.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations

from companion.locale import LANGUAGES, TOLD, catalogue_file
from companion.play.text import Text

_DECIMAL = re.compile(r"\d+\.\d+")


class _Language:
    """The catalogue in use."""

    code = "en"
    words: NullTranslations = NullTranslations()


def use(code: str) -> None:
    """Speak this language from the next build of a screen on; an unknown code means English."""
    file = catalogue_file(code, "mo")
    _Language.code = code if code in LANGUAGES else "en"
    if code in LANGUAGES and file.is_file():
        with file.open("rb") as catalogue:
            _Language.words = GNUTranslations(catalogue)
    else:
        _Language.words = NullTranslations()


def language() -> str:
    """The code of the language in use."""
    return _Language.code


def _(message: str) -> str:
    """The message in the language in use."""
    return _Language.words.gettext(message) if message else ""


def retell(sentence: str, otherwise: str = "") -> str:
    """What another part said in English, names and numbers and all, in the language in use.

    Where it has no words for that, `otherwise` is said, or the sentence as it is.
    """
    words = _(sentence)
    if words != sentence or language() == "en":
        return words or otherwise
    for template, pattern in told_patterns():
        found = pattern.fullmatch(sentence)
        if found is not None and _(template) != template:
            return _(template).format(**{name: _part(told) for name, told in found.groupdict().items()})
    return otherwise or sentence


def _part(told: str) -> str:
    """What stood in a gap: a number as the language writes it, words told again."""
    return figure(float(told)) if _DECIMAL.fullmatch(told) else retell(told)


@lru_cache(maxsize=1)
def told_patterns() -> list[tuple[str, re.Pattern[str]]]:
    """The sentences other parts tell, those with the most words first, and how to recognise them."""
    told = TOLD.read_text(encoding="utf-8").splitlines()
    gapped = sorted((line for line in told if "{a}" in line), key=len, reverse=True)
    return [
        (line, re.compile(re.sub(r"\\\{([a-z])\\\}", r"(?P<\1>.+?)", re.escape(line)))) for line in gapped
    ]


def ngettext(one: str, many: str, number: int) -> str:
    """The right form for a number; put the number in with `.format(n=number)`."""
    return _Language.words.ngettext(one, many, number)


def N_(message: str) -> str:  # noqa: N802 - the customary name for marking without translating
    """Mark a message for the catalogues without translating it yet."""
    return message


def together(names: Sequence[str]) -> str:
    """Names as one says them: "Sarah, Jan and Lukas".

    >>> together(["Sarah", "Jan", "Lukas"]), together(["Sarah"])
    ('Sarah, Jan and Lukas', 'Sarah')
    """
    *first, last = names
    return _(" and ").join([", ".join(first), last]) if first else last


def figure(value: float) -> str:
    """A number as the language writes it: a true minus, and a comma where German and French want one."""
    words = f"{abs(value):g}"
    if language() != "en":
        words = words.replace(".", ",")
    return f"−{words}" if value < 0 else words


def say(text: Text | str) -> str:
    """Words of the rules in the language in use, gaps and all."""
    if isinstance(text, str):
        return _(text)
    message = _(text.msgid)
    if not text.params:
        return message
    return message.format(**{name: _gap(part) for name, part in text.params.items()})


def _gap(part: object) -> object:
    """What fills a gap: words as they are said, a number as the language writes it."""
    if isinstance(part, Text):
        return say(part)
    return figure(part) if isinstance(part, int) else part
