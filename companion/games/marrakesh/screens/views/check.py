"""Checking the count: the photo with every piece named, the doubtful ones first, one tap to confirm.

A tap on a piece asks what it is, likeliest first; a tap on a colour marks its pieces and corrects how many.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.screens.history import HistoryScreen
from companion.games.marrakesh.screens.parts.amount import too_many
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.scene import Scene, View
from companion.games.marrakesh.screens.views.happened import keshi_words
from companion.table.count_check import CountCheck
from companion.table.possible_count import NO_PIECE
from companion.table.reports import doubt_of
from companion.ui.i18n import _, ngettext, sentence
from companion.ui.layout import Column, Grid, Row, Steady
from companion.ui.metrics import TOUCH_MM
from companion.ui.piece_colours import colour_name
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Dialog, Icon, IconButton, Label, PieceChip, ScrollArea
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.tray_photo import TrayPhoto

LIKELY_SHOWN = 3
SPREADING = ("moving", "hand", "counting")


def check_count(scene: Scene, check: CountCheck) -> View:
    """The photo, and beside it what is asked or what was counted."""

    def pick(index: int) -> None:
        check.chosen, check.colour = index, ""

    photo = TrayPhoto(check, pick)
    roomy = scene.portrait or scene.ui.metrics.roomy
    side = (
        which_colour(check, check.chosen, names=roomy) if check.chosen is not None else counted(scene, check)
    )
    # Lying, the photo fills its height long before its width: the counts can have the rest.
    photo.grow, side.grow = (3, 2) if scene.portrait else (10, 9)
    body: Widget = Column([photo, side]) if scene.portrait else Row([photo, side])
    body.grow = 1
    lead_to_selections(scene, body, check.most)
    return View(body, foot(scene, check))


def lead_to_selections(scene: Scene, body: Widget, most: Mapping[str, int]) -> None:
    """A colour that cannot be there says so at once, and leads to what everybody selected."""
    reasons = {too_many(colour, n) for colour, n in most.items()}
    for widget in body.walk():
        if isinstance(widget, Pressable) and not widget.is_enabled and widget.why in reasons:
            widget.instead = partial(ask_about_selections, scene, widget.why)


def ask_about_selections(scene: Scene, why: str) -> None:
    def look() -> None:
        scene.ui.push(HistoryScreen(scene.table, only="select"))

    scene.ui.ask(
        Dialog(
            why,
            _("If one lies there, a selection was entered wrongly."),
            [(_("Look at the selections"), "main", look), (_("Go on"), "plain", None)],
        )
    )


def foot(scene: Scene, check: CountCheck) -> list[Widget]:
    table = scene.table

    def hand() -> None:
        scene.half.by_hand = True

    total = check.total
    words = ngettext("{n} keshi – correct", "{n} keshis – correct", total).format(n=total)
    return [
        IconButton("hand", hand, say=_("Count by hand"), key="by-hand"),
        IconButton("turn", table.session.look_again, say=_("Count again"), key="count-again"),
        Button(
            words,
            lambda: scene.answer(check.came),
            icon="check",
            kind="main",
            size="answer",
            grow=1,
            key="done",
        ),
    ]


def counted(scene: Scene, check: CountCheck) -> Widget:
    """What is doubtful first, then the counts by colour."""
    kids: list[Widget] = []
    if check.later:
        table = scene.table
        words = _("Taken since: {keshis}. First confirm what came out.")
        kids.append(Label(words.format(keshis=keshi_words(check.gone)), tone="warn", face="strong"))
        only = _("Count only what lies there now")
        kids.append(
            OptionButton(
                only, partial(table.seen.count_what_lies, table.game), size="note", key="only-what-lies"
            )
        )
    for colour, (seen, most) in check.refused.items():
        words = _("Saw {seen} {colour}, but only {most} can be there.")
        kids.append(
            Label(words.format(seen=seen, colour=colour_name(colour), most=most), tone="warn", face="strong")
        )
    if check.anew:
        words = _("Counted again; what you corrected was kept. Look once more.")
        kids.append(Label(words, tone="warn", face="strong"))
    doubt = doubt_of(check.look)
    if doubt:
        kids.append(Label(sentence(doubt.said), tone="warn", face="strong"))
    if check.heaps:
        kids.append(to_spread(scene, check))
    kids.append(asked(check))
    counts = check.counts

    def look(colour: str) -> Callable[[], None]:
        def tap() -> None:
            check.colour = "" if check.colour == colour else colour
            check.chosen = None

        return tap

    cells = [
        PieceChip(
            colour,
            look(colour),
            count=counts.get(colour, 0),
            name=False,
            size="note",
            chosen=colour == check.colour,
            key=f"colour-{colour}",
        )
        for colour in check.order
    ]
    kids.append(Grid(cells, cell_mm=TOUCH_MM, gap=0.2))  # as many a row as a finger can tell apart
    return ScrollArea(Column(kids, gap=0.2), key="counts")


def to_spread(scene: Scene, check: CountCheck) -> Widget:
    """Where pieces lie on others fingers help; while they do, what was recognised stays in view."""
    words = sentence(check.heaps[0].said)
    if scene.table.session.news.state in SPREADING:
        words = _("Spread them; it counts again by itself.")
    told = Label(words, size="note", tone="warn", face="strong", grow=1)
    return Row([Icon("hand", tone="warn"), told], align="middle")


def asked(check: CountCheck) -> Widget:
    """What is asked above the counts: how many of a colour, or what a doubtful piece is. It is as high either
    way, because a colour that moves under the finger is mistaken for another.
    """
    hint = Label(_("Tap a colour to correct its number."), tone="ink_soft")
    room = [how_many(check, check.order[0])]
    if check.asks:
        room.append(is_this_right(check, 0))
    if check.colour:
        return Steady(how_many(check, check.colour), room)
    return Steady(is_this_right(check, check.doubtful[0]) if check.doubtful else hint, room)


def is_this_right(check: CountCheck, index: int) -> Widget:
    words = Label(_("Is this right? (marked ?)"), size="note", face="strong", tone="warn")
    return Column([words, likely_row(check, index)], gap=0.1)


def how_many(check: CountCheck, colour: str) -> Widget:
    """One more or one fewer of a colour."""
    number = check.counts.get(colour, 0)
    name = colour_name(colour)
    fewer = IconButton(
        "minus", lambda: check.fewer(colour), say=_("one {thing} less").format(thing=name), enabled=number > 0
    )
    more = IconButton(
        "plus",
        lambda: check.more(colour),
        say=_("one {thing} more").format(thing=name),
        enabled=check.room_for(colour),
        why=too_many(colour, check.most.get(colour, 99)),
    )
    words = Label(f"{number} {name}", size="answer", face="strong", align="centre", grow=1)
    return Row([fewer, words, more], align="middle")


def likely_row(check: CountCheck, index: int) -> Widget:
    """The likeliest colours of a piece, what it is read as first; and the way to all the others."""

    def read(colour: str) -> Callable[[], None]:
        return lambda: check.read_as(index, colour)

    def others() -> None:
        check.chosen = index

    chips: list[Widget] = [
        PieceChip(
            colour,
            read(colour),
            name=False,
            stacked=True,
            size="note",
            chosen=check.labels[index] == colour,
            enabled=can_be(check, index, colour),
            why=too_many(colour, check.most.get(colour, 99)),
            grow=1,
            key=f"is-{colour}",
        )
        for colour in check.likely(index)[:LIKELY_SHOWN]
    ]
    return Row([*chips, IconButton("dots", others, say=_("Another colour"))], gap=0.5)


def can_be(check: CountCheck, index: int, colour: str) -> bool:
    """Whether a piece can be of a colour; else it is said at once, and not when the count is confirmed."""
    return colour in (NO_PIECE, check.labels[index]) or check.room_for(colour)


def which_colour(check: CountCheck, index: int, *, names: bool) -> Widget:
    """What a piece is: each of the twelve colours in its own place, or no keshi; all of them in view."""

    def close() -> None:
        check.chosen = None

    chips = [
        PieceChip(
            colour,
            partial(check.read_as, index, colour),
            name=names,
            stacked=True,
            size="mark",
            chosen=check.labels[index] == colour,
            enabled=can_be(check, index, colour),
            why=too_many(colour, check.most.get(colour, 99)),
            key=f"is-{colour}",
        )
        for colour in COLOURS
    ]
    none = OptionButton(
        _("No keshi"),
        partial(check.read_as, index, NO_PIECE),
        chosen=check.labels[index] == NO_PIECE,
        size="note",
        key="is-nothing",
    )
    head = Row(
        [
            Label(_("What is this piece?"), face="strong", grow=1),
            none,
            IconButton("cross", close, say=_("Leave it"), kind="quiet"),
        ],
        align="middle",
        gap=0.4,
    )
    grid = Grid(list(chips), columns=4, stretch=True, gap=0.4, grow=1)
    return Column([head, ScrollArea(grid, key="all-colours")], gap=0.4)
