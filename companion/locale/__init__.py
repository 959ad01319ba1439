"""The catalogues: every word for people in each language.

A language is a folder here with its catalogue in it; nothing else names it. What it is called, its keyboard
and its decimal point are messages like any others ("English", "qwertyuiop …", "."). To add Italian:
`python -m companion.locale --add it`, translate `it/LC_MESSAGES/companion.po`, `python -m companion.locale`.

`python -m companion.locale` gathers the messages of the whole project, brings each catalogue up to date,
compiles it, and says what still needs translating. It needs Babel, which is part of the development tools
only.
"""

from functools import lru_cache
from gettext import GNUTranslations
from pathlib import Path

from words import N_, Speaker

FOLDER = Path(__file__).parent
DOMAIN = "companion"
SOURCE_LANGUAGE = "en"
# The language's own name for itself: Deutsch, Français, …
OWN_NAME = N_("English")


def catalogue_file(language: str, ending: str) -> Path:
    """Where a language's catalogue is kept: `po` to read and edit, `mo` for the program."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def found() -> tuple[str, ...]:
    """The code of every language that has a catalogue, the one the code is written in first."""
    codes = sorted(folder.name for folder in FOLDER.iterdir() if catalogue_file(folder.name, "mo").is_file())
    return tuple(sorted(codes, key=lambda code: code != SOURCE_LANGUAGE))


LANGUAGES = found()


@lru_cache
def speaker(language: str) -> Speaker:
    """Says everything in a language; one nobody has translated is English."""
    if language not in LANGUAGES:
        return Speaker()
    with catalogue_file(language, "mo").open("rb") as catalogue:
        return Speaker(language, GNUTranslations(catalogue))


def own_name(language: str) -> str:
    """What those who speak it call it."""
    return speaker(language).say(OWN_NAME)
