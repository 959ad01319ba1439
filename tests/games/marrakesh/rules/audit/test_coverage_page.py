"""docs/rules-coverage.md names tests that exist, and misses no ruling and no tile."""

from __future__ import annotations

import re
from pathlib import Path

from companion.games.marrakesh.rules import rulings
from companion.games.marrakesh.rules.catalogue.scrolls import SCROLLS

RULES = Path(__file__).parents[1]
PAGE = (Path(__file__).parents[5] / "docs" / "rules-coverage.md").read_text(encoding="utf-8")


def test_every_test_the_page_names_exists() -> None:
    named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", PAGE)
    assert len(named) > 80
    sources = {path: (RULES / path).read_text(encoding="utf-8") for path, _name in named}
    assert [f"{path}::{name}" for path, name in named if f"def {name}(" not in sources[path]] == []


def test_every_ruling_is_on_the_page() -> None:
    assert [ruling.key for ruling in rulings.RULINGS if f"`{ruling.key}`" not in PAGE] == []


def test_every_scroll_has_a_test_of_its_number() -> None:
    tested: set[int] = set()
    for path in RULES.glob("test_scrolls_*.py"):
        for first, last in re.findall(r"def test_(\d\d)(?:_to_(\d\d))?", path.read_text(encoding="utf-8")):
            tested.update(range(int(first), int(last or first) + 1))
        for pair in re.findall(r"def test_(\d\d)_and_(\d\d)", path.read_text(encoding="utf-8")):
            tested.update(map(int, pair))
    assert set(SCROLLS) == tested, "as many as the box holds, each tested by its number"
