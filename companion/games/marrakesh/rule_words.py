# ruff: noqa: E501 - a sentence stays in one line, to be read and translated whole
"""The rule behind each kind of question, in our own words, and the page of the rulebook that has it in full.

Pages are those of the Classic and Deluxe rulebook. Page 0: no book asks this, the companion does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.play.decision import Decision
from words import N_, Text


@dataclass(frozen=True)
class Rule:
    """One rule, told shortly."""

    words: Text
    page: int = 0


_KESHI: Final = Rule(
    N_("A keshi you gain comes from the supply and is deployed at once; a full sector takes no more."), 7
)
_STEPS: Final = Rule(
    N_(
        "One step for each keshi there. A threshold pays 1 dinar and one bonus of the line between your two pawns."
    ),
    10,
)
_SCROLL: Final = Rule(
    N_(
        "Scrolls cost dates, and scholars must be deployed: together no more than you have. Scholars are not spent."
    ),
    11,
)
_GATE: Final = Rule(
    N_(
        "For each guard on the watchtower you may build one gate: pay the workshop, take its points, commit the "
        "guard and take a keshi of the gate's colour. A matching sector gives 2 points more."
    ),
    11,
)
_OASIS: Final = Rule(
    N_(
        "A discovered oasis is claimed for the resources printed beside it. It goes onto the next storage space "
        "and triggers what it covers."
    ),
    12,
)
_TOWN: Final = Rule(
    N_(
        "A caravan on the fourth space takes a desert town and 4 points; claim it for one goods keshi of each colour."
    ),
    17,
)
_STORAGE: Final = Rule(
    N_("At the start 2 keshis (3 with two players) are drawn from the bag and placed on the oasis storage."),
    5,
)
_SOUK: Final = Rule(
    N_(
        "In the souk you use the exchange office once, or buy one luxury good for the goods keshis printed on it."
    ),
    9,
)
_STOCK: Final = Rule(
    N_("The companion follows everything from here on: so it has to know once what lies on each board.")
)
_PAY: Final = Rule(
    N_("What you pay goes back to the common supply; some scrolls let one resource stand in."), 8
)
_FINAL: Final = Rule(
    N_("In the end your best three oases count, 10 points for each full sector with its water vendor, and half of "
       "what is left."),
    14,
)  # fmt: skip
_BONUS: Final = Rule(N_("A bonus of your choice is yours at once; what it brings may bring more."), 8)
_TILE: Final = Rule(N_("The winner of the season's river evaluation gains what the river tile shows."), 13)

RULES: Final[dict[str, Rule]] = {
    # setting up
    "start player": Rule(
        N_("Whoever holds the camel begins every phase of the round; play goes clockwise."), 5
    ),
    "river tile of season": Rule(
        N_("One river tile is drawn for each season; its winner gains what it shows."), 4
    ),
    "spare oases": Rule(
        N_("River tile 02 lets its winner claim one of three oases left over beside the board."), 13
    ),
    "storage holds": _STORAGE,
    "provision up": Rule(
        N_(
            "Of your three provision tiles one more is turned up each season; all face-up tiles are due at its end."
        ),
        13,
    ),
    "level stairs": Rule(N_("Level scores are decided by the palace staircase, then by the mosque's."), 14),
    # a round
    "select": Rule(
        N_(
            "Everybody picks three keshis in secret. They say where the assistants go, and all go into the tower."
        ),
        6,
    ),
    "place wild": Rule(
        N_("Red is wild: its assistant goes to any sector that has a free assistant space."), 7
    ),
    "tower": Rule(
        N_("Some keshis stick in the tower, others come loose: what lies in the base is shared out."), 7
    ),
    "claim": Rule(
        N_("In turn take up to 2 keshis of one colour, until the base is empty. A full sector takes none."), 7
    ),
    "placeholder": Rule(
        N_("Essential: a cardboard placeholder is swapped for wood as soon as some is free."), 13
    ),
    "deploy next": _KESHI,
    "deploy vendor": Rule(
        N_(
            "One water vendor fits beside each sector but the souk; there it gives 1 water to each assistant used."
        ),
        7,
    ),
    "deploy entertainer": Rule(
        N_("An entertainer takes any free space of the main square and brings the bonus beside it once."), 7
    ),
    "deploy caravan": Rule(
        N_("Caravans go along a path without skipping a space; each one discovers the oasis beside it."), 7
    ),
    "any keshi": _KESHI,
    "same keshis": _KESHI,
    "goods": _KESHI,
    "exchange return": Rule(
        N_(
            "The exchange icon: return 1 deployed keshi (no caravan, no committed guard, no goods) and deploy 1 of "
            "another colour."
        ),
        12,
    ),
    "exchange take": Rule(
        N_("Instead of the keshi returned you deploy one of another colour, goods too."), 12
    ),
    "assistant": Rule(N_("Use your three assistants in any order; each is finished before the next."), 8),
    "use assistant": Rule(
        N_("Each assistant either deploys a new keshi of its sector or performs the sector action."), 8
    ),
    "any action": Rule(N_("This lets you perform a sector action without an assistant there."), 8),
    "points": Rule(N_("In light depth you count your points of the turn yourselves.")),
    # the sectors
    "river water": Rule(
        N_(
            "With a move of at least one step every water buys one step more; the jetty's best free spot is yours."
        ),
        8,
    ),
    "orchard": Rule(N_("Each date picker brings 1 date; some scrolls let it bring something else."), 9),
    "souk": _SOUK,
    "goods saved": Rule(N_("With the Imam each luxury good costs 1 goods keshi less, any of them."), 16),
    "free luxury": _SOUK,
    "disc": Rule(
        N_("You lay your audience disc as you like at the start; every action turns it by one section."), 9
    ),
    "square": Rule(
        N_("The disc turns by one section; then one entertainer pays his bonus once for each spectator."), 9
    ),
    "which stair": _STEPS,
    "stair first": _STEPS,
    "extra step": _STEPS,
    "stair pay": _STEPS,
    "line bonus": _STEPS,
    "scroll": _SCROLL,
    "refreshed scroll": Rule(
        N_("Before your first purchase 1 dinar replaces three scrolls; one of the new ones must be bought."),
        11,
    ),
    "free scroll": _SCROLL,
    "medina workshop": _GATE,
    "medina gate": _GATE,
    "medina space": _GATE,
    "gate keshi": _GATE,
    "sahara claim": _OASIS,
    "free claim": _OASIS,
    "storage keshi": _OASIS,
    "score oasis": _OASIS,
    "spare oasis": _TILE,
    "town": _TOWN,
    "towns": _TOWN,
    # resources and bonuses
    "resource": _BONUS,
    "which first": Rule(N_("Of several bonuses gained at once you choose the order."), 8),
    "pay dinars": _PAY,
    "pay any": _PAY,
    "sell": Rule(N_("This scroll buys resources back for points; how many is up to you."), 11),
    "river bonus": Rule(N_("Past at least one rapid you gain one bonus printed at a rapid behind you."), 13),
    "river tile": _TILE,
    # the end of a season, and of the game
    "provisions paid": Rule(
        N_(
            "Who can pay all face-up provision tiles must; who cannot hands in all resources and loses their points."
        ),
        13,
    ),
    "shortcut": Rule(
        N_("Scroll 44: once a season 1 dinar and any 1 resource for each tile pay the provisions."), 13
    ),
    "final oases": _FINAL,
    "oasis return": _FINAL,
    # what only the table can see
    "reveal": Rule(N_("The companion cannot see which tile was turned up: its number says it.")),
    "fact": Rule(
        N_("No rulebook says what is printed there. It is asked once and remembered for this copy.")
    ),
}
"""By kind of decision; kinds of taking stock share one."""


def rule_behind(decision: Decision) -> Rule:
    """The rule behind a question."""
    return _STOCK if decision.kind.startswith("stock ") else RULES[decision.kind]
