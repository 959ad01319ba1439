"""The draft: whose turn it is, what lies in the base, what may be claimed and why not, and everyone's claims.

With a camera nobody needs to tap: what leaves the tray is claimed by whose turn it is. What cannot be squared
with the rules is asked here.
"""

from __future__ import annotations

from companion.games.marrakesh.rules.draft import colours_of
from companion.games.marrakesh.rules.keshi import COLOURS, RED, SECTOR_OF
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.screens.parts.token import Token
from companion.games.marrakesh.screens.scene import Scene, View
from companion.games.marrakesh.screens.tray import PALE_PIECES
from companion.games.marrakesh.screens.views.happened import misled, one_more, what_happened
from companion.games.marrakesh.screens.views.prompt import choice, heading
from companion.games.marrakesh.screens.words import option, sector_name
from companion.play.decision import PASS
from companion.ui.i18n import _, say
from companion.ui.keshis import colour_name
from companion.ui.layout import Column, Flow, Grid, Row, Space
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Icon, Label, ScrollArea
from companion.ui.widgets.player import PlayerMark
from words import capital

WIDE_COLUMNS = 3  # of cells with the colour's name, on a panel that lies on its side
CELL_MM = 14.0  # cells grow no higher: a button is no pillar


def draft(scene: Scene) -> View:
    """The base as claims to tap, beside what everybody has."""
    table, half = scene.table, scene.half
    if table.question is not None and table.doubt is not None and table.doubt.about != PALE_PIECES:
        return misled(scene)
    if table.question is not None and table.question.fell is not None:
        return one_more(scene, table.question, table.question.fell)
    if table.question is not None:
        return what_happened(scene, table.question)
    base = {colour: number for colour, number in scene.g.base.items() if number > 0}
    foot = no_room_before(scene)
    options = scene.decision.options
    # Scroll 61 takes two colours. Light depth does not know who has it: there it is a button away.
    pairs = [choice(scene, key, scene.answering(key)) for key in options if "+" in key]
    hidden = scene.g.depth != FULL and bool(pairs)
    if hidden:
        words = _("One colour") if half.two_colours else _("Two colours (scroll 61)")
        foot.append(Button(words, half.other_colours, grow=1, key="two-colours"))
    if scene.decision.may_pass:
        foot.append(Button(option(scene.decision, PASS, scene.g), scene.answering(PASS), grow=1, key=PASS))
    columns = columns_for(scene, len(base), bool(foot))
    narrow = columns > WIDE_COLUMNS and not scene.ui.metrics.roomy
    tight = narrow and bool(foot)  # buttons below take the room of a row
    gap, edge = (0.3, 0.1) if tight else (0.6, 0.4)
    cells = [
        colour_cell(scene, colour, base[colour], narrow=narrow, edge=edge)
        for colour in COLOURS
        if colour in base
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
    body = Column([head, lying, claims_so_far(scene, brief=tight)], grow=1, gap=gap)
    return View(body, foot)


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
    words, note = _("{name} had no room").format(name=player.name), _("so: {name}").format(name=heir.name)
    return [Button(words, scene.table.pass_on, note=note, grow=1, key="pass-on")]


def colour_cell(scene: Scene, colour: str, number: int, *, narrow: bool, edge: float) -> Widget:
    """One colour in the base: how many lie there, and a button for each number that may be taken.

    In a `narrow` one the name gives way to a second button; colour and symbol tell it.
    """
    keys = [key for key in scene.decision.options if key.partition("*")[0] == colour and "+" not in key]
    buttons: list[Widget] = [take(scene, colour, key) for key in keys]
    if not keys:
        buttons = [Label(why_not(scene, colour), size="tiny", tone="ink_soft", grow=1)]
    if narrow and len(keys) != 1:
        count = Label(str(number), face="bold", wraps=False)
        lies = Column(
            [Space(grow=1), Token(colour, size_mm=4.8), count, Space(grow=1)], gap=0.1, align="centre", grow=1
        )
    else:
        token = Row([Token(colour, count=number, size_mm=6.0)])
        name = Label(colour_name(colour), size="tiny", face="strong")
        lies = Column([Space(grow=1), token, name, Space(grow=1)], gap=0.1, grow=1)
    return Card(Row([lies, *buttons], gap=0.4), (0.3, edge), key=f"lying-{colour}")


def take(scene: Scene, colour: str, key: str) -> Widget:
    number = len(colours_of(key))
    say = _("Take {n} {colour}").format(n=number, colour=colour_name(colour))
    return Button(str(number), scene.answering(key), say=say, size="large", kind="chosen", key=f"take-{key}")


def why_not(scene: Scene, colour: str) -> str:
    """Why a colour cannot be claimed by whose turn it is."""
    if colour == RED:
        return _("no vendor space is free")
    return _("{sector} is full").format(sector=capital(sector_name(SECTOR_OF[colour])))


def fault_note(scene: Scene) -> str:
    """What is wrong with the camera, while the draft goes on by hand."""
    news = scene.table.news
    return say(news.sentence) if scene.table.tray is not None and news.state == "fault" else ""


def eye(scene: Scene) -> Widget:
    """Whether the camera watches the draft."""
    if scene.table.tray is None:
        return Space(0)
    news = scene.table.news
    icon = {"hand": "hand", "moving": "hand", "fault": "warning", "counting": "light"}.get(news.state, "eye")
    return Icon(icon, size=5.5, tone="bad" if news.state == "fault" else "brass")


def claims_so_far(scene: Scene, *, brief: bool) -> Widget:
    """Everyone's keshis of this draft, in turn order; where it must be `brief`, in place of the name."""
    mine: dict[int, list[str]] = {player.seat: [] for player in scene.g.players}
    for claim in scene.table.claims():
        mine[claim.seat] += claim.colours
    rows: list[Widget] = []
    for player in scene.g.turn_order():
        asked = player.seat == scene.decision.player
        has = mine[player.seat]
        state = _("out") if player.out_of_draft else ""
        label = Label(player.name, size="small", face="bold" if asked else "strong", grow=1)
        tokens = Flow([Token(colour, size_mm=3.6 if brief else 4.2) for colour in has], gap=0.25, grow=1)
        name = Row(
            [
                PlayerMark(player.colour, size_mm=4.2),
                tokens if brief and has else label,
                Label(state, size="tiny", tone="ink_soft") if state else None,
            ],
            gap=0.4,
            align="middle",
        )
        kids = [name, tokens if has and not brief else None]
        rows.append(
            Card(
                Column(kids, gap=0.2),
                0.2 if brief else 0.4,
                border="brass" if asked else "line",
                key=f"has-{player.seat}",
            )
        )
    return Grid(rows, columns=2 if scene.portrait else len(rows), gap=0.5)
