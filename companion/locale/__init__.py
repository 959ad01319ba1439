"""The catalogues: every word for people in each language.

A language is a folder here with its catalogue in it; nothing else names it. What it is called, its keyboard
and its decimal point are messages like any others ("English", "qwertyuiop …", "."). To add Italian:
`python -m companion.locale --add it`, then translate `it/LC_MESSAGES/companion.po`. English is in the code.

`python -m companion.locale` gathers the messages of the whole project, brings each catalogue up to date, and
says what still needs translating. It needs Babel, which is part of the development tools only.
"""

from functools import lru_cache
from pathlib import Path

from companion.locale.po import PoCatalogue
from words import N_, Speaker

FOLDER = Path(__file__).parent
DOMAIN = "companion"
SOURCE_LANGUAGE = "en"
# The language's own name for itself: Deutsch, Français, …
OWN_NAME = N_("English")


def catalogue_file(language: str) -> Path:
    """Where a language's catalogue is kept."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def found() -> tuple[str, ...]:
    """The code of every language there is: English, and each that has a catalogue."""
    codes = (folder.name for folder in FOLDER.iterdir() if catalogue_file(folder.name).is_file())
    return (SOURCE_LANGUAGE, *sorted(codes))


LANGUAGES = found()


@lru_cache
def speaker(language: str) -> Speaker:
    """Says everything in a language; one nobody has translated is English."""
    if language == SOURCE_LANGUAGE or language not in LANGUAGES:
        return Speaker()
    return Speaker(language, PoCatalogue(catalogue_file(language).read_text(encoding="utf-8")))


def own_name(language: str) -> str:
    """What those who speak it call it."""
    return speaker(language).say(OWN_NAME)
