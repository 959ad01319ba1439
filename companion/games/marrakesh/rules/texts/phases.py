"""Words for setting up, for the phases of a round, and for the end of a season."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.river_tiles import RIVER_TILES
from companion.games.marrakesh.rules.draft import colours_of
from companion.games.marrakesh.rules.keshi import COLOUR_OF
from companion.games.marrakesh.rules.texts import printed as printed_facts
from companion.games.marrakesh.rules.texts import words
from companion.games.marrakesh.rules.texts.actions import luxury_cost, luxury_good, space
from companion.games.marrakesh.rules.texts.kinds import (
    QuestionWords,
    about_source,
    colour,
    filled,
    printed,
    role,
    sector,
    yes_or_no,
)
from companion.games.marrakesh.rules.texts.tiles import (
    OASIS,
    RIVER_TILE,
    SCROLL,
    oasis,
    oasis_counts,
    scroll_text,
)
from companion.games.marrakesh.rules.texts.yields import assistant_now, sector_now
from companion.play.decision import Decision
from companion.words import N_, Text

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State

NEW: Final = N_("another one")
"""A tile this copy has not shown yet; what is on it is asked next."""


def _player(g: State, d: Decision, key: str) -> Text:
    return Text(g.players[int(key)].name)


def _rapids(g: State, d: Decision) -> Text:
    """At a round's end nothing gave rise to it but the round's end."""
    if d.about["source"] == "river bonus":
        return N_("Which bonus of the rapids do you take?")
    return about_source(N_("Which bonus do the rapids give you ({source})?"))(g, d)


# ---- tiles that are turned up ---------------------------------------------------------------------------

_REVEALS: Final[dict[str, Text]] = {
    "scrolls": N_("{kind}, stack {place}: which scroll is face up?"),
    "open scrolls": N_("{kind}, place {place}: which scroll is face up?"),
    "luxury": N_("Which luxury good lies in shop {place}?"),
    "luxury of": N_("Luxury good {n} of {name}: which one is it?"),
    "office": N_("Which exchange office lies there this season?"),
    "oasis": N_("Which oasis does {name} discover ({path}, {place})?"),
}


def _reveal_question(g: State, d: Decision) -> Text:
    about = d.about
    message = _REVEALS[about["display"]]
    if about["display"] == "scrolls":
        # Essential has one stack of each kind, with three scrolls open beside it.
        asked = _REVEALS["open scrolls"] if g.essential else message
        return filled(asked, place=about["slot"] + 1, kind=words.KIND[about["scrolls"]])
    if about["display"] == "luxury":
        if "seat" in about:
            return filled(_REVEALS["luxury of"], n=about["slot"] + 1, name=g.players[about["seat"]].name)
        return filled(message, place=about["slot"] + 1)
    if about["display"] == "oasis":
        path, _, place = about["space"].partition("-")
        return filled(message, name=g.players[about["seat"]].name, path=words.PATH[path], place=place)
    return message


def _revealed(g: State, d: Decision, key: str) -> Text:
    if key == "new":
        return NEW
    display = d.about["display"]
    if display == "luxury":
        return luxury_good(g, key)
    if display == "office":
        told = facts.known(g, key)
        parts = (N_("{what}: {value}", what=words.COLOUR[c], value=words.short(b)) for c, b in told.items())
        return words.listed(parts)
    return filled(SCROLL if display == "scrolls" else OASIS, n=int(key))


def _revealed_means(g: State, d: Decision, key: str) -> Text | None:
    display = d.about["display"]
    if key == "new" or display == "office":
        return None
    if display == "luxury":
        return luxury_cost(g, key)
    return scroll_text(g, int(key)) if display == "scrolls" else OASES[int(key)].text


# ---- the draft and the assistants -----------------------------------------------------------------------


def _claim(g: State, d: Decision, key: str) -> Text:
    taken = colours_of(key)
    if len(set(taken)) == 1:
        return words.colours(taken[0], len(taken))
    return words.joined(words.colours(one, 1) for one in taken)


def _sector_now(g: State, d: Decision, key: str) -> Text | None:
    return assistant_now(g, g.players[d.player], key)


def _use(g: State, d: Decision, key: str) -> Text:
    if key == "action":
        return N_("sector action")
    new = key.removeprefix("keshi:") if ":" in key else COLOUR_OF[d.about["sector"]]
    return filled(N_("new keshi: {keshi}"), keshi=words.ROLE[new])


def _use_now(g: State, d: Decision, key: str) -> Text | None:
    if key == "action":
        return sector_now(g, g.players[d.player], d.about["sector"])
    return None


def _path(g: State, d: Decision, key: str) -> Text:
    return words.PATH[key]


def _path_next(g: State, d: Decision, key: str) -> Text | None:
    p = g.players[d.player]
    n = p.paths[key] + 1
    if key == "start":
        return words.amount("resource", 2) if n == 1 else words.amount("points", 2)
    if n == 4 and g.towns == []:
        return words.amount("points", 4) if g.rulings["no town left pays"] else words.NOTHING
    if n == 4:
        return N_("a desert town and 4 points")
    return filled(N_("discovers oasis {n} of the path"), n=n)


# ---- seasons --------------------------------------------------------------------------------------------


def _provision(g: State, d: Decision, key: str) -> Text:
    if key == "new":
        return NEW
    told = facts.known(g, key)
    return filled(
        N_("{cost}, or lose {points}"),
        cost=words.costs(told["cost"]),
        points=words.amount("points", told["points"]),
    )


def _season_tile(g: State, d: Decision, key: str) -> Text:
    return filled(RIVER_TILE, n=int(key))


def _no_label(g: State, d: Decision, key: str) -> Text:
    return Text(key)


_BY_HAND: Final[dict[str, Text]] = {
    "turn": N_("How many points did this turn bring?"),
    "final scoring": N_("How many points does the final scoring bring?"),
}


KINDS: Final[dict[str, QuestionWords]] = {
    "start player": QuestionWords(N_("Who starts?"), _player),
    "river tile of season": QuestionWords(
        lambda g, d: filled(N_("Which river tile is used in season {n}?"), n=d.about["season"] + 1),
        _season_tile,
        lambda g, d, key: RIVER_TILES[int(key)].text,
    ),
    "spare oases": QuestionWords(N_("Which three oases lie face up beside the board?"), oasis, oasis_counts),
    "storage holds": QuestionWords(
        lambda g, d: filled(N_("Which keshi stood on storage space {n}?"), n=d.about["place"]),
        lambda g, d, key: N_("none is deployed") if key == "nothing" else words.COLOUR[key],
    ),
    "provision up": QuestionWords(N_("Which provision tile do you turn up?"), _provision),
    "select": QuestionWords(
        N_("Which three keshis do you select?"), colour, lambda g, d, key: words.ROLE[key]
    ),
    "place wild": QuestionWords(N_("Red is wild: where does this assistant go?"), sector, _sector_now),
    "tower": QuestionWords(N_("What came out of the tower?"), _no_label),
    "claim": QuestionWords(N_("Which keshis do you claim?"), _claim, declined=N_("no room for any of them")),
    "deploy next": QuestionWords(N_("Which keshi do you deploy next?"), role),
    "deploy vendor": QuestionWords(N_("Where does the water vendor go?"), sector),
    "deploy entertainer": QuestionWords(N_("Where does the entertainer go?"), space),
    "deploy caravan": QuestionWords(N_("Which way does the caravan go?"), _path, _path_next),
    "assistant": QuestionWords(N_("Which assistant do you use next?"), sector, _sector_now),
    "use assistant": QuestionWords(
        lambda g, d: filled(
            N_("A new keshi or the sector action ({sector})?"), sector=words.SECTOR[d.about["sector"]]
        ),
        _use,
        _use_now,
    ),
    "river bonus": QuestionWords(_rapids, printed),
    "placeholder": QuestionWords(
        lambda g, d: filled(
            N_("For which wooden keshi do you exchange your {colour} placeholder?"),
            colour=words.COLOUR[d.about["colour"]],
        ),
        colour,
    ),
    "shortcut": yes_or_no(
        lambda g, d: filled(
            N_("Scroll 44: 1 dinar and {resources} instead of {cost}?"),
            resources=words.amount("resource", d.about["tiles"]),
            cost=words.costs(d.about["cost"]),
        ),
    ),
    "provisions paid": yes_or_no(
        lambda g, d: filled(
            N_("Do you pay your provisions: {cost}? Otherwise you lose {points}."),
            cost=words.costs(d.about["cost"]),
            points=words.amount("points", d.about["points"]),
        ),
    ),
    "level stairs": QuestionWords(
        N_("You have as many points as somebody else. How many steps have your pawns climbed?"), _no_label
    ),
    "points": QuestionWords(lambda g, d: _BY_HAND[d.about["source"]], _no_label),
    "reveal": QuestionWords(_reveal_question, _revealed, _revealed_means),
    "fact": QuestionWords(printed_facts.question, _no_label),
}
