"""Every word on the screen is in every catalogue, in the books' own terms, with its gaps intact."""

import ast
import re
from pathlib import Path

import pytest

from companion.locale import LANGUAGES, catalogues, speaker
from companion.ui import i18n
from companion.ui.i18n import _, ngettext, say
from companion.ui.sounds import CUES
from companion.words import Text

MESSAGES = catalogues.gathered()
TRANSLATED = [language for language in LANGUAGES if language != "en"]
GAP = re.compile(r"\{[^}]*\}")


def forms(words: object) -> list[str]:
    return [str(form) for form in words] if isinstance(words, (tuple, list)) else [str(words)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogue_on_disk_is_up_to_date(language: str) -> None:
    """Else run `python -m companion.locale` and translate what is new."""
    ids = {(message.id, message.context) for message in MESSAGES if message.id}
    there = {(message.id, message.context) for message in catalogues.read(language) if message.id}
    assert ids == there


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_untranslated_or_fuzzy(language: str) -> None:
    missing = [message.id for message in catalogues.untranslated(catalogues.read(language))]
    assert missing == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_gaps_survive_translation(language: str) -> None:
    for message in catalogues.read(language):
        if not message.id:
            continue
        allowed = {gap for form in forms(message.id) for gap in GAP.findall(form)}
        for form in forms(message.string):
            assert set(GAP.findall(form)) <= allowed, message.id
        assert set(GAP.findall(forms(message.string)[-1])) == set(GAP.findall(forms(message.id)[-1])), (
            message.id
        )


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_said_as_its_catalogue_has_it(language: str) -> None:
    i18n.use(language)
    for message in catalogues.read(language):
        if message.id and isinstance(message.id, str):
            assert _(message.id) == (message.string or message.id)
        elif message.id:
            one, many = message.id
            words = forms(message.string)
            assert ngettext(one, many, 1) == (words[0] or one)
            assert ngettext(one, many, 5) == (words[1] or many)


def test_switching_the_language_takes_effect_at_once() -> None:
    assert _("Settings") == "Settings"
    i18n.use("de")
    assert _("Settings") == "Einstellungen"
    i18n.use("fr")
    assert _("Settings") == "Réglages"
    i18n.use("xx")
    assert i18n.language() == "en"
    assert _("Settings") == "Settings"


@pytest.mark.parametrize(
    ("english", "german", "french"),
    [
        ("season", "Durchg[aä]ng", "saison"),
        ("date orchard", "Dattelplantage", "verger de dattes"),
        ("main square", "Große[rsn]? Platz", "Grande Place"),
        ("exchange office", "Wechselstube", "bureaux? de change|le bureau"),
        ("luxury good", "Luxusware", "marchandises? de luxe"),
        ("city gate", "Stadttor", "portes? de la ville"),
        ("provision tile", "Versorgungsplättchen", "tuiles? Ravitaillement"),
        ("desert town", "Wüstenst[aä]dt", "villes? du désert"),
        ("scroll", "Schriftrolle", "parchemin"),
        ("jetty", "Anlegefeld", "jetée"),
        ("threshold", "Schwelle", "palier"),
        ("rapid", "Stromschnelle", "rapide"),
        ("start oasis", "Start-Oase", "Oasis de départ"),
        ("complete sector", "komplett gefüllte[rn]? Bezirk", "secteurs? complets?"),
        ("shop", "L[aä]den", "magasin"),
        ("workshop", "Werkst[aä]tt", "atelier"),
        ("audience disc", "Zuschauerscheibe", "disques? Audience"),
    ],
)
def test_the_books_own_terms_are_used(english: str, german: str, french: str) -> None:
    """Wherever an English message has the term, the translation has the book's."""
    for language, term in (("de", german), ("fr", french)):
        for message in catalogues.read(language):
            if message.id and re.search(rf"\b{english}s?\b", forms(message.id)[0].lower()):
                assert re.search(term, " ".join(forms(message.string)), re.IGNORECASE), message.id


def test_numbers_choose_the_right_form() -> None:
    i18n.use("fr")
    assert ngettext("{n} game", "{n} games", 0) == ngettext("{n} game", "{n} games", 1)  # as French does
    i18n.use("de")
    assert ngettext("{n} game", "{n} games", 1) != ngettext("{n} game", "{n} games", 0)


def test_numbers_are_written_as_the_language_does() -> None:
    assert i18n.figure(-3) == "−3"
    assert i18n.figure(25.4) == "25.4"
    i18n.use("de")
    assert i18n.figure(25.4) == "25,4"


def test_words_of_the_rules_are_translated_gaps_and_all() -> None:
    i18n.use("de")
    assert say(Text("scroll {n}", {"n": 23})) == "Schriftrolle 23"
    nested = Text("complete sector: {sector}", {"sector": Text("river")})
    assert "Fluss" in say(nested)


def test_no_words_reach_the_screen_unmarked() -> None:
    """Literal words handed straight to a widget would never be translated."""
    folder = Path(i18n.__file__).parent / "screens"
    shown = {"Label", "Title", "Button", "Toggle", "Dialog", "toast", "page"}
    fine = {"Marrakesh", "01 · 03 · 05", *CUES}
    found = []
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            for argument in node.args if name in shown else []:
                words = argument.value if isinstance(argument, ast.Constant) else ""
                if isinstance(words, str) and re.search(r"[A-Za-z]{2}", words) and words not in fine:
                    found.append(f"{file.name}:{node.lineno} {words!r}")
    assert found == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_sentence_about_a_camera_begins_like_a_sentence(language: str) -> None:
    """The cameras have lower-case English names: no translation may begin with one."""
    for message in MESSAGES:
        told = forms(message.id)[0]
        if told.startswith(("The {name}", "There is no {name};")):
            said = speaker(language).say(Text(told, {"name": "webcam 0", "seconds": 3, "error": "?"}))
            assert said.startswith(("Die Kamera", "La caméra"))


def test_seconds_are_told_as_the_language_writes_numbers() -> None:
    late = "The {name} gave no frame within {seconds} seconds."
    french = speaker("fr")
    assert "en 2 secondes" in french.say(Text(late, {"name": "webcam 0", "seconds": 2.0}))
    assert "en 2,5 secondes" in french.say(Text(late, {"name": "webcam 0", "seconds": 2.5}))


def test_no_german_preposition_bends_an_amount() -> None:
    """Amounts come as "4 Punkte", never as "4 Punkten"; of scores ("25 und 50") there is nothing to bend."""
    bending = re.compile(r"\b(von|mit|es fehlt) \{(points|cost|resources)\}")
    bent = [
        form for message in catalogues.read("de") for form in forms(message.string) if bending.search(form)
    ]
    assert [form for form in bent if "Punkteleiste" not in form] == []


SINGLE = {
    "de": r"\b(du|dich|dir|dein\w*|Nimm|Gib|Wähle|Tippe|Lege|Zahle|Ziehe|Drehe|Setze|Kalibriere)\b",
    "fr": r"\b(tu|te|toi|ton|tes|tiens)\b|\bt'",
}
"""How one person is addressed by a friend; both books speak to the whole table (`ihr`, `vous`)."""


@pytest.mark.parametrize("language", SINGLE)
def test_the_table_is_addressed_as_the_book_does_throughout(language: str) -> None:
    single = re.compile(SINGLE[language])
    told = [form for message in catalogues.read(language) if message.id for form in forms(message.string)]
    assert [form for form in told if single.search(form)] == []
