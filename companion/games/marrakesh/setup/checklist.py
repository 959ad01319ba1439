"""What to lay out on the table, in the rulebook's order, for this edition, these players and expansions."""

from dataclasses import dataclass

from companion.games.marrakesh.rules.options import (
    DESERT_TOWNS,
    IMAM_SULTAN,
    OFFICES,
    SPECTATORS,
    STAIRCASE_TILES,
)
from companion.games.marrakesh.rules.seasons import SPARE_OASES_TILE
from companion.games.marrakesh.setup.plan import Plan
from companion.ui.i18n import _, ngettext
from companion.ui.piece_colours import COLOURS

TOWNS = {2: 3, 3: 5, 4: 7}
MARKERS = ("turquoise", "green", "gray", "white", "black")
IN_THE_BAG = tuple(colour for colour in COLOURS if colour not in ("yellow", "purple", "orange", "brown"))


@dataclass(frozen=True)
class Item:
    """One thing to do, its heading and the details."""

    key: str
    words: str
    note: str = ""
    keshis: tuple[str, ...] = ()  # to count out


def board_items(plan: Plan) -> list[Item]:
    """The middle of the table."""
    essential, extra = plan.essential, plan.expansions
    points = "70/140" if essential else "100/200"
    scrolls = (
        _("Sort them by back and shuffle each kind into one stack; lay 3 of each open beside it.")
        if essential
        else _("Sort them by back and shuffle; three equal stacks of each kind, the top one open.")
    )
    if essential and OFFICES in extra:
        offices = _("Shuffle, stack 3 of them with a random side up (expansion 3).")
    elif essential:
        offices = _("Shuffle, stack 3 beside the board with the light green side up.")
    elif OFFICES not in extra:
        offices = _("Shuffle, stack 3 on the board, the top one open.")
    else:
        offices = _("Shuffle in the 6 of expansion 3, stack 3 on the board, the top one open.")
    luxury = (
        _("Shuffle into one stack and lay 5 open beside it.")
        if essential
        else _("Shuffle, five equal stacks in the shops of the souk, the top one open.")
    )
    tiles = ", ".join(f"{number:02d}" for number in plan.river_tiles)
    items = [
        Item(
            "board",
            _("Board and tower"),
            _("The board in the middle; the tower on its base, over the camera."),
        ),
        Item(
            "points",
            _("Scoring tiles"),
            _("Those with {points} beside the scoring track.").format(points=points),
        ),
        Item("scrolls", _("Scrolls"), scrolls),
        Item("offices", _("Exchange offices"), offices),
        Item("luxury", _("Luxury goods"), luxury),
        Item(
            "river",
            _("River tiles {tiles}").format(tiles=tiles),
            _("The first at the end of the river, the others beside the board with these numbers up."),
        ),
        Item("gates", _("City gates"), _("Mix in the bag, 8 on each workshop.")),
        Item("supply", _("Supply"), _("Water, dates and dinars by kind, keshis by colour.")),
    ]
    return items + expansion_items(plan)


def expansion_items(plan: Plan) -> list[Item]:
    """What the expansions add to the middle of the table."""
    extra, count = plan.expansions, len(plan.seats)
    items = []
    if STAIRCASE_TILES in extra:
        items.append(
            Item(
                "stairs",
                _("Staircase tiles"),
                _(
                    "Draw 12 onto the bonus spaces between the staircases; "
                    "leave the two topmost, the lowest and the outer ones free."
                ),
            )
        )
    if IMAM_SULTAN in extra:
        items.append(
            Item(
                "imam",
                _("Imam and Sultan"),
                _("Each on the stair with its picture; the fountain tile between palace and mosque."),
            )
        )
    if DESERT_TOWNS in extra:
        towns = TOWNS[count]
        words = ngettext("Draw {n} desert town", "Draw {n} desert towns", towns).format(n=towns)
        items.append(Item("towns", words, _("Beside the board, night side up.")))
    return items


def player_items(plan: Plan) -> list[Item]:
    """What each player lays out."""
    essential, extra, count = plan.essential, plan.expansions, len(plan.seats)
    drawn = 3 if count == 2 else 2
    disc = (
        _("Purple side up, turned as you like.")
        if SPECTATORS in extra
        else _("Pink side up, turned as you like.")
    )
    items = [
        Item(
            "own",
            _("Each player: board and pawns"),
            _("Board, screen, supply board, audience disc, 6 pawns, marker."),
        ),
        Item("ten", _("Scoring markers"), _("On space 10 of the scoring track.")),
        Item(
            "pawns",
            _("Three pawns on the board"),
            _(
                "Fisherman at the river's start, student at the mosque, courtier at the palace. "
                "Three stay as assistants."
            ),
        ),
    ]
    if essential:
        items.append(
            Item(
                "markers",
                _("Five keshi markers each"),
                _("One turquoise, green, gray, white and black wooden keshi on the 0 of its track."),
                MARKERS,
            )
        )
    items.append(Item("oases", _("6 oases each"), _("Face down on the Sahara, without looking at them.")))
    if SPARE_OASES_TILE in plan.river_tiles:
        spare = _("Of those left over, face up beside the board (river tile 02).")
        items.append(Item("spare", _("3 more oases"), spare))
    if DESERT_TOWNS in extra:
        cover = (
            _("One covering tile on the start oasis; the supply board with its back up.")
            if essential
            else _("The small covering tile on the start oasis, the large one on the supply board.")
        )
        items.append(Item("cover", _("Covering tiles"), cover))
    resources = (
        _("On the table above the supply board.") if DESERT_TOWNS in extra else _("On the supply board.")
    )
    items += [
        Item(
            "storage",
            ngettext("Draw {n} keshi for the storage", "Draw {n} keshis for the storage", drawn).format(
                n=drawn
            ),
            _(
                "From a bag with one of each colour but yellow, purple, orange and brown; "
                "onto the oasis track."
            ),
            IN_THE_BAG,
        ),
        Item("disc", _("Audience disc"), disc),
        Item("provisions", _("3 provision tiles each"), _("Look at them; one face up, two face down.")),
        Item("start", _("1 water, 1 dinar, 1 date each"), resources),
        Item("twelve", _("12 keshis each"), _("One of each colour, behind the screen."), COLOURS),
        Item(
            "camel",
            _("{name} starts").format(name=plan.seats[plan.start].name),
            _("and takes the season tracker and the camel."),
        ),
    ]
    return items


def checklist(plan: Plan) -> list[Item]:
    """Everything, from the board in the middle to the start player."""
    return [*board_items(plan), *player_items(plan)]
