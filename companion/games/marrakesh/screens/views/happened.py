"""What the tray tells and the rules cannot square: the table says what happened."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.marrakesh.rules.state import State
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.scene import Scene, View
from companion.games.marrakesh.screens.words import so_many
from companion.games.marrakesh.tray import Claim, DraftProposal, Fallen, Reading
from companion.ui.i18n import N_, _, ngettext, sentence
from companion.ui.layout import Column, Grid, Row
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Label, ScrollArea
from companion.ui.widgets.tray_photo import TrayPhoto, live_picture

READING_MM = 90.0  # a line as long as a 5-inch panel, where no two have to stand side by side
FAULTS = {
    "too many": N_("{name} took {keshis}: at most two of one colour may be taken. Put the rest back."),
    "full": N_("{name} took {keshis}, but has no room for that. Put it back."),
    "out of turn": N_("{name} took {keshis}, but it is not {name}'s turn. Put it back."),
}


def what_happened(scene: Scene, proposal: DraftProposal) -> View:
    """What left the tray has several explanations, or none that is allowed: the table says which."""
    head = Label(_("What happened in the tray?"), size="title", face="title")
    doubt = scene.table.seen.doubt
    why = Label(sentence(doubt.said), tone="warn", face="strong") if doubt else None
    choices = ScrollArea(Column([why, Grid(readings(scene, proposal), cell_mm=READING_MM)]), key="readings")
    return View(Column([head, choices], grow=1), by_hand(scene))


def misled(scene: Scene) -> View:
    """The whole photo may mislead: no reading of it is offered, only the way by hand and another look."""
    table = scene.table
    words = Column(
        [
            Label(_("The camera cannot tell what happened"), size="heading", face="title"),
            Label(sentence(table.seen.doubt.said), tone="warn", face="strong") if table.seen.doubt else None,
        ],
        gap=1.0,
    )
    side = ScrollArea(words, key="misled")
    look = table.seen.asked_about
    photo = live_picture(look.photo if look is not None else None)
    body: Widget = Column([photo, side]) if scene.portrait else Row([photo, side])
    body.grow = 1
    again = Button(_("Look again"), table.session.look_again, icon="turn", grow=1, key="look-again")
    return View(body, [*by_hand(scene), again])


def one_more(scene: Scene, proposal: DraftProposal, fell: Fallen) -> View:
    """More lies in the tray than was counted: count it in, or leave it out."""
    table, n = scene.table, len(fell.colours)

    def count_in(colours: tuple[str, ...]) -> Callable[[], None]:
        return lambda: table.session.say(table.seen.count_in(colours))

    ways = [fell.colours, *((colour,) for colour in fell.others)]
    choices: list[Widget] = [
        OptionButton(
            ngettext("Count it in: {keshis}", "Count them in: {keshis}", n).format(keshis=keshi_words(way)),
            count_in(way),
            things=way[:6],
            note=ngettext("fell late, or was hidden", "fell late, or were hidden", n),
            key=f"count-in-{'-'.join(way)}",
        )
        for way in ways
    ]
    choices += readings(scene, proposal)
    choices.append(
        OptionButton(
            ngettext("Leave it out", "Leave them out", n),
            lambda: table.session.say(table.seen.leave_out()),
            note=ngettext("back into the tower, or no keshi", "back into the tower, or no keshis", n),
            key="leave-out",
        )
    )
    words = ngettext("One keshi more than counted", "{n} keshis more than counted", n)
    head = Label(words.format(n=n), size="heading", face="title")
    side = Column([head, ScrollArea(Grid(choices, columns=1, gap=0.6), key="readings")], gap=0.6, grow=1)
    marked = table.seen.marked(fell)
    if marked is None:
        return View(side, by_hand(scene))
    photo = TrayPhoto(marked, lambda index: None)
    photo.grow, side.grow = (2, 3) if scene.portrait else (1, 1)
    body: Widget = Column([photo, side]) if scene.portrait else Row([photo, side])
    body.grow = 1
    return View(body, by_hand(scene))


def readings(scene: Scene, proposal: DraftProposal) -> list[Widget]:
    """Each reading of the tray to tap."""
    table = scene.table

    def follow(reading: Reading) -> Callable[[], None]:
        if reading.fault:

            def tell() -> None:
                table.session.say(table.seen.dismiss())
                scene.ui.toast(fault_words(scene, reading), "not possible")

            return tell

        def enter() -> None:
            table.session.say(table.seen.follow(reading))

        return enter

    return [
        OptionButton(
            reading_words(scene, reading),
            follow(reading),
            things=[colour for claim in reading.claims for colour in claim.colours][:6],
            note=_(reading.fault and N_("not allowed")) if reading.fault else "",
            key=f"reading-{index}",
        )
        for index, reading in enumerate(proposal.readings)
    ]


def by_hand(scene: Scene) -> list[Widget]:
    table = scene.table

    def dismiss() -> None:
        table.session.say(table.seen.dismiss())

    return [Button(_("Enter it by hand"), dismiss, icon="hand", grow=1, key="dismiss")]


def reading_words(scene: Scene, reading: Reading) -> str:
    """A reading in words: "Sarah: 2 green, then Jan: 1 pink"."""
    if reading.fault:
        return fault_words(scene, reading)
    parts = [claim_words(scene.g, claim) for claim in reading.claims]
    then = _(", then ").join(parts)
    if reading.undo and not parts:
        return _("The last claim was put back")
    return _("Put back, then {claims}").format(claims=then) if reading.undo else then


def claim_words(g: State, claim: Claim) -> str:
    """Who took what: "Sarah: 2 green"."""
    return _("{name}: {keshis}").format(
        name=g.players[claim.seat].name, keshis=keshi_words(tuple(claim.colours))
    )


def fault_words(scene: Scene, reading: Reading) -> str:
    claim = reading.claims[0]
    name = scene.g.players[claim.seat].name
    return _(FAULTS[reading.fault]).format(name=name, keshis=keshi_words(claim.colours))


def keshi_words(colours: tuple[str, ...]) -> str:
    """Keshis in words: "2 green, 1 pink"."""
    return ", ".join(so_many(c, colours.count(c)) for c in dict.fromkeys(colours))
