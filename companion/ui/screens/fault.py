"""When something fails: what it is, what to do, and how the game goes on without it."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.ui.chrome import page
from companion.ui.i18n import N_, _, say
from companion.ui.layout import Column, Row, Space
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Tap, Widget
from companion.ui.widgets import Button, Card, Icon, Label, ScrollArea, Title
from companion.words import Text


@dataclass(frozen=True)
class FaultWords:
    """A fault in words: heading, what happened, and steps to put it right."""

    kind: str
    icon: str
    title: Text
    words: Text
    steps: tuple[Text, ...]


FAULTS = {
    fault.kind: fault
    for fault in (
        FaultWords(
            "camera gone",
            "camera",
            N_("The camera is gone"),
            N_("No picture arrives from the tower."),
            (
                N_("Push the camera's cable in at both ends."),
                N_("Tap “Try again”. If that does not help, switch the companion off and on."),
            ),
        ),
        FaultWords(
            "too dark",
            "light",
            N_("Too dark to count"),
            N_("The light ring does not reach the tray."),
            (
                N_("See whether the ring shines; if it does not, plug it in again."),
                N_("Set the light ring brighter in the settings."),
            ),
        ),
        FaultWords(
            "not calibrated",
            "eye",
            N_("The colours are not known yet"),
            N_("The camera has to see each colour once before it can count."),
            (N_("Calibrate now: it takes about five minutes."), N_("Or count by hand tonight.")),
        ),
        FaultWords(
            "tray not found",
            "tower",
            N_("The tray cannot be found"),
            N_("Fewer than three markers of the paper frame are in the picture."),
            (
                N_("Push the tower back over its window and smooth the frame."),
                N_("If the frame was moved, calibrate again."),
            ),
        ),
        FaultWords(
            "tray not free",
            "hand",
            N_("The tray is not free"),
            N_("Something that is no piece is in the picture."),
            (
                N_("Take hands, cards and everything else out of the tray."),
                N_("If nothing is there, calibrate again: each tray needs a calibration of its own."),
            ),
        ),
        FaultWords(
            "disk nearly full",
            "disk",
            N_("The disk is nearly full"),
            N_("The game is safe, but photos are no longer kept."),
            (
                N_("Switch the photo log off in the settings."),
                N_("Copy old photo logs to another device and delete them here."),
            ),
        ),
        FaultWords(
            "not saved",
            "disk",
            N_("The game cannot be saved"),
            N_("The last taps are only in memory. Do not switch off."),
            (N_("Free some space on the disk."), N_("Tap “Try again” to save what is waiting.")),
        ),
    )
}


@dataclass(frozen=True)
class WayOut:
    """A button of the fault screen: words, icon and what it does."""

    words: str
    icon: str
    act: Tap
    main: bool = False


class FaultScreen(Screen):
    """One fault, its steps, and the ways on; the first is always to go on with the game."""

    def __init__(
        self, kind: str, ways: Sequence[WayOut] = (), details: str = "", by_hand: Tap | None = None
    ) -> None:
        self.fault = FAULTS[kind]
        self.ways = ways
        self.by_hand = by_hand  # how the game goes on by hand; not where no camera is at fault
        self.details = details
        self.name = f"fault {kind}"

    def build(self, ui: Stage) -> Widget:
        fault = self.fault
        steps: list[Widget] = []
        for number, words in enumerate(fault.steps, start=1):
            mark = Label(str(number), size="number", face="title", tone="accent_text")
            steps.append(Card(Row([mark, Label(say(words), grow=1)], align="middle"), (1.0, 0.7)))
        head = Row(
            [
                Icon(fault.icon, size=12.0, tone="accent_text"),
                Column([Label(say(fault.words), size="answer"), *self.detail()], gap=0.3, grow=1),
            ],
            align="middle",
            gap=1.6,
        )

        def go_on() -> None:
            ui.back()
            if self.by_hand is not None:
                self.by_hand()

        on = (
            WayOut(_("Go on by hand"), "hand", go_on)
            if self.by_hand is not None
            else WayOut(_("Go on"), "play", go_on)
        )
        ways = [on, *self.ways]
        foot: list[Widget] = [
            Button(
                way.words, way.act, icon=way.icon, kind="main" if way.main else "plain", grow=1, key=way.words
            )
            for way in ways
        ]
        return page(ui, say(fault.title), ScrollArea(Column([head, *steps]), key="fault"), foot=foot)

    def detail(self) -> list[Widget]:
        return [Label(self.details, size="note", tone="ink_soft")] if self.details else []


def tray_fault(fault: str) -> str:
    """The fault that a report of the watcher means."""
    if fault == "counting":
        return "tray not found"
    if fault == "covered":
        return "tray not free"
    return "not calibrated" if fault == "not calibrated" else "camera gone"


class BrokenScreen(Screen):
    """A screen failed: the game itself is safe on disk, and one can go on."""

    name = "fault screen"

    def __init__(self, fault: Exception) -> None:
        self.says = f"{type(fault).__name__}: {fault}"[:160]

    def build(self, ui: Stage) -> Widget:
        body = Column(
            [
                Space(grow=1),
                Row([Space(grow=1), Icon("warning", size=14.0, tone="warn"), Space(grow=1)]),
                Title(_("That went wrong."), align="centre"),
                Label(
                    _("The game is safe: every tap is saved. What happened is in the log."), align="centre"
                ),
                Label(self.says, size="note", tone="ink_soft", align="centre"),
                Space(grow=1),
            ]
        )
        return page(
            ui,
            _("A mishap"),
            body,
            no_back=True,
            foot=[
                Button(_("Home"), ui.home, icon="house", grow=1),
                Button(_("Go on"), ui.back, icon="play", kind="main", grow=1),
            ],
        )
