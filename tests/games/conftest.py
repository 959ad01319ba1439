"""The small game stands in the registry while a test wants it."""

from __future__ import annotations

import pytest

from companion.games import registry


@pytest.fixture
def noughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second game: its one line."""
    monkeypatch.setitem(registry.GAMES, "noughts", "tests.games.noughts:Noughts")
