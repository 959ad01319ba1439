"""What the table has told about its copy of a game, as the screens see it: kept in the store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.store import Store


class KeptCopy:
    """Reads and keeps printed values apart from any game."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def told(self, game: str) -> Mapping[str, Any]:
        return self._store.facts(game)

    def tell(self, game: str, key: str, value: Any) -> None:
        self._store.tell_fact(game, key, plain(value))


def plain(value: Any) -> Any:
    """As it comes back from JSON, so that a fact told twice is not written twice."""
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    return value
