"""What no rulebook answers, and what this table has agreed on.

Each ruling is a yes or no with a default; the table may flip any of them in the settings of a game. The
rules ask `g.rulings["full sector forfeits"]` where it matters; its two sentences say what holds while it is
True, and what when the table has flipped it.
"""

from __future__ import annotations

from typing import Final

from companion.play.rulings import Ruling
from companion.words import N_

RULINGS: Final[tuple[Ruling, ...]] = (
    Ruling(
        "full sector forfeits",
        N_("A keshi gained for a full sector is forfeited."),
        N_("A keshi gained for a full sector may be swapped for one of any colour that has room."),
    ),
    Ruling(
        "no town left pays",
        N_("A caravan on a fourth Sahara space scores its 4 points even if no desert town is left."),
        N_("A caravan on a fourth Sahara space scores nothing if no desert town is left."),
    ),
    Ruling(
        "granted actions bring no vendor water",
        N_("A sector action given by a scroll or river tile brings no vendor water and no scroll 50 points."),
        N_("A sector action given by a scroll or river tile counts like an assistant's for water vendors."),
    ),
    Ruling(
        "steps times spectators are one move",
        N_("Steps multiplied by spectators are one move (scroll 48 adds one step)."),
        N_("Steps multiplied by spectators are single moves (scroll 48 adds one step to each)."),
    ),
    Ruling(
        "steps past the end may be stretched",
        N_("A step granted on the jetty or at the top may be stretched with what buys steps."),
        N_("No further steps can be bought on the jetty or at the top."),
    ),
    Ruling(
        "new scholars count at once",
        N_("A scholar gained in the middle of a purchase counts at once."),
        N_("Only the scholars present when the madrasa action began count."),
    ),
    Ruling(
        "scrolls 34 and 46 mix",
        N_("With scrolls 34 and 46 one souk action may both use the office and buy luxury goods."),
        N_("With scrolls 34 and 46 one souk action is either offices or luxury goods."),
    ),
    Ruling(
        "sultan not on scroll 58",
        N_("The Sultan does not make scroll 58's scroll cheaper."),
        N_("The Sultan makes scroll 58's scroll 1 date cheaper."),
    ),
    Ruling(
        "imam and sultan leave",
        N_("The Imam or the Sultan leaves the game when nobody stands below the top of his staircase."),
        N_("The Imam or the Sultan stays with the player at the top when nobody stands below."),
    ),
    Ruling(
        "crocodile passes rapids",
        N_("A fisherman starting at the crocodile has passed the rapids behind it, for the river bonus."),
        N_("A fisherman starting at the crocodile has not passed the rapids behind it."),
    ),
    Ruling(
        "crocodile start is no step",
        N_("A start at the crocodile is no step for desert town 07 and brings nothing by scroll 17."),
        N_("A start at the crocodile counts as steps for desert town 07 and brings scroll 17's bonuses."),
    ),
    Ruling(
        "early scoring really returns",
        N_("Oases 19–21 scored early (scrolls 68, 71) really return what they count."),
        N_("Oases 19–21 scored early (scrolls 68, 71) only count; nothing is returned."),
    ),
    Ruling(
        "oasis 26 counts claimed only",
        N_("Oasis 26 scored early counts the oases already claimed."),
        N_("Oasis 26 scored early counts itself too."),
    ),
    Ruling(
        "cover and souk vendor count",
        N_("Keshis on the town cover and scroll 57's vendor count as deployed."),
        N_("Keshis on the town cover and scroll 57's vendor do not count as deployed."),
    ),
    Ruling(
        "scroll 51 counts effective spectators",
        N_("Scrolls 47 and 51 count scroll 31's extra spectator."),
        N_("Scrolls 47 and 51 count the printed spectators only."),
    ),
    Ruling(
        "placeholder ties from start player",
        N_("Essential: tied leaders take placeholders in turn order from the start player."),
        N_("Essential: tied leaders take placeholders in turn order, the start player last."),
    ),
    Ruling(
        "placeholders go round",
        N_("Essential: the placeholder of each further missing keshi goes to the next in score."),
        N_("Essential: for every colour that lacks, the placeholder goes to the leader."),
    ),
    Ruling(
        "unplaced claims fill sectors",
        N_("Essential: keshis claimed but not yet placed count for what a player may still claim."),
        N_("Essential: only keshis already placed count for what a player may still claim."),
    ),
    Ruling(
        "unclaimable keshis leave",
        N_("Keshis that nobody can claim go back to the supply."),
        N_("Keshis that nobody can claim stay in the tower's base for the next round."),
    ),
    Ruling(
        "score may be negative",
        N_("A score may fall below 0."),
        N_("A score never falls below 0."),
    ),
    Ruling(
        "better jetty spot leads",
        N_("On the jetty the better spot is ahead."),
        N_("On the jetty the earlier arrival is ahead."),
    ),
    Ruling(
        "start space wins nothing",
        N_("A fisherman still on the start space wins no river tile."),
        N_("A fisherman still on the start space can win the river tile."),
    ),
    Ruling(
        "refill at once outside the assistants",
        N_("Outside the assistants' phase displays are refilled at once."),
        N_("Outside the assistants' phase displays wait for the next player's third assistant."),
    ),
    Ruling(
        "scroll 50 on any use",
        N_("Scroll 50 gives its 2 points on any use of an assistant beside a water vendor."),
        N_("Scroll 50 gives its 2 points only with the sector action."),
        default=False,
    ),
)

BY_KEY: Final = {ruling.key: ruling for ruling in RULINGS}


def defaults(edition: str) -> dict[str, bool]:
    """The rulings in force when the table has flipped none; scroll 50 reads differently in Essential."""
    rulings = {ruling.key: ruling.default for ruling in RULINGS}
    rulings["scroll 50 on any use"] = edition == "essential"
    return rulings
