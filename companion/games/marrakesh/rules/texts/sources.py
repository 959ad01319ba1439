"""Where points and gifts come from, as the ledger and the history name it."""

from __future__ import annotations

from typing import Final

from companion.games.marrakesh.rules.texts.words import SECTOR
from words import N_, Text

_PLAIN: Final[dict[str, Text]] = {
    "provisions": N_("provisions"),
    "river bonus": N_("river bonus"),
    "jetty": N_("jetty"),
    "gate": N_("city gate"),
    "line": N_("line between the staircases"),
    "luxury": N_("luxury good"),
    "office": N_("exchange office"),
    "gate match": N_("city gate in its own colour"),
    "exchange": N_("exchange icon of the storage"),
    "refresh": N_("new scrolls"),
    "turn": N_("turn, entered by hand"),
    "final scoring": N_("final scoring, entered by hand"),
    "oasis": N_("claiming an oasis"),
    "storage": N_("oasis storage"),
    "desert town reached": N_("desert town reached"),
    "left over": N_("resources and goods left over"),
    "claim": N_("claimed from the tower"),
    "assistant": N_("assistant"),
    "override": N_("put right by hand"),
    "position": N_("position set up by hand"),
    "vendor": N_("water vendor"),
}

_NUMBERED: Final[dict[str, Text]] = {
    "scroll": N_("scroll {n}"),
    "oasis": N_("oasis {n}"),
    "town": N_("desert town {n}"),
    "river tile": N_("river tile {n}"),
}

_COMPLETE: Final = N_("complete sector: {sector}")


def source(name: str) -> Text:
    """The name of a source for people.

    >>> str(source("scroll 23")), str(source("complete river"))
    ('scroll 23', 'complete sector: river')
    """
    found = _PLAIN.get(name) or SECTOR.get(name)
    if found is not None:
        return found
    kind, _, last = name.rpartition(" ")
    if last.isdigit() and kind in _NUMBERED:
        return Text(_NUMBERED[kind].msgid, {"n": last})
    if kind == "complete" and last in SECTOR:
        return Text(_COMPLETE.msgid, {"sector": SECTOR[last]})
    raise KeyError(f"no words for the source {name!r}")


_GROUPS: Final[dict[str, Text]] = {
    "scroll": N_("scrolls"),
    "oasis": N_("oases"),
    "town": N_("desert towns"),
    "river tile": N_("river tiles"),
    "complete": N_("complete sectors"),
}


def group(name: str) -> str:
    """What a source belongs to: `scroll 23` is a scroll, `complete river` a complete sector."""
    kind, _, _last = name.rpartition(" ")
    return kind if kind in _GROUPS else name


def group_words(name: str) -> Text:
    """Such a group for people; one without words is shown as it is."""
    try:
        return _GROUPS.get(name) or source(name)
    except KeyError:
        return Text(name)
