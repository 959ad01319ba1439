"""Words are measured as they are drawn, in every letter the three languages need."""

import tomllib
from pathlib import Path

import pytest

from companion.ui import lettering

ALL = "ÄÖÜäöüßÀÂÆÇÉÈÊËÎÏÔŒÙÛŸàâæçéèêëîïôœùûÿ«»„“”’–…·×−≥→½ 0123456789"


@pytest.mark.parametrize("face", lettering.FACES)
def test_a_text_is_as_wide_as_it_was_measured(face: str) -> None:
    for words in ("Großer Platz", ALL, "−3 → 5"):
        assert (
            abs(lettering.text(words, face, 30, (0, 0, 0)).get_width() - lettering.width(words, face, 30))
            <= 1
        )


@pytest.mark.parametrize("face", lettering.FACES)
def test_no_letter_is_missing(face: str) -> None:
    for owner, piece in lettering.runs(ALL, face):
        metrics = lettering.font(owner, 40).metrics(piece)
        blank = lettering.font(owner, 40).metrics("\u0e01")[0]  # a letter no face has
        for letter, measure in zip(piece, metrics, strict=True):
            assert measure is not None, letter
            assert measure != blank or letter == " ", letter


@pytest.mark.parametrize("face", lettering.FACES)
def test_french_signs_stand_off_by_a_narrow_space(face: str) -> None:
    """« Jan » is narrower than with whole spaces, and every piece of it has a drawing."""
    said = lettering.width("« Jan » ?", face, 40)
    apart = sum(lettering.width(part, face, 40) for part in ("«", "Jan", "»", "?"))
    blank = lettering.width(" ", face, 40)
    assert apart < said < apart + 3 * blank
    for owner, piece in lettering.runs("« Jan » ?", face):
        assert None not in lettering.font(owner, 40).metrics(piece)


def test_wrapping_keeps_every_word() -> None:
    words = "Who can pay everything on all face-up tiles must"
    lines = lettering.wrap(words, "body", 30, 220)
    assert " ".join(lines) == words
    assert all(lettering.width(line, "body", 30) <= 220 for line in lines)


def test_a_line_break_in_the_words_is_kept() -> None:
    assert lettering.wrap("one\ntwo", "body", 30, 500) == ("one", "two")


@pytest.mark.parametrize(
    ("words", "pieces"),
    [
        ("Où va cet assistant ?", ["Où", "va", "cet", "assistant ?"]),
        ("Sarah : 2 vert ; fini !", ["Sarah :", "2", "vert ;", "fini !"]),
        ("Touchez « Réessayer » : puis", ["Touchez", "« Réessayer » :", "puis"]),
        ("nappe (hors tension !) ou", ["nappe", "(hors", "tension !)", "ou"]),
        ("Wird gezählt …", ["Wird", "gezählt …"]),
        ("1 date + 2 points – :keshi", ["1", "date", "+", "2", "points", "–", ":keshi"]),
        ("? allein", ["?", "allein"]),
        ("two  spaces", ["two", "", "spaces"]),
    ],
)
def test_a_sign_set_apart_stays_with_its_word(words: str, pieces: list[str]) -> None:
    assert lettering.unbroken(words) == pieces


def test_no_line_begins_with_a_sign_that_french_sets_apart() -> None:
    words = "Quel assistant utilises-tu ? Touchez « Réessayer » : la suite vient !"
    for width_px in range(40, 600, 20):
        lines = lettering.wrap(words, "body", 30, width_px)
        assert " ".join(lines) == words
        assert not any(line[0] in "?!:;»" or line[-1] == "«" for line in lines), lines
    whole = lettering.width("utilises-tu ?", "body", 30)
    assert lettering.longest_word("où utilises-tu ?\nici", "body", 30) == whole


def test_fonts_icons_and_catalogues_are_installed_with_the_code() -> None:
    """A pattern of `pyproject.toml` matches every file the screens read; else only a checkout would work."""
    root = Path(__file__).parents[2]
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["companion"]
    endings = {pattern.rpartition(".")[2] for pattern in patterns if pattern.startswith("**/*.")}
    folder = root / "companion" / "ui"
    needed = {
        file.suffix[1:] for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts
    }
    assert needed - {"py"} <= endings
