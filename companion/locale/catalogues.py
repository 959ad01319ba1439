"""Gathers messages from the code and keeps the catalogues in step with it."""

from io import BytesIO
from pathlib import Path

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from companion.locale import DOMAIN, LANGUAGES, SOURCE_LANGUAGE, catalogue_file

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "calibration", "vision", "hardware", "pieces", "words")
# `_` says at once, `N_` and `NN_` keep a Text to be said later; the others choose a form by a number.
KEYWORDS = {"_": None, "N_": None, "NN_": (1, 2), "ngettext": (1, 2)}


class UnknownLanguage(ValueError):
    """A code that names no language."""


def gathered() -> Catalog:
    """Every message marked anywhere in the project."""
    catalogue = Catalog(project="marrakesh-companion", charset="utf-8", fuzzy=False)
    for package in PACKAGES:
        for _path, _line, message, comments, context in extract_from_dir(
            str(ROOT / package), [("**.py", "python")], keywords=KEYWORDS, comment_tags=("i18n:",)
        ):
            # Without places: a module that is moved would change every catalogue otherwise.
            catalogue.add(message, None, auto_comments=comments, context=context)
    return catalogue


def read(language: str) -> Catalog:
    """The catalogue as it is on disk; an empty one where there is none."""
    file = catalogue_file(language)
    try:
        locale = Locale.parse(language)
    except (ValueError, UnknownLocaleError) as error:
        raise UnknownLanguage(f"{language} is the code of no language: {error}") from None
    if not file.is_file():
        return Catalog(locale=locale, domain=DOMAIN, fuzzy=False)
    with file.open("rb") as opened:
        return read_po(opened, locale=locale, domain=DOMAIN)


def updated(language: str) -> Catalog:
    """The catalogue with new messages added and lost ones dropped; what was translated stays."""
    catalogue = read(language)
    catalogue.update(gathered(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def as_text(catalogue: Catalog) -> bytes:
    """The catalogue as the bytes of a `.po` file, the same for the same messages."""
    opened = BytesIO()
    write_po(opened, catalogue, width=100, sort_output=True, omit_header=False, no_location=True)
    lines = opened.getvalue().decode().splitlines(keepends=True)
    dates = ('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By', '"Last-Translator', '"Report-Msgid')
    return "".join(line for line in lines if not line.startswith(dates)).encode()


def untranslated(catalogue: Catalog) -> list[Message]:
    """Messages without words in this language, or with words nobody has looked at."""
    return [message for message in catalogue if message.id and (message.fuzzy or not filled(message))]


def filled(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, (tuple, list)) else bool(message.string)


def update_all(added: str | None = None) -> dict[str, list[Message]]:
    """Bring every catalogue up to date on disk, and one more if it is asked for; gives what is untranslated
    by language.
    """
    missing = {}
    for language in {*LANGUAGES, *([added] if added else [])} - {SOURCE_LANGUAGE}:
        catalogue = updated(language)
        file = catalogue_file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(as_text(catalogue))
        missing[language] = untranslated(catalogue)
    return missing
