"""Where points come from, in words, gathered into a few kinds: no chart has room for seventy-two scrolls."""

from companion.games.marrakesh.rules.texts.sources import source
from companion.ui.i18n import N_, _, say

KINDS = {
    "scroll": N_("scrolls"),
    "oasis": N_("oases"),
    "town": N_("desert towns"),
    "river tile": N_("river tiles"),
    "complete": N_("complete sectors"),
}


def source_kind(key: str) -> str:
    """The kind a ledger's source belongs to: `scroll 23` is a scroll, `complete river` a complete sector."""
    kind, _space, _last = key.rpartition(" ")
    return kind if kind in KINDS else key


def source_name(kind: str) -> str:
    """The kind in the language in use; one the rules have no words for is shown as it is."""
    try:
        words = _(KINDS[kind]) if kind in KINDS else say(source(kind))
    except KeyError:
        words = kind
    return words[:1].upper() + words[1:]


def by_kind(points: tuple[tuple[str, int], ...]) -> dict[str, int]:
    """A player's points, summed by kind."""
    total: dict[str, int] = {}
    for key, number in points:
        kind = source_kind(key)
        total[kind] = total.get(kind, 0) + number
    return total
