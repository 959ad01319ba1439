"""The toss: what goes in, what the camera sees, what is still inside; and the count by hand."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.marrakesh.form_entry import FormEntry
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.screens.editors import form_editor, form_foot
from companion.games.marrakesh.screens.parts.token import Token
from companion.games.marrakesh.screens.scene import Scene, View
from companion.games.marrakesh.screens.views.check import check_count, lead_to_selections
from companion.games.marrakesh.screens.views.prompt import heading
from companion.ui.i18n import N_, _, ngettext, say
from companion.ui.layout import Column, Flow, Row, Space
from companion.ui.screens.fault import FaultScreen, WayOut, tray_fault
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Icon, Label, ScrollArea
from companion.ui.widgets.tray_photo import live_picture

STATES = {
    "paused": ("eye", N_("Not watching")),
    "waiting": ("tower", N_("Toss the keshis into the tower")),
    "moving": ("dice", N_("Falling…")),
    "hand": ("hand", N_("A hand is in view")),
    "counting": ("light", N_("Counting…")),
    "counted": ("check", N_("Counted")),
    "fault": ("warning", N_("The camera cannot count now")),
}


def tower(scene: Scene) -> View:
    """Watch the tower, check what was counted, or count by hand."""
    table = scene.table
    begun = scene.half.form is not None and bool(scene.half.form.get(""))
    if scene.half.by_hand or not table.watched or begun:
        return by_hand(scene)
    if table.seen.check is not None:
        return check_count(scene, table.seen.check)
    return watch(scene)


def watch(scene: Scene) -> View:
    """The live picture beside what is going on."""
    table = scene.table
    tray = table.tray
    icon, words = STATES.get(table.session.news.state, STATES["paused"])
    lines: list[Widget | None] = [
        Row(
            [Icon(icon, size=8.0, tone="brass"), Label(_(words), size="heading", face="title", grow=1)],
            align="middle",
        ),
    ]
    if table.session.news.state == "fault":
        lines.append(Label(say(table.session.news.sentence), tone="bad"))
    lines.append(ledger(scene) if table.show_ledger else None)
    live = live_picture(tray.live if tray is not None else None)
    told = ScrollArea(Column(lines, gap=1.0), key="tower-words")
    body: Widget = Column([live, told]) if scene.portrait else Row([live, told])
    body.grow = 1

    def hand() -> None:
        scene.half.by_hand = True

    def now() -> None:
        if tray is not None:
            tray.count_now()

    foot: list[Widget] = [
        Button(_("Count by hand"), hand, icon="hand", grow=1, key="by-hand"),
        Button(_("Count now"), now, icon="camera", grow=1, key="count-now"),
    ]
    if table.session.news.state == "fault":
        foot.append(Button(_("What to do"), lambda: explain(scene), icon="question", grow=1, key="explain"))
    return View(body, foot)


def explain(scene: Scene) -> None:
    """The screen of this fault: what to do about it, and the way on by hand."""
    news, tray = scene.table.session.news, scene.table.tray

    def hand() -> None:
        scene.half.by_hand = True

    def again() -> None:
        scene.ui.back()
        if tray is not None:
            tray.count_now()

    ways = [WayOut(_("Try again"), "turn", again, main=True)]
    scene.ui.push(FaultScreen(tray_fault(news.fault), ways, say(news.sentence), hand))


def ledger(scene: Scene) -> Widget:
    """What can be in the tower at most."""
    inside = {colour: number for colour, number in scene.g.tower.inside.items() if number > 0}
    return Card(Column([ledger_line(scene), chips(inside)], gap=0.4), tone="panel_low", border="")


def ledger_line(scene: Scene) -> Widget:
    """How many are inside; light depth only knows how many may be."""
    total = sum(scene.g.tower.inside.values())
    words = _("{n} in the tower") if scene.g.depth == FULL else _("At most {n} in the tower")
    return Label(words.format(n=total), size="note", face="strong")


def chips(counts: Mapping[str, int]) -> Widget:
    """Tokens with numbers."""
    shown = [Token(colour, count=counts[colour], size_mm=5.4) for colour in COLOURS if counts.get(colour)]
    return Flow(shown, gap=1.2) if shown else Label("–")


def by_hand(scene: Scene) -> View:
    """Tap each keshi that lies in the base."""
    table, decision = scene.table, scene.decision
    if scene.half.form is None:
        scene.half.form = FormEntry(decision.form, decision.about)
    entry: FormEntry = scene.half.form
    counts = entry.get("")
    total = sum(counts.values())

    def camera() -> None:
        scene.half.by_hand = False
        scene.half.form = None

    foot: list[Widget] = []
    if table.watched:
        foot.append(Button(_("Use the camera"), camera, icon="camera", key="use-camera"))
    words = ngettext("{n} keshi lies there", "{n} keshis lie there", total).format(n=total)
    confirm = Button(
        words, lambda: scene.answer(entry.value()), icon="check", kind="main", grow=1, key="done"
    )
    foot += [*form_foot(entry), confirm]
    note = _("Tap each keshi that came out.")
    inside = ledger_line(scene) if table.show_ledger else None
    head = Row([Column([heading(scene, note)], grow=1), inside or Space(0)])
    editor = form_editor(entry)
    if not entry.taking and entry.open_field is not None:
        lead_to_selections(
            scene, editor, {colour: entry.open_field.most.get(colour, 0) for colour in COLOURS}
        )
    return View(ScrollArea(Column([head, editor], gap=0.6), key="form"), foot)
