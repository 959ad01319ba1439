"""Words for decisions in the sectors: river, orchard, souk, square, staircases, madrasa, medina, Sahara."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import bonus, displays, facts
from companion.games.marrakesh.rules.catalogue import luxury as luxury_tiles
from companion.games.marrakesh.rules.catalogue.towns import TOWNS
from companion.games.marrakesh.rules.scrolls import permanent
from companion.games.marrakesh.rules.sectors import souk
from companion.games.marrakesh.rules.texts import words
from companion.games.marrakesh.rules.texts.kinds import (
    QuestionWords,
    about_source,
    colour,
    filled,
    number,
    printed,
    resource,
    role,
    sector,
    yes_or_no,
)
from companion.games.marrakesh.rules.texts.tiles import OASIS, TOWN, oasis_text, scroll, scroll_does
from companion.play.decision import Decision
from companion.words import N_, Text

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

DONE: Final = N_("That is all")


# ---- spaces of the main square --------------------------------------------------------------------------


def space_name(g: State, key: str) -> Text:
    """A space of the main square by its bonus, if that is known."""
    known = facts.known(g, "square bonuses")
    place = int(key) + 1
    if known is None:
        return filled(N_("space {n}"), n=place)
    return filled(N_("space {n}: {bonus}"), n=place, bonus=words.short(known[int(key)]))


def space(g: State, d: Decision, key: str) -> Text:
    return space_name(g, key)


def _space_pays(g: State, d: Decision, key: str) -> Text | None:
    known = facts.known(g, "square bonuses")
    spectators = d.about["spectators"][int(key)]
    if known is None:
        return words.amount("spectator", spectators)
    return words.gains(bonus.parse(known[int(key)]), spectators) if spectators else words.NOTHING


# ---- the souk -------------------------------------------------------------------------------------------


NEW_LUXURY: Final = N_("a luxury good not described yet")


def luxury_good(g: State, ident: str) -> Text:
    """A luxury good by its kind and what it gives."""
    if ident == displays.NEW:
        return NEW_LUXURY
    told = facts.known(g, f"luxury {ident}")
    kind = luxury_tiles.KINDS[told["kind"]]
    return filled(N_("{kind}: {gain}"), kind=kind, gain=words.short(told["gain"]))


def luxury_cost(g: State, ident: str) -> Text:
    """What is printed on a luxury good."""
    return filled(N_("for {cost}"), cost=words.costs(facts.known(g, f"luxury {ident}")["cost"]))


def _luxury_price(g: State, p: Player, ident: str) -> Text | None:
    """What a player really pays for a luxury good."""
    if ident == displays.NEW:
        return None
    good = displays.luxury_good(g, int(ident))
    cost, savable = dict(good.cost), souk.savable(g, p, good)
    if len(savable) > 1:
        return filled(N_("for {cost}, any 1 less (Imam)"), cost=words.costs(cost))
    for goods in savable:
        cost[goods] -= 1
    return filled(N_("for {cost}"), cost=words.costs(cost)) if any(cost.values()) else N_("for nothing")


def _souk(g: State, d: Decision, key: str) -> Text:
    what, _, which = key.partition(":")
    if what == "luxury":
        return luxury_good(g, which)
    return filled(N_("exchange office: {keshi}"), keshi=words.amount(f"keshi:{which}", 1))


def _souk_gives(g: State, d: Decision, key: str) -> Text | None:
    what, _, which = key.partition(":")
    if what == "luxury":
        return _luxury_price(g, g.players[d.player], which)
    told = facts.known(g, g.offices[-1]) if g.offices and g.office_season == g.season else None
    return None if told is None else words.short(told[which])


# ---- madrasa and medina ---------------------------------------------------------------------------------


def _scroll_or_refresh(g: State, d: Decision, key: str) -> Text:
    if key.startswith("refresh:"):
        return filled(N_("new {kind} for 1 dinar"), kind=words.KIND[key.removeprefix("refresh:")])
    return scroll(g, d, key)


def _scroll_needs(g: State, d: Decision, key: str) -> Text | None:
    if key.startswith("refresh:"):
        return N_("One of the new ones must be bought.")
    return scroll_does(g, d, key)


def _workshop(g: State, d: Decision, key: str) -> Text:
    return filled(N_("workshop {n}"), n=key)


def _workshop_asks(g: State, d: Decision, key: str) -> Text | None:
    told = facts.known(g, f"workshop {key}")
    if told is None:
        return None
    p = g.players[d.player]
    points = words.amount("points", permanent.gate_points(p, told["price"], told["points"]))
    if "source" in d.about:
        return points  # town 12: no dinars
    price = words.amount("dinar", permanent.gate_price(p, told["price"]))
    return filled(N_("{price}, {points}"), price=price, points=points)


def _gate_matches(g: State, d: Decision, key: str) -> Text | None:
    known = facts.known(g, f"gate space {key}")
    return N_("the colour matches: 2 points") if known and d.about["colour"] in known else None


# ---- the Sahara -----------------------------------------------------------------------------------------


def _claim(g: State, d: Decision, key: str) -> Text:
    if key.startswith("town:"):
        return filled(TOWN, n=key.removeprefix("town:"))
    return filled(OASIS, n=g.players[d.player].discovered[key])


def _claim_means(g: State, d: Decision, key: str) -> Text | None:
    if key.startswith("town:"):
        return TOWNS[int(key.removeprefix("town:"))].text
    text = oasis_text(g, d.player, g.players[d.player].discovered[key])
    cost = facts.known(g, f"sahara {key} cost")
    if d.kind != "sahara claim" or cost is None or permanent.oasis_flat_cost(g.players[d.player]):
        return text
    return filled(N_("{cost}: {what}"), cost=words.costs(cost), what=text)


def _returned(g: State, d: Decision, key: str) -> Text:
    name, _, where = key.partition(":")
    if not where:
        return words.ROLE[name]
    place = words.SECTOR[where] if where in words.SECTOR else space(g, d, where)
    return filled(N_("{keshi} ({place})"), keshi=words.ROLE[name], place=place)


def _stair_steps(g: State, d: Decision, key: str) -> Text:
    what, _, n = key.partition("*")
    steps = words.amount("step", int(n))
    return filled(N_("{cost} for {steps}"), cost=words.amount(what, int(n)), steps=steps)


def _water_steps(g: State, d: Decision, key: str) -> Text:
    if key == "0":
        return words.NOTHING
    steps = words.amount("step", int(key))
    return filled(N_("{cost} for {steps}"), cost=words.amount("water", int(key)), steps=steps)


def _instead(g: State, d: Decision, key: str) -> Text:
    return words.amount(d.about["instead"], int(key)) if key != "0" else words.NOTHING


KINDS: Final[dict[str, QuestionWords]] = {
    "resource": QuestionWords(about_source(N_("Which resource do you take ({source})?")), resource),
    "goods": QuestionWords(
        about_source(N_("Which goods do you take ({source})?")),
        lambda g, d, key: words.amount(f"keshi:{key}", d.about["n"]),
    ),
    "any keshi": QuestionWords(about_source(N_("Which keshi do you take and deploy ({source})?")), colour),
    "same keshis": QuestionWords(
        about_source(N_("Which colour do you take and deploy ({source})?")),
        lambda g, d, key: words.amount(f"keshi:{key}", d.about["n"]),
    ),
    "which stair": QuestionWords(
        lambda g, d: filled(
            N_("Which staircase do you climb ({steps})?"), steps=words.amount("step", d.about["steps"])
        ),
        sector,
    ),
    "pay dinars": QuestionWords(
        lambda g, d: filled(N_("How do you pay {cost}?"), cost=words.amount("dinar", d.about["dinars"])),
        printed,
    ),
    "river water": QuestionWords(N_("How much water do you pay to go further on the river?"), _water_steps),
    "orchard": QuestionWords(
        lambda g, d: filled(
            N_("How many of {n} date pickers bring this instead of a date: {what}?"),
            n=d.about["of"],
            what=words.RESOURCE.get(d.about["instead"], N_("points")),
        ),
        _instead,
    ),
    "souk": QuestionWords(N_("Exchange office or luxury good?"), _souk, _souk_gives, declined=DONE),
    "goods saved": QuestionWords(N_("The Imam saves one goods keshi: which?"), role),
    "free luxury": QuestionWords(
        N_("Which luxury good do you take for nothing?"),
        lambda g, d, key: luxury_good(g, key),
        lambda g, d, key: None if key == displays.NEW else luxury_cost(g, key),
    ),
    "square": QuestionWords(N_("Which entertainer performs?"), space, _space_pays),
    "disc": QuestionWords(N_("Your audience disc: which space does its golden section face?"), number),
    "extra step": yes_or_no(N_("One more step on the staircase (scroll 48)?")),
    "stair pay": QuestionWords(N_("Buy further steps on the staircase?"), _stair_steps, declined=DONE),
    "line bonus": QuestionWords(N_("Which bonus of the line do you take?"), printed),
    "scroll": QuestionWords(N_("Which scroll do you buy?"), _scroll_or_refresh, _scroll_needs, declined=DONE),
    "refreshed scroll": QuestionWords(N_("Which of the new scrolls do you buy?"), scroll, scroll_does),
    "free scroll": QuestionWords(
        about_source(N_("Which scroll do you take ({source})?")), scroll, scroll_does
    ),
    "medina workshop": QuestionWords(
        N_("From which workshop do you take a city gate?"), _workshop, _workshop_asks, declined=DONE
    ),
    "medina gate": QuestionWords(N_("Which city gate do you take?"), colour),
    "medina space": QuestionWords(N_("Beside which sector do you build it?"), sector, _gate_matches),
    "gate keshi": QuestionWords(N_("Which keshi do you take with the gate?"), colour),
    "sahara claim": QuestionWords(N_("Which oasis do you claim?"), _claim, _claim_means, declined=DONE),
    "free claim": QuestionWords(N_("Which oasis do you claim for nothing?"), _claim, _claim_means),
    "storage keshi": yes_or_no(
        lambda g, d: filled(
            N_("Deploy the keshi from the storage: {keshi}?"), keshi=words.ROLE[d.about["colour"]]
        ),
    ),
    "exchange return": QuestionWords(N_("Which deployed keshi do you return?"), _returned),
    "exchange take": QuestionWords(N_("Which keshi do you deploy instead?"), colour),
    "any action": QuestionWords(about_source(N_("Which sector action do you perform ({source})?")), sector),
}
