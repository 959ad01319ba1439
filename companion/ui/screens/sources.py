"""Where points come from, in their game's words, gathered into a few kinds for charts."""

from companion.ui.i18n import say
from companion.ui.ports import PastGame
from words import capital


def source_name(game: PastGame, group: str) -> str:
    """A kind of points in the language in use."""
    return capital(say(game.kind.source_words(group)) if game.kind is not None else group)


def by_kind(game: PastGame, points: tuple[tuple[str, int], ...]) -> dict[str, int]:
    """A player's points, summed by kind."""
    total: dict[str, int] = {}
    for key, number in points:
        kind = game.kind.source_group(key) if game.kind is not None else key
        total[kind] = total.get(kind, 0) + number
    return total
