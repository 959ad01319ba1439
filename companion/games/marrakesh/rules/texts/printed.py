"""Questions about what is printed on the board and the tiles (`companion.games.marrakesh.rules.facts`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules.texts.kinds import filled
from companion.games.marrakesh.rules.texts.words import SECTOR
from companion.play.decision import Decision
from companion.words import N_, Text

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State

_NUMBER: Final = re.compile(r"\d+")

_QUESTIONS: Final[dict[str, Text]] = {
    "river length": N_("How many steps is it from the start of the river to the jetty?"),
    "river rapids": N_("Where are the rapids of the river (first step beyond each), and what do they show?"),
    "river crocodile": N_("How many steps from the start of the river is the space with the crocodile?"),
    "jetty spots": N_("Which numbers do the spots of the jetty show?"),
    "stairs threshold #": N_("Which step is the first one beyond threshold {n} of the staircases?"),
    "line #-#": N_("What does the line show between palace segment {n} and mosque segment {m}?"),
    "this game line #-#": N_(
        "Tonight: what is on the line between palace segment {n} and mosque segment {m}?"
    ),
    "imam stair": N_("On which step of the mosque staircase does the Imam wait?"),
    "sultan stair": N_("On which step of the palace staircase does the Sultan wait?"),
    "workshop #": N_("Workshop {n} (from the left): its price and its points?"),
    "square bonuses": N_("Main square: which bonuses, clockwise from the top?"),
    "disc pink": N_("Pink audience disc: how many spectators, clockwise?"),
    "disc purple": N_("Purple audience disc: how many spectators, clockwise?"),
    "sahara left-# cost": N_("What does it cost to claim oasis {n} of the left Sahara path?"),
    "sahara right-# cost": N_("What does it cost to claim oasis {n} of the right Sahara path?"),
    "storage spaces": N_("What do the six spaces of the oasis storage show, from the left?"),
    "luxury #": N_("This luxury good: what is it, what does it cost and give?"),
    "office #": N_("What does this exchange office give for each colour of goods?"),
    "provision #": N_("This provision tile: its cost, and the points lost otherwise?"),
    "scroll # colour": N_("Which keshi does scroll {n} show?"),
    "scroll # colours": N_("Which two goods keshis does scroll {n} show?"),
    "oasis # colours": N_("Which three colours of city gates does oasis {n} show?"),
    "oasis # colour": N_("Which colour of keshi does oasis {n} show?"),
    "oasis # luxury": N_("Which luxury good does oasis {n} show?"),
    "oasis # points": N_("How many points does oasis {n} give for each of its luxury goods?"),
    "oasis # resource": N_("Which resource does oasis {n} take back?"),
    "oasis # stair": N_("Which staircase does oasis {n} show?"),
}

_GATE_SPACE: Final = N_("{sector}: which gate colours score 2 points there?")

_PROVISION_OF: Final = N_("Provision tile of {name}: its cost, and the points lost otherwise?")
_LUXURY_IN_SHOP: Final = N_("Luxury good in shop {place}: what is it, what does it cost and give?")
_NEW_LUXURY: Final = N_("The new luxury good: what is it, what does it cost and give?")
_LUXURY_OF: Final = N_("Luxury good {n} of {name}: what is it, what does it cost and give?")
_OFFICE_OF: Final = N_("What does the exchange office of season {n} give for each colour of goods?")


def question(g: State, d: Decision) -> Text:
    """The question for a fact; of tiles that look alike from behind it says which one is meant."""
    about = d.about
    tile = about["key"].partition(" ")[0]
    if tile == "provision" and "seat" in about:
        return filled(_PROVISION_OF, name=g.players[about["seat"]].name)
    if tile == "luxury" and "seat" in about:
        return filled(_LUXURY_OF, n=about["slot"] + 1, name=g.players[about["seat"]].name)
    if tile == "luxury" and "slot" in about:
        return filled(_LUXURY_IN_SHOP, place=about["slot"] + 1)
    if tile == "luxury" and "new" in about:
        return _NEW_LUXURY
    if tile == "office" and "season" in about:
        return filled(_OFFICE_OF, n=about["season"] + 1)
    return fact_question(about["key"])


def fact_question(key: str) -> Text:
    """The question for a fact, wherever it is printed.

    >>> str(fact_question("oasis 19 resource"))
    'Which resource does oasis 19 take back?'
    """
    if key.startswith("gate space "):
        return Text(_GATE_SPACE.msgid, {"sector": SECTOR[key.removeprefix("gate space ")]})
    numbers = _NUMBER.findall(key)
    msgid = _QUESTIONS[_NUMBER.sub("#", key)].msgid
    return Text(msgid, dict(zip(("n", "m"), numbers, strict=False)) if "{" in msgid else {})
