"""The draft: whose turn it is, what lies in the base, what may be claimed and why not, and everyone's claims.

With a camera nobody needs to tap: what leaves the tray is claimed by whose turn it is. What cannot be squared
with the rules is asked here.
"""

from __future__ import annotations

from companion.games.marrakesh.rules.draft import colours_of
from companion.games.marrakesh.rules.keshi import COLOURS, RED, SECTOR_OF
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.screens.parts.claim_card import claim_card
from companion.games.marrakesh.screens.parts.token import Token
from companion.games.marrakesh.screens.scene import Scene, View
from companion.games.marrakesh.screens.views.happened import misled, one_more, what_happened
from companion.games.marrakesh.screens.views.prompt import choice, heading
from companion.games.marrakesh.screens.words import option, sector_name
from companion.play.decision import PASS
from companion.table.reports import PALE_PIECES
from companion.ui.i18n import _, say
from companion.ui.layout import Column, Flow, Grid, Row, Sized, Space
from companion.ui.piece_colours import colour_name
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Icon, Label, ScrollArea
from companion.ui.widgets.player import PlayerMark
from companion.words import capital

WIDE_COLUMNS = 3  # of cells with the colour's name, on a panel that lies on its side
CELL_MM = 20.0  # cells grow no higher: a button is no pillar


def draft(scene: Scene) -> View:
    """The base as claims to tap, beside what everybody has."""
    table, half = scene.table, scene.half
    doubt = table.seen.doubt
    if table.seen.question is not None and doubt is not None and doubt.about != PALE_PIECES:
        return misled(scene)
    if table.seen.question is not None and table.seen.question.fell is not None:
        return one_more(scene, table.seen.question, table.seen.question.fell)
    if table.seen.question is not None:
        return what_happened(scene, table.seen.question)
    base = {colour: number for colour, number in scene.g.base.items() if number > 0}
    foot = no_room_before(scene)
    options = scene.decision.options
    # Scroll 61 takes two colours. Light depth does not know who has it: there it is a button away.
    pairs = [choice(scene, key, scene.answering(key)) for key in options if "+" in key]
    hidden = scene.g.depth != FULL and bool(pairs)
    if hidden:
        words = _("One colour") if half.two_colours else _("Two colours")
        note = "" if half.two_colours else _("Scroll {n}").format(n=61)
        foot.append(Button(words, half.other_colours, note=note, grow=1, key="two-colours"))
    if scene.decision.may_pass:
        foot.append(Button(option(scene.decision, PASS, scene.g), scene.answering(PASS), grow=1, key=PASS))
    # A colour that is gone leaves its place empty: no card moves under a finger.
    fell = base.keys() | {colour for claim in table.claims() for colour in claim.colours}
    columns = columns_for(scene, len(fell), bool(foot))
    # Four rows of cards, or three with buttons below them, leave a line to each player's claims.
    tight = columns > WIDE_COLUMNS and not scene.ui.metrics.roomy and bool(foot)
    gap = 0.3 if tight else 0.6
    cells = [
        colour_cell(scene, colour, base[colour]) if colour in base else gone(colour)
        for colour in COLOURS
        if colour in fell
    ]
    if hidden:
        cells, pairs = ([], pairs) if half.two_colours else (cells, [])
    head = Row(
        [Column([heading(scene, fault_note(scene), held=False, happened=False)], grow=1), eye(scene)],
        align="middle",
    )
    lying = ScrollArea(
        Column(
            [
                Grid(cells, columns=columns, gap=gap, stretch=True, most_mm=CELL_MM, grow=1)
                if cells
                else None,
                Grid(pairs, columns=min(columns, WIDE_COLUMNS)) if pairs else None,
            ],
            gap=0.6,
        ),
        key="lying",
    )
    look, (wide, high) = scene.ui.look(), scene.room_px
    claims = claims_so_far(scene, brief=tight)
    needs = head.height(look, wide) + claims.height(look, wide)
    needs += -(-len(cells) // columns) * (look.metrics.touch + look.metrics.gap)
    if foot and needs > high and not has_board_beside(scene):  # large words and many colours
        claims = claims_so_far(scene, brief=True)
    return View(Column([head, lying, claims], grow=1, gap=gap), foot)


def gone(colour: str) -> Widget:
    """The place of a colour of which nothing is left in the tray."""
    return Card(Space(), 0.4, tone="panel_low", border="", key=f"gone-{colour}")


def claim_again(scene: Scene, so_far: str) -> View:
    """An old claim put right: the base as it lay then."""
    base = {colour: number for colour, number in scene.g.base.items() if number > 0}
    pairs = [choice(scene, key, scene.answering(key)) for key in scene.decision.options if "+" in key]
    cells = [colour_cell(scene, colour, base[colour]) for colour in COLOURS if colour in base]
    columns = columns_for(scene, len(base), False)
    grid = Grid(cells, columns=columns, gap=0.6, stretch=True, most_mm=CELL_MM, grow=1)
    more = Grid(pairs, columns=min(columns, WIDE_COLUMNS)) if pairs else None
    foot: list[Widget] = []
    if scene.decision.may_pass:
        foot = [Button(option(scene.decision, PASS, scene.g), scene.answering(PASS), grow=1, key=PASS)]
    note = _("So far: {value}").format(value=so_far)
    return View(Column([heading(scene, note), ScrollArea(Column([grid, more]), key="lying")], grow=1), foot)


def columns_for(scene: Scene, colours: int, foot: bool) -> int:
    """As few columns as show all colours at once: nobody claims what is out of sight."""
    if scene.portrait:
        return 2
    rows = 2 if foot else 3
    return WIDE_COLUMNS if colours <= WIDE_COLUMNS * rows else WIDE_COLUMNS + 1


def no_room_before(scene: Scene) -> list[Widget]:
    """One tap for who forgot to say that they had no room: the keshis are the next one's."""
    if scene.table.unsure_of is None:
        return []
    player, heir = scene.table.unsure_of

    def give_to_the_next() -> None:
        scene.table.session.say(scene.table.seen.pass_on())

    words, note = _("{name} had no room").format(name=player.name), _("so: {name}").format(name=heir.name)
    return [Button(words, give_to_the_next, note=note, grow=1, key="pass-on")]


def colour_cell(scene: Scene, colour: str, number: int) -> Widget:
    """One colour in the base as a card: its face takes one, its end two where two may be taken."""
    name = colour_name(colour)
    keys = [key for key in scene.decision.options if key.partition("*")[0] == colour and "+" not in key]
    taps = {len(colours_of(key)): scene.answering(key) for key in keys}
    one, two = (_("Take {n} {colour}").format(n=n, colour=name) for n in (1, 2))
    return claim_card(
        scene.g,
        scene.g.players[scene.decision.player],
        colour,
        number,
        taps.get(1),
        taps.get(2),
        says=(one if keys else name, two),
        keys=(f"take-{colour}*1", f"take-{colour}*2"),
        why=why_not(scene, colour),
        chosen=next((len(colours_of(key)) for key in keys if scene.stands(key)), 0),
    )


def why_not(scene: Scene, colour: str) -> str:
    """Why a colour cannot be claimed by whose turn it is."""
    if colour == RED:
        return _("no vendor space is free")
    return _("{sector} is full").format(sector=capital(sector_name(SECTOR_OF[colour])))


def fault_note(scene: Scene) -> str:
    """What is wrong with the camera, while the draft goes on by hand."""
    news = scene.table.session.news
    return say(news.sentence) if scene.table.tray is not None and news.state == "fault" else ""


def eye(scene: Scene) -> Widget:
    """Whether the camera watches the draft."""
    if scene.table.tray is None:
        return Space(0)
    news = scene.table.session.news
    icon = {"hand": "hand", "moving": "hand", "fault": "warning", "counting": "light"}.get(news.state, "eye")
    return Icon(icon, size=5.5, tone="bad" if news.state == "fault" else "brass")


def claims_so_far(scene: Scene, *, brief: bool) -> Widget:
    """Everyone's keshis of this draft, in turn order; where it must be `brief`, in place of the name.

    Whose turn it is has a brass border, who is next a pointer.
    """
    mine: dict[int, list[str]] = {player.seat: [] for player in scene.g.players}
    for claim in scene.table.claims():
        mine[claim.seat] += claim.colours
    follows = next_seat(scene)
    # Beside the board two cards share the width: name and keshis in one line leave the height to the draft.
    in_line = has_board_beside(scene) and not brief
    cards: list[Widget] = []
    for player in scene.g.turn_order():
        asked = player.seat == scene.decision.player
        has = mine[player.seat]
        face, tone = ("bold", "ink") if asked else ("strong", "ink_soft" if player.out_of_draft else "ink")
        label = Label(player.name, size="note", face=face, tone=tone, grow=1, wraps=False, least=0.55)
        tokens = Flow(
            [
                Token(colour, size_mm=3.6 if brief or in_line else 4.8, flies=f"claim {player.seat}-{index}")
                for index, colour in enumerate(has)
            ],
            gap=0.25,
            grow=1,
        )
        mark = Icon("next", size=3.4, tone="accent_text") if player.seat == follows else None
        narrow = brief and not has  # the name needs all the room
        name = Row(
            [
                mark if brief and not narrow else None,
                PlayerMark(player.colour, size_mm=4.2),
                tokens if brief and has else label,
                tokens if in_line and has else None,
                mark if in_line else None,
                Icon("cross", size=3.0, tone="ink_soft") if player.out_of_draft else None,
            ],
            gap=0.4,
            align="middle",
        )
        below = Row([Sized(tokens, 10.0, 4.8, grow=1), mark], gap=0.2, align="middle")
        kids = [name, None if brief or in_line else below]
        cards.append(
            Card(
                Column(kids, gap=0.2),
                0.2 if brief or in_line else 0.4,
                border="brass" if asked else "line",
                key=f"has-{player.seat}",
            )
        )
    return Grid(cards, columns=2 if scene.portrait or in_line else len(cards), gap=0.5)


def has_board_beside(scene: Scene) -> bool:
    """The board of whose turn it is takes its part of the width."""
    return scene.ui.metrics.room_beside and scene.g.depth == FULL


def next_seat(scene: Scene) -> int | None:
    """Whose turn comes after this one: the next clockwise who is not out."""
    players, now = scene.g.players, scene.decision.player
    after = ((now + n) % len(players) for n in range(1, len(players)))
    return next((seat for seat in after if not players[seat].out_of_draft), None)
