"""Setting up a game: the last evening again, on one page, and a page behind everything on it to change it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.setup import pages, seats, tonight
from companion.games.marrakesh.setup.name_entry import NameEntry
from companion.games.marrakesh.setup.plan import LEAST, Plan
from companion.games.marrakesh.setup.rulings import RulingsScreen
from companion.games.marrakesh.tour import TourScreen
from companion.ui.chrome import page
from companion.ui.i18n import N_, _
from companion.ui.ports import Ports
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button

TONIGHT, PLAYERS, EDITION, EXPANSIONS, RIVER, LAYOUT = (
    "tonight", "players", "edition", "expansions", "river", "layout",
)  # fmt: skip
PAGES: Final = {
    TONIGHT: N_("Tonight"),
    PLAYERS: N_("Who plays?"),
    EDITION: N_("Which edition?"),
    EXPANSIONS: N_("Which expansions?"),
    RIVER: N_("River tiles"),
    LAYOUT: N_("Lay out the game"),
}
HINTS: Final = {
    TONIGHT: N_("clockwise; tap who starts"),
    PLAYERS: N_("clockwise around the table"),
}
LOT_SECONDS = 1.4


class SetupWizard(Screen):
    """One page that proposes the last evening; a first evening begins with who plays.

    at    the page that is open
    """

    name = "setup"

    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self.known = list(ports.shelf.players())
        last = ports.shelf.last_options("marrakesh")
        options = last if isinstance(last, GameOptions) else None
        self.plan = Plan.proposed(options, self.known, ports.settings.get().table.depth)
        self.at = TONIGHT if options is not None else PLAYERS
        self.lot_ends = 0.0
        self.lot_shown: int | None = None

    def build(self, ui: Stage) -> Widget:
        drawing = self.lot_ends > ui.now
        plan = self.plan
        bodies: dict[str, Callable[[], Widget]] = {
            TONIGHT: lambda: tonight.tonight_page(
                ui,
                plan,
                self.lot_shown if drawing else plan.start,
                drawing,
                self.stop_drawing,
                self.open,
                self.ports,
            ),
            PLAYERS: lambda: seats.players_page(ui, plan, self.known, lambda seat: self.edit_name(ui, seat)),
            EDITION: lambda: pages.edition_page(ui, plan),
            EXPANSIONS: lambda: pages.expansions_page(ui, plan, lambda: ui.push(RulingsScreen(plan))),
            RIVER: lambda: pages.river_page(ui, plan),
            LAYOUT: lambda: pages.table_page(ui, plan),
        }
        note = _(HINTS[self.at]) if self.at in HINTS else ""
        return page(ui, _(PAGES[self.at]), bodies[self.at](), note=note, foot=self.foot(ui, drawing))

    def foot(self, ui: Stage, drawing: bool) -> list[Widget]:
        if self.at == TONIGHT:
            lots = Button(_("Draw lots"), lambda: self.draw_lots(ui), icon="dice", enabled=not drawing)
            return [lots, self.begin_button(ui)]
        if self.at == LAYOUT:
            return [self.begin_button(ui)]
        enough = len(self.plan.seats) >= LEAST
        done = Button(
            _("Done"),
            self.back_to_tonight,
            icon="check",
            kind="main",
            grow=1,
            enabled=enough,
            why=_("Two players at least."),
        )
        if self.at != PLAYERS:
            return [done]
        if not self.plan.seats and not self.known:
            # Nobody has played here yet: somebody may want to know how.
            tour = Button(_("A round in ten screens"), lambda: ui.push(TourScreen()), icon="play", key="tour")
            return [tour, done]
        return [*seats.seats_foot(self.plan), done]

    def begin_button(self, ui: Stage) -> Widget:
        return Button(_("Begin the game"), lambda: self.begin(ui), icon="play", kind="main", grow=1)

    def open(self, at: str) -> None:
        self.stop_drawing()
        self.at = at

    def back_to_tonight(self) -> None:
        self.plan.seat_the_camel()
        self.at = TONIGHT

    def edit_name(self, ui: Stage, seat: int) -> None:
        ui.push(NameEntry(self.plan, seat, self.known))

    # --- who starts --------------------------------------------------------------------------------------

    def draw_lots(self, ui: Stage) -> None:
        """The camel runs round the table and stops at random."""
        self.plan.draw_lots()
        self.lot_ends = ui.now + LOT_SECONDS

    def tick(self, ui: Stage, now: float) -> float | None:
        if not self.lot_ends or self.at != TONIGHT:
            return None
        left = self.lot_ends - now
        count, goal = len(self.plan.seats), self.plan.start
        # Slower and slower: the steps left grow with the square of the time left.
        shown = (goal - int(14 * (max(0.0, left) / LOT_SECONDS) ** 2)) % count
        if left <= 0:
            self.lot_ends = 0.0
            ui.sounds.play("your turn")
            ui.changed()
            return None
        if shown != self.lot_shown:
            self.lot_shown = shown
            ui.changed()
        return 1 / 30

    def stop_drawing(self) -> None:
        """The camel stands still where the lot fell, or where somebody put it."""
        self.lot_ends = 0.0

    # --- and on ------------------------------------------------------------------------------------------

    def begin(self, ui: Stage) -> None:
        if self.lot_ends > ui.now:
            # The table has not seen yet whom the lot fell on: show it before going on.
            self.stop_drawing()
            return
        self.ports.play(self.plan.options(), self.plan.lots())

    def back(self, ui: Stage) -> None:
        if self.at == TONIGHT or len(self.plan.seats) < LEAST:
            ui.back()
        else:
            self.back_to_tonight()
