"""Diagnosis: what works, and what to do about what does not."""

from companion.ui.chrome import page
from companion.ui.i18n import _, say
from companion.ui.layout import Column, Row
from companion.ui.ports import Finding, Ports
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Icon, Label, ScrollArea

STATES = {
    "good": ("check", "good"),
    "warn": ("warning", "warn"),
    "bad": ("cross", "bad"),
    "none": ("minus", "ink_soft"),
}


class Diagnosis(Screen):
    """The doctor's findings, the worst first; looking again takes one tap."""

    name = "diagnosis"

    def __init__(self, ports: Ports) -> None:
        self.ports = ports

    def opened(self, ui: Stage) -> None:
        self.ports.doctor.start()

    def news(self, ui: Stage, event: object) -> bool:
        return True

    def tick(self, ui: Stage, now: float) -> float | None:
        if not self.ports.doctor.running():
            return None
        ui.changed()
        return 0.25

    def build(self, ui: Stage) -> Widget:
        order = {"bad": 0, "warn": 1, "good": 2, "none": 3}
        findings = sorted(self.ports.doctor.findings(), key=lambda finding: order[finding.state])
        running = self.ports.doctor.running()
        bad = len([finding for finding in findings if finding.state in ("bad", "warn")])
        if running:
            head = _("Looking…")
        elif bad:
            head = _("Something needs a hand. The game can go on: what the camera cannot count, you enter.")
        else:
            head = _("Everything works.")
        rows = [finding_card(finding) for finding in findings]
        again = Button(
            _("Look again"), self.ports.doctor.start, icon="turn", kind="main", grow=1, enabled=not running
        )
        body = Column(
            [
                Label(head, face="strong"),
                ScrollArea(Column(rows, gap=0.7), key="findings"),
            ]
        )
        return page(ui, _("Diagnosis"), body, foot=[again])


def finding_card(finding: Finding) -> Widget:
    """What was looked at, how it is, and what to do."""
    icon, tone = STATES[finding.state]
    what, says, advice = say(finding.what), say(finding.says), say(finding.advice)
    words = Column(
        [
            Label(what[:1].upper() + what[1:], face="strong"),
            Label(says[:1].upper() + says[1:], size="note"),
            Label(advice, size="note", face="strong", tone=tone) if advice else None,
        ],
        gap=0.2,
        grow=1,
    )
    ground = {"bad": "bad_ground", "warn": "warn_ground"}.get(finding.state, "panel")
    return Card(Row([Icon(icon, size="title", tone=tone), words], align="middle"), (1.0, 0.7), tone=ground)
