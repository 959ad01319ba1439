"""Words in the report's picture: OpenCV draws one line of plain letters, so lines are made here."""

from __future__ import annotations

import unicodedata

import cv2

from vision.photo import Frame

Ink = tuple[int, int, int]  # blue, green, red

FACE = cv2.FONT_HERSHEY_SIMPLEX
INSTEAD = {"×": "x", "…": "...", "“": '"', "”": '"', "–": "-", "ß": "ss"}


def plain(words: str) -> str:
    """As near as OpenCV's letters come: accents are left out, what it does not have is a question mark."""
    replaced = "".join(INSTEAD.get(letter, letter) for letter in words)
    apart = unicodedata.normalize("NFKD", replaced)
    letters = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return letters.encode("ascii", errors="replace").decode()


def width(words: str, size: float) -> int:
    """How many pixels a line is wide."""
    return int(cv2.getTextSize(plain(words), FACE, size, 1)[0][0])


def wrapped(words: str, size: float, most: int) -> list[str]:
    """The words in lines no wider than so many pixels, unless a single word is."""
    lines: list[str] = []
    for word in words.split():
        if lines and width(f"{lines[-1]} {word}", size) <= most:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def write(
    picture: Frame, words: str, place: tuple[int, int], size: float, ink: Ink, *, most: int | None = None
) -> None:
    """One line, its left end at `place`; smaller if it would be wider than `most` pixels."""
    if most is not None:
        size *= min(1.0, most / max(1, width(words, size)))
    cv2.putText(picture, plain(words), place, FACE, size, ink, 1, cv2.LINE_AA)
