"""Gathers messages from the code and keeps the catalogues in step with it."""

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from calibration.problems import SENTENCES
from companion.locale import DOMAIN, KEYWORDS, LANGUAGES, TOLD, catalogue_file
from companion.locale.told import told_sentences

SOURCE = Path(__file__).parents[1]  # the package `companion`


def gathered() -> Catalog:
    """Every message marked anywhere in the companion."""
    catalogue = Catalog(project="marrakesh-companion", charset="utf-8", fuzzy=False)
    found = extract_from_dir(str(SOURCE), [("**.py", "python")], keywords=KEYWORDS)
    for path, _line, message, comments, context in found:
        if not path.startswith("ui/locale/"):
            # Places without line numbers: a moved line would change the catalogue otherwise.
            catalogue.add(message, None, [(path, 0)], auto_comments=comments, context=context)
    for sentence in SENTENCES.values():
        if sentence != "{sentence}":
            catalogue.add(sentence, None, [("calibration/problems.py", 0)])
    for sentence, path in told_sentences():
        catalogue.add(sentence, None, [(path, 0)])
    return catalogue


def read(language: str) -> Catalog:
    """The catalogue as it is on disk; an empty one where there is none."""
    file = catalogue_file(language, "po")
    if not file.is_file():
        return Catalog(locale=language, domain=DOMAIN, fuzzy=False)
    with file.open("rb") as opened:
        return read_po(opened, locale=language, domain=DOMAIN)


def updated(language: str, messages: Catalog | None = None) -> Catalog:
    """The catalogue with new messages added and lost ones dropped; what was translated stays."""
    catalogue = read(language)
    catalogue.update(messages or gathered(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def as_text(catalogue: Catalog) -> bytes:
    """The catalogue as the bytes of a `.po` file, the same for the same messages."""
    opened = BytesIO()
    write_po(opened, catalogue, width=100, sort_output=True, omit_header=False, include_lineno=False)
    lines = opened.getvalue().decode().splitlines(keepends=True)
    dates = ('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By', '"Last-Translator', '"Report-Msgid')
    return "".join(line for line in lines if not line.startswith(dates)).encode()


def as_binary(catalogue: Catalog) -> bytes:
    """The catalogue compiled, the same for the same messages whenever it is done."""
    catalogue.creation_date = catalogue.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    opened = BytesIO()
    write_mo(opened, catalogue)
    return opened.getvalue()


def untranslated(catalogue: Catalog) -> list[Message]:
    """Messages without words in this language, or with words nobody has looked at."""
    if str(catalogue.locale) == "en":
        return []
    return [message for message in catalogue if message.id and (message.fuzzy or not filled(message))]


def filled(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, (tuple, list)) else bool(message.string)


def update_all() -> dict[str, list[Message]]:
    """Bring every catalogue up to date on disk; gives what is untranslated by language."""
    messages = gathered()
    TOLD.write_text("".join(f"{sentence}\n" for sentence, _path in told_sentences()), encoding="utf-8")
    missing = {}
    for language in LANGUAGES:
        catalogue = updated(language, messages)
        file = catalogue_file(language, "po")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(as_text(catalogue))
        catalogue_file(language, "mo").write_bytes(as_binary(catalogue))
        missing[language] = untranslated(catalogue)
    return missing
