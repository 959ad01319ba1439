"""The calibration wizard: the paper frame, an empty tray, then three pieces of each colour or all of them in
one toss, then the verdict.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from companion.table.calibration_view import Advice, CalibrationView, Thrown
from companion.table.possible_count import NO_PIECE
from companion.table.reports import Doubt, Photo, Piece
from companion.ui.chrome import page
from companion.ui.i18n import _, capital, say
from companion.ui.layout import Column, Flow, Grid, Row, Space
from companion.ui.look import Look
from companion.ui.piece_colours import COLOURS, colour_name
from companion.ui.ports import Ports
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.tokens import draw_piece
from companion.ui.widget import Widget
from companion.ui.widgets import (
    Button,
    Card,
    Dialog,
    Icon,
    IconButton,
    Label,
    Picture,
    PieceChip,
    Progress,
    ScrollArea,
    Title,
)
from companion.ui.widgets.picture import surface_of
from companion.ui.widgets.tray_photo import TrayPhoto


class Calibrate(Screen):
    """Talks to the calibration session through its port; it shows, the session works."""

    name = "calibrate"

    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self.session = ports.calibration
        self.chosen: int | None = None  # the thrown piece that is looked at

    def opened(self, ui: Stage) -> None:
        self.session.begin()

    def closed(self, ui: Stage) -> None:
        self.session.cancel()

    def news(self, ui: Stage, event: object) -> bool:
        return True

    def build(self, ui: Stage) -> Widget:
        view = self.session.view()
        if view.kind == "verdict":
            return self.verdict(ui, view)
        if view.kind == "failed":
            return self.failed(ui, view)
        if view.thrown is not None:
            return self.names(ui, view, view.thrown)
        return self.step(ui, view)

    def step(self, ui: Stage, view: CalibrationView) -> Widget:
        live = Picture(surface_of(view.live), id(view.live))
        self.chosen = None
        shown: list[Widget] = [Title(say(view.title))]
        if view.colour:
            shown.append(PiecesToLayOut(view.colour))
        shown.append(Label(say(view.words), upright="top"))
        if view.kind == "frame":
            ways = _("All in one toss is quick; colour by colour, with three pieces each, is a little surer.")
            shown.append(Label(ways, size="note", tone="ink_soft"))
        if view.says:
            trouble = Row(
                [
                    Icon("warning", tone="warn"),
                    Label(capital(say(view.says)), size="note", tone="warn", grow=1),
                ]
            )
            shown.append(Card(trouble, 0.7, tone="warn_ground"))
        text = ScrollArea(Column(shown), key="step")
        ratio = Progress(view.step / max(1, view.steps))
        body: Widget
        if ui.metrics.portrait:
            body = Column([ratio, Card(live, 0.4, tone="panel_low", grow=1), text])
        else:
            text.grow = 0.8
            body = Column([ratio, Row([Card(live, 0.4, tone="panel_low", grow=1), text], grow=1)])
        shoot = Button(
            _("Working…") if view.busy else _("Take the picture"),
            self.session.shoot,
            icon="camera",
            kind="main",
            grow=2,
            enabled=not view.busy,
        )
        before = Button(
            _("One back"),
            self.session.back,
            icon="undo",
            grow=1,
            enabled=view.step > 0 and not view.busy,
            why=_("This is the first step."),
        )
        foot: list[Widget] = [before, shoot]
        if view.kind == "frame":
            foot = [
                Button(_("All in one toss"), lambda: self.session.begin(quick=True), icon="dice", grow=1),
                Button(_("Colour by colour"), self.session.shoot, icon="camera", kind="main", grow=1),
            ]
        return page(ui, _("Calibrate"), body, note=step_of(view), foot=foot, back=lambda: self.ask_leave(ui))

    def names(self, ui: Stage, view: CalibrationView, thrown: Thrown) -> Widget:
        """The thrown pieces over the photo, each as it is named; a tap on one asks what it is."""
        if self.chosen is not None and self.chosen >= len(thrown.pieces):
            self.chosen = None

        def pick(number: int) -> None:
            self.chosen = number

        shown = NamedPieces(thrown.photo, thrown.pieces, thrown.names, self.chosen)
        photo = TrayPhoto(shown, pick)
        side = (
            self.which_colour(ui, thrown, self.chosen) if self.chosen is not None else to_name(view, thrown)
        )
        photo.grow, side.grow = 3, 2
        # Halves, however long the words are: pieces in the photo are tapped.
        body: Widget = (
            Column([photo, side]) if ui.metrics.portrait else Grid([photo, side], columns=2, stretch=True)
        )
        body.grow = 1
        ready = not view.busy
        before = IconButton("undo", self.session.back, say=_("One back"), enabled=ready)
        again = Button(_("Toss again"), self.session.toss_again, icon="dice", grow=1, enabled=ready)
        right = Button(
            _("Working…") if view.busy else _("All are right"),
            self.session.confirm,
            icon="check",
            kind="main",
            grow=1,
            enabled=ready and not thrown.unnamed,
            why=_("Some colours are missing."),
        )
        return page(
            ui,
            _("Calibrate"),
            body,
            note=step_of(view),
            foot=[before, again, right],
            back=lambda: self.ask_leave(ui),
        )

    def which_colour(self, ui: Stage, thrown: Thrown, number: int) -> Widget:
        """What a piece is: each colour in its own place, or no piece; all of them in view."""

        def choose(colour: str) -> None:
            self.chosen = None
            self.session.name(number, colour)

        def leave() -> None:
            self.chosen = None

        names = ui.metrics.portrait or ui.metrics.roomy
        chips: list[Widget] = [
            PieceChip(
                colour,
                partial(choose, colour),
                name=names,
                stacked=True,
                size="mark",
                chosen=thrown.names[number] == colour,
                key=f"is-{colour}",
            )
            for colour in COLOURS
        ]
        none = Button(_("No piece"), lambda: choose(NO_PIECE), size="note", key="is-nothing")
        head = Row(
            [
                Label(_("What is this piece?"), face="strong", grow=1),
                none,
                IconButton("cross", leave, say=_("Leave it"), kind="quiet"),
            ],
            align="middle",
            gap=0.4,
        )
        grid = Grid(chips, columns=4, stretch=True, gap=0.4, grow=1)
        return Column([head, ScrollArea(grid, key="all-colours")], gap=0.4)

    def verdict(self, ui: Stage, view: CalibrationView) -> Widget:
        weak = [colour for advice in view.advice if advice.state != "good" for colour in advice.colours]
        icon, tone = ("check", "good") if view.usable and not weak else ("warning", "warn")
        pairs = any(len(advice.colours) > 1 for advice in view.advice if advice.state != "good")
        head = verdict_words(view.usable, bool(weak), pairs)
        rows: list[Widget] = [advice_card(advice) for advice in view.advice]
        if view.usable or weak:  # what was refused as a whole tells no colour from another
            known = [PieceChip(colour, key=f"known-{colour}") for colour in COLOURS if colour not in weak]
            rows.append(Card(Grid(known, cell_mm=24), 1.0))
        body = Column(
            [
                Row(
                    [Icon(icon, tone=tone, size="title"), Label(head, size="answer", face="strong", grow=1)],
                    align="middle",
                ),
                ScrollArea(Column(rows, gap=0.7), key="verdict"),
            ]
        )
        keep = Button(
            _("Keep it"),
            lambda: self.keep(ui),
            icon="check",
            kind="main",
            grow=2,
            enabled=view.usable,
            why=_("This calibration cannot be kept."),
        )
        redo = Button(
            _("Take the weak ones again"),
            lambda: self.session.again(tuple(dict.fromkeys(weak))),
            icon="turn",
            grow=2,
            enabled=bool(weak),
            why=_("No colour needs it."),
        )
        if not view.usable and not weak:
            redo = Button(_("Try again"), self.session.begin, icon="turn", grow=2)
        return page(ui, _("Calibrate"), body, foot=[redo, keep], back=lambda: self.ask_leave(ui))

    def failed(self, ui: Stage, view: CalibrationView) -> Widget:
        body = Column(
            [
                Space(grow=1),
                Row([Space(grow=1), Icon("warning", size=14.0, tone="warn"), Space(grow=1)]),
                Label(say(view.says), size="answer", align="centre"),
                Space(grow=1),
            ]
        )
        return page(
            ui,
            _("Calibrate"),
            body,
            foot=[
                Button(_("Leave"), ui.back, grow=1),
                Button(_("Try again"), self.session.begin, icon="turn", kind="main", grow=1),
            ],
        )

    def keep(self, ui: Stage) -> None:
        if trouble := self.session.keep():
            ui.toast(say(trouble), "not possible")
            return
        ui.back()
        ui.toast(_("The calibration is kept."), "counted")
        teach = self.ports.teach
        if teach is None:
            return
        # The camera knows the pieces now; what is printed on the boards nobody has told it.
        ui.ask(
            Dialog(
                _("The calibration is kept."),
                _("What no rulebook tells; asked once, kept for every game"),
                [(_("Teach it your copy"), "main", lambda: teach(ui)), (_("Later"), "plain", None)],
            )
        )

    def back(self, ui: Stage) -> None:
        self.ask_leave(ui)

    def ask_leave(self, ui: Stage) -> None:
        ui.ask(
            Dialog(
                _("Leave the calibration?"),
                _("The pictures taken so far are dropped; the old calibration stays."),
                [(_("Leave"), "danger", ui.back), (_("Stay"), "plain", None)],
            )
        )


@dataclass(frozen=True)
class NamedPieces:
    """The pieces of a throw, as `TrayPhoto` draws them."""

    photo: Photo
    pieces: Sequence[Piece]
    labels: Sequence[str]
    chosen: int | None = None
    colour: str = ""
    doubtful: Sequence[int] = ()
    heaps: Sequence[Doubt] = ()


def step_of(view: CalibrationView) -> str:
    """Which step this is."""
    return _("Step {step} of {steps}").format(step=min(view.step + 1, view.steps), steps=view.steps)


def to_name(view: CalibrationView, thrown: Thrown) -> Widget:
    """What to do with the names, and the colours that no piece has yet."""
    lines: list[Widget] = [Title(say(view.title)), Label(say(view.words))]
    if thrown.unnamed:
        words = _("No piece has this colour yet. Tap one that does, or toss again.")
        chips = Flow([PieceChip(colour, size="note") for colour in thrown.unnamed])
        lines.append(Card(Column([Label(words, tone="warn"), chips], gap=0.5), 0.7, tone="warn_ground"))
    if view.says:
        lines.append(Label(capital(say(view.says)), size="note", tone="warn"))
    return ScrollArea(Column(lines), key="names")


class PiecesToLayOut(Widget):
    """Three pieces of the colour to lay into the tray."""

    def __init__(self, colour: str) -> None:
        super().__init__(key=f"big-{colour}")
        self.colour = colour
        self.say = colour_name(colour)

    def natural_width(self, look: Look) -> int:
        return look.metrics.unit(34)

    def height(self, look: Look, width: int) -> int:
        return look.metrics.unit(11)

    def content(self) -> str:
        return self.colour

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        side = look.metrics.unit(10)
        for index in range(3):
            x = self.rect.x + side // 2 + index * round(side * 1.15)
            draw_piece(surface, self.colour, (x, self.rect.centery), side, look.palette)


def verdict_words(usable: bool, some_weak: bool, pairs: bool) -> str:
    """The verdict's headline; whether it can be kept comes before everything else.

    A colour may be weak without being like another: before a tray of its own colour, or for want of pieces.
    """
    if not usable:
        confused = _("Like this the camera would confuse colours.")
        return confused if some_weak else _("This calibration cannot be kept.")
    if some_weak and pairs:
        return _("It works, but some colours are close to each other here.")
    if some_weak:
        return _("It works, but could be better.")
    return _("The camera tells all twelve colours apart.")


def advice_card(advice: Advice) -> Widget:
    """What the calibration says about some colours, and what to change."""
    icon, tone = {"good": ("check", "good"), "warn": ("warning", "warn")}.get(advice.state, ("cross", "bad"))
    chips = Flow([PieceChip(colour, size="note") for colour in advice.colours]) if advice.colours else None
    words = Column([chips, Label(capital(say(advice.says)), size="note")], gap=0.4, grow=1)
    ground = {"warn": "warn_ground", "bad": "bad_ground"}.get(advice.state, "panel")
    return Card(Row([Icon(icon, tone=tone, size="answer"), words], align="middle"), (1.0, 0.7), tone=ground)
