"""Words for decisions about tiles: scrolls, oases, towns, river tiles, final scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import bonus, facts, oases
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.scrolls import (
    END_OF_ROUND,
    END_OF_SEASON,
    INSTANT,
    PERMANENT,
    SCROLLS,
)
from companion.games.marrakesh.rules.catalogue.towns import TOWNS
from companion.games.marrakesh.rules.keshi import ORCHARD, RED
from companion.games.marrakesh.rules.texts import words
from companion.games.marrakesh.rules.texts.kinds import QuestionWords, about_source, filled, resource, sector
from companion.play.decision import Decision
from companion.words import N_, Text

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State

SCROLL: Final = N_("Scroll {n}")
OASIS: Final = N_("Oasis {n}")
TOWN: Final = N_("Desert town {n}")
RIVER_TILE: Final = N_("River tile {n}")


def scroll(g: State, d: Decision, key: str) -> Text:
    return filled(SCROLL, n=int(key))


def scroll_text(g: State, number: int) -> Text:
    """What a scroll does, with the keshis it shows if they are known, as this table plays it."""
    if number == 50 and not g.rulings["scroll 50 on any use"]:
        return N_("With the sector action a water vendor also gives 2 points.")
    shown = facts.known(g, f"scroll {number} colour") or facts.known(g, f"scroll {number} colours")
    if isinstance(shown, str):
        return filled(N_("Deploy: {keshi}."), keshi=words.ROLE[shown])
    if shown:
        return filled(N_("Take: {goods}."), goods=words.joined(words.ROLE[colour] for colour in shown))
    return SCROLLS[number].text


_TIMING: Final[dict[str, Text]] = {
    INSTANT: N_("At once: {what}"),
    PERMANENT: N_("From now on: {what}"),
    END_OF_ROUND: N_("Each round: {what}"),
    END_OF_SEASON: N_("Each season: {what}"),
}


def scroll_does(g: State, d: Decision, key: str) -> Text:
    """When a scroll acts, and what it does."""
    return filled(_TIMING[SCROLLS[int(key)].timing], what=scroll_text(g, int(key)))


def oasis(g: State, d: Decision, key: str) -> Text:
    return filled(OASIS, n=int(key))


def oasis_text(g: State, seat: int, number: int) -> Text:
    """What an oasis counts, and what that would be for the player now, claimed, if its tile is known."""
    text = OASES[number].text
    if seat < 0 or any(facts.known(g, key) is None for key in oases.shows(number)):
        return text
    owner = g.players[seat]
    if number not in owner.claimed:
        owner = owner.copy()
        owner.claimed.append(number)  # oasis 26 counts itself
    points = words.amount("points", oases.WORTH[number](g, owner, number))
    return filled(N_("{what} Now: {points}."), what=text, points=points)


def oasis_counts(g: State, d: Decision, key: str) -> Text:
    return oasis_text(g, d.player, int(key))


def town(g: State, d: Decision, key: str) -> Text:
    return filled(TOWN, n=int(key))


def town_counts(g: State, d: Decision, key: str) -> Text | None:
    return TOWNS[int(key)].text


def _which_first(g: State, d: Decision, key: str) -> Text:
    times, _, printed = key.partition(" x ")
    return words.gains(bonus.parse(printed), int(times))


def _sold(g: State, d: Decision, key: str) -> Text:
    if key == "0":
        return words.NOTHING
    price = words.amount("points", 2 * int(key))
    return filled(N_("{n} for {points}"), n=words.amount(d.about["resource"], int(key)), points=price)


def _returned(g: State, d: Decision, key: str) -> Text:
    return words.amount(d.about["resource"], int(key)) if key != "0" else words.NOTHING


def _return_scores(g: State, d: Decision, key: str) -> Text:
    return words.amount("points", 3 + int(key))


_HALVES: Final[dict[str, Text]] = {
    "gates": N_("1 point for each city gate"),
    "date pickers": N_("1 point for each date picker"),
    "entertainers": N_("1 date and 1 dinar for each entertainer"),
    "vendors": N_("1 water and 1 date for each water vendor"),
    "luxury goods": N_("2 points for each luxury good"),
    "keshis": N_("1 point for every 4 keshis"),
}


def _half_now(g: State, d: Decision, key: str) -> Text:
    """How many of them the winner has."""
    p = g.players[d.player]
    have = {
        "gates": len(p.gates),
        "date pickers": p.keshis[ORCHARD],
        "entertainers": len(p.square),
        "vendors": oases.deployed(g, p, RED),
        "luxury goods": len(p.luxury),
        "keshis": oases.all_deployed(g, p) + p.goods_total,
    }
    return filled(N_("you have {n}"), n=have[key])


def _final_oases(g: State, d: Decision, key: str) -> Text:
    return words.joined(filled(OASIS, n=int(number)) for number in key.split("+"))


def _final_total(g: State, d: Decision, key: str) -> Text:
    """How a choice of oases adds up with what it leaves of resources and goods."""
    choice = d.about["choices"][key]
    points, total = words.amount("points", choice.points), words.amount("points", choice.total)
    return filled(
        N_("{points} + {left} for what is left over = {total}"),
        points=points,
        left=choice.remainder,
        total=total,
    )


KINDS: Final[dict[str, QuestionWords]] = {
    "which first": QuestionWords(about_source(N_("Which bonus first ({source})?")), _which_first),
    "stair first": QuestionWords(N_("Which staircase first? 3 steps on each."), sector),
    "score oasis": QuestionWords(N_("Which claimed oasis is scored now?"), oasis, oasis_counts),
    "sell": QuestionWords(
        lambda g, d: filled(
            N_("How much of this do you return, for 2 points each: {what}?"),
            what=words.RESOURCE[d.about["resource"]],
        ),
        _sold,
    ),
    "oasis return": QuestionWords(
        lambda g, d: filled(
            N_("Oasis {n}: how many go back, for 1 point each: {what}?"),
            n=d.about["oasis"],
            what=words.RESOURCE[d.about["resource"]],
        ),
        _returned,
        _return_scores,
    ),
    "spare oasis": QuestionWords(N_("Which oasis beside the board do you claim?"), oasis, oasis_counts),
    "river tile": QuestionWords(
        lambda g, d: filled(N_("River tile {n}: which reward do you take?"), n=d.about["tile"]),
        lambda g, d, key: _HALVES[key],
        _half_now,
    ),
    "final oases": QuestionWords(
        N_("Which three oases do you score? The first choice is the best."), _final_oases, _final_total
    ),
    "town": QuestionWords(N_("Which desert town do you take?"), town, town_counts),
    "towns": QuestionWords(N_("Which desert towns lie beside the board?"), town, town_counts),
    "pay any": QuestionWords(N_("Which resource do you pay?"), resource),
}
