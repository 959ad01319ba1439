"""The catalogues: every word on the screen in each language.

`python -m companion.locale` gathers the messages of the whole companion, brings each catalogue up to date,
compiles it, and says what still needs translating. It needs Babel, which is part of the development tools
only.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
TOLD = FOLDER / "told.txt"
DOMAIN = "companion"
# A language is a catalogue in this folder and its own name here.
LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français"}
# Marked words: `N_` marks without translating; a refusal of the rules is shown as it was raised.
KEYWORDS = {
    "_": None,
    "N_": None,
    "IllegalMove": None,
    "ngettext": (1, 2),
}


def catalogue_file(language: str, ending: str) -> Path:
    """Where a language's catalogue is kept: `po` to read and edit, `mo` for the program."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.{ending}"
