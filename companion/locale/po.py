"""Reads a catalogue as translators keep it: nothing has to be compiled, and nothing can be out of date."""

from __future__ import annotations

import re
from collections.abc import Callable
from gettext import NullTranslations, c2py

_PLURAL = re.compile(r"plural=\s*([^;]+)")
_ESCAPED = re.compile(r"\\(.)")
_UNESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


class PoCatalogue(NullTranslations):
    """The words of one `.po` file.

    >>> german = PoCatalogue('msgid "river"\\nmsgstr "Fluss"\\n')
    >>> german.gettext("river"), german.gettext("lake")
    ('Fluss', 'lake')
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._words: dict[str, str] = {}
        self._forms: dict[str, dict[int, str]] = {}
        entry: dict[str, str] = {}
        at = ""
        for line in text.split("\n"):
            if line.startswith('"'):
                entry[at] += line[1:-1]
            elif line.startswith("msg"):
                at, _, quoted = line.partition(" ")
                entry[at] = quoted[1:-1]
            elif not line and entry:
                self._keep(entry)
                entry = {}
        if entry:
            self._keep(entry)
        head = _PLURAL.search(self._words.pop("", ""))
        self._form: Callable[[int], int] = c2py(head[1].strip()) if head else c2py("n != 1")

    def _keep(self, entry: dict[str, str]) -> None:
        msgid = _plain(entry.get("msgid", ""))
        forms = {int(at[7:-1]): _plain(words) for at, words in entry.items() if at.startswith("msgstr[")}
        if forms:
            self._forms[msgid] = forms
        elif entry.get("msgstr"):
            self._words[msgid] = _plain(entry["msgstr"])

    def gettext(self, message: str) -> str:
        return self._words.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self._forms.get(msgid1, {})
        return forms.get(self._form(n)) or (msgid1 if n == 1 else msgid2)


def _plain(quoted: str) -> str:
    if "\\" not in quoted:
        return quoted
    return _ESCAPED.sub(lambda found: _UNESCAPED.get(found[1], found[1]), quoted)
