"""Home: go on with the evening, begin a new one, look back, or put the companion right."""

from importlib import import_module

from companion.ui.i18n import _, say
from companion.ui.layout import Column, Grid, Pad, Row, Space
from companion.ui.look import Look
from companion.ui.ports import PastGame, Ports
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Dialog, Icon, Label
from companion.ui.widgets.hero import Hero
from companion.ui.window import TITLE

LONGEST_BESIDE_BUTTONS = 70
"""Letters; a longer sentence has a line of its own, or it would stand there as a narrow column."""


class Told(Label):
    """A sentence that takes the width it is given: a long one must not squeeze what stands beside it."""

    def natural_width(self, look: Look) -> int:
        return self.least_width(look)


class Home(Screen):
    """The first picture after switching on."""

    name = "home"

    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self.unfinished: PastGame | None = None

    def opened(self, ui: Stage) -> None:
        self.look_round()

    def look_round(self) -> None:
        """See what stands on the shelf; done when opened and after coming back, not with every picture."""
        self.unfinished = next((game for game in self.ports.shelf.games() if not game.finished), None)

    def returned(self, ui: Stage) -> None:
        self.look_round()

    def build(self, ui: Stage) -> Widget:
        game = self.unfinished
        ports = self.ports
        buttons: list[Widget] = []
        if game is not None:
            names = ", ".join(player.name for player in game.players)
            go_on = Button(
                _("Continue"),
                lambda: ports.resume(game.id),
                icon="play",
                note=names,
                kind="main",
                size="answer",
                align="left",
                grow=1.3,
            )
            buttons.append(go_on)
        new = Button(
            _("New game"),
            lambda: ports.new_game(ui),
            icon="plus",
            kind="plain" if game else "main",
            size="answer",
            align="left",
            grow=1,
        )
        buttons.append(new)
        tools = [
            self.tool(ui, _("Past games"), "trophy", "past", "PastGames"),
            self.tool(ui, _("Calibrate"), "camera", "calibrate", "Calibrate"),
            self.tool(ui, _("Settings"), "gear", "settings", "SettingsScreen"),
        ]
        if ports.teach is not None:
            teach = ports.teach
            tools.insert(
                1,
                Button(_("Your copy"), lambda: teach(ui), icon="eye", stacked=True, size="note", key="teach"),
            )
        state = self.camera_line(ui)
        choices = Column(
            [
                *buttons,
                Grid(
                    tools,
                    columns=2 if ui.metrics.portrait and len(tools) > 3 else len(tools),
                    grow=1.2,
                    stretch=True,
                ),
                state,
            ],
            gap=1.1,
            grow=1,
        )
        hero = Hero(TITLE, _("the companion beside the board"))
        if ui.metrics.portrait:
            hero.grow = 0.8
            return Column([hero, Pad(choices, 2.0, grow=1)], gap=0)
        hero.grow = 0.72
        return Row([hero, Pad(choices, 1.6, grow=1)], gap=0)

    def tool(self, ui: Stage, words: str, icon: str, module: str, screen: str) -> Button:
        return Button(words, lambda: self.open(ui, module, screen), icon=icon, stacked=True, size="note")

    def open(self, ui: Stage, module: str, screen: str) -> None:
        """Go to a screen, imported only now: the first picture must not wait for any of them."""
        ui.push(getattr(import_module(f"companion.ui.screens.{module}"), screen)(self.ports))

    def camera_line(self, ui: Stage) -> Widget:
        """What the camera is doing, and the way to the diagnosis."""
        camera = self.ports.camera()
        words, icon, tone = {
            "opening": (_("The camera is being opened."), "clock", "ink_soft"),
            "ready": (_("The camera is ready."), "check", "good"),
            "simulated": (_("No camera: the tower is simulated."), "info", "ink_soft"),
            "missing": (_("The camera is missing. Counts are entered by hand."), "warning", "warn"),
            "uncalibrated": (_("The camera needs calibrating before it can count."), "warning", "warn"),
        }[camera.kind]
        says = say(camera.says) or words
        if self.ports.failed_starts:  # the camera is off on purpose: the table must know why, and the way out
            says = _(
                "Safe mode: {n} starts in a row failed. Camera and pins stay off. "
                "To leave it, switch off here and on again."
            ).format(n=self.ports.failed_starts)
            icon, tone = "warning", "warn"
        words_row: list[Widget] = [
            Icon(icon, size="label", tone=tone),
            Told(says, size="note", tone=tone, grow=1),
        ]
        ways: list[Widget] = [
            Button(
                icon="tools",
                on_tap=lambda: self.open(ui, "doctor", "Diagnosis"),
                say=_("Diagnosis"),
                kind="quiet",
            ),
            Button(
                icon="info",
                on_tap=lambda: self.open(ui, "about", "About"),
                say=_("About"),
                kind="quiet",
            ),
            Button(icon="power", on_tap=lambda: self.ask_end(ui), say=_("Switch off"), kind="quiet"),
        ]
        if len(says) <= LONGEST_BESIDE_BUTTONS:
            return Row([*words_row, *ways], gap=0.6, align="middle")
        below = Row([Space(grow=1), *ways], gap=0.6, align="middle")
        return Column([Row(words_row, gap=0.6, align="middle"), below], gap=0.2)

    def back(self, ui: Stage) -> None:
        self.ask_end(ui)

    def ask_end(self, ui: Stage) -> None:
        off = self.ports.power_off
        act = off if off is not None else self.ports.stop
        ui.ask(
            Dialog(
                _("Switch off?"),
                _("The game is saved after every tap. It goes on where you left it."),
                [(_("Switch off"), "main", act), (_("Stay"), "plain", None)],
            )
        )
