"""The lettering: Cabin for reading, Yrsa for titles, both free fonts kept beside the code.

`text(...)` gives a finished picture of a line of words. Lines are remembered, because the same words are
drawn again each time something behind them changes.
"""

import re
from functools import lru_cache
from pathlib import Path

import pygame
import pygame.font

from companion.ui.colour import Colour

FOLDER = Path(__file__).with_name("fonts")
FACES = {
    "body": ("Cabin-Regular.otf", 1.0),
    "strong": ("Cabin-SemiBold.otf", 1.0),
    "bold": ("Cabin-Bold.otf", 1.0),
    # Yrsa draws small for its size; the factor makes a title as tall as its size says.
    "title": ("Yrsa-SemiBold.ttf", 1.28),
}
THIN_SPACE = "\u2009"
# Cabin has no drawing for these; Yrsa has.
BORROWED = frozenset(f"−≥≤→←↑↓≈{THIN_SPACE}")
# French sets these off by a narrow space; the catalogues type a whole one.
NARROW = re.compile(r" (?=[;!?»])|(?<=«) ")
APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
# French sets these apart with a space, German the dots; no line may begin or end there.
AFTER_A_WORD, BEFORE_A_WORD = "?!:;»…", "«"


@lru_cache(maxsize=128)
def font(face: str, size_px: int) -> pygame.font.Font:
    """One face at one size, opened once."""
    if not pygame.font.get_init():
        pygame.font.init()
    name, factor = FACES[face]
    return pygame.font.Font(str(FOLDER / name), max(6, round(size_px * factor)))


def set_type(words: str) -> str:
    """The words as they are printed.

    >>> set_type("Où va « Jan » ?") == "Où va «_Jan_»_?".replace("_", THIN_SPACE)
    True
    >>> set_type("today's river")
    'today’s river'
    """
    return APOSTROPHE.sub("’", NARROW.sub(THIN_SPACE, words))


def runs(words: str, face: str) -> list[tuple[str, str]]:
    """The words cut into (face, piece) so that each piece can be drawn by its face."""
    words = set_type(words)
    if face == "title" or not any(letter in BORROWED for letter in words):
        return [(face, words)]
    pieces: list[tuple[str, str]] = []
    for letter in words:
        owner = "title" if letter in BORROWED else face
        if pieces and pieces[-1][0] == owner:
            pieces[-1] = (owner, pieces[-1][1] + letter)
        else:
            pieces.append((owner, letter))
    return pieces


@lru_cache(maxsize=40_000)
def width(words: str, face: str, size_px: int) -> int:
    """How many pixels the words are wide."""
    return sum(font(owner, size_px).size(piece)[0] for owner, piece in runs(words, face))


@lru_cache(maxsize=256)
def line_height(face: str, size_px: int) -> int:
    """From one line to the next."""
    return round(max(font(face, size_px).get_height(), size_px * 1.22))


@lru_cache(maxsize=1024)
def text(words: str, face: str, size_px: int, colour: Colour) -> pygame.Surface:
    """The words as a picture with a clear background, one line high."""
    pieces = runs(words, face)
    if len(pieces) == 1:
        return font(face, size_px).render(pieces[0][1], True, colour)
    picture = pygame.Surface((width(words, face, size_px), font(face, size_px).get_height()), pygame.SRCALPHA)
    base = font(face, size_px).get_ascent()
    x = 0
    for owner, piece in pieces:
        letters = font(owner, size_px)
        picture.blit(letters.render(piece, True, colour), (x, base - letters.get_ascent()))
        x += letters.size(piece)[0]
    return picture


def unbroken(words: str) -> list[str]:
    """The words of a paragraph; a sign that stands alone stays with the word it belongs to.

    >>> unbroken("Où va « Jan » : ici ?")
    ['Où', 'va', '« Jan » :', 'ici ?']
    """
    pieces: list[str] = []
    for word in words.split(" "):
        alone = bool(word) and not any(letter.isalnum() for letter in word)
        after = alone and word[0] in AFTER_A_WORD
        if pieces and (after or pieces[-1].endswith(BEFORE_A_WORD)):
            pieces[-1] += f" {word}"
        else:
            pieces.append(word)
    return pieces


@lru_cache(maxsize=20_000)
def wrap(words: str, face: str, size_px: int, width_px: int) -> tuple[str, ...]:
    """The words broken into lines no wider than `width_px`; a single word may still stick out."""
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in unbroken(paragraph):
            longer = f"{line} {word}" if line else word
            if line and width(longer, face, size_px) > width_px:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return tuple(lines)


@lru_cache(maxsize=10_000)
def longest_word(words: str, face: str, size_px: int) -> int:
    """The width of the widest word: no narrower can a wrapped text be."""
    pieces = (piece for paragraph in words.split("\n") for piece in unbroken(paragraph))
    return max((width(piece, face, size_px) for piece in pieces), default=0)
