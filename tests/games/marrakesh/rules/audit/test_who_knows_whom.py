"""The rules know each other one way only, though a bonus may lead to any of them."""

from __future__ import annotations

import ast
from pathlib import Path

import companion.games.marrakesh.rules as rules
from companion.games.marrakesh.rules import bonus, flow
from companion.games.marrakesh.rules.keshi import RESOURCES


def test_nothing_is_imported_inside_a_function() -> None:
    hidden = [
        f"{path.name}:{node.lineno}"
        for path in Path(rules.__path__[0]).rglob("*.py")
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert hidden == []


def test_somebody_gives_every_kind_of_bonus() -> None:
    assert callable(flow.play)  # who plays the game has imported them all
    paid_at_once = {*RESOURCES, bonus.POINTS}
    assert set(bonus._GIVEN_BY) == set(bonus.WHATS) - paid_at_once
