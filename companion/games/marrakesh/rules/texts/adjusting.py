"""Words for what the table may put right by hand (`rules.adjust`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.keshi import COLOUR_OF
from companion.games.marrakesh.rules.texts import words
from companion.games.marrakesh.rules.texts.actions import luxury_good, space_name
from companion.games.marrakesh.rules.texts.kinds import filled
from companion.games.marrakesh.rules.texts.tiles import SCROLL
from companion.words import N_, Text

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State

OF_THE_TABLE: Final = ("tower", "base", "up", "workshop", "office")
"""The kinds that belong to nobody's board."""


def adjustable(g: State, what: str) -> Text:
    """What the table may correct by hand, by its key."""
    kind, _, which = what.partition(" ")
    if kind in _WORDS:
        return _WORDS[kind](g, which)
    return words.RESOURCE[kind] if kind in words.RESOURCE else words.SECTOR[kind]


def _luxury(g: State, which: str) -> Text:
    if facts.known(g, f"luxury {which}") is None:
        return filled(N_("luxury good {n}"), n=which)
    return luxury_good(g, which)


def _gate(g: State, which: str) -> Text:
    space, _, colour = which.partition(" ")
    return filled(N_("{colour} gate: {sector}"), colour=words.COLOUR[colour], sector=words.SECTOR[space])


def _oasis(g: State, which: str) -> Text:
    place, _, number = which.partition(" ")
    if place == "storage":
        return filled(N_("oasis {n}, claimed"), n=number)
    path, _, space = place.partition("-")
    return filled(N_("oasis {n} ({path}, {place})"), n=number, path=words.PATH[path], place=space)


def _storage(g: State, which: str) -> Text:
    place, _, colour = which.partition(" ")
    return filled(N_("storage space {n}: {colour}"), n=place, colour=words.COLOUR[colour])


def _town(g: State, which: str) -> Text:
    place, _, number = which.partition(" ")
    if place == "claimed":
        return filled(N_("desert town {n}, claimed"), n=number)
    return filled(N_("desert town {n} ({path})"), n=number, path=words.PATH[place])


def _up(g: State, which: str) -> Text:
    return filled(N_("face up: {what}"), what=adjustable(g, which))


_WORDS: Final[dict[str, Callable[[State, str], Text]]] = {
    "points": lambda g, which: N_("points"),
    "scroll": lambda g, which: filled(SCROLL, n=which),
    "luxury": _luxury,
    "gate": _gate,
    "oasis": _oasis,
    "storage": _storage,
    "town": _town,
    "caravans": lambda g, which: filled(N_("caravans: {path}"), path=words.PATH[which]),
    "square": lambda g, which: filled(N_("entertainer: {space}"), space=space_name(g, which)),
    "disc": lambda g, which: N_("audience disc, turned"),
    "goods": lambda g, which: words.ROLE[which],
    "keshis": lambda g, which: words.ROLE[COLOUR_OF[which]],
    "vendor": lambda g, which: filled(N_("water vendor: {sector}"), sector=words.SECTOR[which]),
    "tower": lambda g, which: filled(N_("tower: {colour}"), colour=words.COLOUR[which]),
    "base": lambda g, which: filled(N_("tray: {colour}"), colour=words.COLOUR[which]),
    "up": _up,
    "workshop": lambda g, which: filled(N_("gates at workshop {n}"), n=which),
    "office": lambda g, which: N_("exchange office of the season"),
}
