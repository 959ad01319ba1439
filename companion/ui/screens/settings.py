"""Settings: language, sound, light and how the panel hangs. Everything takes effect at once and is kept."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.locale import LANGUAGES, own_name
from companion.ui.chrome import page
from companion.ui.i18n import N_, _, ngettext
from companion.ui.layout import Column, Row, Space
from companion.ui.ports import Settings, World
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

TABS = (
    ("table", N_("Table"), "people"),
    ("screen", N_("Screen"), "sun"),
    ("tower", N_("Tower"), "tower"),
    ("about", N_("About"), "info"),
)
OFF_MINUTES = (0, 5, 15, 30)


class SettingsScreen(Screen):
    """Four tabs of a few settings each."""

    name = "settings"

    def __init__(self, world: World, tab: str = "table") -> None:
        self.world = world
        self.tab = tab

    def change(self, **changes: object) -> None:
        now = self.world.settings.get()
        self.world.settings.set(replace(now, **changes))  # type: ignore[arg-type]  # names and types are checked below

    def build(self, ui: Stage) -> Widget:
        settings = self.world.settings.get()
        body = {
            "table": self.table_tab,
            "screen": self.screen_tab,
            "tower": self.tower_tab,
            "about": self.about_tab,
        }[self.tab](ui, settings)
        tabs = Tabs([(key, _(words), icon) for key, words, icon in TABS], self.tab, self.open_tab)
        return page(
            ui,
            _("Settings"),
            Column([tabs, ScrollArea(body, key=f"tab-{self.tab}")], gap=0.8),
            pad=(1.0, 0.0),
        )

    def open_tab(self, tab: str) -> None:
        self.tab = tab

    def table_tab(self, ui: Stage, settings: Settings) -> Widget:
        languages = [Choice(code, own_name(code)) for code in LANGUAGES]
        depths = [Choice("full", _("Full")), Choice("light", _("Light"))]
        return Column(
            [
                setting(
                    ui, "globe", _("Language"), ChoiceRow(languages, settings.language, self.put("language"))
                ),
                setting(ui, "sound", _("Sound"), self.tenths("volume", settings.volume, _("off"))),
                setting(
                    ui, "list", _("Proposed depth"), ChoiceRow(depths, settings.depth, self.put("depth"))
                ),
                Space(0.2),
            ],
            gap=0.8,
        )

    def screen_tab(self, ui: Stage, settings: Settings) -> Widget:
        turns = [Choice(str(angle), f"{angle}°") for angle in (0, 90, 180, 270)]
        offs = [Choice(str(minutes), minutes_words(minutes)) for minutes in OFF_MINUTES]
        night = partial(self.change, night=not settings.night)
        clear = partial(self.change, clear_colours=not settings.clear_colours)
        return Column(
            [
                setting(ui, "sun", _("Brightness"), self.tenths("brightness", settings.brightness, least=2)),
                Toggle(_("Night colours"), settings.night, night, note=_("dark and warm, for a dim room")),
                Toggle(
                    _("Clear keshi colours"),
                    settings.clear_colours,
                    clear,
                    note=_("easier to tell apart for colour-blind players"),
                ),
                setting(
                    ui,
                    "turn",
                    _("Picture turned by"),
                    ChoiceRow(turns, str(settings.rotation), self.number("rotation")),
                ),
                setting(
                    ui,
                    "moon",
                    _("Screen off after"),
                    ChoiceRow(offs, str(settings.screen_off_minutes), self.number("screen_off_minutes")),
                ),
                Space(0.2),
            ],
            gap=0.8,
        )

    def tower_tab(self, ui: Stage, settings: Settings) -> Widget:
        return Column(
            [
                setting(ui, "light", _("Light ring"), self.tenths("ring", settings.ring, least=1)),
                Toggle(
                    _("Show what is still in the tower"),
                    settings.ledger,
                    partial(self.change, ledger=not settings.ledger),
                    note=_("open information: anybody could have counted along"),
                ),
                Toggle(
                    _("Keep photos of each count"),
                    settings.photo_log,
                    partial(self.change, photo_log=not settings.photo_log),
                    note=_("to check the counting later; nothing leaves this device"),
                ),
                Button(
                    _("Diagnosis"),
                    lambda: ui.push(Diagnosis(self.world)),
                    icon="tools",
                    align="left",
                    trailing="next",
                    note=_("camera, light, calibration, disk"),
                ),
                Space(0.2),
            ],
            gap=0.8,
        )

    def about_tab(self, ui: Stage, _settings: Settings) -> Widget:
        return about_body(self.world)

    def put(self, field: str) -> Callable[[str], None]:
        return lambda value: self.change(**{field: value})

    def number(self, field: str) -> Callable[[str], None]:
        return lambda value: self.change(**{field: int(value)})

    def tenths(self, field: str, value: int, zero: str = "", least: int = 0) -> Stepper:
        words = zero if zero and value == 0 else f"{value * 10} %"
        return Stepper(
            value,
            lambda level: self.change(**{field: level}),
            least=least,
            most=10,
            words=words,
            say=field,
            key=field,
        )


def minutes_words(minutes: int) -> str:
    if not minutes:
        return _("never")
    return ngettext("{n} min", "{n} min", minutes).format(n=minutes)


def setting(ui: Stage, icon: str, words: str, control: Widget) -> Widget:
    """A row with what is set at the left and the control at the right; one below the other when narrow."""
    head = Row(
        [Icon(icon, size="large", tone="accent_text"), Label(words, face="strong", grow=1)],
        align="middle",
        grow=1,
    )
    if ui.metrics.portrait and isinstance(control, ChoiceRow):
        return Card(Column([head, control], gap=0.6), 0.8)
    return Card(Row([head, control], align="middle"), (0.8, 0.5))
