"""Settings: language, sound, light and how the panel hangs. Everything takes effect at once and is kept."""

from collections.abc import Callable
from functools import partial

from companion.config.keys import Shown, Value
from companion.config.settings import changed, described, value_of
from companion.ui.chrome import page
from companion.ui.i18n import N_, _, say
from companion.ui.layout import Column, Row, Space
from companion.ui.ports import Ports
from companion.ui.screen import Screen
from companion.ui.screens.about import about_body
from companion.ui.screens.doctor import Diagnosis
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import (
    Button,
    Card,
    Choice,
    ChoiceRow,
    Icon,
    Label,
    ScrollArea,
    Stepper,
    Tabs,
    Toggle,
)
from companion.words import Text

TABS = (
    ("table", N_("Table"), "people"),
    ("screen", N_("Screen"), "sun"),
    ("tower", N_("Tower"), "tower"),
    ("about", N_("About"), "info"),
)


class SettingsScreen(Screen):
    """Four tabs of a few settings each."""

    name = "settings"

    def __init__(self, ports: Ports, tab: str = "table") -> None:
        self.ports = ports
        self.tab = tab

    def change(self, name: str, value: Value) -> None:
        self.ports.settings.set(changed(self.ports.settings.get(), name, value))

    def build(self, ui: Stage) -> Widget:
        body = about_body(self.ports) if self.tab == "about" else self.body(ui)
        tabs = Tabs([(key, _(words), icon) for key, words, icon in TABS], self.tab, self.open_tab)
        return page(
            ui,
            _("Settings"),
            Column([tabs, ScrollArea(body, key=f"tab-{self.tab}")], gap=0.8),
            pad=(1.0, 0.0),
        )

    def open_tab(self, tab: str) -> None:
        self.tab = tab

    def body(self, ui: Stage) -> Widget:
        """The settings of the open tab, as they are described."""
        settings = self.ports.settings.get()
        rows = [
            self.row(ui, name, key.shown, value_of(settings, name))
            for name, key in described()
            if key.shown is not None and key.shown.tab == self.tab
        ]
        if self.tab == "tower":
            rows.append(
                Button(
                    _("Diagnosis"),
                    lambda: ui.push(Diagnosis(self.ports)),
                    icon="tools",
                    align="left",
                    trailing="next",
                    note=_("camera, light, calibration, disk"),
                )
            )
        return Column([*rows, Space(0.2)], gap=0.8)

    def row(self, ui: Stage, name: str, shown: Shown, value: Value) -> Widget:
        """One setting: a switch, a level, or a few choices."""
        put = partial(self.change, name)
        if isinstance(value, bool):
            return Toggle(say(shown.words), value, lambda: put(not value), note=say(shown.note))
        if isinstance(value, float):
            return setting(ui, shown.icon, say(shown.words), level(name, shown, value, put))
        offered = dict(shown.choices())
        offered.setdefault(value, Text(str(value)))  # what the config file says, and nobody would choose
        choices = [Choice(str(each), say(words)) for each, words in offered.items()]
        by_words = {str(each): each for each in offered}
        row = ChoiceRow(choices, str(value), lambda chosen: put(by_words[chosen]))
        return setting(ui, shown.icon, say(shown.words), row)


def level(name: str, shown: Shown, value: float, put: Callable[[Value], None]) -> Stepper:
    """A fraction, in tenths."""
    tenths = max(shown.least, round(value * 10))
    words = say(shown.zero) if shown.zero and tenths == 0 else f"{tenths * 10} %"
    return Stepper(
        tenths,
        lambda chosen: put(chosen / 10),
        least=shown.least,
        most=10,
        words=words,
        say=name,
        key=name,
    )


def setting(ui: Stage, icon: str, words: str, control: Widget) -> Widget:
    """A row with what is set at the left and the control at the right; one below the other when narrow."""
    head = Row(
        [Icon(icon, size="answer", tone="accent_text"), Label(words, face="strong", grow=1)],
        align="middle",
        grow=1,
    )
    if ui.metrics.portrait and isinstance(control, ChoiceRow):
        return Card(Column([head, control], gap=0.6), 0.8)
    return Card(Row([head, control], align="middle"), (0.8, 0.5))
