# ruff: noqa: E501 - a sentence stays in one line, to be read and translated whole
"""The rule behind each kind of question, in our own words, and the page of the book that has it in full."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.marrakesh import rulebook
from companion.games.marrakesh.rulebook import Cited
from companion.play.decision import Decision
from companion.words import N_, Text


@dataclass(frozen=True)
class Rule:
    """One rule, told shortly; where no book is cited, the companion asks."""

    words: Text
    cited: Cited = rulebook.NOWHERE


_KESHI: Final = Rule(
    N_("A keshi you gain comes from the supply and is deployed at once; a full sector takes no more."),
    Cited(8, 11),
)
_STEPS: Final = Rule(
    N_(
        "One step for each keshi there. A threshold pays 1 dinar and one bonus of the line between your two pawns."
    ),
    Cited(10, 13),
)
_SCROLL: Final = Rule(
    N_(
        "Scrolls cost dates and require scholars: all scrolls of one action together no more than you have deployed. Scholars are not spent."
    ),
    rulebook.SCROLL,
)
_GATE: Final = Rule(
    N_(
        "For each guard on the watchtower you may build one gate: pay the workshop, take its points, commit the "
        "guard and take a keshi of the gate's colour. A matching sector gives 2 points more."
    ),
    Cited(11, 14),
)
_OASIS: Final = Rule(
    N_(
        "A discovered oasis is claimed for the resources printed beside it. It goes onto the next storage space "
        "and triggers what it covers."
    ),
    rulebook.OASIS,
)
_TOWN: Final = Rule(
    N_(
        "A caravan on the fourth space takes a desert town and 4 points; claim it for one goods keshi of each colour."
    ),
    rulebook.TOWN,
)
_STORAGE: Final = Rule(
    N_("At the start 2 keshis (3 with two players) are drawn from the bag and placed on the oasis storage."),
    Cited(5, 7),
)
_SOUK: Final = Rule(
    N_(
        "In the souk you use the exchange office once, or buy one luxury good for the goods keshis printed on it."
    ),
    rulebook.LUXURY_GOOD,
)
_STOCK: Final = Rule(
    N_("The companion follows everything from here on: so it has to know once what lies on each board.")
)
_PAY: Final = Rule(
    N_("What you pay goes back to the common supply; some scrolls let one resource stand in."),
    Cited(addendum=3),
)
_FINAL: Final = Rule(
    N_("In the end your best three oases count, 10 points for each full sector with its water vendor, and half of "
       "what is left."),
    Cited(14, 18),
)  # fmt: skip
_BONUS: Final = Rule(
    N_("A bonus of your choice is yours at once; what it brings may bring more."),
    Cited(addendum=rulebook.SYMBOLS),
)
_TILE: Final = Rule(
    N_("The winner of the season's river evaluation gains what the river tile shows."), rulebook.RIVER_TILE
)

RULES: Final[dict[str, Rule]] = {
    # setting up
    "start player": Rule(
        N_("Whoever holds the camel begins every phase of the round; play goes clockwise."), Cited(6, 8)
    ),
    "river tile of season": Rule(
        N_("One river tile is drawn for each season; its winner gains what it shows."), Cited(5, 7)
    ),
    "spare oases": Rule(
        N_("River tile 02 lets its winner claim one of three oases left over beside the board."),
        Cited(addendum=rulebook.RIVER_TILES),
    ),
    "storage holds": _STORAGE,
    "provision up": Rule(
        N_(
            "Of your three provision tiles one more is turned up each season; all face-up tiles are due at its end."
        ),
        Cited(13, 17),
    ),
    "level stairs": Rule(
        N_("Level scores are decided by the palace staircase, then by the mosque's."), Cited(14, 18)
    ),
    # a round
    "select": Rule(
        N_(
            "Everybody picks three keshis in secret. They say where the assistants go, and all go into the tower."
        ),
        Cited(7, 9),
    ),
    "place wild": Rule(
        N_("Red is wild: its assistant goes to any sector that has a free assistant space."), Cited(7, 9)
    ),
    "tower": Rule(
        N_("Some keshis stick in the tower, others come loose: what lies in the base is shared out."),
        Cited(7, 9),
    ),
    "claim": Rule(
        N_(
            "In turn everybody takes up to 2 keshis of one colour, until the base is empty. A full sector takes none."
        ),
        Cited(7, 10),
    ),
    "placeholder": Rule(
        N_("Essential: a cardboard placeholder is swapped for wood as soon as some is free."),
        Cited(essential=17),
    ),
    "deploy next": _KESHI,
    "deploy vendor": Rule(
        N_(
            "One water vendor fits beside each sector but the souk; there it gives 1 water to each assistant used."
        ),
        Cited(8, 10),
    ),
    "deploy entertainer": Rule(
        N_("An entertainer takes any free space of the main square and brings the bonus beside it once."),
        Cited(9, 12),
    ),
    "deploy caravan": Rule(
        N_("Caravans go along a path without skipping a space; each one discovers the oasis beside it."),
        Cited(12, 15),
    ),
    "any keshi": _KESHI,
    "same keshis": _KESHI,
    "goods": _KESHI,
    "exchange return": Rule(
        N_(
            "The exchange icon: return 1 deployed keshi (no caravan, no committed guard, no goods) and deploy 1 of "
            "another colour."
        ),
        Cited(12, 16),
    ),
    "exchange take": Rule(
        N_("Instead of the keshi returned you deploy one of another colour, goods too."), Cited(12, 16)
    ),
    "assistant": Rule(
        N_("Use your three assistants in any order; each is finished before the next."), Cited(8, 11)
    ),
    "use assistant": Rule(
        N_("Each assistant either deploys a new keshi of its sector or performs the sector action."),
        Cited(8, 11),
    ),
    "any action": Rule(N_("This lets you perform a sector action without an assistant there."), Cited(8, 11)),
    "points": Rule(N_("In light depth you count your points of the turn yourselves.")),
    # the sectors
    "river water": Rule(
        N_(
            "With a move of at least one step every water buys one step more; the jetty's best free spot is yours."
        ),
        Cited(8, 11),
    ),
    "orchard": Rule(
        N_("Each date picker brings 1 date; some scrolls let it bring something else."), Cited(9, 12)
    ),
    "souk": _SOUK,
    "goods saved": Rule(
        N_("With the Imam each luxury good costs 1 goods keshi less, any of them."), Cited(16, 19)
    ),
    "free luxury": _SOUK,
    "disc": Rule(
        N_("You lay your audience disc as you like at the start; every action turns it by one section."),
        Cited(9, 12),
    ),
    "square": Rule(
        N_("The disc turns by one section; then one entertainer pays his bonus once for each spectator."),
        Cited(9, 12),
    ),
    "which stair": _STEPS,
    "stair first": _STEPS,
    "extra step": _STEPS,
    "stair pay": _STEPS,
    "line bonus": _STEPS,
    "scroll": _SCROLL,
    "refreshed scroll": Rule(
        N_("Before your first purchase 1 dinar replaces three scrolls; one of the new ones must be bought."),
        Cited(11, 14),
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
    "which first": Rule(N_("You choose the order of several bonuses gained at once.")),
    "pay dinars": _PAY,
    "pay any": _PAY,
    "sell": Rule(N_("This scroll buys resources back for points; how many is up to you."), Cited(addendum=5)),
    "river bonus": Rule(
        N_("Past at least one rapid you gain one bonus printed at a rapid behind you."), Cited(13, 16)
    ),
    "river tile": _TILE,
    # the end of a season, and of the game
    "provisions paid": Rule(
        N_(
            "Who can pay all face-up provision tiles must; who cannot hands in all resources and loses their points."
        ),
        Cited(13, 17),
    ),
    "shortcut": Rule(
        N_("Scroll 44: once a season 1 dinar and any 1 resource for each tile pay the provisions."),
        Cited(addendum=3),
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
