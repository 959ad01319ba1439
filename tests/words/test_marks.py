"""No words for people stand in the code unmarked: what the catalogues cannot find nobody would translate."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion.doctor import kept, machine
from companion.doctor.check import NAMES
from companion.locale.catalogues import KEYWORDS, PACKAGES, ROOT

KEPT_AS_DATA = ("Text", "Check", "Doubt", "Finding", "Advice", "Report", "CameraState", "Missing", "Problem")
"""Whatever takes a Text: words handed to these have to be marked."""


@cache
def nodes() -> list[tuple[Path, ast.AST]]:
    """The whole program, parsed once."""
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    return [
        (file.relative_to(ROOT), node)
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Call, ast.ClassDef))
    ]


def calls() -> Iterator[tuple[Path, ast.Call, str]]:
    for file, node in nodes():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield file, node, node.func.id


def reads_like_words(node: ast.expr) -> bool:
    """A sentence, no key of two words and no bare pattern of gaps."""
    literal = (
        "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        if isinstance(node, ast.JoinedStr)
        else str(node.value)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        else ""
    )
    return bool(re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", re.sub(r"\{\w*\}", "", literal)))


def is_name(node: ast.expr) -> bool:
    """What the doctor's JSON calls a thing."""
    return isinstance(node, ast.Constant) and node.value in NAMES


def test_a_mark_stands_around_the_words_themselves() -> None:
    """`N_(words)` would mark nothing: the catalogues are gathered from what stands inside the brackets."""
    loose = [
        f"{file}:{node.lineno} {name}"
        for file, node, name in calls()
        if name in KEYWORDS and name != "_" and not isinstance(node.args[0], ast.Constant)
    ]
    loose += [
        f"{file}:{node.lineno} _"
        for file, node, name in calls()
        if name == "_" and isinstance(node.args[0], ast.JoinedStr)
    ]
    assert loose == []


def test_words_that_are_kept_as_data_are_marked() -> None:
    unmarked = [
        f"{file}:{node.lineno} {ast.unparse(argument)}"
        for file, node, name in calls()
        if name in KEPT_AS_DATA and not file.name.startswith("samples")
        for argument in (*node.args, *(keyword.value for keyword in node.keywords))
        if reads_like_words(argument) and not is_name(argument)
    ]
    assert unmarked == []


def test_refusals_are_marked() -> None:
    """What a refusal says reaches the table; `ValueError("…")` and the like are for programmers."""
    for_people = refusals()
    unmarked = [
        f"{file}:{node.lineno} {name}"
        for file, node, name in calls()
        if name in for_people and node.args and isinstance(node.args[0], (ast.Constant, ast.JoinedStr))
    ]
    assert unmarked == []


def refusals() -> set[str]:
    """The names of every class that is a Refusal, however far down."""
    found, before = {"Refusal"}, 0
    parents = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for _file, node in nodes()
        if isinstance(node, ast.ClassDef)
    }
    while len(found) > before:
        before = len(found)
        found |= {name for name, bases in parents.items() if bases & found}
    return found


def test_everything_the_doctor_looks_at_has_a_name() -> None:
    looked_at = {examine.__name__.replace("_", " ") for examine in (*kept.ROUND, *machine.ROUND)}
    assert looked_at == set(NAMES)
