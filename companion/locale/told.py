"""What other parts tell in English: the doctor's findings, the camera's faults, what the watcher says, and
why something cannot be put right.

They know nothing of languages, and their sentences have names and numbers in them. So the sentences are read
out of their code, with a gap `{a}`, `{b}`, … for each value; `i18n.retell` finds the one that was told and
says it again in the language in use.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import ascii_lowercase

ROOT = Path(__file__).parents[2]
FOLDERS = (
    "companion/doctor",
    "companion/table/watcher.py",
    "companion/games/marrakesh/rules/adjust.py",
    "hardware",
)
LEAST_LETTERS = 5  # less between the gaps would fit too many sentences


def told_sentences() -> list[tuple[str, str]]:
    """Every sentence once, with the file it stands in."""
    found: dict[str, str] = {}
    for name in FOLDERS:
        place = ROOT / name
        for file in [place] if place.is_file() else sorted(place.glob("*.py")):
            for sentence in sentences_in(file):
                found.setdefault(sentence, str(file.relative_to(ROOT)))
    return sorted(found.items())


def sentences_in(file: Path) -> Iterator[str]:
    """Words handed to `Check`, kept in `do` or `says` for it, raised as an error, or kept as a constant."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        spoken: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "Check":
                spoken = [argument for place, argument in enumerate(node.args) if place != 1]
            elif node.func.id.startswith("Camera") and node.args:
                spoken = node.args[:1]
            elif node.func.id == "IllegalMove":  # without gaps it is gathered as it stands
                spoken = [words for words in node.args if isinstance(words, ast.JoinedStr)]
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name in ("do", "says") or (name.isupper() and file.stem == "watcher"):
                spoken = [node.value]
        for words in spoken:
            sentence = with_gaps(words)
            if any(letter.isalpha() for letter in sentence):
                yield sentence


def with_gaps(words: ast.expr) -> str:
    """A constant as it is; an f-string with a gap for each of its values."""
    if isinstance(words, ast.Constant) and isinstance(words.value, str):
        return words.value
    if not isinstance(words, ast.JoinedStr):
        return ""
    gaps = iter(ascii_lowercase)
    parts = [
        str(part.value) if isinstance(part, ast.Constant) else "{" + next(gaps) + "}" for part in words.values
    ]
    literal = "".join(str(part.value) for part in words.values if isinstance(part, ast.Constant))
    telling = " " in literal and sum(letter.isalpha() for letter in literal) >= LEAST_LETTERS
    return "".join(parts) if telling else ""
