"""A name for a seat: one of those who played here before, or typed."""

from collections.abc import Sequence

import pygame

from companion.games.marrakesh.setup.plan import MOST_LETTERS, Plan
from companion.ui.chrome import page
from companion.ui.i18n import _
from companion.ui.layout import Column, Flow, Row
from companion.ui.ports import KnownPlayer
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Tap, Widget
from companion.ui.widgets import Button, Keyboard, TextField


class NameEntry(Screen):
    """The keyboard, and above it the names the companion remembers."""

    name = "name"

    def __init__(self, plan: Plan, seat: int, known: Sequence[KnownPlayer]) -> None:
        self.plan = plan
        self.seat = seat
        self.known = known
        self.text = ""
        self.page = "letters"

    def build(self, ui: Stage) -> Widget:
        now = self.plan.seats[self.seat].name
        taken = {seat.name for seat in self.plan.seats}
        most = 6 if ui.metrics.portrait else 3
        fitting = [
            player.name
            for player in self.known
            if player.name not in taken and player.name.lower().startswith(self.text.lower())
        ][:most]

        def choose(name: str) -> Tap:
            return lambda: self.take(ui, name)

        suggestions: list[Widget] = [
            Button(name, choose(name), size="note", key=f"known-{name}") for name in fitting
        ]
        done = Button(_("Done"), lambda: self.take(ui, self.text or now), kind="main", icon="check")
        field = TextField(self.text, now, grow=1)
        gap = round(ui.metrics.gap * 0.35)
        across = (ui.metrics.size_px[0] - 2 * ui.metrics.gap) // (ui.metrics.touch + gap)
        narrow = across < 10
        keys = Keyboard(
            self.text,
            self.typed,
            page=self.page,
            on_page=self.turn_page,
            across=10 if not narrow else min(7, across),
            most_letters=MOST_LETTERS,
        )
        if narrow:
            body = Column([Row([field, done]), Flow(suggestions, gap=0.6) if suggestions else None, keys])
        else:
            body = Column([Row([field, *suggestions, done], gap=0.6), keys])
        return page(ui, _("Player {seat}'s name").format(seat=self.seat + 1), body)

    def typed(self, text: str) -> None:
        self.text = text

    def turn_page(self, page: str) -> None:
        self.page = page

    def take(self, ui: Stage, name: str) -> None:
        self.plan.rename(self.seat, name)
        ui.back()

    def key(self, ui: Stage, key: int, letter: str) -> bool:
        """A real keyboard types too."""
        if key == pygame.K_BACKSPACE:
            self.text = self.text[:-1]
        elif key == pygame.K_RETURN:
            self.take(ui, self.text or self.plan.seats[self.seat].name)
        elif letter and letter.isprintable():
            self.text = (self.text + letter)[:MOST_LETTERS]
        else:
            return False
        return True
